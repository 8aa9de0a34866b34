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
export const checkFiles = async (database: Database, config: Config, options: { readonly repair: boolean }) => {
  const files = createFileStore(mediaDirectory(config))
  const stores = [files, createDatabaseStore()]
  const findings: FileFinding[] = []
  for (const store of stores) findings.push(...(await findOrphans(database, store, options)))
  const [chosen = files, ...others] = stores.sort((a) => (a.name === config.mediaStore ? -1 : 1))
  findings.push(...(await findMissing(database, chosen, others, config, options)))
  if (options.repair) await spoolOf(config).sweep(Date.now())
  return findings
}

/** An upload puts its files before it commits: only who holds the write lock can tell that one belongs to no image. */
const findOrphans = (database: Database, store: MediaStore, { repair }: { repair: boolean }): Promise<FileFinding[]> =>
  inTransaction(database, async (db) => {
    const wanted = new Set((await listPaths(db)).map(({ path }) => path))
    const orphans: string[] = []
    for await (const path of store.list(db)) if (!wanted.has(path)) orphans.push(path)
    if (repair) for (const path of orphans) await store.remove(db, path)
    const done = repair ? ' It was removed.' : ''
    return orphans.map((path) => ({ text: `The file ${path} belongs to no image.${done}`, isRepaired: repair }))
  })

const findMissing = async (
  database: Database,
  chosen: MediaStore,
  others: readonly MediaStore[],
  config: Config,
  { repair }: { repair: boolean },
): Promise<FileFinding[]> => {
  const present = new Set<string>()
  for await (const path of chosen.list(database)) present.add(path)
  const findings: FileFinding[] = []
  for (const { id, path } of await listPaths(database)) {
    if (present.has(path)) continue
    const isMoved = repair && (await moveFile(database, chosen, others, config, path))
    const text = `The image ${id} lacks its file ${path}.${isMoved ? ' It was moved here from the other store.' : ''}`
    findings.push({ text, isRepaired: isMoved })
  }
  return findings
}

/** Copies the file before it is removed where it was. */
const moveFile = async (
  database: Database,
  to: MediaStore,
  others: readonly MediaStore[],
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
