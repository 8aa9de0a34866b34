import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../cache/change-feed.ts'
import type { Viewer } from '../core/policy.ts'
import type { Database } from '../db/database.ts'
import type { Schema, Status } from '../db/schema.ts'
import { boundTo, type Condition, type EventKey, type Prepared, shapeOf } from './condition.ts'
import { prepare, slot } from './statement-cache.ts'

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
  const key = `${database.dialect.name} ${role} ${by} ${width} ${statuses} ${own} ${shapeOf(tests)}`
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
