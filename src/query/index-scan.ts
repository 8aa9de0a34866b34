import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../cache/change-feed.ts'
import type { Viewer } from '../core/policy.ts'
import type { Database } from '../db/database.ts'
import type { Schema, Status } from '../db/schema.ts'
import { boundTo, type Condition, type EventKey, type Prepared, shapeOf } from './condition.ts'
import { prepare, slot } from './statement-cache.ts'

/**
 * Events in the order of their start, as an index has them: all, or those linked to some ids, which are then read side by side; or those
 * of some ids. Events of `statuses` are there for the caller, those of `own` as far as he may read them.
 */
export type IndexScan = {
  readonly key?: EventKey
  readonly ids: readonly number[]
  readonly statuses: readonly Status[]
  readonly own: readonly Status[]
  readonly isReadable: Condition<'event'>
  readonly range: TimeSpan
  /** What is true of the events besides. */
  readonly tests: readonly Condition<'event'>[]
  /** What the rules of the tests have found out, in their order. */
  readonly values: readonly unknown[]
}

/** A part of the streams: `most` is where counting stops. */
export type Part = IndexScan & { readonly limit: number; readonly offset: number; readonly most: number }

/** The statements about streams of one shape. */
export type ScanStatements = {
  /** The start and the id of each event of a page. */
  readonly page: Prepared<Part>
  /** The number of events, or `most`, where there are more; and the same without any tests. */
  readonly total: Prepared<Part>
  readonly untested: Prepared<Part>
}

/** Indexes that are read side by side at most. */
const maxStreams = 64

/** Whether the events of so many ids can be read side by side; otherwise all of them have to be found and put in order. */
export const isNarrow = ({ key, ids, statuses, own }: IndexScan): boolean =>
  key === undefined || (key !== 'event' && widthFor(ids) * (statuses.length + own.length) <= maxStreams)

/** The number of ids, rounded up so that there are few shapes. */
const widthFor = (ids: readonly number[]): number => 2 ** Math.ceil(Math.log2(ids.length))

const cache = new LRUCache<string, ScanStatements>({ max: 500 })

/** The statements for streams, built once for each shape. */
export const scanStatements = (database: Database, role: Viewer['role'], streams: IndexScan): ScanStatements => {
  const { key: by, ids, statuses, own, tests } = streams
  const width = by === undefined ? 1 : isNarrow(streams) ? widthFor(ids) : Number.POSITIVE_INFINITY
  const key = `${database.dialect.name} ${role} ${by} ${width} ${statuses} ${own} ${shapeOf(tests)}`
  const known = cache.get(key)
  if (known) return known
  const made = buildStatements(database, role, streams, width)
  cache.set(key, made)
  return made
}

const [from, until] = [slot(({ range }: Part) => range.from), slot(({ range }: Part) => range.until)]
const [limit, offset] = [slot(({ limit: n }: Part) => n), slot(({ offset: n }: Part) => n)]
const most = slot(({ most: n }: Part) => n)

type Conditions = readonly Expression<SqlBool>[]

const buildStatements = (
  { kysely, dialect }: Database,
  role: Viewer['role'],
  { key, statuses, own, isReadable, tests }: IndexScan,
  width: number,
): ScanStatements => {
  const build = ({ rule, shape }: Condition<'event'>, at: number) =>
    rule.where(
      boundTo<Part, unknown>(dialect, role, ({ values }) => values[at]),
      shape,
    )(expressionBuilder<Schema, 'event'>())
  const tested: Conditions = tests.map(build)
  const groups: readonly (readonly [readonly Status[], Conditions])[] = [
    [statuses, tested],
    [own, [...tested, build(isReadable, -1)]],
  ]
  const list = slot(({ ids }: Part) => dialect.encodeIds(ids))
  const listed = dialect.eachOf(list)
  const kept = keptBy(key, listed, (column) => dialect.isInList(column, list))
  const keptByOne = (at: number) =>
    keptBy(key, listed, (column) => sql`${column} = ${slot(({ ids }: Part) => ids[at] ?? 0)}`)
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
  const compile = (query: RawBuilder<unknown>): Prepared<Part> => prepare(query.compile(kysely))
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

/** Where events of a key are found, what is true of them there, and how conditions on events are written. */
type Kept = {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly test: (conditions: RawBuilder<unknown>) => RawBuilder<unknown>
}

const keptBy = (
  key: EventKey | undefined,
  each: RawBuilder<unknown>,
  isOneOf: (column: RawBuilder<number>) => RawBuilder<SqlBool>,
): Kept => {
  const isListed = sql<SqlBool>`hide_from_listings = 0`
  if (key === undefined) return { from: sql`event`, where: isListed, test: (conditions) => conditions }
  if (key === 'event') {
    return {
      from: sql`${each} event`,
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

/** Events of some statuses in the range: by themselves, or as they are linked. */
const rowsOf = ({ from: tables, where, test }: Kept, statuses: readonly Status[], conditions: Conditions) =>
  sql`${tables} where ${where} and status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    and start_utc >= ${from} and start_utc < ${until}
    ${conditions.length > 0 ? sql`and ${test(sql.join(conditions, sql` and `))}` : sql``}`
