import type { CopyBudget, RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { runWrite } from '../core/run-write.ts'
import type { Database, Db } from '../db/database.ts'
import { allOrNothing, attempt, type Try } from '../db/savepoint.ts'
import { indexPending } from '../db/search-upkeep.ts'
import { ImageWanted } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import { applyBatch, applyMissingLinks } from './apply.ts'
import { type ReadBatch, readAhead, splitBatches, usualBatch } from './batches.ts'
import { nameRecord } from './item-links.ts'
import { raiseCounters } from './keep/counters.ts'
import { emptyLinkCache, type LinkCache } from './link-cache.ts'
import { addPreview } from './preview.ts'
import {
  addUnknown,
  type BadPart,
  describeFault,
  describeUnknown,
  type Fault,
  type Item,
  parsePayload,
  type ReadItem,
  readItem,
  type UnknownMembers,
} from './read/items.ts'
import type { Readers } from './read/readers.ts'
import { addFailed, count, findPlace, type Result, sortFaults, sumCounts } from './result.ts'
import { withoutImage } from './without-image.ts'
import { type BatchResult, describeKeptRecord, type Outcome, type Run, type UnlinkedItem } from './work.ts'

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
  /** Runs the work on some items, of which `last` is the number of the last, in the transaction that imports them. */
  readonly around?: (db: Db, last: number, work: () => Promise<BatchResult>) => Promise<BatchResult>
}

/** An import that is running. */
type Running = Import & {
  readonly around: NonNullable<Import['around']>
  /** Items whose links are tried once more at the end. */
  readonly incomplete: UnlinkedItem[]
  /** Of a dry run: the ids of the images that would have been fetched, by their addresses. */
  readonly images: Map<string, number>
  readonly unknown: UnknownMembers
}

/** Most of these: the others wait for the next import. */
const mostIncomplete = 50_000

/**
 * Imports the items of a source. `onBatch` is called before each batch; an import that it ends by returning false can go on later after the
 * last noted item.
 */
export const importAll = async (
  given: Import,
  readers: Readers,
  source: { readonly items: AsyncIterable<Item | BadPart>; readonly batchSize?: number; readonly after?: number },
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => boolean | Promise<boolean> },
): Promise<void> => {
  const run: Run = given.isDry ? { ...given.run, dryRunNames: new Set() } : given.run
  const to: Running = { around: runUntracked, ...given, run, incomplete: [], images: new Map(), unknown: new Map() }
  try {
    await importBatches(to, readers, source, { result, onBatch })
  } finally {
    result.remarks.push(...describeUnknown(to.unknown).map((message) => ({ message })))
    sortFaults(result.remarks)
    sortFaults(result.faults)
  }
}

const importBatches = async (
  to: Running,
  readers: Readers,
  source: Parameters<typeof importAll>[2],
  { result, onBatch }: Parameters<typeof importAll>[3],
): Promise<void> => {
  let linkCache = emptyLinkCache
  let planned = firstPlanned
  let last = source.after ?? 0
  for await (const batch of readAhead(splitBatches(source), readers)) {
    if (!(await onBatch())) return reportMissing(result, to.incomplete)
    linkCache = await importBatch(to, batch, linkCache, result)
    last = batch.last
    if (sumCounts(result, 'created') < planned) continue
    // Nothing but speed depends on it.
    await to.database.dialect.replan(to.database.kysely).catch(() => undefined)
    planned *= 10
  }
  await setMissingLinks(to, last, source.batchSize ?? usualBatch, { result, onBatch })
  await indexPending(to.database)
}

const runUntracked: NonNullable<Import['around']> = (_db, _last, work) => work()

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: BatchResult
  constructor(result: BatchResult) {
    super('Nothing is kept of a dry run.')
    this.result = result
  }
}

