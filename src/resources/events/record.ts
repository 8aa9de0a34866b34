import type { Site } from '../../core/context.ts'
import { fieldMembers } from '../../core/fields.ts'
import { linkedMember, member, membersFor, optionalMember, type RecordOf, singleMember } from '../../core/members.ts'
import {
  address,
  dateTime,
  either,
  id,
  jsonLd,
  listOf,
  mapOf,
  no,
  nothing,
  object,
  oneOf,
  text,
  textLike,
  yes,
} from '../../core/parts.ts'
import { defineRecord } from '../../core/record.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { namespace } from '../../lib/links.ts'
import { parseZone, toLocal } from '../../lib/time-zone.ts'
import { organizerRecord, plainOrganizer } from '../organizers/record.ts'
import { imagePart, showImage } from '../shared/post-image.ts'
import { plainRecord, postMembers } from '../shared/post-record.ts'
import { embeddedTerm, plainTerm } from '../shared/term-record.ts'
import { plainVenue, venueRecord } from '../venues/record.ts'
import { noCost, showCost } from './cost.ts'
import { readAttendance } from './event-status.ts'
import { eventFields } from './fields.ts'
import { currencyOfCost, plainOffer } from './offers.ts'

type Row = StoredPost<'event'>

const columns = membersFor<Row>()

const digits = (length: number) => textLike(`^\\d{${length}}$`)

const dateDetails = object('DateDetails', {
  year: [digits(4), 'Year, four digits.'],
  month: [digits(2), 'Month from `01` to `12`.'],
  day: [digits(2), 'Day of the month from `01` to `31`.'],
  hour: [digits(2), 'Hour from `00` to `23`.'],
  minutes: [digits(2), 'Minutes from `00` to `59`.'],
  seconds: [digits(2), 'Seconds from `00` to `59`.'],
})

const costDetails = object('CostDetails', {
  currency_symbol: [text, 'Currency symbol of the price; empty when none was given.'],
  currency_code: [text, 'Currency code according to ISO 4217; empty when unknown.'],
  currency_position: [
    oneOf('', 'prefix', 'postfix'),
    'Position of the currency symbol: `prefix` before the amount, `postfix` after it; empty when no symbol was given.',
  ],
  values: [listOf(text), 'The single amounts as strings, in ascending order.'],
})

const customField = object('CustomField', {
  label: [text, 'Display name of the field.'],
  value: [text, 'Content of the field.'],
})

const seriesLink = object('SeriesLink', {
  id: [id, 'Id of the series.'],
  rest_url: [address, 'Address of the series in this interface.'],
})

const keptException = object('KeptException', {
  id: [id, 'Id of the event.'],
  recurrence_id: [dateTime, 'Its original start by the previous rule.'],
  start_date: [dateTime, 'Start in the event’s own time zone.'],
  rest_url: [address, 'Address of the event in this interface.'],
})

/** Caches the last cost: a record shows it in two members. */
let lastCost: { readonly stored: string; readonly site: Site; readonly shown: ReturnType<typeof showCost> } | undefined

const costOf = (site: Site, stored: string): ReturnType<typeof showCost> => {
  if (lastCost?.stored !== stored || lastCost.site !== site)
    lastCost = { stored, site, shown: showCost(stored, site.config.currency) }
  return lastCost.shown
}

