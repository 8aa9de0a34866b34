import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress } from '../http/compress.ts'
import { encodingOf } from '../http/encoding.ts'
import type { PageContext } from './page-context.ts'
import { apiRoot, documentOf, type Page } from './pages/layout.ts'
import { formHeaders, sendText } from './send-text.ts'

/** Nothing of other sites but pictures, and nothing that stands in the document itself, can run or load. */
const policyOf = ({ config, links }: PageContext, { isFramed, hasStyledElements }: Page): string => {
  const tiles = config.tiles ? ` ${new URL(config.tiles.url.replace(/\{[sxyz]\}/g, '0')).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${hasStyledElements ? " 'unsafe-inline'" : ''}`,
    // Descriptions may show pictures of other sites.
    `img-src 'self' data: https:${links.site.startsWith('http:') ? ' http:' : ''}${tiles}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    isFramed ? 'frame-ancestors *' : "frame-ancestors 'self'",
  ].join('; ')
}

const headersOf = (context: PageContext, page: Page): Record<string, string> => ({
  'content-security-policy': policyOf(context, page),
  'content-language': context.translator.language,
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Contract B1.3.
  'x-tec-api-version': 'v1',
  'x-tec-api-root': apiRoot(context.links, page),
  'x-tec-api-origin': context.links.site,
  link: `<${context.links.site}/wp-json/>; rel="https://api.w.org/"`,
})

const htmlType = 'text/html; charset=UTF-8'

/** Answers a page; those of what is there are kept in memory for the next one who asks. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  context: PageContext,
  page: Page,
): Promise<FastifyReply> => {
  const text = documentOf(context, page)
  const headers = headersOf(context, page)
  if (page.status === 200) return sendText(request, reply, context, { type: htmlType, text, headers })
  const form = encodingOf(request.headers['accept-encoding'])
  return reply
    .code(page.status)
    .headers({ 'content-type': htmlType, ...formHeaders(form), ...headers, 'cache-control': 'no-store' })
    .send(await compress(text, form))
}

/** Sends a visitor on to the one address of a page; with 302 where it will be another one tomorrow. */
export const redirect = (reply: FastifyReply, path: string, status: 301 | 302 = 301): FastifyReply =>
  reply
    .code(status)
    .headers({ location: path, 'cache-control': status === 301 ? 'public, max-age=3600' : 'no-cache' })
    .send()
