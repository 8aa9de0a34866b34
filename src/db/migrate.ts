import { sql } from 'kysely'
import { nowText } from '../lib/time-zone.ts'
import type { Database, Db } from './database.ts'
import { beforeRelease } from './migrations/before-release.ts'
import { type Migration, migrations } from './migrations/list.ts'

/** Thrown when the schema of the database cannot be used; the message is one line for the operator. */
export class SchemaError extends Error {}

/**
 * Runs the migrations that are not recorded, in their order and in one transaction, so that no process sees a schema between two releases.
 * @returns the names of the migrations that ran.
 * @param mayUpgrade false refuses the schema of an older release; an empty database is still migrated.
 * @throws SchemaError for a refused schema, and for that of a newer release or of a version before the first release.
 */
export const migrate = async (
  database: Database,
  now: number,
  list: readonly Migration[] = migrations,
  mayUpgrade = true,
): Promise<string[]> => database.transact((db) => migrateIn(db, now, list, mayUpgrade))

/** Does what {@link migrate} does, in a transaction that does more: a new database gets its schema together with its first rows, or none. */
export const migrateIn = async (
  db: Db,
  now: number,
  list: readonly Migration[] = migrations,
  mayUpgrade = true,
): Promise<string[]> => {
  await sql.raw(db.dialect.migrationTable).execute(db.kysely)
  // Another process may have run them meanwhile.
  const pending = findPending(await readApplied(db, mayUpgrade, now), list)
  if (!mayUpgrade && pending.length > 0 && pending.length < list.length) {
    throw new SchemaError('The database has the schema of an older Kalends: restart the server to update it.')
  }
  for (const { name, read } of pending) {
    for (const statement of splitStatements(read(db.dialect.name))) await sql.raw(statement).execute(db.kysely)
    await db.kysely
      .insertInto('migration')
      .values({ name, applied_utc: nowText(now) })
      .execute()
  }
  return pending.map(({ name }) => name)
}

/**
 * The names of the migrations that have run. A calendar from before the first release has run others, which made the same schema; from its
 * upgrade on it is one like all others, which versions before the release refuse.
 */
const readApplied = async (db: Db, mayUpgrade: boolean, now: number): Promise<ReadonlySet<string>> => {
  const rows = await db.kysely.selectFrom('migration').select('name').execute()
  const applied = new Set(rows.map(({ name }) => name))
  if (!beforeRelease.every((name) => applied.has(name))) return applied
  for (const name of beforeRelease) applied.delete(name)
  if (!mayUpgrade) return applied.add('0001-schema')
  await db.kysely.deleteFrom('migration').where('name', 'in', beforeRelease).execute()
  await db.kysely
    .insertInto('migration')
    .values({ name: '0001-schema', applied_utc: nowText(now) })
    .execute()
  return applied.add('0001-schema')
}

/** The first migration of the oldest versions, whose schema cannot be upgraded. */
const unreleased = '0001-calendar'

const findPending = (applied: ReadonlySet<string>, list: readonly Migration[]): Migration[] => {
  if (applied.has(unreleased)) {
    throw new SchemaError(
      'The database was made by a development version of Kalends, before the first release, and cannot be brought up to date. ' +
        'Start that version with it, and this one with an empty data directory or database; then run "kalends import http://HOST:PORT" with the address of the old one (docs/moving-data.md).',
    )
  }
  if (beforeRelease.some((name) => applied.has(name))) {
    throw new SchemaError(
      `The database was made by a development version of Kalends, before the first release, and lacks the migration ${beforeRelease.find((name) => !applied.has(name))}. ` +
        'Start commit 2b294bdc of Kalends with it, which brings it up to date, and then this version (docs/upgrade.md).',
    )
  }
  const unknown = [...applied].find((name) => !list.some((migration) => migration.name === name))
  if (unknown !== undefined) {
    throw new SchemaError(`The database was created by a newer Kalends (migration ${unknown}); upgrade this one.`)
  }
  return list.filter(({ name }) => !applied.has(name))
}

/** Starts and ends of the parts of a script in which a semicolon does not end a statement: strings, comments, bodies of functions and triggers. */
const enclosures = new Map([
  ["'", /'/g],
  ['--', /\n/g],
  ['$$', /\$\$/g],
  ['begin', /\bend(?=;)/g],
])

/** Splits a script into its statements, since drivers take one at a time. */
export const splitStatements = (script: string): string[] => {
  const statements: string[] = []
  const marks = /;|'|--|\$\$|\bbegin\b/g
  let from = 0
  for (let mark = marks.exec(script); mark; mark = marks.exec(script)) {
    const closing = enclosures.get(mark[0])
    if (closing) {
      closing.lastIndex = marks.lastIndex
      marks.lastIndex = closing.test(script) ? closing.lastIndex : script.length
    } else {
      statements.push(script.slice(from, marks.lastIndex))
      from = marks.lastIndex
    }
  }
  return [...statements, script.slice(from)].filter((text) => text.trim() !== '')
}
