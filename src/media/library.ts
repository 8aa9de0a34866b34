import type { Context, Scope } from '../context.ts'
import { invalidParams } from '../crud/errors.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { listPaths } from './images.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { ImageWanted, type IncomingImage, type Intake, newIntake } from './intake.ts'
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
  readonly write: <T>(scope: Scope, work: WriteWork<T>, options?: WriteOptions) => Promise<T>
}

/** A write: it may run several times, each time in a transaction and with a scope of its own. */
export type WriteWork<T> = (db: Db, scope: Scope) => Promise<T>

type WriteOptions = {
  readonly uploaded?: IncomingImage | undefined
  /** Says that the client has gone. */
  readonly signal?: AbortSignal
}

/** Addresses that one write may have fetched. */
const maxFetched = 5

/** Opens the library. */
export const createLibrary = (context: Context): Library => {
  const stores = storesOf(context.config)
  const { fetch, ...incoming } = createIncoming(context)
  const never = new AbortController().signal
  return {
    ...incoming,
    open: (path) => openFile(stores, context.database, path),
    write: async (scope, work, { uploaded, signal = never } = {}) => {
      const fetched = new Map<string, IncomingImage>()
      try {
        for (;;) {
          const intake = newIntake({ fetched, ...(uploaded ? { uploaded } : {}) })
          try {
            return await attempt(context, stores, scope, work, intake)
          } catch (error) {
            if (!(error instanceof ImageWanted)) throw error
            if (fetched.size >= maxFetched) {
              throw invalidParams(new Map([[error.param, `At most ${maxFetched} images can be fetched at once.`]]))
            }
            fetched.set(error.url, await fetch(scope, error, signal))
          }
        }
      } finally {
        for (const image of fetched.values()) await incoming.discard(image)
      }
    },
  }
}

/** A connection may break while it commits: only what no image names is removed, and nothing where that cannot be found out. */
const findUncommitted = async (db: Db, { stored }: Intake): Promise<string[]> => {
  const paths = [...stored.keys()]
  if (paths.length === 0) return []
  const rows = await listPaths(db, paths.map(fullPath)).catch(() => undefined)
  const known = new Set(rows?.map(({ path }) => path) ?? paths)
  return paths.filter((path) => !known.has(path))
}

/** One transaction of a write, with what it does to files: those that it brings come before the commit, the others go after it. */
const attempt = async <T>(
  context: Context,
  stores: Stores,
  scope: Scope,
  work: WriteWork<T>,
  intake: Intake,
): Promise<T> => {
  const { database, log } = context
  const remove = async (path: string): Promise<void> => {
    await removeFile(stores, database, path).catch((error) =>
      log.error('a file of an image was not removed', { path, error }),
    )
  }
  try {
    const result = await inTransaction(database, async (db) => {
      const done = await work(db, { ...scope, intake })
      await stores.chosen.put(db, intake.stored)
      return done
    })
    for (const path of intake.removed) await remove(path)
    return result
  } catch (error) {
    for (const path of await findUncommitted(database, intake)) await remove(path)
    throw error
  }
}
