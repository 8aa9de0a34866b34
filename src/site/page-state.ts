import type { Point } from '../lib/distance.ts'
import { isDay } from '../lib/time-zone.ts'
import { type When, whenNames } from '../lib/week.ts'

/** How events are shown. */
export const views = ['list', 'month', 'week', 'photo', 'map', 'day', 'past'] as const

/** How events are shown. */
export type View = (typeof views)[number]

/** The filters of the pages; they mean what the parameters of those names mean in the list of events (contract A3). */
export const filterNames = [
  ...(['search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'free'] as const),
  ...(['attendance_mode', 'cost_max', 'has_image'] as const),
  ...(['categories_relation', 'categories_exclude', 'tags_exclude', 'venue_exclude', 'organizer_exclude'] as const),
  ...(['start_date', 'end_date', 'modified_after', 'modified_before', 'window'] as const),
  ...(['sort', 'series', 'collapse'] as const),
  ...(['geoloc_lat', 'geoloc_lng', 'geoloc_distance'] as const),
] as const

/** A filter of the pages. */
export type FilterName = (typeof filterNames)[number]

/** Filters as they stand in the address. */
export type Filters = { readonly [name in FilterName]?: string }

/** The parameter of pages and feeds for a window, which is easier to say: `when=weekend`. */
export const whenParam = 'when'

/** The days or the evening that a page is narrowed to by name; undefined where it is not. */
export const findWhen = ({ window }: Pick<Filters, 'window'>): When | undefined =>
  whenNames.find((name) => name === window)

/** Filters as parameters of an address. */
export const writeFilters = (filters: Filters): URLSearchParams => {
  const { window, ...others } = filters
  const query = new URLSearchParams(others)
  if (window !== undefined) query.set(findWhen(filters) ? whenParam : 'window', window)
  return query
}

/** Filters without those that choose days. */
export const ofAnyDay = ({ start_date: _, end_date: __, ...filters }: Filters): Filters => {
  const { window, ...others } = filters
  return findWhen(filters) ? others : filters
}

/** Whether a view is a list of what is on and comes, of days that visitors choose. */
export const isListView = (view: View): boolean => view === 'list' || view === 'photo' || view === 'map'

/** The filters that a view has: a month, a week, a day and what is past have days of their own. */
const fitFilters = (view: View, filters: Filters): Filters =>
  isDated(view) || view === 'past' ? ofAnyDay(filters) : filters

/** What a page of events shows: each state has one address, and each address is one state. */
export type PageState = {
  readonly view: View
  /**
   * The month `YYYY-MM`, the day, or any day of the week that is shown; a list begins with this day, and past events end before it. Undefined is
   * the present.
   */
  readonly date?: string | undefined
  readonly page: number
  readonly filters: Filters
  /** Only events of this category or tag are shown; the slug names it. */
  readonly term?: { readonly taxonomy: 'category' | 'tag'; readonly slug: string } | undefined
  /** How much closer a map is than one that shows everything. */
  readonly zoom: number
}

/** A slug as states have it: slugs are stored percent-encoded, and browsers send letters with and without escapes. */
export const decodeSlug = (slug: string): string => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** All upcoming events. */
export const plainList: PageState = { view: 'list', page: 1, zoom: 0, filters: {} }

/** The most that a map can be zoomed in, counted from the zoom that shows everything. */
const maxZoom = 18

/** What the query of a page in a view says: the page of a list, of which there is none of the number 0, the zoom of a map, and the filters. */
export const readQuery = (view: View, sent: URLSearchParams): Pick<PageState, 'page' | 'zoom' | 'filters'> => ({
  page: readNumber(sent.get('page'), 0, 1_000_000) ?? 1,
  zoom: readNumber(sent.get('zoom'), 0, maxZoom) ?? 0,
  filters: fitFilters(view, readFilters(sent)),
})

/** The date to keep when a visitor changes to another view; lists and maps show upcoming events and have none. */
export const dateFor = (view: View, date: string | undefined): string | undefined => {
  if (date === undefined || !isDated(view)) return undefined
  return view === 'month' ? date.slice(0, 7) : date.length === 7 ? `${date}-01` : date
}

const isDated = (view: View): boolean => view === 'month' || view === 'week' || view === 'day'

/** What the form for a date asks for: the same events at that date, or at present where it is empty; undefined where the form was not sent. */
export const readDateForm = (state: PageState, sent: URLSearchParams): PageState | undefined => {
  const asked = sent.get('date')
  if (asked === null || !isDated(state.view)) return undefined
  const date = dateFor(state.view, asked)
  return changed(state, { date: date !== undefined && isDateOf(state.view, date) ? date : undefined })
}

/** Whether a view can show a date: a month takes `YYYY-MM`, a map nothing, every other view a day; years are 1000 to 9998. */
export const isDateOf = (view: View, date: string): boolean => {
  if (view === 'map') return false
  const isMonth = date.length === 7
  return isMonth === (view === 'month') && date >= '1000' && date < '9999' && isDay(isMonth ? `${date}-01` : date)
}

/** Reads a whole number; undefined unless it is one within these bounds. */
export const readNumber = (text: string | null, least: number, most: number): number | undefined => {
  const number = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

/** An empty field of the form is no filter; a ticked box has the value `true`. Days that are in the wrong order change places. */
const readFilters = (sent: URLSearchParams): Filters => {
  const values = filterNames.map((name) => [name, (sent.get(name) ?? '').trim()] as const)
  const filters: Filters = Object.fromEntries(values.filter(([, value]) => value !== ''))
  const { start_date: from, end_date: until } = filters
  const isReversed = from !== undefined && until !== undefined && isDay(from) && isDay(until) && until < from
  return isReversed ? { ...filters, start_date: until, end_date: from } : filters
}

/** The path and query of a state, below the language. */
export const writeAddress = ({ view, date, page, filters, term, zoom }: PageState): string => {
  const of = term ? `/${term.taxonomy}/${encodeURIComponent(term.slug)}` : ''
  const shown = view === 'list' && date === undefined ? '' : `/${view}`
  const query = writeFilters(filters)
  if (page > 1) query.set('page', String(page))
  if (zoom > 0) query.set('zoom', String(zoom))
  const text = query.toString()
  return `/events${of}${shown}${date === undefined ? '' : `/${date}`}/${text === '' ? '' : `?${text}`}`
}

/** The address of the numbers for what a page shows. */
export const countsAddress = ({ view, date, filters, term }: PageState): string => {
  const query = writeFilters(filters)
  if (term) query.set(term.taxonomy === 'category' ? 'categories' : 'tags', term.slug)
  if (view !== 'list') query.set('view', view)
  if (date !== undefined) query.set('date', date)
  const text = query.toString()
  return `/events/filters/${text === '' ? '' : `?${text}`}`
}

/** The same events within so many kilometres of a point, the nearest first where a view has an order. */
export const near = (state: PageState, { lat, lng }: Point, kilometres: number): PageState =>
  changed(state, {
    filters: {
      ...state.filters,
      geoloc_lat: String(lat),
      geoloc_lng: String(lng),
      geoloc_distance: String(kilometres),
      sort: 'distance',
    },
  })

/** The state without a point, and without the order that needs one. */
export const anywhere = (state: PageState): PageState => {
  const { geoloc_lat, geoloc_lng, geoloc_distance, sort, ...others } = state.filters
  return changed(state, { filters: sort === undefined || sort.includes('distance') ? others : { ...others, sort } })
}

/** The state with a change, on its first page, with the filters that its view has. */
export const changed = (state: PageState, change: Partial<PageState>): PageState => {
  const next = { ...state, page: 1, zoom: 0, ...change }
  return { ...next, filters: fitFilters(next.view, next.filters) }
}
