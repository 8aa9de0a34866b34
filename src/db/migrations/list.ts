import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../dialects/dialect.ts'

/** A step of the schema, which runs once on each database. */
export type Migration = {
  readonly name: string
  /** The SQL of the step for a database. */
  readonly read: (dialect: Dialect['name']) => string
}

/** The migration whose SQL is in the files `NAME.sqlite.sql` and `NAME.postgres.sql` of this directory. */
const fromFiles = (name: string): Migration => ({
  name,
  read: (dialect) => readFileSync(join(import.meta.dirname, `${name}.${dialect}.sql`), 'utf8'),
})

/** All migrations in the order in which they run; a released one is never changed. */
export const migrations: readonly Migration[] = [fromFiles('0001-initial')]
