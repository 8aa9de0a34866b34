import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseValidity, Validity } from '../core/context.ts'
import { type ApiError, errorBody } from '../core/errors.ts'
import { namesEtag } from '../core/etag.ts'
import type { RawParams } from '../core/params.ts'
import type { Json } from '../lib/json.ts'
import { strongEtag } from '../lib/tag.ts'
import { requestState } from './admission.ts'
import { readRequestId, requestIdHeader, sentRequestId } from './request-id.ts'
import { type Collection, readFieldNames, selectFields } from './select-fields.ts'
import type { CacheRule, Pace, Response } from './types.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The parts of a response. */
export type ResponseParts = {
  readonly status: number
  readonly type?: string | undefined
  readonly body?: string | Buffer | readonly Buffer[] | Readable
  /** The number of bytes of a stream, when it is known. */
  readonly length?: number
  readonly pace?: Pace
  readonly headers?: Headers
  readonly etag?: string | undefined
  readonly cache?: CacheRule | undefined
}

/** The most seconds that a response says it holds: a day. */
const longestTold = 86_400

/** The whole seconds that a response still holds at a moment in epoch milliseconds. */
const secondsLeft = ({ until }: Validity, now: number): number =>
  Math.max(Math.min(Math.floor((until - now) / 1000), longestTold), 0)

/** The response at a later moment, where it says for how many seconds it holds. */
export const toldAt = (response: Response, validity: ResponseValidity, now: number): Response => {
  const retell = (headers: readonly string[]): string[] =>
    headers.map((text) => text.replace(/^no-cache, max-age=\d+$/, `no-cache, max-age=${secondsLeft(validity, now)}`))
  const { headers, headersWithoutBody } = response
  return { ...response, headers: retell(headers), headersWithoutBody: retell(headersWithoutBody) }
}

/** Makes a response. Every response has the header `nosniff`, so that browsers believe its type. */
export const createResponse = ({
  status,
  type,
  body = [],
  length,
  pace,
  headers = {},
  etag,
  cache,
}: ResponseParts): Response => {
  const withoutBody: string[] = ['x-content-type-options', 'nosniff']
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) withoutBody.push(name, value)
  }
  if (etag !== undefined) withoutBody.push('etag', etag)
  const chunks = typeof body === 'string' || Buffer.isBuffer(body) ? [Buffer.from(body)] : body
  const all = type === undefined ? [...withoutBody] : ['content-type', type, ...withoutBody]
  let bytes = length
  if (!(chunks instanceof Readable)) {
    bytes = 0
    for (const chunk of chunks) bytes += chunk.length
  }
  if (bytes !== undefined && !bodiless.has(status)) all.push('content-length', String(bytes))
  return { status, headers: all, headersWithoutBody: withoutBody, body: chunks, pace, etag, cache }
}

/** Makes the parts of a response with JSON outside of the REST roots. */
export const jsonParts = (body: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) })

/** Statuses whose responses have no body (RFC 9110, 15.3.5 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 304])

/**
 * Writes the response to a request of the router, and offers it to the response cache when the request may be cached.
 * @throws the error of a stream before its first bytes, so that an error response can still be sent.
 */
export const reply = async (request: FastifyRequest, to: FastifyReply, response: Response): Promise<FastifyReply> => {
  if (response.status === 200 && response.cache) {
    requestState(request.raw).keep?.(response, request.routeOptions.url ?? '')
  }
  if (response.body instanceof Readable) await once(response.body, 'readable')
  to.hijack()
  writeResponse(request.raw, to.raw, response)
  return to
}

/**
 * Writes a response. Only this function turns a 200 into a 304 when the client has the ETag, and leaves out the body for HEAD.
 * @returns the status that was written.
 */
