import { cachedResult, type TimeSpan } from '../../../cache/change-feed.ts'
import type { RequestContext } from '../../../core/context.ts'
import type { Check, Values } from '../../../core/params.ts'
import { type ListedStatuses, listedStatuses } from '../../../core/policy.ts'
import type { IdPage, ListPlan } from '../../../core/resource.ts'
import type { Database, Query } from '../../../db/database.ts'
import { pickIds } from '../../../db/statement.ts'
import { hashTag } from '../../../lib/tag.ts'
import {
  bind,
  type Condition,
  condition,
  type FilterTable,
  filterConditions,
  keyedIds,
  lookUp,
  type QuerySource,
  resultKey,
  shapeKey,
} from '../../../query/condition.ts'
import { countAll, fewRows, findIds, type Order, type PageQuery } from '../../../query/find-ids.ts'
import { inBackground } from '../../../query/in-background.ts'
import { type OrderedQuery, type OrderTerm, orderedPage, type Place } from '../../../query/ordered-page.ts'
import { withSearches } from '../../../query/search-text.ts'
import { cursorPage, readCursor } from '../../shared/cursor.ts'
import { withChanged } from '../../shared/modified.ts'
import { readPaging } from '../../shared/page-params.ts'
import { isVisible } from '../../shared/post-list.ts'
import { sortText } from '../../shared/sort.ts'
import type { eventFilters } from '../filters.ts'
import { nearPoint } from '../geolocation.ts'
import { mostCategories } from '../more-filters.ts'
import { isFirstOfSeries, leaveOutRepeats } from '../series/collapse.ts'
import { listByDay } from './day-counters.ts'
import { inCategories } from './link-rules.ts'
import {
  always,
  countFew,
  type EventQuery,
  type EventSet,
  findCandidates,
  findShortest,
  type IndexScan,
  idsWithin,
  isNarrow,
  readableEvents,
  readEventSet,
  scanBy,
  scanPart,
  scanStatements,
  withFacets,
} from './scans.ts'
import {
  type EventSortKeys,
  type EventWindow,
  eventWindow,
  findIndex,
  isListed,
  narrowByName,
  orderTerms,
  startsIn,
  windowParams,
} from './window.ts'

type EventValues = Values<typeof eventFilters>

/** Reports values that cannot be used together: a point without one of its coordinates (contract B4.6), an order by distance without a point, too many categories. */
export const checkTogether = (values: EventValues): ReturnType<Check> => {
  const { geoloc_lat, geoloc_lng, sort, categories, categories_relation } = values
  const faults: [string, string][] = []
  if ((geoloc_lat === undefined) !== (geoloc_lng === undefined)) {
    const missing = geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng'
    faults.push([missing, 'geoloc_lat and geoloc_lng must be sent together.'])
  } else if (geoloc_lat === undefined && sort?.some(({ by }) => by === 'distance')) {
    faults.push(['sort', 'The order by distance needs geoloc_lat and geoloc_lng.'])
  }
  if (categories_relation === 'and' && (categories?.length ?? 0) > mostCategories)
    faults.push(['categories', `With categories_relation=and it may list at most ${mostCategories} categories.`])
  return faults
}

/**
 * Makes the function that plans lists of events with these filters: events of a window in the order of their start, or with `include`,
 * those with the given ids in the order of publication, regardless of the window (F4.3); or in the order that is asked for (contract C1.3).
 */
export const planEventsBy =
  (filters: FilterTable<'event'>) =>
  (database: Database, context: RequestContext, values: EventValues): ListPlan => {
    const { page, perPage } = readPaging(context, values)
    const paging = { page, perPage }
    const where = conditionsOf(filters, values)
    const order = isInUsualOrder(values) ? undefined : orderOf(values)
    const list: EventList = { values, paging, where, order }
    if (values.include !== undefined) {
      const find: ListPlan['find'] = (dependency) => findIncluded({ database, context, dependency }, list)
      return { ...paging, find, echo: {}, dropped: windowParams }
    }
    const window = eventWindow(context, values)
    const find: ListPlan['find'] = async (dependency, isCounted) => {
      const source = { database, context, dependency, isCounted }
      const narrowed = window.name === undefined ? window : await narrowByName(source, window.name, window)
      return await findInWindow(source, list, narrowed)
    }
    return {
      ...paging,
      find,
      echo: window.echo,
      dropped: [],
      ...(!isAmongFew(values) && { range: { range: window.range } }),
    }
  }

