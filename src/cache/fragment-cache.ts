import { LRUCache } from 'lru-cache'
import type { ChangeKind } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { tagOf } from '../lib/tag.ts'
import type { ChangeFeed } from './change-feed.ts'

/** A record, or a part of one, as the bytes of its JSON. */
export type Fragment = {
  readonly id: number
  readonly bytes: Buffer
  /** Equal bytes have equal tags; see {@link tagOfFragment}. */
  tag?: string
  readonly flag: InvalidationFlag
}

/** Says of a fragment whether it has changed or was evicted. Values composed of fragments keep their flags to find out whether they are still valid. */
export type InvalidationFlag = { isStale: boolean }

/** Makes a fragment of a JSON text. Its bytes are not taken from Node's shared pool, since a cached slice keeps its whole pool in memory. */
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

/** Concatenates chunks outside of Node's shared pool. */
export const joinBytes = (chunks: readonly Buffer[]): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Fragments of one sort, by id. */
export type FragmentCache<F extends Fragment> = {
  /** Returns the fragments of the ids that exist, and loads those that are not cached together. */
  readonly find: (ids: Iterable<number>) => Awaitable<ReadonlyMap<number, F>>
  /** Counts further bytes, which are kept as long as the fragment, towards the size of the cache. */
  readonly grow: (fragment: F, bytes: number) => void
}

/** How a fragment cache loads its fragments, how large it grows, and which changes invalidate it. */
export type FragmentCacheOptions<F extends Fragment> = {
  readonly maxBytes: number
  /** A change of these kinds invalidates the fragment with the id of the changed record. */
  readonly kinds: readonly ChangeKind[]
  /** A change of these kinds invalidates all fragments. */
  readonly others?: readonly ChangeKind[]
  readonly load: (ids: readonly number[]) => Awaitable<readonly F[]>
}

/** Approximate bytes that a cached fragment takes besides its content. */
const overhead = 400

/** Makes a cache that keeps fragments until the change feed reports a change of them, or room runs out. */
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
    // The cache does not take a fragment that is larger than itself.
    if (!cache.has(fragment.id)) fragment.flag.isStale = true
  }
  changeFeed.watch((kind, id) => {
    if (others.includes(kind) || (id === 0 && kinds.includes(kind))) cache.clear()
    else if (kinds.includes(kind)) cache.delete(id)
  })
  const loadInto = (found: Map<number, F>, missing: readonly number[]): Awaitable<ReadonlyMap<number, F>> => {
    const version = changeFeed.version()
    return after(load(missing), (loaded) => {
      // After a change during the load, the fragments serve this call alone.
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
