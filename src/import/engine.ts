import { reasonOf } from '../cli/faults.ts'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { runWrite } from '../core/run-write.ts'
import type { Database, Db } from '../db/database.ts'
import { allOrNothing, attempt, type Try } from '../db/savepoint.ts'
import { indexPending } from '../db/search-upkeep.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import { ImageWanted } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import { type BatchResult, importBatch } from './batch.ts'
import { type Fault, faultOf, type Line, type ReadLine } from './line.ts'
import type { Readers } from './line-readers.ts'
import { emptyLinkCache, type LinkCache } from './link-cache.ts'

/** Lines that share a transaction, and its flush; rows are inserted by as many at once. */
const usualBatch = 512

/** Events after which statements are planned anew, for the first time; then after ten times as many, and so on. */
const firstPlanned = 1000

/** The bytes of NDJSON. */
type Source = AsyncIterable<Uint8Array>

/** Where events are imported to, and as whom. */
export type Import = {
  readonly database: Database
  readonly library: Library
  readonly context: RequestContext
  /** Runs the work on some lines, of which `last` is the last, in the transaction that imports them. */
  readonly around?: (db: Db, last: number, work: () => Promise<BatchResult>) => Promise<BatchResult>
}

/** Why a line was not imported; a fault of the source has no line. */
export type LineFault = { readonly line?: number; readonly message: string }

/** What came of an import so far. */
export type Outcome = {
  created: number
  readonly faults: LineFault[]
  /** Something had to be undone once. It will probably happen again, so from then on each part can be undone by itself. */
  hasRefused: boolean
}

/**
 * Imports a stream of NDJSON. `onBatch` is called before each batch with the bytes that were read since the last call; an import that it ends
 * by returning false can go on later after the last noted line.
 */
export const importAll = async (
  to: Import,
  readers: Readers,
  source: { readonly stream: Source; readonly batchSize?: number; readonly after?: number },
  { outcome, onBatch }: { readonly outcome: Outcome; readonly onBatch: (bytes: number) => Awaitable<boolean> },
): Promise<void> => {
  let linkCache = emptyLinkCache
  let planned = firstPlanned
  for await (const batch of readAhead(readBatches(source.stream, source), readers)) {
    if (!(await onBatch(batch.bytes))) return
    linkCache = await importLines(to, batch, linkCache, outcome)
    if (outcome.created < planned) continue
    // Nothing but speed depends on it.
    await to.database.dialect.replan(to.database.kysely).catch(() => undefined)
    planned *= 10
  }
  await indexPending(to.database)
}

/** Lines that are imported together: as they came, and as they were read. */
type Batch = {
  readonly lines: readonly Line[]
  /** How much of the source they are. */
  readonly bytes: number
  /** The number of the last line, counted from 1, also of those that are empty. */
  readonly last: number
  /** What ended the source before its end. */
  readonly fault?: string
}

type ReadBatch = Batch & { readonly read: readonly (ReadLine | Fault)[] }

async function* readBatches(
  stream: Source,
  { batchSize = usualBatch, after = 0 }: { readonly batchSize?: number; readonly after?: number },
): AsyncGenerator<Batch> {
  let lines: Line[] = []
  let bytes = 0
  let number = 0
  try {
    for await (const line of readLines(stream)) {
      number++
      bytes += Buffer.byteLength(line) + 1
      if (number > after && line.trim() !== '') lines.push([number, line])
      if (lines.length < batchSize) continue
      yield { lines, bytes, last: number }
      lines = []
      bytes = 0
    }
    yield { lines, bytes, last: number }
  } catch (error) {
    yield {
      lines,
      bytes,
      last: number,
      fault: `the source broke off: ${reasonOf(error)}`,
    }
  }
}

/**
 * The lines of NDJSON. Only the line feed ends one: other separators of Unicode may stand in the texts. Of a source that breaks off,
 * the line that it broke is not answered.
 */
async function* readLines(stream: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  const last = rest + decoder.decode()
  // A line feed at the end begins no further line.
  if (last !== '') yield last
}

/** Batches in their order; while one is imported, others are read. */
async function* readAhead(batches: AsyncGenerator<Batch>, { read, count }: Readers): AsyncGenerator<ReadBatch> {
  const waiting: Promise<ReadBatch>[] = []
  for await (const batch of batches) {
    waiting.push(read(batch.lines).then((read) => ({ ...batch, read })))
    const next = waiting.length > count + 1 ? await waiting.shift() : undefined
    if (next) yield next
  }
  yield* waiting
}

const runAlone: NonNullable<Import['around']> = (_db, _last, work) => work()

/** The lines share a transaction. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importLines = async (
  { database, library, context, around = runAlone }: Import,
  { lines, read, last, fault }: ReadBatch,
  known: LinkCache,
  outcome: Outcome,
): Promise<LinkCache> => {
  if (fault !== undefined) outcome.faults.push({ message: fault })
  const refuse = (number: number, { fault }: Fault): void => void outcome.faults.push({ line: number, message: fault })
  const whole = read.filter((line): line is ReadLine => !('fault' in line))
  const importBy = (attempt: Try) =>
    database.transact((db) => around(db, last, () => importBatch(db, context, whole, known, attempt)))
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
      await around(db, last, async () => {
        const result = await importBatch(db, own, [line], emptyLinkCache, attempt)
        if (result.refusals.has(line)) throw result.refusals.get(line)
        return result
      })
    })
    await work.then(
      () => outcome.created++,
      (error) => refuse(number, faultOf(error)),
    )
  }
  return linkCache
}
