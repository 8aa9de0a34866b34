import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { createDatabaseStore } from './database-store.ts'
import { createFileStore } from './file-store.ts'
import { listPaths } from './images.ts'
import { mediaDirectory, spoolOf } from './library.ts'
import type { MediaStore } from './store.ts'

/** Something wrong with the files of the library, in one line. */
export type FileFinding = { readonly text: string; readonly isRepaired: boolean }

/**
 * Compares the images with their files: files of no image, and images without a file. Repairing removes the former, and moves
 * here what is in the other store, as after a change of KALENDS_MEDIA_STORE.
 */
export const checkFiles = async (database: Database, config: Config, { repair }: { readonly repair: boolean }) => {
  const stores = [createFileStore(mediaDirectory(config)), createDatabaseStore()]
  const findings: FileFinding[] = []
  for (const store of stores) {
    const { orphans, missing } = await compare(database, store, repair)
    const done = repair ? ' It was removed.' : ''
    findings.push(
      ...orphans.map((path) => ({ text: `The file ${path} belongs to no image.${done}`, isRepaired: repair })),
    )
    if (store.name !== config.mediaStore) continue
    for (const { id, path } of missing) {
      const others = stores.filter((other) => other !== store)
      const isRepaired = repair && (await moveFile(database, others, store, config, path))
      const moved = isRepaired ? ' It was moved here from the other store.' : ''
      findings.push({ text: `The image ${id} lacks its file ${path}.${moved}`, isRepaired })
    }
  }
  if (repair) await spoolOf(config).sweep(Date.now())
  return findings
}

/**
 * Files are put before the commit that makes their image, and removed after the one that deletes it: only who holds the write lock
 * can tell what is amiss.
 */
const compare = (database: Database, store: MediaStore, repair: boolean) =>
  inTransaction(database, async (db) => {
    const wanted = await listPaths(db)
    const known = new Set(wanted.map(({ path }) => path))
    const present = new Set<string>()
    for await (const path of store.list(db)) present.add(path)
    const orphans = [...present].filter((path) => !known.has(path))
    if (repair) for (const path of orphans) await store.remove(db, path)
    return { orphans, missing: wanted.filter(({ path }) => !present.has(path)) }
  })

/** Copies the file before it is removed where it was. */
const moveFile = async (
  database: Database,
  others: readonly MediaStore[],
  to: MediaStore,
  config: Config,
  path: string,
): Promise<boolean> => {
  for (const from of others) {
    const found = await from.open(database, path)
    if (!found) continue
    const spool = spoolOf(config)
    const directory = await spool.open()
    try {
      const file = join(directory, 'file')
      await spool.receive(found.read(0, found.size), file, found.size)
      await flush(file)
      await inTransaction(database, (db) => to.put(db, new Map([[path, file]])))
      await from.remove(database, path)
    } finally {
      await spool.discard(directory)
    }
    return true
  }
  return false
}

const flush = async (file: string): Promise<void> => {
  const handle = await open(file)
  await handle.sync().finally(() => handle.close())
}
