import type { Readable } from 'node:stream'
import type { Db } from '../db/database.ts'

/**
 * Where the files of images are kept. Paths are below the root of the library, made by Kalends itself
 * (`2026/11/summer-fair-k3x9q2ab.jpg`), and a path never gets other bytes.
 */
export type MediaStore = {
  readonly name: 'files' | 'database'
  /**
   * Takes files into the store, by their paths, each whole or not at all; they may vanish from where they were. `db` is the
   * transaction that makes the image: what is put must be there for good when that commits. A caller that rolls back calls `remove`
   * for each of them afterwards.
   */
  readonly put: (db: Db, files: ReadonlyMap<string, string>) => Promise<void>
  /** Removes a file; that it is gone already is no fault. Called after the commit that removed the image. */
  readonly remove: (db: Db, path: string) => Promise<void>
  /** The file under a path, or undefined. */
  readonly open: (db: Db, path: string) => Promise<StoredFile | undefined>
  /** Every path in the store. */
  readonly list: (db: Db) => AsyncIterable<string>
}

/** A file in a store: its bytes from `start` to before `end`, streamed in pieces. */
export type StoredFile = { readonly size: number; readonly read: (start: number, end: number) => Readable }

/** The shape of every path that Kalends makes; nothing else is ever looked up. */
export const mediaPath = /^\d{4}\/(?:0[1-9]|1[0-2])\/[a-z0-9]+(?:-[a-z0-9]+)*\.(?:jpg|png|gif|webp|avif)$/
