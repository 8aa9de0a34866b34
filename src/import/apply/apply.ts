import type { RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import type { Try } from '../../db/savepoint.ts'
import { findExternalIds } from '../../resources/shared/external-id.ts'
import { findItems, markSeen, type StoredItem, type StoredKind } from '../match/import-items.ts'
import { findKey, groupItems, type KeyedItem } from '../match/match.ts'
import { type Item, nothingRead, type ReadItem } from '../read/items.ts'
import { createItems } from './create.ts'
import {
  emptyLinkCache,
  findLinked,
  type LinkCache,
  loadLinkCache,
  nameRecord,
  resolveLinks,
  saveLinkCache,
} from './links.ts'
import { findRemainingIn, updateItems } from './update.ts'
import {
  type BatchResult,
  type CountedOutcome,
  type GroupWork,
  makeUnlinked,
  type Outcome,
  type Run,
  storedHash,
  type UnlinkedItem,
  type Work,
} from './work.ts'

/** How a batch is applied: `attempt` runs what may fail. */
type Applying = { readonly run: Run; readonly attempt: Try }

/**
 * Brings records of a source into the calendar within a transaction: creates those that are new, updates those that have changed there, and
 * leaves all others. Each bad record gets the error that it would get by itself.
 */
export const applyBatch = async (
  db: Db,
  context: RequestContext,
  items: readonly ReadItem[],
  { known, ...applying }: Applying & { readonly known: LinkCache },
): Promise<BatchResult> => {
  const work = createWork(db, context, applying, await loadLinkCache(db, known))
  for (const group of groupItems(items)) await applyGroup(work, group)
  const { outcomes, refusals, incomplete, linkRows } = work
  return { outcomes, refusals, incomplete, linkCache: await saveLinkCache(db, linkRows) }
}

/** Sets links of items to records that have come after them, within a transaction. The result has what is still incomplete. */
export const applyMissingLinks = async (
  db: Db,
  context: RequestContext,
  late: readonly UnlinkedItem[],
  { run, attempt }: Applying,
): Promise<BatchResult> => {
  // Nothing else of the records is to be changed.
  const work = createWork(db, context, { run: { ...run, updates: false }, attempt }, new Map())
  const counted = new Map<ReadItem, CountedOutcome>()
  for (const kind of new Set(late.map((one) => one.kind))) {
    const items: KeyedItem[] = []
    for (const { kind: own, keyed, was } of late) {
      if (own !== kind) continue
      const read = makeUnread(keyed)
      items.push({ ...keyed, read })
      counted.set(read, was)
    }
    const keys = items.map(({ key }) => key)
    const found = await findItems(db, run.source, kind, keys)
    const known = items.flatMap((keyed): [KeyedItem, StoredItem][] => {
      const stored = found.get(keyed.key)
      return stored ? [[keyed, stored]] : []
    })
    const group = await createGroupWork(work, kind, items)
    await updateItems(group, await selectUnfinished(group, known))
  }
  const outcomes = new Map<ReadItem, Outcome>()
  for (const [read, outcome] of work.outcomes)
    outcomes.set(read, recountOutcome(outcome, counted.get(read) ?? 'unchanged'))
  const { refusals, incomplete } = work
  return { outcomes, refusals, incomplete, linkCache: emptyLinkCache }
}

/** The outcome of an item that was counted before: what was created stays so. */
const recountOutcome = (outcome: Outcome, was: CountedOutcome): Outcome => {
  const remark = outcome.done === 'skipped' ? outcome.reason : outcome.remark
  const done = outcome.done === 'updated' && was === 'unchanged' ? 'updated' : was
  return { done, was, ...(remark !== undefined && { remark }) }
}

const makeUnread = ({ item }: Pick<KeyedItem, 'item'>): ReadItem => ({
  item,
  reading: nothingRead,
  references: [],
  draft: undefined,
})

const createWork = (db: Db, context: RequestContext, applying: Applying, linkRows: LinkCache['rows']): Work => ({
  ...applying,
  db,
  context,
  linkRows,
  outcomes: new Map(),
  refusals: new Map(),
  incomplete: [],
})

const createGroupWork = async (work: Work, kind: StoredKind, items: readonly KeyedItem[]): Promise<GroupWork> => {
  const { db, run } = work
  const all = items.map(({ item }) => item)
  const linked = await findLinked(db, run, all)
  return { ...work, kind, link: (item) => resolveLinks(linked, item) }
}

const applyGroup = async (work: Work, { kind, items }: { kind: StoredKind; items: KeyedItem[] }): Promise<void> => {
  const { db, run, outcomes } = work
  const keys = items.map(({ key }) => key)
  const found = await findItems(db, run.source, kind, keys)
  await findByExternalId(work, kind, items, found)
  const added: KeyedItem[] = []
  const known: [KeyedItem, StoredItem][] = []
  for (const keyed of items) {
    const first = found.get(keyed.key)
    const isMet = first?.seen_run === run.id || run.dryRunNames?.has(nameRecord(kind, keyed.key))
    if (isMet && findKey(keyed.item) !== undefined) {
      outcomes.set(keyed.read, { done: 'skipped', reason: explainSkipped(keyed.item) })
      continue
    }
    const own = isMet ? await numberRepeated(work, kind, keyed) : { keyed, stored: first }
    if (own.stored) known.push([own.keyed, own.stored])
    else added.push(own.keyed)
  }
  const isSame = ([{ hash }, stored]: [KeyedItem, StoredItem]): boolean => stored.hash === hash
  const same = known.filter(isSame).map(([keyed]) => keyed)
  const others = known.filter((one) => !isSame(one))
  for (const { read } of same) outcomes.set(read, { done: 'unchanged' })
  const met = same.map(({ key }) => key)
  await markSeen(db, run.source, kind, met, run.id)
  const group = await createGroupWork(work, kind, [...added, ...others.map(([keyed]) => keyed)])
  await createItems(group, added)
  await updateItems(group, await selectUnfinished(group, others))
}

/** Why a record is skipped whose id another one of the source has. */
const explainSkipped = ({ occurrence }: Item): string =>
  occurrence
    ? 'It was skipped, since the source has another change of the same occurrence.'
    : 'It was skipped, since a record before it in the source has the same id.'

/** The items of which something is left to do that can be done now; the others are met. */
const selectUnfinished = async (
  work: GroupWork,
  items: readonly [KeyedItem, StoredItem][],
): Promise<readonly [KeyedItem, StoredItem][]> => {
  const { db, kind, run, outcomes, incomplete } = work
  const changed: [KeyedItem, StoredItem][] = []
  const met: string[] = []
  for (const [keyed, stored] of items) {
    const { isWhole, isWithoutImage } = findRemainingIn(work, keyed, stored)
    const { missing } = isWhole ? { missing: [] } : await work.link(keyed.item)
    if (isWhole || storedHash(keyed, missing, isWithoutImage) !== stored.hash) {
      changed.push([keyed, stored])
      continue
    }
    met.push(keyed.key)
    outcomes.set(keyed.read, { done: 'unchanged', ...(isWithoutImage && !run.updates && { remark: imageRemark }) })
    if (missing.length > 0) incomplete.push(makeUnlinked(kind, keyed, missing, 'unchanged'))
  }
  await markSeen(db, run.source, kind, met, run.id)
  return changed
}

const imageRemark = 'Its image could not be fetched before. An import that is to update (--update) tries again.'

/** Adds the records that have the external id although no import made them: an integrator may have (contract C4.1). */
const findByExternalId = async (
  { db, run }: Work,
  kind: StoredKind,
  items: readonly KeyedItem[],
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
const numberRepeated = async (
  { db, run }: Work,
  kind: StoredKind,
  keyed: KeyedItem,
): Promise<{ readonly keyed: KeyedItem; readonly stored: StoredItem | undefined }> => {
  for (let number = 2; ; number++) {
    const key = `${keyed.key} ${number}`
    const stored = (await findItems(db, run.source, kind, [key])).get(key)
    if (stored?.seen_run !== run.id) return { keyed: { ...keyed, key }, stored }
  }
}
