/** The accepted image formats, with their file name extensions and media types. */
export const imageFormats = {
  jpeg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  gif: { extension: 'gif', type: 'image/gif' },
  webp: { extension: 'webp', type: 'image/webp' },
  avif: { extension: 'avif', type: 'image/avif' },
} as const

/** One of those formats. */
export type ImageFormat = keyof typeof imageFormats

/** The sizes that clients of The Events Calendar know; an image has those that are smaller than itself (F2.6). */
export type SizeName = 'thumbnail' | 'medium' | 'medium_large' | 'large' | '1536x1536' | '2048x2048'

/** One file of an image, as it was written to a directory of its own; `filesize` is in bytes, the others in pixels. */
export type Rendition = {
  readonly size: SizeName | 'full'
  /** The absolute path of the file. */
  readonly file: string
  readonly width: number
  readonly height: number
  readonly filesize: number
}

/** An image that has been decoded, stripped of metadata and written anew; the first rendition is the full size. */
export type PreparedImage = {
  readonly format: ImageFormat
  readonly renditions: readonly [Rendition, ...Rendition[]]
  /** The absolute path of a still WebP of at most {@link previewSide} pixels on each side, where one was asked for. */
  readonly preview?: string | undefined
}

/** Pixels of the longer side of a preview. */
export const previewSide = 300

/** Most bytes of an uploaded or fetched image (contract B9). */
export const imageLimit = 10 * 1024 * 1024
