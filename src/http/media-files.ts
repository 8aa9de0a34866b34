import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { strongEtag } from '../lib/tag.ts'
import type { StoredFile } from '../media/store.ts'
import { plainUrl } from './address.ts'
import { readRange } from './byte-range.ts'
import { createResponse, needsBody, reply } from './response.ts'
import type { Response } from './types.ts'

/** Headers of every file: any site may show it and cache it indefinitely, and it cannot run as a page of this server. */
const fileHeaders = {
  'accept-ranges': 'bytes',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Adds `/media/…`, the files of images (contract B7.9) with support for ranges. `open` returns undefined for unknown paths. It receives the
 * path without decoding, since paths of images contain no escapes.
 */
export const mountMediaFiles = (
  server: FastifyInstance,
  open: (path: string) => Promise<StoredFile | undefined>,
): void => {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: async (request, to) => {
      const path = /^\/media\/([^?]*)/.exec(plainUrl(request.originalUrl))?.[1] ?? ''
      const file = await open(path)
      if (!file) throw new ApiError('rest_no_route', { message: 'There is no such file.' })
      return reply(request, to, fileResponse(request, path, file))
    },
  })
}

const fileResponse = (request: FastifyRequest, path: string, file: StoredFile): Response => {
  const { size } = file
  // The content of a path never changes.
  const etag = strongEtag(`${path} ${size}`)
  const isNeeded = needsBody(request.raw, etag)
  // If-None-Match takes precedence over Range (RFC 9110, 13.2.2).
  const range = isNeeded || request.method === 'HEAD' ? rangeOf(request, etag, size) : undefined
  const { start, end } = range ?? { start: 0, end: size }
  return createResponse({
    status: range ? 206 : 200,
    type: imageType(path),
    length: end - start,
    body: isNeeded ? file.read(start, end) : Readable.from([]),
    headers: {
      ...fileHeaders,
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
    },
    etag,
  })
}

/** Returns the requested range, or undefined for the whole file; only GET supports ranges (RFC 9110, 14.2). */
const rangeOf = ({ method, headers }: FastifyRequest, etag: string, size: number) => {
  // A date in If-Range never matches, since responses have no Last-Modified (RFC 9110, 13.1.5).
  if (method !== 'GET' || (headers['if-range'] ?? etag) !== etag) return undefined
  const range = readRange(headers.range, size)
  if (range === 'unsatisfiable') {
    throw new ApiError('rest_bad_request', {
      status: 416,
      message: `The file has ${size} bytes; the range is beyond its end.`,
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  return range === 'all' ? undefined : range
}

/** Returns the media type of an image by the extension of its path. */
export const imageType = (path: string): string => {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}
