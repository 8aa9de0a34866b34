import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import type { Db } from '../db/database.ts'
import type { JsonObject } from '../lib/json.ts'
import { media } from '../resources/media/resource.ts'
import { imageInput, requireImage, settleImage } from '../resources/shared/image-input.ts'
import { resolvePayload } from './update-record.ts'

const fields = { image: { type: imageInput } }

/**
 * Brings an image into the library by its address, with its texts, and returns its id, which is `keptId` if it is given; one that is there already is
 * taken.
 * @throws ImageWanted for an image that has to be fetched first.
 */
export const importImage = async (
  db: Db,
  context: RequestContext,
  { url = null, ...texts }: JsonObject,
  keptId?: number,
): Promise<number> => {
  const { image } = await resolvePayload(db, context, fields, { image: url }, true)
  if (!image) throw new ApiError('rest_invalid_param', { message: 'The image has no address.' })
  requireImage(context, image)
  const id = await settleImage(db, context, image, keptId)
  const values = await resolvePayload(db, context, media.fields, texts, false)
  if (Object.keys(values).length > 0)
    await media.operations.update(db, context, { column: 'id', value: id }, values, {})
  return id
}
