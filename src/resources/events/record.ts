import type { Site } from '../../core/context.ts'
import { fieldMembers } from '../../core/fields.ts'
import {
  address,
  dateTime,
  either,
  jsonLd,
  listOf,
  mapOf,
  no,
  nothing,
  object,
  oneOf,
  text,
  textLike,
} from '../../core/parts.ts'
import { columnsOf, defineRecord, member, type RecordOf, singleMember, widerMember } from '../../core/record.ts'
import type { PostRow, Taxonomy } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { epochOf } from '../../lib/time-zone.ts'
import { organizationOf, organizerRecord, renderOrganizer } from '../organizers/record.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { imagePart, type Shown, showImage, showImageUrl } from '../shared/post-image.ts'
import { globalIdMembers, pageUrl, postMembers, withoutEmpty } from '../shared/post-record.ts'
import { type EmbeddedTermRecord, embeddedTerm, renderEmbeddedTerm } from '../shared/term-record.ts'
import { placeOf, renderVenue, venueRecord } from '../venues/record.ts'
import { noCost, showCost } from './cost.ts'
import { eventFields } from './fields.ts'
import type { EventRelations } from './relations.ts'

type Row = Shown<PostRow<'event'>>

const stored = columnsOf<Row>()

type Rendering = RenderOptions & { readonly site: Site; readonly relations: EventRelations }

const digits = (length: number) => textLike(`^\\d{${length}}$`)

const dateDetails = object('DateDetails', {
  year: [digits(4), 'Year, four digits.'],
  month: [digits(2), 'Month from `01` to `12`.'],
  day: [digits(2), 'Day of the month from `01` to `31`.'],
  hour: [digits(2), 'Hour from `00` to `23`.'],
  minutes: [digits(2), 'Minutes from `00` to `59`.'],
  seconds: [digits(2), 'Seconds from `00` to `59`.'],
})

/** The parts of a date-time text, as texts padded with zeros (F2.1). */
const detailsOf = (text: string) => ({
  year: text.slice(0, 4),
  month: text.slice(5, 7),
  day: text.slice(8, 10),
  hour: text.slice(11, 13),
  minutes: text.slice(14, 16),
  seconds: text.slice(17, 19),
})

const detailsMember = (about: string, column: 'start_date' | 'end_date' | 'start_utc' | 'end_utc') =>
  member(dateDetails, about, (row: Row) => detailsOf(row[column]))

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
  label: [text, 'Name of the field as people read it.'],
  value: [text, 'Content of the field.'],
})

const termsOf = ({ site, relations }: Rendering, row: Row, taxonomy: Taxonomy): readonly EmbeddedTermRecord[] => {
  const records: EmbeddedTermRecord[] = []
  for (const term of relations.terms.get(row.id) ?? [])
    if (term.taxonomy === taxonomy) records.push(renderEmbeddedTerm(site, term))
  return records
}

