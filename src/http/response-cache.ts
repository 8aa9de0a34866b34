import { LRUCache } from 'lru-cache'
import type { ChangeFeed, EventRange } from '../cache/change-feed.ts'
import type { Validity } from '../core/request-context.ts'
import type { ChangeKind } from '../db/schema.ts'
import { isCurrent, type KnownList, type ParsedList } from './list-response.ts'

/** An answer with status 200, ready to be written. */
export type WrittenResponse = {
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The body in pieces: writing many costs less than putting them together once. */
  readonly chunks: readonly Buffer[]
  readonly etag: string
}

/** An answer that may be given again, and what decides how long. */
export type CacheableResponse = WrittenResponse & {
  /** The route that answered, for the metrics. */
  readonly route: string
  readonly validity: Validity
  /** After changeFeed of other kinds it is the same answer. */
  readonly dependsOn: readonly ChangeKind[]
  /** A list can be looked up again without being understood anew; and changeFeed of its records are known one by one. */
  readonly list?: { readonly question: ParsedList; readonly known: KnownList }
}

/** An answer in memory; `version` is the latest version of the content at which it was found to be right. */
export type CachedResponse = Omit<CacheableResponse, 'chunks'> & { version: number; chunks: readonly Buffer[] }

/** The answers of one process by the raw URL and, where it is not the public, the caller. */
export type ResponseCache = {
  readonly get: (key: string) => CachedResponse | undefined
  /** Keeps an answer from the second time on that it is asked for: most of those that come once do not come again. */
  readonly offer: (key: string, answer: CacheableResponse, version: number) => void
}

/** What an answer takes besides its body, roughly: headers, and what a list remembers of its question. */
const overhead = 4096

/** Keys that have come once and are remembered at most; and the longest that is kept, in characters. */
const [maxSeen, maxKey] = [10_000, 1024]

export const createResponseCache = (maxBytes: number): ResponseCache => {
  const cache = new LRUCache<string, CachedResponse>({ maxSize: Math.max(maxBytes, 1) })
  const wasSeen = rememberKeys()
  return {
    get: (key) => cache.get(key),
    offer: (key, answer, version) => {
      const { from, until } = answer.validity
      if (maxBytes === 0 || from >= until || key.length > maxKey) return
      if (!wasSeen(key)) return
      const length = answer.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      cache.set(key, { ...answer, version }, { size: length + overhead })
    },
  }
}

/** Tells whether a key has come before, as far back as half of the keys at least that are remembered. */
const rememberKeys = (): ((key: string) => boolean) => {
  let [older, newer] = [new Set<string>(), new Set<string>()]
  return (key) => {
    if (newer.has(key) || older.has(key)) return true
    newer.add(key)
    if (newer.size > maxSeen / 2) [older, newer] = [newer, new Set()]
    return false
  }
}

/**
 * The answer in one piece, as it is given when it comes from memory: to put pieces together costs more than to write them once, and where
 * much is written most answers do not last longer.
 */
export const joined = (kept: CachedResponse): CachedResponse => {
  if (kept.chunks.length > 1) kept.chunks = [Buffer.concat(kept.chunks)]
  return kept
}

/** Whether an answer may be given at that time, in epoch milliseconds. */
export const isInTime = ({ validity: { from, until } }: CachedResponse, now: number): boolean =>
  from <= now && now < until

/** How much of an answer is as it was: all of it, only what its list found, or perhaps nothing. */
type Rest = 'all' | 'list' | 'nothing'

/** How much of what an answer was made of is the same at this version of the content. */
export const restOf = (kept: CachedResponse, changeFeed: ChangeFeed, version: number): Rest => {
  if (kept.version === version) return 'all'
  if (changeFeed.haveChanged(kept.dependsOn, kept.version, extentOf(kept))) return 'nothing'
  if (kept.list && !isCurrent(kept.list.known.marks)) return 'list'
  kept.version = version
  return 'all'
}

/** The events that matter to an answer, where not all do: of a list, those that it may show as long as no other record changeFeed. */
const extentOf = ({ list }: CachedResponse): EventRange | undefined => {
  const extent = list?.question.plan.range
  return extent && { ...extent, tags: list.known.found.tags }
}

/** Whether a list still means what it meant: no record that it names has changed. */
export const isUnderstood = ({ list, version }: CachedResponse, changeFeed: ChangeFeed): boolean =>
  list !== undefined && !changeFeed.haveChanged(list.question.refersTo, version)
