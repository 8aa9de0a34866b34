import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayEdit, readable } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { positiveInteger, searchText, wordOf } from '../../core/types.ts'
import type { LinkedTable, PostRow } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { searchWords } from '../../lib/text.ts'
import { toIso } from '../../lib/time-zone.ts'
import { readInBackground, selectInBackground } from '../../query/in-background.ts'
import { pageUrl } from '../shared/post-record.ts'
import { maxSitePage, refuseUnknownBy } from '../shared/site-lists.ts'
import { anyStatus, unTrashed } from './any-status.ts'

const directoryParams = {
  kind: { type: wordOf('venues', 'organizers'), isRequired: true },
  page: { type: positiveInteger(), default: 1 },
  per_page: { type: positiveInteger(maxSitePage), default: 30 },
  status: { type: anyStatus },
  search: { type: searchText },
  orderby: { type: wordOf('name', 'modified', 'events'), default: 'name' as const },
  order: { type: wordOf('asc', 'desc'), default: 'asc' as const },
}

type Request = SiteRequest<typeof directoryParams>

const columns = ['id', 'title', 'slug', 'status', 'modified_utc', 'author_id', 'trashed_from'] as const

/** What is listed, with the members that only these have: each has the texts of its columns. */
const kinds = {
  venues: { table: 'venue', link: 'event_venue', shown: { address: ['address', 'city'] } },
  organizers: { table: 'organizer', link: 'event_organizer', shown: { email: ['email'] } },
} as const satisfies {
  readonly venues: Kind<'venue'>
  readonly organizers: Kind<'organizer'>
}

type Kind<T extends LinkedTable> = {
  readonly table: T
  readonly link: `event_${T}`
  readonly shown: { readonly [member: string]: readonly (keyof PostRow<T> & string)[] }
}

/** A row has the columns of all, and those of its kind. */
type Row = Pick<PostRow<'venue'>, (typeof columns)[number]> & { readonly [column: string]: number | string | null }

const kindOf = ({ values: { kind } }: Request) => {
  if (kind === undefined) throw new TypeError('The required parameter kind is missing.')
  return kinds[kind]
}

/** The number of events of a record, as the caller sees them outside the trash. */
const eventsOf = (request: Request, of: 'listed' | 'table'): RawBuilder<number> => {
  const { table, link } = kindOf(request)
  return sql`(select count(*) from ${sql.table(link)} as link join event on event.id = link.event_id
    where ${sql.ref(`link.${table}_id`)} = ${sql.ref(`${of === 'table' ? table : of}.id`)}
      and event.status <> 'trash' and ${readable(request.context.caller, 'event')()})`
}

const conditionsOf = (request: Request): RawBuilder<SqlBool> => {
  const { database, context, values } = request
  const { dialect } = database
  const { status = unTrashed, search } = values
  const { table } = kindOf(request)
  const contains = (word: string): RawBuilder<SqlBool> =>
    sql`exists (select 1 from search_text where record_id = ${sql.ref(`${table}.id`)}
      and ${dialect.contains(sql.ref('search_text.text'), sql<string>`cast(${word} as text)`)})`
  const all = [
    sql<SqlBool>`${sql.ref(`${table}.status`)} in (${sql.join(status.map((one) => sql.lit(one)))})`,
    sql<SqlBool>`${readable(context.caller, table)()}`,
    ...searchWords(search ?? '').map(contains),
  ]
  return sql`${sql.join(all, sql` and `)}`
}

const orderOf = (request: Request): RawBuilder<unknown> => {
  const { orderby = 'name', order = 'asc' } = request.values
  const { table } = kindOf(request)
  const by = {
    name: sql.ref(`${table}.title_key`),
    modified: sql.ref(`${table}.modified_utc`),
    events: eventsOf(request, 'table'),
  }[orderby]
  const direction = sql.raw(order)
  return sql`${by} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

const listDirectory = async (request: Request): Promise<SiteResponse> => {
  const { context, values } = request
  const { page = 1, per_page: perPage = 30 } = values
  const { table, shown } = kindOf(request)
  const where = conditionsOf(request)
  const [[total] = [0]] = await readInBackground(request, sql`select count(*) from ${sql.table(table)} where ${where}`)
  const names = [...columns, ...Object.values(shown).flat()]
  // The page is cut before the events of its records are counted.
  const rows = await selectInBackground(
    request,
    [...names, 'events'],
    sql<Row>`with listed as (
        select ${sql.join(names.map((name) => sql.ref(`${table}.${name}`)))}, row_number() over (order by ${orderOf(request)}) as place
        from ${sql.table(table)} where ${where}
        order by place limit ${sql.lit(perPage)} offset ${sql.lit((page - 1) * perPage)})
      select ${sql.join(names.map((name) => sql.ref(`listed.${name}`)))}, ${eventsOf(request, 'listed')} from listed order by place`,
  )
  const textsOf = (row: Row): JsonObject =>
    Object.fromEntries(
      Object.entries<readonly string[]>(shown).map(([member, parts]) => [
        member,
        parts.flatMap((column) => row[column] || []).join(', '),
      ]),
    )
  const show = (row: Row): Json => ({
    id: row.id,
    name: row.title,
    ...textsOf(row),
    status: row.status,
    modified: toIso(row.modified_utc),
    url: pageUrl(context, table, row),
    events: Number(row['events']),
    may_edit: mayEdit(context.caller, row),
  })
  return { body: rows.map(show), page: { page, perPage, offset: undefined, total: Number(total) } }
}

/** Venues or organizers with the number of their events, to those who may edit (contract C7). */
export const directoryDocument: SiteDocument = {
  path: '/directory',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: directoryParams,
      right: 'edit',
      refuseUnknown: refuseUnknownBy(directoryParams),
      answer: listDirectory,
    }),
  ],
}
