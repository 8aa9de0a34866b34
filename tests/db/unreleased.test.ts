import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { commands } from '../../src/cli/run.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Environment } from '../../src/settings.ts'
import { newDirectory, runHere } from '../cli/program.ts'
import { openAsIs } from '../cli/rows.ts'
import { administer } from '../durability/on-postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
const owner = typeof postgres === 'string' ? '' : postgres.url
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

/** What versions before the first release recorded of their migrations. */
const names = ['0001-calendar', '0002-images', '0003-throttle', '0004-changes', '0005-listing', '0006-search']

/** A database of such a version: of its tables only those that a start looks at. */
const makeUnreleased = async (environment: Environment): Promise<void> => {
  const database = await openAsIs(environment)
  await database.transact(async ({ kysely, dialect }) => {
    await sql.raw(dialect.migrationTable).execute(kysely)
    await kysely
      .insertInto('migration')
      .values(names.map((name) => ({ name, applied_utc: '2026-01-01 00:00:00' })))
      .execute()
    await sql`create table record (id integer primary key, kind text not null)`.execute(kysely)
  })
  await database.close()
}

/** A database of this version, without anything in it. */
const makeEmpty = async (file: string): Promise<void> => {
  const database = openSqlite(file)
  await migrate(database, 0)
  await database.close()
}

const refusal =
  'The database was made by a development version of Kalends, before the first release, and cannot be brought up to date. ' +
  'Start that version with it, and this one with an empty data directory or database; then run "kalends import http://HOST:PORT" with the address of the old one (docs/moving-data.md).'

const tablesOf = async (environment: Environment): Promise<string[]> => {
  const database = await openAsIs(environment)
  const tables = await database.kysely.introspection.getTables()
  await database.close()
  return tables.map(({ name }) => name).sort()
}

describe('a database of a version before the first release', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const skip = kind === 'postgres' && typeof postgres === 'string' ? postgres : false

    it(`is refused in one line by every command, and left as it is, on ${kind}`, { skip }, async () => {
      const directory = newDirectory()
      const file = join(directory, 'unreleased.sqlite')
      const place = kind === 'sqlite' ? `sqlite:${file}` : `${owner}/unreleased`
      if (kind === 'postgres') await administer(`${owner}/postgres`, 'create database unreleased')
      const environment = { KALENDS_DATA: directory, KALENDS_DATABASE: place, KALENDS_PORT: '0' }
      await makeUnreleased(environment)

      const [events, empty] = [join(directory, 'events.ndjson'), join(directory, 'empty.sqlite')]
      writeFileSync(events, '')
      await makeEmpty(empty)
      const cases: Record<string, readonly (readonly string[])[]> = {
        serve: [[]],
        user: [['add', 'ann', '--role', 'editor'], ['list']],
        import: [[events]],
        export: [[join(directory, 'calendar.ndjson')]],
        source: [['list']],
        backup: [[join(directory, 'copy.sqlite')]],
        restore: [[empty]],
        copy: [
          [place, `sqlite:${join(directory, 'new.sqlite')}`],
          [`sqlite:${empty}`, place],
        ],
        check: [[], ['--repair']],
      }
      const asking = Object.keys(commands).filter((name) => name !== 'translations')
      assert.deepEqual(Object.keys(cases).sort(), asking.sort(), 'all that ask a database')
      for (const [command, lists] of Object.entries(cases)) {
        for (const list of lists) {
          const { code, faults } = await runHere([command, ...list], environment)
          assert.deepEqual([code, faults], [78, [refusal]], `${command} ${list}`)
        }
      }
      assert.deepEqual(await tablesOf(environment), ['migration', 'record'])
    })
  }

  it('is refused as a backup that is restored', async () => {
    const directory = newDirectory()
    const backup = join(directory, 'backup.sqlite')
    await makeUnreleased({ KALENDS_DATA: directory, KALENDS_DATABASE: `sqlite:${backup}` })
    const { code, faults } = await runHere(['restore', backup], { KALENDS_DATA: newDirectory() })
    assert.deepEqual([code, faults], [78, [`The backup ${backup}: ${refusal}`]])
  })
})
