import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { errorCode } from '../lib/error-text.ts'
import { OtherFileError, StartError } from './faults.ts'

// Checks before a SQLite file is used: SQLite itself would open or recreate files that should be refused.

/** A log without its database: SQLite would recreate the database and remove the log, which contains acknowledged writes. */
export const refuseLogAlone = (path: string): void => {
  if (sizeOf(path) > 0 || sizeOf(`${path}-wal`) === 0) return
  const name = basename(path)
  throw new StartError(
    `the database ${name} is missing or empty, but its log ${name}-wal has changes of it: put that file back beside the log, or restore a backup into another directory (KALENDS_DATA).`,
  )
}

/** SQLite also opens a read-only file; then every write would fail. */
export const refuseReadOnly = (path: string): void => {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new StartError(
      `the database ${basename(path)} cannot be written (${code})${code === 'EACCES' ? rightsOf(path) : ''}.`,
    )
  }
}

/** A command that was run as root leaves such a file. */
const rightsOf = (path: string): string =>
  `: user ${statSync(path).uid} owns it, and Kalends runs as user ${process.getuid?.()}. Give it and the files beside it to that user (chown -R), with the right to write`

/**
 * Looks for damage before the server answers anything: otherwise it would be found page by page, and the content of a damaged page could be
 * read as text. A large file is not checked, since a start must be quick: `kalends check` does it.
 */
export const refuseDamaged = async (database: Database, path: string): Promise<void> => {
  // An incomplete page is allowed only while the log has all pages too.
  const isCutOff = sizeOf(path) % (await readPageSize(database)) !== 0 && sizeOf(`${path}-wal`) === 0
  const find = async (): Promise<readonly string[]> =>
    sizeOf(path) > largestLookedThrough ? [] : database.dialect.findDamage(database.kysely, true)
  const [damage] = isCutOff ? ['its file ends within a page'] : await find()
  if (damage !== undefined) throw new StartError(damagedText(damage))
}

/** The message about damage, whichever check found it. */
export const damagedText = (damage: string): string => `the database is damaged, restore a backup: ${damage}`

/** The largest file, in bytes, that a start looks through; SQLite checks some hundred megabytes a second. */
const largestLookedThrough = 256 * 1024 * 1024

/** Reads through SQLite: opening and closing the file directly would release the locks that this process holds on it. */
const readPageSize = async ({ kysely }: Database): Promise<number> => {
  const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(kysely)
  return rows[0]?.page_size ?? 0
}

/** A file with the tables of another program was named by mistake. */
export const refuseForeign = (tables: readonly string[]): void => {
  if (tables.length > 0 && !tables.includes('migration')) {
    throw new OtherFileError(
      `the database belongs to another program: it has a table ${tables[0]}, but none of Kalends.`,
    )
  }
}

/** A file without tables, such as a truncated backup, contains no calendar. */
export const refuseEmpty = (tables: readonly string[], path: string): void => {
  if (tables.length === 0) throw new OtherFileError(`${basename(path)} is empty: it contains no calendar.`)
}

/** The name of the file, without the directories of KALENDS_DATABASE: the setting is a secret. */
export const notSqlite = (path: string): OtherFileError =>
  new OtherFileError(
    `${basename(path)} is not a SQLite file; check KALENDS_DATABASE. If it was one, it is damaged: restore a backup.`,
  )

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
