import type { AppContext } from '../core/context.ts'
import type { ImageFiles } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { listPaths } from './images.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { fullPath } from './paths.ts'
import type { StoredFile } from './store.ts'
import { openFile, removeFile, storesOf } from './stores.ts'

/**
 * The library of images of one server. Who receives an image hands it to a write, and discards it afterwards; a write has its files
 * stored before it commits.
 */
export type Library = Incoming &
  ImageFiles & {
    /** The file under a path, or undefined. */
    readonly open: (path: string) => Promise<StoredFile | undefined>
  }

/** Opens the library. */
export const createLibrary = (app: AppContext): Library => {
  const { database, log } = app
  const stores = storesOf(app.config)
  /** What fails here leaves files of no image behind, which `kalends check` finds; it is no reason to refuse the write. */
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

/** Paths that no image names, as whoever writes next finds it. */
const findUncommitted = async (db: Db, paths: readonly string[]): Promise<string[]> => {
  const known = new Set((await listPaths(db, paths.map(fullPath))).map(({ path }) => path))
  return paths.filter((path) => !known.has(path))
}
