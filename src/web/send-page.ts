import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, namesEtag } from '../crud/etag.ts'
import { changeKinds } from '../db/schema.ts'
import { compress } from '../http/compress.ts'
import { encodingOf } from '../http/encoding.ts'
import { stateOf } from '../http/request-state.ts'
import { apiRoot, documentOf, type Page } from './layout.ts'
import type { Visit } from './visit.ts'

/** Nothing of other sites but pictures, and nothing that stands in the document itself, can run or load. */
const policyOf = ({ config }: Visit, { isFramed, hasStyledElements }: Page): string => {
  const tiles = config.tiles ? ` ${new URL(config.tiles.url.replace(/\{[sxyz]\}/g, '0')).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${hasStyledElements ? " 'unsafe-inline'" : ''}`,
    // Descriptions may show pictures of other sites.
    `img-src 'self' data: https:${tiles}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    isFramed ? 'frame-ancestors *' : "frame-ancestors 'self'",
  ].join('; ')
}

const headersOf = (visit: Visit, page: Page): Record<string, string> => ({
  'content-security-policy': policyOf(visit, page),
  'content-language': visit.speech.language,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
  // Contract B1.3.
  'x-tec-api-version': 'v1',
  'x-tec-api-root': apiRoot(visit.links, page),
  'x-tec-api-origin': visit.links.site,
  link: `<${visit.links.site}/wp-json/>; rel="https://api.w.org/"`,
})

/** Answers a page, compressed as the client takes it, and keeps it in memory for the next one who asks. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  page: Page,
): Promise<FastifyReply> => {
  const text = documentOf(visit, page)
  const encoding = encodingOf(request.headers['accept-encoding'])
  const body = await compress(text, encoding)
  // Each form has a tag of its own (RFC 9110, 8.8.3.3).
  const etag = etagOf(`${encoding} ${text}`)
  const own: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...headersOf(visit, page),
    etag,
    'cache-control': page.status === 200 ? 'no-cache' : 'no-store',
  }
  if (page.status === 200) {
    const { validity } = visit.scope
    const headers = Object.entries(own).flat()
    const route = request.routeOptions.url ?? ''
    stateOf(request.raw).keep?.({ headers, chunks: [body], etag, validity, dependsOn: changeKinds, route })
    const known = request.headers['if-none-match']
    if (known !== undefined && namesEtag(known, etag)) {
      const { 'content-type': _, 'content-length': __, ...others } = own
      return reply.code(304).headers(others).send()
    }
  }
  return reply.code(page.status).headers(own).send(body)
}

/** Sends a visitor on to the one address of a page. */
export const redirect = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(301).headers({ location: path, 'cache-control': 'public, max-age=3600' }).send()
