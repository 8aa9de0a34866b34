import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext, RequestContext } from '../core/context.ts'
import type { Database, Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { findAdministrator, finish, type Job } from './jobs.ts'
import { createContext } from './read/readers.ts'
import { type Kept, undoRecords } from './undo-records.ts'
import { undoTerms } from './undo-terms.ts'

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
export const startUndo = async ({ kysely }: Db, { id, result }: Pick<Job, 'id' | 'result'>, userId: number) => {
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
 * uses any more. A portion and its result share a transaction: after a crash the next process continues with the rest.
 */
export const runUndo = async (app: AppContext, job: Job, isOpen: () => boolean): Promise<void> => {
  const { config, database, clock, log } = app
  const end = (state: 'undone' | 'failed', message = ''): Promise<void> =>
    database.transact((db) => finish(db, job.id, { state, message }, clock()))
  const caller = await findAdministrator(database, job.undo_user_id ?? 0)
  if (!caller) return end('failed', 'The user who wanted to undo it is no administrator any more. Undo it again.')
  try {
    const context = createContext({ config, now: clock(), caller })
    while (await undoPortion(database, context, job.id, nowText(clock()))) {
      if (!isOpen()) return await release(database, job.id)
      await nextTurn()
    }
    await end('undone')
  } catch (error) {
    if (database.dialect.isUnavailable(error)) throw error
    log.error({ error }, 'undoing an import failed')
    await end('failed', 'The server failed to undo the import. The failure was logged. Undo it again.')
  }
}

/** Leaves the rest to the process that starts next. */
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
