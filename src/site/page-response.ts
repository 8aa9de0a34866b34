import type { FastifyRequest } from 'fastify'
import { createResponse } from '../http/response.ts'
import type { Response } from '../http/types.ts'
import type { PageContext } from './page-context.ts'
import { apiRoot, type Page, renderDocument } from './pages/layout.ts'
import { textResponse } from './text-response.ts'

/** The Content-Security-Policy of a page: it loads only pictures from other sites and what counts visits, if the operator chose that, and runs no inline script. */
const policyOf = ({ config, links }: PageContext, { isFramed, hasStyledElements, hasFrames }: Page): string => {
  const tiles = config.tiles ? ` ${new URL(config.tiles.url.replace(/\{[sxyz]\}/g, '0')).origin}` : ''
  const counter = config.analytics ? ` ${new URL(config.analytics.url).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${counter}`,
    "font-src 'self'",
    `style-src 'self'${hasStyledElements ? " 'unsafe-inline'" : ''}`,
    // Descriptions may show pictures of other sites.
    `img-src 'self' data: https:${links.site.startsWith('http:') ? ' http:' : ''}${tiles}`,
    `connect-src 'self'${counter}`,
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    isFramed ? 'frame-ancestors *' : "frame-ancestors 'self'",
  ].join('; ')
}

const headersOf = (context: PageContext, page: Page): Record<string, string> => ({
  'content-security-policy': policyOf(context, page),
  'content-language': context.translator.language,
  ...(page.refresh !== undefined && { refresh: String(page.refresh) }),
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Contract B1.3.
  'x-tec-api-version': 'v1',
  'x-tec-api-root': apiRoot(context.links, page),
  'x-tec-api-origin': context.links.site,
  link: `<${context.links.site}/wp-json/>; rel="https://api.w.org/"`,
})

const htmlType = 'text/html; charset=UTF-8'

/** Makes the response with a page. */
export const pageResponse = (
  request: FastifyRequest,
  context: PageContext,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  textResponse(request, context, {
    status: page.status,
    type: htmlType,
    text: renderDocument(context, page),
    headers: { ...headersOf(context, page), ...headers },
  })

/** Makes the response with a page that nothing may keep, index or pass on. */
export const privatePageResponse = (
  context: PageContext,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  createResponse({
    status: page.status,
    type: htmlType,
    body: renderDocument(context, page),
    headers: {
      ...headersOf(context, page),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      ...headers,
    },
  })

/**
 * Redirects to the canonical address of a page; with 302 where that address depends on the day. Nobody keeps one that does not last: where a
 * former address leads may change, and even be turned round.
 */
export const redirectTo = (path: string, status: 301 | 302 = 301, lasts = status === 301): Response =>
  createResponse({
    status,
    headers: { location: path, 'cache-control': lasts ? 'public, max-age=3600' : 'no-cache' },
  })
