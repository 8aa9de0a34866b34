import type { Database, Db } from '../db/database.ts'
import { ImageWanted, type IncomingImage, type Intake } from '../media/intake.ts'
import type { RequestContext } from './context.ts'
import { invalidParams } from './errors.ts'

/** A write: it may run several times, each time in a transaction and with a context of its own. */
export type WriteWork<T> = (db: Db, context: RequestContext) => Promise<T>

/** How the library of images takes part in a write. */
export type ImageFiles = {
  /** Fetches the image that a write wants; it is to be discarded afterwards. */
  readonly fetch: (context: RequestContext, wanted: ImageWanted, signal: AbortSignal) => Promise<IncomingImage>
  readonly discard: (image: IncomingImage) => Promise<void>
  /** Stores files of new images in the transaction that adds them. */
  readonly store: (db: Db, files: Intake['stored']) => Promise<void>
  /** Removes what a write that did not commit has stored. A connection may break while it commits: what an image names stays. */
  readonly takeBack: (files: Intake['stored']) => Promise<void>
  /** Removes files that a committed write has left without an image. */
  readonly remove: (paths: Intake['removed']) => Promise<void>
}

type WriteOptions = {
  readonly uploaded?: IncomingImage | undefined
  /** Says that the client has gone. */
  readonly signal?: AbortSignal
}

/** Addresses that one write may have fetched. */
const maxFetched = 5

/**
 * Runs a write in one transaction, in which the library stores the files of the images that it brings, if it brings any. An address that
 * it wants fetched is fetched between two attempts, never while a transaction is open, and not for a client that has gone.
 */
export const runWrite = async <T>(
  { database, library }: { readonly database: Database; readonly library: ImageFiles },
  context: RequestContext,
  work: WriteWork<T>,
  { uploaded, signal }: WriteOptions = {},
): Promise<T> => {
  const fetched = new Map<string, IncomingImage>()
  let intake: Intake | undefined
  try {
    for (;;) {
      try {
        const result = await database.transact(async (db) => {
          // It may run again, and begins anew then.
          intake = { ...(uploaded ? { uploaded } : {}), fetched, stored: new Map(), removed: new Set() }
          const done = await work(db, { ...context, intake })
          if (intake.stored.size > 0) await library.store(db, intake.stored)
          return done
        })
        if (intake && intake.removed.size > 0) await library.remove(intake.removed)
        return result
      } catch (error) {
        if (intake && intake.stored.size > 0) await library.takeBack(intake.stored)
        if (!(error instanceof ImageWanted)) throw error
        if (fetched.size >= maxFetched)
          throw invalidParams(new Map([[error.param, `At most ${maxFetched} images can be fetched at once.`]]))
        fetched.set(error.url, await library.fetch(context, error, signal ?? new AbortController().signal))
      }
    }
  } finally {
    for (const image of fetched.values()) await library.discard(image)
  }
}
