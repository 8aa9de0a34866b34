import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, errorBody } from '../core/errors.ts'
import { etagOf, namesEtag } from '../core/etag.ts'
import type { RawParams } from '../core/params.ts'
import type { Json } from '../lib/json.ts'
import { stateOf } from './request-state.ts'
import type { CacheableResponse, WrittenResponse } from './response-cache.ts'
import { type Collection, selectFields } from './select-fields.ts'

/** An answer before it is written. */
export type Answer = {
  readonly status: number
  /** A text, or bytes, are JSON already. */
  readonly body: Json | string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The tag of the record; without one it is made from the body. */
  readonly etag?: string
  /** `_fields`, `_envelope` (contract B3.4). */
  readonly raw?: RawParams
  readonly isPublic: boolean
  /** The records of a list: `_fields` may name their fields without the list. */
  readonly collection?: Collection
  /** How long it stays right; it is not kept without. */
  readonly lasting?: Pick<CacheableResponse, 'validity' | 'dependsOn'>
}

/** What scripts of other sites may read (contract B3.6). */
const exposed = 'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Allow, Retry-After'

/** Headers of everything below a REST root (F0.7, contract B3.6): any origin may read, and no cookie is ever asked for. */
export const restHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-HTTP-Method-Override',
  'access-control-allow-methods': 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
  vary: 'Authorization, X-WP-Nonce',
} as const

const cacheControl = (isPublic: boolean): string => (isPublic ? 'no-cache' : 'no-store, private')

/** The headers of a 200, of which those that speak of the body come first; `own` are none of those that are always sent. */
export const writtenOf = (
  own: Readonly<Record<string, string>>,
  chunks: readonly Buffer[],
  etag: string,
  isPublic: boolean,
): WrittenResponse => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const headers = ['content-type', contentType, 'content-length', String(length), ...alwaysSent]
  for (const name in own) headers.push(name, own[name] ?? '')
  headers.push('etag', etag, 'cache-control', cacheControl(isPublic))
  return { headers, chunks, etag }
}

const { 'content-type': contentType, ...others } = restHeaders

const alwaysSent: readonly string[] = Object.entries(others).flat()

/** How many entries of {@link WrittenResponse} `headers` speak of the body. */
const bodyEntries = 4

/** Writes an answer past the router: 304 where the caller has it already. HEAD gets no body from Node. */
export const writeAnswer = (request: IncomingMessage, response: ServerResponse, answer: WrittenResponse): void => {
  const { headers, chunks, etag } = answer
  const known = request.headers['if-none-match']
  if (known !== undefined && namesEtag(known, etag)) {
    response.writeHead(304, headers.slice(bodyEntries)).end()
  } else {
    response.writeHead(200, headers as string[])
    const last = chunks.length - 1
    if (last > 0) response.cork()
    for (let at = 0; at < last; at++) response.write(chunks[at])
    response.end(chunks[last])
  }
}

/** Writes an answer: fields picked, 304 where the caller has it already, wrapped where asked. */
export const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply => {
  const body = bodyOf(answer)
  const headers: Record<string, string> = { ...restHeaders, ...answer.headers }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (answer.status < 300) headers['etag'] = answer.etag ?? etagOf(body)
  headers['cache-control'] = cacheControl(answer.isPublic && isRead)
  const known = request.headers['if-none-match']
  if (isRead && answer.status === 200 && known !== undefined && namesEtag(known, headers['etag'] ?? '')) {
    const { 'content-type': _, ...others } = headers
    return reply.code(304).headers(others).send()
  }
  if (answer.lasting && answer.status === 200 && answer.isPublic && answer.raw?.one('_envelope') === undefined) {
    const written = writtenOf(answer.headers ?? {}, [Buffer.from(body)], headers['etag'] ?? '', true)
    stateOf(request.raw).keep?.({ ...written, ...answer.lasting, route: request.routeOptions.url ?? '' })
  }
  return wrap(reply, answer, headers, body)
}

/** The headers that an enveloped answer tells, spelled as clients look for them; none at all is an empty list (F0.6). */
const envelopeHeaders = {
  allow: 'Allow',
  etag: 'ETag',
  'x-tec-total': 'X-TEC-Total',
  'x-tec-totalpages': 'X-TEC-TotalPages',
  'x-wp-total': 'X-WP-Total',
  'x-wp-totalpages': 'X-WP-TotalPages',
  link: 'Link',
  location: 'Location',
  'retry-after': 'Retry-After',
} as const

const bodyOf = ({ body, raw, collection }: Answer): string | Buffer => {
  // A list like any other: `_fields=a&_fields=b` is `_fields=a,b` (contract B3.3).
  const fields = raw?.all('_fields')
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body
  const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string').join(',') : fields
  return JSON.stringify(typeof names === 'string' ? selectFields(body, names, collection) : body)
}

const wrap = (reply: FastifyReply, { status, raw }: Answer, headers: Record<string, string>, body: string | Buffer) => {
  if (raw?.one('_envelope') === undefined) return reply.code(status).headers(headers).send(body)
  const told = Object.entries(envelopeHeaders).flatMap(([name, shown]) => {
    const value = headers[name]
    // Totals are numbers there, as clients of the peer know them.
    return value === undefined
      ? []
      : [[shown, name.endsWith('-total') || name.endsWith('-totalpages') ? Number(value) : value]]
  })
  const shown = told.length === 0 ? [] : Object.fromEntries(told)
  const { etag: _, ...sent } = headers
  return reply
    .code(200)
    .headers(sent)
    .send(`{"body":${body},"status":${status},"headers":${JSON.stringify(shown)}}`)
}

/** Answers an error with its body (contract B2). */
export const sendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  raw: RawParams | undefined,
): FastifyReply => {
  return send(request, reply, {
    status: error.status,
    body: errorBody(error),
    headers: error.headers,
    isPublic: false,
    ...(raw ? { raw } : {}),
  })
}
