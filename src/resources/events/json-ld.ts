import type { Site } from '../../core/context.ts'
import { floatingDate } from '../../core/types/dates.ts'
import type { AttendanceMode, EventStatus } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { plainText } from '../../lib/text.ts'
import { epochOf } from '../../lib/time-zone.ts'
import { withoutEmpty } from '../shared/post-record.ts'
import { attendanceOf, eventStatusOf } from './event-status.ts'
import { currencyCodes, offerJsonLd } from './offers.ts'
import type { OwnEventRecord } from './record.ts'

/** The event in terms of schema.org, without its location and its organizers. */
export const eventJsonLd = (event: OwnEventRecord, site: Site): JsonObject => ({
  '@context': 'http://schema.org',
  '@type': 'Event',
  name: plainText(event.title),
  ...withoutEmpty({
    description: htmlToSummary(event.excerpt || event.description),
    image: event.image ? event.image.url : undefined,
  }),
  url: event.url,
  eventAttendanceMode: `https://schema.org/${schemaAttendance[attendanceOf(event)]}EventAttendanceMode`,
  eventStatus: `https://schema.org/${schemaStatus[eventStatusOf(event)]}`,
  // A day: the vocabulary has no time for it.
  ...(event.previous_start_date !== undefined && { previousStartDate: event.previous_start_date.slice(0, 10) }),
  startDate: isoDate(event.start_date, event.utc_start_date),
  endDate: isoDate(event.end_date, event.utc_end_date),
  ...(event.series && {
    superEvent: { '@type': 'EventSeries', '@id': event.series.rest_url, name: plainText(event.title) },
  }),
  // The location and the offers come last: what the event links to is inserted there (`compose.ts`).
  ...(event.is_virtual ? { location: { '@type': 'VirtualLocation', url: event.virtual_url ?? event.url } } : {}),
  ...offersOf(event, site),
})

const schemaStatus: Readonly<Record<EventStatus, string>> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  moved_online: 'EventMovedOnline',
}

const schemaAttendance: Readonly<Record<AttendanceMode, string>> = {
  offline: 'Offline',
  online: 'Online',
  mixed: 'Mixed',
}

/** The local time in ISO 8601, with its offset from the time in UTC. */
const isoDate = (local: string, utc: string): string => {
  const minutes = Math.round((epochOf(local) - epochOf(utc)) / 60_000)
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')
  const rest = String(Math.abs(minutes) % 60).padStart(2, '0')
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

/** The schema.org offers of an event: those that it has, or one that follows from its cost. */
const offersOf = (event: OwnEventRecord, site: Site): { readonly offers?: Json } => {
  if (event.offers === undefined) return offerOf(event, site)
  const published = event.date_utc === floatingDate ? {} : { validFrom: isoDate(event.date, event.date_utc) }
  return { offers: event.offers.map((offer) => offerJsonLd(offer, { url: event.url, ...published })) }
}

/** The schema.org offer of an event whose cost has a price; a cost such as `Sold out` has none. */
const offerOf = (event: OwnEventRecord, { config }: Site): { readonly offers?: JsonObject } => {
  const { values, currency_symbol } = event.cost_details
  const prices = values.map(Number).filter((price) => !Number.isNaN(price))
  if (prices.length === 0) return {}
  const { code, symbol } = config.currency
  const isOfSite = currency_symbol === '' || currency_symbol === symbol
  const currency = (isOfSite && code) || currencyCodes.get(currency_symbol || symbol)
  const offer = {
    '@type': 'Offer',
    price: String(Math.min(...prices)),
    ...(currency === undefined ? {} : { priceCurrency: currency }),
    url: event.url,
    category: 'primary',
    availability: 'https://schema.org/InStock',
    ...(event.date_utc === floatingDate ? {} : { validFrom: isoDate(event.date, event.date_utc) }),
  }
  return { offers: offer }
}
