import type { RequestContext } from '../../core/context.ts'
import type { Check, Values } from '../../core/params.ts'
import { type FilterTable, filterConditions, type ListPlan } from '../../core/resource.ts'
import type { Database } from '../../db/database.ts'
import { condition, type Rule } from '../../query/condition.ts'
import { findIds, type Order, type PageQuery } from '../../query/find-ids.ts'
import { pageOf } from '../shared/page-params.ts'
import { isVisible } from '../shared/post-list.ts'
import type { eventFilters } from './filters.ts'
import { findEvents } from './find-events.ts'
import { nearPoint } from './geolocation.ts'
import { isFirstOfSeries } from './series/collapse.ts'
import { eventWindow, startsIn, windowParams } from './window.ts'

/** Excludes events with `hide_from_listings`, which no list has, not even by `include` (F4.5). */
export const isListed: Rule<'event', undefined> = {
  where: () => (eb) => eb('event.hide_from_listings', '=', eb.lit(0)),
}

type EventValues = Values<typeof eventFilters>

/** Reports a search near a point that lacks one of the two coordinates (contract B4.6). */
export const checkPoint = ({ geoloc_lat, geoloc_lng }: EventValues): ReturnType<Check> => {
  if ((geoloc_lat === undefined) === (geoloc_lng === undefined)) return []
  return [[geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'geoloc_lat and geoloc_lng must be sent together.']]
}

/**
 * Makes the function that plans lists of events with these filters: events of a window in the order of their start, or with `include`,
 * those with the given ids in the order of publication, regardless of the window (F4.3).
 */
export const planEventsBy =
  (filters: FilterTable<'event'>) =>
  (database: Database, context: RequestContext, values: EventValues): ListPlan => {
    const { page, perPage } = pageOf(context, values)
    const where = filterConditions(filters, values)
    if (values.geoloc_lat !== undefined) where.push(...nearPoint(values))
    const paging = { page, perPage }
    if (values.include !== undefined) {
      const find = findFew(database, context, values, { ...paging, where, order: byDate })
      return { find, ...paging, echo: {}, dropped: windowParams }
    }
    const { range, ends, echo } = eventWindow(context, values)
    const all = ends.length === 0 ? where : [...ends, ...where]
    if (values.collapse !== undefined) {
      const conditions = [condition(isListed, undefined), isVisible('event', values.status), ...all]
      all.push(condition(isFirstOfSeries, { range, conditions }))
    }
    if (values.post_parent !== undefined || values.series !== undefined || values.collapse !== undefined) {
      // The parent may lie outside of the window.
      const within = [condition(startsIn, range), ...all]
      const find = findFew(database, context, values, { ...paging, where: within, order: byStart })
      return { find, ...paging, echo, dropped: [] }
    }
    const query = { ...paging, range, where: all, statuses: values.status }
    return {
      find: (dependency) => findEvents({ database, context, dependency }, query),
      ...paging,
      echo,
      dropped: [],
      range: { range },
    }
  }

type FewEvents = Pick<PageQuery<'event'>, 'where' | 'order' | 'page' | 'perPage'>

/** Finds events by `include` or `post_parent`. */
const findFew =
  (database: Database, context: RequestContext, values: EventValues, query: FewEvents): ListPlan['find'] =>
  (dependency) => {
    const statuses = values.status
    const among = [condition(isListed, undefined), isVisible('event', statuses)]
    return findIds({ database, context, dependency }, 'event', { ...query, among })
  }

const byDate: Order<'event'> = [
  ['date', 'asc'],
  ['id', 'asc'],
]

const byStart: Order<'event'> = [
  ['start_utc', 'asc'],
  ['id', 'asc'],
]
