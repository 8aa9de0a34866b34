import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { listen } from '../http/raw-request.ts'
import { createCalendar } from '../support/calendar.ts'
import { sharePostgres } from '../support/postgres.ts'

/** A statement that waits until the lock is free. */
const waiting = 'select 1 from pg_advisory_lock_shared(77)'

describe('a statement on PostgreSQL for which nobody waits any more', () => {
  let server: Awaited<ReturnType<typeof sharePostgres>>
  before(async () => {
    server = await sharePostgres()
  })
  after(async () => {
    if (typeof server !== 'string') await server.stop()
  })

  it('is ended, and no other', async (t) => {
    if (typeof server === 'string') return t.skip(server)
    const calendar = await createCalendar({ postgres: server.url })
    const { database } = calendar
    const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
    const body = { title: 'x1', status: 'publish', tags: ['x1'], ...dates }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const holder = await calendar.connect()
    t.after(async () => {
      await holder.close()
      await calendar.close()
    })
    const countWaiting = async (): Promise<unknown> => {
      const [row] = await holder.query(
        `select count(*) from pg_locks where locktype = 'advisory' and objid = 77 and not granted and database =
          (select oid from pg_database where datname = current_database())`,
        [],
      )
      return row?.[0]
    }
    const untilWaiting = async (count: number): Promise<void> => {
      while ((await countWaiting()) !== count) await pause(5)
    }

    const lock = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = holder.transact(async (db) => {
      await sql`select pg_advisory_xact_lock(77)`.execute(db.kysely)
      held.resolve()
      await lock.promise
    })
    await held.promise

    const query = database.queryInBackground
    const faults: string[] = []
    t.mock.method(database, 'queryInBackground', async (...[text, values, signal]: Parameters<typeof query>) => {
      await Promise.resolve(query(waiting, [], signal)).catch((error) => {
        faults.push(error.message)
        throw error
      })
      return query(text, values, signal)
    })
    const port = await listen(calendar.app)
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /events/filters/?view=month&date=2026-12&tags=x1 HTTP/1.1\r\nHost: x\r\n\r\n')
    await untilWaiting(4)
    const other = Promise.resolve(query(waiting, []))
    await untilWaiting(5)
    socket.destroy()
    await once(socket, 'close')
    await untilWaiting(1)
    lock.resolve()
    await holding
    assert.equal((await other).length, 1, 'the statement of another ends by itself')
    while (faults.length < 4) await pause(5)
    assert.deepEqual(faults, Array(4).fill('canceling statement due to user request'))
    const rows = await Promise.all(Array.from({ length: 8 }, (_, at) => query('select $1::bigint', [at])))
    assert.deepEqual(rows.flat(2), [0, 1, 2, 3, 4, 5, 6, 7], 'all connections work')
    assert.deepEqual(
      calendar.log.filter((line) => /"level":(?:40|50|"warn"|"error")/.test(line)),
      [],
    )
  })
})
