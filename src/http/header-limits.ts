import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../core/errors.ts'
import { maxHeaderLength } from '../lib/header-length.ts'

/** Headers of requests whose values are parsed and cannot be ignored. A longer `Accept-Encoding` or `If-None-Match` only counts as absent. */
const parsedHeaders = [
  'content-type',
  'content-disposition',
  'if-match',
  'range',
  'if-range',
  'x-forwarded-for',
] as const

/** Characters of an `Authorization` or `Cookie` header: web tokens and the cookies of other programs on the host are long. */
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
