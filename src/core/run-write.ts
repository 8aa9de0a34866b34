import type { Database, Db } from '../db/database.ts'
import { ImageWanted, type IncomingImage, type Intake } from '../media/intake.ts'
import type { RequestContext } from './context.ts'
import { invalidParams } from './errors.ts'

/** The work of a write. It may run several times, each time in a new transaction and with a new context. */
export type WriteWork<T> = (db: Db, context: RequestContext) => Promise<T>

/** The library of images, as far as writes use it. */
export type ImageFiles = {
  /** Fetches an image for a write; the caller must discard it afterwards. */
  readonly fetch: (context: RequestContext, wanted: ImageWanted, signal: AbortSignal) => Promise<IncomingImage>
  readonly discard: (image: IncomingImage) => Promise<void>
  /** Stores files of new images in the transaction that adds them. */
  readonly store: (db: Db, files: Intake['stored']) => Promise<void>
  /** Removes files that a failed write has stored, except those that an image refers to: the commit may have succeeded when the connection broke. */
  readonly takeBack: (files: Intake['stored']) => Promise<void>
  /** Removes files to which no image refers after a committed write. */
  readonly remove: (paths: Intake['removed']) => Promise<void>
}

type WriteOptions = {
  readonly uploaded?: IncomingImage | undefined
  /** Returns a signal that is aborted when the client disconnects. */
  readonly signal?: (() => AbortSignal) | undefined
}

/** Most images that one write may fetch. */
const maxFetched = 5

/**
 * Runs a write in one transaction, in which the library stores the files of new images. An image that has to be fetched is fetched between
 * two attempts, never while a transaction is open, and fetching ends when the client disconnects.
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
          // The transaction may be tried again, with an empty intake.
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
        fetched.set(error.url, await library.fetch(context, error, signal?.() ?? new AbortController().signal))
      }
    }
  } finally {
    for (const image of fetched.values()) await library.discard(image)
  }
}
