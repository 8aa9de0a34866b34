import type { Site } from '../../core/context.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { JsonObject } from '../../lib/json.ts'
import { showText } from '../../lib/text.ts'
import { epochOf } from '../../lib/time-zone.ts'
import { organizationOf, renderOrganizer } from '../organizers/record.ts'
import type { RenderOptions } from '../shared/post-definition.ts'
import { type Shown, showImage, showImageUrl } from '../shared/post-image.ts'
import { globalIds, pageUrl, showPublication, withoutEmpty } from '../shared/post-record.ts'
import { renderEmbeddedTerm } from '../shared/term-record.ts'
import { placeOf, renderVenue } from '../venues/record.ts'
import { noCost, showCost } from './cost.ts'
import type { EventRelations } from './relations.ts'
import type { EventRecord } from './schema.ts'

type Row = Shown<PostRow<'event'>>

/** An event as it is answered (F2.1), in the order of keys that clients of the peer know. */
export const renderEvent = (
  site: Site,
  row: Row,
  relations: EventRelations,
  { isSingle }: RenderOptions,
): EventRecord => {
  const { cost, details } = row.cost === '' ? noCost : showCost(row.cost, site.config.currency)
  const terms = (relations.terms.get(row.id) ?? []).map((term) => ({ term, record: renderEmbeddedTerm(site, term) }))
  const venues = (relations.venues.get(row.id) ?? []).map((venue) => renderVenue(site, venue, { isSingle }))
  const organizers = relations.organizers.get(row.id) ?? []
  const url = pageUrl(site, 'event', row)
  return {
    id: row.id,
    ...globalIds(site, row),
    ...showPublication(row),
    url,
    rest_url: site.links.api(`events/${row.id}`),
    title: showText(row.title),
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: showImage(site, row) ?? false,
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: detailsOf(row.start_date),
    end_date: row.end_date,
    end_date_details: detailsOf(row.end_date),
    utc_start_date: row.start_utc,
    utc_start_date_details: detailsOf(row.start_utc),
    utc_end_date: row.end_utc,
    utc_end_date_details: detailsOf(row.end_utc),
    timezone: row.timezone,
    timezone_abbr: row.timezone_abbr,
    cost,
    cost_details: details,
    website: row.website ?? url,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    categories: terms.filter(({ term }) => term.taxonomy === 'category').map(({ record }) => record),
    tags: terms.filter(({ term }) => term.taxonomy === 'tag').map(({ record }) => record),
    venue: venues.length === 1 ? (venues[0] ?? []) : venues,
    organizer: organizers.map((organizer) => renderOrganizer(site, organizer, { isSingle })),
    custom_fields: [],
    ...(isSingle ? { json_ld: eventJsonLd(site, row, relations, url) } : {}),
  }
}

/** The parts of a date-time text, as texts padded with zeros (F2.1). */
const detailsOf = (text: string) => ({
  year: text.slice(0, 4),
  month: text.slice(5, 7),
  day: text.slice(8, 10),
  hour: text.slice(11, 13),
  minutes: text.slice(14, 16),
  seconds: text.slice(17, 19),
})

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

/** ISO 8601 with the offset that lies between the two clocks. */
const isoDate = (local: string, utc: string): string => {
  const minutes = Math.round((epochOf(local) - epochOf(utc)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}

/** What it costs, where that is a price: `Sold out` is none. */
const offerOf = (site: Site, row: Row, url: string): { readonly offers?: JsonObject } => {
  if (row.cost === '') return {}
  const { values, currency_symbol } = showCost(row.cost, site.config.currency).details
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

/** ISO 4217 codes of the symbols that stand for one currency as a rule; `$` is taken as clients of the peer know it (F2.7). */
const currencyCodes: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
])
