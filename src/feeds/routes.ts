import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { etagOf } from '../crud/etag.ts'
import type { Changes } from '../db/changes.ts'
import { encodingOf } from '../http/encoding.ts'
import { plainQuery } from '../http/raw-params.ts'
import { events, shownEvents } from '../resources/events/resource.ts'
import type { EventRecord } from '../resources/events/schema.ts'
import { venues } from '../resources/venues/resource.ts'
import type { VenueRecord } from '../resources/venues/schema.ts'
import { placeOf, writeWhen } from '../web/event-card.ts'
import { formHeaders, sendText, sendUnchanged } from '../web/send-text.ts'
import { fromToday } from '../web/upcoming.ts'
import { absolute, type Visit } from '../web/visit.ts'
import { mostRecords, type Visits } from '../web/visits.ts'
import { beginCalendar, cancelledComponent, createEventWriter, endCalendar, type Range } from './calendar.ts'
import { findCancelled } from './cancelled.ts'
import { type FeedSubject, findSubject, subjects } from './subjects.ts'
import { geoEventsOf, geoVenuesOf, jsonFeedOf, rssOf } from './syndication.ts'

/** Entries of news feeds: readers show the next ones, and nobody scrolls further. */
const newsEntries = 50

/** Records that are put together at once while a calendar is sent. */
const chunk = 50

/** A calendar of so many events is made as a whole and kept in memory; a longer one is sent as it is made. */
const whole = 500

/** The body of a feed; or the pieces in which it is sent, and what they depend on. */
type Body = string | { readonly parts: AsyncGenerator<string>; readonly facts: readonly unknown[] }

type Format = { readonly type: string; readonly write: (source: Source) => Promise<Body> }

/** What a feed is made from. */
type Source = {
  readonly context: Context
  readonly visit: Visit
  readonly subject: FeedSubject
  /** The filters, as parameters of the list of events. */
  readonly query: URLSearchParams
  /** The address of the feed. */
  readonly source: string
}

const formats: Readonly<Record<string, Format>> = {
  ics: { type: 'text/calendar; charset=UTF-8', write: (source) => writeCalendar(source) },
  rss: {
    type: 'application/rss+xml; charset=UTF-8',
    write: async (source) => rssOf(headOf(source), await entriesOf(source)),
  },
  json: {
    type: 'application/feed+json; charset=UTF-8',
    write: async (source) => JSON.stringify(jsonFeedOf(headOf(source), await entriesOf(source))),
  },
  geojson: {
    type: 'application/geo+json; charset=UTF-8',
    write: async ({ visit, query }) => {
      query.set('geoloc', 'true')
      query.set('per_page', String(mostRecords))
      const found: EventRecord[] = []
      for await (const some of inChunks(
        visit,
        (await visit.records.find(visit.scope, shownEvents, query.toString())).ids,
      )) {
        found.push(...some)
      }
      return JSON.stringify(geoEventsOf(found))
    },
  },
}

/** Calendars and news of all events, and of those of a category, a tag, a venue or an organizer, with the filters of the interface. */
export const mountFeeds = (app: FastifyInstance, context: Context, changes: Changes, visits: Visits): void => {
  for (const [extension, format] of Object.entries(formats)) {
    for (const [name, url] of Object.entries(subjects)) {
      if (name === 'event' && extension !== 'ics') continue
      app.get(
        `${url}feed.${extension}`,
        visits.handler(async (visit, request, reply) => {
          const { slug = '' } = request.params as { slug?: string }
          const subject = await findSubject(visit, name as keyof typeof subjects, slug)
          const query = plainQuery(visit.query, shownEvents.filters)
          for (const paging of ['page', 'per_page']) query.delete(paging)
          for (const [key, value] of Object.entries(subject.query)) query.set(key, value)
          const source = absolute(visit, request.url)
          // What is committed from here on may be in the feed already; then its tag is only too old.
          const stamp = changes.stamp()
          const body = await format.write({ context, visit, subject, query, source })
          return sendFeed(request, reply, visit, format.type, body, stamp)
        }),
      )
    }
  }
  app.get(
    '/venues/feed.geojson',
    visits.handler(async (visit, request, reply) => {
      const query = plainQuery(visit.query, venues.filters)
      query.delete('page')
      query.set('per_page', String(mostRecords))
      const { records } = await visit.records.list<VenueRecord>(visit.scope, venues, query.toString())
      const body = JSON.stringify(geoVenuesOf(records))
      return sendFeed(request, reply, visit, 'application/geo+json; charset=UTF-8', body, changes.stamp())
    }),
  )
}