const members = {
  ...postMembers('event'),
  ...fieldMembers(eventFields),
  rest_url: member(
    address,
    'Address of the event in this interface.',
    columns.address('site', `/${namespace}/events/`, 'id'),
  ),
  description: member(text, 'Full description as HTML; may be empty.', columns.stored('description')),
  excerpt: member(text, 'Short summary as HTML; may be empty.', columns.stored('excerpt')),
  image: member(
    either(imagePart, no),
    'Featured image, or `false` when there is none.',
    columns.made('image', showImage, false),
  ),
  start_date: member(
    dateTime,
    'Start in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.',
    columns.date('start_date'),
  ),
  start_date_details: member(dateDetails, 'The parts of `start_date`.', columns.dateDetails('start_date')),
  end_date: member(dateTime, 'End in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.', columns.date('end_date')),
  end_date_details: member(dateDetails, 'The parts of `end_date`.', columns.dateDetails('end_date')),
  utc_start_date: member(dateTime, 'Start in UTC, as `YYYY-MM-DD HH:MM:SS`.', columns.date('start_utc')),
  utc_start_date_details: member(dateDetails, 'The parts of `utc_start_date`.', columns.dateDetails('start_utc')),
  utc_end_date: member(dateTime, 'End in UTC, as `YYYY-MM-DD HH:MM:SS`.', columns.date('end_utc')),
  utc_end_date_details: member(dateDetails, 'The parts of `utc_end_date`.', columns.dateDetails('end_utc')),
  timezone_abbr: member(
    text,
    'Abbreviation of the time zone that is in force when the event starts, such as `CET`.',
    columns.stored('timezone_abbr'),
  ),
  cost: member(
    text,
    'Price, ready for display, as a single amount or a range; empty when none is given.',
    columns.made('cost', (cost, _, site) => costOf(site, cost).cost, ''),
  ),
  cost_details: member(
    costDetails,
    'The parts of `cost`.',
    columns.made(
      'cost',
      (cost, row, site) => {
        const { details } = costOf(site, cost)
        const currency_code = currencyOfCost(row)
        return currency_code === '' ? details : { ...details, currency_code }
      },
      noCost.details,
    ),
  ),
  website: member(
    text,
    'Address of the event’s website; its own `url` when it has none.',
    columns.address('site', '/event/', 'slug', '/', { unless: 'website' }),
  ),
  categories: linkedMember(listOf(embeddedTerm), 'Categories of the event, ordered by name.'),
  tags: linkedMember(listOf(embeddedTerm), 'Tags of the event, ordered by name.'),
  // One venue is an object, none or several are an array (F2.1).
  venue: linkedMember(
    either(venueRecord, listOf(venueRecord)),
    'Venue of the event: an object, an array when there are several, or an empty array when there is none.',
    either(venueRecord.single, listOf(venueRecord.single)),
  ),
  organizer: linkedMember(
    listOf(organizerRecord),
    'Organizers of the event, always as an array.',
    listOf(organizerRecord.single),
  ),
  series: optionalMember(
    seriesLink,
    'The series of which the event is an occurrence.',
    columns.made('series_id', (id, _, { links }) => ({ id, rest_url: links.api(`series/${id}`) })),
  ),
  previous_start_date: optionalMember(
    dateTime,
    'For a rescheduled event: its previous start in its own time zone, as `YYYY-MM-DD HH:MM:SS`.',
    columns.made('previous_start_utc', (utc, { timezone }) => {
      const zone = parseZone(timezone)
      return zone && toLocal(utc, zone)
    }),
  ),
  utc_previous_start_date: optionalMember(
    dateTime,
    'For a rescheduled event: its previous start in UTC, as `YYYY-MM-DD HH:MM:SS`.',
    columns.stored('previous_start_utc', { omitsEmpty: true }),
  ),
  is_virtual: optionalMember(yes, 'Whether the event can be attended online; absent if it cannot.', (row: Row) =>
    readAttendance(row) === 'offline' ? undefined : true,
  ),
  recurrence_id: optionalMember(
    dateTime,
    'For an occurrence: its original start by the rule, in the time zone of the series (RFC 5545).',
    columns.stored('recurrence_id', { omitsEmpty: true }),
  ),
  own_fields: optionalMember(
    listOf(text),
    'For an exception: the fields in which it differs from the series.',
    columns.made('own_fields', (fields) => fields.split(',')),
  ),
  custom_fields: linkedMember(
    either(nothing, mapOf(customField)),
    'Additional fields by name, each with `label` and `value`; an empty array when there are none.',
  ),
  kept_exceptions: {
    ...linkedMember(
      listOf(keptException),
      'Only in the response to a change of the recurrence: exceptions that were kept although the new rule does not include their dates.',
    ),
    isOptional: true as const,
  },
  json_ld: singleMember(
    jsonLd,
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
  ),
}

/** The record of an event (F2.1), with its members in the order of The Events Calendar (TEC). */
export const eventRecord = defineRecord<Row>()('Event', members, [
  ...(['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc', 'modified'] as const),
  ...(['modified_utc', 'url', 'rest_url', 'title', 'description', 'excerpt', 'slug', 'image', 'all_day'] as const),
  ...(['start_date', 'start_date_details', 'end_date', 'end_date_details'] as const),
  ...(['utc_start_date', 'utc_start_date_details', 'utc_end_date', 'utc_end_date_details'] as const),
  ...(['timezone', 'timezone_abbr', 'cost', 'cost_details', 'website', 'show_map', 'show_map_link'] as const),
  ...(['hide_from_listings', 'sticky', 'featured', '*'] as const),
  ...(['categories', 'tags', 'venue', 'organizer', 'custom_fields', 'json_ld'] as const),
])

/** The record of an event as a client receives it. */
export type EventRecord = RecordOf<typeof members>

/** An event with plain texts, and all that it links to (contract C1.1). */
export const plainEvent = plainRecord({
  lines: [...eventRecord.lines, 'cost'],
  linked: { offers: plainOffer, categories: plainTerm, tags: plainTerm, venue: plainVenue, organizer: plainOrganizer },
})

/** The members of an event that do not depend on what it links to. */
export type OwnEventRecord = Omit<
  EventRecord,
  'categories' | 'tags' | 'venue' | 'organizer' | 'custom_fields' | 'json_ld'
>
