import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Check, ParamTable, Values } from '../../crud/params.ts'
import { readable } from '../../crud/permissions.ts'
import type { FilterScope } from '../../crud/resource.ts'
import type { Where } from '../../crud/store.ts'
import type { Schema } from '../../db/schema.ts'

type VenueBuilder = ExpressionBuilder<Schema, 'venue' | 'event_venue'>

/** Kilometres around a point that are searched unless `geoloc_distance` says otherwise (contract B4.6). */
export const defaultDistance = 25

/** Kilometres from one degree of latitude to the next, a little less than true: a box that is too wide loses nothing. */
const degreeLength = 110.5

/** Events at a venue that fits and that the caller may read. */
export const atVenue =
  ({ scope }: FilterScope, fits: (eb: VenueBuilder) => Expression<SqlBool>): Where<'event'> =>
  (eb) =>
    eb.exists(
      eb
        .selectFrom('event_venue')
        .innerJoin('venue', 'venue.id', 'event_venue.venue_id')
        .select('venue.id')
        .whereRef('event_venue.event_id', '=', 'event.id')
        .where((inner) => fits(inner as unknown as VenueBuilder))
        .where((inner) => readable(scope.caller, 'venue')(inner as unknown as ExpressionBuilder<Schema, 'venue'>)),
    )

/** Events whose venue has coordinates. */
export const hasCoordinates = (filterScope: FilterScope): Where<'event'> =>
  atVenue(filterScope, (eb) => eb.and([eb('venue.geo_lat', 'is not', null), eb('venue.geo_lng', 'is not', null)]))

/** The point is given by both of its coordinates (contract B4.6). */
export const checkPoint: Check = ({ geoloc_lat, geoloc_lng }) => {
  if ((geoloc_lat === undefined) === (geoloc_lng === undefined)) return []
  return [[geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'geoloc_lat and geoloc_lng must be sent together.']]
}

/** Events near the point that `geoloc_lat` and `geoloc_lng` name (contract B4.6). */
export const nearPoint = (values: Values<ParamTable>, filterScope: FilterScope): Where<'event'>[] => {
  const [lat, lng] = [values['geoloc_lat'], values['geoloc_lng']] as [number | undefined, number | undefined]
  if (lat === undefined || lng === undefined) return []
  const kilometres = Number(values['geoloc_distance'] ?? defaultDistance)
  const { dialect } = filterScope.db
  return [
    atVenue(filterScope, (eb) =>
      eb.and([
        inBox(eb, { lat, lng }, kilometres),
        eb(dialect.distance({ lat, lng }, eb.ref('venue.geo_lat'), eb.ref('venue.geo_lng')), '<=', kilometres),
      ]),
    ),
  ]
}

/** A box around the circle, for the index: split where it crosses the 180th meridian, all longitudes near a pole. */
const inBox = (eb: VenueBuilder, { lat, lng }: { lat: number; lng: number }, kilometres: number) => {
  const height = kilometres / degreeLength
  const [south, north] = [lat - height, lat + height]
  const inLatitude = eb.between('venue.geo_lat', south, north)
  if (south <= -89 || north >= 89) return inLatitude
  const width = height / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  if (width >= 180) return inLatitude
  const [west, east] = [lng - width, lng + width]
  const spans: [number, number][] = [[west, east]]
  if (west < -180) spans.push([west + 360, 180])
  if (east > 180) spans.push([-180, east - 360])
  return eb.and([inLatitude, eb.or(spans.map(([from, to]) => eb.between('venue.geo_lng', from, to)))])
}
