import { expressionBuilder, sql } from 'kysely'
import type { CacheDependency } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import { hasRight, readable } from '../../core/policy.ts'
import type { IdPage, ListPlan } from '../../core/resource.ts'
import type { Database } from '../../db/database.ts'
import {
  statuses as allStatuses,
  type LinkedTable,
  type PostTableName,
  type Schema,
  type Status,
} from '../../db/schema.ts'
import {
  type Condition,
  condition,
  type FilterTable,
  filterConditions,
  lookUp,
  type QuerySource,
  type Rule,
} from '../../query/condition.ts'
import { findIds, type PageQuery } from '../../query/find-ids.ts'
import { inBackground } from '../../query/in-background.ts'
import { type OrderTerm, orderedPage, type Place } from '../../query/ordered-page.ts'
import { withSearches } from '../../query/search-text.ts'
import { cursorPage, readCursor } from './cursor.ts'
import type { linkedFilters } from './linked-filters.ts'
import { linkedTerms } from './linked-order.ts'
import { readPaging } from './page-params.ts'
import { readSiteOrder, readSitePage, type SiteOrder, type SiteOrderValues, type sitePageParams } from './site-lists.ts'

type LinkedValues = Values<ReturnType<typeof linkedFilters>>

/** How venues or organizers are listed. */
export const planLinked =
  <T extends LinkedTable>(table: T, filters: FilterTable<T>) =>
  (database: Database, context: RequestContext, values: LinkedValues): ListPlan => {
    const { page, perPage } = readPaging(context, values)
    const order = linkedTerms(values.sort)
    const query: PageQuery<T> = {
      among: [isVisible<T>(table, values.status)],
      where: filterConditions<T>(filters, values),
      order: order.map(({ by, direction }) => [by, direction]),
      page,
      perPage,
    }
    const plan = { page, perPage, echo: {}, dropped: [] }
    if (values.cursor === undefined) {
      const find = (dependency: CacheDependency) => findIds({ database, context, dependency }, table, query)
      return { ...plan, find }
    }
    const place = readCursor(values.cursor, order)
    return {
      ...plan,
      find: (dependency) => findBehind({ database, context, dependency }, table, query, order, place),
    }
  }

/** Finds the page behind a place. Only conditions that read other tables may take long, and run in the background worker. */
const findBehind = async <T extends LinkedTable>(
  source: QuerySource,
  table: T,
  { among, where: asked, perPage }: PageQuery<T>,
  order: readonly OrderTerm[],
  place: Place | undefined,
): Promise<IdPage> => {
  const { database, context, dependency } = source
  const where = await withSearches<T>(source, table, asked)
  const conditions = [...among, ...where]
  const values = await Promise.all(conditions.map((one) => lookUp(database, context, one, dependency)))
  const ask = where.every(({ rule }) => rule.isCheap) ? database.query : inBackground(source)
  const query = { conditions, values, order, place, limit: perPage + 1, offset: 0 }
  return cursorPage(await orderedPage(source, table, query, ask), perPage, order)
}

/** How posts are ordered below `wp/v2`, by the time of their publication unless asked otherwise (D4). */
export const sitePostOrder: SiteOrder<PostTableName> = {
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

type SitePostValues = Values<typeof sitePageParams> & SiteOrderValues & { readonly status?: readonly Status[] }

/**
 * How posts are listed below `wp/v2` (D4): as WordPress does, only published ones unless a status is asked for; `among` says what else is
 * never listed.
 */
export const planSitePosts =
  <T extends PostTableName>(table: T, filters: FilterTable<T>, among: readonly Condition<T>[] = []) =>
  (database: Database, context: RequestContext, values: SitePostValues): ListPlan => {
    const paging = readSitePage(values)
    const query: PageQuery<T> = {
      among: [...among, isVisible<T>(table, values.status ?? ['publish'])],
      where: filterConditions<T>(filters, values),
      ...readSiteOrder<T>(sitePostOrder, values),
      ...paging,
    }
    return {
      ...paging,
      find: (dependency) => findIds({ database, context, dependency }, table, query),
      echo: {},
      dropped: [],
    }
  }

/** What the caller may see in a list: without `status` everything readable outside the trash (contract B5.2). */
export const isVisible = <T extends PostTableName>(table: T, statuses: readonly Status[] | undefined): Condition<T> =>
  condition(visibility[table], statuses)

type Visibility<T extends PostTableName> = Rule<T, readonly Status[] | undefined, string>

const visibleIn = <T extends PostTableName>(table: T): Visibility<T> => {
  const status = sql.ref<Status>(`${table}.status`)
  return {
    shape: (statuses) => statuses?.join() ?? '',
    where:
      ({ caller }, statuses) =>
      () => {
        // Callers who may not edit see only published records. A second condition on the status would mislead the query planner.
        const isReadable = readable(caller, table)()
        if (!hasRight(caller, 'edit')) return isReadable
        const eb = expressionBuilder<Schema, never>()
        const asked = allStatuses.filter((one) => statuses.split(',').includes(one))
        return eb.and([isReadable, statuses ? eb(status, 'in', asked) : eb(status, '<>', 'trash')])
      },
  }
}

const visibility: { readonly [T in PostTableName]: Visibility<T> } = {
  event: visibleIn('event'),
  venue: visibleIn('venue'),
  organizer: visibleIn('organizer'),
}
