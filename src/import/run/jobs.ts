import { existsSync } from 'node:fs'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../core/context.ts'
import { ImageWanted } from '../../core/intake.ts'
import type { Caller } from '../../core/policy.ts'
import type { Database, Db } from '../../db/database.ts'
import { type ImportTable, type Role, roles } from '../../db/schema.ts'
import { nowText } from '../../lib/time-zone.ts'
import type { BatchResult, Outcome } from '../apply/work.ts'
import { findImportFile } from '../read/files.ts'

/** The import that a process is running. */
export type Job = Selectable<ImportTable>

/** Milliseconds without progress after which another process takes over an import. */
const patience = 60_000

/** Milliseconds after which an import without its file fails; until then another host may have the file. */
const longestAbsence = 600_000

/** The format of an import whose file is fetched from an address when it runs. */
export const addressFormat = 'address'

/** The oldest unfinished import; only this one may run. */
export const findUnfinished = ({ kysely }: Db): Promise<Job | undefined> =>
  kysely
    .selectFrom('import')
    .selectAll()
    .where('state', 'in', ['waiting', 'running', 'undoing'])
    // A source that is being read keeps no file waiting.
    .where((eb) => eb.or([eb('source_id', 'is', null), eb('state', '=', 'undoing')]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Takes the oldest unfinished import, unless another process is running it. */
export const claim = async ({ config, database, clock }: AppContext): Promise<Job | undefined> => {
  if (!(await findUnfinished(database))) return undefined
  return database.transact(async (db) => {
    const job = await findUnfinished(db)
    const now = clock()
    if (!job || (job.beat_utc !== null && job.beat_utc > nowText(now - patience))) return undefined
    const isUndone = job.state === 'undoing'
    if (!isUndone && job.format !== addressFormat && !existsSync(findImportFile(config, job.id))) {
      // The process ended after the last line.
      if (job.lines > 0 && job.done >= job.lines) await finish(db, job.id, { state: 'done' }, now)
      else if ((job.beat_utc ?? job.created_utc) < nowText(now - longestAbsence))
        await finish(db, job.id, { state: 'failed', message: 'The file is gone. Send it again.' }, now)
      return undefined
    }
    const beat_utc = nowText(now)
    const taken = isUndone
      ? { beat_utc }
      : ({ state: 'running', started_utc: job.started_utc ?? beat_utc, beat_utc } as const)
    await db.kysely.updateTable('import').set(taken).where('id', '=', job.id).execute()
    return { ...job, ...taken }
  })
}

/** Says that the process that runs an import is alive. */
export const renew = (database: Database, id: number, now: number): Promise<void> =>
  database.transact(async ({ kysely }) => {
    await kysely
      .updateTable('import')
      .set({ beat_utc: nowText(now) })
      .where('id', '=', id)
      .where('beat_utc', 'is not', null)
      .execute()
  })

/** Stores the result of an import. */
export const finish = async (
  { kysely }: Db,
  id: number,
  end: Pick<Job, 'state'> & Partial<Job>,
  now: number,
): Promise<void> => {
  await kysely
    .updateTable('import')
    .set({ ...end, finished_utc: nowText(now), beat_utc: null })
    .where('id', '=', id)
    .execute()
}

/** The user who started the import, if still an administrator. */
export const findAdministrator = async ({ kysely }: Db, id: number): Promise<Caller | undefined> => {
  const user = await kysely.selectFrom('user').select('role').where('id', '=', id).executeTakeFirst()
  const role: Role | undefined = roles.find((one) => one === user?.role)
  return role === 'administrator' ? { id, role } : undefined
}

/**
 * Makes the function that applies items and records, in the same transaction, what they have created and how far the import has come. After a
 * crash the import goes on behind the last recorded item: nothing is created twice, and nothing is left out.
 */
export const trackProgress =
  (import_id: number, now: number) =>
  async (db: Db, last: number, work: () => Promise<BatchResult>): Promise<BatchResult> => {
    const { kysely } = db
    const before = await newestRevision(db)
    const result = await work()
    const revision_id = await newestRevision(db)
    // The history has the new venues, organizers and terms of the events, too. Nobody else writes during the transaction.
    const written = await kysely
      .selectFrom('revision')
      .select(['record_id', 'kind', 'action'])
      .where('id', '>', before)
      .execute()
    const created = written.filter(({ action }) => action === 'created')
    const modified_utc = nowText(now)
    const isTerm = ({ kind }: (typeof created)[number]): boolean => kind === 'category' || kind === 'tag'
    const terms = created.filter(isTerm).map(({ record_id }) => ({ import_id, term_id: record_id }))
    const records = created
      .filter((one) => !isTerm(one))
      .map(({ record_id }) => ({ import_id, record_id, modified_utc, revision_id }))
    if (records.length > 0) await kysely.insertInto('import_record').values(records).execute()
    if (terms.length > 0) await kysely.insertInto('import_term').values(terms).execute()
    const changed = written.filter(({ action }) => action !== 'created').map(({ record_id }) => record_id)
    if (changed.length > 0) await trackChanged(db, import_id, changed, revision_id)
    // An item whose image has to be fetched is applied later, in a transaction of its own. The import has only come as far as the item before
    // the first of these: after a crash it goes on there, and finds unchanged what was applied behind it.
    const waiting = [...result.refusals].flatMap(([{ item }, error]) =>
      error instanceof ImageWanted ? [item.number - 1] : [],
    )
    const outcomes = [...result.outcomes.values()]
    const count = (done: Outcome['done']): number =>
      outcomes.filter((one) => one.done === done).length -
      outcomes.filter((one) => 'was' in one && one.was === done).length
    await kysely
      .updateTable('import')
      .set((eb) => ({
        done: Math.min(last, ...waiting),
        created: eb('created', '+', count('created')),
        updated: eb('updated', '+', count('updated')),
        unchanged: eb('unchanged', '+', count('unchanged')),
        skipped: eb('skipped', '+', count('skipped')),
        beat_utc: modified_utc,
      }))
      .where('id', '=', import_id)
      .execute()
    return result
  }

/** The last entry of the history: those of a transaction come after it. */
export const newestRevision = async ({ kysely }: Db): Promise<number> => {
  const newest = kysely.selectFrom('revision').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
  return Number((await newest.executeTakeFirstOrThrow()).id)
}

/** Records that the import itself has changed what it has created, such as an occurrence of a series: undoing keeps what others have changed. */
const trackChanged = async (
  { kysely, dialect }: Db,
  importId: number,
  ids: readonly number[],
  revisionId: number,
): Promise<void> => {
  await sql`update import_record
    set revision_id = ${revisionId},
      modified_utc = coalesce((select modified_utc from event where id = record_id), modified_utc)
    where import_id = ${importId} and (${dialect.isIn(sql.ref('record_id'), ids)} or record_id in (
      select id from event where series_id in (select series_id from event where ${dialect.isIn(sql.ref('id'), ids)})
    ))`.execute(kysely)
}
