import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../cache/change-feed.ts'
import { cachedResult, perChangeFeed } from '../cache/result-cache.ts'
import type { Database } from '../db/database.ts'
import type { Status } from '../db/schema.ts'
import { type Awaitable, after, allOf } from '../lib/awaitable.ts'
import type { IdPage, QuerySource } from './find-ids.ts'
import { idsOf } from './ids-by.ts'

/** The days with listed events in ascending order; `before` has the number of events before each day and, at its end, their total. */
type Days = { readonly days: readonly string[]; readonly before: readonly number[] }

/** The days with the version of the content at which they were read. */
type CachedDays = Days & { readonly version: number }

/** Most sets of statuses whose days are cached; each entry may have thousands of days. */
const maxCached = 8

const cacheOf = perChangeFeed(() => new LRUCache<string, CachedDays>({ max: maxCached }))

/** When more days than this have changed, all days are read again. */
const fewDays = 8

/**
 * Finds a page of all listed events of a time span in the order of their start, and their total. The total and the day on which the page
 * begins follow from a counter for each day, so that a deep page costs as much as the first.
 */
export const listByDay = (
  source: QuerySource,
  statuses: readonly Status[],
  span: TimeSpan,
  page: PagePart,
): Awaitable<IdPage> =>
  cachedResult(source.dependency, `by day ${statuses} ${span.from} ${span.until} ${page.limit} ${page.offset}`, () =>
    findByDay(source, statuses, span, page),
  )

type PagePart = { readonly limit: number; readonly offset: number }

const findByDay = (
  source: QuerySource,
  statuses: readonly Status[],
  span: TimeSpan,
  { limit, offset }: PagePart,
): Awaitable<IdPage> =>
  after(daysOf(source, statuses), ({ days, before }) => {
    const low = rank(days, dayOf(span.from))
    const high = rank(days, `${dayOf(span.until)}~`)
    if (low >= high) return { ids: [], total: 0 }
    const dayAt = (at: number) => ({ day: days[at] ?? '', count: (before[at + 1] ?? 0) - (before[at] ?? 0) })
    const ends = [
      countBefore(source.database, statuses, dayAt(low), span.from),
      countBefore(source.database, statuses, dayAt(high - 1), span.until),
    ]
    return after(allOf(ends), ([ahead = 0, inLast = 0]) => {
      // Positions among all events: that of the first event of the span, and the one after the last.
      const begin = (before[low] ?? 0) + ahead
      const end = (before[high - 1] ?? 0) + inLast
      const first = begin + offset
      if (first >= end) return { ids: [], total: Math.max(0, end - begin) }
      const at = rank(before, first + 1) - 1
      const page = { limit: Math.min(limit, end - first), offset: first - (before[at] ?? 0) }
      return after(
        readPage(source.database, statuses, { from: days[at] ?? '', until: span.until, ...page }),
        (ids) => ({
          ids,
          total: end - begin,
        }),
      )
    })
  })

/** The day of an instant in UTC, both as texts. */
const dayOf = (start: string): string => start.slice(0, 10)

/** The number of values that are less, by binary search. */
const rank = <T extends string | number>(ascending: readonly T[], value: T): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as T) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of events of a day that start before a moment. The counter of the day suffices unless the moment lies within the day. */
const countBefore = (
  database: Database,
  statuses: readonly Status[],
  { day, count }: { readonly day: string; readonly count: number },
  moment: string,
): Awaitable<number> => {
  if (moment <= `${day} 00:00:00`) return 0
  if (moment > `${day} 23:59:59`) return count
  const { text } = statementOf(
    database,
    'count',
    statuses,
    () =>
      sql`select count(*) from event where status in (${literals(statuses)}) and hide_from_listings = 0
      and start_utc >= ${'from'} and start_utc < ${'until'}`,
  )
  return after(database.query(text, [day, moment]), ([row]) => Number(row?.[0]))
}

type PageValues = TimeSpan & { readonly limit: number; readonly offset: number }

/** Most rows of the index that a request skips by itself; a query that skips more runs in the background worker. */
const fewSkipped = 20_000

