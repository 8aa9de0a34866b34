import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openPostgres } from '../../src/db/dialects/postgres.ts'
import { type Server, serve } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { startPostgres } from '../support/postgres.ts'
import { choose } from './chance.ts'
import { createLoad, type Load } from './load.ts'
import { administer, newPostgresCalendar } from './on-postgres.ts'

const postgres = await startPostgres()

/** Lets writers write while something is done to the database: each keeps its connection all the time. */
const startWriting = (load: Load, server: Server) => {
  const enough = new AbortController()
  const gone: Error[] = []
  let acknowledged = 0
  const writing = load.write(server, {
    signal: enough.signal,
    onGone: (error) => void gone.push(error),
    onAcknowledged: (count) => {
      acknowledged = count
    },
  })
  return {
    /** Resolves when so many more writes are acknowledged. */
    advance: async (count: number): Promise<void> => {
      const wanted = acknowledged + count
      while (acknowledged < wanted && gone.length === 0) await sleep(5)
    },
    stop: async (): Promise<void> => {
      enough.abort()
      await writing
      assert.deepEqual(gone, [])
    },
  }
}

/** Milliseconds until a server is ready again. */
const untilReady = async (server: Server): Promise<number> => {
  const since = performance.now()
  while ((await server.ask('GET', '//readyz')).status !== 200) await sleep(10)
  return Math.round(performance.now() - since)
}

const moments = fc.record({ writes: fc.integer({ min: 1, max: 80 }), delay: fc.integer({ min: 0, max: 20 }) })

describe('a server whose PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.stop())

  /** Kills the database while it is written to; answers what is wrong when it is back. */
  const crashUnder = async (load: Load, server: Server, { writes, delay }: { writes: number; delay: number }) => {
    const writers = startWriting(load, server)
    await writers.advance(writes)
    await sleep(delay)
    await postgres.crash()
    await postgres.restart()
    const milliseconds = await untilReady(server)
    await writers.advance(20)
    await writers.stop()
    return { milliseconds, faults: await load.judge(server) }
  }

  it('is killed loses nothing, and goes on when it is back', async (test) => {
    const { environment, secret } = await newPostgresCalendar(postgres.url, 'killed')
    const load = createLoad(secret)
    const server = await serve(environment)
    let longest = 0
    for (const moment of choose(test, rounds(2, 200), moments)) {
      const { milliseconds, faults } = await crashUnder(load, server, moment)
      assert.deepEqual(faults, [])
      longest = Math.max(longest, milliseconds)
    }
    test.diagnostic(`ready at most ${longest} ms after its return`)
    assert.equal((await server.stop()).code, 0)

    // Without a flush at each commit, what was acknowledged last is gone.
    const lazy = await newPostgresCalendar(postgres.url, 'lazy')
    await administer(`${postgres.url}/lazy`, 'alter database lazy set synchronous_commit = off')
    await administer(`${postgres.url}/lazy`, `alter system set wal_writer_delay = '10s'`, 'select pg_reload_conf()')
    const lazyLoad = createLoad(lazy.secret)
    const lazyServer = await serve(lazy.environment)
    const writers = startWriting(lazyLoad, lazyServer)
    await writers.advance(30)
    await postgres.crash()
    // They would not find what they have written.
    await writers.stop()
    await postgres.restart()
    await untilReady(lazyServer)
    assert.ok((await lazyLoad.judge(lazyServer)).some((fault) => fault.startsWith('lost: ')))
    await lazyServer.stop()
  })

  it('hangs says so at once, and goes on when it is back', async (test) => {
    const { environment, secret } = await newPostgresCalendar(postgres.url, 'hung')
    const load = createLoad(secret)
    const server = await serve(environment)
    for (let round = 0; round < rounds(1, 20); round++) {
      const writers = startWriting(load, server)
      await writers.advance(40)
      postgres.pause()
      const asks = [
        () => server.ask('GET', '//readyz'),
        () => server.ask('GET', '/events'),
        () => server.ask('GET', '/events', { as: secret }),
        () => server.ask('POST', '/organizers', { as: secret, body: { organizer: 'Nobody' } }),
      ]
      // Those that were there, and then more than there are connections.
      for (const crowd of [asks, [...asks, ...asks, ...asks]]) {
        const since = performance.now()
        const replies = await Promise.all(crowd.map((ask) => ask()))
        const milliseconds = Math.round(performance.now() - since)
        test.diagnostic(`${crowd.length} answers within ${milliseconds} ms`)
        // Far from what it takes; a server that waits would do so for ever.
        assert.ok(milliseconds < 60_000, `${milliseconds} ms`)
        for (const { status, headers } of replies) {
          assert.equal(status, 503)
          assert.ok(Number(headers.get('retry-after')) >= 1)
        }
      }
      postgres.resume()
      test.diagnostic(`ready ${await untilReady(server)} ms after its return`)
      await writers.advance(20)
      await writers.stop()
      assert.deepEqual(await load.judge(server), [])
    }
    // Nor does the end wait for it.
    postgres.pause()
    assert.equal((await server.stop()).code, 0)
    postgres.resume()
  })

  it('is only slow waits for it', async () => {
    const database = await openPostgres(`${postgres.url}/postgres`)
    database.failFast()
    const { rows } = await sql<{ answer: number }>`select 1 as answer from pg_sleep(2.5)`.execute(database.kysely)
    assert.deepEqual(rows, [{ answer: 1 }])
    await database.close()
  })
})
