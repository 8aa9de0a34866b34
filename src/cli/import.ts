import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { listUsers } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import type { Scope } from '../context.ts'
import type { Caller } from '../crud/permissions.ts'
import type { Database } from '../db/database.ts'
import { linksOf } from '../lib/links.ts'
import { createLog } from '../lib/log.ts'
import { ImageWanted } from '../media/intake.ts'
import { createLibrary, type Library } from '../media/library.ts'
import { newScope } from '../scope.ts'
import { readArguments } from './arguments.ts'
import { reasonOf } from './faults.ts'
import { importBatch } from './import-batch.ts'
import { type Fault, faultOf, type Line, type ReadLine, readLine } from './import-line.ts'
import { noTwins, type Twins } from './import-twins.ts'
import { openDatabase } from './open-database.ts'
import { createProgress } from './progress.ts'

/** Lines that share a transaction, and its flush. */
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
  let twins = noTwins
  for await (const { lines, bytes } of readBatches(stream, outcome.faults)) {
    progress.advance(bytes, outcome.created)
    twins = await importAll(to, lines, twins, outcome)
  }
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

/** Lines that are imported together, with what of the source they are. */
type Batch = { readonly lines: readonly Line[]; readonly bytes: number }

async function* readBatches(stream: Readable, faults: string[]): AsyncGenerator<Batch> {
  let lines: Line[] = []
  let bytes = 0
  let number = 0
  for await (const line of readLines(stream, faults)) {
    number++
    bytes += Buffer.byteLength(line) + 1
    if (line.trim() !== '') lines.push([number, line])
    if (lines.length < batchSize) continue
    yield { lines, bytes }
    lines = []
    bytes = 0
  }
  yield { lines, bytes }
}

/** The lines share a transaction. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importAll = async (
  { database, library, scope }: Import,
  lines: readonly Line[],
  known: Twins,
  outcome: Outcome,
): Promise<Twins> => {
  const read = lines.map((line) => ({ number: line[0], line: readLine(scope, line) }))
  const whole = read.flatMap(({ line }) => ('fault' in line ? [] : [line]))
  const { refusals, twins } = await database.transact((db) => importBatch(db, scope, whole, known))
  const refuse = (number: number, { fault }: Fault): void => void outcome.faults.push(`line ${number}: ${fault}`)
  const wanting: [number, ReadLine][] = []
  for (const { number, line } of read) {
    const error = 'fault' in line ? undefined : refusals.get(line)
    if ('fault' in line) refuse(number, line)
    else if (error === undefined) outcome.created++
    else if (error instanceof ImageWanted) wanting.push([number, line])
    else refuse(number, faultOf(error))
  }
  for (const [number, line] of wanting) {
    const work = library.write(scope, async (db, own) => {
      const { refusals } = await importBatch(db, own, [line], noTwins)
      if (refusals.has(line)) throw refusals.get(line)
    })
    await work.then(
      () => outcome.created++,
      (error) => refuse(number, faultOf(error)),
    )
  }
  return twins
}