const headOf = ({ visit, subject, source }: Source) => ({
  title: subject.title,
  description: subject.description,
  language: visit.speech.locale,
  url: absolute(visit, subject.path),
  source,
})

/** The next events. */
const entriesOf = async ({ visit, query }: Source) => {
  fromToday(query, visit.scope.today, 0)
  query.set('per_page', String(newsEntries))
  const { records } = await visit.records.list<EventRecord>(visit.scope, shownEvents, query.toString())
  return records.map((event) => ({ event, when: writeWhen(visit.speech, event), where: placeOf(event) }))
}

const writeCalendar = async (source: Source): Promise<Body> => {
  const { context, visit, subject, query } = source
  const { links, scope, records } = visit
  const head = beginCalendar({
    name: subject.title,
    description: subject.description,
    url: absolute(visit, subject.path),
    source: source.source,
    zone: context.config.zone.name,
  })
  if (subject.event) {
    const { utc_start_date, utc_end_date } = subject.event
    const write = createEventWriter(links, yearsAround([utc_start_date, utc_end_date]))
    return head + write(subject.event) + endCalendar
  }
  fromToday(query, scope.today, 1)
  query.set('per_page', String(mostRecords))
  const [{ ids }, cancelled] = await Promise.all([
    records.find(scope, shownEvents, query.toString()),
    findCancelled(context, visit, query),
  ])
  const write = createEventWriter(links, yearsAround([scope.today]))
  const parts = async function* (): AsyncGenerator<string> {
    yield head
    for await (const some of inChunks(visit, ids)) yield some.map(write).join('')
    yield cancelled.map((event) => cancelledComponent(links, event)).join('')
    yield endCalendar
  }
  return ids.length > whole ? { parts: parts(), facts: [ids, cancelled] } : join(parts())
}

/** The years whose clocks a calendar tells: those around the present, or around its only event. */
const yearsAround = (dates: readonly string[]): Range => {
  const years = dates.map((date) => Number(date.slice(0, 4)))
  const startOf = (year: number): number => Date.parse(`${String(Math.max(year, 0)).padStart(4, '0')}-01-01T00:00:00Z`)
  const from = Math.min(...years) - 1
  return { from: startOf(from), until: startOf(Math.min(Math.max(...years) + 4, from + mostYears, 9999)) }
}

/** Years of changes of the clock that a calendar tells at most. */
const mostYears = 20

/** The records of a feed, some at a time; others are answered in between, however fast the client reads. */
async function* inChunks({ records, scope }: Visit, ids: readonly number[]): AsyncGenerator<readonly EventRecord[]> {
  for (let at = 0; at < ids.length; at += chunk) {
    yield await records.records<EventRecord>(scope, events, ids.slice(at, at + chunk))
    await nextTurn()
  }
}

const join = async (parts: AsyncGenerator<string>): Promise<string> => {
  let text = ''
  for await (const part of parts) text += part
  return text
}

const feedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Answers a feed: a short one as a whole, which is kept; a long one as it is made. */
const sendFeed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  type: string,
  body: Body,
  stamp: string,
): Promise<FastifyReply> => {
  if (typeof body === 'string') return sendText(request, reply, visit, { type, text: body, headers: feedHeaders })
  // A long feed is compressed while it is sent.
  const form = encodingOf(request.headers['accept-encoding'], ['gzip', 'identity'])
  const headers = { ...formHeaders(form), ...feedHeaders, 'cache-control': 'no-cache' }
  // What it depends on stands for what nobody has made yet: the content, the day, the address and the settings.
  const { config, scope } = visit
  const { publicUrl, siteName, zone } = config
  const facts = [stamp, body.facts, scope.today, request.originalUrl, form, publicUrl, siteName, zone.name]
  const etag = etagOf(JSON.stringify(facts))
  const unchanged = sendUnchanged(request, reply, headers, etag)
  if (unchanged) return unchanged
  const parts = Readable.from(body.parts)
  reply.headers({ 'content-type': type, ...headers, etag })
  if (form === 'identity') return reply.send(parts)
  const packed = createGzip()
  pipeline(parts, packed).catch((error) => packed.destroy(error))
  return reply.send(packed)
}
