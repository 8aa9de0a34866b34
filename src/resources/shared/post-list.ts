import type { CacheDependency } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { hasRight, readable } from '../../core/policy.ts'
import { filterConditions, type ListPlan } from '../../core/resource.ts'
import type { Database } from '../../db/database.ts'
import type { PostTableName, Status } from '../../db/schema.ts'
import { type Condition, condition, type Rule } from '../../query/condition.ts'
import { findIds, type Order, type PageQuery } from '../../query/find-ids.ts'
import type { LinkedTable } from './linked-filters.ts'
import { pageOf } from './page-params.ts'
import { type SiteOrder, siteOrderOf, sitePageOf } from './site-lists.ts'

/** The latest first, as they were published. */
const order: Order<LinkedTable> = [
  ['date', 'desc'],
  ['id', 'desc'],
]

/** How venues or organizers are listed. */
export const planLinked =
  <T extends LinkedTable>(table: T, filters: ParamTable) =>
  (database: Database, context: RequestContext, values: Values<ParamTable>): ListPlan => {
    const { page, perPage } = pageOf(context, values)
    const query = {
      among: [isVisible<T>(table, values['status'] as readonly Status[] | undefined)],
      where: filterConditions<T>(filters, values),
      order: order as Order<T>,
      page,
      perPage,
    }
    const find = (dependency: CacheDependency) => findIds({ database, context, dependency: dependency }, table, query)
    return { find, page, perPage, echo: {}, dropped: [] }
  }

/** How posts are ordered below `wp/v2`, by the time of their publication unless asked otherwise (D4). */
export const sitePostOrder: SiteOrder<'event'> = {
  columns: {
    date: 'date',
    relevance: 'date',
    id: 'id',
    author: 'author_id',
    modified: 'modified_utc',
    slug: 'slug',
    title: 'title_key',
  },
  direction: 'desc',
  indexed: ['date', 'relevance'],
}

/**
 * How posts are listed below `wp/v2` (D4): as WordPress does, only published ones unless a status is asked for; `among` says what else is
 * never listed.
 */
export const planSitePosts =
  <T extends PostTableName>(table: T, filters: ParamTable, among: readonly Condition<T>[] = []) =>
  (database: Database, context: RequestContext, values: Values<ParamTable>): ListPlan => {
    const paging = sitePageOf(values)
    const statuses = (values['status'] as readonly Status[] | undefined) ?? ['publish']
    const query = {
      among: [...among, isVisible<T>(table, statuses)],
      where: filterConditions<T>(filters, values),
      ...(siteOrderOf(sitePostOrder, values) as Pick<PageQuery<T>, 'order' | 'isSorted'>),
      ...paging,
    }
    return {
      ...paging,
      find: (dependency) => findIds({ database, context, dependency: dependency }, table, query),
      echo: {},
      dropped: [],
    }
  }

/** What the caller may see in a list: without `status` everything readable outside the trash (contract B5.2). */
export const isVisible = <T extends PostTableName>(table: T, statuses: readonly Status[] | undefined): Condition<T> =>
  condition(visibility[table], statuses) as unknown as Condition<T>

const visibleIn = (table: PostTableName): Rule<'event', readonly Status[] | undefined, string> => {
  // The tables of posts share this column; the compiler sees one of them.
  const [one, status] = [table as 'event', `${table}.status` as 'event.status']
  return {
    shape: (statuses) => statuses?.join() ?? '',
    where:
      ({ caller }, statuses) =>
      (eb) => {
        // Who may not edit sees what is published and nothing else; asking twice would only mislead the planner.
        if (!hasRight(caller, 'edit')) return readable(caller, one)(eb)
        const kept = statuses ? eb(status, 'in', statuses.split(',') as Status[]) : eb(status, '<>', 'trash')
        return eb.and([readable(caller, one)(eb), kept])
      },
  }
}

const visibility = { event: visibleIn('event'), venue: visibleIn('venue'), organizer: visibleIn('organizer') }
