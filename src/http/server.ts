import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { ApiError, type ErrorCode, errorBody } from '../core/errors.ts'
import { createAdmission, requestState, rewriteUrl, urlLimit } from './admission.ts'
import { addBodyParsers, bodyLimit } from './body.ts'
import { handleError, readEnvelope } from './error-handler.ts'
import type { FastPath, Handler } from './fast-path.ts'
import { errorResponse, jsonType, reply, restHeaders, restResponse } from './response.ts'
import type { Caches, Pace } from './types.ts'

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
  const { address } = requestState(request.raw)
  if (request.method === 'OPTIONS' && address.kind !== 'page') {
    return reply(request, to, restResponse({ status: 200, body: [], isPublic: true }))
  }
  return reply(request, to, errorResponse(new ApiError('rest_no_route'), readEnvelope(request)))
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

/**
 * How fast a client has to send a body. There is no bound on the time in all: an import of many megabytes takes as long as the line needs. The
 * rate is that of a modem, and the slowest that a person would wait for.
 */
const bodyPace: Pace = { longestPause: 20_000, bytesPerSecond: 2048, during: 30_000 }

/** Milliseconds between two looks at how much has come. */
const interval = 2000

/** Calls `refuse` once when the body of a request comes too slowly. Time in which the server itself does not read is not counted. */
const watchBody = (request: IncomingMessage, refuse: () => void, pace = bodyPace): void => {
  const { socket, headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  // A request that was injected has no real connection, and all of its body.
  if (!hasBody || typeof socket.bytesRead !== 'number') return
  let [last, from, paused, waited] = [socket.bytesRead, socket.bytesRead, 0, 0]
  const stop = (): void => clearInterval(timer)
  const look = (): void => {
    if (request.complete || socket.destroyed) {
      stop()
      return
    }
    const isRead = request.readableLength === 0
    const now = socket.bytesRead
    paused = isRead && now === last ? paused + interval : 0
    waited += isRead ? interval : 0
    last = now
    const isSlow = waited >= pace.during && (now - from) * 1000 < pace.bytesPerSecond * waited
    if (paused >= pace.longestPause || isSlow) {
      stop()
      refuse()
    } else if (waited >= pace.during) [from, waited] = [now, 0]
  }
  const timer = setInterval(look, interval).unref()
  request.once('close', stop)
}
