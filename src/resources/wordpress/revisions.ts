import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Db } from '../../db/database.ts'
import type { PostTableName, RevisionTable } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { toLocal } from '../../lib/time-zone.ts'
import { requireEditable } from '../shared/editable.ts'
import { readSitePage, sitePageParams } from '../shared/site-lists.ts'
import { findRestorable } from './revision-payload.ts'

const collections = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

type Revision = Pick<RevisionTable, 'record_id' | 'user_id' | 'date_utc' | 'action' | 'changed' | 'payload'> & {
  readonly id: number
  readonly author_name: string | null
}

const versionsOf = ({ kysely }: Db, recordId: number) =>
  kysely.selectFrom('revision').where('revision.record_id', '=', recordId).where('revision.payload', 'is not', null)

const selectRevisions = (db: Db, recordId: number) =>
  versionsOf(db, recordId)
    .leftJoin('user', 'user.id', 'revision.user_id')
    .select(['revision.id', 'record_id', 'user_id', 'date_utc', 'action', 'changed', 'payload'])
    .select('user.display_name as author_name')

const show = ({ zone }: RequestContext, row: Revision): JsonObject => ({
  id: row.id,
  parent: row.record_id,
  author: row.user_id,
  author_name: row.author_name ?? '',
  date: toLocal(row.date_utc, zone).replace(' ', 'T'),
  date_gmt: row.date_utc.replace(' ', 'T'),
  action: row.action || 'created',
  changed: row.changed === '' ? [] : row.changed.split(','),
})

const listRevisions =
  (table: PostTableName) =>
  async ({ database, context, names, values }: SiteRequest<typeof listParams>): Promise<SiteResponse> => {
    const { id } = await requireEditable(database, context, table, Number(names['id']))
    const page = readSitePage(values)
    const { perPage, offset = (page.page - 1) * perPage } = page
    const counted = versionsOf(database, id).select((eb) => eb.fn.countAll<number>().as('n'))
    const total = Number((await counted.executeTakeFirstOrThrow()).n)
    const rows = await selectRevisions(database, id)
      .orderBy('revision.id', 'desc')
      .limit(perPage)
      .offset(offset)
      .execute()
    return { body: rows.map((row) => show(context, row)), page: { ...page, total } }
  }

const readRevision =
  (table: PostTableName) =>
  async ({ database, context, names }: SiteRequest): Promise<SiteResponse> => {
    const row = await requireEditable(database, context, table, Number(names['id']))
    const wanted = Number(names['revision_id'])
    const found = Number.isSafeInteger(wanted)
      ? await selectRevisions(database, row.id).where('revision.id', '=', wanted).executeTakeFirst()
      : undefined
    if (!found) throw new ApiError('rest_revision_not_found')
    const restorable = await findRestorable(database, context, JSON.parse(found.payload ?? '{}'), row)
    return { body: { ...show(context, found), ...restorable } }
  }

const listParams = { ...sitePageParams }

/** The versions of events, venues and organizers, for those who may edit the record (contract C7). */
export const revisionDocuments: readonly SiteDocument[] = Object.entries(collections).flatMap(([path, table]) => [
  {
    path: `/${path}/{id}/revisions`,
    pathParam: 'id' as const,
    endpoints: [endpoint({ methods: ['GET'], params: listParams, right: 'edit', answer: listRevisions(table) })],
  },
  {
    path: `/${path}/{id}/revisions/{revision_id}`,
    pathParam: 'revision_id' as const,
    endpoints: [endpoint({ methods: ['GET'], params: {}, right: 'edit', answer: readRevision(table) })],
  },
])
