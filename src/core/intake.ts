import type { PreparedImage } from './image-file.ts'

/** An image on its way into the library: its files are in a separate directory until a transaction stores them. */
export type IncomingImage = PreparedImage & {
  readonly directory: string
  /** The original file name without the extension; it becomes the title. */
  readonly name: string
  /** SHA-256 of what was sent, base64url; a fetched image has none. */
  readonly digest?: string
}

/**
 * The changes of a write to the files of the library. A write whose transaction is rolled back starts with a new one:
 * the write fills `stored` and `removed`, which are executed before and after its commit.
 */
export type Intake = {
  readonly uploaded?: IncomingImage
  /** Images by the address from which they were fetched. */
  readonly fetched: ReadonlyMap<string, IncomingImage>
  /** Why images could not be fetched, by their address, where that does not end the write. */
  readonly unfetched?: ReadonlyMap<string, unknown>
  /** Files to be stored, by their paths in the library. */
  readonly stored: Map<string, string>
  /** Paths of files to be removed. */
  readonly removed: Set<string>
}

/** The intake of a request that writes nothing. */
export const noIntake: Intake = { fetched: new Map(), stored: new Map(), removed: new Set() }

/**
 * Thrown by a write that needs an image which is not in the library yet: nothing may be fetched while a transaction is open, so
 * it is rolled back, and starts again when the image has been fetched.
 */
export class ImageWanted extends Error {
  readonly url: string
  /** The field of the payload with the image; for a nested record, the field of that record, such as `venue`. */
  readonly param: string
  /** Other images that the write needs as well. */
  readonly others: readonly ImageWanted[]

  constructor(url: string, param = 'image', others: readonly ImageWanted[] = []) {
    super('An image is to be fetched first.')
    this.url = url
    this.param = param
    this.others = others
  }
}
