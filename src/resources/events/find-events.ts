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

/** What the caller may read, for events of which it is not known before. */
const isReadable: Rule<'event', undefined> = { where: ({ caller }) => readable(caller, 'event') }

/**
 * Finds a page and the total by the indexes that have events in their order: one condition drives, the one that leaves the fewest, and
 * the others are tested for each event. Whatever would keep the process too long is done aside.
 */
export const findEvents = (source: QuerySource, query: EventQuery): Awaitable<IdPage> => {
  const { database, context, dependency } = source
  const { where, range, page, perPage } = query
  const { statuses, own } = visibleStatuses(context, query.statuses)
  if (where.length === 0 && own.length === 0) {
    return listByDay(source, statuses, range, { limit: perPage, offset: (page - 1) * perPage })
  }
  return after(allOf(where.map((one) => lookUp(database, context, one, dependency))), (values) => {
    const facets = facetsOf(where, values)
    const page = findKnown({ ...source, dependency: narrowed(dependency, facets) }, query, values)
    return after(page, (found) => ({ ...found, facets }))
  })
}

/** By what changes events can come into a list, or leave it: any condition may be the one that is met from then on. */
const facetsOf = (where: readonly Condition<'event'>[], values: readonly unknown[]): readonly string[] | undefined => {
  const some = where.map(({ rule }, at) => rule.tags?.(values[at])).filter((facets) => facets !== undefined)
  return some.length === 0 ? undefined : some.flat()
}

const narrowed = (dependency: CacheDependency, facets: readonly string[] | undefined): CacheDependency =>
  facets && dependency.range
    ? dependencyWith(dependency, dependency.kinds, { ...dependency.range, tags: facets })
    : dependency

/** The same, when it is known what the conditions stand for. */
const findKnown = (source: QuerySource, query: EventQuery, values: readonly unknown[]): Awaitable<IdPage> => {
  const { where } = query
  const keys = where.flatMap(({ rule }, at) => (rule.key ? [at] : []))
  if (keys.some((at) => (values[at] as readonly number[]).length === 0)) return { ids: [], total: 0 }
  const all = streamsBy(source, query, values)
  if (keys.length === 0) return read(source, query, all, all)
  const keyed = keys.map((at) => streamsBy(source, query, values, at))
  return after(shortestOf(source, keyed), (shortest) => {
    if (isNarrow(shortest)) return read(source, query, shortest, shortest)
    // Events of very many ids are found one by one in their order, unless they are so few that they can be put in order.
    return after(countFew(source, shortest), (count) =>
      read(source, query, count > fewRows.tested ? all : shortest, shortest),
    )
  })
}

/** The streams that the condition at this place drives, or all events of the range; the other conditions are tested. */
const streamsBy = (
  source: QuerySource,
  { where, range, statuses }: EventQuery,
  values: readonly unknown[],
  driver = -1,
) => {
  const key = where[driver]?.rule.key
  const others = where.flatMap((_, at) => (at === driver ? [] : [at]))
  return {
    ...(key && { key }),
    ids: key ? (values[driver] as readonly number[]) : [],
    ...visibleStatuses(source.context, statuses),
    isReadable: condition(isReadable, undefined),
    range,
    tests: others.flatMap((at) => where[at] ?? []),
    values: others.map((at) => values[at]),
  } satisfies IndexScan
}

const shortestOf = (source: QuerySource, [first, ...others]: readonly IndexScan[]): Awaitable<IndexScan> => {
  if (first === undefined || others.length === 0) return first as IndexScan
  return after(allOf([first, ...others].map((streams) => countFew(source, streams))), (counts) => {
    return [first, ...others][counts.indexOf(Math.min(...counts))] ?? first
  })
}

/** The events of the streams without any tests, as far as it matters. */
const countFew = (source: QuerySource, streams: IndexScan): Awaitable<number> => {
  if (streams.key === 'event') return streams.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, streams)
  return countUpTo(source, untested, partOf(streams), fewRows.tested)
}

const partOf = (streams: IndexScan): Part => ({ ...streams, limit: 0, offset: 0, most: 0 })

/** Reads the page from some streams, and counts others, which have the same events. */
const read = (source: QuerySource, query: EventQuery, paged: IndexScan, counted: IndexScan): Awaitable<IdPage> => {
  const { database, context } = source
  const [limit, offset] = [query.perPage, (query.page - 1) * query.perPage]
  const tested = isTested(paged) ? countFew(source, paged) : 0
  const { total } = scanStatements(database, context.caller.role, counted)
  const cut = (ids: readonly number[]) => ids.slice(offset, offset + limit)
  const readBy = (ask: Query): Awaitable<IdPage> => {
    // What is put in order for one page is in order for all of them.
    if (!isNarrow(paged)) return after(readWhole(source, ask, paged), (ids) => ({ ids: cut(ids), total: ids.length }))
    const counting = countAll(source, total, partOf(counted), ask)
    // Who turns to the second page of a short list will ask for others.
    const isShort = offset > 0 && after(counting, (count) => count <= shortList)
    const reading = after(isShort, (whole) =>
      whole ? after(readWhole(source, ask, paged), cut) : readPage(source, ask, paged, limit, offset),
    )
    return after(allOf([reading, counting]), ([ids, count]) => ({ ids, total: count }))
  }
  return after(tested, (count) => {
    if (count <= fewRows.tested) return readBy(offset > fewRows.counted ? database.queryInBackground : database.query)
    return after(findCandidates(source, 'event', query.where), (candidates) =>
      candidates
        ? findEvents(source, { ...query, where: [...query.where, candidates] })
        : readBy(database.queryInBackground),
    )
  })
}

const isTested = ({ tests, own }: IndexScan): boolean => own.length > 0 || tests.some(({ rule }) => !rule.isCheap)

const readPage = (
  { database, context }: QuerySource,
  ask: Query,
  streams: IndexScan,
  limit: number,
  offset: number,
): Awaitable<readonly number[]> => {
  const { page } = scanStatements(database, context.caller.role, streams)
  return after(ask(page.text, bind(page, { ...partOf(streams), limit, offset }, context)), (rows) =>
    rows.map(([, id]) => Number(id)),
  )
}

/** Events of a list that may be read as a whole, although an index has them in their order. */
const shortList = 500

/** All events of streams that are known to have no more than can be tested, in their order; remembered until a change. */
const readWhole = (source: QuerySource, ask: Query, streams: IndexScan): Awaitable<readonly number[]> => {
  const { database, context, dependency } = source
  const { page } = scanStatements(database, context.caller.role, streams)
  const key = keyOf(page, bind(page, partOf(streams), context))
  return cached(dependency, key, () => readPage(source, ask, streams, fewRows.tested, 0))
}

/** The statuses that a list shows, and those of which the caller sees only some events (contract B5.2). */
const visibleStatuses = (context: RequestContext, asked: readonly Status[] | undefined) => {
  // Who may not edit sees what is published, whatever is asked for.
  if (!hasRight(context.caller, 'edit')) return { statuses: ['publish'], own: [] } as const
  const kept = allStatuses.filter((status) => (asked ? asked.includes(status) : status !== 'trash'))
  const { everybodys, own } = readableStatuses(context.caller, kept)
  return { statuses: everybodys, own }
}
