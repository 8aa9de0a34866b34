import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../cache/change-feed.ts'
import { perChangeFeed } from '../cache/per-change-feed.ts'
import type { Database } from '../db/database.ts'
import type { Status } from '../db/schema.ts'
import { type Awaitable, after, allOf } from '../lib/awaitable.ts'
import { dayOf, daysOf, rank } from './day-counters.ts'
import { textOnce } from './day-statements.ts'
import type { IdPage, QuerySource } from './find-ids.ts'

/** A day with so many listed events. */
type Day = { readonly day: string; readonly count: number }

/** The listed events of a day in their order; `version` is the latest version of the content at which they were right. */
type DayList = { version: number } & DayEvents

/** The seconds of a day at which its events start, in ascending order, and their ids. */
type DayEvents = { readonly starts: Uint32Array; readonly ids: readonly number[] }

/** Events of days that are kept at most, some 15 bytes each; and of one day, beyond which it is read from the index each time. */
const [maxKept, crowd] = [150_000, 1000]

/** As many events a day takes besides those that it has. */
const perDay = 30

/**
 * A page of the listed events of a range, and how many there are. Counters tell on which days the page lies, and only these are read,
 * or remembered: a deep page costs what the first one does.
 */
export const listDays = (
  source: QuerySource,
  statuses: readonly Status[],
  { from, until }: TimeSpan,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Awaitable<IdPage> =>
  after(daysOf(source, statuses), ({ days, before }) => {
    const [low, high] = [rank(days, dayOf(from)), rank(days, `${dayOf(until)}~`)]
    if (low >= high) return { ids: [], total: 0 }
    const dayAt = (at: number): Day => ({ day: days[at] ?? '', count: (before[at + 1] ?? 0) - (before[at] ?? 0) })
    const ends = [
      countBefore(source, statuses, dayAt(low), from),
      countBefore(source, statuses, dayAt(high - 1), until),
    ]
    return after(allOf(ends), ([ahead = 0, inLast = 0]) => {
      // Places among all events: of the first of the range, and after its last.
      const [begin, end] = [(before[low] ?? 0) + ahead, (before[high - 1] ?? 0) + inLast]
      const [first, last] = [begin + offset, Math.min(begin + offset + limit, end)]
      const total = Math.max(0, end - begin)
      if (first >= last) return { ids: [], total }
      const parts: Awaitable<readonly number[]>[] = []
      for (let at = rank(before, first + 1) - 1; at < high && (before[at] ?? 0) < last; at++) {
        const start = before[at] ?? 0
        parts.push(idsOf(source, statuses, dayAt(at), Math.max(first - start, 0), last - start))
      }
      return after(allOf(parts), (ids) => ({ ids: ids.flat(), total }))
    })
  })

/** How many events of a day start before a moment. */
const countBefore = (
  source: QuerySource,
  statuses: readonly Status[],
  { day, count }: Day,
  moment: string,
): Awaitable<number> => {
  if (moment <= `${day} 00:00:00`) return 0
  if (moment > `${day} 23:59:59`) return count
  if (count <= crowd) return after(listOf(source, statuses, day), ({ starts }) => rank(starts, secondFrom(moment)))
  const text = textOnce(
    source.database,
    'count',
    statuses,
    (some) => sql`select count(*) from event
      where status in (${some}) and hide_from_listings = 0 and start_utc >= ${''} and start_utc < ${''}`,
  )
  return after(source.database.query(text, [day, moment]), ([row]) => Number(row?.[0]))
}

/** The events of a day from one place to before another. */
const idsOf = (
  source: QuerySource,
  statuses: readonly Status[],
  { day, count }: Day,
  first: number,
  end: number,
): Awaitable<readonly number[]> => {
  if (count <= crowd) return after(listOf(source, statuses, day), ({ ids }) => ids.slice(first, end))
  return after(readDay(source.database, statuses, day, [end - first, first]), ({ ids }) => ids)
}

const memoryOf = perChangeFeed(() => new LRUCache<string, DayList>({ maxSize: maxKept }))

/** The events of a day, remembered until one of them changeFeed. */
const listOf = (
  { database, dependency }: QuerySource,
  statuses: readonly Status[],
  day: string,
): Awaitable<DayList> => {
  const memory = memoryOf(dependency)
  const key = `${day} ${statuses}`
  const known = memory.get(key)
  const { version } = dependency
  if (known && dependency.isRightSince(known.version, { range: { from: day, until: `${day}~` } })) {
    known.version = version
    return known
  }
  return after(readDay(database, statuses, day, [crowd * 2, 0]), (found) => {
    const list = { ...found, version }
    memory.set(key, list, { size: list.ids.length + perDay })
    return list
  })
}

const readDay = (
  database: Database,
  statuses: readonly Status[],
  day: string,
  part: readonly [limit: number, offset: number],
): Awaitable<DayEvents> => {
  const text = textOnce(
    database,
    'day',
    statuses,
    (some) => sql`select start_utc, id from event
      where status in (${some}) and hide_from_listings = 0 and start_utc >= ${''} and start_utc < ${''}
      order by start_utc, id limit ${0} offset ${0}`,
  )
  return after(database.query(text, [day, `${day}~`, ...part]), (rows) => ({
    starts: Uint32Array.from(rows, ([start]) => secondOf(String(start))),
    ids: rows.map(([, id]) => Number(id)),
  }))
}

/** The second of its day of an instant `YYYY-MM-DD HH:MM:SS`. */
const secondOf = (instant: string): number =>
  Number(instant.slice(11, 13)) * 3600 + Number(instant.slice(14, 16)) * 60 + Number(instant.slice(17, 19))

const instantLength = 'YYYY-MM-DD HH:MM:SS'.length

/** The first second that is not before a bound, which is an instant, or what comes just after one. */
const secondFrom = (bound: string): number => secondOf(bound) + (bound.length > instantLength ? 1 : 0)
