import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import { settleReading } from '../core/params.ts'
import { findPost } from '../core/stored-post.ts'
import type { Db } from '../db/database.ts'
import type { Try } from '../db/savepoint.ts'
import type { ImportItemTable } from '../db/schema-site.ts'
import { nowText } from '../lib/time-zone.ts'
import { findExternalIds } from '../resources/shared/external-id.ts'
import { createEvents } from './create-events.ts'
import { importImage } from './import-image.ts'
import { type Item, keptSlugOf, parsePayload, type ReadItem, readItem, resourceOf } from './item.ts'
import { findLinked, type MissingLink, withLinks } from './item-links.ts'
import { groupsOf, type Keyed } from './keyed-items.ts'
import { keepLinks, type LinkCache, recallLinks } from './link-cache.ts'
import { changeOccurrence } from './occurrence.ts'
import { gone } from './sources/vanished.ts'
import {
  findItems,
  inStep,
  markSeen,
  readModified,
  type StoredItem,
  type StoredKind,
  storeItems,
} from './stored-items.ts'
import { settlePayload, updateRecord } from './update-record.ts'

/** How the records of a source are taken in. */
export type Run = {
  /** The name of the source, in which external ids are unique. */
  readonly source: string
  /** A number that no other run has. */
  readonly id: number
  /** Records that were imported before are updated. */
  readonly updates: boolean
  /** Records that were edited here since are left as they are. */
  readonly keepsEdited: boolean
  /** New records get the ids that they have in the source. */
  readonly keepsIds?: boolean
}

/** What became of an item. */
export type Outcome =
  | { readonly done: 'created' | 'updated' | 'unchanged'; readonly remark?: string }
  | { readonly done: 'skipped'; readonly reason: string }

/** What came of a batch, and what the next one may know. */
export type BatchResult = {
  readonly outcomes: ReadonlyMap<ReadItem, Outcome>
  readonly refusals: ReadonlyMap<ReadItem, unknown>
  /** Faults that kept no record out: a link to a record that is not in the source. */
  readonly remarks: readonly MissingLink[]
  readonly linkCache: LinkCache
}

/** A batch while it is applied. */
type Work = {
  readonly db: Db
  readonly context: RequestContext
  readonly run: Run
  readonly attempt: Try
  readonly links: LinkCache['rows']
  readonly outcomes: Map<ReadItem, Outcome>
  readonly refusals: Map<ReadItem, unknown>
  readonly remarks: MissingLink[]
}

/** Puts the ids of the records here in place of the links of an item. */
type Linking = (item: Item) => Promise<Item>

/** A group of a batch. */
type GroupWork = Work & { readonly link: Linking }

/**
 * Brings records of a source into the calendar within a transaction: creates those that are new, updates those that have changed there, and
 * leaves all others. Each bad record gets the error that it would get by itself. `attempt` runs what may fail.
 */
export const applyBatch = async (
  db: Db,
  context: RequestContext,
  items: readonly ReadItem[],
  { run, known, attempt }: { readonly run: Run; readonly known: LinkCache; readonly attempt: Try },
): Promise<BatchResult> => {
  const links = await recallLinks(db, known)
  const work: Work = {
    db,
    context,
    run,
    attempt,
    links,
    outcomes: new Map(),
    refusals: new Map(),
    remarks: [],
  }
  for (const group of groupsOf(items)) await applyGroup(work, group)
  const { outcomes, refusals, remarks } = work
  return { outcomes, refusals, remarks, linkCache: await keepLinks(db, links) }
}

