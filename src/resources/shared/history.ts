import { type Insertable, sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { listChanges, type Payload, readStoredPayload } from '../../core/fields.ts'
import type { TermRow } from '../../core/params.ts'
import { isPublicStatus } from '../../core/policy.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, PostTableName, RevisionAction, RevisionTable, Status } from '../../db/schema.ts'
import { insertAll, type NewRows, runStatement } from '../../db/statement.ts'
import { nowText } from '../../lib/time-zone.ts'
import type { PostDefinition, SettledWrite, StoredRecord } from './post-definition.ts'

/** A row of the history; every row has its columns in the same order. */
export type NewRevision = Insertable<RevisionTable>

type Entry = Pick<NewRevision, 'record_id' | 'kind' | 'action' | 'title'> & {
  readonly changed?: readonly string[]
  readonly payload?: Payload | undefined
}

const rowOf = (
  { caller, stamp, change }: Pick<RequestContext, 'caller' | 'stamp' | 'change'>,
  { changed = [], payload, record_id, kind, action, title }: Entry,
): NewRevision => ({
  record_id,
  kind,
  user_id: caller.id,
  date_utc: stamp().utc,
  action,
  title,
  changed: changed.join(','),
  payload: payload ? JSON.stringify(payload) : null,
  change_name: change ?? null,
})

/** The rows for new records, to be inserted with them. An import keeps no versions: its file has them. */
export const createdRevisions = <T extends PostTableName, L, P>(
  context: RequestContext,
  { name, fields, links: steps }: PostDefinition<T, L, P>,
  created: readonly SettledWrite<T, L>[],
  keepsVersions: boolean,
): NewRows => {
  const keeps = keepsVersions && context.config.revisions > 0
  const revisions: NewRevision[] = []
  for (const { row, links } of created) {
    const payload = keeps ? readStoredPayload(fields, row, steps.idsOf(links)) : undefined
    revisions.push(rowOf(context, { record_id: row.id, kind: name, action: 'created', title: row.title, payload }))
  }
  return { table: 'revision', rows: revisions }
}

/** Records a change of a record, unless none of its fields has another value, and returns the names of those that have. */
export const recordChange = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  { name, fields, links: { idsOf } }: PostDefinition<T, L, P>,
  before: StoredRecord<T, L>,
  after: { readonly row: PostRow<T>; readonly links: L; readonly isAutosave: boolean },
): Promise<readonly string[]> => {
  const [old, ids] = [idsOf(before.links), idsOf(after.links)]
  const changed = listChanges(fields, { row: before.row, links: old }, { row: after.row, links: ids })
  // A change of the status closes the open reviews of an event.
  if (name === 'event' && before.row.status !== after.row.status) await closeReviews(db, [after.row.id])
  const { id: record_id, title } = after.row
  const autosaved = after.isAutosave || changed.length === 0 ? await findAutosaved(db, context, record_id) : undefined
  if (changed.length === 0) {
    // An explicit save without further changes turns the autosave into a version.
    if (autosaved && !after.isAutosave) await changeVersion(db, autosaved.id, { action: 'updated' })
    return changed
  }
  const [was, is] = [before.row.status, after.row.status]
  const done = was === is ? 'updated' : actionOf(was, is)
  const action = after.isAutosave && done === 'updated' ? 'autosaved' : done
  const keeps = context.config.revisions > 0
  const payload = keeps || action === 'autosaved' ? readStoredPayload(fields, after.row, ids) : undefined
  if (autosaved && action === 'autosaved') {
    const all = [...new Set([...autosaved.changed.split(','), ...changed])]
    await changeVersion(db, autosaved.id, { title, changed: all.join(), payload: JSON.stringify(payload) })
    return changed
  }
  const entry = { record_id, kind: name, title }
  const rows = [rowOf(context, { ...entry, action, changed, payload: keeps ? payload : undefined })]
  if (keeps && !(await trimVersions(db, record_id, context.config.revisions))) {
    // The version before the first recorded change: otherwise it could not be restored.
    const { author_id, modified_utc, title } = before.row
    const first = rowOf(context, { ...entry, title, action: '', payload: readStoredPayload(fields, before.row, old) })
    rows.unshift({ ...first, user_id: author_id, date_utc: modified_utc, change_name: null })
  }
  await insertAll(db, [{ table: 'revision', rows }])
  return changed
}

/** Autosaves of one person within this time, in milliseconds, replace each other. */
const editingTime = 600_000

