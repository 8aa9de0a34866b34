import { LRUCache } from 'lru-cache'
import type { CacheDependency, ChangeFeed } from './change-feed.ts'

/**
 * Keeps one value for each change feed, created on first use. Each feed counts versions by itself, so that values cached with the versions
 * of one feed must not be used with another.
 */
export const perChangeFeed = <T>(create: () => T): ((dependency: CacheDependency) => T) => {
  const all = new WeakMap<ChangeFeed, T>()
  return ({ changeFeed }) => {
    const value = all.get(changeFeed) ?? create()
    all.set(changeFeed, value)
    return value
  }
}

/** At most so many results; the size counts the characters of keys and the numbers in results, and keeps the cache to about 4 MB. */
const bounds = { max: 2000, maxSize: 500_000 }

type CachedResult = { readonly version: number; readonly value: unknown }

const cacheOf = perChangeFeed(() => new LRUCache<string, CachedResult>(bounds))

/** Returns the result of `compute`, which is cached under the key until something changes on which it depends. */
export const cachedResult = async <T>(
  dependency: CacheDependency,
  key: string,
  compute: () => Promise<T>,
): Promise<T> => {
  const cache = cacheOf(dependency)
  const cached = cache.get(key)
  // A key belongs to one statement, whose results are all of one type.
  if (cached && dependency.isValidSince(cached.version)) return cached.value as T
  const { version } = dependency
  const value = await compute()
  cache.set(key, { version, value }, { size: key.length + sizeOf(value) })
  return value
}

/** The numbers in a result: a list of ids, an object with lists, or a set of ids, which has 128 bytes for each of its parts. */
const sizeOf = (value: unknown): number => {
  if (value instanceof Map) return value.size * 16 + 1
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value)) return value.length + 1
  let size = 1
  for (const part of Object.values(value)) if (Array.isArray(part)) size += part.length
  return size
}