const applyGroup = async (work: Work, { kind, items }: { kind: StoredKind; items: Keyed[] }): Promise<void> => {
  const { db, run, outcomes } = work
  const found = await findItems(
    db,
    run.source,
    kind,
    items.map(({ key }) => key),
  )
  await findNamed(work, kind, items, found)
  const added: Keyed[] = []
  const same: string[] = []
  const changed: [Keyed, StoredItem][] = []
  const meet = ({ key, read }: Keyed): void => {
    same.push(key)
    outcomes.set(read, { done: 'unchanged' })
  }
  for (const keyed of items) {
    const stored = found.get(keyed.key)
    if (stored?.seen_run === run.id && keyed.item.externalId !== undefined) {
      const reason = 'Another record before it has the same id: that one was imported.'
      outcomes.set(keyed.read, { done: 'skipped', reason })
    } else if (stored?.seen_run === run.id) {
      const again = await repeated(work, kind, keyed)
      if (again.isStored) meet(again.keyed)
      else added.push(again.keyed)
    } else if (!stored) added.push(keyed)
    else if (stored.hash === keyed.hash) meet(keyed)
    else changed.push([keyed, stored])
  }
  await markSeen(db, run.source, kind, same, run.id)
  const written = [...added, ...changed.map(([keyed]) => keyed)]
  const linked = await findLinked(
    db,
    run.source,
    written.map(({ item }) => item),
  )
  const link: Linking = (item) => withLinks(linked, item, (missing) => work.remarks.push(missing))
  await create({ ...work, link }, kind, added)
  await update({ ...work, link }, kind, changed)
}

/** Adds the records that have the external id although no import made them: an integrator may have (contract C4.1). */
const findNamed = async (
  { db, run }: Work,
  kind: StoredKind,
  items: readonly Keyed[],
  found: Map<string, StoredItem>,
): Promise<void> => {
  if (kind !== 'event' && kind !== 'venue' && kind !== 'organizer') return
  const missing = items.flatMap(({ item: { externalId } }) =>
    externalId === undefined || found.has(externalId) ? [] : [externalId],
  )
  for (const [external_id, { id }] of await findExternalIds(db, kind, run.source, missing))
    found.set(external_id, { external_id, record_id: id, hash: '', modified_utc: '', seen_run: 0 })
}

/** A record without an id that the source has several times: each has a number. One of an earlier run is met again. */
const repeated = async (work: Work, kind: StoredKind, keyed: Keyed): Promise<{ keyed: Keyed; isStored: boolean }> => {
  const { db, run } = work
  for (let number = 2; ; number++) {
    const key = `${keyed.key} ${number}`
    const stored = (await findItems(db, run.source, kind, [key])).get(key)
    if (stored?.seen_run !== run.id) return { keyed: { ...keyed, key }, isStored: stored !== undefined }
  }
}

const create = async (work: GroupWork, kind: StoredKind, items: readonly Keyed[]): Promise<void> => {
  const { db, context, outcomes, refusals, attempt } = work
  const rows: ImportItemTable[] = []
  const store = ({ read, ...keyed }: Keyed, record_id: number): void => {
    rows.push(rowOf(work, kind, keyed, record_id))
    const wanted = keptIdOf(work, keyed.item) ?? record_id
    const remark = `It has the id ${record_id} here: that ${kind} is the same, and was there before it.`
    outcomes.set(read, { done: 'created', ...(wanted !== record_id && { remark }) })
  }
  if (kind === 'event') {
    // What an event is below may have come just before it.
    const below = items.findIndex(({ item }, at) => at > 0 && item.links?.parent !== undefined)
    if (below > 0) {
      await create(work, kind, items.slice(0, below))
      return create(work, kind, items.slice(below))
    }
    const ready = new Map<ReadItem, Keyed>()
    for (const keyed of items) {
      const read = keyed.item.links ? readItem(context, await work.link(keyed.item)) : keyed.read
      if ('fault' in read) refusals.set(keyed.read, new ApiError('rest_invalid_param', { message: read.fault }))
      else ready.set({ ...read, id: keptIdOf(work, keyed.item) }, keyed)
    }
    const { created, refusals: refused } = await createEvents(db, context, [...ready.keys()], work.links, attempt)
    for (const [read, id] of created) {
      const keyed = ready.get(read)
      if (keyed) store(keyed, id)
    }
    for (const [read, error] of refused) refusals.set(ready.get(read)?.read ?? read, error)
  } else {
    for (const keyed of items) {
      const tried = await attempt(db, () => createOne(work, kind, keyed))
      if ('error' in tried) refusals.set(keyed.read, tried.error)
      else store(keyed, tried.result)
      // A later one of the group may refer to it.
      await storeItems(db, rows.splice(0))
    }
  }
  await storeItems(db, rows)
}

