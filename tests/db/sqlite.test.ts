import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { isOlder, oldestSqlite, openSqlite, sqliteDialect } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createCalendar, temporaryDirectory } from '../support/calendar.ts'

const directory = temporaryDirectory()
after(() => rmSync(directory, { recursive: true, force: true }))

describe('an open database', () => {
  it('has the settings that durability needs', async () => {
    const database = openSqlite(join(directory, 'settings.sqlite'))
    const settingsOf = async ({ kysely }: Pick<Db, 'kysely'>): Promise<unknown[]> => {
      const names = ['journal_mode', 'synchronous', 'foreign_keys', 'query_only', 'busy_timeout']
      const all = names.map((name) => sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(kysely))
      return (await Promise.all(all)).map(({ rows }) => Object.values(rows[0] ?? {})[0])
    }
    assert.deepEqual(await database.transact(settingsOf), ['wal', 2, 1, 0, 0])
    assert.deepEqual(await settingsOf(database), ['wal', 2, 1, 1, 5000])
    await database.close()
  })

  it('cuts its log after a large transaction', async () => {
    const path = join(directory, 'log.sqlite')
    const database = openSqlite(path, { longestLog: 100_000 })
    await migrate(database, 0)
    let written = 0
    const write = (bytes: number) =>
      database.transact(({ kysely }) =>
        kysely
          .insertInto('throttle')
          .values({ key_hash: `${++written}`.padEnd(bytes, 'x'), level: 1, failed_ms: 0 })
          .execute(),
      )
    await write(3_000_000)
    let small = 0
    // A log that is still being written into the database is cut after a later write.
    for (; statSync(`${path}-wal`).size > 100_000; small++) {
      await wait(10)
      await write(10)
    }
    // Readers keep what they see, and the log is written anew.
    await write(10)
    const { rows } = await sql<{ bytes: number }>`select sum(length(key_hash)) as bytes from throttle`.execute(
      database.kysely,
    )
    assert.equal(rows[0]?.bytes, 3_000_010 + 10 * small)
    await database.close()
  })

  it('is refused in one line where a setting does not hold', () => {
    // A database in memory has no write-ahead log.
    assert.throws(() => openSqlite(':memory:'), { message: 'SQLite refused journal_mode = WAL: it is memory.' })
  })

  it('refuses rows that refer to nothing', async () => {
    const database = openSqlite(join(directory, 'references.sqlite'))
    await migrate(database, 0)
    const inserted = database.transact(({ kysely }) =>
      kysely.insertInto('event_term').values({ term_id: 1, event_id: 1 }).execute(),
    )
    await assert.rejects(inserted, /FOREIGN KEY/)
    await database.close()
  })

  it('runs on a SQLite that is new enough', async () => {
    const database = openSqlite(join(directory, 'version.sqlite'))
    const version = database.version.replace('SQLite ', '')
    assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.ok(!isOlder(version, oldestSqlite))
    await database.close()
  })
})

describe('the version of SQLite', () => {
  for (const [version, isRefused] of [
    ['3.51.3', false],
    ['3.51.10', false],
    ['3.52.0', false],
    ['3.100.0', false],
    ['4.0.0', false],
    ['3.51.2', true],
    ['3.51', true],
    ['3.50.9', true],
    ['3.9.99', true],
    ['2.60.0', true],
  ] as const) {
    it(`${version} is refused: ${isRefused}`, () => {
      assert.equal(oldestSqlite, '3.51.3')
      assert.equal(isOlder(version, oldestSqlite), isRefused)
    })
  }
})

describe('transactions', () => {
  it('take the write lock before they read, and every write of a request is in one', async () => {
    const statements: string[] = []
    const calendar = await createCalendar({ sqlite: { onStatement: (text) => void statements.push(text) } })
    const payload = { title: 'One', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' }
    const write = async (method: string, path: string, body?: unknown, headers = {}): Promise<number> => {
      statements.length = 0
      const reply = await calendar.ask(method, path, { as: 'admin', body, headers })
      assert.ok(reply.status < 300, reply.text)
      assertInTransaction(statements)
      return reply.body.id
    }
    const nested = { ...payload, venue: { venue: 'Hall' }, organizer: { organizer: 'Choir' }, tags: ['loud'] }
    const event = await write('POST', '/events', nested, { 'idempotency-key': 'one' })
    await write('PUT', `/events/${event}`, { title: 'Two', categories: ['Music'] })
    await write('DELETE', `/events/${event}`)
    await write('DELETE', `/events/${event}?force=true`)
    const venue = await write('POST', '/venues', { venue: 'Barn' })
    await write('PATCH', `/venues/${venue}`, { city: 'Bern' })
    const category = await write('POST', '/categories', { name: 'Theatre' })
    await write('DELETE', `/categories/${category}`)
    await calendar.close()
  })

  it('leave nothing behind when they fail', async () => {
    const database = openSqlite(join(directory, 'rollback.sqlite'))
    await migrate(database, 0)
    const failing = database.transact(async (db) => {
      await db.kysely.insertInto('record').values({ kind: 'event' }).execute()
      throw new Error('in the middle')
    })
    await assert.rejects(failing, /in the middle/)
    assert.deepEqual(await database.kysely.selectFrom('record').selectAll().execute(), [])
    // The lock is free again.
    await database.transact((db) => db.kysely.insertInto('record').values({ kind: 'event' }).execute())
    assert.equal((await database.kysely.selectFrom('record').selectAll().execute()).length, 1)
    await database.close()
  })
})

const assertInTransaction = (statements: readonly string[]): void => {
  let isOpen = false
  let writes = 0
  for (const statement of statements) {
    if (/^begin/i.test(statement)) {
      assert.equal(statement, 'begin immediate')
      isOpen = true
    }
    if (/^(commit|rollback)$/i.test(statement)) isOpen = false
    if (/^(insert|update|delete|replace)\b/i.test(statement)) {
      assert.ok(isOpen, `outside of a transaction: ${statement}`)
      writes++
    }
  }
  assert.ok(writes > 0)
  assert.ok(!isOpen)
}

describe('faults of the engine', () => {
  const faultOf = (errcode: number): Error => Object.assign(new Error('a fault'), { errcode })
  for (const [name, code, isUnavailable] of [
    ['BUSY', 5, true],
    ['BUSY_SNAPSHOT', 517, true],
    ['LOCKED', 6, true],
    ['IOERR_WRITE', 778, true],
    ['FULL', 13, true],
    ['CANTOPEN', 14, true],
    ['CONSTRAINT_UNIQUE', 2067, false],
    ['ERROR', 1, false],
    ['CORRUPT', 11, true],
    ['NOTADB', 26, true],
    ['READONLY_DBMOVED', 1032, true],
  ] as const) {
    it(`${name} is unavailability: ${isUnavailable}`, () => {
      assert.equal(sqliteDialect.isUnavailable(faultOf(code)), isUnavailable)
    })
  }

  it('are distinguished from other errors', () => {
    assert.equal(sqliteDialect.isUnavailable(new Error('database is locked')), false)
    assert.equal(sqliteDialect.isUnavailable(undefined), false)
  })
})
