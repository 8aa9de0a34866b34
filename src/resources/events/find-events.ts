import { type CacheDependency, dependencyWith, type TimeSpan } from '../../cache/change-feed.ts'
import { cachedResult } from '../../cache/result-cache.ts'
import type { RequestContext } from '../../core/context.ts'
import { hasRight, readable, readableStatuses } from '../../core/policy.ts'
import type { Query } from '../../db/database.ts'
import { statuses as allStatuses, type Status } from '../../db/schema.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { type Condition, condition, lookUp, type Rule, resultKey } from '../../query/condition.ts'
import { listByDay } from '../../query/day-counters.ts'
import { countAll, countUpTo, type IdPage, type QuerySource } from '../../query/find-ids.ts'
import { idsOf } from '../../query/ids-by.ts'
import { type IndexScan, isNarrow, type ScanPart, scanStatements } from '../../query/index-scan.ts'
import { fewRows, findCandidates } from '../../query/search-candidates.ts'
import { bind } from '../../query/statement-cache.ts'

/** Selects a page of a list of events in the order of their start. */
export type EventQuery = {
  readonly statuses: readonly Status[] | undefined
  readonly range: TimeSpan
  readonly where: readonly Condition<'event'>[]
  readonly page: number
  readonly perPage: number
}

/**
 * Finds a page of events and their total. All listed events are counted by day. Otherwise one of two strategies is taken:
 * - a **candidate set**: where a condition leaves few events, all that match are read and put in order at once;
 * - an **index scan**: events are read in the order of an index, and the other conditions are tested for each of them.
 *
 * Queries that take long run in the background worker.
 */
export const findEvents = (source: QuerySource, query: EventQuery): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const { where, range, page, perPage } = query
  const visible = visibleStatuses(context, query.statuses)
  if (where.length === 0 && visible.own.length === 0) {
    return listByDay(source, visible.statuses, range, { limit: perPage, offset: (page - 1) * perPage })
  }
  const lookUps: Awaitable<unknown>[] = []
  for (const one of where) lookUps.push(lookUp(database, context, one, dependency))
  return after(allOf(lookUps), (values) => findResolved(source, query, visible, values))
}

type Visible = Pick<IndexScan, 'statuses' | 'own'>

/** The statuses that a list shows, and those of which the caller sees only some events (contract B5.2). */
const visibleStatuses = (context: RequestContext, asked: readonly Status[] | undefined): Visible => {
  // A caller without the right to edit sees only published events, whatever statuses the request has.
  if (!hasRight(context.caller, 'edit')) return onlyPublished
  const kept = allStatuses.filter((status) => (asked ? asked.includes(status) : status !== 'trash'))
  const { everybodys, own } = readableStatuses(context.caller, kept)
  return { statuses: everybodys, own }
}

const onlyPublished: Visible = { statuses: ['publish'], own: [] }

/** Finds the page once the values of the conditions are looked up. */
const findResolved = (
  source: QuerySource,
  query: EventQuery,
  visible: Visible,
  values: readonly unknown[],
): Awaitable<IdPage> => {
  const { where } = query
  const scans: IndexScan[] = []
  let tags: string[] | undefined
  for (const [at, { rule }] of where.entries()) {
    const own = rule.tags?.(values[at])
    if (own) tags = [...(tags ?? []), ...own]
    if (!rule.key) continue
    if ((values[at] as readonly number[]).length === 0) return { ids: [], total: 0, tags }
    scans.push(scanBy(query, visible, values, at))
  }
  const narrowed = { ...source, dependency: withTags(source.dependency, tags) }
  const all = scanBy(query, visible, values, -1)
  const found =
    scans.length === 0
      ? readScan(narrowed, query, all, isTested(all) ? countFew(narrowed, all) : fewRows.counted)
      : after(shortestOf(narrowed, scans), ({ scan, count }) => readKeyed(narrowed, query, all, scan, count))
  return after(found, (page) => ({ ...page, tags }))
}

/** Restricts the dependency to events with one of the tags: an event that enters or leaves the list has, or had, one of them. */
const withTags = (dependency: CacheDependency, tags: readonly string[] | undefined): CacheDependency =>
  tags && dependency.range ? dependencyWith(dependency, dependency.kinds, { ...dependency.range, tags }) : dependency

