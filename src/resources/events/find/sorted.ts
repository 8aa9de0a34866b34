import { cachedResult } from '../../../cache/result-cache.ts'
import { tagOf } from '../../../lib/tag.ts'
import { type Condition, condition, lookUp, shapeOf } from '../../../query/condition.ts'
import { fewRows, type IdPage, type QuerySource } from '../../../query/find-ids.ts'
import { inBackground } from '../../../query/in-background.ts'
import { type OrderedQuery, type OrderTerm, orderedPage, type Place } from '../../../query/ordered-page.ts'
import { withSearches } from '../../../query/search-text.ts'
import { cursorPage } from '../../shared/cursor.ts'
import { isVisible } from '../../shared/post-list.ts'
import { findEvents } from './list.ts'
import { type EventQuery, findCandidates, withFacets } from './scans.ts'
import { indexOf, isListed, startsIn } from './window.ts'

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
export const findSorted = async (source: QuerySource, asked: SortedQuery): Promise<IdPage> => {
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
  const key = `sorted ${shapeOf(whole.conditions)} ${tagOf(text)}`
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
  const index = indexOf(query.order)
  const isQuick = query.where.length === 0 && offset <= fewRows.tested && index !== undefined
  const along = { index, place: query.from?.place, limit, offset }
  const whole = { ...wholeOf(query, values), ...along }
  return orderedPage(source, 'event', whole, isQuick ? source.database.query : inBackground(source))
}
