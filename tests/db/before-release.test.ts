import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { migrate, SchemaError } from '../../src/db/migrate.ts'
import { beforeRelease } from '../../src/db/migrations/before-release.ts'
import { type Migration, migrations } from '../../src/db/migrations/list.ts'
import type { Environment } from '../../src/settings.ts'
import { newDirectory, run, runHere, serve } from '../cli/program.ts'
import { openAsIs } from '../cli/rows.ts'
import { administer } from '../durability/on-postgres.ts'
import { sharePostgres } from '../support/postgres.ts'

// Calendars made by the last version that had 22 migrations, with a series, a former slug and a draft, one on each database.
const read = (name: string): Buffer => gunzipSync(readFileSync(join(import.meta.dirname, name)))

const postgres = await sharePostgres()
const server = typeof postgres === 'string' ? '' : postgres.url
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

let places = 0
const newPlace = async (kind: 'sqlite' | 'postgres'): Promise<Environment> => {
  const directory = newDirectory()
  const settings = { KALENDS_DATA: directory, KALENDS_PUBLIC_URL: 'http://calendar.test', KALENDS_PORT: '0' }
  if (kind === 'sqlite') return { ...settings, KALENDS_DATABASE: `sqlite:${join(directory, 'kalends.sqlite')}` }
  const name = `before_release_${process.pid}_${places++}`
  await administer(`${server}/postgres`, `create database ${name}`)
  return { ...settings, KALENDS_DATABASE: `${server}/${name}` }
}

const newOldCalendar = async (kind: 'sqlite' | 'postgres'): Promise<Environment> => {
  const place = await newPlace(kind)
  if (kind === 'sqlite') writeFileSync(`${place['KALENDS_DATA']}/kalends.sqlite`, read('before-release.sqlite.gz'))
  else await administer(`${place['KALENDS_DATABASE']}`, read('before-release.postgres.sql.gz').toString())
  return place
}

/** What each database knows of its schema: columns in their order, keys, indexes, triggers, functions, statistics. */
const queries = {
  sqlite: [
    `select t.name, t.wr, t.strict, c.* from pragma_table_list t, pragma_table_xinfo(t.name) c where t.schema = 'main' order by t.name, c.cid`,
    `select t.name as t, k.* from pragma_table_list t, pragma_foreign_key_list(t.name) k where t.schema = 'main' order by t.name, k.id, k.seq`,
    `select t.name as t, i.name, i."unique", i.origin, i.partial from pragma_table_list t, pragma_index_list(t.name) i where t.schema = 'main' order by 1, 2`,
    `select name from sqlite_master where type = 'table' and sql like '%autoincrement%' order by 1`,
    `select type, name, tbl_name, sql from sqlite_master where type <> 'table' and sql is not null order by 1, 2`,
    'select * from sqlite_stat1 order by 1, 2, 3',
  ],
  postgres: [
    `select attrelid::regclass::text, attname, attnum, atttypid::regtype::text, attnotnull, attstorage::text, attidentity::text, attcollation::regcollation::text,
      (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum) as value
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped order by 1, attnum`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    'select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1',
    `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  ],
}

const describeSchema = async ({ kysely, dialect }: Database): Promise<string[]> => {
  const found: string[] = []
  for (const query of queries[dialect.name]) {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(kysely)
    assert.ok(rows.length > 0, query)
    // The number of a column has gaps where another was dropped, and comments are no part of a statement.
    const texts = rows.map(({ attnum: _, ...row }) =>
      JSON.stringify(row)
        .replace(/--.*?\\n/g, '')
        .replace(/(\\n|\s)+/g, ' '),
    )
    found.push(...texts)
  }
  return found
}

const namesOf = (list: readonly Migration[]): string[] => list.map(({ name }) => name)

const appliedIn = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.selectFrom('migration').select('name').orderBy('name').execute()).map(({ name }) => name)

for (const kind of ['sqlite', 'postgres'] as const) {
  const skip = kind === 'postgres' && typeof postgres === 'string' ? postgres : false

  describe(`a calendar of the version with 22 migrations, on ${kind}`, { skip }, () => {
    it('has the schema of a new one', async () => {
      const old = await openAsIs(await newOldCalendar(kind))
      const fresh = await openAsIs(await newPlace(kind))
      await migrate(fresh, 0, migrations.slice(0, 1))
      const schema = await describeSchema(fresh)
      assert.deepEqual(await describeSchema(old), schema)
      const { kysely } = fresh
      await fresh.transact((db) => sql`drop index event_long`.execute(db.kysely))
      assert.notDeepEqual(await describeSchema({ ...fresh, kysely }), schema, 'a difference would be noticed')
      await Promise.all([old.close(), fresh.close()])
    })

    it('is served as it was, and is one like all others from then on', async () => {
      const place = await newOldCalendar(kind)
      const running = await serve(place)
      const { body } = await running.ask('GET', '/events?start_date=2027-01-01&end_date=2028-01-01')
      const titles = body.events.map(({ title, start_date }: Record<string, string>) => `${start_date} ${title}`)
      assert.deepEqual(titles, [
        '2027-05-03 18:00:00 Yoga',
        '2027-05-10 18:00:00 Yoga',
        '2027-05-17 18:00:00 Yoga',
        '2027-06-01 14:00:00 Summer fair and market',
      ])
      assert.equal((await running.ask('GET', '/events/by-slug/summer-fair')).body.slug, 'market', 'its former slug')
      assert.equal((await running.stop()).code, 0)
      const database = await openAsIs(place)
      assert.deepEqual(await appliedIn(database), namesOf(migrations))
      assert.deepEqual(await migrate(database, 0), [])
      const unread = database.kysely.selectFrom('event').select('id').where('least_price', 'is', null)
      assert.deepEqual(await unread.execute(), [], 'a start reads what only the program can read')
      await database.close()
      assert.equal((await run(['check'], place)).code, 0)
    })

    it('is left alone by a command that upgrades nothing, and refused where something later is missing', async () => {
      const place = await newOldCalendar(kind)
      const database = await openAsIs(place)
      assert.deepEqual(await migrate(database, 0, migrations.slice(0, 1), false), [])
      const next = { name: '9999-next', read: () => 'create table next (a bigint);' }
      await assert.rejects(migrate(database, 0, [...migrations, next], false), /older Kalends: restart the server/)
      assert.deepEqual(await appliedIn(database), [...beforeRelease])
      assert.deepEqual(await migrate(database, 0, [...migrations, next]), namesOf([...migrations.slice(1), next]))
      await database.close()
    })

    it('is refused in one line, and left as it is, where it has only some of them', async () => {
      const place = await newOldCalendar(kind)
      const database = await openAsIs(place)
      for (const last of [21, 1]) {
        await database.transact(({ kysely }) =>
          kysely.deleteFrom('migration').where('name', 'in', beforeRelease.slice(last)).execute(),
        )
        await assert.rejects(migrate(database, 0), (error) => {
          assert.ok(error instanceof SchemaError)
          assert.match(
            error.message,
            /^The database was made by a development version of Kalends.* lacks the migration/,
          )
          assert.ok(error.message.includes(`${beforeRelease[last]}. Start commit 2b294bdc of Kalends`), error.message)
          assert.ok(!error.message.includes('\n'))
          return true
        })
        assert.deepEqual(await appliedIn(database), beforeRelease.slice(0, last))
      }
      await database.close()
      const { code, faults } = await runHere(['serve'], place)
      assert.deepEqual([code, faults.length], [78, 1])
    })
  })
}