/** Tests whether the caller may read an event, for statuses in which only some events are readable. */
const isReadable: Rule<'event', undefined> = { where: ({ caller }) => readable(caller, 'event') }

const readableEvents = condition(isReadable, undefined)

/** Makes the scan that starts from the condition at this position, or from all events of the window (-1); it tests the other conditions. */
const scanBy = (query: EventQuery, visible: Visible, values: readonly unknown[], driver: number): IndexScan => {
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
    ids: key ? (values[driver] as readonly number[]) : [],
    ...visible,
    isReadable: readableEvents,
    range: query.range,
    tests,
    values: others,
  }
}

type CountedScan = { readonly scan: IndexScan; readonly count: number }

/** Returns the scan with the fewest events and their number, which is exact up to `fewRows.tested`. */
const shortestOf = (source: QuerySource, scans: readonly IndexScan[]): Awaitable<CountedScan> => {
  const counting: Awaitable<number>[] = []
  for (const scan of scans) counting.push(countFew(source, scan))
  return after(allOf(counting), (counts) => {
    const count = Math.min(...counts)
    return { scan: scans[counts.indexOf(count)] as IndexScan, count }
  })
}

/** Counts the events of a scan without its tests, up to one more than `fewRows.tested`. */
const countFew = (source: QuerySource, scan: IndexScan): Awaitable<number> => {
  if (scan.key === 'event') return scan.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, scan)
  return countUpTo(source, untested, partOf(scan), fewRows.tested)
}

const partOf = (scan: IndexScan, limit = 0, offset = 0): ScanPart => ({ ...scan, limit, offset, most: 0 })

/** Up to this number of events, reading and sorting all of them is faster than merging indexes. */
const shortList = 500

const readKeyed = (
  source: QuerySource,
  query: EventQuery,
  all: IndexScan,
  scan: IndexScan,
  count: number,
): Awaitable<IdPage> => {
  if (count <= (isNarrow(scan) ? shortList : fewRows.tested)) return readSet(source, query, scan)
  // With too many ids to merge their indexes, all events of the window are read in order and tested.
  return readScan(source, query, isNarrow(scan) ? scan : all, count, scan)
}

/** Reads a candidate set: the few events of a scan, sorted, as one cached result from which every page is cut. */
const readSet = (source: QuerySource, { page, perPage }: EventQuery, scan: IndexScan): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const statement = scanStatements(database, context.caller.role, scan).page
  const parameters = bind(statement, partOf(scan, fewRows.tested), context)
  const allIds = cachedResult(dependency, resultKey(statement, parameters), () =>
    after(database.query(statement.text, parameters), (rows) => idsOf(rows, 1)),
  )
  return after(allIds, (ids) => ({ ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }))
}

/** Whether the tests of a scan read other tables or rows for each event. */
const isTested = ({ tests, own }: IndexScan): boolean => own.length > 0 || tests.some(({ rule }) => !rule.isCheap)

/** Reads a page by an index scan. The total is counted by `counted`, another scan of the same events. */
const readScan = (
  source: QuerySource,
  query: EventQuery,
  scan: IndexScan,
  counting: Awaitable<number>,
  counted = scan,
): Awaitable<IdPage> =>
  after(counting, (count) => {
    if (!isTested(scan) || count <= fewRows.tested) return readPage(source, query, scan, counted, source.database.query)
    return after(findCandidates(source, 'event', query.where), (candidates) =>
      candidates
        ? findEvents(source, { ...query, where: [...query.where, candidates] })
        : readPage(source, query, scan, counted, source.database.queryInBackground),
    )
  })

const readPage = (
  source: QuerySource,
  { page, perPage }: EventQuery,
  scan: IndexScan,
  counted: IndexScan,
  ask: Query,
): Awaitable<IdPage> => {
  const { database, context } = source
  const { role } = context.caller
  const offset = (page - 1) * perPage
  const statement = scanStatements(database, role, scan).page
  const read = offset > fewRows.counted ? database.queryInBackground : ask
  const rowsOfPage = read(statement.text, bind(statement, partOf(scan, perPage, offset), context))
  const { total } = scanStatements(database, role, counted)
  return after(allOf([rowsOfPage, countAll(source, total, partOf(counted), ask)]), ([rows, count]) => ({
    ids: idsOf(rows, 1),
    total: count,
  }))
}
