import type { EventRecord } from '../resources/events/record.ts'
import { type Day, laterBy, toDay } from './dates.ts'
import type { PageContext } from './page-context.ts'
import type { EventFilters } from './reader.ts'
import { atDay, findSpan, hasWindow, runningInto, runningNow, shownIn } from './upcoming.ts'

/** What little room is for: what begins, and what began on an earlier day and is still on. */
export type Ahead = {
  readonly next: readonly EventRecord[]
  readonly running: readonly EventRecord[]
}

/** Most events that began on an earlier day: an exhibition of months must not keep this evening away. */
export const mostRunning = 2

/** More that began earlier are not looked at. */
const mostLookedAt = 500

/**
 * Finds the next events in the days that filters ask for, by default the next two years, and a few of those that began before and are still on: the
 * last that began, featured ones first. Filters with another window, such as that of what is past, find what they say.
 */
export const findAhead = async (
  { records: { events }, config, request }: PageContext,
  filters: EventFilters,
  most: number,
): Promise<Ahead> => {
  const today = toDay(request.today())
  const span = findSpan(config, filters, today)
  if (!span || filters.sort) {
    return { next: await events.some({ ...shownIn(config, filters, today), per_page: most }), running: [] }
  }
  const { window: _, start_date: __, end_date: ___, ...others } = filters
  const { first, last } = span
  const isNow = first === today
  const runningIn = { ...others, ...(isNow ? runningNow(today) : runningInto(first)), per_page: mostLookedAt }
  const [next, running, featured] = await Promise.all([
    events.some({
      ...others,
      ...(isNow && { window: 'current' as const }),
      start_date: atDay(first),
      end_date: atDay(last),
      per_page: most,
    }),
    events.find(runningIn, false),
    others.featured === undefined ? events.find({ ...runningIn, featured: true }, false) : undefined,
  ])
  const marked = new Set(featured?.ids)
  const ordered = [...running.ids.filter((id) => !marked.has(id)), ...marked]
  return { next, running: await events.byIds(ordered.slice(-mostRunning)) }
}

/** Narrows filters without days to so many days from today. */
export const withinDays = (filters: EventFilters, today: Day, days: number | undefined): EventFilters =>
  days === undefined || hasWindow(filters) ? filters : { ...filters, end_date: atDay(laterBy(today, days)) }
