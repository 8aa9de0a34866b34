import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { ApiError, type ErrorCode, errorBody } from '../core/errors.ts'
import { createAdmission, rewriteUrl, stateOf, urlLimit } from './admission.ts'
import { addBodyParsers, bodyLimit } from './body.ts'
import { envelopeOf, handleError } from './error-handler.ts'
import type { FastPath, Handler } from './fast-path.ts'
import { errorResponse, jsonType, reply, restHeaders, restResponse } from './response.ts'
import { watchBody } from './slow-bodies.ts'
import type { Caches } from './types.ts'

/** Headers have to come soon; bodies may be large, and only their pace is bounded. */
const httpOptions = {
  maxHeaderSize: 64 * 1024,
  requireHostHeader: false,
  headersTimeout: 30_000,
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
}

/** Makes a server without routes: it has limits, addresses, authentication and error handling. */
export const createServer = async (app: AppContext, caches: Caches, fastPath: FastPath): Promise<FastifyInstance> => {
  const { trustedProxies } = app.config
  const server = Fastify({
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { caseSensitive: false, maxParamLength: urlLimit },
    serverFactory: (router) => createHttpServer(httpOptions, withPace(fastPath.before(router))),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void handleError(app)(error, request, reply),
  })
  await addBodyParsers(server)
  // An unknown Expect header is ignored (RFC 9110, 10.1.1); Node would refuse it with an empty body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.addHook('onRequest', createAdmission(app, caches))
  server.addHook('preClose', async () => fastPath.close())
  server.setErrorHandler(handleError(app))
  server.setNotFoundHandler(answerNoRoute)
  return server
}

const answerNoRoute = (request: FastifyRequest, to: FastifyReply): Promise<FastifyReply> => {
  const { address } = stateOf(request.raw)
  if (request.method === 'OPTIONS' && address.kind !== 'page') {
    return reply(request, to, restResponse({ status: 200, body: [], isPublic: true }))
  }
  return reply(request, to, errorResponse(new ApiError('rest_no_route'), envelopeOf(request)))
}

/** Answers a request whose body comes too slowly, and ends its connection. */
const withPace =
  (handler: Handler): Handler =>
  (request, response) => {
    watchBody(request, () => {
      const { socket } = request
      if (response.headersSent) socket.destroy()
      else answerAndClose(socket, new ApiError('rest_request_timeout'))
    })
    handler(request, response)
  }

const parserFaults: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'rest_request_timeout',
  HPE_INVALID_METHOD: 'rest_no_route',
  HPE_HEADER_OVERFLOW: 'rest_headers_too_large',
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  431: 'Headers Too Large',
}

/** Answers a request that cannot be parsed as HTTP with an error body. */
const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  answerAndClose(socket, new ApiError(parserFaults[error.code ?? ''] ?? 'rest_bad_request'))
}

/** Writes an error as the last answer on a connection. */
const answerAndClose = (socket: Socket, fault: ApiError): void => {
  const body = JSON.stringify(errorBody(fault))
  const headers = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    ...restHeaders,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // A client that goes on sending would keep the connection open.
  socket.end(
    `HTTP/1.1 ${fault.status} ${reasons[fault.status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    () => socket.destroySoon(),
  )
}
