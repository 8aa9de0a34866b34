import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { namespace } from '../lib/links.ts'
import { encodingOf } from './encoding.ts'
import { type CacheRule, lengthOf, type Response } from './response.ts'
import type { Route } from './routes.ts'

/** A response in memory; `version` is the latest version of the content at which it was found to be right. */
export type CachedResponse = {
  response: Response
  readonly cache: CacheRule
  /** The route that answered, for the metrics. */
  readonly route: string
  version: number
}

/** The responses of one process by the URL and, where it is not the public, the caller. */
export type ResponseCache = {
  /** The response that is right at that time, in epoch milliseconds, and for that version of the content. */
  readonly find: (key: string, now: number, version: number) => CachedResponse | undefined
  /** Caches a response from the second time on that it is asked for: most of those that come once do not come again. */
  readonly offer: (key: string, response: Response, route: string, version: number) => void
}

/** Bytes that a response takes besides its body, roughly. */
const overhead = 4096

/** Keys that have come once and are remembered, and the length of a key that is cached, in characters. */
const [maxSeen, maxKey] = [10_000, 1024]

/** Makes the cache; together the responses take `maxBytes` at most, and 0 turns it off. */
export const createResponseCache = (maxBytes: number, changeFeed: ChangeFeed): ResponseCache => {
  const cache = new LRUCache<string, CachedResponse>({ maxSize: Math.max(maxBytes, 1) })
  const wasSeen = rememberKeys()
  return {
    find: (key, now, version) => {
      const cached = cache.get(key)
      if (!cached) return undefined
      const { validity } = cached.cache
      if (now < validity.from || now >= validity.until) return undefined
      if (cached.version !== version) {
        if (isStale(cached, changeFeed)) return undefined
        cached.version = version
      }
      return cached
    },
    offer: (key, response, route, version) => {
      const rule = response.cache
      if (!rule || maxBytes === 0 || rule.validity.from >= rule.validity.until || key.length > maxKey) return
      const { body } = response
      if (!Array.isArray(body) || !wasSeen(key)) return
      // To join the pieces costs more than to write them once, and less than to write them often.
      const joined = { ...response, body: body.length > 1 ? [Buffer.concat(body)] : body }
      cache.set(key, { response: joined, cache: rule, route, version }, { size: lengthOf(body) + overhead })
    },
  }
}

const isStale = ({ cache: { dependsOn, range, flags }, version }: CachedResponse, changeFeed: ChangeFeed): boolean => {
  if (changeFeed.haveChanged(dependsOn, version, range)) return true
  if (flags === undefined) return false
  for (const some of flags) {
    for (const flag of some) if (flag.isStale) return true
  }
  return false
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

/** What the query of a page or a feed at a path says, in one spelling: it names every parameter that the page looks at, and no other. */
export type PageQuery = (path: string, query: string) => string

/** Makes the key of a response: two requests with the same key get the same response. */
export type CacheKey = {
  /** Of a request of the interface: each caller has keys of his own. */
  readonly ofRest: (url: string, caller: Caller) => string
  /** Of a page or a feed, which are sent in several encodings. */
  readonly ofPage: (url: string, request: IncomingMessage) => string
}

/** Addresses of the calendar's namespaces. Lists below `wp/v2` refuse what they do not know, so there every parameter counts. */
const isOfCalendar = /^[^?]*\/events\/v1(?:[/?]|$)/i

/**
 * Keys leave out parameters that no route knows. Names that are escaped, or begin with `_`, stay, since they may be other spellings of
 * known ones.
 */
export const createCacheKey = (routes: readonly Route[], pageQuery: PageQuery): CacheKey => {
  const own = routes.filter((route) => route.namespace === namespace)
  const known = new Set(own.flatMap(({ endpoints }) => endpoints.flatMap(({ params }) => Object.keys(params))))
  const isKnown = (part: string): boolean => {
    const name = part.split(/[=[]/, 1)[0] ?? ''
    return known.has(name) || name.startsWith('_') || name.includes('%')
  }
  return {
    ofRest: (url, caller) => {
      const mark = url.indexOf('?')
      let key = url
      if (mark >= 0 && isOfCalendar.test(url)) {
        const kept = url
          .slice(mark + 1)
          .split('&')
          .filter(isKnown)
        key = kept.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${kept.join('&')}`
      }
      return caller === anonymous ? key : `${caller.id} ${caller.role} ${key}`
    },
    ofPage: (url, { headers }) => {
      const mark = url.indexOf('?')
      const path = mark < 0 ? url : url.slice(0, mark)
      const query = mark < 0 ? '' : pageQuery(path, url.slice(mark + 1))
      return `${encodingOf(headers['accept-encoding'])} ${path}?${query}`
    },
  }
}
