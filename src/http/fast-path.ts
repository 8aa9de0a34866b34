import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isForeignBearer } from '../accounts/authenticate.ts'
import { newRequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous } from '../core/policy.ts'
import { listNetworks } from '../lib/networks.ts'
import { plainUrl, readAddress } from './address.ts'
import { findLongHeader, requestState, urlLimit } from './admission.ts'
import { findAsker, findClientAddress } from './client.ts'
import { readForm } from './raw-params.ts'
import { writeResponse } from './response.ts'
import { createCacheKey, type PageQuery } from './response-cache.ts'
import { answerRest } from './rest-request.ts'
import { createRouteFinder } from './routes.ts'
import type { Response, RestRequest, Route, Services } from './types.ts'

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
