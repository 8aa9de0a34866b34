import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createFileStore } from '../media/file-store.ts'
import { listPaths } from '../media/images.ts'
import { createStores, openFile } from '../media/stores.ts'
import { UsageError } from './faults.ts'

const day = 86_400_000

/** A backup that is there: the path of its database file, and when it was made, in epoch milliseconds. */
type Earlier = { readonly file: string; readonly time: number }

/** The backups in the directory of a new one whose names begin as its does, up to the first digit; the newest first. */
const findEarlier = (file: string): Earlier[] => {
  const [start = ''] = /^\D*/.exec(basename(file)) ?? []
  return readdirSync(dirname(file))
    .filter((name) => start !== '' && name.startsWith(start) && name.endsWith('.sqlite'))
    .map((name) => join(dirname(file), name))
    .map((path) => ({ file: path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time)
}

/** The directory with the image files of the last backup beside a new one; undefined where there is none. */
export const findPreviousMedia = (file: string): string | undefined =>
  findEarlier(file)
    .map((earlier) => `${earlier.file}.media`)
    .find((media) => statSync(media, { throwIfNoEntry: false })?.isDirectory())

/**
 * Removes the backups that are older than some days, before a new one is made: on a full disk it would not be made otherwise. The last one stays however
 * old it is, since nobody knows yet whether the new one succeeds.
 * @throws UsageError where the name of the new one does not say which are its predecessors.
 */
export const removeOldBackups = (file: string, keep: string): void => {
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new UsageError(`--keep ${keep}: it must be a number of days, such as 30.`)
  if (!/^\D+\d.*\.sqlite$/.test(basename(file)))
    throw new UsageError(
      'With --keep, the name of FILE must be a word, a date and .sqlite, as kalends-2027-01-31.sqlite.',
    )
  const now = Date.now()
  const [, ...older] = findEarlier(file)
  for (const { file: old, time } of older) {
    if (time > now - Number(keep) * day) continue
    for (const path of [old, `${old}.media`]) rmSync(path, { recursive: true, force: true })
  }
  // Of backups that were cut off.
  const [start = ''] = /^\D*/.exec(basename(file)) ?? []
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name)
    if (!name.startsWith(start) || !/\.sqlite(?:\.media)?\.\d+\.part$/.test(name)) continue
    if (statSync(path).mtimeMs < now - day) rmSync(path, { recursive: true, force: true })
  }
}

/** Refuses a backup for which there is not enough space, before anything is written. */
export const requireRoom = async (config: Config, database: Database, file: string): Promise<void> => {
  const disk = statfsSync(dirname(file))
  // Some network file systems do not know.
  if (disk.blocks === 0) return
  const free = disk.bavail * disk.bsize
  const needed = (await sizeOfCopy(config, database)) + (await sizeOfFiles(config, database, file))
  if (needed <= free) return
  throw new UserError(
    `The backup needs about ${megabytes(needed)}, and ${dirname(file)} has ${megabytes(free)} free. Make room, or choose another disk. "--keep DAYS" removes old backups first.`,
  )
}

/** The bytes of the copy, at least: that of PostgreSQL is another format, which can be half as large. */
const sizeOfCopy = async ({ database: { kind } }: Config, { kysely }: Database): Promise<number> => {
  const size =
    kind === 'sqlite'
      ? sql<{ size: number }>`select (page_count - freelist_count) * page_size as size
          from pragma_page_count, pragma_freelist_count, pragma_page_size`
      : sql<{ size: number }>`select pg_database_size(current_database()) / 2 as size`
  return Number((await size.execute(kysely)).rows[0]?.size ?? 0)
}

/** The bytes of the image files that are neither in the database nor in the last backup. */
const sizeOfFiles = async (config: Config, database: Database, file: string): Promise<number> => {
  const stores = createStores(config)
  const media = findPreviousMedia(file)
  const previous = media === undefined ? undefined : createFileStore(media)
  const files = [stores.chosen, stores.other].find(({ name }) => name === 'files')
  let bytes = 0
  for (const { path } of await listPaths(database)) {
    const found = files && (await openFile({ chosen: files, other: files }, database, path))
    if (found && (await previous?.open(database, path))?.size !== found.size) bytes += found.size
  }
  return bytes
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
