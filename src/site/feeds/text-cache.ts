import type { ChangeFeed } from '../../cache/change-feed.ts'
import { type LinkedRecord, type ReadDocuments, readDocument } from '../../core/resource.ts'
import { asRecord, type RecordTypes } from '../record-types.ts'

/** The text of one record for a feed; `newBytes` makes its bytes. */
export type Text = { readonly id: number; readonly bytes: Buffer }

/** Texts of records, as feeds are put together from them. */
export type Texts<T extends Text> = {
  /** The texts of these ids in their order, without those that the public may not read (any longer). */
  readonly find: (ids: readonly number[]) => Promise<readonly T[]>
}

/** The input of texts. */
export type TextSource<K extends 'event' | 'venue'> = {
  readonly changeFeed: ChangeFeed
  /** The records as the public sees them. */
  readonly compose: (ids: readonly number[]) => ReturnType<ReadDocuments>
  /** The kind of changes that concern these records. */
  readonly kind: K
  readonly maxBytes: number
}

/** Bytes that a text takes besides its own, roughly. */
const overhead = 300

/** The most links that are watched; beyond that the cache is emptied. */
const mostLinks = 100_000

type Kept<T> = { readonly text: T; readonly marks: readonly { isStale: boolean }[] }

/**
 * Keeps one text for each record until the record, or one that it links to, changes. A link that is hidden today
 * may be published tomorrow, so hidden links are watched too. When the cache is full, nothing is added: a feed is read from beginning to
 * end, and its end would evict its beginning.
 */
export const createTexts = <K extends 'event' | 'venue', T extends Text>(
  { changeFeed, compose, kind, maxBytes }: TextSource<K>,
  write: (record: RecordTypes[K]) => T,
): Texts<T> => {
  const texts = new Map<number, Kept<T>>()
  const linkMarks = new Map<LinkedRecord, { isStale: boolean }>()
  let size = 0
  const sizeOf = ({ bytes }: Text): number => bytes.length + overhead
  const forget = (id: number): void => {
    const kept = texts.get(id)
    if (!kept) return
    texts.delete(id)
    size -= sizeOf(kept.text)
  }
  const forgetAll = (): void => {
    texts.clear()
    linkMarks.clear()
    size = 0
  }
  let isWatching = false
  /** A server whose feeds nobody reads has nothing to watch. */
  const watchOnce = (): void => {
    if (isWatching) return
    isWatching = true
    changeFeed.watch((changes) => {
      for (const { kind: changed, record_id: id } of changes)
        if (changed === 'image' || (id === 0 && changed !== 'count')) forgetAll()
        else if (changed === kind) forget(id)
        else if (changed === 'venue' || changed === 'organizer' || changed === 'term') {
          const mark = linkMarks.get(`${changed}:${id}`)
          if (!mark) continue
          mark.isStale = true
          linkMarks.delete(`${changed}:${id}`)
        }
    })
  }
  const markOf = (link: LinkedRecord): { isStale: boolean } => {
    const mark = linkMarks.get(link) ?? { isStale: false }
    linkMarks.set(link, mark)
    return mark
  }
  const keep = (text: T, links: readonly LinkedRecord[]): void => {
    if (linkMarks.size > mostLinks) forgetAll()
    forget(text.id)
    if (size + sizeOf(text) > maxBytes) return
    texts.set(text.id, { text, marks: links.map(markOf) })
    size += sizeOf(text)
  }
  const current = (id: number): T | undefined => {
    const kept = texts.get(id)
    if (!kept) return undefined
    if (!kept.marks.some(({ isStale }) => isStale)) return kept.text
    forget(id)
    return undefined
  }
  return {
    find: async (ids) => {
      watchOnce()
      const found = new Map<number, T>()
      const missing: number[] = []
      for (const id of ids) {
        const text = current(id)
        if (text) found.set(id, text)
        else missing.push(id)
      }
      const inOrder = (): readonly T[] => ids.flatMap((id) => found.get(id) ?? [])
      if (missing.length === 0) return inOrder()
      const version = changeFeed.version
      const pieces = await compose(missing)
      // If something has changed meanwhile, the text is correct for this response but is not cached.
      const isCurrent = changeFeed.version === version
      for (const piece of pieces) {
        const text = write(asRecord(kind, readDocument(piece)))
        found.set(text.id, text)
        if (isCurrent) keep(text, piece.links)
      }
      return inOrder()
    },
  }
}
