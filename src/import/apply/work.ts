import { createHash } from 'node:crypto'
import type { CopyBudget, RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import type { Try } from '../../db/savepoint.ts'
import type { ImportItemTable } from '../../db/schema.ts'
import type { StoredItem, StoredKind } from '../match/import-items.ts'
import type { KeyedItem } from '../match/match.ts'
import type { Item, ReadItem } from '../read/items.ts'
import { type LinkCache, type LinkSource, type Links, type MissingLink, onlyLinks } from './links.ts'

/** How the records of a source are taken in. */
export type Run = LinkSource & {
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
}

/** What can become of an item that is here. */
export type CountedOutcome = 'created' | 'updated' | 'unchanged'

/** What became of an item. */
export type Outcome =
  | {
      readonly done: CountedOutcome
      readonly remark?: string
      /** As what it was counted before, when it has come once more for its links. */
      readonly was?: CountedOutcome
    }
  | { readonly done: 'skipped'; readonly reason: string }

/** What came of a batch, and what the next one may know. */
export type BatchResult = {
  readonly outcomes: ReadonlyMap<ReadItem, Outcome>
  readonly refusals: ReadonlyMap<ReadItem, unknown>
  /** The items that are here, but for some of their links. */
  readonly incomplete: readonly UnlinkedItem[]
  readonly linkCache: LinkCache
}

/** A batch while it is applied. */
export type Work = {
  readonly db: Db
  readonly context: RequestContext
  readonly run: Run
  readonly attempt: Try
  readonly linkRows: LinkCache['rows']
  readonly outcomes: Map<ReadItem, Outcome>
  readonly refusals: Map<ReadItem, unknown>
  readonly incomplete: UnlinkedItem[]
}

/** A group of a batch: items of one kind. */
export type GroupWork = Work & { readonly kind: StoredKind; readonly link: (item: Item) => Promise<Links> }

/** The row that remembers an item, with the text that says how much of it is here. */
export const makeItemRow = (
  { context, run, kind }: Pick<GroupWork, 'context' | 'run' | 'kind'>,
  { key, hash, record_id }: { readonly key: string; readonly hash: string; readonly record_id: number },
): ImportItemTable => ({
  source: run.source,
  kind,
  external_id: key,
  record_id,
  hash,
  modified_utc: context.stamp().utc,
  seen_run: run.id,
})

/** Says that a record cannot keep its id, since it is a record that was there before it. */
export const describeKeptRecord = (kind: StoredKind, id: number): string =>
  `It has the id ${id} here: that ${kind} is the same, and was there before it.`

/** An item that is here, but for its links to records that are not. */
export type UnlinkedItem = {
  readonly kind: StoredKind
  /** Without what its links do not need. */
  readonly keyed: Omit<KeyedItem, 'read'>
  readonly missing: readonly MissingLink[]
  /** As what it was counted. */
  readonly was: CountedOutcome
}

/** Notes an item that is here but for some links. */
export const makeUnlinked = (
  kind: StoredKind,
  { item, key, hash }: Omit<KeyedItem, 'read'>,
  missing: readonly MissingLink[],
  was: CountedOutcome,
): UnlinkedItem => ({ kind, keyed: { item: onlyLinks(item), key, hash }, missing, was })

/** Ends the stored hash of an item whose image could not be fetched. */
const imageMark = ' image'

/**
 * The hash that is stored of an item: that of its content and, where something of it could not be set, what that was. So the next import of the
 * same content knows what is left to do.
 */
export const storedHash = (
  { hash }: Pick<KeyedItem, 'hash'>,
  missing: readonly MissingLink[],
  isWithoutImage: boolean,
): string => {
  const links = missing.map(({ kind, id }) => `${kind} ${id}`).join('\n')
  const linksMark = links && ` ${createHash('sha256').update(links).digest('base64url').slice(0, 27)}`
  return `${hash}${linksMark}${isWithoutImage ? imageMark : ''}`
}

/** What is left to do of an item that was imported before. */
export type Remaining = {
  /** It has changed since, or its image is to be fetched once more: all of it is to be set. */
  readonly isWhole: boolean
  /** It is here, or comes, without its image. */
  readonly isWithoutImage: boolean
}

/** Compares an item with what is stored of it. `triesImages` says whether images that could not be fetched are tried again. */
export const findRemaining = (
  { hash, item }: Omit<KeyedItem, 'read'>,
  stored: StoredItem,
  triesImages: boolean,
): Remaining => {
  const isSame = stored.hash === hash || stored.hash.startsWith(`${hash} `)
  const isMarked = isSame && stored.hash.endsWith(imageMark)
  // One whose image has just been tried comes without it.
  const isTried = item.original !== undefined
  const isWhole = !isSame || (isMarked && triesImages && !isTried)
  return { isWhole, isWithoutImage: isTried || (isMarked && !isWhole) }
}
