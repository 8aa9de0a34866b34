import { type ExpressionBuilder, sql } from 'kysely'
import type { RequestContext } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import { asListed } from '../db/listed-table.ts'
import type { HistoryKind, PostTableName, Schema } from '../db/schema.ts'
import { events } from '../resources/events/resource.ts'
import { removeForGood } from '../resources/shared/post.ts'

/** A record that is kept. */
export type Kept = { readonly id: number; readonly kind: HistoryKind; readonly title: string }

/** The result of a portion. */
export type Portion = { readonly removed: number; readonly kept: readonly Kept[] }

/** Records that share a transaction. */
const portion = 20

type Created = { readonly id: number; readonly title: string; readonly isEdited: boolean; readonly isSeries: boolean }

/** Undoes the next events, venues or organizers of an import; returns undefined when none are left. */
export const undoRecords = async (db: Db, context: RequestContext, importId: number): Promise<Portion | undefined> => {
  for (const table of ['event', 'venue', 'organizer'] as const) {
    const rows = await readCreated(db, table, importId)
    if (rows.length === 0) continue
    const kept: Kept[] = []
    for (const row of rows) {
      if (row.isEdited || (await isLinked(db, table, row.id, importId))) {
        kept.push({ id: row.id, kind: table, title: row.title })
        // It no longer counts as a record of the import, so that what it links to is kept as well.
        const note = db.kysely.deleteFrom('import_record').where('import_id', '=', importId)
        await note.where('record_id', '=', row.id).execute()
      } else if (row.isSeries)
        await events.operations.remove(db, context, { column: 'id', value: row.id }, { isForced: true, scope: 'all' })
      else await removeForGood(db, context, table, row)
    }
    return { removed: rows.length - kept.length, kept }
  }
  return undefined
}

/** The next records, latest first, because records are created after those that they refer to. */
const readCreated = async ({ kysely }: Db, table: PostTableName, importId: number): Promise<Created[]> => {
  const post = asListed(table)
  const rows = await kysely
    .selectFrom('import_record')
    .innerJoin(post, `${post}.id`, 'import_record.record_id')
    .select([`${post}.id`, `${post}.title`, `${post}.modified_utc`, 'import_record.modified_utc as imported_utc'])
    .select((eb) => hasChanges(eb).as('is_edited'))
    .select((eb) => inSeries(eb).as('in_series'))
    .where('import_record.import_id', '=', importId)
    .orderBy('import_record.record_id', 'desc')
    .limit(portion)
    .execute()
  return rows.map(({ id, title, modified_utc, imported_utc, is_edited, in_series }) => ({
    id,
    title,
    isEdited: modified_utc !== imported_utc || Boolean(is_edited),
    isSeries: Boolean(in_series),
  }))
}

const inSeries = (eb: ExpressionBuilder<Schema, 'import_record'>) =>
  eb.exists(
    eb
      .selectFrom('event')
      .select('event.id')
      .whereRef('event.id', '=', 'import_record.record_id')
      .where('event.series_id', 'is not', null),
  )

/** Whether the history has a version of the record, or of an event of the same series, after the one that was imported. */
const hasChanges = (eb: ExpressionBuilder<Schema, 'import_record'>) =>
  eb.exists(
    eb
      .selectFrom('revision')
      .select('revision.id')
      .where((own) =>
        own.or([
          own('revision.record_id', '=', own.ref('import_record.record_id')),
          own('revision.record_id', 'in', seriesOf(own)),
        ]),
      )
      .where('revision.payload', 'is not', null)
      .where('revision.action', '<>', 'created')
      .whereRef('revision.id', '>', 'import_record.revision_id'),
  )

const seriesOf = (eb: ExpressionBuilder<Schema, 'import_record' | 'revision'>) =>
  eb
    .selectFrom('event as other')
    .innerJoin('event as own', 'own.series_id', 'other.series_id')
    .select('other.id')
    .whereRef('own.id', '=', 'import_record.record_id')

/** Whether a record that is kept refers to the record. */
const isLinked = async ({ kysely }: Db, table: PostTableName, id: number, importId: number): Promise<boolean> => {
  if (table === 'event') {
    const below = kysely
      .selectFrom('event')
      .leftJoin('import_record', (join) =>
        join.onRef('import_record.record_id', '=', 'event.id').on('import_record.import_id', '=', importId),
      )
      .select('event.id')
      .where('event.parent_id', '=', id)
      .where((eb) =>
        eb.or([
          eb('import_record.record_id', 'is', null),
          eb('import_record.modified_utc', '<>', eb.ref('event.modified_utc')),
        ]),
      )
    return (await below.limit(1).executeTakeFirst()) !== undefined
  }
  const { rows } = await sql`select event_id from ${sql.table(`event_${table}`)}
    where ${sql.ref(`${table}_id`)} = ${id} limit 1`.execute(kysely)
  return rows.length > 0
}
