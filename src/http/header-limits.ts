import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../core/errors.ts'
import { maxHeaderLength } from '../lib/header-length.ts'

/** Request headers that are parsed and refused when they are too long. A long `Accept-Encoding` or `If-None-Match` is ignored instead. */
const parsedHeaders = [
  'content-type',
  'content-disposition',
  'if-match',
  'range',
  'if-range',
  'x-forwarded-for',
] as const

/** Most characters of an `Authorization` or `Cookie` header: web tokens and cookies of other programs on the host can be long. */
const maxCredentialLength = 16 * 1024

/**
 * Refuses headers that are too long to be parsed.
 * @throws ApiError 431 `rest_headers_too_large`, which names the header.
 */
export const refuseLongHeaders = (headers: IncomingHttpHeaders): void => {
  for (const name of parsedHeaders) refuseLonger(headers, name, maxHeaderLength)
  refuseLonger(headers, 'authorization', maxCredentialLength)
  refuseLonger(headers, 'cookie', maxCredentialLength)
}

const refuseLonger = (headers: IncomingHttpHeaders, name: string, limit: number): void => {
  const value = headers[name]
  if (value !== undefined && value.length > limit) {
    throw new ApiError('rest_headers_too_large', {
      message: `The header ${name} may have at most ${limit} characters.`,
    })
  }
}
