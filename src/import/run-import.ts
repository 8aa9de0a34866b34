import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { listUsers, UserError } from '../accounts/users.ts'
import { readArguments } from '../cli/arguments.ts'
import { codeOf, reasonOf } from '../cli/faults.ts'
import { openDatabase } from '../cli/open-database.ts'
import { createProgress } from '../cli/progress.ts'
import type { Config } from '../config.ts'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { runWrite } from '../core/run-write.ts'
import { readStoredSettings, withStored } from '../core/stored-settings.ts'
import type { Database } from '../db/database.ts'
import { allOrNothing, attempt, type Try } from '../db/savepoint.ts'
import { indexPending } from '../db/search-upkeep.ts'
import { createLog, writeToStandardError } from '../lib/log.ts'
import { ImageWanted } from '../media/intake.ts'
import { createLibrary, type Library } from '../media/library.ts'
import { importBatch } from './batch.ts'
import { type Fault, faultOf, type Line, type ReadLine } from './line.ts'
import { type ImportSettings, type Readers, scopeOf, startReaders } from './line-readers.ts'
import { emptyLinkCache, type LinkCache } from './link-cache.ts'

/** Lines that share a transaction, and its flush; rows are inserted by as many at once. */
const batchSize = 512

/** Events after which statements are planned anew, for the first time; then after ten times as many, and so on. */
const firstPlanned = 1000

/** Faults that are printed; the summary counts all. */
const shownFaults = 20

/** `kalends import FILE|URL`: creates an event from each line, as the first administrator; what fails is told and left out. */
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
    // Also when the database goes away in the middle: what was imported stays.
    await importAll(to, readers, source, outcome).finally(() => {
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
  for (const fault of faults.slice(0, shownFaults)) process.stderr.write(`${fault}\n`)
  const more = faults.length - shownFaults
  if (more > 0) process.stderr.write(`… and ${more} more.\n`)
  process.stdout.write(`Imported ${created} events; ${faults.length} lines failed.\n`)
}

/** What is imported, and how many bytes it has; 0 where that is not known. */
type Source = { readonly stream: AsyncIterable<Uint8Array>; readonly bytes: number }

const openSource = async (source: string): Promise<Source> => {
  if (!/^https?:\/\//i.test(source)) {
    const found = await stat(source).catch((error) => {
      throw codeOf(error) === 'ENOENT' ? new UserError(`There is no ${source}.`) : error
    })
    if (found.isDirectory()) throw new UserError(`${source} is a directory; give a file of NDJSON.`)
    return { stream: createReadStream(source), bytes: found.size }
  }
  const response = await fetch(source, { signal: AbortSignal.timeout(600_000) }).catch((error) => {
    throw new UserError(`${source} does not answer: ${reasonOf(error.cause ?? error)}`)
  })
  if (!response.ok || !response.body) throw new UserError(`${source} answers ${response.status}.`)
  const bytes = Number(response.headers.get('content-length') ?? 0)
  return { stream: untilBroken(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)), bytes }
}

/** What comes is received from now on, though it is read later; all of it is read before it is told that the source broke off. */
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

type Import = { readonly database: Database; readonly library: Library; readonly context: RequestContext }

type Outcome = {
  created: number
  readonly faults: string[]
  /** Something had to be undone once. It will probably happen again, so from then on each part can be undone by itself. */
  hasRefused: boolean
}

const importAll = async (to: Import, readers: Readers, { stream, bytes }: Source, outcome: Outcome): Promise<void> => {
  const progress = createProgress(bytes)
  let linkCache = emptyLinkCache
  let planned = firstPlanned
  for await (const batch of readAhead(readBatches(stream), readers)) {
    progress.advance(batch.bytes, outcome.created)
    linkCache = await importLines(to, batch, linkCache, outcome)
    if (outcome.created < planned) continue
    // Nothing but speed depends on it.
    await to.database.dialect.replan(to.database.kysely).catch(() => undefined)
    planned *= 10
  }
  await indexPending(to.database)
  progress.finish(outcome.created)
}

/** Lines that are imported together: as they came, and as they were read. */
type Batch = {
  readonly lines: readonly Line[]
  /** How much of the source they are. */
  readonly bytes: number
  /** What ended the source before its end. */
  readonly fault?: string
}

type ReadBatch = Batch & { readonly read: readonly (ReadLine | Fault)[] }

async function* readBatches(stream: Source['stream']): AsyncGenerator<Batch> {
  let lines: Line[] = []
  let bytes = 0
  let number = 0
  try {
    for await (const line of readLines(stream)) {
      number++
      bytes += Buffer.byteLength(line) + 1
      if (line.trim() !== '') lines.push([number, line])
      if (lines.length < batchSize) continue
      yield { lines, bytes }
      lines = []
      bytes = 0
    }
    yield { lines, bytes }
  } catch (error) {
    yield { lines, bytes, fault: `the source broke off: ${reasonOf(error)}` }
  }
}

/**
 * The lines of NDJSON. Only the line feed ends one: other separators of Unicode may stand in the texts. Of a source that breaks off,
 * the line that it broke is not answered.
 */
async function* readLines(stream: Source['stream']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}

/** Batches in their order; while one is imported, others are read. */
async function* readAhead(batches: AsyncGenerator<Batch>, { read, count }: Readers): AsyncGenerator<ReadBatch> {
  const waiting: Promise<ReadBatch>[] = []
  for await (const batch of batches) {
    waiting.push(read(batch.lines).then((read) => ({ ...batch, read })))
    if (waiting.length > count + 1) yield (await waiting.shift()) as ReadBatch
  }
  yield* waiting
}

/** The lines share a transaction. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importLines = async (
  { database, library, context }: Import,
  { lines, read, fault }: ReadBatch,
  known: LinkCache,
  outcome: Outcome,
): Promise<LinkCache> => {
  if (fault !== undefined) outcome.faults.push(fault)
  const refuse = (number: number, { fault }: Fault): void => void outcome.faults.push(`line ${number}: ${fault}`)
  const whole = read.filter((line): line is ReadLine => !('fault' in line))
  const importBy = (attempt: Try) => database.transact((db) => importBatch(db, context, whole, known, attempt))
  const { refusals, linkCache } = outcome.hasRefused
    ? await importBy(attempt)
    : await importBy(allOrNothing).catch((error) => {
        // Other faults are none of a line; when the commit fails, it may have been done all the same.
        if (!(error instanceof ApiError || error instanceof ImageWanted)) throw error
        outcome.hasRefused = true
        return importBy(attempt)
      })
  const wanting: [number, ReadLine][] = []
  for (const [index, line] of read.entries()) {
    const number = lines[index]?.[0] ?? 0
    const error = 'fault' in line ? undefined : refusals.get(line)
    if ('fault' in line) refuse(number, line)
    else if (error === undefined) outcome.created++
    else if (error instanceof ImageWanted) wanting.push([number, line])
    else refuse(number, faultOf(error))
  }
  for (const [number, line] of wanting) {
    const work = runWrite({ database, library }, context, async (db, own) => {
      const { refusals } = await importBatch(db, own, [line], emptyLinkCache, attempt)
      if (refusals.has(line)) throw refusals.get(line)
    })
    await work.then(
      () => outcome.created++,
      (error) => refuse(number, faultOf(error)),
    )
  }
  return linkCache
}