export const writeResponse = (request: IncomingMessage, response: ServerResponse, answer: Response): number => {
  const { status, body, etag, pace } = answer
  const id = status >= 500 ? readRequestId(request) : sentRequestId(request)
  const withId = (headers: string[]): string[] => (id === undefined ? headers : [...headers, requestIdHeader, id])
  if (status === 200 && etag !== undefined && request.headers['if-none-match'] && isKnown(request, etag)) {
    if (body instanceof Readable) body.destroy()
    response.writeHead(304, withId(answer.headersWithoutBody)).end()
    return 304
  }
  response.writeHead(status, withId(answer.headers))
  if (body instanceof Readable) writeStream(request, response, body, pace)
  else if (request.method === 'HEAD' || body.length === 0) response.end()
  else {
    if (body.length > 1) response.cork()
    for (const chunk of body.slice(0, -1)) response.write(chunk)
    response.end(body.at(-1))
  }
  return status
}

/** Whether If-None-Match of the request contains the ETag. */
const isKnown = ({ method, headers }: IncomingMessage, etag: string): boolean => {
  const known = headers['if-none-match']
  return known !== undefined && (method === 'GET' || method === 'HEAD') && namesEtag(known, etag)
}

/** Whether a response of status 200 will have a body; if not, its stream need not be opened. */
export const needsBody = (request: IncomingMessage, etag: string): boolean =>
  request.method !== 'HEAD' && !isKnown(request, etag)

/** A client that takes nothing of a stream for a minute is disconnected, however slow it is otherwise. */
const patient: Pace = { longestPause: 60_000, bytesPerSecond: 0, during: 60_000 }

const writeStream = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Readable,
  pace: Pace = patient,
): void => {
  if (request.method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  // Node disconnects a client whose connection is idle that long; a request that was injected has no real connection.
  response.socket?.setTimeout?.(pace.longestPause)
  // An incomplete body must not look complete, and the stream must end when the client disconnects.
  response.once('close', () => body.destroy())
  sendAtPace(response, body, pace).catch(() => response.destroy())
}

/** @throws Error when the client is too slow. */
const sendAtPace = async (
  response: ServerResponse,
  body: Readable,
  { longestPause, bytesPerSecond, during }: Pace,
): Promise<void> => {
  let [bytes, waited] = [0, 0]
  for await (const chunk of body) {
    bytes += Buffer.byteLength(chunk)
    if (response.write(chunk)) continue
    const since = performance.now()
    await untilTaken(response, longestPause)
    waited += performance.now() - since
    if (waited < during) continue
    if (bytes * 1000 < bytesPerSecond * waited) throw new Error('the client is too slow')
    ;[bytes, waited] = [0, 0]
  }
  response.end()
}

/**
 * Waits until the client has taken what was written. Node itself notices up to twice as late that nothing moves.
 * @throws Error when it takes nothing for so many milliseconds, or has gone.
 */
const untilTaken = (response: ServerResponse, longestPause: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      response.off('drain', goOn).off('close', giveUp)
      settle()
    }
    const goOn = (): void => end(resolve)
    const giveUp = (): void => end(() => reject(new Error('the client takes nothing')))
    const timer = setTimeout(giveUp, longestPause)
    response.once('drain', goOn).once('close', giveUp)
  })

/** The response of a handler of the interface, before `_fields` and `_envelope` are applied. */
export type RestAnswer = {
  readonly status: number
  /** A value, or JSON as a text or bytes. */
  readonly body: Json | string | readonly Buffer[]
  readonly headers?: Readonly<Record<string, string>>
  /** The ETag of the record; without one it is made from the body. */
  readonly etag?: string
  /** Whether it is the response to an anonymous caller. */
  readonly isPublic: boolean
  /** Seconds for which caches may keep a public response without asking again. */
  readonly maxAge?: number
  /** `_fields` and `_envelope` (contract B3.4). */
  readonly raw?: RawParams | undefined
  /** Describes the records of a list, whose fields `_fields` may name directly. Called only for `_fields`. */
  readonly collection?: () => Collection
  readonly cache?: CacheRule
}

/** Headers that scripts of other sites may read (contract B3.6). */
const exposed =
  'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Content-Location, Allow, Retry-After, Kalends-Change-Number, Kalends-Epoch'

/** The media type of every response of the interface. */
export const jsonType = 'application/json; charset=UTF-8'

