import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  type CacheDependency,
  cachedResult,
  dependencyOn,
  perChangeFeed,
  type TimeSpan,
} from '../../../cache/change-feed.ts'
import { type ListedStatuses, listedStatuses, readable, type Viewer } from '../../../core/policy.ts'
import type { Database } from '../../../db/database.ts'
import type { Schema, Status } from '../../../db/schema.ts'
import { pickIds } from '../../../db/statement.ts'
import { toEpoch } from '../../../lib/time-zone.ts'
import {
  bind,
  boundTo,
  type Condition,
  condition,
  type EventKey,
  keyedIds,
  type Prepared,
  prepare,
  type QuerySource,
  type Rule,
  resultKey,
  shapeKey,
  slot,
} from '../../../query/condition.ts'
import { countUpTo, fewRows } from '../../../query/find-ids.ts'
import { listByDay, rank } from './day-counters.ts'

/** Selects a page of a list of events in the order of their start. */
export type EventQuery = {
  readonly statuses: readonly Status[] | undefined
  readonly range: TimeSpan
  readonly where: readonly Condition<'event'>[]
  readonly page: number
  readonly perPage: number
}

/** Restricts the dependency to events with one of the facets: an event that enters or leaves the list has, or had, one of them. */
export const withFacets = (dependency: CacheDependency, facets: readonly string[] | undefined): CacheDependency => {
  const { changeFeed, kinds, range, version } = dependency
  return facets && range ? dependencyOn(changeFeed, kinds, { ...range, facets }, version) : dependency
}

/** Tests whether the caller may read an event, for statuses in which only some events are readable. */
const isReadable: Rule<'event', undefined> = { where: ({ caller }) => readable(caller, 'event') }

/** The caller may read the event. */
export const readableEvents = condition(isReadable, undefined)

/** Makes the scan that starts from the condition at this position, or from all events of the window (-1); it tests the other conditions. */
export const scanBy = (
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  driver: number,
): IndexScan => {
  const key = query.where[driver]?.rule.key
  const tests: Condition<'event'>[] = []
  const others: unknown[] = []
  for (const [at, one] of query.where.entries()) {
    if (at === driver) continue
    tests.push(one)
    others.push(values[at])
  }
  return {
    ...(key && { key }),
    ids: key ? keyedIds(values, driver) : [],
    ...visible,
    isReadable: readableEvents,
    range: query.range,
    tests,
    values: others,
  }
}

/** A scan with the number of its events, which is exact up to `fewRows.tested`. */
export type CountedScan = { readonly scan: IndexScan; readonly count: number }

/** Returns the scan with the fewest events and their number, which is exact up to `fewRows.tested`. */
export const findShortest = async (
  source: QuerySource,
  first: IndexScan,
  others: readonly IndexScan[],
): Promise<CountedScan> => {
  const counted = await Promise.all(
    [first, ...others].map(async (scan): Promise<CountedScan> => ({ scan, count: await countFew(source, scan) })),
  )
  return counted.reduce((shortest, one) => (one.count < shortest.count ? one : shortest))
}

/** Counts the events of a scan without its tests, up to one more than `fewRows.tested`. */
export const countFew = async (source: QuerySource, scan: IndexScan): Promise<number> => {
  if (scan.key === 'event') return scan.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, scan)
  return await countUpTo(source, untested, scanPart(scan), fewRows.tested)
}

/** A part of a scan. */
export const scanPart = (scan: IndexScan, limit = 0, offset = 0): ScanPart => ({ ...scan, limit, offset, most: 0 })

/**
 * The events of a key, such as a category, at any time, in the order of their start: the instants of the starts in epoch milliseconds, and
 * the ids. Lists of all windows are cut from it.
 */
export type EventSet = { readonly starts: readonly number[]; readonly ids: readonly number[] }

/** A span that includes every instant: their texts begin with a digit, and `:` sorts after the digits. */
export const always: TimeSpan = { from: '', until: ':' }

/** The keys that were found to have too many events: they are read by the index from then on, also if they have fewer one day. */
const largeKeys = perChangeFeed(() => new LRUCache<string, true>({ max: 1000 }))

/**
 * Reads the events of a scan, without its tests and whatever its window is; undefined when there are more than a request reads by itself. The set
 * is cached until one of the events with these facets changes.
 */
export const readEventSet = async (
  { database, context, dependency }: QuerySource,
  scan: IndexScan,
  facets: readonly string[] | undefined,
): Promise<EventSet | undefined> => {
  const whole: IndexScan = { ...scan, range: always, tests: [], values: [] }
  const { page } = scanStatements(database, context.caller.role, whole)
  const limit = fewRows.tested + 1
  const parameters = bind(page, { ...whole, limit, offset: 0, most: 0 }, context)
  const key = `set ${resultKey(page, parameters)}`
  const large = largeKeys(dependency)
  if (large.has(key)) return undefined
  const { changeFeed, kinds, version } = dependency
  const atAnyTime = dependencyOn(changeFeed, kinds, { range: always, facets }, version)
  return await cachedResult(atAnyTime, key, async () => {
    const rows = await database.query(page.text, parameters)
    if (rows.length >= limit) {
      large.set(key, true)
      return undefined
    }
    const starts: number[] = []
    const ids: number[] = []
    for (const [start, id] of rows) {
      starts.push(toEpoch(String(start)))
      ids.push(Number(id))
    }
    return { starts, ids }
  })
}

