import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { listUsers, UserError } from '../accounts/users.ts'
import { readArguments } from '../cli/arguments.ts'
import { codeOf, reasonOf } from '../cli/faults.ts'
import { openDatabase } from '../cli/open-database.ts'
import { createProgress } from '../cli/progress.ts'
import type { Config } from '../config.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import type { Database } from '../db/database.ts'
import { createLog, writeToStandardError } from '../lib/log.ts'
import { createLibrary } from '../media/library.ts'
import { importAll, type Outcome } from './engine.ts'
import { type ImportSettings, scopeOf, startReaders } from './line-readers.ts'

/** Most errors that are printed; the summary counts all. */
const shownFaults = 20

/** `kalends import FILE|URL`: creates an event from each line, as the first administrator; invalid lines are reported and skipped. */
export const importEvents = async (config: Config, args: readonly string[]): Promise<number> => {
  const [address = ''] = readArguments('import', args, ['FILE|URL'], {}).positionals
  const source = await openSource(address)
  const database = await openDatabase(config, { mustExist: true })
  const log = createLog(config.logLevel, writeToStandardError())
  const library = createLibrary({ config, database, clock: Date.now, log })
  try {
    const settings = await settingsOf(config, database)
    const outcome: Outcome = { created: 0, faults: [], hasRefused: false }
    const to = { database, library, context: scopeOf(settings) }
    const readers = startReaders(settings)
    // Also if the database becomes unavailable in the middle: the events imported so far stay.
    const progress = createProgress(source.bytes)
    const onBatch = (bytes: number): boolean => {
      progress.advance(bytes, outcome.created)
      return true
    }
    const importing = importAll(to, readers, source, { outcome, onBatch })
    await importing
      .then(() => progress.finish(outcome.created))
      .finally(() => {
        tellSummary(outcome)
        return readers.close()
      })
    return outcome.faults.length === 0 ? 0 : 1
  } finally {
    await library.close()
    await database.close()
  }
}

const tellSummary = ({ created, faults }: Outcome): void => {
  for (const fault of faults.slice(0, shownFaults))
    process.stderr.write(`${fault.line === undefined ? '' : `line ${fault.line}: `}${fault.message}\n`)
  const more = faults.length - shownFaults
  if (more > 0) process.stderr.write(`… and ${more} more.\n`)
  process.stdout.write(`Imported ${created} events; ${faults.length} lines failed.\n`)
}

/** The source of the import and its size in bytes; 0 if unknown. */
type Source = { readonly stream: AsyncIterable<Uint8Array>; readonly bytes: number }

const openSource = async (source: string): Promise<Source> => {
  if (!/^https?:\/\//i.test(source)) {
    const found = await stat(source).catch((error) => {
      throw codeOf(error) === 'ENOENT' ? new UserError(`There is no ${source}.`) : error
    })
    if (found.isDirectory()) throw new UserError(`${source} is a directory; give an NDJSON file.`)
    return { stream: createReadStream(source), bytes: found.size }
  }
  const response = await fetch(source, { signal: AbortSignal.timeout(600_000) }).catch((error) => {
    throw new UserError(`${source} cannot be fetched: ${reasonOf(error.cause ?? error)}`)
  })
  if (!response.ok || !response.body) throw new UserError(`${source} answers ${response.status}.`)
  const bytes = Number(response.headers.get('content-length') ?? 0)
  // The types of browsers and of Node describe the same class differently.
  return { stream: untilBroken(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)), bytes }
}

/** Receives data from now on, although it is read later; a broken source is reported only after all received data has been read. */
const untilBroken = (source: Readable): AsyncIterable<Uint8Array> => {
  const received = source.pipe(new PassThrough())
  let fault: Error | undefined
  source.once('error', (error) => {
    fault = error
    received.end()
  })
  const readAll = async function* () {
    yield* received
    if (fault) throw fault
  }
  return readAll()
}

const settingsOf = async (config: Config, database: Database): Promise<ImportSettings> => {
  const users = await listUsers(database)
  const admin = users.find(({ role }) => role === 'administrator')
  if (!admin)
    throw new UserError('There is no administrator yet: add one with "kalends user add NAME --role administrator".')
  const current = withStored(config, await readStoredSettings(database))
  return { config: current, now: Date.now(), caller: { id: admin.id, role: 'administrator' } }
}
