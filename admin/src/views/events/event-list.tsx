import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import { allDates, type Event, type EventListQuery, type Page, readEvents, statuses } from '../../api/calendar.ts'
import type { StatusCounts } from '../../api/counts.ts'
import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import { formatInstant, formatPeriod, t } from '../../texts.ts'
import { ColorDot } from '../../ui/color-field.tsx'
import { CheckField } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { readPreference, writePreference } from '../../ui/preference.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { columnFor, membersFor, type Needed } from '../list/columns.ts'
import type { Sorting } from '../list/record-table.tsx'
import { SeriesMark } from '../series/series-mark.tsx'
import { type Colors, colorOf } from '../terms/colors.ts'
import { eventStates, nameIn, stateNames } from './event-state.ts'

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
  'author',
  'state',
  'image',
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

/** What is on now is still to be looked after: it is past only when it is over. */
const spans: Readonly<Record<string, Pick<EventListQuery, 'start_date' | 'end_date' | 'window'>>> = {
  '': { window: 'current' },
  past: { window: 'past' },
  all: allDates,
}

/** The order of a list; by default, past events are sorted latest first, and the person's own by last change. */
export const readSorting = ({ sort, span, status }: Pick<EventQuery, 'sort' | 'span' | 'status'>): Sorting => {
  if (sort) return { by: sort.replace('-', ''), isDescending: sort.startsWith('-') }
  return status === 'mine' ? { by: 'modified', isDescending: true } : { by: 'start', isDescending: span === 'past' }
}

/** Whether a list is not sorted by date; it then has the events of all dates. */
export const isUndated = (query: Pick<EventQuery, 'sort' | 'span' | 'status'>): boolean =>
  readSorting(query).by !== 'start'

/** The order as the interface names it. */
const sortFor = (query: EventQuery): NonNullable<EventListQuery['sort']> => {
  const { by, isDescending } = readSorting(query)
  if (by === 'title') return [isDescending ? '-title' : 'title']
  if (by === 'modified') return [isDescending ? '-modified' : 'modified']
  return [isDescending ? '-start_date' : 'start_date']
}

/** Reads a page of the list; one after the last is empty, as records may have been removed meanwhile. */
export const listEvents = async (query: EventQuery, size = perPage): Promise<Page<ListedEvent>> => {
  const page = Math.max(1, Number(query.page) || 1)
  try {
    if (query.status === 'mine') return await readOwn(query, page, size)
    return await readListed({ ...filtersFor(query), ...datesFor(query), sort: sortFor(query), page, per_page: size })
  } catch (error) {
    if (error instanceof CalendarError && (error.status === 404 || error.code === 'rest_post_invalid_page_number'))
      return { records: [], total: 0, pages: 0 }
    throw error
  }
}

const datesFor = (query: EventQuery) => (isUndated(query) ? spans['all'] : spans[query.span]) ?? spans['']

/** Whether the list has one line for each series, as it does unless it says otherwise; the person's own events come from wp/v2, which knows no series. */
export const isCollapsed = ({ status, collapse }: Pick<EventQuery, 'status' | 'collapse'>): boolean =>
  status !== 'mine' && collapse !== everyDate

/** The value of `collapse` in the address with which the list has each date of a series. */
export const everyDate = 'none'

/** Most later dates of a series that are read; its page has all of them. */
const mostDates = 50

/** The other dates of the series of an event that stands for it in a list. */
export const listLaterDates = async (
  { id, series }: Pick<Event, 'id' | 'series'>,
  query: EventQuery,
): Promise<readonly ListedEvent[]> => {
  if (!series) return []
  const filters = { ...filtersFor({ ...query, collapse: everyDate }), ...datesFor(query), series: series.id }
  const { records } = await readListed({ ...filters, sort: sortFor(query), per_page: mostDates })
  return records.filter((event) => event.id !== id)
}

/** Whether the list has only some of the events that its tab has without filters, so that the tabs have other numbers. */
export const isNarrowed = (query: EventQuery): boolean =>
  query.span === 'past' || narrowing.some((name) => query[name] !== '')

const narrowing = ['search', 'categories', 'tags', 'venue', 'organizer', 'author', 'state', 'image'] as const

/** The numbers of the tabs with the filters and the dates of the list; the person's own events know only some of them. */
export const countEvents = async (query: EventQuery): Promise<StatusCounts> => {
  const countOf = async (status: string): Promise<readonly [string, number]> => {
    const { total } = await listEvents({ ...query, status: status === 'any' ? '' : status, page: '' }, 1)
    return [status, total]
  }
  const own = ['any', ...statuses, ...(knowsOwn(query) ? ['mine'] : [])]
  return Object.fromEntries(await Promise.all(own.map(countOf)))
}

/** Whether the list of the person's own events has all filters of a list. */
const knowsOwn = ({ venue, organizer, author, state, image, span }: EventQuery): boolean =>
  [venue, organizer, author, state, image].every((value) => value === '') && span === 'all'

const readListed = (filters: EventListQuery): Promise<Page<ListedEvent>> =>
  readEvents(membersFor(always, eventColumns()), filters)

