import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hashSecret } from '../../src/accounts/secrets.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import { createLog } from '../../src/lib/log.ts'
import { administer } from '../durability/on-postgres.ts'
import { type Ask, askOf, temporaryDirectory, testNow, withFront } from '../support/calendar.ts'

const server = process.env['TEST_POSTGRES']

const secret = 'abcdEFGH1234ijklMNOP5678'

/** Users as the schema before `0003-people` has them: names of all sorts, and one who was removed. */
const names = ['admin', 'anna-maria', 'Anna Müller', 'user-2', '-dash', 'under_score', 'Zoë', ':removed:8']

const fillOlder = async ({ transact }: Database): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => transact(({ kysely }) => statement.execute(kysely))
  for (const [at, name] of names.entries()) {
    const id = at + 1
    const role = id === 8 ? 'removed' : id === 1 ? 'administrator' : 'author'
    const key = name.toLowerCase()
    await run(sql`insert into "user" (name, name_key, email, role, created_utc)
      values (${name}, ${key}, '', ${role}, '2026-01-02 03:04:05')`)
    if (role === 'removed') continue
    await run(sql`insert into credential (user_id, label, secret_hash, created_utc)
      values (${id}, 'application password', ${hashSecret(secret + id)}, '2026-01-02 03:04:05')`)
    await run(sql`insert into session (token_hash, user_id, created_utc, expires_utc)
      values (${`token ${id}`}, ${id}, '2026-11-20 14:00:00', '2026-11-21 02:00:00')`)
  }
}

describe('users of a release before people (C5)', () => {
  let directory: string
  let database: Database
  let app: FastifyInstance
  let ask: Ask
  before(async () => {
    directory = temporaryDirectory()
    const name = `older_${process.pid}`
    if (server) await administer(`${server}/postgres`, `create database ${name}`)
    database = server ? await openPostgres(`${server}/${name}`) : openSqlite(join(directory, 'older.sqlite'))
    const older = migrations.findIndex((migration) => migration.name === '0003-people')
    await migrate(database, testNow, migrations.slice(0, older))
    await fillOlder(database)
    await migrate(database, testNow)
    const config = readConfig({ KALENDS_DATA: directory, KALENDS_PUBLIC_URL: 'http://calendar.test' })
    app = withFront(await buildApp({ config, database, clock: () => testNow, log: createLog('silent', () => {}) }))
    ask = askOf(app, Object.fromEntries(names.map((user, at) => [user, `${secret}${at + 1}`])))
  })
  after(async () => {
    await app.close()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('log in as before, by the first of their application passwords', async () => {
    const uuids = new Set<string>()
    for (const name of names.slice(0, -1)) {
      const as = name as 'admin'
      const { status, body, text } = await ask('GET', '//wp-json/wp/v2/users/me/application-passwords/introspect', {
        as,
      })
      assert.deepEqual([status, body.name, body.created], [200, 'application password', '2026-01-02T03:04:05'], text)
      assert.match(body.uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      uuids.add(body.uuid)
      const sessions = await ask('GET', '//wp-json/wp/v2/users/me/sessions', { as })
      assert.deepEqual(
        sessions.body.map((it: { expires: string; client: string }) => [it.expires, it.client]),
        [['2026-11-21T02:00:00', '']],
      )
      uuids.add(sessions.body[0].uuid)
    }
    assert.equal(uuids.size, 2 * (names.length - 1))
  })

  it('are listed with unique slugs, without removed users', async () => {
    const { body } = await ask('GET', '//wp-json/wp/v2/users?orderby=id', { as: 'admin' })
    assert.deepEqual(
      body.map(({ name, slug }: { name: string; slug: string }) => [name, slug]),
      [
        ['admin', 'admin'],
        ['anna-maria', 'anna-maria'],
        ['Anna Müller', 'user-3'],
        ['user-2', 'user-4'],
        ['-dash', 'user-5'],
        ['under_score', 'user-6'],
        ['Zoë', 'user-7'],
      ],
    )
    for (const [username, slug] of [
      ['user', 'user'],
      ['User.', 'user-2'],
    ] as const) {
      const reply = await ask('POST', '//wp-json/wp/v2/users', { as: 'admin', body: { username } })
      assert.deepEqual([reply.status, reply.body.slug], [201, slug], reply.text)
    }
  })
})
