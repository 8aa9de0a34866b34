import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely'
import { readable, type Viewer } from '../../core/policy.ts'
import type { Schema } from '../../db/schema.ts'
import { type Condition, condition, idsBy, type Where } from '../../query/condition.ts'
import { linkedTo } from './find/link-rules.ts'

/** The default of `geoloc_distance` in kilometres (contract B4.6). */
export const defaultDistance = 25

/** Kilometres per degree of latitude, rounded down so that the box is never too small. */
const degreeLength = 110.5

/** Selects events at a venue that meets the condition and that the caller may read. */
const atVenue =
  (caller: Viewer, fits: () => Expression<SqlBool>): Where<'event'> =>
  (eb) =>
    eb.exists(
      eb
        .selectFrom('event_venue')
        .innerJoin('venue', 'venue.id', 'event_venue.venue_id')
        .select('venue.id')
        .whereRef('event_venue.event_id', '=', 'event.id')
        .where(fits())
        .where(readable(caller, 'venue')),
    )

/** Selects events whose venue has coordinates. */
export const hasCoordinates = (caller: Viewer): Where<'event'> =>
  atVenue(caller, () => {
    const eb = expressionBuilder<Schema, 'venue'>()
    return eb.and([eb('venue.geo_lat', 'is not', null), eb('venue.geo_lng', 'is not', null)])
  })

type PointValues = {
  readonly geoloc_lat?: number
  readonly geoloc_lng?: number
  readonly geoloc_distance?: number
}

/** Selects events near the point of `geoloc_lat` and `geoloc_lng`; no condition when these are not sent (contract B4.6). */
export const nearPoint = (values: PointValues): Condition<'event'>[] => {
  const { geoloc_lat: lat, geoloc_lng: lng, geoloc_distance = defaultDistance } = values
  if (lat === undefined || lng === undefined) return []
  return [condition(isNear, circleAround(lat, lng, geoloc_distance))]
}

type Span = readonly [from: number, to: number]

/** A circle with the box around it, by which an index finds venues: latitudes, and longitudes unless the box includes all of them. */
type Circle = {
  readonly lat: number
  readonly lng: number
  readonly kilometres: number
  readonly latitudes: Span
  readonly spans: readonly Span[]
}

/** A box that crosses the 180th meridian is split in two; one near a pole includes all longitudes. */
const circleAround = (lat: number, lng: number, kilometres: number): Circle => {
  const height = kilometres / degreeLength
  const [south, north] = [lat - height, lat + height]
  const circle = { lat, lng, kilometres, latitudes: [south, north] as const }
  if (south <= -89 || north >= 89) return { ...circle, spans: [] }
  const width = height / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  if (width >= 180) return { ...circle, spans: [] }
  const [west, east] = [lng - width, lng + width]
  const spans: Span[] = [[west, east]]
  if (west < -180) spans.push([west + 360, 180])
  if (east > 180) spans.push([-180, east - 360])
  return { ...circle, spans }
}

/** Selects events at venues within the circle that the caller may read. */
const isNear = linkedTo(
  'venue',
  idsBy<Circle, number>(
    (kysely, { param, caller, dialect }, spanCount) => {
      const span = (at: number, end: 0 | 1) => param(({ spans }) => spans[at]?.[end] ?? 0)
      const center = { lat: param(({ lat }) => lat), lng: param(({ lng }) => lng) }
      const [south, north] = [param(({ latitudes }) => latitudes[0]), param(({ latitudes }) => latitudes[1])]
      const inBox = (eb: ExpressionBuilder<Schema, 'venue'>) => [
        eb.between('venue.geo_lat', south, north),
        ...(spanCount > 0
          ? [eb.or(Array.from({ length: spanCount }, (_, at) => eb.between('venue.geo_lng', span(at, 0), span(at, 1))))]
          : []),
      ]
      const isWithin = (eb: ExpressionBuilder<Schema, 'venue'>) =>
        eb(
          dialect.distance(center, eb.ref('venue.geo_lat'), eb.ref('venue.geo_lng')),
          '<=',
          param(({ kilometres }) => kilometres),
        )
      return kysely
        .selectFrom('venue')
        .select('venue.id')
        .where((eb) => eb.and([...inBox(eb), isWithin(eb), readable(caller, 'venue')(eb)]))
    },
    { kinds: ['venue'], shape: ({ spans }) => spans.length },
  ),
)
