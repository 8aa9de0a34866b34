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
import { applyBatch, type BatchResult, type Run } from './apply.ts'
import type { BadPart } from './collect.ts'
import { type Fault, faultOf, type Item, type ReadItem, readItem } from './item.ts'
import type { Readers } from './item-readers.ts'
import { keyOf } from './keyed-items.ts'
import { emptyLinkCache, type LinkCache } from './link-cache.ts'
import { addPreview, type PreviewRecord } from './preview.ts'
import type { ImportedKind } from './record.ts'
import { withoutImage } from './without-image.ts'

/** Items that share a transaction, and its flush; rows are inserted by as many at once. */
const usualBatch = 512

/** Records after which statements are planned anew, for the first time; then after ten times as many, and so on. */
const firstPlanned = 1000

/** Where records are imported to, as whom, and how. */
export type Import = {
  readonly database: Database
  readonly library: Library
  readonly context: RequestContext
  readonly run: Run
  /** Undoes everything at once, so that the result only tells what would happen. */
  readonly isDry?: boolean
  /** Of a dry run: the records that it would have created, which are there for those that follow. */
  readonly promised?: Set<string>
  /** Runs the work on some items, of which `last` is the number of the last, in the transaction that imports them. */
  readonly around?: (db: Db, last: number, work: () => Promise<BatchResult>) => Promise<BatchResult>
}

/** Why something was not imported, or not wholly; a fault of the source itself has no place. */
export type ImportFault = { readonly line?: number; readonly place?: string; readonly message: string }

/** How many records of a kind were created, updated, left as they are, or left out. */
export type Counts = { created: number; updated: number; unchanged: number; skipped: number; failed: number }

/** What came of an import so far. */
export type Result = {
  readonly counts: { [kind in ImportedKind]?: Counts }
  readonly faults: ImportFault[]
  /** What was left out with a reason, or changed: no faults. */
  readonly remarks: ImportFault[]
  /** The keys of events that are in the source and could not be imported, and whether others could not either whose keys are unknown. */
  readonly unread: { readonly keys: Set<string>; hasOthers: boolean }
  /** The first records of each kind, where somebody wants to see them. */
  readonly preview?: PreviewRecord[]
  /** Something had to be undone once. It will probably happen again, so from then on each part can be undone by itself. */
  hasRefused: boolean
}

/** The result of an import that has not begun. */
export const newResult = (): Result => ({
  counts: {},
  faults: [],
  remarks: [],
  unread: { keys: new Set(), hasOthers: false },
  hasRefused: false,
})

/** Most keys of unread events that are kept. */
const mostUnread = 10_000

/** The sum of a count over all kinds. */
export const countOf = ({ counts }: Pick<Result, 'counts'>, name: keyof Counts): number =>
  Object.values(counts).reduce((sum, one) => sum + one[name], 0)

/** Counts an item. */
const count = ({ counts }: Result, kind: ImportedKind, name: keyof Counts): void => {
  const own = counts[kind] ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  counts[kind] = own
  own[name]++
}

/**
 * Imports the items of a source. `onBatch` is called before each batch; an import that it ends by returning false can go on later after the
 * last noted item.
 */
export const importAll = async (
  given: Import,
  readers: Readers,
  source: { readonly items: AsyncIterable<Item | BadPart>; readonly batchSize?: number; readonly after?: number },
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => Awaitable<boolean> },
): Promise<void> => {
  const to: Import = given.isDry ? { ...given, promised: new Set() } : given
  let linkCache = emptyLinkCache
  let planned = firstPlanned
  for await (const batch of readAhead(batchesOf(source), readers)) {
    if (!(await onBatch())) return
    linkCache = await importItems(to, batch, linkCache, result)
    if (countOf(result, 'created') < planned) continue
    // Nothing but speed depends on it.
    await to.database.dialect.replan(to.database.kysely).catch(() => undefined)
    planned *= 10
  }
  await indexPending(to.database)
}

