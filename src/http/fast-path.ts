import type { IncomingMessage, ServerResponse } from 'node:http'
import { isForeignBearer } from '../accounts/authenticate.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { newRequestContext, siteOf } from '../core/request-context.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { plainUrl } from './address.ts'
import type { Caches } from './caches.ts'
import { type Counter, createCounter } from './counter.ts'
import { encodingOf } from './encoding.ts'
import {
  type Before,
  type ListRequest,
  type ListResponse,
  type ParsedList,
  parseList,
  readList,
} from './list-response.ts'
import { joinSources, readForm } from './raw-params.ts'
import { stateOf, urlLimit } from './request-state.ts'
import { writeAnswer, writtenOf } from './respond.ts'
import {
  type CacheableResponse,
  type CachedResponse,
  isInTime,
  isUnderstood,
  joined,
  restOf,
} from './response-cache.ts'
import { createRestKey, type RestKey } from './rest-key.ts'
import { routeHeaders } from './route-headers.ts'
import type { Route } from './routes.ts'

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What stands before the router. */
export type FastPath = {
  readonly handle: (request: IncomingMessage, response: ServerResponse, router: Handler) => void
  /** From here on the router answers everything, since it tells the clients that the server stops. */
  readonly close: () => void
  /** How many answers were given since the last call. */
  readonly takeCounts: Counter['take']
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly router: Handler
  /** What was asked for, spelled in the one way that patterns and keys know (D2.3). */
  readonly url: string
  /** It looks like a page: the address itself is not read for what is in memory. */
  readonly isPage: boolean
}

/** When a request is answered, in epoch milliseconds, and from which version of the content on. */
type Moment = { readonly now: number; readonly version: number }

/** What the query of a page or a feed at a path says, in one spelling: it names every parameter that the page looks at, and no other. */
export type PageQuery = (path: string, query: string) => string

/** Milliseconds after which whoever still waits is answered in the next turn of the event loop, for which all else waits too. */
const longestTurn = 5

/**
 * Answers what is read all day before the router sees it: what is in memory, and lists, also of callers who are known already. All
 * requests that arrived in one turn of the event loop share the question whether anything has changed, which is asked after the last
 * of them has come: nobody is answered with less than what was committed before he asked. What is unusual, and every error, is left
 * to the router.
 */
export const createFastPath = (
  app: AppContext,
  reading: Caches,
  routes: readonly Route[],
  pageQuery: PageQuery,
): FastPath => {
  const counter = createCounter()
  const answerOne = createAnswerer(app, reading, routes, pageQuery, counter.count)
  let waiting: Exchange[] = []
  let isOpen = true
  const wait = (exchanges: readonly Exchange[]): void => {
    if (waiting.length === 0) setImmediate(answerWaiting)
    waiting.unshift(...exchanges)
  }
  const answerWaiting = (): void => {
    // Who has gone needs no answer; without connections the server may even have closed the database.
    const batch = waiting.filter(({ request }) => !request.socket.destroyed)
    waiting = []
    if (batch.length === 0) return
    const now = app.clock()
    const answerAll = (version: number): void => {
      const deadline = performance.now() + longestTurn
      const moment = { now, version }
      for (const [at, exchange] of batch.entries()) {
        if (performance.now() > deadline) {
          wait(batch.slice(at))
          return
        }
        orElse(
          () => answerOne(exchange, moment),
          (error) => fail(exchange, error),
        )
      }
    }
    orElse(
      () => after(reading.sync(now), answerAll),
      (error) => {
        for (const exchange of batch) fail(exchange, error)
      },
    )
  }
  return {
    handle: (request, response, router) => {
      const url = plainUrl(request.url ?? '')
      const isBelow = isBelowRoot.test(url)
      if (!isOpen || !isPlain(request) || !(isBelow || isOfPages.test(url))) return router(request, response)
      if (waiting.length === 0) setImmediate(answerWaiting)
      waiting.push({ request, response, router, url, isPage: !isBelow })
    },
    close: () => {
      isOpen = false
    },
    takeCounts: counter.take,
  }
}

