import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../../src/db/database.ts'
import { checkDerived } from '../../src/db/derived-tables.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { administer } from '../durability/on-postgres.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { isLong } from '../support/lengths.ts'
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
const skip = typeof postgres === 'string' ? postgres : false
const server = typeof postgres === 'string' ? '' : postgres.url

const run = (database: Database, statement: string): Promise<unknown> =>
  database.transact(({ kysely }) => sql.raw(statement).execute(kysely))

const addFair = ({ ask }: Calendar) =>
  ask('POST', '/events', {
    as: 'admin',
    body: { title: 'Summer fair', start_date: '2027-01-10', end_date: '2027-01-10' },
  })

const countFairs = async ({ ask }: Calendar): Promise<number> =>
  (await ask('GET', '/events?search=mmer', { as: 'editor' })).body.total

const warningsOf = ({ kysely, dialect }: Database): Promise<string[]> => dialect.search.findWarnings(kysely)

const countIndexed = async ({ kysely }: Database): Promise<number> => {
  const found = sql<{ n: number }>`select count(*) as n from search_index where search_index match '"mer"'`
  return (await found.execute(kysely)).rows[0]?.n ?? 0
}

const countPending = async ({ kysely }: Pick<Db, 'kysely'>): Promise<number> => {
  const found = sql<{ n: number }>`select count(*) as n from search_pending`
  return (await found.execute(kysely)).rows[0]?.n ?? 0
}

/** Brings what waits for the index into it. */
const indexAll = async (database: Database): Promise<void> => {
  for (const statement of database.dialect.search.rebuild) await run(database, statement)
}

/** Lets so many wait for the index in all, most of which there are not. */
const fillUp = (database: Database, count: number): Promise<unknown> =>
  database.transact(async ({ kysely }) => {
    const missing = count - (await countPending({ kysely }))
    await sql`insert into search_pending
      with recursive made (n) as (select 1 union all select n + 1 from made where n < ${missing})
        select random(), null from made`.execute(kysely)
  })

/** Compares the index with all texts, where none waits; SQLite calls the file damaged where it has others. */
const checkIndex = (database: Database): Promise<unknown> =>
  run(database, `insert into search_index (search_index, rank) values ('integrity-check', 1)`)

/** Checks, repairs, and checks again. */
const repair = async (database: Database): Promise<void> => {
  const text = 'The search index does not match the records.'
  assert.deepEqual(await checkDerived(database, false), [{ text, isMended: false }])
  assert.deepEqual(await checkDerived(database, true), [{ text: `${text} It was rebuilt.`, isMended: true }])
  assert.deepEqual(await checkDerived(database, false), [])
}

