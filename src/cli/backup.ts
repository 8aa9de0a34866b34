import { createHash } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { link, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { copyDatabase } from '../db/copy.ts'
import type { Database, Db } from '../db/database.ts'
import { openSqlite, sqliteDialect, vacuumInto } from '../db/dialects/sqlite.ts'
import { migrate } from '../db/migrate.ts'
import { errorCode, errorText } from '../lib/error-text.ts'
import { flush } from '../lib/flush.ts'
import { createDatabaseStore } from '../media/database-store.ts'
import { listPaths } from '../media/images.ts'
import type { StoredFile } from '../media/store.ts'
import { createStores, openFile } from '../media/stores.ts'
import { readArguments } from './arguments.ts'
import { findPreviousMedia, removeOldBackups, requireRoom } from './backup-room.ts'
import { findFaults } from './check.ts'
import { damagedText } from './database-file.ts'
import { doneWithFindings, StartError } from './faults.ts'
import { openDatabase } from './open-database.ts'

/**
 * `kalends backup FILE`: one read transaction copies the whole database, so that the copy is a snapshot and contains every
 * write acknowledged before it; the copy is checked, and appears under its name only when it is complete. Files of images that
 * are not in the database are copied beside it, into `FILE.media`, or linked to those of the last backup there if they have not changed; one that is
 * missing is reported, and the backup goes on.
 */
export const backup = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments('backup', args, ['FILE'], { keep: { type: 'string' } })
  const [file = ''] = positionals
  const media = `${file}.media`
  for (const path of [file, media]) {
    if (existsSync(path)) throw new UserError(`${path} already exists; a backup never overwrites a file.`)
  }
  if (!existsSync(dirname(file))) throw new UserError(`The directory ${dirname(file)} does not exist.`)
  if (values.keep !== undefined) removeOldBackups(file, values.keep)
  // The name has the process id: two processes that write the same backup do not disturb each other before the end.
  const draft = `${file}.${process.pid}.part`
  const mediaDraft = `${media}.${process.pid}.part`
  const removeDrafts = (): void => {
    for (const path of [draft, mediaDraft]) rmSync(path, { recursive: true, force: true })
  }
  removeDrafts()
  try {
    const { faults, missing } = await writeCopy(config, file, draft, mediaDraft).catch((error) => {
      throw explainFault(config, file, error)
    })
    for (const line of [...faults, ...missing]) process.stderr.write(`${line}\n`)
    if (faults.length > 0) return 1
    const hasFiles = existsSync(mediaDraft)
    if (hasFiles) await rename(mediaDraft, media)
    await rename(draft, file)
    await flush(dirname(file))
    process.stdout.write(hasFiles ? `Wrote ${file} and ${media}.\n` : `Wrote ${file}.\n`)
    // Without any image file, their directory is probably not mounted.
    return missing.length === 0 ? 0 : hasFiles ? doneWithFindings : 1
  } finally {
    removeDrafts()
  }
}

/** `faults` make the copy unusable; `missing` lists files that no store has. */
type Outcome = { readonly faults: readonly string[]; readonly missing: readonly string[] }

/** Returns what is wrong with the copy; a copy without faults has been synced to the disk. */
const writeCopy = async (config: Config, file: string, path: string, media: string): Promise<Outcome> => {
  const database = await openDatabase(config, { mustExist: true })
  try {
    await requireRoom(config, database, file)
    const previous = findPreviousMedia(file)
    const copy = await copyInto(config, database, path)
    const check = async (): Promise<Outcome> => {
      const faults = await findFaults(copy)
      return { faults, missing: faults.length > 0 ? [] : await copyFiles(database, copy, config, media, previous) }
    }
    const outcome = await check().finally(() => copy.close())
    await flush(path)
    if (outcome.faults.length === 0) await noteBackup(database)
    return outcome
  } finally {
    await database.close()
  }
}

/** Records the time of the last backup, for administrators. If this cannot be written, the backup is still valid. */
const noteBackup = async (database: Database): Promise<void> => {
  const value = new Date().toISOString()
  const noted = database.transact(async ({ kysely }) => {
    const row = kysely.insertInto('note').values({ name: 'last_backup', value })
    await row.onConflict((it) => it.column('name').doUpdateSet({ value })).execute()
  })
  await noted.catch(() => undefined)
}

/** A backup is always a SQLite file: every release can read it, and `restore` writes it to either database. */
const copyInto = async (config: Config, database: Database, path: string): Promise<Database> => {
  if (config.database.kind === 'sqlite') {
    vacuumInto(config.database.path, path)
    return openSqlite(path)
  }
  const copy = openSqlite(path)
  try {
    await migrate(copy, Date.now())
    await copyDatabase(database, copy, () => undefined)
    return copy
  } catch (error) {
    await copy.close()
    throw error
  }
}

/** Copies the files that are not in the copied database; returns those that no store has, unless they were deleted meanwhile. */
const copyFiles = async (
  database: Db,
  copy: Db,
  config: Config,
  target: string,
  previous: string | undefined,
): Promise<string[]> => {
  const stores = createStores(config)
  const missing: string[] = []
  for (const { id, path } of await listPaths(copy)) {
    if (await inDatabase.open(copy, path)) continue
    const file = await openFile(stores, database, path)
    if (file) {
      const isLinked = previous !== undefined && (await linkSame(join(previous, path), join(target, path), file))
      if (!isLinked) await writeFlushed(join(target, path), file.read(0, file.size))
    } else if (await isThere(database, id)) missing.push(`The image ${id} lacks its file ${path}.`)
  }
  return missing
}

const inDatabase = createDatabaseStore()

const isThere = async (db: Db, id: number): Promise<boolean> =>
  (await db.kysely.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Makes a file a second name of one of the last backup, if that has the same bytes and the disk can. */
const linkSame = async (earlier: string, path: string, file: StoredFile): Promise<boolean> => {
  try {
    if ((await stat(earlier)).size !== file.size) return false
    if ((await digestOf(createReadStream(earlier))) !== (await digestOf(file.read(0, file.size)))) return false
    await mkdir(dirname(path), { recursive: true })
    await link(earlier, path)
    await flush(dirname(path))
    return true
  } catch (error) {
    if (cannotLink.has(String(errorCode(error)))) return false
    throw error
  }
}

/** What file systems answer that have no such file, or no links, or too many. */
const cannotLink: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EMLINK',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
])

const digestOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** Says of a full disk or a damaged file which one it is, and what helps. */
const explainFault = ({ database }: Config, file: string, error: unknown): unknown => {
  const isFull = sqliteDialect.isFull(error) || errorCode(error) === 'ENOSPC'
  if (isFull)
    return new UserError(
      `The disk of ${dirname(file)} is full: nothing of the backup is left. Make room, and repeat it. "--keep DAYS" removes old backups first.`,
    )
  if (sqliteDialect.isDamaged(error) && database.kind === 'sqlite')
    return new StartError(`${database.path}: ${damagedText(errorText(error))}. The backup was not made.`)
  return error
}

const writeFlushed = async (path: string, bytes: Readable): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  await flush(path)
}