/** The items share a transaction. Nothing is fetched meanwhile: those with images from elsewhere follow, each by itself. */
const importBatch = async (to: Running, batch: ReadBatch, known: LinkCache, result: Result): Promise<LinkCache> => {
  const { items, bad, read, last, fault } = batch
  if (fault !== undefined) result.faults.push({ message: fault })
  for (const { isExpected, isSkipped, ...part } of bad) {
    if (isSkipped) count(result, 'event', 'skipped')
    if (isExpected) result.remarks.push({ place: part.place, message: part.fault })
    else addFailed(result, { ...part, kind: 'event' }, part.fault)
  }
  const whole: ReadItem[] = []
  for (const [index, one] of read.entries()) {
    const item = items[index]
    if (item) addUnknown(to.unknown, item.kind, one.unknown)
    if (!('fault' in one)) whole.push(one)
    else if (item) addFailed(result, item, one.fault)
  }
  const { refusals, linkCache, ...done } = await applyWhole(to, whole, last, known, result)
  addToResult(to, result, done)
  const waiting: Item[] = []
  for (const [{ item }, error] of refusals) {
    if (error instanceof ImageWanted) waiting.push(item)
    else addFailed(result, item, describeFault(error).fault)
  }
  waiting.sort((a, b) => a.number - b.number)
  // With each the import is as far as the one before the next: after a crash none is left out.
  for (const [at, item] of waiting.entries())
    await importWithImage(to, item, (waiting[at + 1]?.number ?? last + 1) - 1, result)
  return linkCache
}

/**
 * Runs work whose transaction may be repeated or undone: each time that it begins, it has what the series of the run may still copy, and what
 * the last one has taken counts once it is done.
 */
const withOwnBudget = async <T>({ copies }: Run, work: (begin: () => CopyBudget) => Promise<T>): Promise<T> => {
  let own = copies
  const done = await work(() => {
    own = { ...copies }
    return own
  })
  copies.left = own.left
  return done
}

const applyWhole = async (
  { database, context, run, isDry, around }: Running,
  items: readonly ReadItem[],
  last: number,
  known: LinkCache,
  result: Result,
): Promise<BatchResult> => {
  const applyBy = (attempt: Try) =>
    withOwnBudget(run, (begin) =>
      database
        .transact(async (db) => {
          // Its ids are undone with it: those of new records must come after them, as in the real import.
          if (isDry && run.keepsIds) await raiseCounters(db, largestIds(items))
          const own = { ...context, copies: begin() }
          const done = await around(db, last, () => applyBatch(db, own, items, { run, known, attempt }))
          if (isDry) throw new DryRun(done)
          return done
        })
        .catch((error) => {
          if (error instanceof DryRun) return { ...error.result, linkCache: emptyLinkCache }
          throw error
        }),
    )
  if (result.hasRefused) return applyBy(attempt)
  return applyBy(allOrNothing).catch((error) => {
    // Other faults are none of an item; when the commit fails, it may have been done all the same.
    if (!(error instanceof ApiError || error instanceof ImageWanted)) throw error
    result.hasRefused = true
    return applyBy(attempt)
  })
}

const largestIds = (items: readonly ReadItem[]) => {
  const largest = { record: 0, term: 0 }
  for (const { item } of items) {
    const table = item.kind === 'category' || item.kind === 'tag' ? 'term' : 'record'
    largest[table] = Math.max(largest[table], item.id ?? 0)
  }
  return largest
}

/** Imports an item whose image has to be fetched first; if it cannot be fetched, without the image. */
const importWithImage = async (to: Running, item: Item, last: number, result: Result): Promise<void> => {
  const { database, library, context, run, isDry, around } = to
  const without = makeWithoutImage(item)
  if ('fault' in without) return addFailed(result, item, without.fault)
  if (isDry) {
    if (item.kind !== 'image') return applyAlone(to, without, last, result)
    // Nothing is fetched for a dry run.
    count(result, 'image', 'created')
    if (item.externalId !== undefined) run.dryRunNames?.add(nameRecord('image', item.externalId))
    const url = String(parsePayload(item)['url'])
    const id = to.images.get(url) ?? item.id
    if (run.keepsIds && id !== undefined && id !== item.id)
      result.remarks.push({ ...findPlace(item), message: describeKeptRecord('image', id) })
    if (id !== undefined) to.images.set(url, id)
    return
  }
  try {
    const done = await withOwnBudget(run, (begin) =>
      runWrite({ database, library }, context, (db, given) =>
        around(db, last, async () => {
          const own = { ...given, copies: begin() }
          const read = readItem(own, item)
          if ('fault' in read) throw new ApiError('rest_invalid_param', { message: read.fault })
          const done = await applyBatch(db, own, [read], { run, known: emptyLinkCache, attempt })
          for (const error of done.refusals.values()) throw error
          return done
        }),
      ),
    )
    addToResult(to, result, done)
  } catch (error) {
    const { fault } = describeFault(error)
    if (item.kind === 'image') return addFailed(result, item, fault)
    result.remarks.push({ ...findPlace(item), message: `Its image was left out. ${fault}` })
    await applyAlone(to, without, last, result)
  }
}

