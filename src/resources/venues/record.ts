import type { Site } from '../../core/context.ts'
import { fieldMembers } from '../../core/fields.ts'
import { defineRecord, type RecordOf } from '../../core/record.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { type LinkedRendering, linkedEnd, linkedMembers, linkedStart } from '../shared/linked-record.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { type Shown, showImageUrl } from '../shared/post-image.ts'
import { pageUrl, withoutEmpty } from '../shared/post-record.ts'
import { venueFields } from './fields.ts'

type Row = Shown<PostRow<'venue'>>

/** The venue as a schema.org Place in plain text. */
export const placeOf = (site: Site, row: Row): JsonObject => ({
  '@type': 'Place',
  name: row.title,
  ...withoutEmpty({ description: htmlToSummary(row.description) }),
  ...showImageUrl(site, row),
  url: pageUrl(site, 'venue', row),
  ...withoutEmpty({ address: addressOf(row), telephone: row.phone, sameAs: row.website }),
  ...(row.geo_lat === null || row.geo_lng === null
    ? {}
    : { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } }),
})

const addressOf = (row: Row): Json => {
  const address = withoutEmpty({
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  })
  return Object.keys(address).length === 0 ? null : { '@type': 'PostalAddress', ...address }
}

const members = { ...linkedMembers('venue', placeOf), ...fieldMembers(venueFields) }

/** The record of a venue, also within events (F2.2). Empty members are left out, but never switches and ids. */
export const venueRecord = defineRecord<Row, LinkedRendering>()('Venue', members, [
  ...linkedStart,
  ...(['venue', 'description', 'excerpt', 'slug', 'image', 'address', 'city', 'country', 'province'] as const),
  ...(['state', 'zip', 'phone', 'website', 'stateprovince', 'geo_lat', 'geo_lng', '*', 'json_ld'] as const),
  ...(['show_map', 'show_map_link'] as const),
  ...linkedEnd,
])

/** The record of a venue as a client receives it. */
export type VenueRecord = RecordOf<typeof members>

/** Renders a venue; `isSingle` adds the members that only reads of one record show. */
export const renderVenue = (site: Site, row: Row, { isSingle }: RenderOptions): VenueRecord =>
  venueRecord.render(row, { site, isSingle })
