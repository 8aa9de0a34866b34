import { invalidParams } from '../../core/errors.ts'
import { blankOf, searchTextsOf } from '../../core/fields.ts'
import type { PostRow } from '../../db/schema.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { planLinked } from '../shared/post-list.ts'
import { unlinkWhenTrashed } from '../shared/unlink.ts'
import { venueFields } from './fields.ts'
import { venueFilters } from './filters.ts'
import { venueFragments } from './record.ts'

type Place = Pick<PostRow<'venue'>, 'country' | 'state' | 'province' | 'stateprovince'>

/** Defines venues as post-like records: places with an address, to which events link. */
export const venueDefinition: PostDefinition<'venue', undefined, undefined, typeof venueFields, typeof venueFilters> = {
  name: 'venue',
  titleField: 'venue',
  fields: venueFields,
  filters: venueFilters,
  plan: planLinked('venue', venueFilters),
  reusesNamesakes: true,
  blank: blankOf(venueFields),
  prepare: (_scope, values, current) => {
    const { geo_lat = current?.geo_lat, geo_lng = current?.geo_lng } = values
    refuseHalfPosition(geo_lat ?? null, geo_lng ?? null)
    return values.stateprovince === undefined ? { stateprovince: deriveStateProvince(values, current) } : {}
  },
  links: unlinkWhenTrashed('venue'),
  searchFields: searchTextsOf(venueFields),
  compose: venueFragments.compose,
}

const refuseHalfPosition = (geo_lat: number | null, geo_lng: number | null): void => {
  if ((geo_lat === null) === (geo_lng === null)) return
  const missing = geo_lat === null ? 'geo_lat' : 'geo_lng'
  throw invalidParams(new Map([[missing, 'geo_lat and geo_lng must be given together.']]))
}

/** Returns `stateprovince`: the state in the United States, elsewhere the province (F5.9), unless the payload has a value for it. */
const deriveStateProvince = (sent: Partial<Place>, current: Place | undefined): string => {
  const wasDerived = !current || current.stateprovince === stateProvinceOf(current)
  return wasDerived ? stateProvinceOf({ ...current, ...sent }) : current.stateprovince
}

const stateProvinceOf = ({ country = '', state = '', province = '' }: Partial<Place>): string =>
  state !== '' && ['', 'us', 'united states'].includes(country.toLowerCase()) ? state : province
