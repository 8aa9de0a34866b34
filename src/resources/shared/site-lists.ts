import { type SqlBool, sql } from 'kysely'
import {
  invalid,
  isInvalid,
  type ParamTable,
  type ParamType,
  type RefuseUnknown,
  type Values,
} from '../../core/params.ts'
import { idList, maxId, positiveInteger, readInteger, readList, readMoment, wordOf } from '../../core/types.ts'
import { asListed, type ListedTable } from '../../db/listed-table.ts'
import type { PostTableName, Schema } from '../../db/schema.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import { matchSlug } from '../../lib/text.ts'
import type { DateTimeText } from '../../lib/time-zone.ts'
import { type Bound, filter, idsBy } from '../../query/condition.ts'
import type { PageQuery } from '../../query/find-ids.ts'

/** The longest page of a list below `wp/v2`; clients of WordPress rely on being able to ask for it. */
export const maxSitePage = 100

/** A whole number of 0 or more. */
export const wholeNumber: ParamType<number> = {
  schema: { type: 'integer', minimum: 0, maximum: maxId },
  index: { type: 'integer' },
  read: (raw) => {
    const value = readInteger(raw)
    return value !== undefined && value >= 0 && value <= maxId
      ? value
      : invalid('It must be a whole number of 0 or more.')
  },
}

/** The paging of a list below `wp/v2`. `offset` wins over `page`. */
export const sitePageParams = {
  page: { type: positiveInteger(), default: 1 },
  per_page: { type: positiveInteger(maxSitePage), default: 10 },
  offset: { type: wholeNumber },
}

type SitePage = { readonly page: number; readonly perPage: number; readonly offset: number | undefined }

/** The page of a list below `wp/v2`; more than the longest page is refused, never cut. */
export const readSitePage = ({ page = 1, per_page = 10, offset }: Values<typeof sitePageParams>): SitePage => ({
  page: offset === undefined ? page : 1,
  perPage: per_page,
  offset,
})

type Direction = 'asc' | 'desc'

/** The order of a list below `wp/v2`: `names` are the values of `orderby`; `include` keeps the order of that list. */
export const siteOrderParams = (names: readonly string[], order: Direction = 'desc') => ({
  order: { type: wordOf('asc', 'desc'), default: order },
  orderby: { type: wordOf('include', ...names) },
})

/** The columns by which a list can be ordered, the first of them unless asked otherwise. */
export type SiteOrder<T extends ListedTable> = {
  readonly columns: Readonly<Record<string, OrderColumn<T>>>
  readonly direction: Direction
  /** Orders that an index has. */
  readonly indexed: readonly string[]
}

type OrderColumn<T extends ListedTable> = keyof Schema[T] & string

/** What is asked of the order of a list below `wp/v2`. */
export type SiteOrderValues = {
  readonly order?: Direction
  readonly orderby?: string
  readonly include?: readonly number[]
}

/** The order that was asked for; the id comes last, so that pages never overlap. */
export const readSiteOrder = <T extends ListedTable>(
  { columns, direction: usual, indexed }: SiteOrder<T>,
  { order: direction = usual, include, orderby }: SiteOrderValues,
): Pick<PageQuery<T>, 'order' | 'isSorted'> => {
  if (orderby === 'include' && include) return { order: [[{ placesOf: include }, 'asc']] }
  const [usualName = 'id'] = Object.keys(columns)
  const name = orderby !== undefined && orderby in columns ? orderby : usualName
  const column = columns[name] ?? 'id'
  const byId = ['id', direction] as const
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
    return values.length === 0
      ? invalid('It must be a list of slugs.')
      : values.map((value) => matchSlug(String(value)))
  },
}

/** A date in the zone of the site, and in UTC. */
export type SiteDate = { readonly local: DateTimeText; readonly utc: DateTimeText }

/** A date, read in the zone of the site unless it carries an offset. */
export const siteDate: ParamType<SiteDate> = {
  schema: { type: 'string' },
  index: { type: 'string' },
  read: (raw, context) => {
    const moment = readMoment(raw, context, true)
    if (isInvalid(moment)) return moment
    return resolveMoment(moment, context.zone) ?? invalid('The date is outside the years 0 to 9999.')
  },
}

/** A column that the tables share, by its name alone: no builder of one of them is needed. */
const columnOf = <V>(table: ListedTable, column: 'id' | 'author_id' | 'slug' | 'date' | 'date_utc') =>
  sql.ref<V>(`${table}.${column}`)

const isOneOf =
  (table: ListedTable, column: 'id' | 'author_id') =>
  ({ isIn }: Pick<Bound<readonly number[]>, 'isIn'>) =>
  () =>
    isIn(columnOf<number>(table, column), (ids) => ids)

/** Records of some authors; `isCheap` tells whether an index has them in the usual order. */
export const siteAuthorFilter = <T extends PostTableName | 'image'>(table: T, isCheap: boolean) =>
  filter<T, readonly number[]>({ type: idList, isCheap, where: isOneOf(table, 'author_id') })

/** Ids to keep, and ids to leave out; whether they exist is not asked. */
export const siteIdFilters = <T extends ListedTable>(table: T) => ({
  include: filter<T, readonly number[]>({
    type: idList,
    isCheap: true,
    isKey: true,
    where: isOneOf(table, 'id'),
  }),
  exclude: filter<T, readonly number[]>({
    type: idList,
    isCheap: true,
    where:
      ({ isIn }) =>
      () =>
        sql<SqlBool>`not ${isIn(columnOf<number>(table, 'id'), (ids) => ids)}`,
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
          .select(columnOf<number>(table, 'id').as('id'))
          .where(isText(columnOf<string>(table, 'slug'), (slugs) => slugs)),
      { kinds: [table] },
    ),
    where: isOneOf(table, 'id'),
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
        return () => sql<SqlBool>`${columnOf<string>(table, column)} ${sql.raw(operator)} ${bound}`
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
