import { cachedResult } from '../../cache/result-cache.ts'
import { type ListedStatuses, listedStatuses } from '../../core/policy.ts'
import type { Query } from '../../db/database.ts'
import { idsOf } from '../../db/statement.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { type Condition, keyedIds, lookUp, resultKey } from '../../query/condition.ts'
import { listByDay } from '../../query/day-counters.ts'
import { countAll, fewRows, type IdPage, type QuerySource } from '../../query/find-ids.ts'
import { inBackground } from '../../query/in-background.ts'
import { type IndexScan, isNarrow, scanStatements } from '../../query/index-scan.ts'
import { withSearches } from '../../query/search-text.ts'
import { bind } from '../../query/statement-cache.ts'
import {
  countFew,
  type EventQuery,
  type EventSet,
  idsWithin,
  partOf,
  readableEvents,
  readEventSet,
  scanBy,
  shortestOf,
  withFacets,
} from './scans.ts'

/**
 * Finds a page of events and their total. All listed events are counted by day. Otherwise one of two strategies is taken:
 * - **sets**: the events of a condition, if these are few, are read once for all windows; lists are cut out of the sets in memory;
 * - an **index scan**: events are read in the order of an index, and the other conditions are tested for each of them. Callers who see only
 *   some events of a status have no sets; of their lists, short ones are read as a whole.
 *
 * Queries that take long run in the background worker.
 */
export const findEvents = (source: QuerySource, query: EventQuery): Awaitable<IdPage> => {
  const { where, range, page, perPage } = query
  const visible = listedStatuses(source.context.caller, query.statuses)
  if (where.length > 0)
    return after(withSearches(source, 'event', where), (where) =>
      findByConditions(source, { ...query, where }, visible),
    )
  if (visible.own.length > 0) return findByConditions(source, query, visible)
  return listByDay(source, visible.statuses, range, { limit: perPage, offset: (page - 1) * perPage })
}

/** Finds the page once the index of searches has been asked. */
const findByConditions = (source: QuerySource, query: EventQuery, visible: ListedStatuses): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const lookUps: Awaitable<unknown>[] = []
  for (const one of query.where) lookUps.push(lookUp(database, context, one, dependency))
  return after(allOf(lookUps), (values) => findWithValues(source, query, visible, values))
}

/** Finds the page once the values of the conditions are looked up. */
const findWithValues = (
  source: QuerySource,
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
): Awaitable<IdPage> => {
  const scans: IndexScan[] = []
  // The places of conditions, and the sets that are read for them.
  const places: number[] = []
  const reading: Awaitable<EventSet | undefined>[] = []
  let facets: string[] | undefined
  for (const [at, { rule }] of query.where.entries()) {
    const own = rule.facets?.(values[at])
    if (own) facets = [...(facets ?? []), ...own]
    if (!rule.key) continue
    if (keyedIds(values, at).length === 0) return { ids: [], total: 0, facets }
    const scan = scanBy(query, visible, values, at)
    scans.push(scan)
    if (visible.own.length > 0) continue
    places.push(at)
    reading.push(readEventSet(source, scan, own))
  }
  const narrowed = { ...source, dependency: withFacets(source.dependency, facets) }
  const found = after(allOf(reading), (read) => {
    const sets = new Map<number, EventSet>()
    for (const [place, at] of places.entries()) {
      const set = read[place]
      if (set) sets.set(at, set)
    }
    return sets.size > 0
      ? cutSets(narrowed, query, visible, values, sets)
      : scanIndex(narrowed, query, visible, values, scans)
  })
  return after(found, (page) => ({ ...page, facets }))
}

/** Finds the page in the sets of some conditions, by their places; what all of them have is tested by the other conditions. */
const cutSets = (
  source: QuerySource,
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  sets: ReadonlyMap<number, EventSet>,
): Awaitable<IdPage> => {
  const { where, range, page, perPage } = query
  const ids = idsWithin([...sets.values()], range)
  const tests: Condition<'event'>[] = []
  const others: unknown[] = []
  for (const [at, one] of where.entries()) {
    if (sets.has(at)) continue
    tests.push(one)
    others.push(values[at])
  }
  if (tests.length === 0 || ids.length === 0)
    return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }
  return readSet(source, query, {
    key: 'event',
    ids,
    ...visible,
    isReadable: readableEvents,
    range,
    tests,
    values: others,
  })
}

/** Finds the page without sets: a short list is read as a whole, a longer one in the order of an index. */
const scanIndex = (
  source: QuerySource,
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  scans: readonly IndexScan[],
): Awaitable<IdPage> => {
  const all = scanBy(query, visible, values, -1)
  const [first, ...others] = scans
  if (!first) return readScan(source, query, all, isTested(all) ? countFew(source, all) : fewRows.counted)
  return after(shortestOf(source, first, others), ({ scan, count }) => readKeyed(source, query, all, scan, count))
}

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

/** Whether the tests of a scan read other tables or rows for each of perhaps many events. */
const isTested = ({ tests, own }: IndexScan): boolean =>
  own.length > 0 || (!tests.some(({ rule, value }) => rule.isRare?.(value)) && tests.some(({ rule }) => !rule.isCheap))

/** Reads a page by an index scan. The total is counted by `counted`, another scan of the same events. */
const readScan = (
  source: QuerySource,
  query: EventQuery,
  scan: IndexScan,
  counting: Awaitable<number>,
  counted = scan,
): Awaitable<IdPage> =>
  after(counting, (count) => {
    const isLong = isTested(scan) && count > fewRows.tested
    return readPage(source, query, scan, counted, isLong ? inBackground(source) : source.database.query)
  })

/** Pages of more events than lists have are mostly all of their list. */
const longPage = 100

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
  const read = offset > fewRows.counted ? inBackground(source) : ask
  const rowsOfPage = read(statement.text, bind(statement, partOf(scan, perPage, offset), context))
  const { total } = scanStatements(database, role, counted)
  const count = () => countAll(source, total, partOf(counted), ask)
  // A long page that begins the list and is not full has all of it.
  const isLong = offset === 0 && perPage > longPage
  const counting = isLong
    ? after(rowsOfPage, ({ length }) => (length < perPage || source.isCounted === false ? length : count()))
    : count()
  return after(allOf([rowsOfPage, counting]), ([rows, total]) => ({ ids: idsOf(rows, 1), total }))
}
