import { LRUCache } from 'lru-cache'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { CacheDependency, ChangeFeed } from './change-feed.ts'

/**
 * Something that is kept for each change feed, and made when it is first asked for: a feed counts versions of the content by itself, so
 * what was found at one of them means nothing to another feed.
 */
export const perChangeFeed = <T>(create: () => T): ((dependency: CacheDependency) => T) => {
  const all = new WeakMap<ChangeFeed, T>()
  return ({ changeFeed }) => {
    const known = all.get(changeFeed) ?? create()
    all.set(changeFeed, known)
    return known
  }
}

/** What is cached at most: results, and the characters and numbers of them and their keys, some 4 MB. */
const bounds = { max: 2000, maxSize: 500_000 }

type CachedResult = { readonly version: number; readonly value: unknown }

const cacheOf = perChangeFeed(() => new LRUCache<string, CachedResult>(bounds))

/** What `compute` answers; it is asked again for a key when something has changed that the dependency is about. */
export const cached = <T>(dependency: CacheDependency, key: string, compute: () => Awaitable<T>): Awaitable<T> => {
  const cache = cacheOf(dependency)
  const known = cache.get(key)
  if (known && dependency.isRightSince(known.version)) return known.value as T
  const { version } = dependency
  return after(compute(), (value) => {
    cache.set(key, { version, value }, { size: key.length + sizeOf(value) })
    return value
  })
}

/** The numbers in a result: a list of ids, or a page of them. */
const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length + 1
  const isPage = typeof value === 'object' && value !== null && 'ids' in value && Array.isArray(value.ids)
  return isPage ? (value.ids as unknown[]).length + 1 : 1
}
