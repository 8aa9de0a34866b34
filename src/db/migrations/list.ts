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
  fromFiles('0001-schema'),
  // Each new one comes last.
]

/** What calendars have run that were made before the first release: together they made the schema of `0001-schema`. */
export const beforeRelease: readonly string[] = [
  ...['0001-initial', '0002-search-blocks', '0003-people', '0004-people-links', '0005-history', '0006-category-colors'],
  ...['0007-identities', '0008-merged', '0009-import-terms', '0010-orders', '0011-series', '0012-event-status'],
  ...['0013-submissions', '0014-submission-history', '0015-external-ids', '0016-import-items', '0017-long-events'],
  ...['0018-sources', '0019-undo-changes', '0020-submitted-events', '0021-told-submitters', '0022-former-slugs'],
]
