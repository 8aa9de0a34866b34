import type { RequestContext } from '../core/context.ts'
import { imageFormats, type Rendition } from '../core/image-file.ts'
import type { IncomingImage } from '../core/intake.ts'
import type { Db } from '../db/database.ts'
import { asListed } from '../db/listed-table.ts'
import type { ImageTable, PostTableName } from '../db/schema.ts'
import { insertAll } from '../db/statement.ts'
import { readText } from '../lib/text.ts'
import { foldFields } from '../query/search-text.ts'
import { newPath, sizePath } from './paths.ts'

/** The texts of an image; title and alternative text are plain, caption and description HTML. */
export type ImageTexts = Pick<ImageTable, 'title' | 'caption' | 'alt_text' | 'description'>

/** A smaller version of an image, with its path in the library. */
export type ImageSize = Pick<Rendition, 'width' | 'height' | 'filesize'> & { readonly path: string }

/**
 * Adds an image to the library, in the transaction of the write that contains it; its files are stored before the commit.
 * @param sourceUrl the URL it was fetched from: the same URL is never fetched again (contract B7.9).
 * @param keptId the id that it is to have, where an import keeps ids.
 */
export const insertImage = async (
  db: Db,
  context: RequestContext,
  incoming: IncomingImage,
  texts: Partial<ImageTexts>,
  sourceUrl: string | null,
  keptId?: number,
): Promise<ImageTable> => {
  const [id = 0] = keptId === undefined ? await db.dialect.insertRecords(db.kysely, 'image', 1) : [keptId]
  const { utc: now, local: date } = context.stamp()
  const full = { title: incoming.name, caption: '', alt_text: '', description: '', ...texts }
  const row = {
    ...full,
    id,
    author_id: context.caller.id,
    date,
    date_utc: now,
    modified: date,
    modified_utc: now,
    ...storeFiles(context, incoming, { date, title: full.title }),
    source_url: sourceUrl,
  }
  const text = foldFields(imageSearchFields(full))
  await insertAll(db, [
    ...(keptId === undefined ? [] : [{ table: 'record' as const, rows: [{ id, kind: 'image' as const }] }]),
    { table: 'image', rows: [row] },
    { table: 'search_text', rows: [{ record_id: id, text }] },
  ])
  return row
}

/** Schedules the files of an image to be stored under a new path, and returns the columns that describe them. */
const storeFiles = (
  { intake }: RequestContext,
  { format, renditions: [original, ...smaller] }: IncomingImage,
  { date, title }: Pick<ImageTable, 'date' | 'title'>,
) => {
  const { extension, type } = imageFormats[format]
  const path = newPath(date, title, extension)
  intake.stored.set(path, original.file)
  // Two sizes of the same pixels share a file.
  for (const rendition of smaller) intake.stored.set(sizePath(path, rendition), rendition.file)
  return {
    path,
    mime_type: type,
    width: original.width,
    height: original.height,
    filesize: original.filesize,
    sizes: JSON.stringify(Object.fromEntries(smaller.map(({ size, file: _, ...facts }) => [size, facts]))),
  }
}

/**
 * The columns of an image whose files are replaced. They get a new path, because the content of an address never changes. The
 * old files are removed after the commit.
 */
export const replaceFiles = (
  context: RequestContext,
  row: ImageTable,
  incoming: IncomingImage,
): Partial<ImageTable> => {
  for (const path of pathsOfImage(row)) context.intake.removed.add(path)
  const { local: date } = context.stamp()
  // The URL from which it was fetched has another picture.
  return { ...storeFiles(context, incoming, { date, title: row.title }), source_url: null }
}

/** The searched texts of an image. */
export const imageSearchFields = ({ title, caption, alt_text }: ImageTexts) => ({
  title,
  caption: readText(caption),
  alt_text,
})

/** The smaller versions of an image by name of size, in the order in which they were made. */
export const sizesOfImage = (row: Pick<ImageTable, 'path' | 'sizes'>): ReadonlyMap<string, ImageSize> => {
  const sizes: Readonly<Record<string, Omit<ImageSize, 'path'>>> = JSON.parse(row.sizes)
  return new Map(Object.entries(sizes).map(([name, size]) => [name, { ...size, path: sizePath(row.path, size) }]))
}

/** The paths of all files of an image. */
const pathsOfImage = (row: Pick<ImageTable, 'path' | 'sizes'>): string[] => [
  ...new Set([row.path, ...[...sizesOfImage(row).values()].map(({ path }) => path)]),
]

/** The expected paths of all files with the ids of their images; or only those of the images with these full sizes. */
export const listPaths = async (db: Db, fullPaths?: readonly string[]): Promise<{ id: number; path: string }[]> => {
  const all = db.kysely.selectFrom('image').select(['id', 'path', 'sizes']).orderBy('id')
  const images = await (fullPaths ? all.where((eb) => db.dialect.isIn(eb.ref('path'), fullPaths)) : all).execute()
  return images.flatMap((image) => pathsOfImage(image).map((path) => ({ id: image.id, path })))
}

const users = ['event', 'venue', 'organizer'] as const satisfies readonly PostTableName[]

/** Removes an image from the library and from every record that shows it; its files are removed after the commit. */
export const deleteImage = async (db: Db, context: RequestContext, row: ImageTable): Promise<void> => {
  for (const table of users) {
    await db.kysely.updateTable(asListed(table)).set({ image_id: null }).where('image_id', '=', row.id).execute()
  }
  await db.kysely.deleteFrom('image').where('id', '=', row.id).execute()
  await db.kysely.deleteFrom('record').where('id', '=', row.id).execute()
  for (const path of pathsOfImage(row)) context.intake.removed.add(path)
}
