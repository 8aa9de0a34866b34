import { invalidParams } from '../../core/errors.ts'
import type { Resource } from '../../core/resource.ts'
import type { PostRow } from '../../db/schema.ts'
import { postOperations, unlinkWhenTrashed } from '../shared/post.ts'
import { definePost } from '../shared/post-definition.ts'
import { planLinked } from '../shared/post-list.ts'
import { venueFields } from './fields.ts'
import { venueFilters } from './filters.ts'
import { plainVenue, venueFragments, venueRecord } from './record.ts'

/** What venues are: places with an address, to which events link. */
export const venueDefinition = definePost({
  name: 'venue',
  plural: 'venues',
  texts: {
    title: 'Venues',
    list: 'List venues',
    create: 'Create a venue',
    read: 'Read a venue',
    update: 'Update a venue',
    put: 'Create or update a venue',
    batch: 'Write many venues',
    remove: 'Delete a venue',
  },
  titleField: 'venue',
  fields: venueFields,
  filters: venueFilters,
  schemas: venueRecord.schemas,
  plain: plainVenue,
  dependsOn: ['venue', 'event'],
  pastEnd: 'venue-archive-page-not-found',
  plan: planLinked('venue', venueFilters),
  reusesNamesakes: true,
  prepare: (_context, values, current) => {
    const { geo_lat = current?.geo_lat, geo_lng = current?.geo_lng } = values
    refuseHalfPosition(geo_lat ?? null, geo_lng ?? null)
    return values.stateprovince === undefined ? { stateprovince: deriveStateProvince(values, current) } : {}
  },
  links: unlinkWhenTrashed('venue'),
  compose: venueFragments.compose,
})

/** The resource of venues. */
export const venues: Resource<typeof venueFields, typeof venueFilters> = {
  ...venueDefinition,
  operations: postOperations(venueDefinition),
}

type Place = Pick<PostRow<'venue'>, 'country' | 'state' | 'province' | 'stateprovince'>

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