/** Returns the ids of the events within a span that are in all of the sets, of which there is at least one. */
export const idsWithin = (sets: readonly EventSet[], { from, until }: TimeSpan): readonly number[] => {
  let [least] = sets
  if (!least) return []
  for (const set of sets) if (set.ids.length < least.ids.length) least = set
  let ids: readonly number[] = least.ids.slice(
    rank(least.starts, instantOf(from)),
    rank(least.starts, instantOf(until)),
  )
  for (const other of sets) {
    if (other === least) continue
    const members = new Set(other.ids)
    const common: number[] = []
    for (const id of ids) if (members.has(id)) common.push(id)
    ids = common
  }
  return ids
}

/** The instant of a bound. A bound with `!` means just after its second, so half a second is added. */
const instantOf = (bound: string): number => {
  if (bound === always.from) return Number.NEGATIVE_INFINITY
  if (bound === always.until) return Number.POSITIVE_INFINITY
  return toEpoch(bound) + (bound.endsWith('!') ? 500 : 0)
}

/**
 * Events read in the order of their start from an index: all events, those linked to one of `ids`, or those with one of `ids`. The indexes
 * of several ids are read at once and merged. The caller sees all events of `statuses`, and those events of `own` that are readable.
 */
export type IndexScan = {
  readonly key?: EventKey
  readonly ids: readonly number[]
  readonly statuses: readonly Status[]
  readonly own: readonly Status[]
  readonly isReadable: Condition<'event'>
  readonly range: TimeSpan
  /** Further conditions, tested for each event. */
  readonly tests: readonly Condition<'event'>[]
  /** The values that the rules of `tests` have looked up, in the same order. */
  readonly values: readonly unknown[]
}

/** A part of a scan: a page by `limit` and `offset`, or a count that stops at `most`. */
export type ScanPart = IndexScan & { readonly limit: number; readonly offset: number; readonly most: number }

/** The statements of all scans of one shape. */
export type ScanStatements = {
  /** The start and the id of each event of a page. */
  readonly page: Prepared<ScanPart>
  /** The number of events, or `most` when there are more. */
  readonly total: Prepared<ScanPart>
  /** Like `total`, but without `tests`. */
  readonly untested: Prepared<ScanPart>
}

/** Most ranges of an index that one statement merges. */
const maxWidth = 64

/** Whether one statement can merge the indexes of the ids; otherwise all events of the ids have to be found and sorted. */
export const isNarrow = ({ key, ids, statuses, own }: IndexScan): boolean =>
  key === undefined || (key !== 'event' && widthFor(ids) * (statuses.length + own.length) <= maxWidth)

/** The number of ids, rounded up to a power of two, so that few different statements are compiled. */
const widthFor = (ids: readonly number[]): number => 2 ** Math.ceil(Math.log2(ids.length))

const cache = new LRUCache<string, ScanStatements>({ max: 500 })

/** Returns the statements of a scan, which are compiled once for each shape. */
export const scanStatements = (database: Database, role: Viewer['role'], scan: IndexScan): ScanStatements => {
  const { key: by, ids, statuses, own, tests } = scan
  const width = by === undefined ? 1 : isNarrow(scan) ? widthFor(ids) : Number.POSITIVE_INFINITY
  const key = `${database.dialect.name} ${role} ${by} ${width} ${statuses} ${own} ${shapeKey(tests)}`
  const cached = cache.get(key)
  if (cached) return cached
  const statements = buildStatements(database, role, scan, width)
  cache.set(key, statements)
  return statements
}

const [from, until] = [slot(({ range }: ScanPart) => range.from), slot(({ range }: ScanPart) => range.until)]
const [limit, offset] = [slot(({ limit: n }: ScanPart) => n), slot(({ offset: n }: ScanPart) => n)]
const most = slot(({ most: n }: ScanPart) => n)

type Conditions = readonly Expression<SqlBool>[]

