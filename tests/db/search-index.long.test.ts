import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Database, Db } from '../../src/db/database.ts'
import { checkDerived } from '../../src/db/derived-tables.ts'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { fewPending, indexAll, indexPending } from '../../src/db/search-upkeep.ts'
import { administer } from '../durability/on-postgres.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { addCopies, copies } from '../support/copies.ts'
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
const skip = typeof postgres === 'string' ? postgres : false
const server = typeof postgres === 'string' ? '' : postgres.url

const run = (database: Database, statement: string): Promise<unknown> =>
  database.transact(({ kysely }) => sql.raw(statement).execute(kysely))

const addFair = ({ ask }: Calendar, title = 'Summer fair') =>
  ask('POST', '/events', { as: 'admin', body: { title, start_date: '2027-01-10', end_date: '2027-01-10' } })

const countFound = async ({ ask }: Calendar, words = 'mmer'): Promise<number> =>
  (await ask('GET', `/events?search=${words}`, { as: 'editor' })).body.total

const count = async ({ kysely }: Pick<Db, 'kysely'>, table: 'search_pending' | 'search_block' | 'search_list') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(kysely)
  return Number(rows[0]?.n)
}

const countPending = (db: Pick<Db, 'kysely'>): Promise<number> => count(db, 'search_pending')

/** Lets so many records wait for the index in all, most of which there are not. */
const fillUp = (database: Database, wanted: number): Promise<unknown> =>
  database.transact(async ({ kysely }) => {
    const missing = wanted - (await countPending({ kysely }))
    await sql`insert into search_pending
      with recursive made (n) as (select 1 union all select n + 1 from made where n < ${sql.lit(missing)})
        select 1000000 + n from made`.execute(kysely)
  })

/** Checks, repairs, and checks again. */
const repair = async (database: Database): Promise<void> => {
  const text = 'The search index does not match the records.'
  assert.deepEqual(await checkDerived(database, false), [{ text, isMended: false }])
  assert.deepEqual(await checkDerived(database, true), [{ text: `${text} It was rebuilt.`, isMended: true }])
  assert.deepEqual(await checkDerived(database, false), [])
}

const databases = [
  { name: 'SQLite', server: undefined, skip: false },
  { name: 'PostgreSQL', server, skip },
] as const

