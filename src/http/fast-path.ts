import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isForeignBearer } from '../accounts/authenticate.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import { newRequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { namespace } from '../lib/links.ts'
import { listNetworks } from '../lib/networks.ts'
import { plainUrl, readAddress } from './address.ts'
import { findLongHeader, requestState, urlLimit } from './admission.ts'
import { findAsker, findClientAddress } from './client.ts'
import { chooseEncoding } from './encoding.ts'
import { readForm } from './raw-params.ts'
import { toldAt, writeResponse } from './response.ts'
import { answerRest } from './rest-request.ts'
import { createRouteFinder } from './routes.ts'
import type { CachedResponse, Response, ResponseCache, RestRequest, Route, Services } from './types.ts'

/** A request handler of Node's HTTP server. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Answers most reads without the router. */
export type FastPath = {
  /** Makes the handler of the HTTP server, which passes requests to the router when the fast path does not answer them. */
  readonly before: (router: Handler) => Handler
  /** Passes all further requests to the router, which closes connections while the server stops. */
  readonly close: () => void
  /** Returns the number of responses since the last call by `METHOD STATUS ROUTE`. */
  readonly takeCounts: () => ReadonlyMap<string, number>
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly router: Handler
  /** The normalized URL (D2.3). */
  readonly url: string
  /** Whether the URL looks like a page; the address itself is read only after a miss of the cache. */
  readonly isPage: boolean
}

/** How the fast path recognizes pages and feeds. */
export type Pages = {
  readonly query: PageQuery
  /** Whether a URL may be that of a page whose response is cached. */
  readonly isPage: (url: string) => boolean
}

/** Most milliseconds of one turn of the event loop; the remaining requests are answered in the next turn. */
const longestTurn = 5

/**
 * Makes the fast path, which answers plain reads from the response cache or by the handler of their route. All requests of one turn of the
 * event loop share one check for changes, after the last of them has arrived, so that no response is older than its request. All other
 * requests, and errors, go to the router.
 */
export const createFastPath = (services: Services, routes: readonly Route[], pages: Pages): FastPath => {
  const { app, caches } = services
  let counts = new Map<string, number>()
  const write = ({ request, response }: Exchange, answer: Response, route: string): void => {
    const key = `${request.method} ${writeResponse(request, response, answer)} ${route}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const answer = createAnswerer(services, routes, pages.query, write)
  const isOnThread = app.database.dialect.name === 'sqlite'
  let waiting: Exchange[] = []
  let isOpen = true
  const answerWaiting = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    const now = app.clock()
    let version: number
    try {
      version = await caches.sync(now)
    } catch (error) {
      for (const exchange of batch) fail(exchange, error)
      return
    }
    const deadline = performance.now() + longestTurn
    let isTurnOver = false
    // SQLite answers on this thread: what one request takes counts before the next one begins, unless a worker reads for it.
    const turn = isOnThread
      ? nextTurn().then(() => {
          isTurnOver = true
        })
      : undefined
    for (const [at, exchange] of batch.entries()) {
      if (isTurnOver || performance.now() > deadline) {
        if (waiting.length === 0) setImmediate(answerWaiting)
        waiting.unshift(...batch.slice(at))
        return
      }
      // The client has disconnected; without connections the server may already have closed the database.
      if (exchange.request.socket.destroyed) continue
      const answered = answer(exchange, now, version).catch((error: unknown) => fail(exchange, error))
      if (turn) await Promise.race([answered, turn])
    }
  }
  return {
    before: (router) => (request, response) => {
      if (!isOpen || !isSimpleGet(request)) return router(request, response)
      const url = plainUrl(request.url ?? '')
      const isRest = isBelowRoot.test(url)
      if (!(isRest || (pages.isPage(url) && !findLongHeader(request.headers)))) return router(request, response)
      if (waiting.length === 0) setImmediate(answerWaiting)
      waiting.push({ request, response, router, url, isPage: !isRest })
    },
    close: () => {
      isOpen = false
    },
    takeCounts: () => {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/** Whether the response depends only on the URL and the caller: a GET or HEAD without a body. */
const isSimpleGet = ({ method, headers, httpVersion, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['x-wp-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers.host !== undefined || httpVersion === '1.0') &&
  url.length <= urlLimit &&
  !url.includes('_wpnonce')

/** URLs that may belong to the interface (contract B1.1). Others, such as `/healthz`, must work without the database. */
const isBelowRoot = /\/(?:events|kalends)\/v1|\/wp-json|\/wp\/v2|rest_route=/i

const pass = ({ request, response, router }: Exchange): void => router(request, response)

/** Passes a request to the router after an error, with the error of the database, so that the router does not wait for the database again. */
const fail = (exchange: Exchange, error: unknown): void => {
  // Nobody waits for the response of a client that has gone.
  if (exchange.request.socket.destroyed) return
  if (exchange.response.headersSent) {
    exchange.request.socket.destroy()
    return
  }
  if (!(error instanceof ApiError)) requestState(exchange.request).failure = error
  pass(exchange)
}

const createAnswerer = (
  services: Services,
  routes: readonly Route[],
  pageQuery: PageQuery,
  write: (exchange: Exchange, answer: Response, route: string) => void,
) => {
  const { responses, credentials } = services.caches
  const findRoute = createRouteFinder(routes)
  const { trustedProxies } = services.app.config
  const trusted = trustedProxies.length > 0 ? listNetworks(trustedProxies) : undefined
  const cacheKey = createCacheKey(routes, pageQuery)
  return async (exchange: Exchange, now: number, version: number): Promise<void> => {
    const { request, url, isPage } = exchange
    const { authorization } = request.headers
    const isAnonymous = authorization === undefined || isPage || isForeignBearer(authorization)
    const caller = isAnonymous ? anonymous : credentials.find(authorization)
    if (!caller) return pass(exchange)
    const key = isPage ? cacheKey.ofPage(url, request) : cacheKey.ofRest(url, caller)
    const cached = await responses.find(key, now, version)
    if (cached) return write(exchange, cached.response, cached.route)
    const address = readAddress(url)
    // The response would be cached under the wrong sort of key.
    if (isPage !== (address.kind === 'page')) return pass(exchange)
    const found = isPage ? undefined : findRoute(address.path)
    if (!found) {
      const state = requestState(request)
      state.version = version
      if (caller === anonymous) state.keep = (answer, route) => responses.offer(key, answer, route, version)
      return pass(exchange)
    }
    const { config } = services.app
    const rest: RestRequest = {
      ...found,
      services,
      context: newRequestContext({
        config,
        now,
        version,
        caller,
        language: address.language,
        asker: findAsker(request, caller, () => findClientAddress(request, trusted)),
      }),
      address,
      method: 'GET',
      url,
      headers: request.headers,
      raw: readForm(address.query),
    }
    const answer = await answerRest(rest)
    responses.offer(key, answer, found.routePath, version)
    write(exchange, answer, found.routePath)
  }
}

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
