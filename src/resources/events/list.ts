import type { TimeSpan } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import type { Check, Values } from '../../core/params.ts'
import { type FilterTable, filterConditions, type ListPlan } from '../../core/resource.ts'
import type { Database } from '../../db/database.ts'
import { type Condition, condition } from '../../query/condition.ts'
import { fewRows, findIds, type IdPage, type Order, type PageQuery, type QuerySource } from '../../query/find-ids.ts'
import { placeOf } from '../shared/cursor.ts'
import { withChanged } from '../shared/modified.ts'
import { pageOf } from '../shared/page-params.ts'
import { isVisible } from '../shared/post-list.ts'
import { sortText } from '../shared/sort.ts'
import { mostCategories } from './exclude-filters.ts'
import type { eventFilters } from './filters.ts'
import { findEvents } from './find-events.ts'
import { nearPoint } from './geolocation.ts'
import { inCategories } from './link-rules.ts'
import { narrowByName } from './named-window.ts'
import { type EventSortKeys, orderTerms } from './order.ts'
import { always } from './scans.ts'
import { isFirstOfSeries } from './series/collapse.ts'
import { findSorted, type SortedQuery } from './sorted.ts'
import { type EventWindow, eventWindow, isListed, startsIn, windowParams } from './window.ts'

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
    const { page, perPage } = pageOf(context, values)
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
  return { order, ...(cursor !== undefined && { from: { place: placeOf(cursor, order) } }) }
}

const defaultKeys = ({ include, window }: EventValues): EventSortKeys => {
  if (include !== undefined) return [{ by: 'date', direction: 'asc' }]
  return [{ by: 'start_date', direction: window === 'past' ? 'desc' : 'asc' }]
}

/** Whether the list is one of few events which are found by other means than its window: the parent of an event may lie outside of it. */
const isAmongFew = ({ post_parent, series, collapse }: EventValues): boolean =>
  post_parent !== undefined || series !== undefined || collapse !== undefined

/** The conditions of a list that has only the first occurrence of each series in a range, if that is asked for (contract C3.3). */
const collapsed = (
  { collapse, status }: EventValues,
  range: TimeSpan,
  where: readonly Condition<'event'>[],
): readonly Condition<'event'>[] => {
  if (collapse === undefined) return where
  const conditions = [condition(isListed, undefined), isVisible('event', status), ...where]
  return [...where, condition(isFirstOfSeries, { range, conditions })]
}

const findIncluded = (source: QuerySource, list: EventList): Promise<IdPage> => {
  const { values, paging } = list
  const where = collapsed(values, always, list.where)
  const few = { ...paging, where, order: byDate }
  return list.order ? findSorted(source, amongFew(source, list, few, where)) : findFew(source, values, few)
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
  const where = modified_after === undefined ? asked : await withChanged(source, modified_after, asked)
  const query = { ...paging, range, where, statuses }
  return order ? await findSorted(source, { ...query, ...order }) : await findEvents(source, query)
}

const findFewInWindow = (
  source: QuerySource,
  list: EventList,
  range: TimeSpan,
  asked: readonly Condition<'event'>[],
): Promise<IdPage> => {
  const { values, paging } = list
  const where = collapsed(values, range, asked)
  const few = { ...paging, where: [condition(startsIn, range), ...where], order: byStartAndId }
  return list.order
    ? findSorted(source, { ...amongFew(source, list, few, where), range })
    : findFew(source, values, few)
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
