import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { authenticate, isForeignBearer } from '../accounts/authenticate.ts'
import { findSession, isNonce, tokenOf } from '../accounts/sessions.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError, type ErrorCode, errorBody } from '../core/errors.ts'
import { anonymous, type Caller } from '../core/policy.ts'
import { addBodyParsers, bodyLimit } from './body.ts'
import type { Caches } from './caches.ts'
import { envelopeOf, handleError } from './error-handler.ts'
import type { FastPath } from './fast-path.ts'
import { refuseLongHeaders } from './header-limits.ts'
import { reply } from './reply.ts'
import { stateOf, urlLimit } from './request-state.ts'
import { errorResponse, jsonType, restHeaders, restResponse } from './rest-response.ts'

/** Timeouts: short for headers, and long for bodies, since images are large. */
const httpOptions = {
  maxHeaderSize: 64 * 1024,
  requireHostHeader: false,
  headersTimeout: 30_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
}

/** Makes a server without routes: it has limits, addresses, authentication and error handling. */
export const createServer = async (app: AppContext, caches: Caches, fastPath: FastPath): Promise<FastifyInstance> => {
  const { trustedProxies } = app.config
  const server = Fastify({
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { caseSensitive: false, maxParamLength: urlLimit },
    serverFactory: (router) => createHttpServer(httpOptions, fastPath.before(router)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: (request) => rewrite(request as IncomingMessage),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void handleError(app)(error, request, reply),
  })
  await addBodyParsers(server)
  // An unknown Expect header is ignored (RFC 9110, 10.1.1); Node would refuse it with an empty body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.addHook('onRequest', async (request) => {
    await admit(app, caches, request)
  })
  server.addHook('preClose', async () => fastPath.close())
  server.setErrorHandler(handleError(app))
  server.setNotFoundHandler(answerNoRoute)
  return server
}

/**
 * Rewrites the addresses of the interface to one spelling (contract B1.1), and sets the method from `_method` or its header on a POST
 * (F0.5), before the request is routed.
 */
const rewrite = (request: IncomingMessage): string => {
  const { address } = stateOf(request)
  if (address.kind !== 'page' && request.method === 'POST') {
    const asked = /(?:^|&)_method=([a-z]+)/i.exec(address.query)?.[1] ?? request.headers['x-http-method-override']
    if (typeof asked === 'string' && /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i.test(asked)) {
      // The client has sent a POST and expects a body, which a response to HEAD would not have.
      request.method = asked.toUpperCase() === 'HEAD' ? 'GET' : asked.toUpperCase()
    }
  }
  return address.url
}

/** Checks the length of the URL, authenticates the caller and synchronizes the content, before anything else (contract B2). */
const admit = async (app: AppContext, caches: Caches, request: FastifyRequest): Promise<void> => {
  const state = stateOf(request.raw)
  if (state.address.kind === 'page') {
    refuseLongUrl(request)
    refuseLongHeaders(request.headers)
    // The body of a request without a route is never read.
    if (request.is404 && request.method !== 'OPTIONS') throw new ApiError('rest_no_route')
    return
  }
  if (state.failure !== undefined) throw state.failure
  const now = app.clock()
  const { authorization } = request.headers
  if (authorization === undefined || (isReading(request.method) && isForeignBearer(authorization)))
    state.caller = await callerOfSession(app, request, state.address.query, now)
  else {
    // A user in the credential cache may have been removed by another process.
    if (state.version === 0) state.version = await caches.sync(now)
    state.caller = await callerOfHeader(app, caches, request, { header: authorization, now })
  }
  refuseLongUrl(request)
  refuseLongHeaders(request.headers)
  // Node itself would answer a request without Host with an empty body (RFC 9112, 3.2).
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new ApiError('rest_bad_request')
  // A body is read only for a route that exists (contract B2).
  if (request.is404 && request.method !== 'OPTIONS') throw new ApiError('rest_no_route')
  if (state.version === 0) state.version = await caches.sync(now)
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

const refuseLongUrl = (request: FastifyRequest): void => {
  if (request.originalUrl.length > urlLimit) throw new ApiError('rest_uri_too_long')
}

const callerOfHeader = async (
  { database }: AppContext,
  { credentials: callers }: Caches,
  { ip }: FastifyRequest,
  { header, now }: { readonly header: string; readonly now: number },
): Promise<Caller> => {
  return callers.find(header) ?? callers.learn(header, () => authenticate(database, { header, address: ip, now }))
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
  const token = tokenOf(request.headers.cookie)
  const caller = token === undefined ? undefined : await findSession(app.database, token, now)
  if (token === undefined || !caller || !isNonce(token, String(nonce))) throw new ApiError('rest_cookie_invalid_nonce')
  return caller
}

const answerNoRoute = (request: FastifyRequest, to: FastifyReply): Promise<FastifyReply> => {
  const { address } = stateOf(request.raw)
  if (request.method === 'OPTIONS' && address.kind !== 'page') {
    return reply(request, to, restResponse({ status: 200, body: [], isPublic: true }))
  }
  return reply(request, to, errorResponse(new ApiError('rest_no_route'), envelopeOf(request)))
}

const parserFaults: Readonly<Record<string, ErrorCode>> = {
  HPE_INVALID_METHOD: 'rest_no_route',
  HPE_HEADER_OVERFLOW: 'rest_headers_too_large',
}

const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 404: 'Not Found', 431: 'Headers Too Large' }

/** Answers a request that cannot be parsed as HTTP with an error body. */
const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const fault = new ApiError(parserFaults[error.code ?? ''] ?? 'rest_bad_request')
  const body = JSON.stringify(errorBody(fault))
  const headers = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    ...restHeaders,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${fault.status} ${reasons[fault.status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
