import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import type { AppContext } from '../../../core/context.ts'
import type { Caller } from '../../../core/policy.ts'
import { nowText } from '../../../lib/time-zone.ts'
import type { Library } from '../../../media/library.ts'
import { editedHere } from '../../apply/update.ts'
import { nothingRemoved, type Removed, readPresent, removeVanished } from '../../apply/vanished.ts'
import { markSeen } from '../../match/import-items.ts'
import { followNewIds } from '../../match/new-ids.ts'
import { type Fetched, fetchSource, SourceError } from '../../read/fetch-source.ts'
import { findFileFormat, readRecords } from '../../read/formats/list.ts'
import { createImportContext } from '../../read/readers.ts'
import { type ImportOptions, importSource, readItems } from '../import-source.ts'
import { findAdministrator, finish, trackProgress } from '../jobs.ts'
import { newResult, type Result, sumCounts } from '../result.ts'
import { afterFailure, afterSuccess, endReading, renewLease, type Source } from './stored.ts'

/** Items that share a transaction: other requests are answered between two. */
const batchSize = 32

/** Most bytes that the series of one reading copy to their dates: nobody here has looked at them before. */
const mostCopied = 128 * 1024 * 1024

/** Most faults that are kept of a run. */
const maxFaults = 100

/** A source with fewer events is never asked about: that half of them are gone happens. */
const fewEvents = 4

/** Milliseconds between two signs of life. */
const beat = 20_000

/**
 * Reads a source once: fetches it, brings its records into the calendar, and cancels or trashes what is no longer there. One that suddenly has
 * less than half of its events changes nothing until somebody confirms it. The run is kept like an import. Sources are fetched at the same time,
 * and brought into the calendar one after the other (`applying`). `stop` ends it, and the source is read again when a server starts.
 */
export const runSource = async (
  app: AppContext,
  library: Library,
  source: Source,
  applying: LimitFunction,
  stop: AbortSignal,
): Promise<void> => {
  const { config, database, clock } = app
  const run = await beginRun(app, source)
  const result = newResult()
  const lease = setInterval(() => void renewLease(database, source.id, clock()).catch(() => undefined), beat)
  let fetched: Fetched | undefined
  const end = async (columns: Partial<Source>, state: 'done' | 'failed', message: string, removed?: Removed) => {
    const { counts, named, remarks } = result
    const report = { counts, named, remarks: remarks.slice(0, maxFaults), ...(removed && { removed }) }
    const shown = {
      state,
      message,
      ...(fetched && fetched !== 'unchanged' && { format: fetched.format }),
      failed: result.faults.length,
      faults: JSON.stringify(result.faults.slice(0, maxFaults)),
      report: JSON.stringify(report),
    }
    await database.transact(async (db) => {
      await finish(db, run, shown, clock())
      await endReading(db, source, columns)
    })
  }
  const endStopped = () => end({ lease_utc: null }, 'failed', 'The server stopped; it is read again when it starts.')
  const apply = async (
    caller: Caller,
    { path, format, etag, last_modified, isWhole }: Exclude<Fetched, 'unchanged'>,
  ) => {
    if (stop.aborted) return endStopped()
    const records = readRecords(findFileFormat(format), { read: () => createReadStream(path), isFile: true })
    const settings = { config, now: clock(), caller }
    const options: ImportOptions = {
      source: source.name,
      updates: true,
      keepsEdited: true,
      ...JSON.parse(source.options),
    }
    const items = await readItems({ database, settings }, records, options)
    const found = await followNewIds(database, source.name, items)
    const doubt = source.is_confirmed ? '' : await findDoubt(app, source, found)
    if (doubt !== '') return end({ state: 'waiting', message: doubt, lease_utc: null }, 'failed', doubt)
    let isDone = true
    const onBatch = async (): Promise<boolean> => {
      await nextTurn()
      isDone = !stop.aborted
      return isDone
    }
    const running = { runId: -run, result, onBatch, track: trackProgress(run, settings.now), batchSize, mostCopied }
    await importSource({ database, library, settings }, records, options, running)
    if (!isDone) return endStopped()
    const { keys, hasOthers } = result.unread
    for (const kind of ['event', 'occurrence'] as const)
      await database.transact((db) => markSeen(db, source.name, kind, [...keys], -run))
    const isWhollyRead = isWhole && !hasOthers && !hasBrokenOff(result)
    const removed = isWhollyRead
      ? await removeVanished(database, createImportContext(settings), source, -run)
      : nothingRemoved()
    const message = [summarize(result, removed), ...(isWhollyRead ? [] : [unread])].join(' ')
    const now = clock()
    // What could not be read is asked for again, also if the answer there stays the same.
    const told = isWhollyRead ? { etag, last_modified } : { etag: '', last_modified: '' }
    await end({ ...afterSuccess(source, now), ...told }, 'done', message, removed)
  }
  try {
    const caller = await findAdministrator(database, source.user_id)
    if (!caller) throw new SourceError('The user who added it is no administrator any more.')
    fetched = await fetchSource(config, source, stop)
    if (fetched === 'unchanged') return await end(afterSuccess(source, clock()), 'done', 'Nothing has changed there.')
    const file = fetched
    return await applying(() => apply(caller, file))
  } catch (error) {
    if (database.dialect.isUnavailable(error)) throw error
    if (stop.aborted) return await endStopped()
    if (!(error instanceof SourceError)) app.log.error({ error }, 'reading a source failed')
    const message =
      error instanceof SourceError ? error.message : 'The server failed to read it. The failure was logged.'
    const pause = error instanceof SourceError ? error.retryAfter : 0
    await end(afterFailure(source, message, clock(), pause), 'failed', message)
  } finally {
    clearInterval(lease)
    if (fetched && fetched !== 'unchanged') await rm(fetched.path, { force: true })
  }
}

