import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openPostgres, postgresDialect } from '../db/dialects/postgres.ts'
import { openSqlite, sqliteDialect } from '../db/dialects/sqlite.ts'
import { migrate, SchemaError } from '../db/migrate.ts'
import { migrations } from '../db/migrations/list.ts'
import { flush } from '../lib/flush.ts'
import { damagedText, refuseDamaged, refuseForeign, refuseLogAlone, refuseReadOnly } from './database-file.ts'
import { codeOf, reasonOf, StartError } from './faults.ts'

/** What a command wants of the database. */
type OpenOptions = {
  /** A new one makes no sense for it: a mistyped directory would look like an empty calendar. */
  readonly mustExist?: boolean
  /** It may bring the schema of an older release up to date; beside a server of that release nothing may. */
  readonly mayUpgrade?: boolean
}

/**
 * Opens the database of the settings; a new one gets its schema.
 * @throws StartError with one line when it cannot be used; it never tells what KALENDS_DATABASE holds.
 */
export const openDatabase = async (
  { dataDirectory, database, preparedStatements }: Config,
  { mustExist = false, mayUpgrade = false }: OpenOptions = {},
): Promise<Database> => {
  if (database.kind === 'sqlite' && mustExist && !existsSync(database.path)) throw noCalendar(database)
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
        : await openPostgres(database.url, { isPrepared: preparedStatements })
    const prepare = async (): Promise<void> => {
      if (database.kind === 'sqlite' && mayUpgrade) await refuseDamaged(opened, database.path)
      const tables = (await opened.kysely.introspection.getTables()).map(({ name }) => name)
      if (mustExist && !tables.includes('migration')) throw noCalendar(database)
      if (database.kind === 'sqlite') refuseForeign(tables)
      await migrate(opened, Date.now(), migrations, mayUpgrade)
    }
    await prepare().catch((error) => opened.close().then(() => Promise.reject(error)))
    return opened
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof SchemaError) throw new StartError(error.message)
    const { isDamaged } = database.kind === 'sqlite' ? sqliteDialect : postgresDialect
    throw new StartError(
      isDamaged(error) ? damagedText(reasonOf(error)) : `the database cannot be used: ${reasonOf(error)}`,
    )
  }
}

/** An address of PostgreSQL may hold a password. */
const noCalendar = (database: Config['database']): StartError => {
  const place = database.kind === 'sqlite' ? ` ${database.path}` : ''
  return new StartError(`There is no database${place}: KALENDS_DATA or KALENDS_DATABASE names another place.`)
}

/** Its name must last as well as what is in it. */
const makeDirectory = async (setting: string, path: string): Promise<void> => {
  try {
    const first = mkdirSync(path, { recursive: true })
    if (first !== undefined) await flush(dirname(first))
  } catch (error) {
    throw new StartError(`${setting}: the directory cannot be made (${codeOf(error)}).`)
  }
}
