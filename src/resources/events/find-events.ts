import { type CacheDependency, dependencyWith, type TimeSpan } from '../../cache/change-feed.ts'
import { cached } from '../../cache/result-cache.ts'
import type { RequestContext } from '../../core/context.ts'
import { hasRight, readable, readableStatuses } from '../../core/policy.ts'
import type { Query } from '../../db/database.ts'
import { statuses as allStatuses, type Status } from '../../db/schema.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { type Condition, condition, keyOf, lookUp, type Rule } from '../../query/condition.ts'
import { listByDay } from '../../query/day-counters.ts'
import { countAll, countUpTo, type IdPage, type QuerySource } from '../../query/find-ids.ts'
import { type IndexScan, isNarrow, type Part, scanStatements } from '../../query/index-scan.ts'
import { fewRows, findCandidates } from '../../query/search-candidates.ts'
import { bind } from '../../query/statement-cache.ts'

/** Which events are listed in the order of their start. */
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
 * What would keep the process too long is left to the background worker.
 */
export const findEvents = (source: QuerySource, query: EventQuery): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const { where, range, page, perPage } = query
  const visible = visibleStatuses(context, query.statuses)
  if (where.length === 0 && visible.own.length === 0) {
    return listByDay(source, visible.statuses, range, { limit: perPage, offset: (page - 1) * perPage })
  }
  const looked: Awaitable<unknown>[] = []
  for (const one of where) looked.push(lookUp(database, context, one, dependency))
  return after(allOf(looked), (values) => findKnown(source, query, visible, values))
}

type Visible = Pick<IndexScan, 'statuses' | 'own'>

/** The statuses that a list shows, and those of which the caller sees only some events (contract B5.2). */
const visibleStatuses = (context: RequestContext, asked: readonly Status[] | undefined): Visible => {
  // A caller who may not edit sees what is published, whatever is asked for.
  if (!hasRight(context.caller, 'edit')) return onlyPublished
  const kept = allStatuses.filter((status) => (asked ? asked.includes(status) : status !== 'trash'))
  const { everybodys, own } = readableStatuses(context.caller, kept)
  return { statuses: everybodys, own }
}

const onlyPublished: Visible = { statuses: ['publish'], own: [] }

/** Finds the page when it is known what the conditions stand for. */
const findKnown = (
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

/** A list changes only with events of one of these tags: any of its conditions may be the one that is met from then on. */
const withTags = (dependency: CacheDependency, tags: readonly string[] | undefined): CacheDependency =>
  tags && dependency.range ? dependencyWith(dependency, dependency.kinds, { ...dependency.range, tags }) : dependency

/** What the caller may read, for events of which it is not known before. */
const isReadable: Rule<'event', undefined> = { where: ({ caller }) => readable(caller, 'event') }

const readableEvents = condition(isReadable, undefined)

/** The events that the condition at this place leaves, or all of the window; the other conditions are tested. */
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

/** The scan with the fewest events, and how many those are, as far as it matters. */
const shortestOf = (source: QuerySource, scans: readonly IndexScan[]): Awaitable<CountedScan> => {
  const counting: Awaitable<number>[] = []
  for (const scan of scans) counting.push(countFew(source, scan))
  return after(allOf(counting), (counts) => {
    const count = Math.min(...counts)
    return { scan: scans[counts.indexOf(count)] as IndexScan, count }
  })
}

/** The events of a scan without any tests, up to one more than can be tested at once. */
const countFew = (source: QuerySource, scan: IndexScan): Awaitable<number> => {
  if (scan.key === 'event') return scan.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, scan)
  return countUpTo(source, untested, partOf(scan), fewRows.tested)
}

const partOf = (scan: IndexScan, limit = 0, offset = 0): Part => ({ ...scan, limit, offset, most: 0 })

/** Events that are read and put in order as a whole, although an index has them in their order. */
const shortList = 500

const readKeyed = (
  source: QuerySource,
  query: EventQuery,
  all: IndexScan,
  scan: IndexScan,
  count: number,
): Awaitable<IdPage> => {
  if (count <= (isNarrow(scan) ? shortList : fewRows.tested)) return readSet(source, query, scan)
  // Too many ids to read their indexes side by side: the events are found one by one in their order.
  return readScan(source, query, isNarrow(scan) ? scan : all, count, scan)
}

/** The candidate set: all events of a scan, of which there are few, in their order; they are cached until one of them changes. */
const readSet = (source: QuerySource, { page, perPage }: EventQuery, scan: IndexScan): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const statement = scanStatements(database, context.caller.role, scan).page
  const parameters = bind(statement, partOf(scan, fewRows.tested), context)
  const reading = cached(dependency, keyOf(statement, parameters), () =>
    after(database.query(statement.text, parameters), idsOfRows),
  )
  return after(reading, (ids) => ({ ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }))
}

const idsOfRows = (rows: readonly (readonly unknown[])[]): number[] => {
  const ids: number[] = []
  for (const [, id] of rows) ids.push(Number(id))
  return ids
}

/** Whether more than an index has to be looked at for each event. */
const isTested = ({ tests, own }: IndexScan): boolean => own.length > 0 || tests.some(({ rule }) => !rule.isCheap)

/** The index scan: a page of the events of one scan, and the number of those of another, which has the same events. */
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
  const reading = read(statement.text, bind(statement, partOf(scan, perPage, offset), context))
  const { total } = scanStatements(database, role, counted)
  return after(allOf([reading, countAll(source, total, partOf(counted), ask)]), ([rows, count]) => ({
    ids: idsOfRows(rows),
    total: count,
  }))
}
