import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { type Role, roles } from '../core/policy.ts'
import type { Database, Db } from '../db/database.ts'
import type { ImportTable } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import type { Library } from '../media/library.ts'
import type { BatchResult } from './batch.ts'
import { importAll, type LineFault, type Outcome } from './engine.ts'
import { fileOf } from './files.ts'
import { scopeOf, startReaders } from './line-readers.ts'

/** Runs imports over the network, one at a time, in one of the processes. */
export type ImportRunner = {
  /** Looks for imports now and then. */
  readonly start: () => void
  /** Stops after the present lines; the import goes on when a server starts. */
  readonly close: () => Promise<void>
}

/** Lines that share a transaction: other requests are answered between two. */
const batchSize = 32

/** Milliseconds between two looks for imports, and after which another process takes over one that does not move. */
const interval = 15_000
const patience = 60_000

/** Milliseconds after which an import without its file has failed; another host may have it. */
const longestAbsence = 600_000

/** Most faults that are kept. */
const maxFaults = 100

const runners = new WeakMap<Database, () => void>()

/** Lets the runner of this process look for imports at once. */
export const wakeImports = (database: Database): void => runners.get(database)?.()

type Job = Selectable<ImportTable>

/** Makes the runner of a process. */
export const createImportRunner = (app: AppContext, library: Library): ImportRunner => {
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  let running: Promise<void> | undefined
  const look = async (): Promise<void> => {
    try {
      for (let job = await claim(app); job; job = isOpen ? await claim(app) : undefined)
        await runJob(app, library, job, () => isOpen)
    } catch (error) {
      // The import is taken up again later.
      if (!app.database.dialect.isUnavailable(error)) app.log.warn({ error }, 'an import was interrupted')
    }
  }
  const wake = (): void => {
    clearTimeout(timer)
    if (!isOpen || running) return
    running = look().finally(() => {
      running = undefined
      if (isOpen) timer = setTimeout(wake, interval).unref()
    })
  }
  runners.set(app.database, wake)
  return {
    start: wake,
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      await running
    },
  }
}

const unfinished = ({ kysely }: Db) =>
  kysely.selectFrom('import').selectAll().where('state', 'in', ['waiting', 'running']).orderBy('id').limit(1)

/** Takes the oldest import that nobody runs. */
const claim = async ({ config, database, clock }: AppContext): Promise<Job | undefined> => {
  if (!(await unfinished(database).executeTakeFirst())) return undefined
  return database.transact(async (db) => {
    const job = await unfinished(db).executeTakeFirst()
    const now = clock()
    if (!job || (job.beat_utc !== null && job.beat_utc > nowText(now - patience))) return undefined
    if (!existsSync(fileOf(config, job.id))) {
      // The process ended after the last line.
      if (job.done >= job.lines) await finish(db, job.id, { state: 'done' }, now)
      else if ((job.beat_utc ?? job.created_utc) < nowText(now - longestAbsence))
        await finish(db, job.id, { state: 'failed', message: 'The file is gone. Send it again.' }, now)
      return undefined
    }
    const taken = { state: 'running', started_utc: job.started_utc ?? nowText(now), beat_utc: nowText(now) } as const
    await db.kysely.updateTable('import').set(taken).where('id', '=', job.id).execute()
    return { ...job, ...taken }
  })
}

const finish = async (
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

const runJob = async (app: AppContext, library: Library, job: Job, isOpen: () => boolean): Promise<void> => {
  const { config, database, clock } = app
  const caller = await findImporter(database, job.user_id)
  if (!caller) {
    const message = 'The user who sent it is no administrator any more.'
    await database.transact((db) => finish(db, job.id, { state: 'failed', message }, clock()))
    return rm(fileOf(config, job.id), { force: true })
  }
  const settings = { config, now: clock(), caller }
  const readers = startReaders(settings)
  const outcome: Outcome = { created: job.created, faults: [], hasRefused: false }
  const report = reportBy(app, job, outcome)
  const to = { database, library, context: scopeOf(settings), around: noteBy(job.id, settings.now) }
  const source = { stream: createReadStream(fileOf(config, job.id)), batchSize, after: job.done }
  let isDone = true
  const onBatch = async (): Promise<boolean> => {
    await report()
    await nextTurn()
    isDone = isOpen()
    return isDone
  }
  try {
    await importAll(to, readers, source, { outcome, onBatch })
    if (isDone) await rm(fileOf(config, job.id), { force: true })
    await report(isDone)
  } catch (error) {
    if (database.dialect.isUnavailable(error)) throw error
    app.log.error({ error }, 'an import failed')
    const message = 'The server failed to import the file. The failure was logged.'
    await database.transact((db) => finish(db, job.id, { state: 'failed', message }, clock()))
    await rm(fileOf(config, job.id), { force: true })
  } finally {
    await readers.close()
  }
}

const findImporter = async ({ kysely }: Db, id: number) => {
  const user = await kysely.selectFrom('user').select('role').where('id', '=', id).executeTakeFirst()
  const role: Role | undefined = roles.find((one) => one === user?.role)
  return role === 'administrator' ? { id, role } : undefined
}

/** Writes which faults there were so far; at the end, that the import is done, or free for another process. */
const reportBy = ({ database, clock }: AppContext, job: Job, outcome: Outcome) => {
  const faults = JSON.parse(job.faults) as LineFault[]
  let failed = job.failed
  return async (isDone?: boolean): Promise<void> => {
    failed += outcome.faults.length
    faults.push(...outcome.faults.slice(0, Math.max(maxFaults - faults.length, 0)))
    outcome.faults.length = 0
    const shown = { failed, faults: JSON.stringify(faults) }
    await database.transact(async (db) => {
      if (isDone) return finish(db, job.id, { ...shown, state: 'done' }, clock())
      const beat_utc = isDone === false ? null : nowText(clock())
      await db.kysely
        .updateTable('import')
        .set({ ...shown, beat_utc })
        .where('id', '=', job.id)
        .execute()
    })
  }
}

/** Notes what some lines create and how far the import has come, in the transaction of these lines: a crash repeats no line. */
const noteBy =
  (import_id: number, now: number) =>
  async (db: Db, last: number, work: () => Promise<BatchResult>): Promise<BatchResult> => {
    const { kysely } = db
    const newest = kysely.selectFrom('revision').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
    const { id: before } = await newest.executeTakeFirstOrThrow()
    const result = await work()
    // The history has the venues and organizers that the events brought with them, too.
    const created = await kysely
      .selectFrom('revision')
      .select('record_id')
      .where('id', '>', Number(before))
      .where('action', '=', 'created')
      .where('kind', 'in', ['event', 'venue', 'organizer'])
      .execute()
    const modified_utc = nowText(now)
    const rows = created.map(({ record_id }) => ({ import_id, record_id, modified_utc }))
    if (rows.length > 0) await kysely.insertInto('import_record').values(rows).execute()
    await kysely
      .updateTable('import')
      .set((eb) => ({ done: last, created: eb('created', '+', result.ids.length), beat_utc: modified_utc }))
      .where('id', '=', import_id)
      .execute()
    return result
  }
