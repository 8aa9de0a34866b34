import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { isOtherFile, openSqlite, sqliteDialect } from '../db/dialects/sqlite.ts'
import { migrate, SchemaError } from '../db/migrate.ts'
import { migrations } from '../db/migrations/list.ts'
import { indexPending } from '../db/search-upkeep.ts'
import { errorCode, errorText } from '../lib/error-text.ts'
import { flush } from '../lib/flush.ts'
import {
  damagedText,
  notSqlite,
  refuseDamaged,
  refuseEmpty,
  refuseForeign,
  refuseLogAlone,
  refuseReadOnly,
} from './database-file.ts'
import { StartError } from './faults.ts'

/** The driver of PostgreSQL, which is loaded only if it is used. */
const loadPostgres = () => import('../db/dialects/postgres.ts')

/** How a command uses the database. */
type OpenOptions = {
  /** The database must exist: otherwise a mistyped directory would look like an empty calendar. */
  readonly mustExist?: boolean
  /** The command may update the schema of an older release, which must not happen while a server of that release runs. */
  readonly mayUpgrade?: boolean
  /** A new database gets no schema: the command makes it together with the first rows. */
  readonly isBare?: boolean
}

/**
 * Opens the configured database; a new one gets its schema.
 * @throws StartError with one line when it cannot be used; the line never contains the value of KALENDS_DATABASE.
 */
export const openDatabase = async (
  { dataDirectory, database, preparedStatements }: Config,
  { mustExist = false, mayUpgrade = false, isBare = false }: OpenOptions = {},
): Promise<Database> => {
  if (database.kind === 'sqlite' && mustExist && !existsSync(database.path)) throw noCalendar(database)
  if (database.kind === 'sqlite' && statSync(database.path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartError(`KALENDS_DATABASE: ${basename(database.path)} is a directory, not a file.`)
  }
  await makeDirectory('KALENDS_DATA', dataDirectory)
  if (database.kind === 'sqlite') {
    await makeDirectory('KALENDS_DATABASE', dirname(database.path))
    refuseLogAlone(database.path)
    if (mayUpgrade) refuseReadOnly(database.path)
  }
  try {
    const opened =
      database.kind === 'sqlite'
        ? openSqlite(database.path)
        : await (await loadPostgres()).openPostgres(database.url, { isPrepared: preparedStatements })
    const prepare = async (): Promise<void> => {
      if (database.kind === 'sqlite' && mayUpgrade) await refuseDamaged(opened, database.path)
      const tables = await tablesOf(opened)
      if (mustExist && !tables.includes('migration')) {
        if (database.kind === 'sqlite') refuseEmpty(tables, database.path)
        throw noCalendar(database)
      }
      if (database.kind === 'sqlite') refuseForeign(tables)
      if (!isBare || tables.includes('migration')) await migrate(opened, Date.now(), migrations, mayUpgrade)
      // After an update of the schema, or where another program has written.
      if (mayUpgrade) await indexPending(opened)
    }
    await prepare().catch((error) => opened.close().then(() => Promise.reject(error)))
    return opened
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof SchemaError) throw new StartError(error.message)
    const { isDamaged } = database.kind === 'sqlite' ? sqliteDialect : (await loadPostgres()).postgresDialect
    if (database.kind === 'sqlite' && isOtherFile(error)) throw notSqlite(database.path)
    throw new StartError(
      isDamaged(error) ? damagedText(errorText(error)) : `the database cannot be used: ${errorText(error)}`,
    )
  }
}

const tablesOf = async ({ kysely }: Database): Promise<readonly string[]> =>
  (await kysely.introspection.getTables()).map(({ name }) => name)

/**
 * Opens the configured database for a command that fills it; a new one gets no schema, and `isNew` says so. `close` takes away what opening has
 * made, unless the database has a schema by then.
 */
export const openBare = async (
  config: Config,
): Promise<{ readonly database: Database; readonly isNew: boolean; readonly close: () => Promise<void> }> => {
  const { dataDirectory, database: place } = config
  const file = place.kind === 'sqlite' ? place.path : undefined
  const files = file === undefined || existsSync(file) ? [] : [file, `${file}-wal`, `${file}-shm`]
  const directories = [dataDirectory, ...(file === undefined ? [] : [dirname(file)])].flatMap(missingAbove)
  const database = await openDatabase(config, { isBare: true })
  const isBare = async (): Promise<boolean> => !(await tablesOf(database)).includes('migration')
  return {
    database,
    isNew: await isBare(),
    close: async () => {
      const isLeft = await isBare().catch(() => false)
      await database.close()
      if (!isLeft) return
      for (const path of files) rmSync(path, { force: true })
      // One in which something is by now stays.
      for (const path of directories) if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path)
    },
  }
}

/** The directories of a path that are missing, the lowest first. */
const missingAbove = (path: string): readonly string[] =>
  existsSync(path) || dirname(path) === path ? [] : [path, ...missingAbove(dirname(path))]

/** An address of PostgreSQL may hold a password. */
const noCalendar = (database: Config['database']): StartError => {
  const place = database.kind === 'sqlite' ? ` ${database.path}` : ''
  return new StartError(
    `There is no database${place}. Start the server once to create it, or check KALENDS_DATA and KALENDS_DATABASE.`,
  )
}

/** Creates a directory, and flushes the entry of the first new one, which must be as durable as its content. */
const makeDirectory = async (setting: string, path: string): Promise<void> => {
  const first = makeMissing(setting, path)
  if (first !== undefined) await flush(dirname(first))
}

/**
 * Creates the missing directories of a path; returns the first of them. It creates one at a time, because `mkdirSync` with `recursive` never
 * returns where a file system such as /proc refuses a directory although its parent is there.
 */
const makeMissing = (setting: string, path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return undefined
  // The value of KALENDS_DATABASE is a secret.
  const place = setting === 'KALENDS_DATABASE' ? 'a part of its path' : path
  if (found) throw new StartError(`${setting}: ${place} is a file, not a directory.`)
  const first = dirname(path) === path ? undefined : makeMissing(setting, dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (errorCode(error) !== 'EEXIST') {
      throw new StartError(`${setting}: the directory ${place} cannot be made (${errorCode(error)}).`)
    }
  }
  return first ?? path
}
