import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { AppContext } from '../../core/context.ts'
import type { Database } from '../../db/database.ts'
import { nowText } from '../../lib/time-zone.ts'
import type { Library } from '../../media/library.ts'
import { fetchSource, SourceError } from '../read/fetch-source.ts'
import { findImportFile, removeAbandoned } from '../read/files.ts'
import { findFileFormat, readRecords } from '../read/formats/list.ts'
import { createImportContext } from '../read/readers.ts'
import { undoImport } from '../undo/undo.ts'
import { type ImportOptions, importSource } from './import-source.ts'
import { addressFormat, claim, findAdministrator, finish, type Job, renew, trackProgress } from './jobs.ts'
import { type ImportFault, newResult, type Result, sortFaults, sumCounts } from './result.ts'
import { runSource } from './sources/run-source.ts'
import { claimSource } from './sources/stored.ts'

/**
 * Runs imports over the network, undoes them, and reads sources that are due. In each process, imports run one after the other; beside them a few
 * sources are read at once, so that a slow one keeps nobody waiting.
 */
type ImportRunner = {
  /** Starts looking for imports regularly. */
  readonly start: () => void
  /** Stops after the present lines or records; the work goes on when a server starts. */
  readonly close: () => Promise<void>
}

/** Lines that share a transaction: other requests are answered between two. */
const batchSize = 32

/** Milliseconds between two looks for imports. */
const interval = 15_000

/** Milliseconds after which an import says again that its process is alive. */
const beat = 20_000

/** Most sources that a process reads at once. */
const mostReaders = 3

/** Most faults that are kept. */
const maxFaults = 100

const runners = new WeakMap<Database, () => void>()

/** Makes the runner of this process look for imports at once. */
export const wakeImports = (database: Database): void => runners.get(database)?.()

/** Makes the runner of a process. */
export const createImportRunner = (app: AppContext, library: Library): ImportRunner => {
  const closing = new AbortController()
  const stop = closing.signal
  const isOpen = () => !stop.aborted
  // Their records are brought into the calendar one source after the other.
  const applying = pLimit(1)
  const runImports = async (): Promise<void> => {
    for (let job = await claim(app); job; job = isOpen() ? await claim(app) : undefined)
      await (job.state === 'undoing' ? runUndo(app, job, isOpen) : runJob(app, library, job, stop))
  }
  const readSources = async (): Promise<void> => {
    const next = () => (isOpen() ? claimSource(app.database, app.clock()) : undefined)
    for (let source = await next(); source; source = await next()) await runSource(app, library, source, applying, stop)
  }
  const loops = [runImports, ...Array.from({ length: mostReaders }, () => readSources)].map((work) =>
    createLoop(app, work, stop),
  )
  const wake = () => {
    for (const loop of loops) loop.wake()
  }
  runners.set(app.database, wake)
  return {
    start: () => {
      // Only room on the disk depends on it.
      void removeAbandoned(app.config).catch((error) => app.log.warn({ error }, 'files of imports were left behind'))
      wake()
    },
    close: async () => {
      closing.abort(new Error('The server stops.'))
      await Promise.all(loops.map(({ ended }) => ended()))
    },
  }
}

/** Does the work that there is at once when it is woken, and at an interval, until `stop`. */
const createLoop = (app: AppContext, work: () => Promise<void>, stop: AbortSignal) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const look = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      // The import continues later.
      if (!app.database.dialect.isUnavailable(error)) app.log.warn({ error }, 'an import was interrupted')
    }
  }
  const wake = (): void => {
    clearTimeout(timer)
    if (stop.aborted || running) return
    running = look().finally(() => {
      running = undefined
      if (!stop.aborted) timer = setTimeout(wake, interval).unref()
    })
  }
  const ended = async (): Promise<void> => {
    clearTimeout(timer)
    await running
  }
  return { wake, ended }
}

/** Undoes an import, for the user who has asked for it. */
const runUndo = async (app: AppContext, job: Job, isOpen: () => boolean): Promise<void> => {
  const { config, database, clock, log } = app
  const end = (state: 'undone' | 'failed', message = ''): Promise<void> =>
    database.transact((db) => finish(db, job.id, { state, message }, clock()))
  const caller = await findAdministrator(database, job.undo_user_id ?? 0)
  if (!caller) return end('failed', 'The user who wanted to undo it is no administrator any more. Undo it again.')
  try {
    const context = createImportContext({ config, now: clock(), caller })
    if (await undoImport(app, context, job.id, isOpen)) await end('undone')
  } catch (error) {
    if (database.dialect.isUnavailable(error)) throw error
    log.error({ error }, 'undoing an import failed')
    await end('failed', 'The server failed to undo the import. The failure was logged. Undo it again.')
  }
}

