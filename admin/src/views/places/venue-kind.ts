import {
  calendar,
  etagOf,
  type Schemas,
  savingHeaders,
  type Tagged,
  tagged,
  unlessChanged,
} from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import { blankForm, readForm } from '../../ui/form.tsx'
import { mayEdit } from '../record/may-edit.ts'
import type { StoredRecord } from '../record/record-kind.ts'
import { namesakesOf } from './namesakes.ts'
import { newStatus, type PlaceKind, type PlaceRequests } from './place-kind.ts'
import { type VenueBody, type VenueForm, venueFields } from './venue-fields.tsx'
import { writeSlug } from './write-slug.ts'

const path = (id: number) => ({ path: { id } })

const stored = (answer: { readonly data?: Schemas['Venue']; readonly response: Response }): Stored => {
  const { record, etag } = tagged(answer)
  const { id, url, status } = record
  return { record: { id, url, status, mayEdit: mayEdit(record), form: readForm(venueFields, record) }, etag }
}

type Stored = Tagged<StoredRecord<VenueForm>>

const read = async (id: number): Promise<Stored> => stored(await calendar.GET('/venues/{id}', { params: path(id) }))

const requests: PlaceRequests<VenueForm, VenueBody> = {
  read,
  create: async ({ slug, venue = '', ...fields }) => {
    const before = await namesakesOf('venues', venue)
    const made = stored(await calendar.POST('/venues', { body: { ...fields, venue } }))
    if (before.has(made.record.id)) return { ...made, existed: true }
    return (await writeSlug('venue', made.record.id, slug)) ? read(made.record.id) : made
  },
  update: async (id, { slug, ...body }, etag, isAutosave = false) => {
    const header = savingHeaders(etag, isAutosave)
    const changed = stored(await calendar.POST('/venues/{id}', { params: { ...path(id), header }, body }))
    return (await writeSlug('venue', id, slug)) ? read(id) : changed
  },
  trash: async (id, etag) =>
    etagOf(await calendar.DELETE('/venues/{id}', { params: { ...path(id), header: unlessChanged(etag) } })),
  remove: (id) => calendar.DELETE('/venues/{id}', { params: { ...path(id), query: { force: true } } }),
}

/** Venues in the admin. */
export const venueKind: PlaceKind<VenueForm, VenueBody> = {
  plural: 'venues',
  singular: 'venue',
  collection: 'tribe_venue',
  fields: venueFields,
  requests,
  newForm: () => ({ ...blankForm(venueFields), status: newStatus() }),
  existedText: () => t('There is a venue of this name already; this is it. Nothing was changed.'),
  conflictTitle: () => t('Somebody else has changed this venue'),
  texts: () => ({
    all: t('Venues'),
    one: t('Venue'),
    add: t('New venue'),
    count: (count) => tn('{count} venue', '{count} venues', count),
    none: t('There are no venues yet.'),
    noneFits: t('No venue fits these filters.'),
    selectAll: t('Select all venues of this page'),
    bulkLabel: t('Actions for the selected venues'),
    selected: (count) => tn('{count} venue selected', '{count} venues selected', count),
    done: (count, text) => tn('{text}: {count} venue.', '{text}: {count} venues.', count, { text }),
    progress: t('Changing venues'),
    mergeTitle: t('Merge venues'),
  }),
}
