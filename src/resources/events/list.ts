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
import { eventWindow, startsIn, windowParams } from './window.ts'

/** Events flagged so are in no list, not even by id (F4.5). */
export const isListed: Rule<'event', undefined> = {
  where: () => (eb) => eb('event.hide_from_listings', '=', eb.lit(0)),
}

type EventValues = Values<typeof eventFilters>

/** The point of a search near it is given by both of its coordinates (contract B4.6). */
export const checkPoint = ({ geoloc_lat, geoloc_lng }: EventValues): ReturnType<Check> => {
  if ((geoloc_lat === undefined) === (geoloc_lng === undefined)) return []
  return [[geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng', 'geoloc_lat and geoloc_lng must be sent together.']]
}

/**
 * Makes the plan of lists of events by a table of filters: events of a window in the order of their start; `include` ignores the window
 * and orders by publication date (F4.3).
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
    if (values.post_parent !== undefined) {
      // Whether the parent is there does not depend on the window.
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

/** Finds events that a filter names by id, or by their parent. */
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
