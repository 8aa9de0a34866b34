import type { Page, Tagged } from './calendar.ts'
import { listReader, type Query, read, readTagged, write, writeTagged } from './site.ts'

/** One of the files of an image. */
type File = { readonly width: number; readonly height: number; readonly source_url: string }

/** An image of the library, as `wp/v2/media` shows it. */
export type Image = {
  readonly id: number
  readonly author: number
  readonly date_gmt: string
  readonly title: { readonly rendered: string }
  readonly alt_text: string
  readonly mime_type: string
  readonly source_url: string
  readonly media_details: {
    readonly width: number
    readonly height: number
    readonly filesize: number
    readonly sizes: Readonly<Record<string, File>>
  }
}

/** The records that show an image: how many, and the latest of them. */
export type ImageUses = {
  readonly image: number
  readonly total: number
  readonly records: readonly ImageUse[]
}

/** A record that shows an image. */
export type ImageUse = {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  readonly title: string
  readonly status: string
}

const listed = ['id', 'title', 'alt_text', 'source_url', 'media_details'] as const

/** An image as lists have it. */
export type ListedImage = Pick<Image, (typeof listed)[number]>

/** Reads a page of images, the latest first. */
export const readImages = (query: Query): Promise<Page<ListedImage>> =>
  listReader<Image>()('wp/v2', 'media', listed, query)

/** Reads an image with its ETag. */
export const readImage = (id: number) => readTagged<Image>('wp/v2', `media/${id}`)

/** Reads which records show some images. */
export const readUses = async (ids: readonly number[]): Promise<readonly ImageUses[]> =>
  ids.length === 0 ? [] : read('kalends/v1', 'image-uses', { include: ids.join() })

/** Changes the texts of an image; with an ETag only if nobody else has changed it. */
export const writeImage = (
  id: number,
  body: { readonly title?: string; readonly alt_text?: string },
  ifMatch?: string,
): Promise<Tagged<Image>> => writeTagged('POST', 'wp/v2', `media/${id}`, { body, ifMatch })

/** Deletes an image permanently, and removes it from the records that show it. */
export const removeImage = (id: number): Promise<unknown> =>
  write('DELETE', 'wp/v2', `media/${id}`, { query: { force: true } })

/** The URL of the smallest file of an image with at least the given width. */
export const readFile = (
  { source_url, media_details: { sizes } }: Pick<Image, 'source_url' | 'media_details'>,
  width: number,
): string => {
  const [file] = Object.entries(sizes)
    .flatMap(([name, size]) => (name !== 'thumbnail' && size.width >= width ? [size] : []))
    .sort((one, other) => one.width - other.width)
  return file?.source_url ?? source_url
}
