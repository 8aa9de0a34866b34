import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { perChangeFeed } from '../cache/per-change-feed.ts'
import type { Database } from '../db/database.ts'
import type { Status } from '../db/schema.ts'
import { type Awaitable, after, allOf } from '../lib/awaitable.ts'
import { textOnce } from './day-statements.ts'
import type { QuerySource } from './find-ids.ts'

/** The days with listed events in ascending order, and how many events are before each; one more number for all of them. */
export type Days = { readonly days: readonly string[]; readonly before: readonly number[] }

/** The days as they were at a version of the content. */
type KnownDays = Days & { readonly version: number }

/** Sets of statuses whose days are kept at most, each for thousands of days. */
const maxKnown = 8

const memoryOf = perChangeFeed(() => new LRUCache<string, KnownDays>({ max: maxKnown }))

/** After more days have changed all are read again. */
const fewDays = 8

/** The days with listed events of some statuses, by the counters of the database: those that have changed are read again. */
export const daysOf = ({ database, dependency }: QuerySource, statuses: readonly Status[]): Awaitable<Days> => {
  const memory = memoryOf(dependency)
  const { version } = dependency
  const key = statuses.join()
  const known = memory.get(key)
  if (known?.version === version) return known
  const starts = known && dependency.startsSince(known.version)
  const changed = starts && [...new Set([...starts].map(dayOf))]
  const days =
    known && changed && changed.length <= fewDays
      ? after(readDays(database, statuses, changed), (counts) => patch(known, changed, counts))
      : readAllDays(database, statuses)
  return after(days, (found) => {
    memory.set(key, { ...found, version })
    return found
  })
}

/** The day of an instant, both as texts. */
export const dayOf = (start: string): string => start.slice(0, 10)

/** How many of ascending values are less. */
export const rank = <T extends string | number>(ascending: ArrayLike<T>, value: T): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as T) < value) low = middle + 1
    else high = middle
  }
  return low
}

const readAllDays = (database: Database, statuses: readonly Status[]): Awaitable<Days> => {
  const text = textOnce(
    database,
    'all days',
    statuses,
    (some) => sql`select day, sum(n) from event_day where status in (${some}) group by day order by day`,
  )
  return after(database.query(text, []), (rows) => {
    const before = [0]
    for (const [at, [, count]] of rows.entries()) before.push((before[at] ?? 0) + Number(count))
    return { days: rows.map(([day]) => String(day)), before }
  })
}

const readDays = (
  database: Database,
  statuses: readonly Status[],
  days: readonly string[],
): Awaitable<readonly number[]> => {
  const text = textOnce(
    database,
    'one day',
    statuses,
    (some) => sql`select sum(n) from event_day where status in (${some}) and day = ${''}`,
  )
  return allOf(days.map((day) => after(database.query(text, [day]), ([row]) => Number(row?.[0] ?? 0))))
}

/** Days with other counts; what is in use elsewhere stays as it is. */
const patch = (known: Days, changed: readonly string[], counts: readonly number[]): Days => {
  const [days, before] = [[...known.days], [...known.before]]
  for (const [which, day] of changed.entries()) {
    const at = rank(days, day)
    if (days[at] !== day) {
      days.splice(at, 0, day)
      before.splice(at, 0, before[at] ?? 0)
    }
    const more = (counts[which] ?? 0) - ((before[at + 1] ?? 0) - (before[at] ?? 0))
    for (let later = at + 1; later < before.length; later++) before[later] = (before[later] ?? 0) + more
  }
  return { days, before }
}
