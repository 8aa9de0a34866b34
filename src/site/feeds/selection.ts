import { ApiError } from '../../core/errors.ts'
import { slugify } from '../../lib/slug.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { events, shownEvents } from '../../resources/events/resource.ts'
import type { OrganizerRecord } from '../../resources/organizers/record.ts'
import { organizers } from '../../resources/organizers/resource.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { venues } from '../../resources/venues/resource.ts'
import { type Day, dayOf, laterBy, monthLaterBy, startOfWeek } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import type { ShownPlace } from '../place.ts'
import { addressOf, type PageState, plainList } from '../state.ts'
import { findTerm, termFilters } from '../terms.ts'
import { fromToday, latestPages, longest, overBefore } from '../upcoming.ts'
import { findAll } from './find-all.ts'

/** The events that a list of the interface finds; of one that is too long the last ones, where `isLatest` says so. */
export type Part = { readonly query: URLSearchParams; readonly isLatest?: boolean }

/** Which events a calendar or a feed holds, and what it says of itself. */
export type Selection = {
  readonly title: string
  readonly description: string
  /** The page that shows the same, below the language. */
  readonly path: string
  /** The name of the file, without its ending. */
  readonly fileName: string
  /** In the order of time. */
  readonly parts: readonly Part[]
  /** Whether an event that a part finds belongs to it, by its first and last day; all of them do where nothing is said. */
  readonly holds?: (first: Day, last: Day) => boolean
  /** The only event, instead of parts. */
  readonly event?: EventRecord
}

/**
 * What a place shows: the events of the page at the same address, all of them (contract D1.1).
 * @throws ApiError with status 404 or 403 where there is nothing that the public may see.
 */
export const selectPlace = async (context: PageContext, place: ShownPlace): Promise<Selection> => {
  const subject = await findSubject(context, place)
  if (subject.event) return { ...subject, parts: [] }
  const base = new URLSearchParams(subject.query)
  if (place.kind === 'record') return { ...subject, parts: wholeOf(context, base) }
  const { state } = place
  for (const [name, value] of Object.entries(state.filters)) base.set(name, value)
  const date = state.date === undefined ? '' : `-${state.date}`
  return {
    ...subject,
    path: addressOf({ ...state, page: 1, zoom: 0 }),
    fileName: `${subject.fileName}${state.view === 'list' && !date ? '' : `-${state.view}`}${date}`,
    ...selectView(context, state, base),
  }
}

/** What is over and what is ahead. */
const wholeOf = (context: PageContext, base: URLSearchParams): readonly Part[] => {
  const ahead = new URLSearchParams(base)
  fromToday(ahead, context.request.today, 0)
  return [overOf(context, base, undefined), { query: ahead }]
}

const overOf = (context: PageContext, base: URLSearchParams, date: Day | undefined): Part => ({
  query: withParams(base, overBefore(date ?? dayOf(context.request.today))),
  isLatest: true,
})

const withParams = (base: URLSearchParams, own: Readonly<Record<string, string>>): URLSearchParams => {
  const query = new URLSearchParams(base)
  for (const [name, value] of Object.entries(own)) query.set(name, value)
  return query
}

const selectView = (
  context: PageContext,
  { view, date }: PageState,
  base: URLSearchParams,
): Pick<Selection, 'parts' | 'holds'> => {
  const today = dayOf(context.request.today)
  if (view === 'past') return { parts: [overOf(context, base, date)] }
  if (view === 'list' || view === 'map') {
    const ahead = view === 'map' ? withParams(base, { geoloc: 'true' }) : new URLSearchParams(base)
    fromToday(ahead, date ?? today, 0)
    return { parts: [{ query: ahead }] }
  }
  const [from, until] = daysOf(context, view, date ?? today)
  // Other zones are up to 26 hours away from that of the site, so that more is read than belongs there.
  const query = withParams(base, {
    start_date: laterBy(from, -longest),
    end_date: laterBy(until, 1),
    ends_after: laterBy(from, -3),
  })
  return { parts: [{ query }], holds: (first, last) => first < until && last >= from }
}

