import { type Moment, resolveMoment } from '../lib/date-text.ts'
import { addDays, addMonths, endOfDay, startOfDay } from '../lib/time-zone.ts'
import { type DaySpan, dayWindows, findWindowDays } from '../lib/week.ts'
import { type Day, toDay } from './dates.ts'
import type { PageContext } from './page-context.ts'
import type { EventFilters } from './reader.ts'

/** Ten years in days: a longer event is not found among the ongoing ones. */
export const longest = 3653

const bounds = [
  'window',
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const

/** The beginning of a day in the site's time zone, for filters. Filters that use whole days include all of the day. */
export const atDay = (day: string): Moment => ({ kind: 'wall', local: startOfDay(day) })

/** Whether filters say from when to when events are, or which. */
export const hasWindow = (filters: EventFilters): boolean =>
  filters.include !== undefined || bounds.some((name) => filters[name] !== undefined)

/**
 * The days that filters ask for, the last one included: those of a window that is named after days, or from one date to another; by default the two
 * years from `from` on, and all that was until a day before it. Undefined where they ask for something else than days.
 */
export const findSpan = (
  config: PageContext['config'],
  filters: EventFilters,
  today: Day,
  from = today,
): DaySpan | undefined => {
  const { window, start_date, end_date, ...others } = filters
  const when = dayWindows.find((name) => name === window)
  if (hasWindow(others) || (window !== undefined && !when)) return undefined
  if (when) return findWindowDays(when, today, config)
  const readDay = (moment: Moment | undefined): Day | undefined => {
    const local = moment && resolveMoment(moment, config.zone)?.local
    return local === undefined ? undefined : toDay(local)
  }
  const last = readDay(end_date)
  const first = readDay(start_date) ?? (last !== undefined && last < from ? earliest : from)
  return { first, last: last ?? toDay(addMonths(startOfDay(first), 24)) }
}

/** The first day of pages: what is asked for until a day that is over has no other beginning. */
const earliest: Day = '1000-01-01'

/** The last second of the day before another, in the site's time zone, for filters that are strict. */
const eveOf = (day: string): Moment => ({ kind: 'wall', local: endOfDay(addDays(day, -1)) })

/** The window of events that began before a day and go on in it; one that ends as the day begins does not. */
export const runningInto = (day: string): EventFilters => ({
  start_date: atDay(addDays(day, -longest)),
  end_date: eveOf(day),
  ends_after: atDay(day),
  strict_dates: true,
})

/** The window of events that began before today and are not over now. */
export const runningNow = (today: string): EventFilters => ({
  window: 'ongoing',
  end_date: eveOf(today),
  strict_dates: true,
})

/**
 * Narrows a list of events to those that are not over when a day begins, and begin within two years. The default window of the API would leave
 * out events that began earlier and are still going on. Filters that already have a window keep it.
 */
export const fromDay = (filters: EventFilters, day: string): EventFilters => {
  if (hasWindow(filters)) return filters
  return { ...filters, ...runningInto(day), end_date: { kind: 'wall', local: endOfDay(addMonths(day, 24)) } }
}

/**
 * Narrows a list of events to those that are not over now, or that have not begun (`upcoming`), and begin within two years; filters that already have
 * a window keep it.
 */
export const fromNow = (
  filters: EventFilters,
  today: string,
  window: 'current' | 'upcoming' = 'current',
): EventFilters => (hasWindow(filters) ? filters : { ...filters, window, end_date: atDay(addMonths(today, 24)) })

/** The window of what begins in some days, and of what began earlier and goes on in them. */
export const goingOnIn = ({ first, last }: DaySpan): EventFilters => ({
  start_date: atDay(addDays(first, -longest)),
  ends_after: eveOf(first),
  end_date: atDay(last),
})

/**
 * Narrows filters to what a list of their days has: what begins in these days, and what began earlier and goes on in them; of today, only what is not
 * over. Filters that ask for something else than days keep it. `from` is as for {@link findSpan}.
 */
export const shownIn = (
  config: PageContext['config'],
  filters: EventFilters,
  today: Day,
  from = today,
): EventFilters => {
  const span = findSpan(config, filters, today, from)
  if (!span) return filters
  const { window: _, start_date: __, end_date: ___, ...others } = filters
  return { ...others, ...(span.first === today ? { window: 'current', end_date: atDay(span.last) } : goingOnIn(span)) }
}

/** The value of `collapse` by which a page shows every date of what repeats; the interface has no such value. */
export const everyDate = 'none'

/**
 * Reads the filters of a page. A list shows what repeats once, unless its address or the setting of the site say otherwise; a calendar, and the
 * dates of one series, show every date.
 * @throws ApiError `rest_invalid_param`
 */
export const readPageFilters = (
  { records, config }: Pick<PageContext, 'records' | 'config'>,
  sent: URLSearchParams,
  isList = true,
): Promise<EventFilters> => {
  const query = new URLSearchParams(sent)
  const isOnce = isList && config.repeated === 'once' && !query.has('series')
  const collapse = query.get('collapse') ?? (isOnce ? 'series' : everyDate)
  query.delete('collapse')
  if (collapse !== everyDate) query.set('collapse', collapse)
  return records.events.readFilters(query)
}

/** The window of events that had ended when a day began; those that end as it begins have. */
export const overBefore = (day: string): EventFilters => ({
  start_date: atDay('0001-01-01'),
  end_date: atDay(day),
  ends_before: { kind: 'wall', local: `${day} 00:00:01` },
  strict_dates: true,
})

/** The same filters without a window that has a name, and without an order. */
export const withoutWindow = ({ window, sort, ...filters }: EventFilters): EventFilters => filters

/** The window of all events. */
export const always: EventFilters = { start_date: atDay('0001-01-01'), end_date: atDay('9999-12-31') }

/**
 * Past events are shown with the latest first, but lists are in the order of time. This returns the numbers of the list's pages that make up one
 * page of the reversed list; the caller reverses their records. If the last page of the list is not full, the first page of the reversed list also
 * has the records of the page before.
 */
export const latestPages = (total: number, perPage: number, page: number): number[] => {
  const [whole, rest] = [Math.floor(total / perPage), total % perPage]
  return page === 1 && rest > 0 && whole > 0 ? [whole + 1, whole] : [Math.max(whole, 1) + 1 - page]
}
