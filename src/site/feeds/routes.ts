import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { Reading } from '../../http/caches.ts'
import { venues } from '../../resources/venues/resource.ts'
import { readKnown } from '../known-params.ts'
import { absolute, type Visit } from '../page-context.ts'
import { mostRecords, type Visits } from '../page-contexts.ts'
import type { SendFeed } from '../pages/pages.ts'
import type { ShownPlace } from '../place.ts'
import { plainList } from '../state.ts'
import { fromToday } from '../upcoming.ts'
import { createFeedTexts } from './feed-texts.ts'
import { findAll } from './find-all.ts'
import { createFormats, type FormatName, geoFeedOf } from './formats.ts'
import { findSubject, type Selection, selectPlace } from './selection.ts'
import { createFeedSender } from './send-feed.ts'

const termPlace = (taxonomy: 'category' | 'tag') => (slug: string) =>
  ({ kind: 'events', state: { ...plainList, term: { taxonomy, slug } } }) as const

const recordPlace = (of: 'venue' | 'organizer' | 'event') => (slug: string) => ({ kind: 'record', of, slug }) as const

/** Where our own feeds are, and what they are about. */
const subjects: Readonly<Record<string, (slug: string) => ShownPlace>> = {
  '/events/': () => ({ kind: 'events', state: plainList }),
  '/events/category/:slug/': termPlace('category'),
  '/events/tag/:slug/': termPlace('tag'),
  '/venue/:slug/': recordPlace('venue'),
  '/organizer/:slug/': recordPlace('organizer'),
  '/event/:slug/': recordPlace('event'),
}

/** Our own feeds by the ending of their address; the days before the present one that each begins with, where it has no window of its own. */
const endings = { ics: 1, rss: 0, atom: 0, json: 0, geojson: undefined } as const satisfies Record<
  FormatName,
  number | undefined
>

/**
 * Calendars and news of all events, and of those of a category, a tag, a venue or an organizer, with the filters of the interface. Answers
 * what sends them at the addresses of pages. Calendars are complete, and read `perPage` ids at once.
 */
export const mountFeeds = (
  app: FastifyInstance,
  context: Context,
  reading: Reading,
  visits: Visits,
  perPage = mostRecords,
): SendFeed => {
  const texts = createFeedTexts(context, reading)
  const formats = createFormats(texts, perPage)
  const send = createFeedSender()
  for (const [ending, daysBefore] of Object.entries(endings) as [FormatName, number | undefined][]) {
    for (const [path, placeOf] of Object.entries(subjects)) {
      if (path.startsWith('/event/') && ending !== 'ics') continue
      app.get(
        `${path}feed.${ending}`,
        visits.handler(async (visit, request, reply) => {
          const { slug = '' } = request.params as { slug?: string }
          const stamp = reading.changes.stamp()
          const selection = await selectNative(visit, placeOf(slug), daysBefore)
          const made = await formats[ending]({ visit, selection, source: sourceOf(visit), stamp })
          return send(request, reply, visit, made)
        }),
      )
    }
  }
  app.get(
    '/venues/feed.geojson',
    visits.handler(async (visit, request, reply) => {
      const stamp = reading.changes.stamp()
      const query = readKnown(visit, venues.filters)
      query.set('per_page', String(perPage))
      const ids = await findAll((page) => {
        query.set('page', String(page))
        return visit.records.find(visit.scope, venues, query.toString())
      })
      return send(request, reply, visit, await geoFeedOf(texts.venues, ids, sourceOf(visit), stamp))
    }),
  )
  return async (visit, request, reply, form, place) => {
    // What is committed from here on may be in the feed already; then its tag is only too old.
    const stamp = reading.changes.stamp()
    const selection = await selectPlace(visit, place)
    const format = form === 'calendar' ? formats.ics : formats[form]
    return send(request, reply, visit, await format({ visit, selection, source: sourceOf(visit), stamp }))
  }
}

/** The address of a feed, with what of its query matters. */
const sourceOf = (visit: Visit): string => {
  const query = readKnown(visit).toString()
  return absolute(visit, visit.path + (query === '' ? '' : `?${query}`))
}

/** What one of our own feeds holds: all filters of the interface count, and its window too. */
const selectNative = async (visit: Visit, place: ShownPlace, daysBefore: number | undefined): Promise<Selection> => {
  const subject = await findSubject(visit, place)
  if (subject.event) return { ...subject, parts: [] }
  const query = readKnown(visit)
  for (const paging of ['page', 'per_page']) query.delete(paging)
  for (const [name, value] of Object.entries(subject.query)) query.set(name, value)
  if (daysBefore !== undefined) fromToday(query, visit.scope.today, daysBefore)
  return { ...subject, parts: [{ query }] }
}
