import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { openSqlite, type SqliteOptions } from '../../src/db/dialects/sqlite.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { sharePostgres } from '../support/postgres.ts'

const payload = { title: 'One', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' }

/** A calendar on SQLite that tells its statements. */
const open = async (test: TestContext, options: SqliteOptions = {}) => {
  const statements: string[] = []
  const onStatement = (text: string) => void statements.push(text)
  const calendar = await createCalendar({ sqlite: { onStatement, ...options } })
  test.after(() => calendar.close())
  return { calendar, statements }
}

const addRecord = ({ kysely }: Db) => kysely.insertInto('record').values({ kind: 'event' }).execute()

const countRecords = async ({ kysely }: Pick<Db, 'kysely'>): Promise<number> =>
  (await kysely.selectFrom('record').select('id').execute()).length

const createTogether = async (calendar: Calendar, clients: number): Promise<void> => {
  const replies = await Promise.all(
    Array.from({ length: clients }, () => calendar.ask('POST', '/events', { as: 'admin', body: payload })),
  )
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
  assert.equal(new Set(replies.map(({ body }) => body.slug)).size, clients)
}

const isCommit = (statement: string): boolean => statement === 'commit'

const outcomesOf = async (writes: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(writes)).map((it) => (it.status === 'fulfilled' ? 'done' : String(it.reason.message)))

describe('writes that come together', {
  skip: process.env['TEST_POSTGRES'] ? 'statements are SQLite’s' : false,
}, () => {
  it('share a commit, and without that each has its own', async (test) => {
    const shared = await open(test)
    await createTogether(shared.calendar, 16)
    assert.ok(shared.statements.filter(isCommit).length <= 4, String(shared.statements.filter(isCommit).length))
    const alone = await open(test, { maxShared: 1 })
    await createTogether(alone.calendar, 16)
    assert.equal(alone.statements.filter(isCommit).length, 16)
  })

  it('are at most fifty', async (test) => {
    const { calendar, statements } = await open(test)
    await createTogether(calendar, 120)
    assert.ok(statements.filter(isCommit).length >= 3)
  })

  it('are answered after their commit', async (test) => {
    const { calendar, statements } = await open(test)
    const commits = await Promise.all(
      Array.from({ length: 5 }, () =>
        calendar.database.transact(addRecord).then(() => statements.filter(isCommit).length),
      ),
    )
    assert.deepEqual(commits, [1, 1, 1, 1, 1])
  })

  it('take nothing of each other with them when one fails', async (test) => {
    const { calendar } = await open(test)
    const fail = async (db: Db) => {
      await addRecord(db)
      // SQLITE_FULL: what does not fit may be one large write alone.
      throw Object.assign(new Error('in the middle'), { errcode: 13 })
    }
    for (let place = 0; place < 3; place++) {
      const writes = [0, 1, 2].map((at) => (at === place ? fail : addRecord))
      const outcomes = await outcomesOf(writes.map((write) => calendar.database.transact<unknown>(write)))
      assert.deepEqual(
        outcomes,
        writes.map((write) => (write === fail ? 'in the middle' : 'done')),
      )
      assert.equal(await countRecords(calendar.database), 2 * (place + 1))
    }
  })

  it('all fail when their commit fails, and the next ones do not', async (test) => {
    const { calendar } = await open(test)
    const spoil = async ({ kysely }: Db) => {
      await sql`pragma defer_foreign_keys = on`.execute(kysely)
      await kysely.insertInto('event_term').values({ term_id: 99, event_id: 99 }).execute()
    }
    const { transact } = calendar.database
    const fault = 'FOREIGN KEY constraint failed'
    assert.deepEqual(await outcomesOf([transact(addRecord), transact(spoil), transact(addRecord)]), [
      fault,
      fault,
      fault,
    ])
    assert.equal(await countRecords(calendar.database), 0)
    await transact(addRecord)
    assert.equal(await countRecords(calendar.database), 1)
  })

  it('that share a transaction which the database ends fail with it', async (test) => {
    const { calendar } = await open(test)
    const end = async (db: Db) => {
      await sql`rollback`.execute(db.kysely)
      throw new Error('the disk is full')
    }
    const { transact } = calendar.database
    assert.deepEqual(await outcomesOf([transact(addRecord), transact(end), transact(addRecord)]), [
      'the disk is full',
      'the disk is full',
      'done',
    ])
    assert.equal(await countRecords(calendar.database), 1)
  })

  it('are not seen by readers before their commit', async (test) => {
    const { calendar } = await open(test)
    const seen = await calendar.database.transact(async (db) => {
      await addRecord(db)
      return [await countRecords(db), await countRecords(calendar.database)]
    })
    assert.deepEqual([...seen, await countRecords(calendar.database)], [1, 0, 1])
  })

  it('wait for those of another process without keeping readers waiting', async (test) => {
    const { calendar } = await open(test)
    const other = openSqlite(calendar.databasePath)
    let release = (): void => undefined
    const held = other.transact(
      () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    )
    const created = calendar.ask('POST', '/events', { as: 'admin', body: payload })
    for (let turn = 0; turn < 20; turn++) {
      assert.equal((await calendar.ask('GET', '/events')).body.total, 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    release()
    await held
    assert.equal((await created).status, 201)
    await other.close()
  })
})

const postgres = await sharePostgres()

describe('writes whose statements PostgreSQL gets together', {
  skip: typeof postgres === 'string' ? postgres : false,
}, () => {
  const openCalendar = async (test: TestContext): Promise<Calendar> => {
    assert.ok(typeof postgres !== 'string')
    const calendar = await createCalendar({ postgres: postgres.url })
    test.after(() => calendar.close())
    return calendar
  }

  it('fail alone, for the reason of the statement that failed first', async (test) => {
    const { database } = await openCalendar(test)
    const divide = async (db: Db) => {
      const unheard = sql`select 1 / 0`.execute(db.kysely)
      unheard.catch(() => undefined)
      await addRecord(db)
    }
    const { transact } = database
    assert.deepEqual(await outcomesOf([transact(addRecord), transact(divide), transact(addRecord)]), [
      'done',
      'division by zero',
      'done',
    ])
    assert.equal(await countRecords(database), 2)
  })

  it('fail together if a statement that nobody awaited has failed', async (test) => {
    const { database } = await openCalendar(test)
    const release = async (db: Db) => {
      await addRecord(db)
      await sql`release savepoint part`.execute(db.kysely)
    }
    const { transact } = database
    const fault = 'savepoint "part" does not exist'
    assert.deepEqual(await outcomesOf([transact(addRecord), transact(release)]), [fault, fault])
    assert.equal(await countRecords(database), 0)
    await transact(addRecord)
    assert.equal(await countRecords(database), 1)
  })
})

describe('a write that PostgreSQL makes the victim of a deadlock', {
  skip: typeof postgres === 'string' ? postgres : false,
}, () => {
  it('is repeated automatically', async (test) => {
    assert.ok(typeof postgres !== 'string')
    const server = postgres
    const calendar = await createCalendar({ postgres: server.url })
    test.after(async () => {
      await calendar.close()
      await server.stop()
    })
    const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: { ...payload, tags: ['loud'] } })
    const [{ name } = { name: '' }] = (
      await sql<{ name: string }>`select current_database() as name`.execute(calendar.database.kysely)
    ).rows
    // The tag is locked by somebody else, who then wants the event, which the write has locked.
    const other = new pg.Client({ connectionString: `${server.url}/${name}` })
    await other.connect()
    await other.query('begin')
    await other.query('set local deadlock_timeout = 60000')
    await other.query('select * from term for update')
    const updated = calendar.ask('PUT', `/events/${body.id}`, { as: 'admin', body: { title: 'Two', tags: ['soft'] } })
    const blocked = async (): Promise<number> => {
      const watcher = await openPostgres(`${server.url}/${name}`)
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(watcher.kysely)
      await watcher.close()
      return Number(rows[0]?.n)
    }
    while ((await blocked()) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await other.query('update event set title = title where id = $1', [body.id])
    await other.query('commit')
    await other.end()
    const reply = await updated
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual([reply.body.title, reply.body.tags.length, reply.body.tags[0].name], ['Two', 1, 'soft'])
    // The count comes a moment later; without a deadlock it would never come.
    const countDeadlocks = async (): Promise<number> =>
      (
        await sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = ${name}`.execute(
          calendar.database.kysely,
        )
      ).rows[0]?.n ?? 0
    while ((await countDeadlocks()) === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  })
})
