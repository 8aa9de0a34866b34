import { LRUCache } from 'lru-cache'
import type { ChangeKind } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { tagOf } from '../lib/tag.ts'
import type { ChangeFeed } from './change-feed.ts'

/** A record, or a part of one, as the bytes that lists are made of. */
export type Fragment = {
  readonly id: number
  readonly bytes: Buffer
  /** Equal bytes have equal tags; see {@link tagOfFragment}. */
  tag?: string
  readonly flag: InvalidationFlag
}

/** What was made of a fragment keeps its mark: once stale, the fragment has changed, or nobody watches any longer whether it does. */
export type InvalidationFlag = { isStale: boolean }

/** A fragment of a JSON text. Its bytes are in no pool of Node, where one that is kept would keep its neighbours. */
export const newFragment = (id: number, text: string): Fragment => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return { id, bytes, flag: { isStale: false } }
}

/** The tag of a fragment, which is made when it is first needed: the fragments of events are only parts of documents, and need none. */
export const tagOfFragment = (fragment: Fragment): string => {
  fragment.tag ??= tagOf(fragment.bytes)
  return fragment.tag
}

/** The chunks as one, in memory of its own as well. */
export const joinBytes = (chunks: readonly Buffer[]): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Fragments of one kind by id. */
export type FragmentCache<F extends Fragment> = {
  /** The fragments of these ids, without those that do not exist; all that is missing is loaded at once. */
  readonly find: (ids: Iterable<number>) => Awaitable<ReadonlyMap<number, F>>
  /** Tells that more bytes hang on a fragment from now on. */
  readonly grow: (fragment: F, bytes: number) => void
}

/** What a fragments holds. */
export type FragmentCacheOptions<F extends Fragment> = {
  readonly maxBytes: number
  /** Changes of these kinds are about the fragment of that id. */
  readonly kinds: readonly ChangeKind[]
  /** Changes of these kinds may be about any fragment. */
  readonly others?: readonly ChangeKind[]
  readonly load: (ids: readonly number[]) => Awaitable<readonly F[]>
}

/** What a fragment takes besides its bytes, roughly: the objects, and its place on the fragments. */
const overhead = 400

/** Keeps fragments as long as the log of changeFeed says nothing about them, and as there is room. */
export const createFragmentCache = <F extends Fragment>(
  changeFeed: ChangeFeed,
  { maxBytes, kinds, others = [], load }: FragmentCacheOptions<F>,
): FragmentCache<F> => {
  const cache = new LRUCache<number, F>({
    maxSize: Math.max(maxBytes, 1),
    dispose: (fragment) => {
      fragment.flag.isStale = true
    },
  })
  const keep = (fragment: F, size: number): void => {
    cache.set(fragment.id, fragment, { size })
    // Too large for the whole fragments.
    if (!cache.has(fragment.id)) fragment.flag.isStale = true
  }
  changeFeed.watch((kind, id) => {
    if (others.includes(kind) || (id === 0 && kinds.includes(kind))) cache.clear()
    else if (kinds.includes(kind)) cache.delete(id)
  })
  const loadInto = (found: Map<number, F>, missing: readonly number[]): Awaitable<ReadonlyMap<number, F>> => {
    const version = changeFeed.version()
    return after(load(missing), (loaded) => {
      // What has changed while it was on its way is good for this answer, and for no other.
      const isCurrent = changeFeed.version() === version
      for (const fragment of loaded) {
        found.set(fragment.id, fragment)
        if (isCurrent) keep(fragment, fragment.bytes.length + overhead)
        else fragment.flag.isStale = true
      }
      return found
    })
  }
  return {
    find: (ids) => {
      const found = new Map<number, F>()
      const missing: number[] = []
      for (const id of ids) {
        const fragment = cache.get(id)
        if (fragment) found.set(id, fragment)
        else missing.push(id)
      }
      return missing.length === 0 ? found : loadInto(found, missing)
    },
    grow: (fragment, bytes) => {
      if (!fragment.flag.isStale) keep(fragment, fragment.bytes.length + overhead + bytes)
    },
  }
}
