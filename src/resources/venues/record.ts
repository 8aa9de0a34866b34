import type { Site } from '../../core/context.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { showText } from '../../lib/text.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { type Shown, showFeatured, showImageUrl } from '../shared/post-image.ts'
import { globalIds, pageUrl, showPublication, withoutEmpty } from '../shared/post-record.ts'
import type { VenueRecord } from './schema.ts'

type Row = Shown<PostRow<'venue'>>

/** A venue as it is answered, also inside an event (F2.2): what is empty is left out, the switches and ids never. */
export const renderVenue = (site: Site, row: Row, { isSingle }: RenderOptions): VenueRecord => ({
  id: row.id,
  ...showPublication(row),
  url: pageUrl(site, 'venue', row),
  venue: showText(row.title),
  ...withoutEmpty({ description: row.description, excerpt: row.excerpt }),
  slug: row.slug,
  ...showFeatured(site, row),
  ...withoutEmpty({
    address: showText(row.address),
    city: showText(row.city),
    country: showText(row.country),
    province: showText(row.province),
    state: showText(row.state),
    zip: showText(row.zip),
    phone: showText(row.phone),
    website: row.website,
    stateprovince: showText(row.stateprovince),
  }),
  ...(row.geo_lat === null || row.geo_lng === null ? {} : { geo_lat: row.geo_lat, geo_lng: row.geo_lng }),
  ...(isSingle ? { json_ld: { '@context': 'http://schema.org', ...placeOf(site, row) } } : {}),
  show_map: row.show_map === 1,
  show_map_link: row.show_map_link === 1,
  ...globalIds(site, row),
})

/** The venue as a schema.org Place, in plain text. */
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
