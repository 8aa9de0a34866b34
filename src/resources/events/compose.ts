import { type InvalidationFlag, joinBytes, newBytes, newFragment } from '../../cache/fragment-cache.ts'
import type { RequestContext, Site } from '../../core/context.ts'
import { type Caller, mayRead } from '../../core/policy.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { floatingDate } from '../../core/types.ts'
import type { AttendanceMode, EventStatus, Taxonomy } from '../../db/schema.ts'
import { htmlToSummary } from '../../lib/html.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { plainText } from '../../lib/text.ts'
import { toEpoch } from '../../lib/time-zone.ts'
import { organizerFragments } from '../organizers/record.ts'
import type { StoredRecord } from '../shared/post-definition.ts'
import { type PostFragment, selectSubject, withoutEmpty } from '../shared/post-record.ts'
import { compareTerms, embeddedTerm, newTermFragment, type TermFragment } from '../shared/term-record.ts'
import { venueFragments } from '../venues/record.ts'
import { readAttendance, readEventStatus } from './event-status.ts'
import type { EventLinks } from './links.ts'
import { currencyCodes, offerJsonLd } from './offers.ts'
import { eventRecord, type OwnEventRecord } from './record.ts'

/** The ids of the records that an event links to, venues and organizers in their order. */
export type LinkedIds = { readonly [name in 'venues' | 'organizers' | 'terms']: readonly number[] }

/**
 * The JSON of an event without its linked records, and without the closing brace. A change of a venue thus invalidates one fragment of the
 * venue, and no fragments of events.
 */
export type EventFragment = PostFragment & LinkedIds

/** The fragments of linked records by their ids. */
export type LinkedRecords = {
  readonly venues: ReadonlyMap<number, PostFragment>
  readonly organizers: ReadonlyMap<number, PostFragment>
  readonly terms: ReadonlyMap<number, TermFragment>
}

/** Makes the fragment of an event. */
export const makeEvent = (
  row: StoredPost<'event'>,
  { venues, organizers, terms }: LinkedIds,
  site: Site,
): EventFragment => ({
  ...newFragment(row.id, eventRecord.render(row, site).slice(0, -1)),
  subject: selectSubject(row),
  venues,
  organizers,
  terms,
})

/** Returns the event in terms of schema.org, without what it links to. */
export const eventSingle = (fragment: EventFragment, site: Site): Buffer => {
  if (fragment.single) return fragment.single
  // The JSON of a fragment lacks its closing brace.
  const own: OwnEventRecord = JSON.parse(`${fragment.bytes}}`)
  fragment.single = newBytes(JSON.stringify(eventJsonLd(own, site)))
  return fragment.single
}

/** An event with the linked records that a caller may read. */
export type ComposedEvent = {
  readonly bytes: Buffer
  readonly flags: readonly InvalidationFlag[]
  /** It lacks a linked record that the caller may not read. */
  readonly isPartial: boolean
}

/** Composes an event, as lists or as single reads have it, with the linked records that the caller may read (contract B5.3). */
export const composeEvent = (
  event: EventFragment,
  linked: LinkedRecords,
  { caller, single }: { readonly caller: Caller; readonly single?: Buffer | undefined },
): ComposedEvent => {
  const flags: InvalidationFlag[] = [event.flag]
  const isSingle = single !== undefined
  const venues = shownOf(event.venues, linked.venues, caller, flags)
  const organizers = shownOf(event.organizers, linked.organizers, caller, flags)
  const terms: { readonly [T in Taxonomy]: TermFragment[] } = { category: [], tag: [] }
  for (const id of event.terms) {
    const term = linked.terms.get(id)
    if (!term) continue
    flags.push(term.flag)
    terms[term.taxonomy].push(term)
  }
  const [venue] = venues
  const chunks = [event.bytes]
  pushList(chunks, ',"categories":[', terms.category.sort(compareTerms))
  pushList(chunks, ',"tags":[', terms.tag.sort(compareTerms))
  const venueChunks = isSingle ? venueFragments.singleChunks : undefined
  // One venue is an object, none or several are a list (F2.1).
  if (venue && venues.length === 1) chunks.push(Buffer.from(',"venue":'), ...(venueChunks?.(venue) ?? [venue.bytes]))
  else pushList(chunks, ',"venue":[', venues, venueChunks)
  pushList(chunks, ',"organizer":[', organizers, isSingle ? organizerFragments.singleChunks : undefined)
  chunks.push(Buffer.from(',"custom_fields":[]'))
  if (single) pushJsonLd(chunks, single, venue, organizers)
  chunks.push(Buffer.from('}'))
  const isPartial = venues.length < event.venues.length || organizers.length < event.organizers.length
  return { bytes: joinBytes(chunks), flags, isPartial }
}

