import { sql } from 'kysely'
import type { Source } from '../../crud/find-ids.ts'
import { remember } from '../../crud/remember.ts'
import type { Status } from '../../db/schema.ts'
import { type Awaitable, after } from '../../lib/awaitable.ts'
import type { Range } from './window.ts'

/** Where a page begins: so many events after this moment. */
export type Start = { readonly from: string; readonly offset: number }

/** The listed events of some statuses that start in a range, from the counters of days. */
export type RangeCount = {
  readonly total: number
  /** A later start of the range from which the same event is found by passing over fewer. */
  readonly seek: (offset: number) => Start
}

/** The days with events in ascending order, and how many events are before each; one more number for all of them. */
type Days = { readonly days: readonly string[]; readonly before: readonly number[] }

/**
 * Counts the events of a range: whole days from the counters, and those of a day that is cut from the index. What the counters say is
 * kept until an event changes.
 */
export const countRange = (
  source: Source,
  statuses: readonly Status[],
  { from, until }: Range,
): Awaitable<RangeCount> => {
  const [first, last] = [from.slice(0, 10), until.slice(0, 10)]
  const isFirstWhole = from <= `${first} 00:00:00`
  const isLastWhole = until > `${last} 23:59:59`
  const head = isFirstWhole ? [from, from] : [from, min(until, `${first} 24`)]
  const tail = isLastWhole || (first === last && !isFirstWhole) ? [until, until] : [`${last} 00`, until]
  return after(daysOf(source, statuses), ({ days, before }) => {
    const low = isFirstWhole ? rank(days, first) : rank(days, `${first}~`)
    const high = Math.max(low, isLastWhole ? rank(days, `${last}~`) : rank(days, last))
    const whole = (before[high] ?? 0) - (before[low] ?? 0)
    return after(countEdges(source, statuses, [...head, ...tail]), ([ahead = 0, behind = 0]) => ({
      total: ahead + whole + behind,
      seek: (offset) => {
        if (offset < ahead) return { from, offset }
        const absolute = (before[low] ?? 0) + offset - ahead
        const at = Math.min(Math.max(low, rank(before, absolute + 1) - 1), high)
        const day = days[at]
        return day === undefined || day < from ? { from, offset } : { from: day, offset: absolute - (before[at] ?? 0) }
      },
    }))
  })
}

const min = (one: string, other: string): string => (one < other ? one : other)

/** How many of ascending values are less. */
const rank = <T extends string | number>(ascending: readonly T[], value: T): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as T) < value) low = middle + 1
    else high = middle
  }
  return low
}

const daysOf = ({ database, version }: Source, statuses: readonly Status[]): Awaitable<Days> =>
  remember(database, version, `days ${statuses}`, () => {
    const query = sql`select day, sum(n) from event_day where status in (${listOf(statuses)}) group by day order by day`
    const { sql: text } = query.compile(database.kysely)
    return after(database.query(text, []), (rows) => {
      const before = [0]
      for (const [at, [, count]] of rows.entries()) before.push((before[at] ?? 0) + Number(count))
      return { days: rows.map(([day]) => String(day)), before }
    })
  })

/** The events in two ranges of less than a day, which are mostly empty. */
const countEdges = (
  { database, version }: Source,
  statuses: readonly Status[],
  bounds: readonly string[],
): Awaitable<readonly number[]> => {
  const [a = '', b = '', c = '', d = ''] = bounds
  if (a >= b && c >= d) return []
  const count = (
    from: string,
    until: string,
  ) => sql<number>`(select count(*) from event where status in (${listOf(statuses)})
    and hide_from_listings = 0 and start_utc >= ${from} and start_utc < ${until})`
  return remember(database, version, `edges ${statuses} ${bounds}`, () => {
    const { sql: text } = sql`select ${count(a, b)}, ${count(c, d)}`.compile(database.kysely)
    return after(database.query(text, bounds), ([row]) => (row ?? []).map(Number))
  })
}

const listOf = (statuses: readonly Status[]) => sql.join(statuses.map((status) => sql.lit(status)))
