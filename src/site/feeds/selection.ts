import { ApiError } from '../../core/errors.ts'
import { plainText, slugify } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { type Day, laterBy, monthLaterBy, startOfWeek, toDay } from '../dates.ts'
import type { PageContext } from '../page-context.ts'
import { type PageState, plainList, writeAddress } from '../page-state.ts'
import type { ShownTarget } from '../page-target.ts'
import type { EventFilters } from '../reader.ts'
import { eventsOfTerm, findTerm } from '../terms.ts'
import { atDay, fromDay, latestPages, longest, overBefore, withoutWindow } from '../upcoming.ts'
import { findAll } from './find-all.ts'

/** The events that match some filters. With `isLatest`, a limited feed takes the last of them instead of the first. */
export type Part = { readonly filters: EventFilters; readonly isLatest?: boolean }

/** The events of a calendar or a feed, and its metadata. */
export type Selection = {
  readonly title: string
  readonly description: string
  /** The page that shows the same, below the language. */
  readonly path: string
  /** The name of the file, without its ending. */
  readonly fileName: string
  /** In the order of time. */
  readonly parts: readonly Part[]
  /** Whether an event of a part belongs to the feed, by its first and last day; without this, all of them do. */
  readonly holds?: (first: Day, last: Day) => boolean
  /** The only event, instead of parts. */
  readonly event?: EventRecord
  /** Minutes before its start at which a program reminds of it. */
  readonly alarm?: number | undefined
}

/**
 * What a target shows: the events of the page at the same address, all of them (contract D1.1).
 * @throws ApiError with status 404 or 403 if there is nothing that the public may see.
 */
export const selectTarget = async (context: PageContext, target: ShownTarget): Promise<Selection> => {
  const subject = await findSubject(context, target)
  if (subject.event) return { ...subject, parts: [] }
  if (target.kind === 'record') return { ...subject, parts: wholeOf(context, subject.filters) }
  const { state } = target
  const sent = await context.records.events.readFilters(new URLSearchParams(state.filters))
  const date = state.date === undefined ? '' : `-${state.date}`
  return {
    ...subject,
    path: writeAddress({ ...state, page: 1, zoom: 0 }),
    fileName: `${subject.fileName}${state.view === 'list' && !date ? '' : `-${state.view}`}${date}`,
    ...selectView(context, state, { ...sent, ...subject.filters }),
  }
}

/** Past and upcoming events. */
const wholeOf = (context: PageContext, filters: EventFilters): readonly Part[] => [
  overOf(context, filters, undefined),
  { filters: fromDay(filters, context.request.today()) },
]

const overOf = (context: PageContext, filters: EventFilters, date: Day | undefined): Part => ({
  filters: { ...withoutWindow(filters), ...overBefore(date ?? toDay(context.request.today())) },
  isLatest: true,
})

const selectView = (
  context: PageContext,
  { view, date }: PageState,
  filters: EventFilters,
): Pick<Selection, 'parts' | 'holds'> => {
  const today = toDay(context.request.today())
  if (view === 'past') return { parts: [overOf(context, filters, date)] }
  if (view === 'list' || view === 'photo' || view === 'map') {
    const shown = view === 'map' ? { ...filters, geoloc: true } : filters
    return { parts: [{ filters: fromDay(shown, date ?? today) }] }
  }
  const [from, until] = daysOf(context, view, date ?? today)
  // Other zones are up to 26 hours away from the site's, so more events are read than needed.
  const window = {
    start_date: atDay(laterBy(from, -longest)),
    end_date: atDay(laterBy(until, 1)),
    ends_after: atDay(laterBy(from, -3)),
  }
  return { parts: [{ filters: { ...filters, ...window } }], holds: (first, last) => first < until && last >= from }
}

/** The first day of a month, a week or a day, and the one after its last. */
const daysOf = ({ translator }: PageContext, view: 'month' | 'week' | 'day', date: string): readonly [Day, Day] => {
  if (view === 'day') return [date, laterBy(date, 1)]
  if (view === 'month') return [`${date.slice(0, 7)}-01`, `${monthLaterBy(date.slice(0, 7), 1)}-01`]
  const first = startOfWeek(translator, date)
  return [first, laterBy(first, 7)]
}

/** The subject of a feed, and the filters for its events. */
export type FeedSubject = Omit<Selection, 'parts' | 'holds'> & { readonly filters: EventFilters }

/**
 * Finds the subject of a feed: everything, a category, a tag, a venue, an organizer or an event.
 * @throws ApiError with status 404 or 403 if there is nothing that the public may see.
 */
export const findSubject = async (context: PageContext, target: ShownTarget): Promise<FeedSubject> => {
  const { config, records } = context
  const titled = (name: string, path: string, id: string) => ({
    title: `${name} – ${config.siteName}`,
    description: config.siteDescription,
    path,
    fileName: fileNameOf(name) ?? id,
  })
  if (target.kind === 'events') {
    const { term } = target.state
    const path = writeAddress({ ...plainList, term })
    if (!term) return { ...titled('', path, 'events'), title: config.siteName, filters: {} }
    const found = await findTerm(context, term.taxonomy, term.slug)
    if (!found) throw new ApiError(`rest-${term.taxonomy}-not-found`)
    const own = titled(plainText(found.name), path, `${term.taxonomy}-${found.id}`)
    return { ...own, filters: eventsOfTerm(term.taxonomy, found) }
  }
  const { of, slug } = target
  if (of === 'event') {
    const event = await records.events.bySlug(slug)
    return { ...titled(plainText(event.title), `/event/${event.slug}/`, `event-${event.id}`), filters: {}, event }
  }
  if (of === 'venue') {
    const venue = await records.venues.bySlug(slug)
    const own = titled(plainText(venue.venue), `/venue/${venue.slug}/`, `venue-${venue.id}`)
    return { ...own, filters: { venue: [venue.id] } }
  }
  const organizer = await records.organizers.bySlug(slug)
  const path = `/organizer/${organizer.slug}/`
  const own = titled(plainText(organizer.organizer), path, `organizer-${organizer.id}`)
  return { ...own, filters: { organizer: [organizer.id] } }
}

/** A file name for a title; undefined if the title has no words in ASCII. */
const fileNameOf = (title: string): string | undefined => {
  const slug = slugify(title)
  const plain = slug
    .replace(/%[\da-f]{2}/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug !== plain && !/[a-z]{2}/.test(plain)) return undefined
  return plain === '' ? undefined : plain
}

/** The ids of all events of a selection, before `holds` is applied; `idsPerRead` of them are read at once. */
export const findIds = async (
  { records }: PageContext,
  { parts, event }: Selection,
  idsPerRead: number,
): Promise<readonly number[]> => {
  if (event) return [event.id]
  const found: (readonly number[])[] = []
  for (const { filters } of parts) {
    found.push(await findAll((page) => records.events.find({ ...filters, per_page: idsPerRead, page })))
  }
  return found.flat()
}

/** The ids of a part in the order of time, of which there are `most` at most. */
export const findPart = async (
  { records }: PageContext,
  { filters, isLatest }: Part,
  most: number,
): Promise<readonly number[]> => {
  const find = (page: number) => records.events.find({ ...filters, per_page: most, page })
  const { ids, total } = await find(1)
  if (!isLatest || total <= most) return ids
  const pages = latestPages(total, most, 1).toSorted((one, other) => one - other)
  const found = await Promise.all(pages.map(find))
  return found.flatMap((page) => page.ids).slice(-most)
}
