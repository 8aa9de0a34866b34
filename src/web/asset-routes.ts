import type { FastifyInstance } from 'fastify'
import { ApiError } from '../crud/errors.ts'
import { encodingOf } from '../http/encoding.ts'
import type { Assets } from './assets.ts'

/** `/assets/…`: style, scripts and pictures of the pages, compressed once. */
export const mountAssets = (app: FastifyInstance, assets: Assets): void => {
  app.get('/assets/*', async (request, reply) => {
    const asset = assets.byPath.get(request.url.split('?')[0] ?? '')
    if (!asset) throw new ApiError('rest_no_route', { message: 'There is no such file.' })
    const encoding = encodingOf(request.headers['accept-encoding'])
    const isNamedByHash = /\.[\w-]{12}\.[a-z]+$/.test(asset.path)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({
        'content-type': asset.type,
        'cache-control': isNamedByHash ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(encoding === 'identity' ? asset.bytes : asset.compressed[encoding])
  })
}
