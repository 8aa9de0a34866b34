import type { ExpressionBuilder } from 'kysely'
import type { Rule } from '../crud/conditions.ts'
import { readMoment } from '../crud/date-types.ts'
import type { Order, PageQuery } from '../crud/find-ids.ts'
import { idsBy } from '../crud/ids-by.ts'
import { idList, readList } from '../crud/list-types.ts'
import { maxId, positiveInteger, readInteger } from '../crud/param-types.ts'
import { invalid, isInvalid, type ParamTable, type ParamType, type RefuseUnknown, type Values } from '../crud/params.ts'
import { filter } from '../crud/resource.ts'
import { asListed, type ListedTable } from '../crud/store.ts'
import type { PostTableName, Schema } from '../db/schema.ts'
import { resolveMoment } from '../lib/date-text.ts'
import { matchSlug } from '../lib/slug.ts'
import type { DateTimeText } from '../lib/time-zone.ts'

/** The longest page of a list below `wp/v2`; clients of WordPress rely on being able to ask for it. */
export const maxSitePage = 100

const wholeNumber: ParamType<number> = {
  schema: { type: 'integer', minimum: 0, maximum: maxId },
  index: { type: 'integer' },
  read: (raw) => {
    const value = readInteger(raw)
    return value !== undefined && value >= 0 && value <= maxId ? value : invalid('It must be a whole number from 0 on.')
  },
}

/** One of a few words. */
export const wordOf = <const W extends string>(...words: readonly W[]): ParamType<W> => ({
  schema: { type: 'string', enum: [...words] },
  index: { type: 'string' },
  read: (raw) => words.find((word) => word === raw) ?? invalid(`It must be one of ${words.join(', ')}.`),
})

/** The paging of a list below `wp/v2`. `offset` wins over `page`. */
export const sitePageParams = {
  page: { type: positiveInteger(), default: 1 },
  per_page: { type: positiveInteger(maxSitePage), default: 10 },
  offset: { type: wholeNumber },
}

type SitePage = { readonly page: number; readonly perPage: number; readonly offset: number | undefined }

/** The page of a list below `wp/v2`; more than the longest page is refused, never cut. */
export const sitePageOf = (values: Values<ParamTable>): SitePage => {
  const offset = values['offset'] as number | undefined
  return {
    page: offset === undefined ? Number(values['page'] ?? 1) : 1,
    perPage: Number(values['per_page'] ?? 10),
    offset,
  }
}

type Direction = 'asc' | 'desc'

/** The order of a list below `wp/v2`: `names` are the values of `orderby`; `include` keeps the order of that list. */
export const siteOrderParams = (names: readonly string[], order: Direction = 'desc') => ({
  order: { type: wordOf('asc', 'desc'), default: order },
  orderby: { type: wordOf('include', ...names) },
})

/** The columns by which a list can be ordered, the first of them unless asked otherwise. */
export type SiteOrder<T extends ListedTable> = {
  readonly columns: Readonly<Record<string, Exclude<Order<T>[number][0], object>>>
  readonly direction: Direction
  /** Orders that an index has. */
  readonly indexed: readonly string[]
}

/** The order that was asked for; the id comes last, so that pages never overlap. */
export const siteOrderOf = <T extends ListedTable>(
  { columns, direction: usual, indexed }: SiteOrder<T>,
  values: Values<ParamTable>,
): Pick<PageQuery<T>, 'order' | 'isSorted'> => {
  const direction = (values['order'] as Direction | undefined) ?? usual
  const included = values['include'] as readonly number[] | undefined
  const asked = values['orderby'] as string | undefined
  if (asked === 'include' && included) return { order: [[{ placesOf: included }, 'asc']] }
  const [usualName = 'id'] = Object.keys(columns)
  const name = asked !== undefined && asked in columns ? asked : usualName
  const column = columns[name] ?? 'id'
  const byId = ['id' as Order<T>[number][0], direction] as const
  return {
    order: column === 'id' ? [byId] : [[column, direction], byId],
    isSorted: !indexed.includes(name),
  }
}

