import { createHash } from 'node:crypto'
import type { CopyBudget } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import { findExternalIds } from '../../resources/shared/external-id.ts'
import { hashItem, type Item, type ReadItem } from '../read/items.ts'
import { findItems, type StoredItem, type StoredKind } from './import-items.ts'

/** One run of an import or a source, and how it treats the records. */
export type Run = {
  /** The name of the source, in which ids are unique. */
  readonly source: string
  /** A number that no other run has. */
  readonly id: number
  /** Records that were imported before are updated. */
  readonly updates: boolean
  /** Records that were edited here since are left as they are. */
  readonly keepsEdited: boolean
  /** New records get the ids that they have in the source. */
  readonly keepsIds?: boolean
  /** What all series of the run may still copy to their dates; a transaction that is repeated or undone takes nothing of it. */
  readonly copies: CopyBudget
  /** Of a dry run: the names of the records so far, which the items that follow would find here. */
  readonly dryRunNames?: Set<string>
}

/** The name of a record among those of a dry run. */
export const nameRecord = (kind: StoredKind, id: string): string => `${kind} ${id}`

/** An item with the key under which it is stored, and the hash of its content. */
export type KeyedItem = { readonly read: ReadItem; readonly item: Item; readonly key: string; readonly hash: string }

/** Groups of items that follow each other, are of one kind and have different keys. */
export function* groupItems(
  items: readonly ReadItem[],
): Generator<{ readonly kind: StoredKind; readonly items: KeyedItem[] }> {
  let group: KeyedItem[] = []
  let keys = new Set<string>()
  let kind: StoredKind | undefined
  for (const read of items) {
    const one = addKey(read)
    const own = findKind(read.item)
    if (kind !== undefined && (kind !== own || keys.has(one.key))) {
      yield { kind, items: group }
      group = []
      keys = new Set()
    }
    kind = own
    group.push(one)
    keys.add(one.key)
  }
  if (kind !== undefined) yield { kind, items: group }
}

const findKind = ({ occurrence, kind }: Item): StoredKind => (occurrence ? 'occurrence' : kind)

const addKey = (read: ReadItem): KeyedItem => {
  const { item } = read
  const hash = hashItem(item)
  return { read, item, key: findKey(item) ?? `#${hash}`, hash }
}

/** The key under which an item is stored: its id at the source. One without an id is stored under its hash. */
export const findKey = ({ occurrence, externalId }: Pick<Item, 'occurrence' | 'externalId'>): string | undefined =>
  occurrence ? `${occurrence.of}\n${occurrence.start}` : externalId

/** What the items of a group are to the calendar. */
type Matches = {
  /** No record is here. */
  readonly added: readonly KeyedItem[]
  /** A record is here, and the source says the same as at the last import. */
  readonly unchanged: readonly KeyedItem[]
  /** A record is here, and the item has changed, or something of it is still missing. */
  readonly changed: readonly [KeyedItem, StoredItem][]
  /** This run has had another item with the same id. */
  readonly repeated: readonly KeyedItem[]
}

/** Finds the records of a group of items: by the ids that earlier imports have stored, and by the external ids of records. */
export const matchItems = async (db: Db, run: Run, kind: StoredKind, items: readonly KeyedItem[]): Promise<Matches> => {
  const keys = items.map(({ key }) => key)
  const found = await findItems(db, run.source, kind, keys)
  await addByExternalId(db, run, kind, items, found)
  const added: KeyedItem[] = []
  const unchanged: KeyedItem[] = []
  const changed: [KeyedItem, StoredItem][] = []
  const repeated: KeyedItem[] = []
  for (const item of items) {
    const first = found.get(item.key)
    const isRepeated = first?.seen_run === run.id || run.dryRunNames?.has(nameRecord(kind, item.key))
    if (isRepeated && findKey(item.item) !== undefined) {
      repeated.push(item)
      continue
    }
    const { keyed, stored } = isRepeated ? await numberRepeated(db, run, kind, item) : { keyed: item, stored: first }
    if (!stored) added.push(keyed)
    else if (stored.hash === keyed.hash) unchanged.push(keyed)
    else changed.push([keyed, stored])
  }
  return { added, unchanged, changed, repeated }
}

/** Adds the records that have the external id although no import made them: an integrator may have (contract C4.1). */
const addByExternalId = async (
  db: Db,
  run: Run,
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

/** Gives a number to a record without an id that the source has several times; the next run finds each by its number. */
const numberRepeated = async (
  db: Db,
  run: Run,
  kind: StoredKind,
  keyed: KeyedItem,
): Promise<{ readonly keyed: KeyedItem; readonly stored: StoredItem | undefined }> => {
  for (let number = 2; ; number++) {
    const key = `${keyed.key} ${number}`
    const stored = (await findItems(db, run.source, kind, [key])).get(key)
    if (stored?.seen_run !== run.id) return { keyed: { ...keyed, key }, stored }
  }
}

/** A link to a record that is not here. */
export type MissingLink = { readonly kind: StoredKind; readonly id: string }

/** Ends the stored hash of an item whose image could not be fetched. */
const imageMark = ' image'

/**
 * The hash that is stored of an item: that of its content and, where something of it could not be set, what that was. So the next import of the
 * same content knows what is left to do.
 */
export const makeStoredHash = (
  { hash }: Pick<KeyedItem, 'hash'>,
  missing: readonly MissingLink[],
  isWithoutImage: boolean,
): string => {
  const links = missing.map(({ kind, id }) => `${kind} ${id}`).join('\n')
  const linksMark = links && ` ${createHash('sha256').update(links).digest('base64url').slice(0, 27)}`
  return `${hash}${linksMark}${isWithoutImage ? imageMark : ''}`
}

/** Whether an item was stored with this content, whatever of it was missing then. */
export const hasContent = (stored: Pick<StoredItem, 'hash'>, hash: string): boolean =>
  stored.hash === hash || stored.hash.startsWith(`${hash} `)

/** What is left to do of an item that was imported before. */
export type Remaining = {
  /** It has changed since, or its image is to be fetched once more: all of it is to be set. */
  readonly isWhole: boolean
  /** It is here, or comes, without its image. */
  readonly isWithoutImage: boolean
}

/**
 * Compares an item with what is stored of it. An image that could not be fetched is tried again where somebody asks for updates, and not by a
 * source that is read every hour.
 */
export const findRemaining = (
  { updates, keepsEdited }: Run,
  { hash, item }: Omit<KeyedItem, 'read'>,
  stored: StoredItem,
): Remaining => {
  const isSame = hasContent(stored, hash)
  const isMarked = isSame && stored.hash.endsWith(imageMark)
  // One whose image has just been tried comes without it.
  const isTried = item.original !== undefined
  const isWhole = !isSame || (isMarked && updates && !keepsEdited && !isTried)
  return { isWhole, isWithoutImage: isTried || (isMarked && !isWhole) }
}
