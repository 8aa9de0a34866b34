import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../core/context.ts'
import type { Caches } from '../../http/caches.ts'
import { venueFilters } from '../../resources/venues/filters.ts'
import { readKnown } from '../known-params.ts'
import { absolute, type PageContext } from '../page-context.ts'
import { mostRecords, type PageContexts } from '../page-contexts.ts'
import type { FeedResponder } from '../pages/pages.ts'
import type { ShownPlace } from '../place.ts'
import { plainList } from '../state.ts'
import { fromToday } from '../upcoming.ts'
import { createFeedTexts } from './feed-texts.ts'
import { findAll } from './find-all.ts'
import { createFormats, type FormatName, geoFeedOf } from './formats.ts'
import { findSubject, type Selection, selectPlace } from './selection.ts'
import { createFeedResponder } from './send-feed.ts'

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
  server: FastifyInstance,
  app: AppContext,
  reading: Caches,
  pages: PageContexts,
  perPage = mostRecords,
): FeedResponder => {
  const texts = createFeedTexts(app, reading)
  const formats = createFormats(texts, perPage)
  const respond = createFeedResponder()
  for (const [ending, daysBefore] of Object.entries(endings) as [FormatName, number | undefined][]) {
    for (const [path, placeOf] of Object.entries(subjects)) {
      if (path.startsWith('/event/') && ending !== 'ics') continue
      server.get(
        `${path}feed.${ending}`,
        pages.handler(async (context, request) => {
          const { slug = '' } = request.params as { slug?: string }
          const stamp = reading.changeFeed.stamp()
          const selection = await selectNative(context, placeOf(slug), daysBefore)
          const made = await formats[ending]({ context, selection, source: sourceOf(context), stamp })
          return respond(request, context, made)
        }),
      )
    }
  }
  server.get(
    '/venues/feed.geojson',
    pages.handler(async (context, request) => {
      const stamp = reading.changeFeed.stamp()
      const { venues } = context.records
      const filters = await venues.readFilters(withoutPaging(readKnown(context, venueFilters)))
      const ids = await findAll((page) => venues.find({ ...filters, per_page: perPage, page }))
      return respond(request, context, await geoFeedOf(texts.venues, ids, sourceOf(context), stamp))
    }),
  )
  return async (context, request, form, place) => {
    // What is committed from here on may be in the feed already; then its tag is only too old.
    const stamp = reading.changeFeed.stamp()
    const selection = await selectPlace(context, place)
    const format = form === 'calendar' ? formats.ics : formats[form]
    return respond(request, context, await format({ context, selection, source: sourceOf(context), stamp }))
  }
}

/** The address of a feed, with what of its query matters. */
const sourceOf = (context: PageContext): string => {
  const query = readKnown(context).toString()
  return absolute(context, context.path + (query === '' ? '' : `?${query}`))
}

/** What one of our own feeds holds: all filters of the interface count, and its window too. */
const selectNative = async (
  context: PageContext,
  place: ShownPlace,
  daysBefore: number | undefined,
): Promise<Selection> => {
  const subject = await findSubject(context, place)
  if (subject.event) return { ...subject, parts: [] }
  const sent = withoutPaging(readKnown(context))
  // The path decides what the feed is about, whatever the query says of it.
  for (const name of Object.keys(subject.filters)) sent.delete(name)
  const filters = { ...(await context.records.events.readFilters(sent)), ...subject.filters }
  const own = daysBefore === undefined ? filters : fromToday(filters, context.request.today, daysBefore)
  return { ...subject, parts: [{ filters: own }] }
}

/** The same query; a feed has all pages of a list. */
const withoutPaging = (sent: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(sent)
  for (const name of ['page', 'per_page']) rest.delete(name)
  return rest
}
