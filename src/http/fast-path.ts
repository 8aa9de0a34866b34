import type { IncomingMessage, ServerResponse } from 'node:http'
import { isForeignBearer } from '../accounts/authenticate.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { newRequestContext, siteOf } from '../core/request-context.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { plainUrl, readAddress } from './address.ts'
import { joinSources, readForm } from './raw-params.ts'
import { stateOf, urlLimit } from './request-state.ts'
import { type Response, writeResponse } from './response.ts'
import { createCacheKey, type PageQuery } from './response-cache.ts'
import { answerRest, type RestRequest, type Services } from './rest-request.ts'
import { createRouteFinder, type Route } from './routes.ts'

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The way of most reads: the handlers of the routes, called without the router. */
export type FastPath = {
  /** What the HTTP server calls: it leaves to the router what it does not answer itself. */
  readonly before: (router: Handler) => Handler
  /** From here on the router answers everything, since it tells clients that the server stops. */
  readonly close: () => void
  /** How many responses were given since the last call, by `METHOD STATUS ROUTE`. */
  readonly takeCounts: () => ReadonlyMap<string, number>
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly router: Handler
  /** What was asked for, spelled in the one way that patterns and keys know (D2.3). */
  readonly url: string
  /** It looks like a page: the address itself is not read for what is cached. */
  readonly isPage: boolean
}

/** What the fast path has to know of the pages and feeds of the site. */
export type Pages = {
  readonly query: PageQuery
  /** Whether a URL may be that of a page whose response is cached. */
  readonly isPage: (url: string) => boolean
}

/** Milliseconds after which the requests that still wait are answered in the next turn of the event loop, for which all else waits too. */
const longestTurn = 5

/**
 * Answers plain reads before the router sees them: from the cache, or by the handler of their route. All requests that arrived in one
 * turn of the event loop share the question whether anything has changed, which is asked after the last of them has come: a response is
 * never older than its request. Everything unusual, and every error, goes on to the router.
 */
export const createFastPath = (services: Services, routes: readonly Route[], pages: Pages): FastPath => {
  const { app, caches } = services
  let counts = new Map<string, number>()
  const count = (method: string, status: number, route: string): void => {
    const key = `${method} ${status} ${route}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const answer = createAnswerer(services, routes, pages.query, count)
  let waiting: Exchange[] = []
  let isOpen = true
  const answerWaiting = (): void => {
    const batch = waiting
    waiting = []
    const now = app.clock()
    try {
      const synced = after(caches.sync(now), (version) => answerAll(batch, now, version))
      if (synced instanceof Promise) synced.catch((error) => failAll(batch, error))
    } catch (error) {
      failAll(batch, error)
    }
  }
  const answerAll = (batch: readonly Exchange[], now: number, version: number): void => {
    const deadline = performance.now() + longestTurn
    for (const [at, exchange] of batch.entries()) {
      if (performance.now() > deadline) {
        if (waiting.length === 0) setImmediate(answerWaiting)
        waiting.unshift(...batch.slice(at))
        return
      }
      // A client that has gone needs no response; without connections the server may even have closed the database.
      if (exchange.request.socket.destroyed) continue
      try {
        const answered = answer(exchange, now, version)
        if (answered instanceof Promise) answered.catch((error) => fail(exchange, error))
      } catch (error) {
        fail(exchange, error)
      }
    }
  }
  return {
    before: (router) => (request, response) => {
      const url = plainUrl(request.url ?? '')
      const isRest = isBelowRoot.test(url)
      if (!isOpen || !isPlain(request) || !(isRest || pages.isPage(url))) return router(request, response)
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

/** A GET without a body, whose response depends on the URL and the caller alone. */
const isPlain = ({ method, headers, httpVersion, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['x-wp-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers.host !== undefined || httpVersion === '1.0') &&
  url.length <= urlLimit &&
  !url.includes('_wpnonce')

/** Addresses that may be of the interface (contract B1.1): whether the server is alive is answered without the database. */
const isBelowRoot = /\/events\/v1|\/wp-json|\/wp\/v2|rest_route=/i

const noQuery = joinSources([readForm('')])

const pass = ({ request, response, router }: Exchange): void => router(request, response)

const failAll = (batch: readonly Exchange[], error: unknown): void => {
  for (const exchange of batch) fail(exchange, error)
}

/** Leaves an error to the router, which need not wait again for a database that has not answered. */
const fail = (exchange: Exchange, error: unknown): void => {
  if (exchange.response.headersSent) {
    exchange.request.socket.destroy()
    return
  }
  if (!(error instanceof ApiError)) stateOf(exchange.request).failure = error
  pass(exchange)
}

const createAnswerer = (
  services: Services,
  routes: readonly Route[],
  pageQuery: PageQuery,
  count: (method: string, status: number, route: string) => void,
) => {
  const { responses, credentials } = services.caches
  const findRoute = createRouteFinder(routes)
  const cacheKey = createCacheKey(routes, pageQuery)
  const site = siteOf(services.app)
  const callerOf = ({ request, isPage }: Exchange): Caller | undefined => {
    const { authorization } = request.headers
    const isAnonymous = authorization === undefined || isPage || isForeignBearer(authorization)
    return isAnonymous ? anonymous : credentials.find(authorization)
  }
  const write = ({ request, response }: Exchange, answer: Response, route: string): void => {
    const status = writeResponse(request, response, answer)
    count(request.method ?? 'GET', status, route)
  }
  return (exchange: Exchange, now: number, version: number): Awaitable<void> => {
    const { request, url, isPage } = exchange
    const caller = callerOf(exchange)
    if (!caller) return pass(exchange)
    const key = isPage ? cacheKey.ofPage(url, request) : cacheKey.ofRest(url, caller)
    const cached = responses.find(key, now, version)
    if (cached) return write(exchange, cached.response, cached.route)
    const address = readAddress(url)
    // What is no page, though it looks like one, or the other way round, would be cached under a key of the wrong kind.
    if (isPage !== (address.kind === 'page')) return pass(exchange)
    const found = isPage ? undefined : findRoute(address.path)
    if (!found) {
      const state = stateOf(request)
      state.version = version
      if (caller === anonymous) state.keep = (answer, route) => responses.offer(key, answer, route, version)
      return pass(exchange)
    }
    const { language } = address
    const rest: RestRequest = {
      ...found,
      services,
      context: newRequestContext({ ...site(), now, version, caller, language }),
      address,
      method: 'GET',
      url,
      headers: request.headers,
      raw: address.query === '' ? noQuery : joinSources([readForm(address.query)]),
    }
    return after(answerRest(rest), (answer) => {
      responses.offer(key, answer, found.routePath, version)
      write(exchange, answer, found.routePath)
    })
  }
}
