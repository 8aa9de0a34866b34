import type { PreparedImage } from './image-file.ts'

/** An image that is about to join the library: its files lie in a directory of their own until a transaction stores them. */
export type IncomingImage = PreparedImage & {
  readonly directory: string
  /** The name under which it came, without the ending; it becomes the title. */
  readonly name: string
  /** SHA-256 of what was sent, base64url; a fetched image has none. */
  readonly digest?: string
}

/**
 * What a write has to do with the library besides the database. A write whose transaction is rolled back starts with a new one:
 * `stored` and `removed` are filled by the write, and carried out before and after its commit.
 */
export type Intake = {
  readonly uploaded?: IncomingImage
  /** Images by the address from which they were fetched. */
  readonly fetched: ReadonlyMap<string, IncomingImage>
  /** Files to be stored, by their paths in the library. */
  readonly stored: Map<string, string>
  /** Paths of files that are no longer wanted. */
  readonly removed: Set<string>
}

/** The intake of a request that writes nothing. */
export const noIntake: Intake = { fetched: new Map(), stored: new Map(), removed: new Set() }

/**
 * Thrown by a write that needs an image which is not in the library yet: nothing may be fetched while a transaction is open, so
 * it is rolled back, and begun anew when the image is here.
 */
export class ImageWanted extends Error {
  readonly url: string
  /** The field of the payload that names it; for a nested record that is the field of the record, such as `venue`. */
  readonly param: string

  constructor(url: string, param = 'image') {
    super('An image is to be fetched first.')
    this.url = url
    this.param = param
  }
}
