import type { Site } from '../../core/context.ts'
import { type Featured, factsOf, imageOf, type Shown } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { runStatement } from '../../db/statement.ts'
import { sizesOfImage } from '../../media/images.ts'
import type { image as imagePart, ValueOf } from './record-schema.ts'

export { imageOf, type Shown }

/** A single row with its image. */
export const withImage = async <Row extends { readonly image_id: number | null }>(
  db: Db,
  row: Row,
): Promise<Shown<Row>> => {
  if (row.image_id === null) return { ...row, image: null }
  const { dialect, kysely } = db
  const build = () => kysely.selectFrom('image').select(factsOf(dialect).as('image')).where('id', '=', 0)
  const [found] = await runStatement(db, 'image facts', build, [row.image_id])
  return { ...row, image: found?.image ?? null }
}

/** The featured image of a record as it shows it (F2.6), or undefined where it has none. */
export const showImage = ({ links }: Site, { image }: Shown<unknown>): ValueOf<typeof imagePart> | undefined => {
  if (image === null) return undefined
  const featured = JSON.parse(image) as Featured
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

/** The image of a venue or an organizer, which leave it out where there is none. */
export const showFeatured = (site: Site, row: Shown<unknown>): { image?: ValueOf<typeof imagePart> } => {
  const shown = showImage(site, row)
  return shown ? { image: shown } : {}
}

/** The image in terms of schema.org: its address. */
export const showImageUrl = ({ links }: Site, { image }: Shown<unknown>): { image?: string } =>
  image === null ? {} : { image: links.media((JSON.parse(image) as Featured).path) }
