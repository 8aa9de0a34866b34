import type { Venue, VenueFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { check, type FormField, type FormOf, fieldFor, line } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { publication, slug } from '../record/record-fields.tsx'
import { about, contact, nameFaults, type Slugged } from './place-fields.tsx'
import { PositionField, readDegrees } from './position-field.tsx'

/** What is sent of a venue. */
export type VenueBody = Slugged<VenueFields>

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

const frame = () => t('Address')

/** The fields of a venue: what it is called, where it is, how to reach it. */
export const venueFields = {
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
export type VenueForm = FormOf<typeof venueFields>
