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

/** All migrations in the order in which they run; a released one is never changed. */
export const migrations: readonly Migration[] = [
  fromFiles('0001-initial'),
  fromFiles('0002-search-blocks'),
  fromFiles('0003-people'),
  fromFiles('0004-people-links'),
  fromFiles('0005-history'),
  fromFiles('0006-category-colors'),
  fromFiles('0007-identities'),
  fromFiles('0008-merged'),
  fromFiles('0009-import-terms'),
  fromFiles('0010-orders'),
  fromFiles('0011-series'),
  fromFiles('0012-event-status'),
  fromFiles('0013-submissions'),
  fromFiles('0014-submission-history'),
  fromFiles('0015-external-ids'),
  fromFiles('0016-import-items'),
  fromFiles('0017-long-events'),
  fromFiles('0018-sources'),
  fromFiles('0019-undo-changes'),
  fromFiles('0020-submitted-events'),
  fromFiles('0021-told-submitters'),
  fromFiles('0022-former-slugs'),
  // Each new one comes last.
]
