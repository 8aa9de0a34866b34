import { type SqlBool, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import { type Caller, hasRight } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { changeName, positiveInteger, wordOf } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { type HistoryKind, revisionActions } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { toIso } from '../../lib/time-zone.ts'
import { pageUrl } from '../shared/post-record.ts'
import { maxSitePage, refuseUnknownBy, siteDate } from '../shared/site-lists.ts'

const activityParams = {
  page: { type: positiveInteger(), default: 1 },
  per_page: { type: positiveInteger(maxSitePage), default: 10 },
  user: { type: positiveInteger() },
  kind: { type: wordOf('event', 'venue', 'organizer', 'category', 'tag', 'user') },
  action: { type: wordOf(...revisionActions) },
  after: { type: siteDate },
  before: { type: siteDate },
  change: { type: changeName },
}

type Filters = Values<typeof activityParams>

/** Most entries that are counted, and that pages lead to. */
const maxEntries = 10_000

/** Only administrators see users, and so what was done to them. */
const select = ({ kysely }: Db, caller: Caller, { user, kind, action, after, before, change }: Filters) => {
  // The literal lets planners use the partial indexes.
  let entries = kysely.selectFrom('revision').where(sql<SqlBool>`revision.action <> ''`)
  if (!hasRight(caller, 'administer')) entries = entries.where('kind', '<>', 'user')
  if (user !== undefined) entries = entries.where('user_id', '=', user)
  if (kind !== undefined) entries = entries.where('kind', '=', kind)
  if (action !== undefined) entries = entries.where('action', '=', action)
  if (change !== undefined) entries = entries.where('change_name', '=', change)
  if (after !== undefined) entries = entries.where('date_utc', '>=', after.utc)
  if (before !== undefined) entries = entries.where('date_utc', '<', before.utc)
  return entries
}

const listActivity = async ({
  database,
  context,
  values,
}: SiteRequest<typeof activityParams>): Promise<SiteResponse> => {
  const { page = 1, per_page: perPage = 10 } = values
  const listed = select(database, context.caller, values).select('revision.id').orderBy('revision.id', 'desc')
  const counted = database.kysely
    .selectFrom(listed.limit(maxEntries).as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
  const total = Number((await counted.executeTakeFirstOrThrow()).n)
  const offset = (page - 1) * perPage
  const rows = offset >= total ? [] : await readPage(database, context.caller, values, { offset, limit: perPage })
  const urls = await readUrls(database, context, rows)
  const body = rows.map((row) => show(row, urls))
  return { body, page: { page, perPage, offset: undefined, total } }
}

type Place = { readonly offset: number; readonly limit: number }

const readPage = (db: Db, caller: Caller, values: Filters, { offset, limit }: Place) =>
  select(db, caller, values)
    .leftJoin('user', 'user.id', 'revision.user_id')
    .select(['revision.id', 'record_id', 'kind', 'user_id', 'date_utc', 'action', 'title', 'change_name'])
    .select('user.display_name as user_name')
    .orderBy('revision.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

type Entry = Awaited<ReturnType<typeof readPage>>[number]

const show = (row: Entry, urls: ReadonlyMap<string, string>): JsonObject => ({
  id: row.id,
  date: toIso(row.date_utc),
  user: { id: row.user_id, name: row.user_name ?? '' },
  action: row.action,
  kind: row.kind,
  record: row.record_id,
  title: row.title,
  change: row.change_name,
  url: urls.get(`${row.kind} ${row.record_id}`) ?? null,
})

/** The pages of published records. */
const readUrls = async (db: Db, context: RequestContext, rows: readonly Entry[]): Promise<Map<string, string>> => {
  const urls = new Map<string, string>()
  const idsOf = (kind: HistoryKind) => rows.filter((row) => row.kind === kind).map(({ record_id }) => record_id)
  for (const table of ['event', 'venue', 'organizer'] as const) {
    const ids = idsOf(table)
    if (ids.length === 0) continue
    const found = await db.kysely
      .selectFrom(table)
      .select(['id', 'slug'])
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .where('status', '=', 'publish')
      .execute()
    for (const row of found) urls.set(`${table} ${row.id}`, pageUrl(context, table, row))
  }
  return urls
}

/** What was done to the records of the calendar, newest first, for editors and administrators (contract C7). */
export const activityDocument: SiteDocument = {
  path: '/activity',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: activityParams,
      right: 'edit-others',
      refuseUnknown: refuseUnknownBy(activityParams),
      answer: listActivity,
    }),
  ],
}
