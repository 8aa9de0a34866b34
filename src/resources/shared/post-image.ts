import type { Site } from '../../core/context.ts'
import { address, count, id, mapOf, object, optional, type PartValue, text } from '../../core/parts.ts'
import { type Featured, type Shown, selectFeatured, selectImage } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { runStatement } from '../../db/statement.ts'
import { sizesOfImage } from '../../media/images.ts'

export { type Shown, selectImage as imageOf }

/** A single row with its image. */
export const withImage = async <Row extends { readonly image_id: number | null }>(
  db: Db,
  row: Row,
): Promise<Shown<Row>> => {
  if (row.image_id === null) return { ...row, image: null }
  const { dialect, kysely } = db
  const build = () => kysely.selectFrom('image').select(selectFeatured(dialect).as('image')).where('id', '=', 0)
  const [found] = await runStatement(db, 'image facts', build, [row.image_id])
  return { ...row, image: found?.image ?? null }
}

const imageSize = object('ImageSize', {
  width: [count, 'Width of this version in pixels.'],
  height: [count, 'Height of this version in pixels.'],
  'mime-type': [text, 'Media type of this version, such as `image/png`.'],
  filesize: [optional(count), 'Size of this version’s file in bytes.'],
  url: [address, 'Address of this version.'],
})

/** A featured image in all its sizes (F2.6). */
export const imagePart = object('Image', {
  url: [address, 'Address of the image at full size.'],
  id: [id, 'Id of the image.'],
  extension: [text, 'File name extension, such as `png`.'],
  width: [optional(count), 'Width of the full-size image in pixels.'],
  height: [optional(count), 'Height of the full-size image in pixels.'],
  filesize: [optional(count), 'Size of the full-size file in bytes.'],
  sizes: [optional(mapOf(imageSize)), 'The smaller versions of the image by name of their size.'],
})

/** The featured image of a record as it shows it (F2.6); `image` is the JSON of a {@link Featured}. */
export const showImage = (image: string, _row: unknown, { links }: Site): PartValue<typeof imagePart> => {
  const featured: Featured = JSON.parse(image)
  const sizes = [...sizesOfImage(featured)].map(([name, { path, width, height, filesize }]) => {
    return [name, { width, height, 'mime-type': featured.mime_type, filesize, url: links.media(path) }] as const
  })
  return {
    url: links.media(featured.path),
    id: featured.id,
    extension: featured.path.replace(/^.*\./, ''),
    width: featured.width,
    height: featured.height,
    filesize: featured.filesize,
    // What is empty is left out there.
    ...(sizes.length === 0 ? {} : { sizes: Object.fromEntries(sizes) }),
  }
}