/** Imports a file that was sent, or what an address answers. */
const runJob = async (app: AppContext, library: Library, job: Job, stop: AbortSignal): Promise<void> => {
  const { config, database, clock } = app
  const caller = await findAdministrator(database, job.user_id)
  if (!caller) {
    const message = 'The user who sent it is no administrator any more.'
    await database.transact((db) => finish(db, job.id, { state: 'failed', message }, clock()))
    return rm(findImportFile(config, job.id), { force: true })
  }
  const settings = { config, now: clock(), caller }
  const path = findImportFile(config, job.id)
  const { url = '', ...asked } = JSON.parse(job.options)
  const options: ImportOptions = { source: job.file_name || `import ${job.id}`, updates: false, ...asked }
  const result: Result = { ...newResult(), ...(options.isDry && { preview: [] }) }
  const report = createReporter(app, job, result)
  let isDone = true
  const onBatch = async (): Promise<boolean> => {
    await report()
    await nextTurn()
    isDone = !stop.aborted
    return isDone
  }
  const track = options.isDry ? undefined : trackProgress(job.id, settings.now)
  // An import that goes on after a crash may meet records again that it has imported: that is another run.
  const running = { runId: -Date.now(), result, onBatch, track, after: job.done, batchSize }
  const fail = async (message: string): Promise<void> => {
    await database.transact((db) => finish(db, job.id, { state: 'failed', message }, clock()))
    await rm(path, { force: true })
  }
  const signs = setInterval(() => void renew(database, job.id, clock()).catch(() => undefined), beat)
  try {
    const fetched = job.format === addressFormat ? await fetchFile(app, job.id, url, path, stop) : undefined
    if (fetched?.isWhole === false) result.faults.push({ message: 'The site says that it has more than it shows.' })
    const read = readRecords(findFileFormat(fetched?.format ?? job.format), {
      read: () => createReadStream(path),
      isFile: true,
    })
    await importSource({ database, library, settings }, read, options, running)
    if (isDone) await rm(path, { force: true })
    await report(isDone)
  } catch (error) {
    if (database.dialect.isUnavailable(error)) throw error
    if (stop.aborted) return report(false)
    if (error instanceof SourceError) return fail(error.message)
    app.log.error({ error }, 'an import failed')
    await fail('The server failed to import the file. The failure was logged.')
  } finally {
    clearInterval(signs)
  }
}

/** Fetches what an address answers to the place of a file that was sent: after a crash the import goes on with the same records. */
const fetchFile = async (
  { config, database }: AppContext,
  id: number,
  url: string,
  path: string,
  stop: AbortSignal,
) => {
  const fetched = await fetchSource(config, { id: -id, url, etag: '', last_modified: '' }, stop)
  if (fetched === 'unchanged') throw new SourceError('The address answers 304.')
  await rename(fetched.path, path)
  const { format } = fetched
  await database.transact(({ kysely }) => kysely.updateTable('import').set({ format }).where('id', '=', id).execute())
  return fetched
}

/** Writes the errors so far and, at the end, that the import is done, or free for another process. */
const createReporter = ({ database, clock }: AppContext, job: Job, outcome: Result) => {
  const faults: ImportFault[] = JSON.parse(job.faults)
  const remarks: ImportFault[] = []
  let failed = job.failed
  const { isDry } = JSON.parse(job.options)
  // What is kept is counted with it.
  const totals = () =>
    isDry
      ? {
          created: sumCounts(outcome, 'created'),
          updated: sumCounts(outcome, 'updated'),
          unchanged: sumCounts(outcome, 'unchanged'),
          skipped: sumCounts(outcome, 'skipped'),
        }
      : {}
  return async (isDone?: boolean): Promise<void> => {
    failed += outcome.faults.length
    faults.push(...outcome.faults.slice(0, Math.max(maxFaults - faults.length, 0)))
    outcome.faults.length = 0
    remarks.push(...outcome.remarks.splice(0).slice(0, Math.max(maxFaults - remarks.length, 0)))
    const { counts, named, preview } = outcome
    const told = JSON.stringify({ counts, named, remarks: sortFaults(remarks), ...(preview && { preview }) })
    const shown = { failed, faults: JSON.stringify(sortFaults(faults)), report: told, ...totals() }
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
