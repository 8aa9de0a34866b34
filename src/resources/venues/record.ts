import { fieldMembers } from '../../core/fields.ts'
import type { RecordOf } from '../../core/members.ts'
import { defineRecord } from '../../core/record.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { plainText } from '../../lib/text.ts'
import {
  linkedEnd,
  linkedFragments,
  linkedMembers,
  linkedStart,
  plainRecord,
  withoutEmpty,
} from '../shared/post-record.ts'
import { venueFields } from './fields.ts'
import { showRegion } from './region.ts'

const members = { ...linkedMembers('venue'), ...fieldMembers(venueFields) }

/** The record of a venue, also within events (F2.2). Empty members are left out, but never switches and ids. */
export const venueRecord = defineRecord<StoredPost<'venue'>>()('Venue', members, [
  ...linkedStart,
  ...(['venue', 'description', 'excerpt', 'slug', 'image', 'address', 'city', 'country', 'province'] as const),
  ...(['state', 'zip', 'phone', 'website', 'stateprovince', 'geo_lat', 'geo_lng', '*', 'json_ld'] as const),
  ...(['show_map', 'show_map_link'] as const),
  ...linkedEnd,
])

/** The record of a venue as a client receives it. */
export type VenueRecord = RecordOf<typeof members>

/** The venue as a schema.org Place in plain text. */
const placeOf = (venue: VenueRecord): JsonObject => ({
  '@type': 'Place',
  name: plainText(venue.venue),
  ...withoutEmpty({
    description: htmlToSummary(venue.description ?? ''),
    image: venue.image?.url,
    url: venue.url,
    address: addressOf(venue),
    telephone: plainText(venue.phone ?? ''),
    sameAs: venue.website,
  }),
  ...(venue.geo_lat === undefined || venue.geo_lng === undefined
    ? {}
    : { geo: { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng } }),
})

const addressOf = (venue: VenueRecord): JsonObject | undefined => {
  const address = withoutEmpty({
    streetAddress: plainText(venue.address ?? ''),
    addressLocality: plainText(venue.city ?? ''),
    addressRegion: plainText(showRegion(venue)),
    postalCode: plainText(venue.zip ?? ''),
    addressCountry: plainText(venue.country ?? ''),
  })
  return Object.keys(address).length === 0 ? undefined : { '@type': 'PostalAddress', ...address }
}

/** How venues become fragments. */
export const venueFragments = linkedFragments('venue', venueRecord, placeOf)

/** The venue with plain texts (contract C1.1). */
export const plainVenue = plainRecord(venueRecord)