/** The first day of a month, a week or a day, and the one after its last. */
const daysOf = ({ translator }: PageContext, view: 'month' | 'week' | 'day', date: string): readonly [Day, Day] => {
  if (view === 'day') return [date, laterBy(date, 1)]
  if (view === 'month') return [`${date.slice(0, 7)}-01`, `${monthLaterBy(date.slice(0, 7), 1)}-01`]
  const first = startOfWeek(translator, date)
  return [first, laterBy(first, 7)]
}

/** What a feed is about, and by which filters its events are found. */
export type Subject = Omit<Selection, 'parts' | 'holds'> & { readonly query: Readonly<Record<string, string>> }

/**
 * Finds what a feed is about: everything, a category, a tag, a venue, an organizer or an event.
 * @throws ApiError with status 404 or 403 where there is nothing that the public may see.
 */
export const findSubject = async (context: PageContext, place: ShownPlace): Promise<Subject> => {
  const { config, records, request } = context
  const titled = (name: string, path: string, id: string) => ({
    title: `${name} – ${config.siteName}`,
    description: config.siteDescription,
    path,
    fileName: fileNameOf(name) ?? id,
  })
  if (place.kind === 'events') {
    const { term } = place.state
    const path = addressOf({ ...plainList, term })
    if (!term) return { ...titled('', path, 'events'), title: config.siteName, query: {} }
    const found = await findTerm(context, term.taxonomy, term.slug)
    if (!found) throw new ApiError(`rest-${term.taxonomy}-not-found`)
    const own = titled(plainText(found.name), path, `${term.taxonomy}-${found.id}`)
    return { ...own, query: { [termFilters[term.taxonomy]]: String(found.id) } }
  }
  const { of, slug } = place
  if (of === 'event') {
    const event = await records.read<EventRecord>(request, events, slug)
    return { ...titled(plainText(event.title), `/event/${event.slug}/`, `event-${event.id}`), query: {}, event }
  }
  if (of === 'venue') {
    const venue = await records.read<VenueRecord>(request, venues, slug)
    const own = titled(plainText(venue.venue), `/venue/${venue.slug}/`, `venue-${venue.id}`)
    return { ...own, query: { venue: String(venue.id) } }
  }
  const organizer = await records.read<OrganizerRecord>(request, organizers, slug)
  const path = `/organizer/${organizer.slug}/`
  const own = titled(plainText(organizer.organizer), path, `organizer-${organizer.id}`)
  return { ...own, query: { organizer: String(organizer.id) } }
}

/** The name of a file for a title; undefined where a title in another script leaves no word of it in ASCII. */
const fileNameOf = (title: string): string | undefined => {
  const slug = slugify(title)
  const plain = slug
    .replace(/%[\da-f]{2}/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug !== plain && !/[a-z]{2}/.test(plain)) return undefined
  return plain === '' ? undefined : plain
}

/** The ids of all events of a selection, before `holds` is asked; `perPage` of them are read at once. */
export const findIds = async (
  { records, request }: PageContext,
  { parts, event }: Selection,
  perPage: number,
): Promise<readonly number[]> => {
  if (event) return [event.id]
  const found: (readonly number[])[] = []
  for (const { query } of parts) {
    found.push(await findAll((page) => records.find(request, shownEvents, pageOf(query, perPage, page))))
  }
  return found.flat()
}

const pageOf = (query: URLSearchParams, perPage: number, page: number): string =>
  withParams(query, { per_page: String(perPage), page: String(page) }).toString()

/** The ids of a part in the order of time, of which there are `most` at most. */
export const findPart = async (
  { records, request }: PageContext,
  { query, isLatest }: Part,
  most: number,
): Promise<readonly number[]> => {
  const find = (page: number) => records.find(request, shownEvents, pageOf(query, most, page))
  const { ids, total } = await find(1)
  if (!isLatest || total <= most) return ids
  const pages = latestPages(total, most, 1).toSorted((one, other) => one - other)
  const found = await Promise.all(pages.map(find))
  return found.flatMap((page) => page.ids).slice(-most)
}
