import type { AppContext } from '../core/context.ts'
import type { ImageFiles } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { listPaths } from './images.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { fullPath } from './paths.ts'
import type { StoredFile } from './store.ts'
import { createStores, openFile, removeFile } from './stores.ts'

/**
 * The image library of one server. The receiver of an image passes it to a write, and discards it afterwards; a write stores its files
 * before it commits.
 */
export type Library = Incoming &
  ImageFiles & {
    /** The file under a path, or undefined. */
    readonly open: (path: string) => Promise<StoredFile | undefined>
  }

/** Opens the library. */
export const createLibrary = (app: AppContext): Library => {
  const { database, log } = app
  const stores = createStores(app.config)
  /** A failure here leaves files without an image, which `kalends check` finds; the write still succeeds. */
  const removeAll = async (listUnwanted: (db: Db) => Promise<Iterable<string>>): Promise<void> => {
    await database
      .transact(async (db) => {
        for (const path of await listUnwanted(db)) await removeFile(stores, db, path)
      })
      .catch((error) => log.error({ error }, 'files of an image were not removed'))
  }
  return {
    ...createIncoming(app),
    open: (path) => openFile(stores, database, path),
    store: (db, files) => stores.chosen.put(db, files),
    takeBack: (files) => removeAll((db) => findUncommitted(db, [...files.keys()])),
    remove: (paths) => removeAll(async () => paths),
  }
}

/** Those of some paths that no image has, as seen under the write lock. */
const findUncommitted = async (db: Db, paths: readonly string[]): Promise<string[]> => {
  const known = new Set((await listPaths(db, paths.map(fullPath))).map(({ path }) => path))
  return paths.filter((path) => !known.has(path))
}
