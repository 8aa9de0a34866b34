import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { codeOf, OtherFileError, StartError } from './faults.ts'

// Checks before a SQLite file is served: SQLite itself opens files, or creates them again, that it should refuse.

/** A log without its database: SQLite would create the database again and remove the log, which holds acknowledged writes. */
export const refuseLogAlone = (path: string): void => {
  if (sizeOf(path) > 0 || sizeOf(`${path}-wal`) === 0) return
  throw new StartError(
    'the database file is missing or empty, but its log (-wal) is there: restore the file that belongs to it.',
  )
}

/** SQLite also opens a file that it may not write; then every write would fail. */
export const refuseReadOnly = (path: string): void => {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    throw new StartError(`the database cannot be written (${codeOf(error)}).`)
  }
}

/**
 * Looks for damage before anything is served: otherwise it would be found page by page, and the content of a damaged page could be
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
      `the database belongs to another program: it has a table ${tables[0]}, and none of Kalends.`,
    )
  }
}

/** A file without tables, such as a backup that was cut off at its beginning, holds no calendar. */
export const refuseEmpty = (tables: readonly string[], path: string): void => {
  if (tables.length === 0) throw new OtherFileError(`${basename(path)} is empty: it holds no calendar.`)
}

/** The name of the file, without the directories of KALENDS_DATABASE: the setting is a secret. */
export const notSqlite = (path: string): OtherFileError =>
  new OtherFileError(
    `${basename(path)} is not a SQLite file; check KALENDS_DATABASE. If it was one, it is damaged: restore a backup.`,
  )

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