/** What is asked of a list of events besides its window. */
type EventList = {
  readonly values: EventValues
  readonly paging: Pick<PageQuery<'event'>, 'page' | 'perPage'>
  readonly where: readonly Condition<'event'>[]
  /** Undefined for the usual order of such lists, read by pages. */
  readonly order: Pick<SortedQuery, 'order' | 'from'> | undefined
}

/** The conditions of all filters that were sent; with `categories_relation=and` there is one for each category. */
const conditionsOf = (filters: FilterTable<'event'>, values: EventValues): readonly Condition<'event'>[] => {
  const { categories, ...others } = values
  const isEach = values.categories_relation === 'and' && categories !== undefined
  const where = filterConditions(filters, isEach ? others : values)
  if (isEach) where.push(...categories.map((category) => condition(inCategories, [category])))
  if (values.geoloc_lat !== undefined) where.push(...nearPoint(values))
  return where
}

/** Past events come with the latest first, and events that are named by their ids as they were published; all others by their start. */
const isInUsualOrder = ({ cursor, include, sort, window }: EventValues): boolean => {
  if (cursor !== undefined) return false
  if (sort !== undefined) return include === undefined && sortText(sort) === 'start_date'
  return include !== undefined || window !== 'past'
}

const orderOf = (values: EventValues): Pick<SortedQuery, 'order' | 'from'> => {
  const { cursor, geoloc_lat: lat, geoloc_lng: lng } = values
  const point = lat === undefined || lng === undefined ? undefined : { lat, lng }
  const order = orderTerms(values.sort ?? defaultKeys(values), point)
  return { order, ...(cursor !== undefined && { from: { place: readCursor(cursor, order) } }) }
}

const defaultKeys = ({ include, window }: EventValues): EventSortKeys => {
  if (include !== undefined) return [{ by: 'date', direction: 'asc' }]
  return [{ by: 'start_date', direction: window === 'past' ? 'desc' : 'asc' }]
}

/** Whether the list is one of few events which are found by other means than its window: the parent of an event may lie outside of it. */
const isAmongFew = ({ post_parent, series }: EventValues): boolean => post_parent !== undefined || series !== undefined

/** The conditions of a list that has only the first occurrence of each series in a range, if that is asked for (contract C3.3). */
const collapsed = async (
  source: QuerySource,
  { collapse, status }: EventValues,
  range: TimeSpan,
  asked: readonly Condition<'event'>[],
): Promise<readonly Condition<'event'>[]> => {
  if (collapse === undefined) return asked
  // The first occurrence is the first that has the words, too.
  const where = await withSearches(source, 'event', asked)
  const conditions = [condition(isListed, undefined), isVisible('event', status), ...where]
  return [...where, condition(isFirstOfSeries, { range, conditions })]
}

const findIncluded = async (source: QuerySource, list: EventList): Promise<IdPage> => {
  const { values, paging } = list
  const where = await collapsed(source, values, always, list.where)
  const few = { ...paging, where, order: byDate }
  return await (list.order ? findSorted(source, amongFew(source, list, few, where)) : findFew(source, values, few))
}

/** Finds the events of a window that meet all conditions. */
const findInWindow = async (
  source: QuerySource,
  list: EventList,
  { range, ends }: Pick<EventWindow, 'range' | 'ends'>,
): Promise<IdPage> => {
  const { values, paging, order } = list
  const { status: statuses, modified_after } = values
  const asked = ends.length === 0 ? list.where : [...ends, ...list.where]
  if (isAmongFew(values)) return await findFewInWindow(source, list, range, asked)
  if (values.collapse !== undefined) return await findCollapsed(source, list, range, asked)
  const where = modified_after === undefined ? asked : await withChanged(source, modified_after, asked)
  const query = { ...paging, range, where, statuses }
  return order ? await findSorted(source, { ...query, ...order }) : await findEvents(source, query)
}

/**
 * Finds the events of a window with only the first occurrence of each series. If they are few, all are read and the others left out; the first
 * occurrences of many are found by the index of series.
 */
