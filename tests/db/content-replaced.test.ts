import assert from 'node:assert/strict'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { addUser } from '../../src/accounts/users.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { basic, createCalendar, temporaryDirectory, testNow } from '../support/calendar.ts'
import { sharePostgres } from '../support/postgres.ts'

const day = { start_date: '2027-01-01', end_date: '2027-01-01' }

/** Copies a database over one that a server has open; while the server writes by itself, such as when a password was used last, it has to wait. */
const replace = async (from: DatabaseSync, path: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await backup(from, path)
      return
    } catch (error) {
      if (attempt === 50) throw error
      await wait(100)
    }
  }
}

describe('a server whose database is replaced under it', () => {
  // The backup ends in the past, so the log of changes goes back; with as many writes after it as are lost it has the same ids again.
  for (const later of [0, 5]) {
    it(`shows what is in the backup (${later} writes after it)`, async (test: TestContext) => {
      const calendar = await createCalendar({})
      test.after(() => calendar.close())
      const create = (title: string) => calendar.ask('POST', '/events', { as: 'admin', body: { title, ...day } })
      const total = async () => (await calendar.ask('GET', '/events')).headers['x-tec-total']
      await create('kept')
      const copy = join(temporaryDirectory(), 'copy.sqlite')
      const source = new DatabaseSync(calendar.databasePath)
      await backup(source, copy)
      source.close()
      for (let turn = 0; turn < 5; turn++) await create('lost')
      const database = await calendar.connect()
      const now = Date.parse('2026-11-20T15:00:00Z')
      const late = await database.transact((db) => addUser(db, { name: 'late', role: 'administrator' }, now))
      await database.close()
      const headers = { authorization: basic('late', late.secret) }
      for (let turn = 0; turn < 3; turn++) assert.equal(await total(), '6')
      assert.equal((await calendar.ask('GET', '/events?status=draft', { headers })).status, 200)
      const restored = new DatabaseSync(copy)
      for (let turn = 0; turn < later; turn++) {
        restored.exec(`insert into change (kind, record_id) values ('organizer', ${turn})`)
      }
      await replace(restored, calendar.databasePath)
      restored.close()
      assert.equal(await total(), '1')
      assert.equal((await calendar.ask('GET', '/events?status=draft', { headers })).status, 401)
      await create('new')
      assert.equal(await total(), '2')
    })
  }

  it('shows what was written through an app that is gone, by the same connection', async (test: TestContext) => {
    const calendar = await createCalendar({})
    test.after(() => calendar.close())
    const create = () => calendar.ask('POST', '/events', { as: 'admin', body: { title: 'some', ...day } })
    const total = async () => (await calendar.ask('GET', '/events')).headers['x-tec-total']
    const buildNext = async () => {
      const config = readConfig({ KALENDS_DATA: temporaryDirectory() })
      const next = await buildApp({
        config,
        database: calendar.database,
        clock: () => testNow,
        log: createLog('silent', () => {}),
      })
      test.after(() => next.close())
      return async () => (await next.inject('/calendar/events/v1/events')).headers['x-tec-total']
    }
    await create()
    assert.equal(await total(), '1')
    for (let n = 2; n < 6; n++) {
      await create()
      const nextTotal = await buildNext()
      assert.equal(await nextTotal(), String(n))
    }
  })

  it('notices that all events are truncated, on PostgreSQL', async (test: TestContext) => {
    const server = await sharePostgres()
    if (typeof server === 'string') return test.skip(server)
    const calendar = await createCalendar({ postgres: server.url })
    test.after(() => calendar.close().then(server.stop))
    for (let turn = 0; turn < 3; turn++) {
      await calendar.ask('POST', '/events', { as: 'admin', body: { title: 'some', ...day, categories: ['talks'] } })
    }
    for (let turn = 0; turn < 3; turn++)
      assert.equal((await calendar.ask('GET', '/events')).headers['x-tec-total'], '3')
    const database = await calendar.connect()
    await sql`truncate event cascade`.execute(database.kysely)
    const { rows } =
      await sql`select (select count(*) from event_day) as days, (select count(*) from term_listing) as listed`.execute(
        database.kysely,
      )
    await database.close()
    assert.deepEqual(
      rows.map((row) => Object.values(row as object)),
      [[0, 0]],
    )
    const { headers, body } = await calendar.ask('GET', '/events')
    assert.deepEqual([headers['x-tec-total'], body.events], ['0', []])
  })
})
