import { addDays, addMonths } from '../lib/time-zone.ts'

/** Events that began so many days before, ten years, are still looked for among those that go on. */
export const longest = 3653

const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'include']

/**
 * Narrows a list of events to those that end today or later, or some days before, for two years: the window of the interface leaves out what has begun
 * before and still goes on. A query with a window of its own keeps it.
 */
export const fromToday = (query: URLSearchParams, today: string, daysBefore: number): void => {
  if (bounds.some((name) => query.has(name))) return
  const day = (text: string): string => text.slice(0, 10)
  query.set('start_date', day(addDays(today, -longest)))
  query.set('ends_after', day(addDays(today, -1 - daysBefore)))
  query.set('end_date', day(addMonths(today, 24)))
}

/** The window of what was over when a day began. */
export const overBefore = (day: string) => ({
  start_date: '0001-01-01',
  end_date: day,
  ends_before: `${day} 00:00:00`,
  strict_dates: 'true',
})

/**
 * The pages of a list in the order of time that are together a page of the same list with its end first; their records are to be reversed. The first has the
 * page before the last one with it, where the last is no whole page.
 */
export const latestPages = (total: number, perPage: number, page: number): number[] => {
  const [whole, rest] = [Math.floor(total / perPage), total % perPage]
  return page === 1 && rest > 0 && whole > 0 ? [whole + 1, whole] : [Math.max(whole, 1) + 1 - page]
}