/** Slugs, at least one, in any spelling of a list. */
export const slugList: ParamType<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string' } },
  index: { items: { type: 'string' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    return values.length === 0 ? invalid('It must list slugs.') : values.map((value) => matchSlug(String(value)))
  },
}

/** A date in the zone of the site, and in UTC. */
type SiteDate = { readonly local: DateTimeText; readonly utc: DateTimeText }

const siteDate: ParamType<SiteDate> = {
  schema: { type: 'string' },
  index: { type: 'string' },
  read: (raw, scope) => {
    const moment = readMoment(raw, scope, true)
    if (isInvalid(moment)) return moment
    return resolveMoment(moment, scope.zone) ?? invalid('The date lies outside the years 0 to 9999.')
  },
}

/** The tables share the columns that are used here; the compiler sees one of them. */
const builderOf = (eb: unknown) => eb as ExpressionBuilder<Schema, 'event'>

const columnOf = (eb: unknown, table: ListedTable, column: 'id' | 'author_id' | 'slug' | 'date' | 'date_utc') =>
  builderOf(eb).ref(`${table}.${column}` as 'event.slug')

const isOneOf =
  (table: ListedTable, column: 'id' | 'author_id'): Rule<'event', readonly number[]>['where'] =>
  ({ isIn }) =>
  (eb) =>
    isIn(columnOf(eb, table, column) as never, (ids) => ids)

/** Records of some authors; `isCheap` tells whether an index has them in the usual order. */
export const siteAuthorFilter = <T extends PostTableName | 'image'>(table: T, isCheap: boolean) =>
  filter<T, readonly number[]>({ type: idList, isCheap, where: isOneOf(table, 'author_id') as never })

/** Ids to keep, and ids to leave out; whether they exist is not asked. */
export const siteIdFilters = <T extends ListedTable>(table: T) => ({
  include: filter<T, readonly number[]>({
    type: idList,
    isCheap: true,
    isKey: true,
    where: isOneOf(table, 'id') as never,
  }),
  exclude: filter<T, readonly number[]>({
    type: idList,
    isCheap: true,
    where:
      ({ isIn }) =>
      (eb) =>
        builderOf(eb).not(isIn(columnOf(eb, table, 'id') as never, (ids) => ids)),
  }),
})

/** Records by their slugs: they are found by them first, because planners rather read all that are published. */
export const siteSlugFilter = <T extends Exclude<ListedTable, 'image'>>(table: T) =>
  filter<T, readonly string[], undefined, readonly number[]>({
    type: slugList,
    isCheap: true,
    isKey: true,
    lookUp: idsBy<readonly string[]>(
      (kysely, { isText }) =>
        kysely
          .selectFrom(asListed(table))
          .select(`${table}.id` as 'event.id')
          .where((eb) => isText(columnOf(eb, table, 'slug'), (slugs) => slugs)),
      { kinds: [table] },
    ),
    where: isOneOf(table, 'id') as never,
  })

/** Records that were published after, or before, a date: by the clock of the site, or by UTC. */
export const siteDateFilters = <T extends ListedTable>(table: T, column: 'date' | 'date_utc') => {
  const side = column === 'date' ? 'local' : 'utc'
  const compared = (operator: '>' | '<') =>
    filter<T, SiteDate>({
      type: siteDate,
      isCheap: true,
      where: ({ param }) => {
        const bound = param((date) => date[side])
        return (eb) => builderOf(eb)(columnOf(eb, table, column), operator, bound)
      },
    })
  return { after: compared('>'), before: compared('<') }
}

/** Parameters that change nothing of a list: those of WordPress that begin with `_`, the view, and what keeps caches away. */
const ignored =
  /^(?:|_.*|context|cb|cache_?buste?r?|bust|buster|no[_-]?cache|r|rand|random|rnd|t|time|timestamp|ts|now|v|ver|version|utm_\w+|[fg]clid)$/i

/**
 * Lists below `wp/v2` refuse what they do not understand (D4): a program that looks for its own record by a filter that is ignored would
 * be given another.
 */
export const refuseUnknownBy =
  (filters: ParamTable): RefuseUnknown =>
  (name) =>
    ignored.test(name) ? undefined : `This list does not know it; it knows ${Object.keys(filters).join(', ')}.`