/** A GET without a body, whose answer depends on the URL and the caller alone. */
const isPlain = ({ method, headers, httpVersion, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['x-wp-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers.host !== undefined || httpVersion === '1.0') &&
  url.length <= urlLimit &&
  !url.includes('_wpnonce')

/** Addresses that may be of the interface (contract B1.1): whether the server is alive is told without the database. */
const isBelowRoot = /\/events\/v1|\/wp-json|\/wp\/v2|rest_route=/i

/** Pages of the calendar, in any language, and its sitemaps. */
const isOfPages =
  /^\/(?:[a-z]{2}(?:\/|$))?(?:(?:events?|venues?|organizers?|feed)\/[^?]*|sitemap[^/?]*\.xml)?(?:\?.*)?$/i

/** Under what an answer is kept: each caller has one of its own, and pages are sent in several forms. */
const keyOf = (
  { request: { headers }, url, isPage }: Exchange,
  caller: Caller,
  { pageQuery, restKey }: { readonly pageQuery: PageQuery; readonly restKey: RestKey },
): string => {
  if (isPage) {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const query = mark < 0 ? '' : pageQuery(path, url.slice(mark + 1))
    return `${encodingOf(headers['accept-encoding'])} ${path}?${query}`
  }
  const key = restKey(url)
  return caller === anonymous ? key : `${caller.id} ${caller.role} ${key}`
}

/** Whether the answer will be sent, and not only named. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'HEAD' && headers['if-none-match'] === undefined

const pass = ({ request, response, router }: Exchange): void => router(request, response)

/** The router tells errors; it need not wait for a database again that has not answered. */
const fail = (exchange: Exchange, error: unknown): void => {
  if (!(error instanceof ApiError)) stateOf(exchange.request).failure = error
  pass(exchange)
}

/** Does what may fail, now or later. */
const orElse = (work: () => Awaitable<void>, otherwise: (error: unknown) => void): void => {
  try {
    const done = work()
    if (done instanceof Promise) done.catch(otherwise)
  } catch (error) {
    otherwise(error)
  }
}

const createAnswerer = (
  app: AppContext,
  reading: Caches,
  routes: readonly Route[],
  pageQuery: PageQuery,
  count: Counter['count'],
) => {
  const { responses: answers, credentials: callers, changeFeed: changes } = reading
  const parseRequest = createListReader(app, routes)
  const restKey = createRestKey(routes)
  const write = ({ request, response }: Exchange, answer: CacheableResponse): void => {
    writeAnswer(request, response, answer)
    count({ method: request.method ?? 'GET', route: answer.route, status: response.statusCode })
  }
  return (exchange: Exchange, { now, version }: Moment): Awaitable<void> => {
    const { request, isPage } = exchange
    const { authorization } = request.headers
    const isAnonymous = authorization === undefined || isPage || isForeignBearer(authorization)
    const caller = isAnonymous ? anonymous : callers.find(authorization)
    if (!caller) return pass(exchange)
    const key = keyOf(exchange, caller, { pageQuery, restKey })
    const answer = (question: ParsedList, old?: CachedResponse, before?: Before): Awaitable<void> =>
      after(readList(question, reading, before), (list) => {
        if (old && !list) old.version = version
        const made = list ? keepableOf(question, list) : old
        if (list && made) answers.offer(key, made, version)
        if (made) write(exchange, made)
      })
    const kept = answers.get(key)
    if (kept && isInTime(kept, now)) {
      const rest = restOf(kept, changes, version)
      if (rest === 'all') return write(exchange, hasBody(request) ? joined(kept) : kept)
      const { list } = kept
      if (list && isUnderstood(kept, changes))
        return answer(list.question, kept, { known: list.known, isSame: rest === 'list' })
    }
    const list = parseRequest(request, caller, { now, version })
    if (list) return after(parseList(app.database, reading.references, list), (question) => answer(question))
    const state = stateOf(request)
    // What is no page, though it looks like one, or the other way round, would be kept under a key of the wrong kind.
    if (caller === anonymous && isPage === (state.address.kind === 'page')) {
      state.keep = (made) => answers.offer(key, made, version)
    }
    pass(exchange)
  }
}

const keepableOf = (question: ParsedList, { known, chunks, headers, etag }: ListResponse): CacheableResponse => ({
  ...writtenOf(routeHeaders(question.context, question.route, headers), chunks, etag, question.context.caller.id === 0),
  validity: question.context.validity,
  dependsOn: question.resource.dependsOn,
  list: { question, known },
  route: pathOf(question.route),
})

/** Reads which list a caller asks for; undefined for everything else, and where the whole answer is not wanted (contract B3.4). */
const createListReader = (app: AppContext, routes: readonly Route[]) => {
  const lists = new Map(routes.filter(isList).map((route) => [pathOf(route), route]))
  const site = siteOf(app)
  return (request: IncomingMessage, caller: Caller, moment: Moment): ListRequest | undefined => {
    const { address } = stateOf(request)
    const mark = address.url.indexOf('?')
    const route = lists.get(mark < 0 ? address.url : address.url.slice(0, mark))
    if (!route?.resource || isPartial(address.query)) return undefined
    const context = newRequestContext({ ...site(), ...moment, caller, language: address.language })
    return { route, resource: route.resource, address, raw: joinSources([readForm(address.query)]), context }
  }
}

const pathOf = ({ namespace, path }: Route): string => `/${namespace}${path}`

const isList = ({ endpoints }: Route): boolean => endpoints.some(({ operation }) => operation === 'list')

/** Whether a query has one of the parameters that pick or wrap, however it is spelled. */
const isPartial = (query: string): boolean =>
  partial.test(query.includes('%') ? query.replace(escapes, unescaped) : query)

const partial = /(?:^|&)_(?:fields|envelope)/i
const escapes = /%([0-7][0-9a-f])/gi
const unescaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))
