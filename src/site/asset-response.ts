import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { chooseEncoding } from '../http/encoding.ts'
import { createResponse } from '../http/response.ts'
import type { Response } from '../http/types.ts'
import { accentAsset } from './accent.ts'
import type { Asset } from './assets.ts'
import { fontAsset } from './own-font.ts'
import { rooted } from './page-context.ts'
import { redirectTo } from './page-response.ts'
import type { Answer } from './route.ts'
import { encodingHeaders } from './text-response.ts'

/** `/assets/…`: style, scripts and pictures of the pages. */
export const answerAsset: Answer = async ({ assets, config }, request) => {
  const path = request.url.split('?')[0] ?? ''
  const asset = assets.byPath.get(path) ?? accentAsset(path) ?? fontAsset(config, path)
  const isNamedByHash =
    asset !== undefined && /^\/assets\/(?:[\w-]+\.[\w-]{12}|accent-[0-9a-f]{6}-\d+)\.\w+$/.test(asset.path)
  const lifetime = isNamedByHash ? 'max-age=31536000, immutable' : 'max-age=3600'
  return assetResponse(request, asset, lifetime, sharedHeaders)
}

/** `/favicon.ico`, which browsers request automatically. */
export const answerFavicon: Answer = async (context) => redirectTo(rooted(context, context.assets.get('icon.svg').path))

/** Other sites load these files too. */
const sharedHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/**
 * Makes the response with a file in the encoding that the client prefers; `lifetime` says how long it may be cached.
 * @throws ApiError with status 404 if there is none.
 */
export const assetResponse = (
  request: FastifyRequest,
  asset: Asset | undefined,
  lifetime: string,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  if (!asset) throw new ApiError('rest_no_route', { message: 'There is no such file.' })
  const encoding = asset.isPacked ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  return createResponse({
    status: 200,
    type: asset.type,
    body: asset.inForm(encoding),
    headers: { ...encodingHeaders(encoding), 'cache-control': `public, ${lifetime}`, ...headers },
  })
}