const findCollapsed = async (
  source: QuerySource,
  list: EventList,
  range: TimeSpan,
  where: readonly Condition<'event'>[],
): Promise<IdPage> => {
  const { values, paging, order } = list
  const query = { ...paging, range, where, statuses: values.status }
  const all = { ...query, page: 1, perPage: fewRows.tested + 1 }
  const { ids: each, facets } = await findEvents({ ...source, isCounted: false }, all)
  if (each.length > fewRows.tested) return await findFewInWindow(source, list, range, where)
  const ids = await leaveOutRepeats(source, each)
  if (order) return { ...(await findSorted(source, { ...query, ...order, findCandidates: async () => ids })), facets }
  const { page, perPage } = paging
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length, facets }
}

const findFewInWindow = async (
  source: QuerySource,
  list: EventList,
  range: TimeSpan,
  asked: readonly Condition<'event'>[],
): Promise<IdPage> => {
  const { values, paging } = list
  const where = await collapsed(source, values, range, asked)
  const few = { ...paging, where: [condition(startsIn, range), ...where], order: byStartAndId }
  return await (list.order
    ? findSorted(source, { ...amongFew(source, list, few, where), range })
    : findFew(source, values, few))
}

type FewEvents = Pick<PageQuery<'event'>, 'where' | 'order' | 'page' | 'perPage'>

/** Finds events by `include` or `post_parent`. */
const findFew = (source: QuerySource, { status }: EventValues, query: FewEvents): Promise<IdPage> => {
  const among = [condition(isListed, undefined), isVisible('event', status)]
  return findIds(source, 'event', { ...query, among })
}

/** The same in another order: the events that `include` or `post_parent` find are the candidates. */
const amongFew = (
  source: QuerySource,
  { values, paging, order }: EventList,
  few: FewEvents,
  where: readonly Condition<'event'>[],
): SortedQuery => ({
  ...paging,
  ...(order ?? orderOf(values)),
  statuses: values.status,
  where,
  range: always,
  findCandidates: async () => {
    const { ids, total } = await findFew(source, values, { ...few, page: 1, perPage: fewRows.tested })
    return total > fewRows.tested ? undefined : ids
  },
})

const byDate: Order<'event'> = [
  ['date', 'asc'],
  ['id', 'asc'],
]

const byStartAndId: Order<'event'> = [
  ['start_utc', 'asc'],
  ['id', 'asc'],
]

/**
 * Finds a page of events and their total. All listed events are counted by day. Otherwise one of two strategies is taken:
 * - **sets**: the events of a condition, if these are few, are read once for all windows; lists are cut out of the sets in memory;
 * - an **index scan**: events are read in the order of an index, and the other conditions are tested for each of them. Callers who see only
 *   some events of a status have no sets; of their lists, short ones are read as a whole.
 *
 * Queries that take long run in the background worker.
 */
