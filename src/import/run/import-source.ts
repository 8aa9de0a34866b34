import type { CopyBudget, RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { ImageWanted } from '../../core/intake.ts'
import { runWrite } from '../../core/run-write.ts'
import type { Database, Db } from '../../db/database.ts'
import { allOrNothing, attempt, type Try } from '../../db/savepoint.ts'
import { indexPending } from '../../db/search-upkeep.ts'
import { errorText } from '../../lib/error-text.ts'
import { isJsonObject, type Json } from '../../lib/json.ts'
import type { Library } from '../../media/library.ts'
import { applyBatch, applyMissingLinks } from '../apply/apply.ts'
import { raiseCounters, reserveIds } from '../apply/keep-ids/source-ids.ts'
import { emptyLinkCache, type LinkCache } from '../apply/links.ts'
import {
  type BatchResult,
  describeKeptRecord,
  type Nameable,
  nameableKinds,
  type Outcome,
  type UnlinkedItem,
} from '../apply/work.ts'
import { nameRecord, type Run } from '../match/match.ts'
import {
  addUnknown,
  type BadPart,
  describeFault,
  describeUnknown,
  type Fault,
  type Item,
  makeItems,
  parsePayload,
  type ReadItem,
  readItem,
  type UnknownMembers,
} from '../read/items.ts'
import { createImportContext, type ImportSettings, type Readers, startReaders } from '../read/readers.ts'
import type { ReadOptions, ReadRecords } from '../read/record.ts'
import { newestRevision } from './jobs.ts'
import { addFailed, addPreview, count, findPlace, type Result, sortFaults, sumCounts } from './result.ts'

/** What is asked of an import. */
export type ImportOptions = {
  /** The name of the source, in which external ids are unique. */
  readonly source: string
  /** Records that were imported before and have changed at the source are updated. */
  readonly updates: boolean
  /** Records that were edited here since are left as they are. */
  readonly keepsEdited?: boolean
  /** Nothing is kept; the result tells what would happen. */
  readonly isDry?: boolean
  /** The status of all events. */
  readonly status?: string | undefined
  /** The name of a category that all events get in addition. */
  readonly category?: string | undefined
  /** The id of the user who becomes the author of all records. */
  readonly author?: number | undefined
  /** Events that are over before this date, `YYYY-MM-DD`, are left out. */
  readonly since?: string | undefined
  /** Whether images are copied into the library; by default they are. */
  readonly images?: 'copy' | 'no' | undefined
  /** The IANA zone of times that name none; by default the site's. */
  readonly timezone?: string | undefined
  /** Of CSV: the column of the file for a field. */
  readonly map?: Readonly<Record<string, string>> | undefined
}

/** How an import is run: see `importAll`. */
type RunOptions = {
  readonly runId: number
  readonly result: Result
  /** Called before each batch with the number of bytes that were read so far; false ends the import. */
  readonly onBatch: (bytes: number) => boolean | Promise<boolean>
  readonly track?: Import['track'] | undefined
  readonly after?: number
  readonly batchSize?: number
  /** New records get the ids that they have in the source. It is none of the options, which may come with a request. */
  readonly keepsIds?: boolean
  /** Most bytes that its series copy to their dates, each date counting 1 KiB at least (contract C3.2). */
  readonly mostCopied?: number
}

/** Room for a million dates: somebody has chosen the file. */
const usuallyCopied = 1024 * 1024 * 1024

/** Bytes for which a date counts at least, about what its row and its places in indexes take. */
const leastOfDate = 1024

/**
 * Imports a source; `running.result` holds what came of it, also when it fails in the middle.
 * @throws UserError what {@link reserveIds} does, where ids are kept.
 */
export const importSource = async (
  { database, library, settings }: { database: Database; library: Library; settings: ImportSettings },
  read: ReadRecords,
  options: ImportOptions,
  { runId, result, onBatch, track, after = 0, keepsIds = false, mostCopied = usuallyCopied, ...running }: RunOptions,
): Promise<void> => {
  const { source: name, updates, keepsEdited = false, isDry = false } = options
  let bytes = 0
  const { config } = settings
  const reading = makeReadOptions(settings, options)
  const kept = keepsIds
    ? await reserveIds(database, read, reading, { config, source: name, isDry, goesOn: onBatch })
    : undefined
  const onBytes = (more: number) => {
    bytes += more
  }
  const all = await readItems({ database, settings }, kept ?? read, options, onBytes)
  const copies = { left: mostCopied, leastOfDate }
  const run = { source: name, id: runId, updates, keepsEdited, keepsIds, copies }
  const to = { database, library, context: createImportContext(settings), run, isDry, ...(track && { track }) }
  const readers = startReaders(settings)
  try {
    const items = { items: all, after, ...running }
    await importAll(to, readers, items, { result, onBatch: () => onBatch(bytes) })
  } finally {
    await readers.close()
  }
}

const makeReadOptions = (settings: ImportSettings, { map, timezone }: ImportOptions): ReadOptions => ({
  timezone: timezone ?? settings.config.zone.name,
  series: { today: createImportContext(settings).today().slice(0, 10), months: settings.config.seriesMonths },
  ...(map && { map }),
})

/** The items of a source, as an import with these options takes them. */
export const readItems = async (
  { database, settings }: { readonly database: Database; readonly settings: ImportSettings },
  read: ReadRecords,
  options: ImportOptions,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<AsyncGenerator<Item | BadPart>> => {
  const overrides = { ...options, authors: await readAuthors(database), hasImages: options.images !== 'no' }
  return makeItems(read(makeReadOptions(settings, options), onBytes), overrides)
}

/** The ids of users by the names under which they may stand in a source. */
const readAuthors = async ({ kysely }: Database): Promise<ReadonlyMap<string, number>> => {
  const users = await kysely.selectFrom('user').select(['id', 'name', 'display_name', 'slug', 'email']).execute()
  const names = users.flatMap(({ id, ...texts }) =>
    Object.values(texts).map((text) => [text.toLowerCase(), id] as const),
  )
  return new Map(names.filter(([name]) => name !== ''))
}

/** Records after which statements are planned anew, for the first time; then after ten times as many, and so on. */
const firstPlanned = 1000

/** Where records are imported to, as whom, and how. */
type Import = {
  readonly database: Database
  readonly library: Library
  readonly context: RequestContext
  readonly run: Run
  /** Undoes everything at once, so that the result only tells what would happen. */
  readonly isDry?: boolean
  /** Runs `work`, which applies items up to the number `last`, within the transaction, and records what came of it (see `trackProgress`). */
  readonly track?: (db: Db, last: number, work: () => Promise<BatchResult>) => Promise<BatchResult>
}

/** An import that is running. */
type RunningImport = Import & {
  readonly track: NonNullable<Import['track']>
  /** Items whose links are tried once more at the end. */
  readonly unlinked: UnlinkedItem[]
  /** Of a dry run: the ids of the images that would have been fetched, by their addresses. */
  readonly images: Map<string, number>
  /** Of a dry run: what earlier batches would have created, by kind and title. The next ones do not find it, since it is not kept. */
  readonly foreseen: Set<string>
  readonly unknown: UnknownMembers
}

/** Most of these: the others wait for the next import. */
const mostUnlinked = 50_000

/**
 * Imports the items of a source. `onBatch` is called before each batch; an import that it ends by returning false can go on later after the
 * last noted item.
 */
const importAll = async (
  given: Import,
  readers: Readers,
  source: { readonly items: AsyncIterable<Item | BadPart>; readonly batchSize?: number; readonly after?: number },
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => boolean | Promise<boolean> },
): Promise<void> => {
  const run: Run = given.isDry ? { ...given.run, dryRunNames: new Set() } : given.run
  const to: RunningImport = {
    ...given,
    track: noteNameable(given.track ?? runUntracked),
    run,
    unlinked: [],
    images: new Map(),
    foreseen: new Set(),
    unknown: new Map(),
  }
  try {
    await importBatches(to, readers, source, { result, onBatch })
  } finally {
    result.remarks.push(...describeUnknown(to.unknown).map((message) => ({ message })))
    sortFaults(result.remarks)
    sortFaults(result.faults)
  }
}

const importBatches = async (
  to: RunningImport,
  readers: Readers,
  source: Parameters<typeof importAll>[2],
  { result, onBatch }: Parameters<typeof importAll>[3],
): Promise<void> => {
  let linkCache = emptyLinkCache
  let planned = firstPlanned
  let last = source.after ?? 0
  for await (const batch of readAhead(splitBatches(source), readers)) {
    if (!(await onBatch())) return reportMissing(result, to.unlinked)
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

const runUntracked: NonNullable<Import['track']> = (_db, _last, work) => work()

/** Adds what the history says was created besides the items themselves. Nobody else writes during the transaction. */
const noteNameable =
  (track: NonNullable<Import['track']>): NonNullable<Import['track']> =>
  async (db, last, work) => {
    const before = await newestRevision(db)
    const done = await track(db, last, work)
    const created = await db.kysely
      .selectFrom('revision')
      .select(['kind', 'title'])
      .where('id', '>', before)
      .where('action', '=', 'created')
      .where('kind', 'in', nameableKinds)
      .execute()
    return { ...done, nameable: created.filter(isNameable) }
  }

const isNameable = (one: { readonly kind: string; readonly title: string }): one is Nameable =>
  nameableKinds.some((kind) => kind === one.kind)

/** Counts what was created only since events name it: the items of its kind are counted by themselves. */
const countNamed = (
  { isDry, foreseen }: RunningImport,
  { named }: Result,
  { outcomes, nameable = [] }: Pick<BatchResult, 'outcomes' | 'nameable'>,
): void => {
  for (const kind of nameableKinds) {
    const fresh = nameable.filter((one) => one.kind === kind && !foreseen.has(`${kind} ${one.title}`))
    const items = [...outcomes].filter(([{ item }, { done }]) => item.kind === kind && done === 'created')
    const count = fresh.length - items.length
    if (count > 0) named[kind] = (named[kind] ?? 0) + count
  }
  if (isDry) for (const { kind, title } of nameable) foreseen.add(`${kind} ${title}`)
}

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: BatchResult
  constructor(result: BatchResult) {
    super('Nothing is kept of a dry run.')
    this.result = result
  }
}

/** Imports a batch in one transaction. Nothing is fetched during it: items whose images have to be fetched follow, each in its own. */
const importBatch = async (
  to: RunningImport,
  batch: ReadBatch,
  known: LinkCache,
  result: Result,
): Promise<LinkCache> => {
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
  // Each brings the import as far as the item before the next one that waits: after a crash none is left out.
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

/**
 * Applies items in one transaction. At first it has no savepoints, which cost time: an item that is refused, or needs an image, then undoes the
 * whole transaction, which runs again with a savepoint for each item. So do all later ones of this import, since it will probably happen again.
 */
const applyWhole = async (
  { database, context, run, isDry, track }: RunningImport,
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
          const done = await track(db, last, () => applyBatch(db, own, items, { run, known, attempt }))
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
    // Any other error, such as that of a commit, is none of an item: the transaction may have been committed all the same.
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
const importWithImage = async (to: RunningImport, item: Item, last: number, result: Result): Promise<void> => {
  const { database, library, context, run, isDry, track } = to
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
        track(db, last, async () => {
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

const applyAlone = async (to: RunningImport, item: Item, last: number, result: Result): Promise<void> => {
  const read = readItem(to.context, item)
  if ('fault' in read) return addFailed(result, item, read.fault)
  const { refusals, ...done } = await applyWhole(to, [read], last, emptyLinkCache, result)
  addToResult(to, result, done)
  for (const error of refusals.values()) addFailed(result, item, describeFault(error).fault)
}

const addToResult = (
  to: RunningImport,
  result: Result,
  { outcomes, unlinked, nameable }: Pick<BatchResult, 'outcomes' | 'unlinked' | 'nameable'>,
): void => {
  countNamed(to, result, { outcomes, ...(nameable && { nameable }) })
  for (const [{ item }, outcome] of outcomes) {
    count(result, item.kind, outcome.done)
    if (result.preview) addPreview(result.preview, item, outcome.done)
    if (item.externalId !== undefined) to.run.dryRunNames?.add(nameRecord(item.kind, item.externalId))
    if ('remark' in outcome && outcome.remark !== undefined)
      result.remarks.push({ ...findPlace(item), message: outcome.remark })
    if (outcome.done === 'skipped') result.remarks.push({ ...findPlace(item), message: outcome.reason })
    else if (outcome.done !== 'unchanged')
      for (const message of item.notes ?? []) result.remarks.push({ ...findPlace(item), message })
  }
  for (const one of unlinked)
    if (to.unlinked.length < mostUnlinked) to.unlinked.push(one)
    else reportMissing(result, [one])
}

/** Sets links to records that have come later in the source, after all batches. */
const setMissingLinks = async (
  to: RunningImport,
  last: number,
  batchSize: number,
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => boolean | Promise<boolean> },
): Promise<void> => {
  const { unlinked } = to
  while (unlinked.length > 0) {
    if (!(await onBatch())) break
    const some = unlinked.splice(0, batchSize)
    reportMissing(
      result,
      to.isDry ? previewMissingLinks(to, some, result) : await importMissingLinks(to, some, last, result),
    )
  }
  reportMissing(result, unlinked)
}

const importMissingLinks = async (
  { database, context, run, track }: RunningImport,
  items: readonly UnlinkedItem[],
  last: number,
  result: Result,
): Promise<readonly UnlinkedItem[]> => {
  const { outcomes, unlinked } = await database.transact((db) =>
    track(db, last, () => applyMissingLinks(db, context, items, { run, attempt })),
  )
  for (const [{ item }, outcome] of outcomes) recount(result, item, outcome)
  return unlinked
}

/** Finds the links that would be missing after a dry run. */
const previewMissingLinks = (
  { run }: RunningImport,
  items: readonly UnlinkedItem[],
  result: Result,
): readonly UnlinkedItem[] =>
  items.map((one) => {
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
const reportMissing = (result: Result, items: readonly UnlinkedItem[]): void => {
  for (const { keyed, missing } of items)
    for (const { kind, id } of missing) {
      const message = `It links to the ${kind} with the id ${id}, which is not imported from this source. Once it is, importing this again sets the link.`
      result.remarks.push({ ...findPlace(keyed.item), message })
    }
}

/** Items that share a transaction, and its flush; rows are inserted by as many at once. */
const usualBatch = 512

/** Items that are imported together. */
type Batch = {
  readonly items: readonly Item[]
  readonly bad: readonly BadPart[]
  /** The number of the last item. */
  readonly last: number
  /** What ended the source before its end. */
  readonly fault?: string
}

/** A batch whose items were read. */
type ReadBatch = Batch & { readonly read: readonly (ReadItem | Fault)[] }

/** The items of a source in batches, with the number of the last item before them if an import goes on. */
async function* splitBatches({
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
    yield { items, bad, last, fault: `the source broke off: ${errorText(error)}` }
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

/** The payload without its image, and without those of the venues and organizers in it. */
const withoutImage = (item: Item): string => {
  const { image: _, ...payload } = parsePayload(item)
  const bare: Record<string, Json> = { ...payload }
  for (const name of ['venue', 'organizer']) {
    const value = bare[name]
    if (value !== undefined) bare[name] = Array.isArray(value) ? value.map(withoutOwnImage) : withoutOwnImage(value)
  }
  return JSON.stringify(bare)
}

const withoutOwnImage = (record: Json): Json => {
  if (!isJsonObject(record)) return record
  const { image: _, ...others } = record
  return others
}
