import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { cachedResult, perChangeFeed, type TimeSpan } from '../../../cache/change-feed.ts'
import type { IdPage } from '../../../core/resource.ts'
import type { Database } from '../../../db/database.ts'
import type { Status } from '../../../db/schema.ts'
import { pickIds, statementText } from '../../../db/statement.ts'
import type { QuerySource } from '../../../query/condition.ts'
import { inBackground } from '../../../query/in-background.ts'

/** The days with listed events in ascending order; `before` has the number of events before each day and, at its end, their total. */
type Days = { readonly days: readonly string[]; readonly before: readonly number[] }

/** The days with the version of the content at which they were read. */
type CachedDays = Days & { readonly version: number }

const noDays: CachedDays = { days: [], before: [0], version: -1 }

/** Most sets of statuses whose days are cached; each entry may have thousands of days. */
const maxCached = 8

const cacheOf = perChangeFeed(() => new LRUCache<string, CachedDays>({ max: maxCached }))

/**
 * Finds a page of all listed events of a time span in the order of their start, and their total. The total and the day on which the page
 * begins follow from a counter for each day, so that a deep page costs as much as the first. With a limit of 0, events are only counted.
 */
export const listByDay = (
  source: QuerySource,
  statuses: readonly Status[],
  span: TimeSpan,
  page: PagePart,
): Promise<IdPage> =>
  cachedResult(
    source.dependency,
    `by day ${statuses} ${span.from} ${span.until} ${page.limit} ${page.offset}`,
    async () => findByDay(source, statuses, await daysOf(source, statuses), span, page),
  )

type PagePart = { readonly limit: number; readonly offset: number }

const findByDay = async (
  source: QuerySource,
  statuses: readonly Status[],
  all: Days,
  { from, until }: TimeSpan,
  { limit, offset }: PagePart,
): Promise<IdPage> => {
  const { database } = source
  const { days, before } = all
  const low = rank(days, from.slice(0, 10))
  const high = rank(days, `${until.slice(0, 10)}~`)
  if (low >= high) return { ids: [], total: 0 }
  // The positions, among all events, of the first event of the span and of the one after its last.
  const [begin, end] = await Promise.all([
    countBefore(database, statuses, all, low, from),
    countBefore(database, statuses, all, high - 1, until),
  ])
  const total = Math.max(0, end - begin)
  if (limit === 0 || offset >= total) return { ids: [], total }
  const at = rank(before, begin + offset + 1) - 1
  const page = { limit: Math.min(limit, total - offset), offset: begin + offset - (before[at] ?? 0) }
  return await readPage(source, statuses, { from: days[at] ?? '', until, ...page }, total)
}

/** The number of all events before a moment. The counters suffice unless it lies within the day at this place. */
const countBefore = async (
  database: Database,
  statuses: readonly Status[],
  { days, before }: Days,
  place: number,
  moment: string,
): Promise<number> => {
  const day = days[place] ?? ''
  const earlier = before[place] ?? 0
  if (moment <= `${day} 00:00:00`) return earlier
  if (moment > `${day} 23:59:59`) return before[place + 1] ?? 0
  const text = statementText(database, `events of a day ${statuses}`, () =>
    sql`select count(*) from ${listedEvents(statuses, 'from', 'until')}`.compile(database.kysely),
  )
  const [row] = await database.query(text, [day, moment])
  return earlier + Number(row?.[0])
}

/** Most rows of the index that a request skips by itself; a query that skips more runs in the background worker. */
const fewSkipped = 20_000

type PageValues = TimeSpan & PagePart

const pageNames = ['from', 'until', 'limit', 'offset'] as const satisfies readonly (keyof PageValues)[]

/** The statement for a page; each parameter of the compiled query is the name of its value, since databases repeat some of them. */
type PageStatement = { readonly text: string; readonly names: readonly (keyof PageValues)[] }

/** The statements by dialect and statuses, of which there are few sets. */
const pageStatements = new Map<string, PageStatement>()

const readPage = async (
  source: QuerySource,
  statuses: readonly Status[],
  values: PageValues,
  total: number,
): Promise<IdPage> => {
  const { database } = source
  const key = `${database.dialect.name} ${statuses}`
  const { text, names } = pageStatements.get(key) ?? compilePage(database, statuses)
  pageStatements.set(key, { text, names })
  const query = values.offset > fewSkipped ? inBackground(source) : database.query
  const parameters: (string | number)[] = []
  for (const name of names) parameters.push(values[name])
  return { ids: pickIds(await query(text, parameters), 1), total }
}

const compilePage = ({ dialect, kysely }: Database, statuses: readonly Status[]): PageStatement => {
  const each = statuses.map((status) => sql`select start_utc, id from ${listedEvents([status], 'from', 'until')}`)
  const { sql: text, parameters } = dialect.merge(each, sql`${'limit'}`, sql`${'offset'}`).compile(kysely)
  return { text, names: parameters.flatMap((parameter) => pageNames.filter((name) => name === parameter)) }
}

/** The listed events that start in a span; its moments are the parameters. */
const listedEvents = (statuses: readonly Status[], from: string, until: string): RawBuilder<unknown> =>
  sql`event where ${isOneOf(statuses)} and hide_from_listings = 0 and start_utc >= ${from} and start_utc < ${until}`

const isOneOf = (statuses: readonly Status[]): RawBuilder<unknown> =>
  sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`

/** The days with listed events of some statuses. Of a cached version only the span in which days have changed is read again. */
const daysOf = async (source: QuerySource, statuses: readonly Status[]): Promise<Days> => {
  const { dependency } = source
  const { version } = dependency
  const cache = cacheOf(dependency)
  const key = statuses.join()
  const cached = cache.get(key) ?? noDays
  if (cached.version === version) return cached
  const starts = dependency.changeFeed.startsSince(cached.version)
  let [first, last] = starts ? ['~', ''] : ['', '~']
  for (const start of starts ?? []) {
    const day = start.slice(0, 10)
    if (day < first) first = day
    if (day > last) last = day
  }
  if (first <= last) return await readDays(source, statuses, starts ? cached : noDays, first, last)
  cache.set(key, { ...cached, version })
  return cached
}

/**
 * Caches a copy of the days in which those from `first` to `last` are read from the database; requests that are under way may still use the
 * original.
 */
const readDays = async (
  { database, dependency }: QuerySource,
  statuses: readonly Status[],
  known: Days,
  first: string,
  last: string,
): Promise<Days> => {
  const text = statementText(database, `days ${statuses}`, () =>
    sql`select day, sum(n) from event_day where ${isOneOf(statuses)} and day >= ${'first'} and day <= ${'last'}
      group by day order by day`.compile(database.kysely),
  )
  const rows = await database.query(text, [first, last])
  const [low, high] = [rank(known.days, first), rank(known.days, `${last}~`)]
  const days = known.days.slice(0, low)
  const before = known.before.slice(0, low + 1)
  let sum = before[low] ?? 0
  for (const [day, count] of rows) {
    days.push(String(day))
    sum += Number(count)
    before.push(sum)
  }
  const added = sum - (known.before[high] ?? 0)
  for (let at = high; at < known.days.length; at++) {
    days.push(known.days[at] ?? '')
    before.push((known.before[at + 1] ?? 0) + added)
  }
  cacheOf(dependency).set(statuses.join(), { days, before, version: dependency.version })
  return { days, before }
}

/** Returns how many of some ascending values are less than a value, by binary search. */
export const rank = <T extends string | number>(ascending: readonly T[], value: T): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = ascending[middle]
    if (found !== undefined && found < value) low = middle + 1
    else high = middle
  }
  return low
}