/** The latest version of a record, if it is an autosave of the caller within {@link editingTime}. */
const findAutosaved = async (db: Db, { caller, now }: RequestContext, recordId: number) => {
  const build = () =>
    db.kysely
      .selectFrom('revision')
      .select(['id', 'user_id', 'date_utc', 'action', 'changed'])
      .where('record_id', '=', recordId)
      .where('payload', 'is not', null)
      .orderBy('id', 'desc')
      .limit(sql.lit(1))
  type Version = Pick<NewRevision, 'user_id' | 'date_utc' | 'action' | 'changed'> & { readonly id: number }
  const [latest] = await runStatement<Version>(db, 'latest version of record', build, [recordId])
  if (latest?.action !== 'autosaved' || latest.user_id !== caller.id) return undefined
  return latest.date_utc >= nowText(now() - editingTime) ? latest : undefined
}

const changeVersion = async (
  { kysely }: Db,
  id: number,
  values: Partial<Pick<NewRevision, 'action' | 'title' | 'changed' | 'payload'>>,
): Promise<void> => {
  await kysely.updateTable('revision').set(values).where('id', '=', id).execute()
}

/** The notes of some events count no longer as open. */
export const closeReviews = async ({ kysely, dialect }: Db, eventIds: readonly number[]): Promise<void> => {
  await kysely
    .updateTable('review')
    .set({ is_open: 0 })
    .where((eb) => dialect.isIn(eb.ref('event_id'), eventIds))
    .where('is_open', '=', 1)
    .execute()
}

/**
 * Whether the history knows that a record was neither public nor to become so: what it was created as is still there as a version, and nobody has
 * published it since.
 */
export const wasNeverPublic = async ({ kysely }: Db, recordId: number): Promise<boolean> => {
  const entries = await kysely
    .selectFrom('revision')
    .select(['action', 'payload'])
    .where('record_id', '=', recordId)
    .where('action', 'in', ['created', 'published'])
    .execute()
  const [created] = entries
  if (entries.length !== 1 || created?.action !== 'created' || created.payload === null) return false
  return !isPublicStatus(JSON.parse(created.payload).status)
}

/** What the change of a status is. */
const actionOf = (before: Status, after: Status): RevisionAction => {
  if (after === 'trash') return 'trashed'
  if (before === 'trash') return 'restored'
  return !isPublicStatus(before) && isPublicStatus(after) ? 'published' : 'updated'
}

/** Makes room for one more version of a record, and returns whether it has any. */
const trimVersions = async (db: Db, recordId: number, limit: number): Promise<boolean> => {
  const { kysely } = db
  const build = () =>
    kysely
      .selectFrom('revision')
      .select('id')
      .where('record_id', '=', recordId)
      .where('payload', 'is not', null)
      .orderBy('id', 'desc')
      .limit(sql<number>`${limit}`)
  const versions = await runStatement<{ id: number }>(db, 'versions of record', build, [recordId, limit])
  const oldest = versions[limit - 1]
  if (oldest) await dropVersions(db, [recordId], oldest.id)
  return versions.length > 0
}

/** Drops the versions of records, or of one up to an id of the history; what was done stays in it. */
export const dropVersions = async (
  { kysely, dialect }: Db,
  recordIds: readonly number[],
  upTo?: number,
): Promise<void> => {
  const versions = kysely
    .updateTable('revision')
    .set({ payload: null })
    .where((eb) => dialect.isIn(eb.ref('record_id'), recordIds))
    .where('payload', 'is not', null)
  await (upTo === undefined ? versions : versions.where('id', '<=', upTo)).execute()
}

/** Records that a record was removed for good. Its versions go with it. */
export const recordRemoval = async (
  db: Db,
  context: RequestContext,
  kind: PostTableName,
  { id, title }: Pick<PostRow<PostTableName>, 'id' | 'title'>,
): Promise<void> => {
  await dropVersions(db, [id])
  const row = rowOf(context, { record_id: id, kind, action: 'deleted', title })
  await insertAll(db, [{ table: 'revision', rows: [row] }])
}

/** Records what was done to a category or a tag; terms have no versions. */
export const recordTerm = async (
  db: Db,
  context: RequestContext,
  action: RevisionAction,
  { id, taxonomy, name }: Pick<TermRow, 'id' | 'taxonomy' | 'name'>,
  changed: readonly string[] = [],
): Promise<void> => {
  const row = rowOf(context, { record_id: id, kind: taxonomy, action, title: name, changed })
  await insertAll(db, [{ table: 'revision', rows: [row] }])
}
