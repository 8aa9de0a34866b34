import { CalendarError } from 'kalends-client'
import { type Event, type EventPage, readEventPage } from '../../api/calendar.ts'
import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import type { Sorting } from '../list/record-table.tsx'

/** The state of the list in its address. */
export type EventQuery = Readonly<
  Record<
    | 'status'
    | 'search'
    | 'span'
    | 'page'
    | 'categories'
    | 'tags'
    | 'venue'
    | 'organizer'
    | 'state'
    | 'sort'
    | 'collapse',
    string
  >
>

/** Rows on a page. */
const perPage = 30

const members = [
  'id',
  'title',
  'slug',
  'status',
  'author',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'venue',
  'organizer',
  'categories',
  'tags',
  'url',
  'modified_utc',
  'event_status',
  'series',
  'own_fields',
] as const satisfies readonly (keyof Event)[]

type Listed = (typeof members)[number]

/** An event of the list, with what is asked for. */
export type ListedEvent = Pick<Event, Listed>

/** The first and the last day that the API accepts. */
const [earliest, latest] = ['1000-01-01', '9999-12-31']

const spans: Readonly<Record<string, { readonly start_date: string; readonly end_date?: string }>> = {
  '': { start_date: 'today' },
  past: { start_date: earliest, end_date: 'yesterday 23:59:59' },
  all: { start_date: earliest, end_date: latest },
}

const none = { events: [], total: 0, pages: 0 }

/** The order of a list; by default, past events are sorted latest first, and the person's own by last change. */
export const sortingOf = ({ sort, span, status }: Pick<EventQuery, 'sort' | 'span' | 'status'>): Sorting => {
  if (sort) return { by: sort.replace('-', ''), isDescending: sort.startsWith('-') }
  return status === 'mine' ? { by: 'modified', isDescending: true } : { by: 'start', isDescending: span === 'past' }
}

/** Whether a list is not sorted by date; it then has the events of all dates. */
export const isUndated = (query: Pick<EventQuery, 'sort' | 'span' | 'status'>): boolean =>
  sortingOf(query).by !== 'start'

/** Reads a page of the list. */
export const listEvents = async (query: EventQuery): Promise<EventPage<Listed>> => {
  const page = Math.max(1, Number(query.page) || 1)
  if (isUndated(query)) return readSorted(query, page)
  return readPage(query, page)
}

/** `wp/v2` knows the order by title or change, and the interface of the calendar the dates and places of these events. */
const readSorted = async (query: EventQuery, page: number): Promise<EventPage<Listed>> => {
  const { by, isDescending } = sortingOf(query)
  const { search, categories, tags } = query
  const isMine = query.status === 'mine'
  const { records, total, pages } = await readList<{ id: number }>('wp/v2', 'tribe_events', {
    orderby: by,
    order: isDescending ? 'desc' : 'asc',
    status: isMine ? 'any' : query.status || 'any',
    author: isMine ? session()?.user : undefined,
    search: search || undefined,
    tribe_events_cat: categories || undefined,
    tags: tags || undefined,
    page,
    per_page: perPage,
    _fields: 'id',
  }).catch(emptyBehindEnd({ records: [], total: 0, pages: 0 }))
  if (records.length === 0) return { events: [], total, pages }
  const ids = records.map(({ id }) => id)
  const { events } = await readEventPage(members, { include: ids.join(), status: allStatuses, per_page: perPage })
  const byId = new Map(events.map((event) => [event.id, event]))
  return { events: ids.flatMap((id) => byId.get(id) ?? []), total, pages }
}

const allStatuses = 'publish,future,draft,pending,private,trash'

const readPage = (query: EventQuery, page: number): Promise<EventPage<Listed>> => {
  const { status, search, categories, tags, venue, organizer, state: event_status, span, collapse } = query
  const filters = Object.entries({ status, search, categories, tags, venue, organizer, event_status, collapse }).filter(
    ([, value]) => value !== '',
  )
  const dates = spans[span] ?? spans['']
  const order = sortingOf(query).isDescending ? { sort: '-start_date' } : {}
  const part = { ...dates, ...order, ...Object.fromEntries(filters), page, per_page: perPage }
  return readEventPage(members, part).catch(emptyBehindEnd(none))
}

/** A page after the last one: records were removed meanwhile. */
const emptyBehindEnd =
  <T>(empty: T) =>
  (error: unknown): T => {
    if (error instanceof CalendarError && (error.status === 404 || error.code === 'rest_post_invalid_page_number'))
      return empty
    throw error
  }
