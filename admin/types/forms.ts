/*
 * What must not compile: `npm run typecheck` fails when one of the lines below a `@ts-expect-error` does compile. Nothing here runs.
 */
import type { Venue, VenueFields } from '../src/api/calendar.ts'
import { check, type FormFields, type FormOf, fieldFor, line, writeForm } from '../src/ui/form.tsx'

const field = fieldFor<Venue, VenueFields>()

const label = () => 'City'
const [blank, control] = ['', line()]
const read = ({ city = '' }: Pick<Venue, 'city'>) => city
const write = { city: (text: string) => text }

const fields = { city: field({ label, blank, read, write, control }) }

/** A form has the values of its fields, and sends what they write. */
export const sent: Partial<VenueFields> = writeForm<FormOf<typeof fields>, VenueFields>(fields, { city: 'Springfield' })

/** No part of a field can be forgotten, or belong to another one. */
export const refused = [
  // @ts-expect-error no label
  field({ blank, read, write, control }),
  // @ts-expect-error no value of a new record
  field({ label, read, write, control }),
  // @ts-expect-error never read
  field({ label, blank, write, control }),
  // @ts-expect-error never sent
  field({ label, blank, read, control }),
  // @ts-expect-error never shown
  field({ label, blank, read, write }),
  // @ts-expect-error venues have no such member
  field({ label, blank, read, write: { town: (text: string) => text }, control }),
  // @ts-expect-error a city is no number
  field({ label, blank, read, write: { city: (text: string) => text.length }, control }),
  // @ts-expect-error a text is not yes or no
  field({ label, blank, read, write, control: check }),
]

/** The form of a field that looks at another one has both. */
export const lonely = {
  zip: field({
    label,
    blank,
    read,
    write: { zip: (zip: string, { city }: { readonly city: string }) => zip || city },
    control,
  }),
}

// @ts-expect-error there is no city in this form
export const incomplete: FormFields<FormOf<typeof lonely>, VenueFields> = lonely
