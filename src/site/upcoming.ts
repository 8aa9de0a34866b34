import type { Moment } from '../lib/date-text.ts'
import { addDays, addMonths, startOfDay } from '../lib/time-zone.ts'
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
 * Narrows a list of events to those that end today or later, or at most `daysBefore` days earlier, and begin within two years. The default window of the
 * API would leave out events that began earlier and are still going on. Filters that already have a window keep it.
 */
export const fromToday = (filters: EventFilters, today: string, daysBefore: number): EventFilters => {
  if (hasWindow(filters)) return filters
  return {
    ...filters,
    start_date: atDay(addDays(today, -longest)),
    ends_after: atDay(addDays(today, -1 - daysBefore)),
    end_date: atDay(addMonths(today, 24)),
  }
}

/** The window of events that had ended when a day began. */
export const overBefore = (day: string): EventFilters => ({
  start_date: atDay('0001-01-01'),
  end_date: atDay(day),
  ends_before: atDay(day),
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
