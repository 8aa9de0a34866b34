import { LRUCache } from 'lru-cache'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { CacheDependency } from './change-feed.ts'
import { perChangeFeed } from './per-change-feed.ts'

/** What is remembered at most: results, and the characters and numbers of them and their keys, some 4 MB. */
const bounds = { max: 2000, maxSize: 500_000 }

type Known = { readonly version: number; readonly value: unknown }

const memoryOf = perChangeFeed(() => new LRUCache<string, Known>(bounds))

/** What `compute` answers; it is asked again for a key when something has changed that the dependency is about. */
export const cached = <T>(dependency: CacheDependency, key: string, compute: () => Awaitable<T>): Awaitable<T> => {
  const memory = memoryOf(dependency)
  const known = memory.get(key)
  if (known && dependency.isRightSince(known.version)) return known.value as T
  const { version } = dependency
  return after(compute(), (value) => {
    memory.set(key, { version, value }, { size: key.length + (Array.isArray(value) ? value.length : 1) })
    return value
  })
}
