import { sql } from 'kysely'
import { nowText } from '../lib/time-zone.ts'
import type { Database, Db } from './database.ts'
import { type Migration, migrations } from './migrations/list.ts'

/** The database cannot be used as it is; the message is one line for the operator. */
export class SchemaError extends Error {}

/**
 * Brings the schema up to date: the migrations that are not recorded run in order, in one transaction, so that nobody ever
 * meets a schema between two releases.
 * @returns the names of those that ran.
 * @param mayUpgrade false refuses a schema that an older release has made; a new database is not older.
 * @throws SchemaError for that, and when a newer release of Kalends has been at the database.
 */
export const migrate = async (
  database: Database,
  now: number,
  list: readonly Migration[] = migrations,
  mayUpgrade = true,
): Promise<string[]> => {
  return database.transact(async (db) => {
    await makeTable(db)
    // Another process may have come first.
    const pending = await findPending(db, list)
    if (!mayUpgrade && pending.length > 0 && pending.length < list.length) {
      throw new SchemaError('The database has the schema of an older Kalends: start the server once to update it.')
    }
    for (const { name, statements, revise } of pending) {
      for (const statement of statements(db.dialect.types, db.dialect.name)) await sql.raw(statement).execute(db.kysely)
      await revise?.(db)
      await db.kysely
        .insertInto('migration')
        .values({ name, applied_utc: nowText(now) })
        .execute()
    }
    return pending.map(({ name }) => name)
  })
}

const makeTable = async ({ kysely, dialect: { preamble, types } }: Db): Promise<void> => {
  const table = `create table if not exists migration (name ${types.text} primary key, applied_utc ${types.text} not null)`
  for (const statement of [...preamble, table]) await sql.raw(statement).execute(kysely)
}

const findPending = async (db: Db, list: readonly Migration[]): Promise<Migration[]> => {
  const applied = new Set((await db.kysely.selectFrom('migration').select('name').execute()).map(({ name }) => name))
  const unknown = [...applied].find((name) => !list.some((migration) => migration.name === name))
  if (unknown !== undefined) {
    throw new SchemaError(`The database was made by a newer Kalends (migration ${unknown}); upgrade.`)
  }
  return list.filter(({ name }) => !applied.has(name))
}
