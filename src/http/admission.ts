import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { authenticate, isForeignBearer } from '../accounts/authenticate.ts'
import { findSession, isNonce, needsSecondFactor, readToken } from '../accounts/sessions.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { readForwardedFor } from '../lib/client-network.ts'
import { maxHeaderLength } from '../lib/header-length.ts'
import { type Address, missingPath, readAddress } from './address.ts'
import { logRefusals } from './refusal-log.ts'
import type { Caches, Response } from './types.ts'

/** The state of a request before it has a context: address, caller and version of the content. */
export type RequestState = {
  readonly address: Address
  caller: Caller
  /** The version of the content from which the request is answered. */
  version: number
  /** The error of the database, so that it is not queried again for this request. */
  failure?: unknown
  /** Offers the response to the response cache; undefined when it must not be cached. */
  keep?: (response: Response, route: string) => void
}

/** A property of the request itself: a WeakMap of all open requests would slow down garbage collection. */
const stateKey = Symbol('state')

/** Returns the state of a request, which is created by the first call. */
export const requestState = (request: IncomingMessage & { [stateKey]?: RequestState }): RequestState => {
  request[stateKey] ??= { address: readAddress(request.url ?? '/'), caller: anonymous, version: 0 }
  return request[stateKey]
}

/**
 * Rewrites the addresses of the interface to one spelling (contract B1.1), and sets the method from `_method` or its header on a POST
 * (F0.5), before the request is routed.
 */
export const rewriteUrl = (request: IncomingMessage): string => {
  const { address } = requestState(request)
  if (address.kind !== 'page' && request.method === 'POST') {
    const asked = /(?:^|&)_method=([a-z]+)/i.exec(address.query)?.[1] ?? request.headers['x-http-method-override']
    if (typeof asked === 'string' && /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i.test(asked)) {
      // The client has sent a POST and expects a body, which a response to HEAD would not have.
      request.method = asked.toUpperCase() === 'HEAD' ? 'GET' : asked.toUpperCase()
    }
  }
  return isLongPage(request) ? missingPath : address.url
}

/** Whether a browser asks for a page by an address that is too long: the page of that error has the handler of missing pages. */
export const isLongPage = (request: IncomingMessage & { readonly originalUrl?: string }): boolean =>
  (request.originalUrl ?? request.url ?? '').length > urlLimit &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  requestState(request).address.kind === 'page' &&
  request.headers.accept?.includes('text/html') === true

/**
 * Makes the first hook of every request: it authenticates the caller of the interface, checks the limits of URL and headers, and
 * synchronizes the content, before anything else (contract B2).
 */
export const createAdmission =
  (app: AppContext, { credentials, lastUses, sync }: Caches) =>
  async (request: FastifyRequest): Promise<void> => {
    const state = requestState(request.raw)
    const isPage = state.address.kind === 'page'
    const now = app.clock()
    // Some gateways write ports, and each would be another client. Fastify reads the address of the client from this header when it is asked.
    const forwarded = request.raw.headers['x-forwarded-for']
    if (typeof forwarded === 'string') request.raw.headers['x-forwarded-for'] = readForwardedFor(forwarded)
    if (!isPage) {
      if (state.failure !== undefined) throw state.failure
      const { authorization: header } = request.headers
      const isReading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
      if (header === undefined || (isReading && isForeignBearer(header))) {
        state.caller = await callerOfSession(app, request, state.address.query, now)
        lastUses.note(state.caller)
      } else {
        // A user in the credential cache may have been removed by another process.
        if (state.version === 0) state.version = await sync(now)
        const attempt = { header, address: request.ip, now, whenRefused: logRefusals(app.log, request) }
        state.caller =
          credentials.find(header) ?? (await credentials.learn(header, () => authenticate(app.database, attempt)))
      }
    }
    if (request.originalUrl.length > urlLimit && !isLongPage(request.raw)) throw new ApiError('rest_uri_too_long')
    const long = findLongHeader(request.headers)
    if (long) throw headerTooLong(long)
    // Node itself would answer a request without Host with an empty body (RFC 9112, 3.2).
    const isHostMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1'
    if (!isPage && isHostMissing) throw new ApiError('rest_bad_request')
    // A body is read only for a route that exists (contract B2).
    if (request.is404 && request.method !== 'OPTIONS') throw new ApiError('rest_no_route')
    if (!isPage && state.version === 0) state.version = await sync(now)
  }

/** Returns the user of a session. A cookie is accepted only with the nonce of its session (contract B5.1); a wrong nonce is an error (F0.1). */
const callerOfSession = async (
  app: AppContext,
  request: FastifyRequest,
  query: string,
  now: number,
): Promise<Caller> => {
  const nonce = request.headers['x-wp-nonce'] ?? /(?:^|&)_wpnonce=([^&]*)/.exec(query)?.[1]
  if (nonce === undefined) return anonymous
  const token = readToken(app.config.publicUrl, request.headers.cookie)
  const caller = token === undefined ? undefined : await findSession(app.database, token, now)
  if (token === undefined || !caller || !isNonce(token, String(nonce))) throw new ApiError('rest_cookie_invalid_nonce')
  const { hasSecondFactor, ...known } = caller
  const { isForEnrolment } = request.routeOptions.config
  if (!isForEnrolment && needsSecondFactor(app.config.twoFactors, known.role, hasSecondFactor)) {
    throw new ApiError('kalends_second_factor_required')
  }
  return known
}

/** Most characters of a URL (contract B9). */
export const urlLimit = 8192

/** Most characters of an `Authorization` or `Cookie` header: web tokens and cookies of other programs on the host can be long. */
const maxCredentialLength = 16 * 1024

/** Most characters of the headers that are parsed. A long `Accept-Encoding` or `If-None-Match` is ignored instead of refused. */
const headerLimits = [
  ['content-type', maxHeaderLength],
  ['content-disposition', maxHeaderLength],
  ['if-match', maxHeaderLength],
  ['range', maxHeaderLength],
  ['if-range', maxHeaderLength],
  ['x-forwarded-for', maxHeaderLength],
  ['authorization', maxCredentialLength],
  ['cookie', maxCredentialLength],
] as const

/** Returns the limit that a header exceeds, if there is one. */
export const findLongHeader = (headers: IncomingHttpHeaders): (typeof headerLimits)[number] | undefined => {
  for (const one of headerLimits) if ((headers[one[0]]?.length ?? 0) > one[1]) return one
  return undefined
}

const headerTooLong = ([name, limit]: (typeof headerLimits)[number]): ApiError =>
  new ApiError('rest_headers_too_large', { message: `The header ${name} may have at most ${limit} characters.` })
