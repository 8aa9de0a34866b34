import { existsSync } from 'node:fs'
import type { Selectable } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { type Caller, type Role, roles } from '../core/policy.ts'
import type { Database, Db } from '../db/database.ts'
import type { ImportTable } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import { findImportFile } from './read/files.ts'

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
