import type { Moment } from '../lib/date-text.ts'
import { addDays, addMonths, startOfDay } from '../lib/time-zone.ts'
import type { EventFilters } from './reader.ts'

/** Days, ten years, that an event may last: one that began earlier is not looked for among those that go on. */
export const longest = 3653

const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/** The beginning of a day of the site's clock, as filters take it. Filters that count whole days mean all of the day. */
export const atDay = (day: string): Moment => ({ kind: 'wall', local: startOfDay(day) })

/**
 * Narrows a list of events to those that end today or later, or some days before, for two years: the window of the interface leaves out what has begun
 * before and still goes on. Filters with a window of their own keep it.
 */
export const fromToday = (filters: EventFilters, today: string, daysBefore: number): EventFilters => {
  if (filters.include !== undefined || bounds.some((name) => filters[name] !== undefined)) return filters
  return {
    ...filters,
    start_date: atDay(addDays(today, -longest)),
    ends_after: atDay(addDays(today, -1 - daysBefore)),
    end_date: atDay(addMonths(today, 24)),
  }
}

/** The window of what was over when a day began. */
export const overBefore = (day: string): EventFilters => ({
  start_date: atDay('0001-01-01'),
  end_date: atDay(day),
  ends_before: atDay(day),
  strict_dates: true,
})

/** The window of everything that there is. */
export const always: EventFilters = { start_date: atDay('0001-01-01'), end_date: atDay('9999-12-31') }

/**
 * Past events are shown with the latest first, but lists are in the order of time. This gives the pages of the list that make one page of the
 * reversed list; the caller reverses their records. Where the last page of the list is not full, the first page of the reversed list has the
 * page before it too.
 */
export const latestPages = (total: number, perPage: number, page: number): number[] => {
  const [whole, rest] = [Math.floor(total / perPage), total % perPage]
  return page === 1 && rest > 0 && whole > 0 ? [whole + 1, whole] : [Math.max(whole, 1) + 1 - page]
}
