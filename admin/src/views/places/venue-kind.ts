import { calendar, dataOf, tagged, type VenueFields } from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import type { PlaceKind, PlaceRequests } from './place-kind.ts'
import { VenueFieldsets, VenueSwitches } from './venue-fieldsets.tsx'
import { newVenueForm, type VenueForm, venueForm, venueFormOf } from './venue-form.ts'
import { takeSlug, writeSlug } from './write-slug.ts'

const path = (id: number) => ({ path: { id } })

const requests: PlaceRequests<VenueForm, VenueFields> = {
  read: async (id) => {
    const { record, etag } = tagged(await calendar.GET('/venues/{id}', { params: path(id) }))
    return { record: { id, url: record.url, status: record.status, form: venueFormOf(record) }, etag }
  },
  create: async (body) => {
    const [fields, slug] = takeSlug(body)
    const { id } = dataOf(await calendar.POST('/venues', { body: fields as VenueFields & { venue: string } }))
    await writeSlug('venue', id, slug)
    return id
  },
  update: async (id, body, etag) => {
    const [fields, slug] = takeSlug(body)
    const header = etag ? { 'If-Match': etag } : {}
    await calendar.POST('/venues/{id}', { params: { ...path(id), header }, body: fields })
    await writeSlug('venue', id, slug)
  },
  trash: (id) => calendar.DELETE('/venues/{id}', { params: path(id) }),
  remove: (id) => calendar.DELETE('/venues/{id}', { params: { ...path(id), query: { force: true } } }),
}

/** Venues in the admin. */
export const venueKind: PlaceKind<VenueForm, VenueFields> = {
  plural: 'venues',
  singular: 'venue',
  form: venueForm,
  newForm: newVenueForm,
  requests,
  fields: VenueFieldsets,
  switches: VenueSwitches,
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
    conflictTitle: t('Somebody else has changed this venue'),
  }),
}
