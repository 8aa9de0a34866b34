import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { listUsers } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import type { Scope } from '../context.ts'
import { ApiError } from '../crud/errors.ts'
import { readParams } from '../crud/params.ts'
import type { Caller } from '../crud/permissions.ts'
import { lookUpReferences } from '../crud/references.ts'
import type { Database, Db } from '../db/database.ts'
import { isJsonObject } from '../lib/json.ts'
import { linksOf } from '../lib/links.ts'
import { createLog } from '../lib/log.ts'
import { ImageWanted } from '../media/intake.ts'
import { createLibrary, type Library } from '../media/library.ts'
import { events } from '../resources/events/resource.ts'
import { newScope } from '../scope.ts'
import { readArguments } from './arguments.ts'
import { reasonOf } from './faults.ts'
import { openDatabase } from './open-database.ts'
import { createProgress } from './progress.ts'

/** Lines that are imported at once, so that they share transactions and their flushes. */
const batchSize = 200

/** Faults that are printed; the summary counts all. */
const shownFaults = 20

/** `kalends import FILE|URL`: creates an event from each line, as the first administrator; what fails is told and left out. */
export const importEvents = async (config: Config, args: readonly string[]): Promise<number> => {
  const [source = ''] = readArguments('import', args, ['FILE|URL'], {}).positionals
  const { stream, bytes } = await openSource(source)
  const database = await openDatabase(config)
  const log = createLog(config.logLevel, (line) => process.stderr.write(line))
  const library = createLibrary({ config, database, clock: Date.now, log })
  try {
    const scope = await importScope(config, database)
    const outcome: Outcome = { created: 0, faults: [] }
    // Also when the database goes away in the middle: what was imported stays.
    await importLines({ database, library, scope }, stream, bytes, outcome).finally(() => tellSummary(outcome))
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

const openSource = async (source: string): Promise<{ stream: Readable; bytes: number }> => {
  if (!/^https?:\/\//i.test(source)) {
    const { size } = await stat(source)
    return { stream: createReadStream(source), bytes: size }
  }
  const response = await fetch(source, { signal: AbortSignal.timeout(600_000) }).catch((error) => {
    throw new Error(`${source} does not answer: ${reasonOf(error.cause ?? error)}`)
  })
  if (!response.ok || !response.body) throw new Error(`${source} answers ${response.status}.`)
  const bytes = Number(response.headers.get('content-length') ?? 0)
  return { stream: Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), bytes }
}

const importScope = async (config: Config, database: Database): Promise<Scope> => {
  const users = await listUsers(database)
  const admin = users.find(({ role }) => role === 'administrator')
  if (!admin)
    throw new Error('There is no administrator yet: add one with "kalends user add NAME --role administrator".')
  const caller: Caller = { id: admin.id, role: 'administrator' }
  const links = linksOf(config.publicUrl)
  return newScope({ config, links, now: Date.now(), version: 0, caller, language: 'en' })
}

type Import = { readonly database: Database; readonly library: Library; readonly scope: Scope }

type Outcome = { created: number; readonly faults: string[] }

const importLines = async (to: Import, stream: Readable, bytes: number, outcome: Outcome): Promise<void> => {
  const progress = createProgress(bytes)
  let batch: [number, string][] = []
  let number = 0
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await importBatch(to, batch, outcome)
    batch = []
  }
  for await (const line of readLines(stream, outcome.faults)) {
    number++
    progress.advance(Buffer.byteLength(line) + 1, outcome.created)
    if (line.trim() === '') continue
    batch.push([number, line])
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  progress.finish(outcome.created)
}

/**
 * The lines of NDJSON. Only the line feed ends one: other separators of Unicode may stand in the texts. A source that breaks
 * off is a fault; the line that it broke is not answered.
 */
async function* readLines(stream: Readable, faults: string[]): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    faults.push(`the source broke off: ${reasonOf(error)}`)
    return
  }
  yield rest + decoder.decode()
}

type Line = readonly [number: number, text: string]

/** The lines share transactions. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importBatch = async ({ database, library, scope }: Import, batch: readonly Line[], outcome: Outcome) => {
  const attempts = batch.map(async (line) => {
    const work = database.transact((db) => importLine(db, scope, line))
    return (await tell(outcome, line, work)) ? [line] : []
  })
  for (const line of (await Promise.all(attempts)).flat()) {
    await tell(
      outcome,
      line,
      library.write(scope, (db, own) => importLine(db, own, line)),
    )
  }
}

/** Counts a line that was imported, and names one that was refused; answers whether it wants an image first. */
const tell = async (outcome: Outcome, [number]: Line, work: Promise<void>): Promise<boolean> => {
  try {
    await work
    outcome.created++
    return false
  } catch (error) {
    if (error instanceof ImageWanted) return true
    if (!(error instanceof ApiError) && !(error instanceof SyntaxError)) throw error
    outcome.faults.push(`line ${number}: ${error instanceof ApiError ? showRefusal(error) : error.message}`)
    return false
  }
}

const importLine = async (db: Db, scope: Scope, [, text]: Line): Promise<void> => {
  const payload: unknown = JSON.parse(text)
  if (!isJsonObject(payload)) throw new SyntaxError('it is no JSON object')
  const get = (name: string): unknown => (Object.hasOwn(payload, name) ? payload[name] : undefined)
  const raw = { one: get, all: get }
  const values = await readParams(events.fields, raw, scope, (references) => lookUpReferences(db, references), {
    requireAll: true,
  })
  await events.operations.create(db, scope, values)
}

const showRefusal = ({ message, data }: ApiError): string =>
  data['params'] === undefined ? message : `${message} ${JSON.stringify(data['params'])}`