const members = {
  ...postMembers,
  ...globalIdMembers,
  ...fieldMembers(eventFields),
  url: member(address, 'Address of the record’s public page.', (row: Row, { site }: Rendering) =>
    pageUrl(site, 'event', row),
  ),
  rest_url: member(address, 'Address of the event in this interface.', (row: Row, { site }: Rendering) =>
    site.links.api(`events/${row.id}`),
  ),
  description: member(text, 'Full description as HTML; may be empty.', stored('description')),
  excerpt: member(text, 'Short summary as HTML; may be empty.', stored('excerpt')),
  image: member(
    either(imagePart, no),
    'Featured image, or `false` when there is none.',
    (row: Row, { site }: Rendering) => showImage(site, row) ?? (false as const),
  ),
  start_date: member(dateTime, 'Start in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.', stored('start_date')),
  start_date_details: detailsMember('The parts of `start_date`.', 'start_date'),
  end_date: member(dateTime, 'End in the event’s own time zone, as `YYYY-MM-DD HH:MM:SS`.', stored('end_date')),
  end_date_details: detailsMember('The parts of `end_date`.', 'end_date'),
  utc_start_date: member(dateTime, 'Start in UTC, as `YYYY-MM-DD HH:MM:SS`.', stored('start_utc')),
  utc_start_date_details: detailsMember('The parts of `utc_start_date`.', 'start_utc'),
  utc_end_date: member(dateTime, 'End in UTC, as `YYYY-MM-DD HH:MM:SS`.', stored('end_utc')),
  utc_end_date_details: detailsMember('The parts of `utc_end_date`.', 'end_utc'),
  timezone_abbr: member(
    text,
    'Abbreviation of the time zone that is in force when the event starts, such as `CET`.',
    stored('timezone_abbr'),
  ),
  cost: member(
    text,
    'Price, ready for display, as a single amount or a range; empty when none is given.',
    (row: Row, { site }: Rendering) => costOf(site, row).cost,
  ),
  cost_details: member(
    costDetails,
    'The parts of `cost`.',
    (row: Row, { site }: Rendering) => costOf(site, row).details,
  ),
  website: member(
    text,
    'Address of the event’s website; its own `url` when it has none.',
    (row: Row, { site }: Rendering) => row.website ?? pageUrl(site, 'event', row),
  ),
  categories: member(listOf(embeddedTerm), 'Categories of the event, ordered by name.', (row: Row, at: Rendering) =>
    termsOf(at, row, 'category'),
  ),
  tags: member(listOf(embeddedTerm), 'Tags of the event, ordered by name.', (row: Row, at: Rendering) =>
    termsOf(at, row, 'tag'),
  ),
  // One venue is an object, none or several are an array (F2.1).
  venue: widerMember(
    either(venueRecord, listOf(venueRecord)),
    either(venueRecord.single, listOf(venueRecord.single)),
    'Venue of the event: an object, an array when there are several, or an empty array when there is none.',
    (row: Row, { site, relations, isSingle }: Rendering) => {
      const venues: ReturnType<typeof renderVenue>[] = []
      for (const venue of relations.venues.get(row.id) ?? []) venues.push(renderVenue(site, venue, { isSingle }))
      return venues.length === 1 ? (venues[0] ?? []) : venues
    },
  ),
  organizer: widerMember(
    listOf(organizerRecord),
    listOf(organizerRecord.single),
    'Organizers of the event, always as an array.',
    (row: Row, { site, relations, isSingle }: Rendering) => {
      const organizers: ReturnType<typeof renderOrganizer>[] = []
      for (const organizer of relations.organizers.get(row.id) ?? [])
        organizers.push(renderOrganizer(site, organizer, { isSingle }))
      return organizers
    },
  ),
  custom_fields: member(
    either(nothing, mapOf(customField)),
    'Additional fields by name, each with `label` and `value`; an empty array when there are none.',
    () => [],
  ),
  json_ld: singleMember(
    jsonLd,
    'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
    (row: Row, { site, relations }: Rendering) => eventJsonLd(site, row, relations, pageUrl(site, 'event', row)),
  ),
}

/** The record of an event (F2.1), with its members in the order of The Events Calendar (TEC). */
export const eventRecord = defineRecord<Row, Rendering>()('Event', members, [
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

/** Renders an event with its linked records; `isSingle` adds the members that only reads of one record show. */
export const renderEvent = (
  site: Site,
  row: Row,
  relations: EventRelations,
  { isSingle }: RenderOptions,
): EventRecord => eventRecord.render(row, { site, relations, isSingle })

/** Caches the last cost: a record shows it in two members. */
let lastCost: { readonly stored: string; readonly site: Site; readonly shown: ReturnType<typeof showCost> } | undefined

const costOf = (site: Site, { cost }: Row): ReturnType<typeof showCost> => {
  if (cost === '') return noCost
  if (lastCost?.stored !== cost || lastCost.site !== site) {
    lastCost = { stored: cost, site, shown: showCost(cost, site.config.currency) }
  }
  return lastCost.shown
}

const eventJsonLd = (site: Site, row: Row, relations: EventRelations, url: string): JsonObject => {
  const [venue] = relations.venues.get(row.id) ?? []
  const organizers = relations.organizers.get(row.id) ?? []
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    ...withoutEmpty({ description: htmlToSummary(row.excerpt || row.description) }),
    ...showImageUrl(site, row),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoDate(row.start_date, row.start_utc),
    endDate: isoDate(row.end_date, row.end_utc),
    ...(venue ? { location: placeOf(site, venue) } : {}),
    ...(organizers.length > 0 ? { organizer: organizers.map((organizer) => organizationOf(site, organizer)) } : {}),
    ...offerOf(site, row, url),
  }
}

/** The local time in ISO 8601, with its offset from the time in UTC. */
const isoDate = (local: string, utc: string): string => {
  const minutes = Math.round((epochOf(local) - epochOf(utc)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}

/** The schema.org offer of an event whose cost has a price; a cost such as `Sold out` has none. */
const offerOf = (site: Site, row: Row, url: string): { readonly offers?: JsonObject } => {
  if (row.cost === '') return {}
  const { values, currency_symbol } = costOf(site, row).details
  const currency = currencyCodes.get(currency_symbol || site.config.currency.symbol)
  const prices = values.map(Number).filter((price) => !Number.isNaN(price))
  if (prices.length === 0) return {}
  const offer = {
    '@type': 'Offer',
    price: String(Math.min(...prices)),
    ...(currency === undefined ? {} : { priceCurrency: currency }),
    url,
    category: 'primary',
    availability: 'https://schema.org/InStock',
    ...(row.date_utc === null ? {} : { validFrom: isoDate(row.date, row.date_utc) }),
  }
  return { offers: offer }
}

/** ISO 4217 codes of currency symbols; `$` means USD, as with The Events Calendar (F2.7). */
const currencyCodes: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
])
