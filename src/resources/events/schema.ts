import type { JsonObject } from '../../lib/json.ts'
import { organizerRecord, singleOrganizerRecord } from '../organizers/schema.ts'
import {
  address,
  dateTime,
  either,
  globalIds,
  id,
  image,
  jsonLd,
  listOf,
  mapOf,
  no,
  nothing,
  object,
  oneOf,
  type Part,
  publication,
  text,
  truth,
  type ValueOf,
} from '../shared/record-schema.ts'
import { embeddedTerm } from '../shared/term-schema.ts'
import { singleVenueRecord, venueRecord } from '../venues/schema.ts'

const digits = (length: number): Part<string> => ({ schema: { type: 'string', pattern: `^\\d{${length}}$` } })

const dateDetails = object('DateDetails', 'date_details', {
  year: digits(4),
  month: digits(2),
  day: digits(2),
  hour: digits(2),
  minutes: digits(2),
  seconds: digits(2),
})

const costDetails = object('CostDetails', 'cost_details', {
  currency_symbol: text,
  currency_code: text,
  currency_position: oneOf('', 'prefix', 'postfix'),
  values: listOf(text),
})

const customField = object('CustomField', 'custom_field', { label: text, value: text })

const parts = {
  id,
  ...globalIds,
  ...publication,
  url: address,
  rest_url: address,
  title: text,
  description: text,
  excerpt: text,
  slug: text,
  image: either(image, no),
  all_day: truth,
  start_date: dateTime,
  start_date_details: dateDetails,
  end_date: dateTime,
  end_date_details: dateDetails,
  utc_start_date: dateTime,
  utc_start_date_details: dateDetails,
  utc_end_date: dateTime,
  utc_end_date_details: dateDetails,
  timezone: text,
  timezone_abbr: text,
  cost: text,
  cost_details: costDetails,
  website: text,
  show_map: truth,
  show_map_link: truth,
  hide_from_listings: truth,
  sticky: truth,
  featured: truth,
  categories: listOf(embeddedTerm),
  tags: listOf(embeddedTerm),
  venue: either(venueRecord, listOf(venueRecord)),
  organizer: listOf(organizerRecord),
  custom_fields: either(nothing, mapOf(customField)),
}

/** An event in lists and in answers to writes (F2.1): one venue is an object, none or several are an array. */
export const eventRecord = object('Event', 'event.record', parts)

const singleEventRecord = object('SingleEvent', 'event.record', {
  ...parts,
  venue: either(singleVenueRecord, listOf(singleVenueRecord)),
  organizer: listOf(singleOrganizerRecord),
  json_ld: jsonLd,
})

/** How events are answered. */
export const eventSchemas = { item: eventRecord.schema, single: singleEventRecord.schema }

/** What {@link eventSchemas} describe. */
export type EventRecord = ValueOf<typeof eventRecord> & { readonly json_ld?: JsonObject }
