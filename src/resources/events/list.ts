import type { CacheDependency, TimeSpan } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import type { Check, Values } from '../../core/params.ts'
import { type FilterTable, filterConditions, type ListPlan } from '../../core/resource.ts'
import type { Database } from '../../db/database.ts'
import { type Awaitable, after } from '../../lib/awaitable.ts'
import { type Condition, condition } from '../../query/condition.ts'
import { fewRows, findIds, type IdPage, type Order, type PageQuery, type QuerySource } from '../../query/find-ids.ts'
import { placeOf } from '../shared/cursor.ts'
import { withChanged } from '../shared/modified.ts'
import { pageOf } from '../shared/page-params.ts'
import { isVisible } from '../shared/post-list.ts'
import { sortText } from '../shared/sort.ts'
import { always } from './event-sets.ts'
import { mostCategories } from './exclusions.ts'
import type { eventFilters } from './filters.ts'
import { findEvents } from './find-events.ts'
import { nearPoint } from './geolocation.ts'
import { inCategories } from './link-rules.ts'
import { narrowByName } from './named-window.ts'
import { byStart, type EventSortKeys, orderTerms } from './order.ts'
import { isFirstOfSeries } from './series/collapse.ts'
import { findSorted, type SortedQuery } from './sorted.ts'
import { eventWindow, isListed, startsIn, windowParams } from './window.ts'

type EventValues = Values<typeof eventFilters>

/** Reports values that say nothing together: a point that lacks one of its coordinates (contract B4.6), a distance from nowhere, too many categories. */
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
    const where = conditionsOf(filters, values)
    const statuses = values.status
    const paging = { page, perPage }
    const { cursor, include } = values
    const keys = values.sort ?? usualOrder(values)
    const order = orderTerms(keys, pointOf(values))
    const from = cursor === undefined ? undefined : { place: placeOf(cursor, order) }
    const isPlain = from === undefined && sortText(keys) === 'start_date'
    const sorted = { ...paging, statuses, order, ...(from && { from }) }
    const collapsed = (range: TimeSpan, all: readonly Condition<'event'>[]): readonly Condition<'event'>[] => {
      if (values.collapse === undefined) return all
      const conditions = [condition(isListed, undefined), isVisible('event', statuses), ...all]
      return [...all, condition(isFirstOfSeries, { range, conditions })]
    }
    if (include !== undefined) {
      const all = collapsed(always, where)
      const few = { ...paging, where: all, order: byDate }
      const isUsual = from === undefined && values.sort === undefined
      const find = (source: QuerySource): Awaitable<IdPage> =>
        isUsual ? findFew(source, values, few) : findSorted(source, amongFew(source, values, few, sorted, all))
      return { ...paging, find: inSource(database, context, find), echo: {}, dropped: windowParams }
    }
    const window = eventWindow(context, values)
    const isAmongFew = values.post_parent !== undefined || values.series !== undefined || values.collapse !== undefined
    const find = (source: QuerySource): Awaitable<IdPage> =>
      after(narrowByName(source, window.name, window), ({ range, ends }) => {
        const all = collapsed(range, ends.length === 0 ? where : [...ends, ...where])
        if (isAmongFew) {
          // The parent may lie outside of the window.
          const few = { ...paging, where: [condition(startsIn, range), ...all], order: byStartAndId }
          return isPlain
            ? findFew(source, values, few)
            : findSorted(source, { ...amongFew(source, values, few, sorted, all), range })
        }
        return after(withChanged(source, values.modified_after, all), (where) =>
          isPlain
            ? findEvents(source, { ...paging, range, where, statuses })
            : findSorted(source, { ...sorted, range, where }),
        )
      })
    return {
      ...paging,
      find: inSource(database, context, find),
      echo: window.echo,
      dropped: [],
      ...(!isAmongFew && { range: { range: window.range } }),
    }
  }

const inSource =
  (database: Database, context: RequestContext, find: (source: QuerySource) => Awaitable<IdPage>): ListPlan['find'] =>
  (dependency: CacheDependency) =>
    find({ database, context, dependency })

/** The conditions of all filters that were sent; in each of some categories is a condition for each. */
const conditionsOf = (filters: FilterTable<'event'>, values: EventValues): Condition<'event'>[] => {
  const { categories, ...others } = values
  const isEach = values.categories_relation === 'and' && categories !== undefined
  const where = filterConditions(filters, isEach ? others : values)
  if (isEach) where.push(...categories.map((category) => condition(inCategories, [category])))
  if (values.geoloc_lat !== undefined) where.push(...nearPoint(values))
  return where
}

const pointOf = ({ geoloc_lat: lat, geoloc_lng: lng }: EventValues) =>
  lat === undefined || lng === undefined ? undefined : { lat, lng }

/** Past events come with the latest first, and events that are named by their ids as they were published. */
const usualOrder = ({ include, window }: EventValues): EventSortKeys => {
  if (include !== undefined) return [{ by: 'date', direction: 'asc' }]
  return window === 'past' ? [{ by: 'start_date', direction: 'desc' }] : byStart
}

type FewEvents = Pick<PageQuery<'event'>, 'where' | 'order' | 'page' | 'perPage'>

/** Finds events by `include` or `post_parent`. */
const findFew = (source: QuerySource, { status }: EventValues, query: FewEvents): Awaitable<IdPage> => {
  const among = [condition(isListed, undefined), isVisible('event', status)]
  return findIds(source, 'event', { ...query, among })
}

/** The same in another order: what `include` or `post_parent` find are the candidates. */
const amongFew = (
  source: QuerySource,
  values: EventValues,
  few: FewEvents,
  sorted: Omit<SortedQuery, 'where' | 'range'>,
  where: readonly Condition<'event'>[],
): SortedQuery => ({
  ...sorted,
  where,
  range: always,
  findCandidates: () =>
    after(findFew(source, values, { ...few, page: 1, perPage: fewRows.tested }), ({ ids, total }) =>
      total > fewRows.tested ? undefined : ids,
    ),
})

const byDate: Order<'event'> = [
  ['date', 'asc'],
  ['id', 'asc'],
]

const byStartAndId: Order<'event'> = [
  ['start_utc', 'asc'],
  ['id', 'asc'],
]
