import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { AppContext, RequestContext } from '../../core/context.ts'
import type { TermRow } from '../../core/params.ts'
import type { Database, Db } from '../../db/database.ts'
import { asListed } from '../../db/listed-table.ts'
import type { HistoryKind, ImportTable, PostTableName, Schema } from '../../db/schema.ts'
import { nowText } from '../../lib/time-zone.ts'
import { events } from '../../resources/events/resource.ts'
import { removeForGood } from '../../resources/shared/post.ts'
import { removeTerm } from '../../resources/shared/term.ts'

/** The progress of undoing an import: the number of removed records and of all, and the kept ones, which somebody has changed or links to. */
type Undone = {
  readonly total: number
  readonly removed: number
  readonly kept: number
  readonly records: readonly Kept[]
}

/** Most kept records that are listed. */
const maxNamed = 100

/** Begins to undo an import, or continues an earlier attempt. */
export const startUndo = async (
  { kysely }: Db,
  { id, result }: Pick<Selectable<ImportTable>, 'id' | 'result'>,
  userId: number,
) => {
  const before = readUndone(result)
  let total = before.removed + before.kept
  for (const table of ['import_record', 'import_term'] as const) {
    const left = kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('import_id', '=', id)
    total += Number((await left.executeTakeFirstOrThrow()).n)
  }
  const started = { state: 'undoing', message: '', undo_user_id: userId, beat_utc: null } as const
  const undone: Undone = { ...before, total }
  await kysely
    .updateTable('import')
    .set({ ...started, result: JSON.stringify(undone) })
    .where('id', '=', id)
    .execute()
}

const readUndone = (result: string | null): Undone =>
  result === null ? { total: 0, removed: 0, kept: 0, records: [] } : JSON.parse(result)

/**
 * Removes what an import has created, a portion at a time: first the events, then the venues, organizers, categories and tags that no event
 * uses any more. A portion and its result share a transaction: after a crash the next process continues with the rest. Returns false when
 * `isOpen` has ended it, and leaves the rest to the process that starts next.
 */
export const undoImport = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  context: RequestContext,
  id: number,
  isOpen: () => boolean,
): Promise<boolean> => {
  while (await undoPortion(database, context, id, nowText(clock()))) {
    if (!isOpen()) {
      await release(database, id)
      return false
    }
    await nextTurn()
  }
  return true
}

/** Lets another process go on at once. */
const release = async (database: Database, id: number): Promise<void> => {
  const free = { beat_utc: null }
  await database.transact(({ kysely }) => kysely.updateTable('import').set(free).where('id', '=', id).execute())
}

/** Undoes the next records, and returns whether there may be more. */
const undoPortion = (database: Database, context: RequestContext, id: number, beat_utc: string): Promise<boolean> =>
  database.transact(async (db) => {
    const { kysely } = db
    const portion = (await undoRecords(db, context, id)) ?? (await undoTerms(db, context, id))
    if (!portion) return false
    const row = kysely.selectFrom('import').select('result').where('id', '=', id)
    const { total, removed, kept, records } = readUndone((await row.executeTakeFirstOrThrow()).result)
    const undone: Undone = {
      total,
      removed: removed + portion.removed,
      kept: kept + portion.kept.length,
      records: [...records, ...portion.kept].slice(0, maxNamed),
    }
    await kysely
      .updateTable('import')
      .set({ result: JSON.stringify(undone), beat_utc })
      .where('id', '=', id)
      .execute()
    return true
  })

/** A record that is kept. */
type Kept = { readonly id: number; readonly kind: HistoryKind; readonly title: string }

/** The result of a portion. */
type Portion = { readonly removed: number; readonly kept: readonly Kept[] }

/** Records that share a transaction. */
const portion = 20

type Created = { readonly id: number; readonly title: string; readonly isEdited: boolean; readonly isSeries: boolean }

/** Undoes the next events, venues or organizers of an import; returns undefined when none are left. */
const undoRecords = async (db: Db, context: RequestContext, importId: number): Promise<Portion | undefined> => {
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

/** Terms that share a transaction. */
const termPortion = 20

/** Undoes the next categories and tags of an import, children before their parents; returns undefined when none are left. */
const undoTerms = async (db: Db, context: RequestContext, importId: number): Promise<Portion | undefined> => {
  const { kysely } = db
  const rows = await kysely
    .selectFrom('import_term')
    .innerJoin('term', 'term.id', 'import_term.term_id')
    .selectAll('term')
    .where('import_term.import_id', '=', importId)
    .orderBy('import_term.term_id', 'desc')
    .limit(termPortion)
    .execute()
  if (rows.length === 0) return undefined
  const kept: Kept[] = []
  const unchanged = await findUnchangedTerms(db, rows)
  for (const row of rows) {
    if (!unchanged.has(row.id) || (await isUsed(db, row))) {
      kept.push({ id: row.id, kind: row.taxonomy, title: row.name })
      const note = kysely.deleteFrom('import_term').where('import_id', '=', importId)
      await note.where('term_id', '=', row.id).execute()
    } else await removeTerm(db, context, row)
  }
  return { removed: rows.length - kept.length, kept }
}

/** Whether an event or a child term uses it. */
const isUsed = async ({ kysely }: Db, { id }: TermRow): Promise<boolean> => {
  const links = kysely.selectFrom('event_term').select('event_id as id').where('term_id', '=', id).limit(1)
  const below = kysely.selectFrom('term').select('id').where('parent_id', '=', id).limit(1)
  for (const found of [links, below]) if (await found.executeTakeFirst()) return true
  return false
}

/** The terms that nobody has changed; none if the history of the import has been removed, because then this is unknown. */
const findUnchangedTerms = async ({ kysely, dialect }: Db, terms: readonly TermRow[]): Promise<ReadonlySet<number>> => {
  const ids = terms.map(({ id }) => id)
  const history = kysely
    .selectFrom('revision')
    .select(['record_id', 'action'])
    .where('kind', 'in', ['category', 'tag'])
    .where((eb) => dialect.isIn(eb.ref('record_id'), ids))
  const rows = await history.execute()
  const having = (wanted: string) => rows.filter(({ action }) => action === wanted).map((row) => row.record_id)
  const changed = new Set(having('updated'))
  return new Set(having('created').filter((id) => !changed.has(id)))
}
