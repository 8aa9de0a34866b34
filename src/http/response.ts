import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { EventRange } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import { namesEtag } from '../core/etag.ts'
import type { Validity } from '../core/request-context.ts'
import type { ChangeKind } from '../db/schema.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** What decides how long a response stays right. */
export type CacheRule = {
  /** The time in which it is right, in epoch milliseconds. */
  readonly validity: Validity
  /** Changes of other kinds change nothing of it. */
  readonly dependsOn: readonly ChangeKind[]
  /** Of events only those in this range matter. */
  readonly range?: EventRange | undefined
  /** One is set as soon as a record that the response shows has changed. */
  readonly flags?: readonly (readonly InvalidationFlag[])[]
}

/** An HTTP response, ready to be written now, and again from the cache. */
export type Response = {
  readonly status: number
  /** Names and values in turn, as Node takes them. */
  readonly headers: readonly string[]
  /** The same without those that describe the body: what a 304 repeats (RFC 9110, 15.4.5). */
  readonly headersWithoutBody: readonly string[]
  /** The body in pieces: to write several costs less than to join them. A stream is read once, and never cached. */
  readonly body: readonly Buffer[] | Readable
  readonly etag: string | undefined
  readonly cache?: CacheRule | undefined
}

/** What a response is made of. */
export type ResponseParts = {
  readonly status: number
  readonly type?: string | undefined
  readonly body?: string | Buffer | readonly Buffer[] | Readable
  /** The bytes of a stream, where they are known. */
  readonly length?: number
  readonly headers?: Headers
  readonly etag?: string | undefined
  readonly cache?: CacheRule | undefined
}

/** Makes a response. What is sent is what its type says, so every one carries `nosniff`. */
export const createResponse = ({
  status,
  type,
  body = [],
  length,
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
  const bytes = chunks instanceof Readable ? length : lengthOf(chunks)
  if (bytes !== undefined && !bodiless.has(status)) all.push('content-length', String(bytes))
  return { status, headers: all, headersWithoutBody: withoutBody, body: chunks, etag, cache }
}

/** Statuses whose responses have no body (RFC 9110, 15.3.5 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 304])

/** Bytes of a body in pieces. */
export const lengthOf = (chunks: readonly Buffer[]): number => {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  return length
}

/**
 * Writes a response: the only place that decides on 304 (a client that names the ETag of a 200 has it already) and on bodies (HEAD has
 * none).
 * @returns the status that was written.
 */
export const writeResponse = (request: IncomingMessage, response: ServerResponse, answer: Response): number => {
  const { status, headers, headersWithoutBody, body, etag } = answer
  if (status === 200 && etag !== undefined && isKnown(request, etag)) {
    if (body instanceof Readable) body.destroy()
    response.writeHead(304, headersWithoutBody as string[]).end()
    return 304
  }
  response.writeHead(status, headers as string[])
  if (body instanceof Readable) writeStream(request, response, body)
  else if (request.method === 'HEAD') response.end()
  else writeChunks(response, body)
  return status
}

/** Whether the client has what an ETag names already. */
const isKnown = ({ method, headers }: IncomingMessage, etag: string): boolean => {
  const known = headers['if-none-match']
  return known !== undefined && (method === 'GET' || method === 'HEAD') && namesEtag(known, etag)
}

/** Whether a body will be sent with a response of status 200: a stream that takes resources need not be opened otherwise. */
export const needsBody = (request: IncomingMessage, etag: string): boolean =>
  request.method !== 'HEAD' && !isKnown(request, etag)

/** Milliseconds that a client may take nothing of a stream. */
const longestPause = 60_000

const writeStream = (request: IncomingMessage, response: ServerResponse, body: Readable): void => {
  if (request.method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  response.setTimeout?.(longestPause, () => response.destroy())
  // Half a body must not look like a whole one, and nobody reads on for a client that has gone.
  body.once('error', () => response.destroy())
  response.once('close', () => body.destroy())
  body.pipe(response)
}

const writeChunks = (response: ServerResponse, chunks: readonly Buffer[]): void => {
  const last = chunks.length - 1
  if (last > 0) response.cork()
  for (let at = 0; at < last; at++) response.write(chunks[at])
  response.end(chunks[last])
}
