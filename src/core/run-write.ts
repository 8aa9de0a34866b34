import type { Database, Db } from '../db/database.ts'
import type { RequestContext } from './context.ts'
import { ApiError, invalidParams } from './errors.ts'
import { ImageWanted, type IncomingImage, type Intake } from './intake.ts'

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
  /** An image that cannot be fetched does not end the write, which is told the reason. */
  readonly keepsFaults?: boolean
}

/** Most images that one write may fetch. */
export const maxFetched = 5

/**
 * Runs a write in one transaction, in which the library stores the files of new images. An image that has to be fetched is fetched between
 * two attempts, never while a transaction is open, and fetching ends when the client disconnects.
 */
export const runWrite = async <T>(
  { database, library }: { readonly database: Database; readonly library: ImageFiles },
  context: RequestContext,
  work: WriteWork<T>,
  { uploaded, signal, keepsFaults = false }: WriteOptions = {},
): Promise<T> => {
  const fetched = new Map<string, IncomingImage>()
  const unfetched = new Map<string, unknown>()
  let intake: Intake | undefined
  try {
    for (;;) {
      try {
        const result = await database.transact(async (db) => {
          // The transaction may be tried again, with an empty intake.
          intake = { ...(uploaded ? { uploaded } : {}), fetched, unfetched, stored: new Map(), removed: new Set() }
          const done = await work(db, { ...context, intake })
          if (intake.stored.size > 0) await library.store(db, intake.stored)
          return done
        })
        if (intake && intake.removed.size > 0) await library.remove(intake.removed)
        return result
      } catch (error) {
        if (intake && intake.stored.size > 0) await library.takeBack(intake.stored)
        if (!(error instanceof ImageWanted)) throw error
        for (const wanted of [error, ...error.others]) {
          if (fetched.size + unfetched.size >= maxFetched) throw tooManyImages(error.param)
          try {
            fetched.set(wanted.url, await library.fetch(context, wanted, signal?.() ?? new AbortController().signal))
          } catch (fault) {
            if (!keepsFaults || !(fault instanceof ApiError)) throw fault
            unfetched.set(wanted.url, fault)
          }
        }
      }
    }
  } finally {
    for (const image of fetched.values()) await library.discard(image)
  }
}

/** Makes the error for more images than one write fetches. */
export const tooManyImages = (param: string): ApiError =>
  invalidParams(new Map([[param, `At most ${maxFetched} images can be fetched at once.`]]))