for (const { name, server: postgres, skip } of databases) {
  const create = (): Promise<Calendar> => createCalendar(postgres ? { postgres } : {})

  describe(`the index of searches on ${name}`, { skip }, () => {
    it('gets texts many at a time, between writes, and forgets those that have changed or gone', async () => {
      const calendar = await create()
      const { database, ask } = calendar
      const { body: changed } = await addFair(calendar)
      const { body: gone } = await addFair(calendar)
      assert.deepEqual([await countPending(database), await count(database, 'search_block')], [2, 0])
      assert.equal(await countFound(calendar), 2)
      await database.transact(indexAll)
      assert.deepEqual([await countPending(database), await count(database, 'search_block')], [0, 1])
      assert.equal(await countFound(calendar), 2)
      await ask('PATCH', `/events/${changed.id}`, { as: 'admin', body: { title: 'Winter fair' } })
      await ask('DELETE', `/events/${gone.id}?force=true`, { as: 'admin' })
      assert.equal(await countPending(database), 2)
      assert.deepEqual([await countFound(calendar), await countFound(calendar, 'wint')], [0, 1])
      await fillUp(database, fewPending + 1)
      while ((await countPending(database)) > fewPending) await addFair(calendar, 'Spring fair')
      await database.transact(indexAll)
      assert.deepEqual([await countFound(calendar), await countFound(calendar, 'wint')], [0, 1])
      assert.equal(await count(database, 'search_block'), 1)
      assert.deepEqual(await checkDerived(database, false), [])
      await calendar.close()
    })

    it('is empty again when all records are gone', async () => {
      const calendar = await create()
      const { body } = await addFair(calendar)
      await calendar.database.transact(indexAll)
      await calendar.ask('DELETE', `/events/${body.id}?force=true`, { as: 'admin' })
      await calendar.database.transact(indexAll)
      for (const table of ['search_block', 'search_list', 'search_pending'] as const)
        assert.equal(await count(calendar.database, table), 0)
      await calendar.close()
    })

    it('shows at once what another process has indexed', async () => {
      const calendar = await create()
      const { body } = await addFair(calendar)
      await calendar.database.transact(indexAll)
      assert.equal(await countFound(calendar), 1)
      const another = await calendar.connect()
      await another.transact(async (db) => {
        await db.kysely
          .updateTable('search_text')
          .set({ text: 'winter fair' })
          .where('record_id', '=', body.id)
          .execute()
        await db.kysely.updateTable('event').set({ title: 'Winter fair' }).where('id', '=', body.id).execute()
        await indexAll(db)
      })
      await another.close()
      assert.equal(await countPending(calendar.database), 0)
      assert.deepEqual([await countFound(calendar), await countFound(calendar, 'wint')], [0, 1])
      await calendar.close()
    })

    it('finds all that stays, while another process writes to the same block without end', async () => {
      const calendar = await create()
      const { database } = calendar
      const { body: moving } = await addFair(calendar, 'Moving')
      const another = await calendar.connect()
      let round = 0
      /** Tokens without a record are removed now and then, so that others move to their places. */
      const write = (isIndexed: boolean): Promise<void> =>
        another.transact(async (db) => {
          const text = Array.from({ length: 400 }, (_, at) => `t${round * 300 + at}`).join(' ')
          await db.kysely.updateTable('search_text').set({ text }).where('record_id', '=', moving.id).execute()
          await db.kysely
            .updateTable('event')
            .set({ title: `${round++}` })
            .where('id', '=', moving.id)
            .execute()
          if (isIndexed) await indexAll(db)
        })
      await write(true)
      const steady = 20
      for (let added = 0; added < steady; added++) await addFair(calendar, `Steady fair ${added}`)
      let isOver = false
      const writeOn = async (): Promise<void> => {
        while (!isOver) await write(round % 3 > 0)
      }
      const writing = writeOn()
      const fragments = ['stea', 'tead', 'eady', 'fai', 'air', 'st', 'dy', 'e', 'steady fair']
      const found: number[] = []
      for (let round = 0; round < 40; round++) {
        const asked = fragments.map((words) => countFound(calendar, words))
        found.push(...(await Promise.all(asked)))
      }
      isOver = true
      await writing
      await another.close()
      assert.deepEqual(
        found.filter((total) => total !== steady),
        [],
      )
      assert.deepEqual(await checkDerived(database, false), [])
      await calendar.close()
    })

    it('is searched again where it changes while it is searched', async (t) => {
      const calendar = await create()
      const { database } = calendar
      const { body: moving } = await addFair(calendar, 'Moving')
      const write = (first: number): Promise<void> =>
        database.transact(async (db) => {
          const text = Array.from({ length: 400 }, (_, at) => `t${first + at}`).join(' ')
          await db.kysely.updateTable('search_text').set({ text }).where('record_id', '=', moving.id).execute()
          await indexAll(db)
        })
      await write(0)
      for (let added = 0; added < 3; added++) await addFair(calendar)
      await database.transact(indexAll)
      const { query } = database
      let changes = 0
      t.mock.method(database, 'query', (...asked: Parameters<typeof query>) => {
        if (!/search_list/.test(asked[0]) || changes > 0) return query(...asked)
        // What the tokens before have had is removed, so that others move to their places.
        changes++
        return write(1000).then(() => query(...asked))
      })
      assert.deepEqual([await countFound(calendar), changes], [3, 1])
      await calendar.close()
    })

    it('is searched rightly while very many texts wait, which are then indexed', async () => {
      const calendar = await create()
      const { database } = calendar
      const { body } = await addFair(calendar)
      await addCopies(database, 'event', body.id, 'summer fête')
      await fillUp(database, copies + 500)
      assert.equal(await countFound(calendar), copies + 1)
      while ((await countPending(database)) > fewPending) await addFair(calendar, 'Spring fair')
      assert.equal(await countFound(calendar), copies + 1)
      await indexPending(database)
      await calendar.close()
    })

    it('leaves very long texts waiting, which searches find all the same', async () => {
      const calendar = await create()
      const { database } = calendar
      for (let added = 0; added < 3; added++) await addFair(calendar)
      const setText = (text: string) =>
        database.transact(({ kysely }) =>
          kysely.updateTable('search_text').set({ text }).where('record_id', '<=', 3).execute(),
        )
      await setText('unicorn')
      await database.transact(indexAll)
      assert.deepEqual([await countPending(database), await countFound(calendar, 'unicorn')], [0, 3])
      await setText(`summer ${'x'.repeat(3_000_000)}`)
      await fillUp(database, fewPending + 3)
      await indexPending(database)
      assert.ok((await countPending(database)) <= fewPending + 3)
      // No change is logged, so each word is another one.
      assert.deepEqual([await countFound(calendar, 'unicor'), await countFound(calendar, 'xxxxx')], [0, 3])
      await database.transact(indexAll)
      assert.equal(await countPending(database), 3)
      assert.deepEqual([await countFound(calendar, 'nicorn'), await countFound(calendar, 'xxxxxx')], [0, 3])
      await setText('autumn')
      await database.transact(indexAll)
      assert.equal(await countPending(database), 0)
      assert.deepEqual([await countFound(calendar, 'xxxxxxx'), await countFound(calendar, 'autumn')], [0, 3])
      await calendar.close()
    })

    it('is rebuilt if a text is missing or superfluous', async () => {
      for (const trigger of ['insert', 'delete']) {
        const calendar = await create()
        const { database } = calendar
        const first = await addFair(calendar)
        await database.transact(indexAll)
        const on = postgres ? ' on search_text' : ''
        await run(database, `drop trigger search_text_${trigger}_indexed${on}`)
        for (let added = 0; added < 2; added++) await addFair(calendar)
        await calendar.ask('DELETE', `/events/${first.body.id}?force=true`, { as: 'admin' })
        await repair(database)
        assert.equal(await countFound(calendar), 2)
        await calendar.close()
      }
    })
  })
}

describe('a user of PostgreSQL who may create no extension', { skip }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  it('has all tables all the same', async () => {
    await administer(`${server}/postgres`, 'create database poor')
    await administer(`${server}/postgres`, 'create role poor login')
    await administer(`${server}/poor`, 'grant all on schema public to poor')
    const database = await openPostgres(`${server.replace('//kalends@', '//poor@')}/poor`)
    await migrate(database, 0)
    assert.deepEqual(await checkDerived(database, true), [])
    await database.close()
  })
})
