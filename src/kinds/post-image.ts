import type { Scope } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { ImageTable } from '../db/schema.ts'
import { sizesOfImage } from '../media/images.ts'
import type { image, ValueOf } from './record-schema.ts'

/** What a record needs of its featured image. */
type FeaturedRow = Pick<ImageTable, 'id' | 'path' | 'mime_type' | 'width' | 'height' | 'filesize' | 'sizes'>

/** The featured images of some records, by id. */
export type Images = ReadonlyMap<number, FeaturedRow>

/** The images of all records of a page and of those nested in them, in one statement; none where none has any. */
export const loadImages = async (db: Db, rows: readonly { readonly image_id: number | null }[]): Promise<Images> => {
  const ids = [...new Set(rows.flatMap(({ image_id }) => image_id ?? []))]
  if (ids.length === 0) return new Map()
  const images = await db.kysely
    .selectFrom('image')
    .select(['id', 'path', 'mime_type', 'width', 'height', 'filesize', 'sizes'])
    .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
    .execute()
  return new Map(images.map((row) => [row.id, row]))
}

/** The featured image of a record as it shows it (F2.6), or undefined where it has none. */
export const showImage = (
  { links }: Scope,
  images: Images,
  { image_id }: { readonly image_id: number | null },
): ValueOf<typeof image> | undefined => {
  const row = image_id === null ? undefined : images.get(image_id)
  if (!row) return undefined
  const sizes = [...sizesOfImage(row)].map(([name, { path, width, height, filesize }]) => {
    return [name, { width, height, 'mime-type': row.mime_type, filesize, url: links.media(path) }] as const
  })
  return {
    url: links.media(row.path),
    id: row.id,
    extension: row.path.replace(/^.*\./, ''),
    width: row.width,
    height: row.height,
    filesize: row.filesize,
    // What is empty is left out there.
    ...(sizes.length === 0 ? {} : { sizes: Object.fromEntries(sizes) }),
  }
}

/** The image of a venue or an organizer, which leave it out where there is none. */
export const showFeatured = (...from: Parameters<typeof showImage>): { image?: ValueOf<typeof image> } => {
  const shown = showImage(...from)
  return shown ? { image: shown } : {}
}

/** The image in terms of schema.org: its address. */
export const showImageUrl = (...from: Parameters<typeof showImage>): { image?: string } => {
  const shown = showImage(...from)
  return shown ? { image: shown.url } : {}
}