const findEvents = async (source: QuerySource, asked: EventQuery): Promise<IdPage> => {
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
  const { scan, count } = await findShortest(source, first, others)
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
  const parameters = bind(statement, scanPart(scan, fewRows.tested), context)
  const ids = await cachedResult(dependency, resultKey(statement, parameters), async () =>
    pickIds(await database.query(statement.text, parameters), 1),
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
  const reading = read(statement.text, bind(statement, scanPart(scan, perPage, offset), context))
  const { total } = scanStatements(database, role, counted)
  const count = () => countAll(source, total, scanPart(counted), ask)
  if (offset === 0 && perPage > longPage) {
    const ids = pickIds(await reading, 1)
    // A long page that begins the list and is not full has all of it.
    const isAll = ids.length < perPage || source.isCounted === false
    return { ids, total: isAll ? ids.length : await count() }
  }
  const [rows, all] = await Promise.all([reading, count()])
  return { ids: pickIds(rows, 1), total: all }
}

/** Selects a page of a list of events in any order. */
export type SortedQuery = EventQuery & {
  readonly order: readonly OrderTerm[]
  /** The list is read by a cursor: from this place, or from the beginning where it is undefined; no total is counted. */
  readonly from?: { readonly place: Place | undefined }
  /** Finds the events of the list by other means than its window; undefined where there are too many of them. */
  readonly findCandidates?: () => Promise<readonly number[] | undefined>
}

/**
 * Finds a page of a list in another order than that of the start of events, or by a cursor. Of a list with few candidates, these are put in
 * order; otherwise events are read in the order of an index, and those which do not belong to the list are passed over.
 */
const findSorted = async (source: QuerySource, asked: SortedQuery): Promise<IdPage> => {
  const { database, context, dependency } = source
  const query = { ...asked, where: await withSearches(source, 'event', asked.where) }
  const values = await Promise.all(query.where.map((one) => lookUp(database, context, one, dependency)))
  const facets = facetsOf(query, values)
  const narrowed = { ...source, dependency: withFacets(dependency, facets) }
  return { ...(await findPage(narrowed, query, values)), facets }
}

const findPage = async (source: QuerySource, query: SortedQuery, values: readonly unknown[]): Promise<IdPage> => {
  const { from, page, perPage, order } = query
  const { findCandidates: find = () => findCandidates(source, query, values) } = query
  const ids = isRunOfIndex(query) ? undefined : await find()
  if (from) return cursorPage(await readFrom(source, query, values, ids), perPage, order)
  if (ids) return await sortFew(source, query, values, ids)
  const { total } = await findEvents(source, { ...query, page: 1, perPage: 1 })
  if (total > fewRows.tested)
    return { ids: idsIn(await readAlong(source, query, values, perPage, (page - 1) * perPage)), total }
  const all = await findEvents(source, { ...query, page: 1, perPage: fewRows.tested })
  return await sortFew(source, query, values, all.ids)
}

/**
 * Whether the page is a run of rows of the index of starts: the cursor and the window bound it, and little is passed over, since most events
 * are published.
 */
const isRunOfIndex = ({ from, where, statuses, order, findCandidates }: SortedQuery): boolean =>
  from !== undefined &&
  where.length === 0 &&
  statuses === undefined &&
  order[0]?.name === 'start_date' &&
  findCandidates === undefined

const idsIn = (places: readonly Place[]): number[] => places.map((place) => Number(place.at(-1)))

/** The facets that some condition requires of the events, as {@link findEvents} has them. */
const facetsOf = ({ where }: SortedQuery, values: readonly unknown[]): string[] | undefined => {
  const facets = where.flatMap(({ rule }, at) => [...(rule.facets?.(values[at]) ?? [])])
  return facets.length > 0 ? facets : undefined
}

/** What a list consists of, as conditions on the rows. */
const wholeOf = (
  { range, statuses, where, order }: SortedQuery,
  values: readonly unknown[],
): Pick<OrderedQuery<'event'>, 'conditions' | 'values' | 'order'> => {
  const own: readonly Condition<'event'>[] = [
    condition(isListed, undefined),
    isVisible('event', statuses),
    condition(startsIn, range),
  ]
  return { conditions: [...own, ...where], values: [...own.map(({ value }) => value), ...values], order }
}

/** Puts candidates in order as one cached result, from which every page is cut. */
const sortFew = async (
  source: QuerySource,
  query: SortedQuery,
  values: readonly unknown[],
  ids: readonly number[],
): Promise<IdPage> => {
  const { page, perPage } = query
  const whole = { ...wholeOf(query, values), ids, limit: fewRows.tested, offset: 0 }
  const facts = [source.context.caller, query.order, query.range, values, ids]
  // A set of ids has a name.
  const text = JSON.stringify(facts, (_, value) => (value instanceof Uint8Array ? undefined : value))
  const key = `sorted ${shapeKey(whole.conditions)} ${hashTag(text)}`
  const all = await cachedResult(source.dependency, key, async () => idsIn(await orderedPage(source, 'event', whole)))
  return { ids: all.slice((page - 1) * perPage, page * perPage), total: all.length }
}

/** Reads a page, and the row behind it, from the place of a cursor on. */
const readFrom = (
  source: QuerySource,
  query: SortedQuery,
  values: readonly unknown[],
  ids: readonly number[] | undefined,
): Promise<readonly Place[]> => {
  const limit = query.perPage + 1
  if (!ids) return readAlong(source, query, values, limit, 0)
  const rest = { ids, place: query.from?.place, limit, offset: 0 }
  return orderedPage(source, 'event', { ...wholeOf(query, values), ...rest })
}

/** Reads events along an index. What may have to pass over many of them runs in the background worker. */
const readAlong = (
  source: QuerySource,
  query: SortedQuery,
  values: readonly unknown[],
  limit: number,
  offset: number,
): Promise<readonly Place[]> => {
  const index = findIndex(query.order)
  const isQuick = query.where.length === 0 && offset <= fewRows.tested && index !== undefined
  const along = { index, place: query.from?.place, limit, offset }
  const whole = { ...wholeOf(query, values), ...along }
  return orderedPage(source, 'event', whole, isQuick ? source.database.query : inBackground(source))
}
