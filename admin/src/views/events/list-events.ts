import { CalendarError } from 'kalends-client'
import { allDates, type Event, type EventListQuery, type Page, readEvents, statuses } from '../../api/calendar.ts'
import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import { membersFor, type Needed } from '../list/columns.ts'
import type { Sorting } from '../list/record-table.tsx'
import { eventColumns } from './columns.tsx'
import { eventStates } from './event-state.ts'

/** What the address says of the list. */
export const queryNames = [
  'status',
  'search',
  'span',
  'page',
  'categories',
  'tags',
  'venue',
  'organizer',
  'state',
  'sort',
  'collapse',
] as const

/** The state of the list in its address. */
export type EventQuery = Readonly<Record<(typeof queryNames)[number], string>>

/** Rows on a page. */
const perPage = 30

/** What the list needs besides its columns: for its actions, and for the names in its filters. */
const always = ['id', 'title', 'status', 'author', 'url', 'series', 'tags', 'venue', 'organizer'] as const

/** An event of the list, with what is asked for. */
export type ListedEvent = Pick<Event, (typeof always)[number] | Needed<ReturnType<typeof eventColumns>>>

const spans: Readonly<Record<string, Pick<EventListQuery, 'start_date' | 'end_date'>>> = {
  '': { start_date: 'today' },
  past: { start_date: allDates.start_date, end_date: 'yesterday 23:59:59' },
  all: allDates,
}

/** The order of a list; by default, past events are sorted latest first, and the person's own by last change. */
export const sortingOf = ({ sort, span, status }: Pick<EventQuery, 'sort' | 'span' | 'status'>): Sorting => {
  if (sort) return { by: sort.replace('-', ''), isDescending: sort.startsWith('-') }
  return status === 'mine' ? { by: 'modified', isDescending: true } : { by: 'start', isDescending: span === 'past' }
}

/** Whether a list is not sorted by date; it then has the events of all dates. */
export const isUndated = (query: Pick<EventQuery, 'sort' | 'span' | 'status'>): boolean =>
  sortingOf(query).by !== 'start'

/** The order as the interface names it. */
const sortFor = (query: EventQuery): NonNullable<EventListQuery['sort']> => {
  const { by, isDescending } = sortingOf(query)
  if (by === 'title') return [isDescending ? '-title' : 'title']
  if (by === 'modified') return [isDescending ? '-modified' : 'modified']
  return [isDescending ? '-start_date' : 'start_date']
}

/** Reads a page of the list; one after the last is empty, as records may have been removed meanwhile. */
export const listEvents = async (query: EventQuery): Promise<Page<ListedEvent>> => {
  const page = Math.max(1, Number(query.page) || 1)
  const part = { sort: sortFor(query), per_page: perPage }
  try {
    if (query.status === 'mine') return await readOwn(query, page, part)
    const dates = (isUndated(query) ? spans['all'] : spans[query.span]) ?? spans['']
    return await readListed({ ...filtersFor(query), ...dates, ...part, page })
  } catch (error) {
    if (error instanceof CalendarError && (error.status === 404 || error.code === 'rest_post_invalid_page_number'))
      return { records: [], total: 0, pages: 0 }
    throw error
  }
}

const readListed = (filters: EventListQuery): Promise<Page<ListedEvent>> =>
  readEvents(membersFor(always, eventColumns()), filters)

/** Texts of the address as the filters of the interface; empty lists are not sent. */
const filtersFor = ({
  search,
  status,
  categories,
  tags,
  venue,
  organizer,
  state,
  collapse,
}: EventQuery): EventListQuery => {
  const list = (text: string): string[] => text.split(',').filter((part) => part !== '')
  return {
    status: statuses.filter((one) => list(status).includes(one)),
    categories: list(categories),
    tags: list(tags),
    venue: list(venue).map(Number),
    organizer: list(organizer).map(Number),
    event_status: eventStates.filter((one) => list(state).includes(one)),
    ...(search ? { search } : {}),
    ...(collapse === 'series' ? { collapse } : {}),
  }
}

/** The person's own events, of all dates: only `wp/v2` finds the events of an author, and only the interface of the calendar has their dates. */
const readOwn = async (
  query: EventQuery,
  page: number,
  part: Pick<EventListQuery, 'sort' | 'per_page'>,
): Promise<Page<ListedEvent>> => {
  const { search, categories, tags } = query
  const { by, isDescending } = sortingOf(query)
  const { records, total, pages } = await readList<{ readonly id: number }>('wp/v2', 'tribe_events', {
    orderby: by,
    order: isDescending ? 'desc' : 'asc',
    status: 'any',
    author: session()?.user,
    search: search || undefined,
    tribe_events_cat: categories || undefined,
    tags: tags || undefined,
    page,
    per_page: perPage,
    _fields: 'id',
  })
  if (records.length === 0) return { records: [], total, pages }
  const listed = await readListed({ ...part, include: records.map(({ id }) => id), status: [...statuses] })
  return { records: listed.records, total, pages }
}
