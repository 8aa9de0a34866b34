import { sql } from 'kysely'
import { nowText } from '../lib/time-zone.ts'
import { type Database, type Db, inTransaction } from './database.ts'
import { type Migration, migrations } from './migrations/list.ts'

/** The database cannot be used as it is; the message is one line for the operator. */
export class SchemaError extends Error {}

/**
 * Brings the schema up to date: each migration that is not recorded runs in a transaction of its own, in order.
 * @returns the names of those that ran.
 * @throws SchemaError when a newer release of Kalends has been at the database.
 */
export const migrate = async (
  database: Database,
  now: number,
  list: readonly Migration[] = migrations,
): Promise<string[]> => {
  await sql`create table if not exists migration (name text primary key, applied_utc text not null)`.execute(
    database.kysely,
  )
  const ran: string[] = []
  for (const migration of list) {
    const isNew = await inTransaction(database, (db) => apply(db, migration, now, list))
    if (isNew) ran.push(migration.name)
  }
  return ran
}

/** Looks for itself inside the transaction: another process may have come first. */
const apply = async (db: Db, migration: Migration, now: number, list: readonly Migration[]): Promise<boolean> => {
  const applied = await db.kysely.selectFrom('migration').select('name').execute()
  const known = new Set(list.map(({ name }) => name))
  const unknown = applied.find(({ name }) => !known.has(name))
  if (unknown) throw new SchemaError(`The database was made by a newer Kalends (migration ${unknown.name}); upgrade.`)
  if (applied.some(({ name }) => name === migration.name)) return false
  for (const statement of migration.statements) await sql.raw(statement).execute(db.kysely)
  await db.kysely
    .insertInto('migration')
    .values({ name: migration.name, applied_utc: nowText(now) })
    .execute()
  return true
}
