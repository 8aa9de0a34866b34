import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { namespace } from '../lib/links.ts'
import { chooseEncoding } from './encoding.ts'
import { toldAt } from './response.ts'
import type { CachedResponse, Response, ResponseCache, Route } from './types.ts'

/** Approximate bytes that a cached response takes besides its body. */
const overhead = 4096

/** Most keys that are remembered after one request, and most characters of a key that is cached. */
const [maxSeen, maxKey] = [10_000, 1024]

/** Makes the response cache, which takes at most `maxBytes`; 0 turns it off. */
export const createResponseCache = (maxBytes: number, changeFeed: ChangeFeed): ResponseCache => {
  const cache = new LRUCache<string, CachedResponse>({ maxSize: Math.max(maxBytes, 1) })
  // The keys that were offered once; the older half is forgotten when there are too many.
  let [older, newer] = [new Set<string>(), new Set<string>()]
  const keep = (key: string, { response, route, version }: Offered): CachedResponse | undefined => {
    const { cache: rule, body } = response
    if (!rule || !Array.isArray(body)) return undefined
    const cached = { response, cache: rule, route, version }
    let size = overhead
    for (const chunk of body) size += chunk.length
    cache.set(key, cached, { size })
    return cached
  }
  return {
    find: async (key, now, version) => {
      const cached = cache.get(key)
      if (!cached) return undefined
      const { validity, dependsOn, range, flags, renew } = cached.cache
      if (now < validity.from || now >= validity.until) return undefined
      if (cached.version !== version) {
        if (changeFeed.haveChanged(dependsOn, cached.version, range)) return undefined
        if (flags?.some(isAnyStale)) {
          return renew && keep(key, { response: await renew(), route: cached.route, version })
        }
        cached.version = version
      }
      cached.response = inOnePiece(cached.response)
      if (validity.toldAt !== undefined) cached.response = toldAt(cached.response, validity, now)
      return cached
    },
    offer: (key, response, route, version) => {
      const rule = response.cache
      if (!rule || maxBytes === 0 || rule.validity.from >= rule.validity.until || key.length > maxKey) return
      if (newer.has(key) || older.has(key)) {
        keep(key, { response, route, version })
        return
      }
      newer.add(key)
      if (newer.size > maxSeen / 2) [older, newer] = [newer, new Set()]
    },
  }
}

type Offered = Pick<CachedResponse, 'response' | 'route' | 'version'>

/** Joining the chunks pays off for a response that is written more than once. */
const inOnePiece = (response: Response): Response => {
  const { body } = response
  return Array.isArray(body) && body.length > 1 ? { ...response, body: [Buffer.concat(body)] } : response
}

const isAnyStale = (flags: readonly InvalidationFlag[]): boolean => {
  for (const flag of flags) if (flag.isStale) return true
  return false
}

/** Normalizes the query of a page or a feed: all parameters that the page uses, in one spelling, and no others. */
export type PageQuery = (path: string, query: string) => string

/** Makes the keys of responses: requests with equal keys have equal responses. */
export type CacheKey = {
  /** The key of a request to the interface, which differs between callers. */
  readonly ofRest: (url: string, caller: Caller) => string
  /** The key of a page or a feed, which differs between content codings. */
  readonly ofPage: (url: string, request: IncomingMessage) => string
}

/** Paths of the calendar's namespaces. Lists below `wp/v2` refuse unknown parameters, so that their keys contain every parameter. */
const isOfCalendar = /^[^?]*\/events\/v1(?:[/?]|$)/i

/**
 * Makes the functions for keys, which leave out parameters that no route has. Names with escapes or a leading `_` are kept, since they may be
 * other spellings of parameters.
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
      return `${chooseEncoding(headers['accept-encoding'])} ${path}?${query}`
    },
  }
}
