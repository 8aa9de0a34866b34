import { constants, existsSync, rmSync } from 'node:fs'
import { copyFile, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { openSqlite } from '../db/dialects/sqlite.ts'
import { listPaths } from '../media/images.ts'
import { mediaDirectory } from '../media/library.ts'
import { readArguments } from './arguments.ts'
import { findFaults } from './check.ts'
import { reasonOf } from './faults.ts'
import { openDatabase } from './serve.ts'

/**
 * `kalends backup FILE`: one read transaction writes the whole database, so that the copy is of one moment and holds every
 * write acknowledged before it; the copy is checked, and appears under its name only when it is complete. Files of images that
 * are not in the database come beside it, into `FILE.media`.
 */
export const backup = async (config: Config, args: readonly string[]): Promise<number> => {
  const [file = ''] = readArguments('backup', args, ['FILE'], {}).positionals
  const media = `${file}.media`
  for (const path of [file, media]) {
    if (existsSync(path)) throw new Error(`${path} exists already; a backup never overwrites.`)
  }
  const draft = `${file}.part`
  const mediaDraft = `${media}.part`
  const removeDrafts = (): void => {
    for (const path of [draft, mediaDraft]) rmSync(path, { recursive: true, force: true })
  }
  removeDrafts()
  try {
    const faults = await writeCopy(config, draft, mediaDraft)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    if (faults.length > 0) return 1
    if (existsSync(mediaDraft)) await rename(mediaDraft, media)
    await rename(draft, file)
  } finally {
    removeDrafts()
  }
  process.stdout.write(existsSync(media) ? `Wrote ${file} and ${media}.\n` : `Wrote ${file}.\n`)
  return 0
}

/** Answers what is wrong with the copy; one without faults is on the disk. */
const writeCopy = async (config: Config, path: string, media: string): Promise<string[]> => {
  const database = await openDatabase(config, { mustExist: true })
  try {
    await sql`vacuum into ${path}`.execute(database.kysely)
    const copy = openSqlite(path)
    const findAll = async (): Promise<string[]> => [
      ...(await findFaults(copy)),
      ...(config.mediaStore === 'files' ? await copyFiles(database, copy, config, media) : []),
    ]
    const faults = await findAll().finally(() => copy.close())
    await flush(path)
    return faults
  } finally {
    await database.close()
  }
}

/** Copies the files of the images in the copy of the database; answers which are not there, unless deleted meanwhile. */
const copyFiles = async (database: Db, copy: Db, config: Config, target: string): Promise<string[]> => {
  const faults: string[] = []
  for (const { id, path } of await listPaths(copy)) {
    const to = join(target, path)
    await mkdir(dirname(to), { recursive: true })
    try {
      await copyFile(join(mediaDirectory(config), path), to, constants.COPYFILE_FICLONE)
      await flush(to)
    } catch (error) {
      const image = await database.kysely.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()
      if (image) faults.push(`The image ${id} lacks its file ${path}: ${reasonOf(error)}`)
    }
  }
  return faults
}

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
