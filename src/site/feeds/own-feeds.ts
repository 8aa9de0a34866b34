import { addDays } from '../../lib/time-zone.ts'
import { venueFilters } from '../../resources/venues/filters.ts'
import { readKnown } from '../known-params.ts'
import type { PageContext } from '../page-context.ts'
import { plainList, readNumber } from '../page-state.ts'
import type { ShownTarget } from '../page-target.ts'
import { type Answer, pathPart } from '../route.ts'
import { fromDay } from '../upcoming.ts'
import { findAll } from './find-all.ts'
import type { FormatName } from './formats.ts'
import { findSubject, type Selection } from './selection.ts'

/** The subjects of our own feeds. */
export type FeedOf = 'all' | 'category' | 'tag' | 'venue' | 'organizer' | 'event'

const targetOf = (subject: FeedOf, slug: string): ShownTarget => {
  if (subject === 'all') return { kind: 'events', state: plainList }
  if (subject === 'category' || subject === 'tag') {
    return { kind: 'events', state: { ...plainList, term: { taxonomy: subject, slug } } }
  }
  return { kind: 'record', of: subject, slug }
}

/** How many days before today a feed begins, unless the query has a window; undefined means the default window of the API. */
const daysBefore: Readonly<Record<FormatName, number | undefined>> = {
  ics: 1,
  rss: 0,
  atom: 0,
  json: 0,
  geojson: undefined,
}

/** Handles one of our own feeds, such as `/venue/:slug/feed.ics`. */
export const handleFeed =
  (subject: FeedOf, format: FormatName): Answer =>
  (context, request) =>
    context.feeds.respond(context, request, format, () =>
      select(context, targetOf(subject, pathPart(request, 'slug')), daysBefore[format]),
    )

/** Returns all venues with coordinates, with the filters of their list, as GeoJSON. */
export const venuesFeed: Answer = (context, request) =>
  context.feeds.respondWithVenues(context, request, async (idsPerRead) => {
    const { venues } = context.records
    const filters = await venues.readFilters(withoutPaging(readKnown(context, venueFilters)))
    return findAll((page) => venues.find({ ...filters, per_page: idsPerRead, page }))
  })

/** Four weeks: the longest time before an event at which a program reminds of it. */
const mostMinutes = 40_320

/** The selection of one of our own feeds, by all filters of the API, including its window. */
const select = async (context: PageContext, target: ShownTarget, days: number | undefined): Promise<Selection> => {
  const subject = await findSubject(context, target)
  const query = readKnown(context)
  if (subject.event) return { ...subject, parts: [], alarm: readNumber(query.get('alarm'), 0, mostMinutes) }
  const sent = withoutPaging(query)
  // The subject in the path overrides the query.
  for (const name of Object.keys(subject.filters)) sent.delete(name)
  const filters = { ...(await context.records.events.readFilters(sent)), ...subject.filters }
  const own = days === undefined ? filters : fromDay(filters, addDays(context.request.today(), -days))
  return { ...subject, parts: [{ filters: own }] }
}

/** The query without paging, because a feed has all pages of a list. */
const withoutPaging = (sent: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(sent)
  for (const name of ['page', 'per_page', 'cursor']) rest.delete(name)
  return rest
}
