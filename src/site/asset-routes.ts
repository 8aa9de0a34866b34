import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { encodingOf } from '../http/encoding.ts'
import type { Asset, Assets } from './assets.ts'

/** `/assets/…`: style, scripts and pictures of the pages. */
export const mountAssets = (server: FastifyInstance, assets: Assets): void => {
  server.get('/assets/*', async (request, reply) => {
    const asset = assets.byPath.get(request.url.split('?')[0] ?? '')
    const isNamedByHash = asset !== undefined && /\.[\w-]{12}\.[a-z]+$/.test(asset.path)
    // Other sites load them as well.
    if (asset) reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    return sendAsset(request, reply, asset, isNamedByHash ? 'max-age=31536000, immutable' : 'max-age=3600')
  })
}

/**
 * Sends a file as the client takes it; `lifetime` says how long it may be kept.
 * @throws ApiError with status 404 where there is none.
 */
export const sendAsset = (
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset | undefined,
  lifetime: string,
): FastifyReply => {
  if (!asset) throw new ApiError('rest_no_route', { message: 'There is no such file.' })
  const encoding = encodingOf(request.headers['accept-encoding'])
  return reply
    .headers({
      'content-type': asset.type,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'cache-control': `public, ${lifetime}`,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    .send(asset.inForm(encoding))
}
