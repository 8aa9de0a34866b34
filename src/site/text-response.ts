import type { FastifyRequest } from 'fastify'
import { changeKinds } from '../db/schema.ts'
import { compress } from '../http/compress.ts'
import { chooseEncoding, type Encoding } from '../http/encoding.ts'
import { createResponse, publicCaching } from '../http/response.ts'
import type { Response } from '../http/types.ts'
import { strongEtag } from '../lib/tag.ts'
import type { PageContext } from './page-context.ts'

/** The headers of a body that is sent in several encodings. */
export const encodingHeaders = (encoding: Encoding): Record<string, string> => ({
  ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  vary: 'Accept-Encoding',
})

/** The text of a page or a feed. */
export type TextParts = {
  readonly status?: number
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Makes the response with a text, in the encoding that the client prefers; one with status 200 is cached. */
export const textResponse = async (
  request: FastifyRequest,
  context: PageContext,
  { status = 200, type, text, headers: own }: TextParts,
): Promise<Response> => {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await compress(text, encoding)
  const headers = { ...encodingHeaders(encoding), ...own }
  if (status !== 200) {
    return createResponse({ status, type, body, headers: { ...headers, 'cache-control': 'no-store' } })
  }
  return createResponse({
    status,
    type,
    body,
    headers: { ...headers, 'cache-control': publicCaching(context.request.validity) },
    // Each encoding has a tag of its own (RFC 9110, 8.8.3.3).
    etag: strongEtag(`${encoding} ${text}`),
    cache: { validity: context.request.validity, dependsOn: changeKinds },
  })
}