const readPage = (database: Database, statuses: readonly Status[], values: PageValues): Awaitable<number[]> => {
  const { text, names } = statementOf(database, 'page', statuses, () =>
    database.dialect.merge(
      statuses.map(
        (status) => sql`select start_utc, id from event where status = ${sql.lit(status)} and hide_from_listings = 0
          and start_utc >= ${'from'} and start_utc < ${'until'}`,
      ),
      sql`${'limit'}`,
      sql`${'offset'}`,
    ),
  )
  const parameters: (string | number)[] = []
  for (const name of names) parameters.push(values[name])
  const query = values.offset > fewSkipped ? database.queryInBackground : database.query
  return after(query(text, parameters), (rows) => idsOf(rows, 1))
}

/** The days with listed events of some statuses. Only days that have changed since the cached version are read again. */
const daysOf = ({ database, dependency }: QuerySource, statuses: readonly Status[]): Awaitable<Days> => {
  const cache = cacheOf(dependency)
  const { version } = dependency
  const key = statuses.join()
  const known = cache.get(key)
  if (known?.version === version) return known
  const changed = known && changedDays(dependency.startsSince(known.version))
  const days =
    known && changed && changed.length <= fewDays
      ? after(readDays(database, statuses, changed), (counts) => withCounts(known, changed, counts))
      : readAllDays(database, statuses)
  return after(days, (found) => {
    cache.set(key, { ...found, version })
    return found
  })
}

const changedDays = (starts: ReadonlySet<string> | undefined): readonly string[] | undefined => {
  if (starts === undefined) return undefined
  const days = new Set<string>()
  for (const start of starts) days.add(dayOf(start))
  return [...days]
}

const readAllDays = (database: Database, statuses: readonly Status[]): Awaitable<Days> => {
  const { text } = statementOf(
    database,
    'all days',
    statuses,
    () => sql`select day, sum(n) from event_day where status in (${literals(statuses)}) group by day order by day`,
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
): Awaitable<ReadonlyMap<string, number>> => {
  const { text } = statementOf(
    database,
    'some days',
    statuses,
    () =>
      sql`select day, sum(n) from event_day where status in (${literals(statuses)})
      and ${database.dialect.isInTexts(sql.ref('day'), sql`${'days'}`)} group by day`,
  )
  return after(database.query(text, [database.dialect.encodeTexts(days)]), (rows) => {
    const counts = new Map<string, number>()
    for (const [day, count] of rows) counts.set(String(day), Number(count))
    return counts
  })
}

/** Returns a copy of the days with new counts; requests that are under way may still use the original. */
const withCounts = (old: Days, changed: readonly string[], counts: ReadonlyMap<string, number>): Days => {
  const [days, before] = [[...old.days], [...old.before]]
  for (const day of changed) {
    const at = rank(days, day)
    if (days[at] !== day) {
      days.splice(at, 0, day)
      before.splice(at, 0, before[at] ?? 0)
    }
    const more = (counts.get(day) ?? 0) - ((before[at + 1] ?? 0) - (before[at] ?? 0))
    for (let later = at + 1; later < before.length; later++) before[later] = (before[later] ?? 0) + more
  }
  return { days, before }
}

/** A statement, and the names of its parameters in their order. */
type Statement = { readonly text: string; readonly names: readonly (keyof PageValues)[] }

const statements = new LRUCache<string, Statement>({ max: 500 })

/** Returns a statement on the events of some statuses, compiled once; each parameter of the compiled query is the name of its value. */
const statementOf = (
  { dialect, kysely }: Database,
  name: string,
  statuses: readonly Status[],
  build: () => RawBuilder<unknown>,
): Statement => {
  const key = `${dialect.name} ${name} ${statuses}`
  const cached = statements.get(key)
  if (cached) return cached
  const query = build()
  const { sql: text, parameters } = query.compile(kysely)
  const statement = { text, names: parameters as Statement['names'] }
  statements.set(key, statement)
  return statement
}

const literals = (statuses: readonly Status[]) => sql.join(statuses.map((status) => sql.lit(status)))
