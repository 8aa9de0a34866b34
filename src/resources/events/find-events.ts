import { cachedResult } from '../../cache/result-cache.ts'
import { type ListedStatuses, listedStatuses } from '../../core/policy.ts'
import type { Query } from '../../db/database.ts'
import { idsOf } from '../../db/statement.ts'
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
export const findEvents = async (source: QuerySource, asked: EventQuery): Promise<IdPage> => {
  const { database, context, dependency } = source
  const { range, page, perPage } = asked
  const visible = listedStatuses(context.caller, asked.statuses)
  if (asked.where.length === 0 && visible.own.length === 0)
    return await listByDay(source, visible.statuses, range, { limit: perPage, offset: (page - 1) * perPage })
  const query = { ...asked, where: await withSearches(source, 'event', asked.where) }
  const values = await Promise.all(query.where.map((one) => lookUp(database, context, one, dependency)))
  const scans: IndexScan[] = []
  // The places of conditions, and the sets that are read for them.
  const places: number[] = []
  const reading: Promise<EventSet | undefined>[] = []
  let facets: string[] | undefined
  for (const [at, { rule }] of query.where.entries()) {
    const own = rule.facets?.(values[at])
    if (own) facets = [...(facets ?? []), ...own]
    if (!rule.key) continue
    if (keyedIds(values, at).length === 0) {
      // Nobody waits for what is read already.
      void Promise.allSettled(reading)
      return { ids: [], total: 0, facets }
    }
    const scan = scanBy(query, visible, values, at)
    scans.push(scan)
    if (visible.own.length > 0) continue
    places.push(at)
    reading.push(readEventSet(source, scan, own))
  }
  const narrowed = { ...source, dependency: withFacets(source.dependency, facets) }
  const read = await Promise.all(reading)
  const sets = new Map<number, EventSet>()
  for (const [place, at] of places.entries()) {
    const set = read[place]
    if (set) sets.set(at, set)
  }
  const found =
    sets.size > 0
      ? await cutSets(narrowed, query, visible, values, sets)
      : await scanIndex(narrowed, query, visible, values, scans)
  return { ...found, facets }
}

/** Finds the page in the sets of some conditions, by their places; what all of them have is tested by the other conditions. */
const cutSets = async (
  source: QuerySource,
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  sets: ReadonlyMap<number, EventSet>,
): Promise<IdPage> => {
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
  return await readSet(source, query, {
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
const scanIndex = async (
  source: QuerySource,
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  scans: readonly IndexScan[],
): Promise<IdPage> => {
  const all = scanBy(query, visible, values, -1)
  const [first, ...others] = scans
  if (!first) return await readScan(source, query, all, isTested(all) ? await countFew(source, all) : fewRows.counted)
  const { scan, count } = await shortestOf(source, first, others)
  if (count <= (isNarrow(scan) ? shortList : fewRows.tested)) return await readSet(source, query, scan)
  // With too many ids to merge their indexes, all events of the window are read in order and tested.
  return await readScan(source, query, isNarrow(scan) ? scan : all, count, scan)
}

/** Up to this number of events, reading and sorting all of them is faster than merging indexes. */
const shortList = 500

/** Reads a candidate set: the few events of a scan, sorted, as one cached result from which every page is cut. */
const readSet = async (source: QuerySource, { page, perPage }: EventQuery, scan: IndexScan): Promise<IdPage> => {
  const { database, context, dependency } = source
  const statement = scanStatements(database, context.caller.role, scan).page
  const parameters = bind(statement, partOf(scan, fewRows.tested), context)
  const ids = await cachedResult(dependency, resultKey(statement, parameters), async () =>
    idsOf(await database.query(statement.text, parameters), 1),
  )
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }
}

/** Whether the tests of a scan read other tables or rows for each of perhaps many events. */
const isTested = ({ tests, own }: IndexScan): boolean =>
  own.length > 0 || (!tests.some(({ rule, value }) => rule.isRare?.(value)) && tests.some(({ rule }) => !rule.isCheap))

/** Reads a page by an index scan. The total is counted by `counted`, another scan of the same events. */
const readScan = (
  source: QuerySource,
  query: EventQuery,
  scan: IndexScan,
  count: number,
  counted = scan,
): Promise<IdPage> => {
  const isLong = isTested(scan) && count > fewRows.tested
  return readPage(source, query, scan, counted, isLong ? inBackground(source) : source.database.query)
}

/** Pages of more events than lists have are mostly all of their list. */
const longPage = 100

const readPage = async (
  source: QuerySource,
  { page, perPage }: EventQuery,
  scan: IndexScan,
  counted: IndexScan,
  ask: Query,
): Promise<IdPage> => {
  const { database, context } = source
  const { role } = context.caller
  const offset = (page - 1) * perPage
  const statement = scanStatements(database, role, scan).page
  const read = offset > fewRows.counted ? inBackground(source) : ask
  const reading = read(statement.text, bind(statement, partOf(scan, perPage, offset), context))
  const { total } = scanStatements(database, role, counted)
  const count = () => countAll(source, total, partOf(counted), ask)
  if (offset === 0 && perPage > longPage) {
    const ids = idsOf(await reading, 1)
    // A long page that begins the list and is not full has all of it.
    const isAll = ids.length < perPage || source.isCounted === false
    return { ids, total: isAll ? ids.length : await count() }
  }
  const [rows, all] = await Promise.all([reading, count()])
  return { ids: idsOf(rows, 1), total: all }
}