/** Items that are imported together. */
type Batch = {
  readonly items: readonly Item[]
  readonly bad: readonly BadPart[]
  /** The number of the last item. */
  readonly last: number
  /** What ended the source before its end. */
  readonly fault?: string
}

type ReadBatch = Batch & { readonly read: readonly (ReadItem | Fault)[] }

async function* batchesOf({
  items: source,
  batchSize = usualBatch,
  after = 0,
}: {
  readonly items: AsyncIterable<Item | BadPart>
  readonly batchSize?: number
  readonly after?: number
}): AsyncGenerator<Batch> {
  let [items, bad, last]: [Item[], BadPart[], number] = [[], [], after]
  try {
    for await (const item of source) {
      if (item.number <= after) continue
      // Images are fetched after their batch: a record that has one comes in the next.
      if (items.at(-1)?.kind === 'image' && !('fault' in item) && item.kind !== 'image') {
        yield { items, bad, last }
        ;[items, bad] = [[], []]
      }
      last = item.number
      if ('fault' in item) bad.push(item)
      else items.push(item)
      if (items.length + bad.length < batchSize) continue
      yield { items, bad, last }
      ;[items, bad] = [[], []]
    }
    yield { items, bad, last }
  } catch (error) {
    yield { items, bad, last, fault: `the source broke off: ${reasonOf(error)}` }
  }
}

/** Batches in their order; while one is imported, others are read. */
async function* readAhead(batches: AsyncGenerator<Batch>, { read, count }: Readers): AsyncGenerator<ReadBatch> {
  const waiting: Promise<ReadBatch>[] = []
  for await (const batch of batches) {
    waiting.push(read(batch.items).then((read) => ({ ...batch, read })))
    const next = waiting.length > count + 1 ? await waiting.shift() : undefined
    if (next) yield next
  }
  yield* waiting
}

const runAlone: NonNullable<Import['around']> = (_db, _last, work) => work()

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: BatchResult
  constructor(result: BatchResult) {
    super('Nothing is kept of a dry run.')
    this.result = result
  }
}

/** The items share a transaction. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importItems = async (to: Import, batch: ReadBatch, known: LinkCache, result: Result): Promise<LinkCache> => {
  const { items, bad, read, last, fault } = batch
  if (fault !== undefined) result.faults.push({ message: fault })
  for (const { isExpected, ...part } of bad) {
    if (isExpected) result.remarks.push({ place: part.place, message: part.fault })
    else refuse(result, { ...part, kind: 'event' }, part.fault)
  }
  const whole: ReadItem[] = []
  for (const [index, one] of read.entries()) {
    const item = items[index]
    if (!('fault' in one)) whole.push(one)
    else if (item) refuse(result, item, one.fault)
  }
  const { refusals, linkCache, ...done } = await applyWhole(to, whole, last, known, result)
  take(to, result, done)
  const waiting: Item[] = []
  for (const [{ item }, error] of refusals) {
    if (error instanceof ImageWanted) waiting.push(item)
    else refuse(result, item, faultOf(error).fault)
  }
  waiting.sort((a, b) => a.number - b.number)
  // With each the import is as far as the one before the next: after a crash none is left out.
  for (const [at, item] of waiting.entries())
    await importWithImage(to, item, (waiting[at + 1]?.number ?? last + 1) - 1, result)
  return linkCache
}

const applyWhole = async (
  { database, context, run, isDry, around = runAlone }: Import,
  items: readonly ReadItem[],
  last: number,
  known: LinkCache,
  result: Result,
): Promise<BatchResult> => {
  const applyBy = (attempt: Try) =>
    database
      .transact(async (db) => {
        const done = await around(db, last, () => applyBatch(db, context, items, { run, known, attempt }))
        if (isDry) throw new DryRun(done)
        return done
      })
      .catch((error) => {
        if (error instanceof DryRun) return { ...error.result, linkCache: emptyLinkCache }
        throw error
      })
  if (result.hasRefused) return applyBy(attempt)
  return applyBy(allOrNothing).catch((error) => {
    // Other faults are none of an item; when the commit fails, it may have been done all the same.
    if (!(error instanceof ApiError || error instanceof ImageWanted)) throw error
    result.hasRefused = true
    return applyBy(attempt)
  })
}

/** Imports an item whose image has to be fetched first; if it cannot be fetched, without the image. */
const importWithImage = async (to: Import, item: Item, last: number, result: Result): Promise<void> => {
  const { database, library, context, run, isDry, around = runAlone } = to
  const without: Item = { ...item, json: withoutImage(item), original: item.json }
  if (isDry) {
    if (item.kind !== 'image') return applyAlone(to, without, last, result)
    // Nothing is fetched for a dry run.
    count(result, 'image', 'created')
    if (item.externalId !== undefined) to.promised?.add(nameOf('image', item.externalId))
    return
  }
  try {
    const done = await runWrite({ database, library }, context, (db, own) =>
      around(db, last, async () => {
        const read = readItem(own, item)
        if ('fault' in read) throw new ApiError('rest_invalid_param', { message: read.fault })
        const done = await applyBatch(db, own, [read], { run, known: emptyLinkCache, attempt })
        for (const error of done.refusals.values()) throw error
        return done
      }),
    )
    take(to, result, done)
  } catch (error) {
    const { fault } = faultOf(error)
    if (item.kind === 'image') return refuse(result, item, fault)
    result.remarks.push({ ...placeOf(item), message: `Its image was left out. ${fault}` })
    await applyAlone(to, without, last, result)
  }
}

