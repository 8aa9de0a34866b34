import { LRUCache } from 'lru-cache'
import type { ChangeKind } from '../db/schema.ts'
import { hashTag } from '../lib/tag.ts'
import type { ChangeFeed } from './change-feed.ts'

/** A record, or a part of one, as the bytes of its JSON. */
export type Fragment = {
  readonly id: number
  readonly bytes: Buffer
  /** What only reads of a single record show besides, as the bytes of its JSON; made when it is first needed. */
  single?: Buffer
  /** Equal bytes have equal tags; see {@link tagOfFragment}. */
  tag?: string
  readonly flag: InvalidationFlag
}

/** Says of a fragment whether it has changed or was evicted. Values composed of fragments keep their flags to find out whether they are still valid. */
export type InvalidationFlag = { isStale: boolean }

/** Makes a fragment of a JSON text. */
export const newFragment = (id: number, text: string): Fragment => ({
  id,
  bytes: newBytes(text),
  flag: { isStale: false },
})

/** Makes the bytes of a text. They are not taken from Node's shared pool, since a cached slice keeps its whole pool in memory. */
export const newBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** The tag of a fragment, which is made when it is first needed: the fragments of events are only parts of documents, and need none. */
export const tagOfFragment = (fragment: Fragment): string => {
  fragment.tag ??= hashTag(fragment.bytes)
  return fragment.tag
}

/** Concatenates chunks outside of Node's shared pool. */
export const joinBytes = (chunks: readonly Buffer[]): Buffer => {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Fragments of one sort, by id. */
export type FragmentCache<F extends Fragment> = {
  /** Returns the fragments of the ids that exist, and loads those that are not cached together; `isSingle` adds what single reads show. */
  readonly find: (ids: Iterable<number>, isSingle?: boolean) => Promise<ReadonlyMap<number, F>>
  /** Counts the bytes of a fragment again, which has more or fewer of them now. */
  readonly resize: (fragment: F) => void
}

/** How a fragment cache loads its fragments, how large it grows, and which changes invalidate it. */
export type FragmentCacheOptions<F extends Fragment, R> = {
  readonly maxBytes: number
  /** A change of these kinds invalidates the fragment with the id of the changed record. */
  readonly kinds: readonly ChangeKind[]
  /** A change of these kinds invalidates all fragments. */
  readonly others?: readonly ChangeKind[]
  /** Reads the rows of records. */
  readonly load: (ids: readonly number[]) => Promise<readonly R[]>
  /** Makes the fragment of a row. */
  readonly make: (row: R) => F
  /** Returns {@link Fragment.single}, which it makes where it is missing. */
  readonly singleOf?: (fragment: F) => Buffer
  /** The bytes that a fragment keeps in memory besides `single`, if they are not its `bytes`. */
  readonly sizeOf?: (fragment: F) => number
}

/** Approximate bytes that a cached fragment takes besides its content. */
const overhead = 400

/** Makes a cache that keeps fragments until the change feed reports a change of them, or room runs out. */
export const createFragmentCache = <F extends Fragment, R>(
  changeFeed: ChangeFeed,
  {
    maxBytes,
    kinds,
    others = [],
    load,
    make,
    singleOf,
    sizeOf = ({ bytes }) => bytes.length,
  }: FragmentCacheOptions<F, R>,
): FragmentCache<F> => {
  // An entry is new each time that its fragment is counted: the library counts a value once.
  const cache = new LRUCache<number, { readonly fragment: F }>({
    maxSize: Math.max(maxBytes, 1),
    noDisposeOnSet: true,
    dispose: ({ fragment }) => {
      fragment.flag.isStale = true
    },
  })
  const keep = (fragment: F): void => {
    if (fragment.flag.isStale) return
    const size = sizeOf(fragment) + (fragment.single?.length ?? 0) + overhead
    const replaced = cache.peek(fragment.id)?.fragment
    if (replaced && replaced !== fragment) replaced.flag.isStale = true
    cache.set(fragment.id, { fragment }, { size })
    // The cache does not take a fragment that is larger than itself.
    if (!cache.has(fragment.id)) fragment.flag.isStale = true
  }
  changeFeed.watch((changes) => {
    for (const { kind, record_id: id } of changes)
      if (others.includes(kind) || (id === 0 && kinds.includes(kind))) cache.clear()
      else if (kinds.includes(kind)) cache.delete(id)
  })
  const addSingle = (fragments: ReadonlyMap<number, F>): ReadonlyMap<number, F> => {
    for (const fragment of fragments.values()) {
      if (fragment.single || !singleOf) continue
      singleOf(fragment)
      keep(fragment)
    }
    return fragments
  }
  return {
    find: async (ids, isSingle = false) => {
      const found = new Map<number, F>()
      const missing: number[] = []
      for (const id of ids) {
        const entry = cache.get(id)
        if (entry) found.set(id, entry.fragment)
        else missing.push(id)
      }
      if (missing.length === 0) return isSingle ? addSingle(found) : found
      const { version } = changeFeed
      const rows = await load(missing)
      // After a change during the load, the fragments serve this call alone.
      const isCurrent = changeFeed.version === version
      for (const row of rows) {
        const fragment = make(row)
        found.set(fragment.id, fragment)
        if (isCurrent) keep(fragment)
        else fragment.flag.isStale = true
      }
      return isSingle ? addSingle(found) : found
    },
    resize: keep,
  }
}
