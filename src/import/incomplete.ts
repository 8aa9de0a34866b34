import { createHash } from 'node:crypto'
import { type MissingLink, onlyLinks } from './item-links.ts'
import type { Keyed } from './keyed-items.ts'
import type { StoredItem, StoredKind } from './stored-items.ts'
import type { CountedOutcome } from './work.ts'

/** An item that is here, but for its links to records that are not. */
export type Incomplete = {
  readonly kind: StoredKind
  /** Without what its links do not need. */
  readonly keyed: Omit<Keyed, 'read'>
  readonly missing: readonly MissingLink[]
  /** As what it was counted. */
  readonly was: CountedOutcome
}

/** Notes an item that is here but for some links. */
export const incompleteOf = (
  kind: StoredKind,
  { item, key, hash }: Omit<Keyed, 'read'>,
  missing: readonly MissingLink[],
  was: CountedOutcome,
): Incomplete => ({ kind, keyed: { item: onlyLinks(item), key, hash }, missing, was })

/** Ends the stored hash of an item whose image could not be fetched. */
const imageMark = ' image'

/**
 * The hash that is stored of an item: that of its content and, where something of it could not be set, what that was. So the next import of the
 * same content knows what is left to do.
 */
export const storedHash = (
  { hash }: Pick<Keyed, 'hash'>,
  missing: readonly MissingLink[],
  isWithoutImage: boolean,
): string => {
  const links = missing.map(({ kind, id }) => `${kind} ${id}`).join('\n')
  const linksMark = links && ` ${createHash('sha256').update(links).digest('base64url').slice(0, 27)}`
  return `${hash}${linksMark}${isWithoutImage ? imageMark : ''}`
}

/** What is left to do of an item that was imported before. */
export type Rest = {
  /** It has changed since, or its image is to be fetched once more: all of it is to be set. */
  readonly isWhole: boolean
  /** It is here, or comes, without its image. */
  readonly isWithoutImage: boolean
}

/** Compares an item with what is stored of it. `triesImages` says whether images that could not be fetched are tried again. */
export const restOf = ({ hash, item }: Omit<Keyed, 'read'>, stored: StoredItem, triesImages: boolean): Rest => {
  const isSame = stored.hash === hash || stored.hash.startsWith(`${hash} `)
  const isMarked = isSame && stored.hash.endsWith(imageMark)
  // One whose image has just been tried comes without it.
  const isTried = item.original !== undefined
  const isWhole = !isSame || (isMarked && triesImages && !isTried)
  return { isWhole, isWithoutImage: isTried || (isMarked && !isWhole) }
}
