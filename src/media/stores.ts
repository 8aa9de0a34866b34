import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { createDatabaseStore } from './database-store.ts'
import { createFileStore, spoolName } from './file-store.ts'
import { createSpool, type Spool } from './spool.ts'
import type { MediaStore, StoredFile } from './store.ts'

/**
 * The two stores. New files go into the one that KALENDS_MEDIA_STORE names; files of the other are served as well, so that a change
 * of the setting, or a command that is run without it, makes no image disappear.
 */
export type Stores = { readonly chosen: MediaStore; readonly other: MediaStore }

/** What decides where files are. */
type Place = Pick<Config, 'dataDirectory' | 'mediaStore'>

/** The stores of the settings; nothing is made on the disk before the first image comes. */
export const createStores = (config: Place): Stores => {
  const files = createFileStore(mediaDirectory(config))
  const database = createDatabaseStore()
  return config.mediaStore === 'files' ? { chosen: files, other: database } : { chosen: database, other: files }
}

/** Opens a file in whichever store has it. */
export const openFile = async ({ chosen, other }: Stores, db: Db, path: string): Promise<StoredFile | undefined> =>
  (await chosen.open(db, path)) ?? other.open(db, path)

/** Removes a file wherever it is. */
export const removeFile = async ({ chosen, other }: Stores, db: Db, path: string): Promise<void> => {
  await chosen.remove(db, path)
  await other.remove(db, path)
}

const mediaDirectory = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string => join(dataDirectory, 'media')

/** Where files are on their way into a store: below the same directory, so that they can be moved. */
export const chooseSpool = (config: Pick<Config, 'dataDirectory'>): Spool =>
  createSpool(join(mediaDirectory(config), spoolName))
