import { type ApiError, errorBody } from '../core/errors.ts'
import type { RawParams } from '../core/params.ts'
import type { ResponseValidity } from '../core/request-context.ts'
import type { Json } from '../lib/json.ts'
import { etagOf } from '../lib/tag.ts'
import { type CacheRule, createResponse, type Response, secondsOf } from './response.ts'
import { type Collection, selectFields } from './select-fields.ts'

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
  /** `_fields` and `_envelope` (contract B3.4). */
  readonly raw?: RawParams | undefined
  /** Describes the records of a list, whose fields `_fields` may name directly. Called only for `_fields`. */
  readonly collection?: () => Collection
  readonly cache?: CacheRule
}

/** Headers that scripts of other sites may read (contract B3.6). */
const exposed =
  'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Content-Location, Allow, Retry-After'

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
  validity?.toldAt === undefined ? 'no-cache' : `no-cache, max-age=${secondsOf(validity, validity.toldAt)}`

/** Makes the response of a handler and applies `_fields` and `_envelope` (contract B3.4). */
export const restResponse = ({ raw, isPublic, cache, ...answer }: RestAnswer): Response => {
  const picked = raw?.one['_fields'] === undefined ? answer.body : pickFields(answer, raw)
  const json = typeof picked === 'string' || isBytes(picked) ? picked : JSON.stringify(picked)
  const body = typeof json === 'string' ? [Buffer.from(json)] : json
  const headers = {
    ...restHeaders,
    ...answer.headers,
    'cache-control': isPublic ? publicCaching(cache?.validity) : 'no-store, private',
  }
  const etag = answer.status < 300 ? (answer.etag ?? etagOf(joined(body))) : undefined
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

/** Applies `_fields`; repeated values are joined, like any other list (contract B3.3). */
const pickFields = (
  { body, collection }: Pick<RestAnswer, 'body' | 'collection'>,
  raw: RawParams,
): RestAnswer['body'] => {
  const sent = raw.all['_fields']
  const names = Array.isArray(sent) ? sent.filter((name) => typeof name === 'string').join(',') : sent
  if (typeof names !== 'string') return body
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
