import type { Schemas, VenueFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import type { FormKind } from '../record/form.ts'
import { newPlaceForm, placeFaultsOf, placeFieldsOf, placeFormOf, placeLabels } from './place-form.ts'
import type { PlaceForm } from './place-kind.ts'

/** Coordinates as they are typed, in decimal degrees; both empty where there are none. */
export type Position = { readonly lat: string; readonly lng: string }

/** The values of the form of a venue, as strings. */
export type VenueForm = PlaceForm & {
  readonly address: string
  readonly zip: string
  readonly city: string
  readonly province: string
  readonly state: string
  readonly stateprovince: string
  readonly country: string
  readonly position: Position
  readonly showMap: boolean
  readonly showMapLink: boolean
}

const texts = ['address', 'zip', 'city', 'province', 'state', 'stateprovince', 'country'] as const

/** The form of a new venue. */
export const newVenueForm = (): VenueForm => ({
  ...newPlaceForm(),
  address: '',
  zip: '',
  city: '',
  province: '',
  state: '',
  stateprovince: '',
  country: '',
  position: { lat: '', lng: '' },
  showMap: true,
  showMapLink: true,
})

/** Fills the form with a venue. */
export const venueFormOf = (venue: Schemas['Venue']): VenueForm => ({
  ...newVenueForm(),
  ...placeFormOf(venue.venue, venue),
  ...Object.fromEntries(texts.map((name) => [name, plainText(venue[name] ?? '')])),
  position: { lat: String(venue.geo_lat ?? ''), lng: String(venue.geo_lng ?? '') },
  showMap: venue.show_map,
  showMapLink: venue.show_map_link,
})

/** A number as people type it, also with a comma; undefined for anything else. */
export const readDegrees = (text: string, most: number): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Math.abs(number) <= most ? number : undefined
}

const fieldsOf = (form: VenueForm): VenueFields => {
  const { lat, lng } = form.position
  return {
    venue: form.title,
    ...placeFieldsOf(form),
    ...Object.fromEntries(texts.map((name) => [name, form[name]])),
    stateprovince: form.stateprovince || form.province || form.state,
    geo_lat: readDegrees(lat, 90) ?? null,
    geo_lng: readDegrees(lng, 180) ?? null,
    show_map: String(form.showMap),
    show_map_link: String(form.showMapLink),
  } as VenueFields
}

const faultsOf = (form: VenueForm): Readonly<Record<string, string>> => {
  const { lat, lng } = form.position
  const hasPosition = lat !== '' || lng !== ''
  const isWrong = (text: string, most: number): boolean => hasPosition && readDegrees(text, most) === undefined
  return {
    ...placeFaultsOf(form),
    ...(isWrong(lat, 90) ? { geo_lat: t('A latitude is a number from -90 to 90, such as 52.5163.') } : {}),
    ...(isWrong(lng, 180) ? { geo_lng: t('A longitude is a number from -180 to 180, such as 13.3777.') } : {}),
  }
}

/** The form of venues. */
export const venueForm: FormKind<VenueForm, VenueFields> = {
  labels: {
    ...placeLabels,
    address: () => t('Street and number'),
    zip: () => t('Postal code'),
    city: () => t('City'),
    province: () => t('Province'),
    state: () => t('State'),
    stateprovince: () => t('State or province on pages'),
    country: () => t('Country'),
    position: () => t('Coordinates'),
    showMap: () => t('Pages of its events show a map'),
    showMapLink: () => t('Pages of its events link to a map'),
  },
  fieldsOf,
  faultsOf,
}