const buildStatements = (
  { kysely, dialect }: Database,
  role: Viewer['role'],
  { key, statuses, own, isReadable, tests }: IndexScan,
  width: number,
): ScanStatements => {
  const build = ({ rule, shape }: Condition<'event'>, at: number) =>
    rule.where(
      boundTo<ScanPart, unknown>(dialect, role, ({ values }) => values[at]),
      shape,
    )(expressionBuilder<Schema, 'event'>())
  const tested: Conditions = tests.map(build)
  const groups: readonly (readonly [readonly Status[], Conditions])[] = [
    [statuses, tested],
    [own, [...tested, build(isReadable, -1)]],
  ]
  const list = slot(({ ids }: ScanPart) => dialect.encodeIds(ids))
  const listed = sql`${dialect.eachOf(list, 'event', 'id')}`
  const kept = keptBy(key, listed, (column) => dialect.isInList(column, list))
  const keptByOne = (at: number) =>
    keptBy(key, listed, (column) => sql`${column} = ${slot(({ ids }: ScanPart) => ids[at] ?? 0)}`)
  const gather = (columns: RawBuilder<unknown>, isTested: boolean) => {
    const parts = groups
      .filter(([group]) => group.length > 0)
      .map(([group, conditions]) => rowsOf(width === 1 ? keptByOne(0) : kept, group, isTested ? conditions : []))
    const select = width === 1 ? sql`select` : sql`select distinct`
    return sql.join(
      parts.map((rows) => sql`${select} ${columns} from ${rows}`),
      sql` union all `,
    )
  }
  const merge = () => {
    const each = groups.flatMap(([group, conditions]) => group.map((status) => [status, conditions] as const))
    const parts = Array.from({ length: width }, (_, at) =>
      each.map(([status, conditions]) => rowsOf(keptByOne(at), [status], conditions)),
    )
    return dialect.merge(
      parts.flat().map((rows) => sql`select start_utc, id from ${rows}`),
      limit,
      offset,
    )
  }
  const count = (isTested: boolean) => sql`select count(*) from (${gather(sql`id`, isTested)} limit ${most}) as found`
  const compile = (query: RawBuilder<unknown>): Prepared<ScanPart> => prepare(query.compile(kysely))
  return {
    page: compile(
      Number.isFinite(width)
        ? merge()
        : sql`${gather(sql`start_utc, id`, true)} order by 1, 2 limit ${limit} offset ${offset}`,
    ),
    total: compile(count(true)),
    untested: compile(count(false)),
  }
}

/** The tables and the condition that select the events of a key, and how further conditions on these events are written. */
type KeyedRows = {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly test: (conditions: RawBuilder<unknown>) => RawBuilder<unknown>
}

const keptBy = (
  key: EventKey | undefined,
  each: RawBuilder<unknown>,
  isOneOf: (column: RawBuilder<number>) => RawBuilder<SqlBool>,
): KeyedRows => {
  const isListed = sql<SqlBool>`hide_from_listings = 0`
  if (key === undefined) return { from: sql`event`, where: isListed, test: (conditions) => conditions }
  if (key === 'event') {
    return {
      from: each,
      where: sql`event.id = listed.value and ${isListed}`,
      test: (conditions) => conditions,
    }
  }
  return {
    from: sql`${sql.table(`${key}_listing`)} as listed`,
    where: isOneOf(sql.ref(`${key}_id`)),
    test: (conditions) => sql`exists (select 1 from event where event.id = listed.id and ${conditions})`,
  }
}

/** The events of some statuses that start in the range. */
const rowsOf = ({ from: tables, where, test }: KeyedRows, statuses: readonly Status[], conditions: Conditions) =>
  sql`${tables} where ${where} and status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    and start_utc >= ${from} and start_utc < ${until}
    ${conditions.length > 0 ? sql`and ${test(sql.join(conditions, sql` and `))}` : sql``}`

/**
 * Finds the few events among which all events of a list are, by its window and those conditions which an index knows; the others are not
 * tested. Undefined where there are more than a request reads by itself.
 */
export const findCandidates = async (
  source: QuerySource,
  query: EventQuery,
  /** The values that the rules of the conditions have looked up. */
  values: readonly unknown[],
): Promise<readonly number[] | undefined> => {
  const visible = listedStatuses(source.context.caller, query.statuses)
  const { where, range } = query
  const most = fewRows.tested
  if (where.length === 0 && visible.own.length === 0) {
    const list = (limit: number) => listByDay(source, visible.statuses, range, { limit, offset: 0 })
    const { total } = await list(0)
    return total > most ? undefined : (await list(most)).ids
  }
  const scans: IndexScan[] = []
  const reading: Promise<EventSet | undefined>[] = []
  for (const [at, { rule }] of where.entries()) {
    if (!rule.key) continue
    if (keyedIds(values, at).length === 0) {
      // Nobody waits for what is read already.
      void Promise.allSettled(reading)
      return []
    }
    const scan = scanBy(query, visible, values, at)
    scans.push(scan)
    if (visible.own.length === 0) reading.push(readEventSet(source, scan, rule.facets?.(values[at])))
  }
  const sets = (await Promise.all(reading)).filter((set) => set !== undefined)
  if (sets.length > 0) return idsWithin(sets, range)
  const all = scanBy({ ...query, where: [] }, visible, [], -1)
  const { scan, count } = await findShortest(source, all, scans)
  return count > most ? undefined : await readIds(source, scan)
}

const readIds = async ({ database, context }: QuerySource, scan: IndexScan): Promise<readonly number[]> => {
  const whole: IndexScan = { ...scan, tests: [], values: [] }
  const { page } = scanStatements(database, context.caller.role, whole)
  return pickIds(await database.query(page.text, bind(page, scanPart(whole, fewRows.tested), context)), 1)
}
