import type { JsonObject } from '../../lib/json.ts'
import {
  address,
  decimal,
  globalIds,
  id,
  image,
  jsonLd,
  object,
  optional,
  publication,
  text,
  truth,
  type ValueOf,
} from '../shared/record-schema.ts'

const maybe = optional(text)

const parts = {
  id,
  ...publication,
  author: optional(publication.author),
  url: address,
  venue: text,
  description: maybe,
  excerpt: maybe,
  slug: text,
  image: optional(image),
  address: maybe,
  city: maybe,
  country: maybe,
  province: maybe,
  state: maybe,
  zip: maybe,
  phone: maybe,
  website: maybe,
  stateprovince: maybe,
  geo_lat: optional(decimal),
  geo_lng: optional(decimal),
  show_map: truth,
  show_map_link: truth,
  ...globalIds,
}

/** A venue in lists, in answers to writes and inside events (F2.2). */
export const venueRecord = object('Venue', 'venue.record', parts)

/** A venue read by itself, or inside an event that is. */
export const singleVenueRecord = object('SingleVenue', 'venue.record', { ...parts, json_ld: jsonLd })

/** How venues are answered. */
export const venueSchemas = { item: venueRecord.schema, single: singleVenueRecord.schema }

/** What {@link venueSchemas} describe. */
export type VenueRecord = ValueOf<typeof venueRecord> & { readonly json_ld?: JsonObject }