const makeWithoutImage = (item: Item): Item | Fault => {
  try {
    return { ...item, json: withoutImage(item), original: item.json }
  } catch (error) {
    return describeFault(error)
  }
}

const applyAlone = async (to: Running, item: Item, last: number, result: Result): Promise<void> => {
  const read = readItem(to.context, item)
  if ('fault' in read) return addFailed(result, item, read.fault)
  const { refusals, ...done } = await applyWhole(to, [read], last, emptyLinkCache, result)
  addToResult(to, result, done)
  for (const error of refusals.values()) addFailed(result, item, describeFault(error).fault)
}

const addToResult = (
  { run: { dryRunNames: promised }, incomplete: late }: Running,
  result: Result,
  { outcomes, incomplete }: Pick<BatchResult, 'outcomes' | 'incomplete'>,
): void => {
  for (const [{ item }, outcome] of outcomes) {
    count(result, item.kind, outcome.done)
    if (result.preview) addPreview(result.preview, item, outcome.done)
    if (item.externalId !== undefined) promised?.add(nameRecord(item.kind, item.externalId))
    if ('remark' in outcome && outcome.remark !== undefined)
      result.remarks.push({ ...findPlace(item), message: outcome.remark })
    if (outcome.done === 'skipped') result.remarks.push({ ...findPlace(item), message: outcome.reason })
    else if (outcome.done !== 'unchanged')
      for (const message of item.notes ?? []) result.remarks.push({ ...findPlace(item), message })
  }
  for (const one of incomplete)
    if (late.length < mostIncomplete) late.push(one)
    else reportMissing(result, [one])
}

/** Links to records that have come later are set when all are there. */
const setMissingLinks = async (
  to: Running,
  last: number,
  batchSize: number,
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => boolean | Promise<boolean> },
): Promise<void> => {
  const { incomplete: late } = to
  while (late.length > 0) {
    if (!(await onBatch())) break
    const some = late.splice(0, batchSize)
    reportMissing(
      result,
      to.isDry ? previewMissingLinks(to, some, result) : await importMissingLinks(to, some, last, result),
    )
  }
  reportMissing(result, late)
}

const importMissingLinks = async (
  { database, context, run, around }: Running,
  late: readonly UnlinkedItem[],
  last: number,
  result: Result,
): Promise<readonly UnlinkedItem[]> => {
  const { outcomes, incomplete } = await database.transact((db) =>
    around(db, last, () => applyMissingLinks(db, context, late, { run, attempt })),
  )
  for (const [{ item }, outcome] of outcomes) recount(result, item, outcome)
  return incomplete
}

/** Of a dry run: what would be missing at its end. */
const previewMissingLinks = (
  { run }: Running,
  late: readonly UnlinkedItem[],
  result: Result,
): readonly UnlinkedItem[] =>
  late.map((one) => {
    const missing = one.missing.filter(({ kind, id }) => !run.dryRunNames?.has(nameRecord(kind, id)))
    if (missing.length < one.missing.length && one.was === 'unchanged')
      recount(result, one.keyed.item, { done: 'updated', was: 'unchanged' })
    return { ...one, missing }
  })

const recount = (result: Result, item: Item, outcome: Outcome): void => {
  if (!('was' in outcome) || outcome.was === undefined) return
  count(result, item.kind, outcome.was, -1)
  count(result, item.kind, outcome.done)
  if (outcome.remark !== undefined) result.remarks.push({ ...findPlace(item), message: outcome.remark })
}

/** Names the links that are missing. */
const reportMissing = (result: Result, incomplete: readonly UnlinkedItem[]): void => {
  for (const { keyed, missing } of incomplete)
    for (const { kind, id } of missing) {
      const message = `It links to the ${kind} with the id ${id}, which is not imported from this source. Once it is, importing this again sets the link.`
      result.remarks.push({ ...findPlace(keyed.item), message })
    }
}
