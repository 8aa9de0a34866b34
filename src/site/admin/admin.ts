import { hasPasskeys } from '../../accounts/passkeys.ts'
import { createResponse } from '../../http/response.ts'
import type { Response } from '../../http/types.ts'
import { markup } from '../../lib/markup.ts'
import { startOfWeekAt } from '../../lib/week.ts'
import { assetResponse } from '../asset-response.ts'
import { type PageContext, rooted } from '../page-context.ts'
import { redirectTo } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import { findBuiltFile, readManifest } from './built-files.ts'

/** `/admin`: the pages are below it. */
export const redirectToAdmin: Answer = async (context) => redirectTo(rooted(context, '/admin/'))

/** `/admin/…`: the frame of every page; the script in it reads the path, and speaks to the REST interface. */
export const answerAdmin: Answer = async (context) => frameResponse(context)

/** `/admin/files/…`: the built files, which never change under their name. */
export const answerAdminFile: Answer = async (_context, request) =>
  assetResponse(request, findBuiltFile(pathPart(request, 'file')), 'max-age=31536000, immutable')

const frameResponse = (context: PageContext): Response => {
  const { script, style } = readManifest()
  const file = (name: string): string => rooted(context, `/admin/files/${name}`)
  const text = markup`<!doctype html>
<html lang="${context.translator.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="kalends-root" content="${rooted(context, '/')}">
<meta name="kalends-start-of-week" content="${String(startOfWeekAt(context.config) % 7)}">
<meta name="kalends-time-zone" content="${context.config.zone.name}">
<meta name="kalends-log-in" content="${waysToLogIn(context).join(' ')}">
<title>${context.config.siteName}</title>
<link rel="icon" href="${rooted(context, context.assets.get('icon.svg').path)}">
<link rel="stylesheet" href="${file(style)}">
<script type="module" src="${file(script)}"></script>
<body>
<div id="app"></div>
<noscript>The administration of a calendar needs JavaScript. Switch it on for this site, and load the page again.</noscript>
`
  return createResponse({
    status: 200,
    type: 'text/html; charset=UTF-8',
    body: Buffer.from(text.text),
    headers: { ...frameHeaders(context), 'cache-control': 'no-cache' },
  })
}

/** The log-in features that the settings enable; the page needs them before log-in. */
const waysToLogIn = ({ config }: PageContext): readonly string[] => [
  ...(config.mail ? ['mail'] : []),
  ...(config.oidc ? ['oidc'] : []),
  ...(hasPasskeys(config) ? ['passkey'] : []),
]

/** No inline script runs, nothing is sent to other hosts, and no other page can put the admin into a frame. */
const frameHeaders = ({ config, links }: PageContext): Record<string, string> => {
  const tiles = config.tiles ? ` ${new URL(config.tiles.url.replace(/\{[sxyz]\}/g, '0')).origin}` : ''
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data: blob: https:${links.site.startsWith('http:') ? ' http:' : ''}${tiles}`,
      "connect-src 'self'",
      "font-src 'self'",
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  }
}
