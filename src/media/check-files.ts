import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { flush } from '../lib/flush.ts'
import { listPaths } from './images.ts'
import { fullPath } from './paths.ts'
import type { MediaStore, StoredFile } from './store.ts'
import { chooseSpool, createStores, openFile, removeFile, type Stores } from './stores.ts'

/** A problem with the files of the library, in one line. */
export type FileFinding = { readonly text: string; readonly isMended: boolean }

/** The permitted repairs: removing files without an image, and moving all others to the configured store. */
export type FileRepairs = { readonly repair: boolean; readonly move: boolean }

/** Compares images with their files: finds files without an image, images without a file, and files in the other store. */
export const checkFiles = async (
  database: Database,
  config: Config,
  { repair, move }: FileRepairs,
): Promise<FileFinding[]> => {
  const stores = createStores(config)
  const wanted = await listPaths(database)
  const known = new Set(wanted.map(({ path }) => path))
  const [here, there] = [await pathsIn(database, stores.chosen), await pathsIn(database, stores.other)]
  const orphans = [...new Set([...here, ...there])].filter((path) => !known.has(path))
  const missing = wanted.filter(({ path }) => !here.has(path) && !there.has(path))
  const astray = [...there].filter((path) => known.has(path))
  if (repair) await chooseSpool(config).sweep(Date.now())
  return [
    ...(await settleOrphans(database, stores, orphans, repair)),
    ...(await confirmMissing(database, stores, missing)),
    ...(await settleAstray(database, config, stores, astray, move)),
  ]
}

const pathsIn = async (database: Database, store: MediaStore): Promise<Set<string>> => {
  const paths = new Set<string>()
  for await (const path of store.list(database)) paths.add(path)
  return paths
}

/** Number of files removed under one lock; a server's writes wait for the lock. */
const portion = 200

/** An upload stores its files before it commits, so only under the write lock is it certain that a file has no image. */
const settleOrphans = async (
  database: Database,
  stores: Stores,
  candidates: readonly string[],
  repair: boolean,
): Promise<FileFinding[]> => {
  const findings: FileFinding[] = []
  const done = repair ? ' It was removed.' : ''
  for (let from = 0; from < candidates.length; from += portion) {
    await database.transact(async (db) => {
      const suspects = candidates.slice(from, from + portion)
      const known = new Set((await listPaths(db, suspects.map(fullPath))).map(({ path }) => path))
      for (const path of suspects.filter((suspect) => !known.has(suspect))) {
        if (repair) await removeFile(stores, db, path)
        findings.push({ text: `The file ${path} belongs to no image.${done}`, isMended: repair })
      }
    })
  }
  return findings
}

/** A deletion commits before it removes its files, and an upload may have finished after the files were listed. */
const confirmMissing = async (
  database: Database,
  stores: Stores,
  candidates: Awaited<ReturnType<typeof listPaths>>,
): Promise<FileFinding[]> => {
  if (candidates.length === 0) return []
  const known = new Set((await listPaths(database)).map(({ path }) => path))
  const findings: FileFinding[] = []
  for (const { id, path } of candidates) {
    if (!known.has(path) || (await openFile(stores, database, path))) continue
    findings.push({ text: `The image ${id} lacks its file ${path}.`, isMended: false })
  }
  return findings
}

const settleAstray = async (
  database: Database,
  config: Config,
  stores: Stores,
  paths: readonly string[],
  move: boolean,
): Promise<FileFinding[]> => {
  if (paths.length === 0) return []
  if (move) for (const path of paths) await moveFile(database, config, stores, path)
  const [from, to] = [stores.other.name, stores.chosen.name]
  const text = move
    ? `${paths.length} files were moved from the store "${from}" to "${to}".`
    : `${paths.length} files are in the store "${from}", and KALENDS_MEDIA_STORE is "${to}"; they are still served; --move-images moves them.`
  return [{ text, isMended: move }]
}

/** Stores the file in one store before it removes it from the other. */
const moveFile = async (database: Database, config: Config, { chosen, other }: Stores, path: string): Promise<void> => {
  const found = await other.open(database, path)
  if (!found) return
  if (!(await chosen.open(database, path))) await storeFile(database, config, chosen, path, found)
  await database.transact((db) => other.remove(db, path))
}

/** Copies a file from another store into this one, whole and synced to the disk. */
export const storeFile = async (
  database: Database,
  config: Config,
  to: MediaStore,
  path: string,
  found: StoredFile,
): Promise<void> => {
  const spool = chooseSpool(config)
  const directory = await spool.open()
  try {
    const file = join(directory, 'file')
    await spool.receive(found.read(0, found.size), file, found.size)
    await flush(file)
    await database.transact((db) => to.put(db, new Map([[path, file]])))
  } finally {
    await spool.discard(directory)
  }
}
