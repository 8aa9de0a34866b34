import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../dialects/dialect.ts'

/** A change of the schema, which runs once on each database. */
export type Migration = {
  readonly name: string
  /** The SQL of the step for a database. */
  readonly read: (dialect: Dialect['name']) => string
}

/**
 * The migration whose SQL is in files of this directory: `NAME.sql` for both databases, or `NAME.sqlite.sql` and `NAME.postgres.sql`
 * where they need different statements.
 */
const fromFiles = (name: string): Migration => ({
  name,
  read: (dialect) => {
    const files = [`${name}.sql`, `${name}.${dialect}.sql`].map((file) => join(import.meta.dirname, file))
    return readFileSync(files.find((file) => existsSync(file)) ?? name, 'utf8')
  },
})

/** All migrations in the order in which they run: a new one comes last, and a released one is never changed. */
export const migrations: readonly Migration[] = [
  // A line for each.
  fromFiles('0001-schema'),
  fromFiles('0002-prices'),
  fromFiles('0003-header-image'),
  fromFiles('0004-changes'),
  fromFiles('0005-mail'),
  fromFiles('0006-second-factors'),
  fromFiles('0007-invitations'),
  fromFiles('0008-passkeys'),
  fromFiles('0009-latest-changes'),
]
