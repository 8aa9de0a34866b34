import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import { keyOf } from '../../src/lib/text.ts'
import { createCalendar, temporaryDirectory } from '../support/calendar.ts'

const revision = migrations.find(({ name }) => name === '0012-safe-texts')

it('texts that an older release stored are sanitized by the migration', async (test) => {
  assert.ok(revision)
  const calendar = await createCalendar()
  test.after(() => calendar.close())
  const { ask, database } = calendar
  const dates = { start_date: '2027-01-10', end_date: '2027-01-11' }
  const create = async (path: string, body: object) => (await ask('POST', path, { as: 'admin', body })).body.id
  const category = await create('/categories', { name: 'Music', description: 'Plain <b>and</b> bold' })
  const tag = await create('/tags', { name: 'x'.repeat(300) })
  const venue = await create('/venues', { venue: 'Hall' })
  const event = await create('/events', { title: 'y'.repeat(300), ...dates, website: 'https://example.org/' })

  // What releases before it could store.
  await database.transact(async ({ kysely }) => {
    const link = '<a href="javascript:alert(1)">x</a>'
    await kysely
      .updateTable('term')
      .set({ description: link, name_key: 'x'.repeat(300) })
      .where('id', '=', tag)
      .execute()
    await kysely.updateTable('venue').set({ website: 'mailto:a@b.org' }).where('id', '=', venue).execute()
    const website = 'https://user:pw@example.org/?q="a"'
    await kysely
      .updateTable('event')
      .set({ website, title_key: 'y'.repeat(300) })
      .where('id', '=', event)
      .execute()
  })
  await database.transact(async (db) => revision.revise?.(db))

  assert.equal((await ask('GET', `/categories/${category}`)).body.description, 'Plain <b>and</b> bold')
  assert.equal((await ask('GET', `/tags/${tag}`)).body.description, '<a>x</a>')
  assert.equal((await ask('GET', `/events/${event}`)).body.website, 'https://example.org/?q=%22a%22')
  assert.equal((await ask('GET', `/venues/${venue}`)).body.website, undefined)
  const { name_key } = await database.kysely
    .selectFrom('term')
    .select('name_key')
    .where('id', '=', tag)
    .executeTakeFirstOrThrow()
  const { title_key } = await database.kysely
    .selectFrom('event')
    .select('title_key')
    .where('id', '=', event)
    .executeTakeFirstOrThrow()
  assert.deepEqual([name_key, title_key], [keyOf('x'.repeat(300)), keyOf('y'.repeat(300))])
})

it('a new database is made with it', async () => {
  const directory = temporaryDirectory()
  const database = openSqlite(join(directory, 'new.sqlite'))
  assert.ok((await migrate(database, 0)).includes('0012-safe-texts'))
  await database.close()
  rmSync(directory, { recursive: true })
})