/** Returns the linked records that the caller may read. The flags of hidden records are added as well, since these may be published later. */
const shownOf = (
  ids: readonly number[],
  records: ReadonlyMap<number, PostFragment>,
  caller: Caller,
  flags: InvalidationFlag[],
): PostFragment[] => {
  const shown: PostFragment[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (!record) continue
    flags.push(record.flag)
    if (mayRead(caller, record.subject)) shown.push(record)
  }
  return shown
}

/** Adds a list of records: their bytes, or what `chunksOf` makes of each. */
const pushList = <T extends { readonly bytes: Buffer }>(
  chunks: Buffer[],
  start: string,
  records: readonly T[],
  chunksOf?: (record: T) => readonly Buffer[],
): void => {
  chunks.push(Buffer.from(start))
  for (const [at, record] of records.entries()) {
    if (at > 0) chunks.push(comma)
    if (chunksOf) chunks.push(...chunksOf(record))
    else chunks.push(record.bytes)
  }
  chunks.push(end)
}

const locationStart = Buffer.from(',"location":')

const [comma, end] = [Buffer.from(','), Buffer.from(']')]

/** Adds the structured data: its location is the first venue, beside a virtual one; offers come after location and organizers. */
const pushJsonLd = (
  chunks: Buffer[],
  single: Buffer,
  venue: PostFragment | undefined,
  organizers: readonly PostFragment[],
): void => {
  // This cannot occur in texts, where quotation marks are escaped.
  const offers = single.indexOf(',"offers":')
  const at = offers < 0 ? single.length - 1 : offers
  const virtual = single.indexOf(locationStart)
  chunks.push(Buffer.from(',"json_ld":'), single.subarray(0, virtual < 0 ? at : virtual))
  const places = venue ? [{ bytes: venueFragments.singleOf(venue) }] : []
  if (virtual >= 0) places.push({ bytes: single.subarray(virtual + locationStart.length, at) })
  const [place] = places
  if (places.length > 1) pushList(chunks, ',"location":[', places)
  else if (place) chunks.push(locationStart, place.bytes)
  const people: { readonly bytes: Buffer }[] = []
  for (const organizer of organizers) people.push({ bytes: organizerFragments.singleOf(organizer) })
  if (people.length > 0) pushList(chunks, ',"organizer":[', people)
  chunks.push(single.subarray(at))
}

/** Makes the documents of an event that is no committed content yet, with the linked records that the caller may see. */
export const composeStored = (
  context: RequestContext,
  { row, links }: StoredRecord<'event', EventLinks>,
): ((isSingle: boolean) => Buffer) => {
  const terms = new Map<number, TermFragment>()
  for (const term of links.terms) terms.set(term.id, newTermFragment(term, embeddedTerm.render(term, context)))
  const linked = {
    venues: fragmentsOf(links.venues, venueFragments.make, context),
    organizers: fragmentsOf(links.organizers, organizerFragments.make, context),
    terms,
  }
  const ids = { venues: [...linked.venues.keys()], organizers: [...linked.organizers.keys()], terms: [...terms.keys()] }
  const event = makeEvent(row, ids, context)
  const { caller } = context
  return (isSingle) =>
    composeEvent(event, linked, { caller, single: isSingle ? eventSingle(event, context) : undefined }).bytes
}

const fragmentsOf = <R extends { readonly id: number }, F>(
  rows: readonly R[],
  make: (row: R, site: Site) => F,
  site: Site,
): ReadonlyMap<number, F> => {
  const fragments = new Map<number, F>()
  for (const row of rows) fragments.set(row.id, make(row, site))
  return fragments
}

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
  eventAttendanceMode: `https://schema.org/${schemaAttendance[readAttendance(event)]}EventAttendanceMode`,
  eventStatus: `https://schema.org/${schemaStatus[readEventStatus(event)]}`,
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
  const minutes = Math.round((toEpoch(local) - toEpoch(utc)) / 60_000)
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