const beginRun = ({ database, clock }: AppContext, { id, user_id, name, options }: Source): Promise<number> =>
  database.transact(async ({ kysely }) => {
    const now = nowText(clock())
    // What a process that was killed has left behind.
    await kysely
      .updateTable('import')
      .set({ state: 'failed', message: 'The server stopped.', finished_utc: now, beat_utc: null })
      .where('source_id', '=', id)
      .where('state', '=', 'running')
      .execute()
    const row = {
      user_id,
      state: 'running',
      lines: 0,
      done: 0,
      created: 0,
      unchanged: 0,
      failed: 0,
      faults: '[]',
      message: '',
      created_utc: now,
      started_utc: now,
      finished_utc: null,
      beat_utc: now,
      result: null,
      undo_user_id: null,
      file_name: name,
      options,
      source_id: id,
    } as const
    return (await kysely.insertInto('import').values(row).returning('id').executeTakeFirstOrThrow()).id
  })

/** Why somebody has to confirm that a source with these events is read; '' where nobody has to. */
const findDoubt = async (
  { database, clock }: AppContext,
  { name }: Source,
  keys: ReadonlySet<string>,
): Promise<string> => {
  const present = await readPresent(database, name, clock())
  const { size } = present
  if (size < fewEvents) return ''
  const found = [...present].filter((key) => keys.has(key)).length
  if (found * 2 >= size) return ''
  return `It has only ${found} of the ${size} events that came from it. Nothing was changed; confirm that the others are gone.`
}

const unread = 'What is no longer there was kept, because not everything could be read.'

/** Whether the source ended before its end: such a fault has no place. */
const hasBrokenOff = ({ faults }: Result): boolean =>
  faults.some(({ place, line }) => place === undefined && line === undefined)

const summarize = (result: Result, { cancelled, trashed, kept, restored }: Removed): string => {
  const edited = result.remarks.filter(({ message }) => message === editedHere).length
  const counts = [
    [sumCounts(result, 'created'), (count: number) => `Created: ${count}.`],
    [sumCounts(result, 'updated'), (count: number) => `Updated: ${count}.`],
    [cancelled, (count: number) => `Cancelled: ${count}.`],
    [trashed, (count: number) => `Moved to the trash: ${count}.`],
    [restored, (count: number) => `As their series again: ${count}.`],
    [kept + edited, (count: number) => `Kept as edited here: ${count}.`],
    [sumCounts(result, 'skipped') - edited, (count: number) => `Left out: ${count}.`],
    [result.faults.length, (count: number) => `Failed: ${count}.`],
  ] as const
  const parts = counts.flatMap(([count, say]) => (count > 0 ? [say(count)] : []))
  return parts.length > 0 ? parts.join(' ') : 'Nothing has changed.'
}
