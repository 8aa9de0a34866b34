import type { AppContext, RequestContext } from '../core/context.ts'
import { invalidParams } from '../core/errors.ts'
import type { Db } from '../db/database.ts'
import { listPaths } from './images.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { ImageWanted, type IncomingImage, newIntake } from './intake.ts'
import { fullPath } from './paths.ts'
import type { StoredFile } from './store.ts'
import { openFile, removeFile, type Stores, storesOf } from './stores.ts'

/** The library of images of one server. Who receives an image hands it to `write`, and discards it afterwards. */
export type Library = Omit<Incoming, 'fetch'> & {
  /** The file under a path, or undefined. */
  readonly open: (path: string) => Promise<StoredFile | undefined>
  /**
   * Runs a write in one transaction, and stores the files of the images that it brings, or of none: an address that it wants
   * fetched is fetched between two attempts, never while the transaction is open, and not for a client that has gone.
   */
  readonly write: <T>(context: RequestContext, work: WriteWork<T>, options?: WriteOptions) => Promise<T>
}

/** A write: it may run several times, each time in a transaction and with a context of its own. */
export type WriteWork<T> = (db: Db, context: RequestContext) => Promise<T>

type WriteOptions = {
  readonly uploaded?: IncomingImage | undefined
  /** Says that the client has gone. */
  readonly signal?: AbortSignal
}

/** Addresses that one write may have fetched. */
const maxFetched = 5

/** Opens the library. */
export const createLibrary = (app: AppContext): Library => {
  const stores = storesOf(app.config)
  const { fetch, ...incoming } = createIncoming(app)
  const never = new AbortController().signal
  return {
    ...incoming,
    open: (path) => openFile(stores, app.database, path),
    write: async (context, work, { uploaded, signal = never } = {}) => {
      const fetched = new Map<string, IncomingImage>()
      try {
        for (;;) {
          try {
            const brought = { fetched, ...(uploaded ? { uploaded } : {}) }
            return await attempt(app, stores, context, work, brought)
          } catch (error) {
            if (!(error instanceof ImageWanted)) throw error
            if (fetched.size >= maxFetched) {
              throw invalidParams(new Map([[error.param, `At most ${maxFetched} images can be fetched at once.`]]))
            }
            fetched.set(error.url, await fetch(context, error, signal))
          }
        }
      } finally {
        for (const image of fetched.values()) await incoming.discard(image)
      }
    },
  }
}

/** One transaction of a write, with what it does to files: those that it brings come before the commit, the others go after it. */
const attempt = async <T>(
  { database, log }: AppContext,
  stores: Stores,
  context: RequestContext,
  work: WriteWork<T>,
  brought: Parameters<typeof newIntake>[0],
): Promise<T> => {
  let intake = newIntake(brought)
  const remove = async (listUnwanted: (db: Db) => Promise<Iterable<string>>): Promise<void> => {
    await database
      .transact(async (db) => {
        for (const path of await listUnwanted(db)) await removeFile(stores, db, path)
      })
      .catch((error) => log.error({ error }, 'files of an image were not removed'))
  }
  try {
    const result = await database.transact(async (db) => {
      // It may run again, and begins anew then.
      intake = newIntake(brought)
      const done = await work(db, { ...context, intake })
      await stores.chosen.put(db, intake.stored)
      return done
    })
    if (intake.removed.size > 0) await remove(async () => intake.removed)
    return result
  } catch (error) {
    if (intake.stored.size > 0) await remove((db) => findUncommitted(db, [...intake.stored.keys()]))
    throw error
  }
}

/** A connection may break while it commits: what an image names stays, as whoever writes next finds it. */
const findUncommitted = async (db: Db, paths: readonly string[]): Promise<string[]> => {
  const known = new Set((await listPaths(db, paths.map(fullPath))).map(({ path }) => path))
  return paths.filter((path) => !known.has(path))
}
