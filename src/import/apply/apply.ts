import type { RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import type { Try } from '../../db/savepoint.ts'
import { findItems, markSeen, type StoredItem, type StoredKind } from '../match/import-items.ts'
import { groupItems, type KeyedItem, matchItems, type Run } from '../match/match.ts'
import { type Item, nothingRead, type ReadItem } from '../read/items.ts'
import { createItems } from './create.ts'
import { emptyLinkCache, findLinked, type LinkCache, loadLinkCache, resolveLinks, saveLinkCache } from './links.ts'
import { updateItems } from './update.ts'
import type { BatchResult, CountedOutcome, GroupWork, Outcome, UnlinkedItem, Work } from './work.ts'

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
  const { outcomes, refusals, unlinked, linkRows } = work
  return { outcomes, refusals, unlinked, linkCache: await saveLinkCache(db, linkRows) }
}

/** Sets links of items to records that have come after them, within a transaction. The result has what is still unlinked. */
export const applyMissingLinks = async (
  db: Db,
  context: RequestContext,
  unlinkedItems: readonly UnlinkedItem[],
  { run, attempt }: Applying,
): Promise<BatchResult> => {
  // Nothing else of the records is to be changed.
  const work = createWork(db, context, { run: { ...run, updates: false }, attempt }, new Map())
  const counted = new Map<ReadItem, CountedOutcome>()
  for (const kind of new Set(unlinkedItems.map((one) => one.kind))) {
    const items: KeyedItem[] = []
    for (const { kind: own, keyed, was } of unlinkedItems) {
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
    await updateItems(group, known)
  }
  const outcomes = new Map<ReadItem, Outcome>()
  for (const [read, outcome] of work.outcomes)
    outcomes.set(read, recountOutcome(outcome, counted.get(read) ?? 'unchanged'))
  const { refusals, unlinked } = work
  return { outcomes, refusals, unlinked, linkCache: emptyLinkCache }
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
  unlinked: [],
})

const createGroupWork = async (work: Work, kind: StoredKind, items: readonly KeyedItem[]): Promise<GroupWork> => {
  const { db, run } = work
  const all = items.map(({ item }) => item)
  const linked = await findLinked(db, run, all)
  return { ...work, kind, link: (item) => resolveLinks(linked, item) }
}

const applyGroup = async (work: Work, { kind, items }: { kind: StoredKind; items: KeyedItem[] }): Promise<void> => {
  const { db, run, outcomes } = work
  const { added, unchanged, changed, repeated } = await matchItems(db, run, kind, items)
  for (const { read } of repeated) outcomes.set(read, { done: 'skipped', reason: explainRepeated(read.item) })
  for (const { read } of unchanged) outcomes.set(read, { done: 'unchanged' })
  const keys = unchanged.map(({ key }) => key)
  await markSeen(db, run.source, kind, keys, run.id)
  const group = await createGroupWork(work, kind, [...added, ...changed.map(([keyed]) => keyed)])
  await createItems(group, added)
  await updateItems(group, changed)
}

/** Why a record is skipped whose id another one of the source has. */
const explainRepeated = ({ occurrence }: Item): string =>
  occurrence
    ? 'It was skipped, since the source has another change of the same occurrence.'
    : 'It was skipped, since a record before it in the source has the same id.'