/** Texts of the address as the filters of the interface; empty lists are not sent. */
const filtersFor = (query: EventQuery): EventListQuery => {
  const { search, status, categories, tags, venue, organizer, author, state, image } = query
  const list = (text: string): string[] => text.split(',').filter((part) => part !== '')
  return {
    status: statuses.filter((one) => list(status).includes(one)),
    categories: list(categories),
    tags: list(tags),
    venue: list(venue).map(Number),
    organizer: list(organizer).map(Number),
    author: list(author).map(Number),
    event_status: eventStates.filter((one) => list(state).includes(one)),
    ...(search ? { search } : {}),
    ...(image === 'none' ? { has_image: false } : {}),
    ...(isCollapsed(query) ? { collapse: 'series' as const } : {}),
  }
}

/** The person's own events, of all dates: only `wp/v2` finds the events of an author, and only the interface of the calendar has their dates. */
const readOwn = async (query: EventQuery, page: number, size: number): Promise<Page<ListedEvent>> => {
  const { search, categories, tags } = query
  const { by, isDescending } = readSorting(query)
  const { records, total, pages } = await readList<{ readonly id: number }>('wp/v2', 'tribe_events', {
    orderby: by,
    order: isDescending ? 'desc' : 'asc',
    status: 'any',
    author: session()?.user,
    search: search || undefined,
    tribe_events_cat: categories || undefined,
    tags: tags || undefined,
    page,
    per_page: size,
    _fields: 'id',
  })
  if (records.length === 0) return { records: [], total, pages }
  const ids = records.map(({ id }) => id)
  const listed = await readListed({ include: ids, status: [...statuses], per_page: size })
  const byId = new Map(listed.records.map((event) => [event.id, event]))
  return { records: ids.flatMap((id) => byId.get(id) ?? []), total, pages }
}

/** The title of an event as text. */
export const titleOf = ({ title }: Pick<Event, 'title'>): string => plainText(title) || t('(no title)')

const column = columnFor<Event>()

/** Every column of the list of events; the first is always shown, with the colour of a category. `returned` are notes on what was sent back. */
export const eventColumns = (colors: Colors = new Map(), returned: ReadonlyMap<number, string> = new Map()) => [
  column({
    key: 'title',
    name: t('Title'),
    needs: ['id', 'title', 'categories', 'event_status', 'series', 'own_fields'],
    sort: 'ascending',
    show: (event) => (
      <>
        <ColorDot
          color={colorOf(
            colors,
            event.categories.map(({ id }) => id),
          )}
        />
        <a href={`${adminPath}/events/${event.id}`}>{titleOf(event)}</a>
        {event.event_status && (
          <>
            {' '}
            <span class="badge notice">{nameIn(stateNames, event.event_status)}</span>
          </>
        )}
        <SeriesMark event={event} title={titleOf(event)} />
      </>
    ),
  }),
  column({
    key: 'start',
    name: t('When'),
    needs: ['start_date', 'end_date', 'all_day'],
    sort: 'ascending',
    show: ({ start_date, end_date, all_day }) => (
      <span class="when">{formatPeriod(start_date, end_date, all_day)}</span>
    ),
  }),
  column({
    key: 'venue',
    name: t('Where'),
    needs: ['venue'],
    show: ({ venue }) =>
      [venue]
        .flat()
        .map((one) => plainText(one.venue))
        .join(', '),
  }),
  column({
    key: 'organizers',
    name: t('Organizers'),
    needs: ['organizer'],
    show: ({ organizer }) => organizer.map((one) => plainText(one.organizer)).join(', '),
  }),
  column({
    key: 'categories',
    name: t('Categories'),
    needs: ['categories'],
    show: ({ categories }) => categories.map(({ name }) => plainText(name)).join(', '),
  }),
  column({
    key: 'tags',
    name: t('Tags'),
    needs: ['tags'],
    show: ({ tags }) => tags.map(({ name }) => plainText(name)).join(', '),
  }),
  column({
    key: 'status',
    name: t('Status'),
    needs: ['id', 'status'],
    show: ({ id, status }) =>
      returned.has(id) ? (
        <span class="badge notice" title={returned.get(id)}>
          {t('Sent back')}
        </span>
      ) : (
        <span class={`badge ${status}`}>{statusName(status)}</span>
      ),
  }),
  column({
    key: 'modified',
    name: t('Last change'),
    needs: ['modified_utc'],
    sort: 'descending',
    show: ({ modified_utc }) => formatInstant(modified_utc),
  }),
]

/** The name under which the columns are kept in this browser. */
const preference = 'event-columns'
const usual = ['start', 'venue', 'status']

const readChosen = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(readPreference(preference) ?? '')
    return Array.isArray(kept) ? kept.map(String) : usual
  } catch {
    return usual
  }
}

/** The columns that are shown besides the first, kept in this browser. */
export const useColumns = () => {
  const [chosen, setChosen] = useState(readChosen)
  const toggle = (key: string, isShown: boolean): void => {
    const next = isShown ? [...chosen, key] : chosen.filter((other) => other !== key)
    setChosen(next)
    writePreference(preference, JSON.stringify(next))
  }
  return { chosen, toggle }
}

/** Chooses the columns of the list. */
export const ColumnChoice = ({ chosen, toggle }: ReturnType<typeof useColumns>) => (
  <details class="columns">
    <summary>{t('Columns')}</summary>
    <div class="card stack">
      {eventColumns()
        .slice(1)
        .map(({ key, name }) => (
          <CheckField
            key={key}
            label={name}
            checked={chosen.includes(key)}
            onChecked={(isShown) => toggle(key, isShown)}
          />
        ))}
    </div>
  </details>
)
