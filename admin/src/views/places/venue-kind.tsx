import {
  calendar,
  etagOf,
  type Schemas,
  savingHeaders,
  type Tagged,
  tagged,
  unlessChanged,
  type Venue,
  type VenueFields,
} from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import { blankForm, check, type FormField, type FormOf, fieldFor, line, readForm } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { mayEdit } from '../record/may-edit.ts'
import { publication, slug } from '../record/record-fields.tsx'
import type { StoredRecord } from '../record/record-kind.ts'
import { about, contact, nameFaults, type Slugged } from './place-fields.tsx'
import { newStatus, type PlaceKind, type PlaceRequests, writeSlug } from './place-kind.ts'
import { findNamesakes } from './place-list.tsx'
import { PositionField, readDegrees } from './position-field.tsx'

/** What is sent of a venue. */
type VenueBody = Slugged<VenueFields>

type VenueField<V> = FormField<V, unknown, VenueBody, Venue>

const field = fieldFor<Venue, VenueBody>()

/** The members of a venue that are texts of one line, and are written as such. */
type LineMember = {
  [M in keyof Venue & keyof VenueFields]-?: string extends VenueFields[M]
    ? Venue[M] extends string | undefined
      ? M
      : never
    : never
}[keyof Venue & keyof VenueFields]

/** A text of one line, by the name of its member. */
const text = (
  member: LineMember,
  label: () => string,
  more: Pick<VenueField<string>, 'hint' | 'frame' | 'row'> = {},
): VenueField<string> => ({
  label,
  blank: '',
  read: (venue) => plainText(venue[member] ?? ''),
  write: { [member]: (written: string) => written },
  control: line(),
  ...more,
})

const frame = { title: () => t('Address') }

/** The fields of a venue: what it is called, where it is, how to reach it. */
const venueFields = {
  title: field({
    label: () => t('Name'),
    blank: '',
    read: ({ venue }) => plainText(venue),
    write: { venue: (name) => name },
    faults: nameFaults,
    faultsAfter: 'saving',
    control: line({ maxLength: 1000 }),
  }),
  address: text('address', () => t('Street and number'), { frame }),
  zip: text('zip', () => t('Postal code'), { frame, row: 'town' }),
  city: text('city', () => t('City'), { frame, row: 'town' }),
  province: text('province', () => t('Province'), { frame, row: 'country' }),
  state: text('state', () => t('State'), { frame, row: 'country' }),
  country: text('country', () => t('Country'), { frame, row: 'country' }),
  stateprovince: field({
    label: () => t('State or province on pages'),
    hint: () => t('Taken from the state or the province unless you write something else.'),
    blank: '',
    read: ({ stateprovince = '' }) => plainText(stateprovince),
    write: {
      stateprovince: (written, { province, state }: { readonly province: string; readonly state: string }) =>
        written || province || state,
    },
    control: line(),
    frame,
  }),
  /** Coordinates as they are typed, in decimal degrees; both empty where there are none. */
  position: field({
    label: () => t('Coordinates'),
    blank: { lat: '', lng: '' },
    read: ({ geo_lat, geo_lng }) => ({ lat: String(geo_lat ?? ''), lng: String(geo_lng ?? '') }),
    write: {
      geo_lat: ({ lat }) => readDegrees(lat, 90) ?? null,
      geo_lng: ({ lng }) => readDegrees(lng, 180) ?? null,
    },
    faults: ({ lat, lng }) => {
      const isWrong = (typed: string, most: number) => lat + lng !== '' && readDegrees(typed, most) === undefined
      return {
        geo_lat: isWrong(lat, 90) ? t('A latitude is a number from -90 to 90, such as 52.5163.') : undefined,
        geo_lng: isWrong(lng, 180) ? t('A longitude is a number from -180 to 180, such as 13.3777.') : undefined,
      }
    },
    control: PositionField,
    memberLabels: { geo_lat: () => t('Latitude'), geo_lng: () => t('Longitude') },
  }),
  ...contact,
  ...about,
  ...publication,
  showMap: field<boolean>({
    label: () => t('Pages of its events show a map'),
    blank: true,
    read: ({ show_map }) => show_map,
    write: { show_map: (isShown) => String(isShown) },
    control: check,
    isBeside: true,
  }),
  showMapLink: field<boolean>({
    label: () => t('Pages of its events link to a map'),
    blank: true,
    read: ({ show_map_link }) => show_map_link,
    write: { show_map_link: (isShown) => String(isShown) },
    control: check,
    isBeside: true,
  }),
  slug,
} as const

/** The values of the form of a venue. */
type VenueForm = FormOf<typeof venueFields>

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
    const before = await findNamesakes('venues', venue)
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