const applyAlone = async (to: Import, item: Item, last: number, result: Result): Promise<void> => {
  const read = readItem(to.context, item)
  if ('fault' in read) return refuse(result, item, read.fault)
  const { refusals, ...done } = await applyWhole(to, [read], last, emptyLinkCache, result)
  take(to, result, done)
  for (const error of refusals.values()) refuse(result, item, faultOf(error).fault)
}

const take = (
  { promised }: Import,
  result: Result,
  { outcomes, remarks }: Pick<BatchResult, 'outcomes' | 'remarks'>,
): void => {
  for (const [{ item }, outcome] of outcomes) {
    count(result, item.kind, outcome.done)
    if (result.preview) addPreview(result.preview, item, outcome.done)
    if (outcome.done === 'created' && item.externalId !== undefined) promised?.add(nameOf(item.kind, item.externalId))
    if ('remark' in outcome && outcome.remark !== undefined)
      result.remarks.push({ ...placeOf(item), message: outcome.remark })
    if (outcome.done === 'skipped') result.remarks.push({ ...placeOf(item), message: outcome.reason })
    else if (outcome.done !== 'unchanged')
      for (const message of item.notes ?? []) result.remarks.push({ ...placeOf(item), message })
  }
  for (const { item, kind, id } of remarks)
    if (!promised?.has(nameOf(kind, id)))
      result.remarks.push({ ...placeOf(item), message: `There is no ${kind} with the id ${id} in the source.` })
}

const nameOf = (kind: string, id: string): string => `${kind} ${id}`

const refuse = (
  result: Result,
  item: Pick<Item, 'place' | 'kind' | 'externalId' | 'occurrence'>,
  message: string,
): void => {
  count(result, item.kind, 'failed')
  const { keys } = result.unread
  const key = keyOf(item)
  if (key !== undefined && keys.size < mostUnread) keys.add(key)
  else if (item.kind === 'event') result.unread.hasOthers = true
  result.faults.push({ ...placeOf(item), message })
}

const placeOf = ({ place }: Pick<Item, 'place'>): Pick<ImportFault, 'line' | 'place'> => {
  const line = /^line (\d+)$/.exec(place)?.[1]
  return line === undefined ? { place } : { line: Number(line) }
}

/** Where a fault is, as reports print it. */
export const placeText = ({ line, place }: ImportFault): string =>
  line !== undefined ? `line ${line}: ` : place !== undefined ? `${place}: ` : ''
