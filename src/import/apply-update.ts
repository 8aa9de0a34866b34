import { attemptInRoom } from '../core/attempt-in-room.ts'
import { findPost } from '../core/stored-post.ts'
import type { ImportItemTable } from '../db/schema.ts'
import { importImage } from './import-image.ts'
import { type Links, withLinks } from './item-links.ts'
import type { KeyedItem } from './keyed-items.ts'
import { changeOccurrence } from './occurrence.ts'
import { describeFault, type Item, parsePayload, resources } from './read/items.ts'
import { gone } from './sources/vanished.ts'
import { keepUnedited, markSeen, readModified, type StoredItem, storeItems } from './stored-items.ts'
import { resolvePayload, updateRecord } from './update-record.ts'
import {
  findRemaining,
  type GroupWork,
  makeItemRow,
  makeUnlinked,
  type Remaining,
  type Run,
  storedHash,
} from './work.ts'

/** Why a record that has changed at its source is left as it is. */
export const editedHere = 'It was edited here, and stays as it is.'

/** Whether images that could not be fetched are tried again: somebody asks for it, which a source that is read every hour does not. */
const triesImages = ({ updates, keepsEdited }: Run): boolean => updates && !keepsEdited

/** What is left to do of an item that an earlier import has met. */
export const findRemainingIn = (
  { run }: Pick<GroupWork, 'run'>,
  keyed: Omit<KeyedItem, 'read'>,
  stored: StoredItem,
): Remaining => findRemaining(keyed, stored, triesImages(run))

/** Updates the records of items that have changed, and sets links to what is there by now. */
export const updateItems = async (work: GroupWork, items: readonly [KeyedItem, StoredItem][]): Promise<void> => {
  const { db, kind, run, outcomes, refusals, attempt, incomplete } = work
  const ids = items.map(([, { record_id }]) => record_id)
  const modified = run.keepsEdited || !run.updates ? await readModified(db, kind, ids) : undefined
  const rows: ImportItemTable[] = []
  for (const [{ read, ...keyed }, stored] of items) {
    const { isWhole, isWithoutImage } = findRemainingIn(work, keyed, stored)
    const isEdited = modified && (modified.get(stored.record_id) ?? stored.modified_utc) !== stored.modified_utc
    const isAsked = run.updates || !isWhole
    if (!isAsked || isEdited) {
      const reason =
        isEdited && isAsked
          ? editedHere
          : 'It was imported before and has changed since. Changes are taken over if the import is to update (--update).'
      outcomes.set(read, { done: 'skipped', reason })
      await markSeen(db, run.source, kind, [keyed.key], run.id)
      continue
    }
    const links = await work.link(keyed.item)
    const change = isWhole ? updateWhole : setLinks
    const tried = await attemptInRoom(work.context, () => attempt(db, () => change(work, keyed.item, links, stored)))
    if ('error' in tried && isWhole) {
      refusals.set(read, tried.error)
      continue
    }
    // What was refused would be refused again.
    const isRefused = 'error' in tried
    const done = isRefused ? 'unchanged' : 'updated'
    outcomes.set(read, { done, ...(isRefused && { remark: describeRefusal(tried.error) }) })
    if (links.missing.length > 0) incomplete.push(makeUnlinked(kind, keyed, links.missing, done))
    const record_id = isRefused ? stored.record_id : tried.result
    rows.push(makeItemRow(work, { key: keyed.key, hash: storedHash(keyed, links.missing, isWithoutImage), record_id }))
  }
  await storeItems(db, rows)
}

const describeRefusal = (error: unknown): string => `Not all of its links can be set. ${describeFault(error).fault}`

/** Sets no more of a record than what it links to. */
const setLinks = async (
  { db, context, kind, run }: GroupWork,
  { kind: own }: Item,
  { fields }: Links,
  { record_id: id }: StoredItem,
): Promise<number> => {
  if (own === 'image' || Object.keys(fields).length === 0) return id
  const resource = resources[own]
  const scope = own === 'event' && { scope: kind === 'occurrence' ? 'this' : 'all' }
  const values = await resolvePayload(db, context, resource.fields, { ...fields, ...scope }, false)
  await keepUnedited(db, run.source, await findSeriesId(db, own, id), () =>
    resource.operations.update(db, context, { column: 'id', value: id }, values, { isRepeatable: true }),
  )
  return id
}

const updateWhole = async (
  { db, context, kind, run }: GroupWork,
  item: Item,
  { fields }: Links,
  stored: StoredItem,
): Promise<number> => {
  const { record_id: id } = stored
  const linked = withLinks(item, fields)
  if (kind === 'occurrence') return changeOccurrence(db, context, run.source, linked, id)
  if (item.kind === 'image') return importImage(db, context, parsePayload(item))
  // An event that was trashed because it had vanished at its source is there again.
  const back = stored.hash === gone.trashed ? { status: 'publish' } : {}
  const resource = resources[item.kind]
  await keepUnedited(db, run.source, await findSeriesId(db, item.kind, id), () =>
    updateRecord(db, context, resource, id, { ...back, ...parsePayload(linked) }),
  )
  return id
}

const findSeriesId = async (db: GroupWork['db'], kind: Item['kind'], id: number): Promise<number | null> =>
  kind === 'event' ? ((await findPost(db, 'event', 'id', id))?.series_id ?? null) : null
