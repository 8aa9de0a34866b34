import { type RawBuilder, sql } from 'kysely'
import { type Caller, readable, readableStatuses } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { type PostTableName, type Status, statuses } from '../../db/schema.ts'
import { readInBackground } from '../../query/in-background.ts'

const tables = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

type Count = RawBuilder<unknown>

const countRows = (name: string, from: RawBuilder<unknown>, what: RawBuilder<unknown> = sql`*`): Count =>
  sql`select cast(${sql.lit(name)} as text) as name, cast('' as text) as status, count(${what}) as n from ${from}`

/** The readable records of a table by status: those of everybody by the index of statuses, the own ones by that of authors. */
const countsOf = (caller: Caller, name: string, table: PostTableName): Count[] => {
  const { everybodys, own } = readableStatuses(caller, statuses)
  const from = sql.table(table)
  const among = (some: readonly Status[]) => sql.join(some.map((status) => sql.lit(status)))
  const grouped = (where: RawBuilder<unknown>) =>
    sql`select cast(${sql.lit(name)} as text), status, count(*) from ${from} where ${where} group by status`
  const isOwn = sql`author_id = ${caller.id}`
  return [
    grouped(sql`status in (${among(everybodys)})`),
    ...(own.length > 0 ? [grouped(sql`${isOwn} and status in (${among(own)}) and ${readable(caller, table)()}`)] : []),
    countRows(`${name}.mine`, sql`${from} where ${isOwn} and status <> 'trash' and ${readable(caller, table)()}`),
  ]
}

const countAll = async (request: SiteRequest): Promise<SiteResponse> => {
  const { caller } = request.context
  // A series counts once.
  const returned = sql`review cross join event where review.is_open = 1 and event.id = review.event_id
    and event.author_id = ${caller.id} and event.status = 'draft'`
  const parts = [
    countRows('categories', sql`term where taxonomy = 'category'`),
    countRows('tags', sql`term where taxonomy = 'tag'`),
    countRows('images', sql`image`),
    countRows('events.returned', returned, sql`distinct coalesce(event.series_id, event.id)`),
    ...Object.entries(tables).flatMap(([name, table]) => countsOf(caller, name, table)),
  ]
  const rows = await readInBackground(request, sql`${sql.join(parts, sql` union all `)}`)
  const found = new Map(rows.map(([name, status, n]) => [status ? `${name}.${status}` : `${name}`, Number(n)]))
  const of = (name: string): number => found.get(name) ?? 0
  const lists = Object.keys(tables).map((name) => {
    const by = Object.fromEntries(statuses.map((status) => [status, of(`${name}.${status}`)]))
    const any = statuses.reduce((sum, status) => sum + (status === 'trash' ? 0 : (by[status] ?? 0)), 0)
    const more = name === 'events' ? { returned: of('events.returned') } : {}
    return [name, { any, ...by, mine: of(`${name}.mine`), ...more }]
  })
  const body = { ...Object.fromEntries(lists), categories: of('categories'), tags: of('tags'), images: of('images') }
  return { body }
}

/** How many records of each sort the caller may see (contract C7). */
export const countsDocument: SiteDocument = {
  path: '/counts',
  endpoints: [endpoint({ methods: ['GET'], params: {}, right: 'edit', answer: countAll })],
}