/** The id that a new record gets, if it is not the next one. */
const keptIdOf = ({ run }: Work, { id }: Item): number | undefined => (run.keepsIds ? id : undefined)

const rowOf = (
  { context, run }: Work,
  kind: StoredKind,
  { key, hash }: Pick<Keyed, 'key' | 'hash'>,
  record_id: number,
): ImportItemTable => ({
  source: run.source,
  kind,
  external_id: key,
  record_id,
  hash,
  modified_utc: nowText(context.now()),
  seen_run: run.id,
})

/** Creates a record that is no event of its own, and returns its id; a term that is there already is taken. */
const createOne = async (work: GroupWork, kind: StoredKind, { item, read }: Keyed): Promise<number> => {
  const { db, context, run } = work
  const id = keptIdOf(work, item)
  const payload = parsePayload(item)
  if (kind === 'image') return importImage(db, context, payload, id)
  if (kind === 'occurrence' || item.kind === 'image')
    return changeOccurrence(db, context, run.source, await work.link(item))
  const { fields, operations } = resourceOf[item.kind]
  const slug = keptSlugOf(fields, payload)
  const values = item.links
    ? await settlePayload(db, context, fields, parsePayload(await work.link(item)), true)
    : settleReading(fields, read.reading, await lookUpRows(db, read.references))
  try {
    return (await operations.create(db, context, values, { id, slug })).id
  } catch (error) {
    // Nothing has been written before this is found.
    if (!(error instanceof ApiError)) throw error
    const { term_id } = error.data
    if (error.code === 'term_exists' && typeof term_id === 'number') return term_id
    if (error.code !== 'duplicate_term_slug') throw error
    return (await operations.create(db, context, { ...values, slug: '' }, { id })).id
  }
}

const update = async (work: GroupWork, kind: StoredKind, items: readonly [Keyed, StoredItem][]): Promise<void> => {
  const { db, run, outcomes, refusals, attempt } = work
  const ids = items.map(([, { record_id }]) => record_id)
  const modified = run.keepsEdited ? await readModified(db, kind, ids) : undefined
  const rows: ImportItemTable[] = []
  for (const [{ read, ...keyed }, stored] of items) {
    const isEdited = modified && (modified.get(stored.record_id) ?? stored.modified_utc) !== stored.modified_utc
    if (!run.updates || isEdited) {
      const reason = isEdited
        ? 'It was edited here, and stays as it is.'
        : 'It was imported before and has changed since. Changes are taken over if the import is to update (--update).'
      outcomes.set(read, { done: 'skipped', reason })
      await markSeen(db, run.source, kind, [keyed.key], run.id)
      continue
    }
    const tried = await attempt(db, () => updateOne(work, kind, keyed.item, stored))
    if ('error' in tried) refusals.set(read, tried.error)
    else {
      rows.push(rowOf(work, kind, keyed, tried.result))
      outcomes.set(read, { done: 'updated' })
    }
  }
  await storeItems(db, rows)
}

const updateOne = async (work: GroupWork, kind: StoredKind, item: Item, stored: StoredItem): Promise<number> => {
  const { record_id: id } = stored
  const { db, context, run } = work
  const linked = await work.link(item)
  if (kind === 'occurrence') return changeOccurrence(db, context, run.source, linked)
  if (item.kind === 'image') return importImage(db, context, parsePayload(item))
  // An event that was trashed because it had vanished at its source is there again.
  const back = stored.hash === gone.trashed ? { status: 'publish' } : {}
  const resource = resourceOf[item.kind]
  const series = item.kind === 'event' ? await findPost(db, 'event', 'id', id) : undefined
  await inStep(db, run.source, series?.series_id ?? null, () =>
    updateRecord(db, context, resource, id, { ...back, ...parsePayload(linked) }),
  )
  return id
}
