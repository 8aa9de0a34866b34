import type { CacheDependency } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
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

/**
 * How events are listed by a table of filters: those of a window in the order of their start; `include` ignores the window and orders by
 * publication date (F4.3).
 */
export const planEventsBy =
  (filters: FilterTable<'event'>) =>
  (database: Database, context: RequestContext, values: Values<typeof eventFilters>): ListPlan => {
    const { page, perPage } = pageOf(context, values)
    const statuses = values.status
    const where = [...filterConditions(filters, values), ...nearPoint(values)]
    const among = [condition(isListed, undefined), isVisible('event', statuses)]
    const findFew = (query: Pick<PageQuery<'event'>, 'where' | 'order'>) => (dependency: CacheDependency) =>
      findIds({ database, context, dependency: dependency }, 'event', { ...query, among, page, perPage })
    if (values.include !== undefined) {
      return { find: findFew({ where, order: byDate }), page, perPage, echo: {}, dropped: windowParams }
    }
    const { range, ends, echo } = eventWindow(context, values)
    const find = (dependency: CacheDependency) =>
      findEvents(
        { database, context, dependency: dependency },
        { statuses, range, where: [...ends, ...where], page, perPage },
      )
    const ofParent = findFew({ where: [condition(startsIn, range), ...ends, ...where], order: byStart })
    const plan = { page, perPage, echo, dropped: [] }
    // Whether the parent is there does not depend on the range.
    return values.post_parent === undefined ? { ...plan, find, range: { range } } : { ...plan, find: ofParent }
  }

const byDate: Order<'event'> = [
  ['date', 'asc'],
  ['id', 'asc'],
]

const byStart: Order<'event'> = [
  ['start_utc', 'asc'],
  ['id', 'asc'],
]
