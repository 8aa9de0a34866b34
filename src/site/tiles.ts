import { ApiError } from '../core/errors.ts'
import { createResponse } from '../http/response.ts'
import { strongEtag } from '../lib/tag.ts'
import { openTiles, type ReadTile } from '../lib/tile-file.ts'
import { type Answer, pathPart } from './route.ts'

/** Browsers keep tiles for a day; then they ask whether these are still right. */
const lifetime = 'public, max-age=86400'

const readers = new Map<string, ReadTile>()

/**
 * `/tiles/{z}/{x}/{y}`: a tile of the file that `KALENDS_TILE_FILE` names, or 204 where the file has none, such as outside of its region.
 */
export const answerTile: Answer = async ({ config }, request) => {
  const file = config.tiles?.file
  const [zoom, x, y] = ['zoom', 'x', 'y'].map((name) => readNumber(pathPart(request, name)))
  if (!file || zoom === undefined || x === undefined || y === undefined || zoom > 26 || Math.max(x, y) >= 2 ** zoom) {
    throw new ApiError('rest_no_route', { message: 'There is no such tile.' })
  }
  const read = readers.get(file.path) ?? openTiles(file.path)
  readers.set(file.path, read)
  const tile = zoom <= file.maxZoom ? await read(zoom, x, y) : undefined
  const headers = { 'cache-control': lifetime }
  if (!tile) return createResponse({ status: 204, headers })
  return createResponse({ status: 200, type: file.type, body: tile, headers, etag: strongEtag(tile) })
}

const readNumber = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
