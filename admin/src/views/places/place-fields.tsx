import { t } from '../../texts.ts'
import { type FormOf, fieldFor, line } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { description, excerpt, image, type RecordForm, website } from '../record/record-fields.tsx'

/** What is sent of a venue or an organizer: `wp/v2` takes the slug, the interface of the calendar the rest. */
export type Slugged<B> = B & { readonly slug?: string }

const field = fieldFor<{ readonly phone?: string }, { readonly phone?: string }>()

/** How to reach a venue or an organizer. */
export const contact = {
  phone: field({
    label: () => t('Telephone'),
    blank: '',
    read: ({ phone = '' }) => plainText(phone),
    write: { phone: (phone) => phone },
    control: line({ type: 'tel' }),
    row: 'contact',
  }),
  website: { ...website, row: 'contact' },
} as const

/** What pages say of a venue or an organizer. */
export const about = { description, image, excerpt } as const

/** A venue or an organizer needs a name. */
export const nameFaults = (name: string) => (name.trim() ? {} : { title: t('Write a name.') })

/** What the forms of venues and organizers share. */
export type PlaceForm = RecordForm & FormOf<typeof contact> & FormOf<typeof about>