describe('the index of searches', () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  it('gets texts many at a time on SQLite, and forgets those that have changed or gone', async () => {
    const calendar = await createCalendar()
    const { database } = calendar
    const { body: changed } = await addFair(calendar)
    const { body: gone } = await addFair(calendar)
    assert.deepEqual([await countIndexed(database), await countPending(database)], [0, 2])
    await indexAll(database)
    assert.deepEqual([await countIndexed(database), await countPending(database)], [2, 0])
    await calendar.ask('PATCH', `/events/${changed.id}`, { as: 'admin', body: { title: 'Winter fair' } })
    await calendar.ask('PATCH', `/events/${changed.id}`, { as: 'admin', body: { title: 'Spring fair' } })
    await calendar.ask('DELETE', `/events/${gone.id}?force=true`, { as: 'admin' })
    assert.equal(await countPending(database), 2)
    // The thread that fetches them does so some writes later.
    let added = 0
    for (; (await countPending(database)) === added + 2; added++) await addFair(calendar)
    await fillUp(database, 512)
    assert.deepEqual([await countIndexed(database), await countPending(database)], [added, 0])
    await checkIndex(database)
    await calendar.close()
  })

  it('has what texts have become on SQLite, also where it is an update that fills the room for those that wait', async () => {
    const calendar = await createCalendar()
    const { database, ask } = calendar
    const ids: number[] = []
    for (let count = 0; count < 4; count++) ids.push((await addFair(calendar)).body.id)
    await fillUp(database, 511)
    assert.equal(await countPending(database), 511)
    ids.push((await addFair(calendar)).body.id)
    assert.deepEqual([await countIndexed(database), await countPending(database)], [5, 0])
    await fillUp(database, 507)
    for (const id of ids) await ask('PATCH', `/events/${id}`, { as: 'admin', body: { title: `Winter fair ${id}` } })
    assert.deepEqual([await countIndexed(database), await countPending(database)], [0, 0])
    await fillUp(database, 511)
    await ask('DELETE', `/events/${ids.at(-1)}?force=true`, { as: 'admin' })
    assert.equal(await countPending(database), 0)
    await checkIndex(database)
    assert.deepEqual(await checkDerived(database, false), [])
    await calendar.close()
  })

  if (isLong) {
    it('keeps no write waiting on SQLite while the thread does something else', async () => {
      const calendar = await createCalendar()
      const { database } = calendar
      let isCounting = true
      const counting = Promise.resolve(
        database.queryInBackground(
          'with recursive made (n) as (select 1 union all select n + 1 from made where n < 30000000) select count(*) from made',
          [],
        ),
      ).finally(() => {
        isCounting = false
      })
      for (let added = 0; added < 40; added++) await addFair(calendar)
      assert.deepEqual([isCounting, await countPending(database)], [true, 40])
      await counting
      await addFair(calendar)
      while ((await countPending(database)) > 0) await sleep(5)
      await calendar.close()
    })
  }

  it('gets nothing more on SQLite once the database is closed, so that the process can end', async () => {
    const calendar = await createCalendar()
    await Promise.all(Array.from({ length: 40 }, () => addFair(calendar)))
    await calendar.close()
    await assert.rejects(async () => calendar.database.queryInBackground('select 1', []), /closed/)
  })

  it('gets long texts one after the other on SQLite', async () => {
    const calendar = await createCalendar()
    const { database } = calendar
    for (let added = 0; added < 3; added++) await addFair(calendar)
    await run(database, `update search_text set text = text || printf('%.*c', 1500000, 'x')`)
    assert.equal(await countPending(database), 3)
    for (const left of [2, 1, 0]) {
      const another = await calendar.connect()
      await run(
        another,
        `update search_text set text = text || '!' where record_id = (select max(record_id) from search_text)`,
      )
      await another.close()
      assert.equal(await countPending(database), left)
    }
    await checkIndex(database)
    await calendar.close()
  })

  it('gets what waits when a process that has written ends, on SQLite', async () => {
    const calendar = await createCalendar()
    const ends = async (work: (database: Database) => Promise<unknown>): Promise<number> => {
      const another = await calendar.connect()
      await work(another)
      await another.close()
      return countPending(calendar.database)
    }
    await addFair(calendar)
    assert.equal(await ends((database) => countPending(database)), 1)
    assert.equal(await ends((database) => run(database, `update search_text set text = text || '!'`)), 0)
    assert.equal(await countIndexed(calendar.database), 1)
    await checkIndex(calendar.database)
    await calendar.close()
  })

  it('is made anew where it lacks a text or has one too many, on SQLite', async () => {
    for (const trigger of ['insert', 'delete']) {
      const calendar = await createCalendar()
      const first = await addFair(calendar)
      await indexAll(calendar.database)
      await run(calendar.database, `drop trigger search_text_${trigger}_indexed`)
      for (let count = 0; count < 2; count++) await addFair(calendar)
      await calendar.ask('DELETE', `/events/${first.body.id}?force=true`, { as: 'admin' })
      await repair(calendar.database)
      assert.equal(await countIndexed(calendar.database), 2)
      await calendar.close()
    }
  })

  it('may be gone, or impossible, on PostgreSQL: everything is found, the operator is told, and it can be made later', {
    skip,
  }, async () => {
    const calendar = await createCalendar({ postgres: server })
    const { database } = calendar
    assert.deepEqual(await warningsOf(database), [])
    await run(database, 'drop extension pg_trgm cascade')
    await addFair(calendar)
    assert.equal(await countFairs(calendar), 1)
    assert.deepEqual(await checkDerived(database, false), [])
    assert.match((await warningsOf(database)).join(), /^searches are slow without the extension pg_trgm: /)
    await run(database, 'create extension pg_trgm')
    await repair(database)
    assert.deepEqual(await warningsOf(database), [])
    assert.equal(await countFairs(calendar), 1)
    await calendar.close()
  })

  it('is not there where the user of PostgreSQL may create no extension, and all the rest is', { skip }, async () => {
    await administer(`${server}/postgres`, 'create database poor')
    await administer(`${server}/postgres`, 'create role poor login')
    await administer(`${server}/poor`, 'grant all on schema public to poor')
    const database = await openPostgres(`${server.replace('//kalends@', '//poor@')}/poor`)
    await migrate(database, 0)
    assert.equal((await warningsOf(database)).length, 1)
    assert.deepEqual(await checkDerived(database, true), [])
    await database.close()
  })
})