/** Headers of all responses below a REST root (F0.7, contract B3.6): any origin may read them, without cookies. */
export const restHeaders = {
  'x-robots-tag': 'noindex',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-HTTP-Method-Override',
  'access-control-allow-methods': 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
  vary: 'Authorization, X-WP-Nonce',
} as const

/** `Cache-Control` of a public response: clients ask each time, and learn for how many seconds it holds where it depends on the present (contract C1.2). */
export const publicCaching = (validity: ResponseValidity | undefined): string =>
  validity?.toldAt === undefined ? 'no-cache' : `no-cache, max-age=${secondsLeft(validity, validity.toldAt)}`

/** Makes the response of a handler and applies `_fields` and `_envelope` (contract B3.4). */
export const restResponse = ({ raw, isPublic, cache, maxAge, ...answer }: RestAnswer): Response => {
  const picked = raw?.one['_fields'] === undefined ? answer.body : pickFields(answer, raw)
  const json = typeof picked === 'string' || isBytes(picked) ? picked : JSON.stringify(picked)
  const body = typeof json === 'string' ? [Buffer.from(json)] : json
  const caching = maxAge === undefined ? publicCaching(cache?.validity) : `public, max-age=${maxAge}`
  const headers = {
    ...restHeaders,
    ...answer.headers,
    'cache-control': isPublic ? caching : 'no-store, private',
  }
  const etag = answer.status < 300 ? (answer.etag ?? strongEtag(joined(body))) : undefined
  if (raw?.one['_envelope'] === undefined) {
    return createResponse({ status: answer.status, type: jsonType, body, headers, etag, cache })
  }
  const text = envelopeOf(answer.status, { ...headers, etag }, joined(body))
  // The ETag is a member of the envelope, but is still compared with If-None-Match.
  return { ...createResponse({ status: 200, type: jsonType, body: text, headers }), etag }
}

/** Makes the response to an error (contract B2). */
export const errorResponse = (error: ApiError, raw: RawParams | undefined): Response =>
  restResponse({ status: error.status, body: errorBody(error), headers: error.headers, isPublic: false, raw })

const isBytes = (body: RestAnswer['body']): body is readonly Buffer[] => Array.isArray(body) && Buffer.isBuffer(body[0])

const joined = (chunks: readonly Buffer[]): Buffer => {
  const [first, ...others] = chunks
  return first && others.length === 0 ? first : Buffer.concat(chunks)
}

/** Applies `_fields`. */
const pickFields = (
  { body, collection }: Pick<RestAnswer, 'body' | 'collection'>,
  raw: RawParams,
): RestAnswer['body'] => {
  const names = readFieldNames(raw)
  if (names === '') return body
  const text = isBytes(body) ? joined(body).toString() : body
  return selectFields(typeof text === 'string' ? JSON.parse(text) : text, names, collection?.())
}

/** The headers that an envelope contains, in the spelling of The Events Calendar (TEC); without headers it is an empty array (F0.6). */
const envelopeHeaders = {
  allow: 'Allow',
  etag: 'ETag',
  'x-tec-total': 'X-TEC-Total',
  'x-tec-totalpages': 'X-TEC-TotalPages',
  'x-wp-total': 'X-WP-Total',
  'x-wp-totalpages': 'X-WP-TotalPages',
  link: 'Link',
  location: 'Location',
  'content-location': 'Content-Location',
  'retry-after': 'Retry-After',
} as const

const envelopeOf = (status: number, headers: Readonly<Record<string, string | undefined>>, body: Buffer): string => {
  const repeated = Object.entries(envelopeHeaders).flatMap(([name, shown]) => {
    const value = headers[name]
    // Totals are numbers in the envelope, as with The Events Calendar.
    const isTotal = name.endsWith('-total') || name.endsWith('-totalpages')
    return value === undefined ? [] : [[shown, isTotal ? Number(value) : value]]
  })
  const shown = repeated.length === 0 ? [] : Object.fromEntries(repeated)
  return `{"body":${body},"status":${status},"headers":${JSON.stringify(shown)}}`
}
