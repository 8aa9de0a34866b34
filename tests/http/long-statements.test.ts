import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, it, type Mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Query } from '../../src/db/database.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { listen } from './raw-request.ts'

/** A page that asks for four statements in the background. */
const counts = '/events/filters/?view=month&date=2026-12&tags='

describe('statements that may take long', () => {
  let calendar: Calendar
  let asked: Mock<Query>
  /** Ends the statements that run, and waits for their rows. */
  let ends: (() => Promise<unknown>)[]
  const endOne = async (): Promise<void> => {
    await ends.shift()?.()
    for (let turn = 0; turn < 20; turn++) await nextTurn()
  }
  /** Ends statements until something is settled; how many they were. */
  const endUntil = async (settled: Promise<unknown>): Promise<number> => {
    let [isSettled, ended] = [false, 0]
    void settled.finally(() => {
      isSettled = true
    })
    while (!isSettled) {
      if (ends.length > 0) ended++
      await endOne()
    }
    return ended
  }
  const read = (path: string, remoteAddress: string) => calendar.app.inject({ path, remoteAddress })
  const untilAsked = async (count: number): Promise<void> => {
    while (asked.mock.callCount() < count) await nextTurn()
    for (let turn = 0; turn < 50; turn++) await nextTurn()
  }
  const countConnections = () =>
    new Promise<number>((resolve) => calendar.app.server.getConnections((_, count) => resolve(count)))
  const most = () => (calendar.database.dialect.name === 'sqlite' ? 2 : 4)

  beforeEach(async (t) => {
    ends = []
    calendar = await createCalendar({ environment: { KALENDS_TRUSTED_PROXIES: '127.0.0.1' } })
    const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }
    const tags = ['x1', 'x2']
    const body = { title: 'x1 x2', status: 'publish', tags, ...dates }
    await calendar.ask('POST', '/events', { as: 'editor', body })
    const query = calendar.database.queryInBackground
    assert.ok('mock' in t)
    asked = t.mock.method(calendar.database, 'queryInBackground', async (...args: Parameters<Query>) => {
      const [release, rows] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      ends.push(() => {
        release.resolve()
        return rows.promise
      })
      await release.promise
      try {
        return await query(...args)
      } finally {
        rows.resolve()
      }
    })
  })
  afterEach(async () => {
    while (ends.length > 0) await endOne()
    await calendar.close()
  })

  it('are given to clients in turn', async () => {
    const ofOne = ['x1', 'x1', 'x1'].map((query) => read(`${counts}${query}`, '198.51.100.1'))
    await untilAsked(most())
    const ofOther = read(`${counts}x2`, '198.51.100.2')
    await untilAsked(most())
    assert.equal(asked.mock.callCount(), most(), 'no more than a few run at once')
    const ended = await endUntil(ofOther)
    // Those that ran before, and then every second one is the other client's.
    assert.ok(ended <= most() + 2 * 4, `the other client waited for ${ended} statements`)
    assert.equal((await ofOther).statusCode, 200)
    await endUntil(Promise.all(ofOne))
    assert.deepEqual(
      (await Promise.all(ofOne)).map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
  })

  it('are refused to a client that waits for too many, with a time to try again', async () => {
    const pages = Array.from({ length: 16 }, () => read(`${counts}x1`, '198.51.100.1'))
    await untilAsked(most())
    const other = read('/calendar/events/v1/events', '198.51.100.2')
    assert.equal((await other).statusCode, 200)
    await endUntil(Promise.all(pages))
    const answers = await Promise.all(pages)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    assert.ok(refused.length > 0 && refused.length <= 8, `${refused.length} are refused`)
    assert.ok(refused.every(({ headers }) => headers['retry-after'] === '1'))
    assert.ok(answers.every(({ statusCode }) => statusCode === 429 || statusCode === 200))
    assert.deepEqual(
      calendar.log.filter((line) => /"level":(?:50|"error")/.test(line)),
      [],
    )
  })

  it('are dropped when their client has gone', async () => {
    const port = await listen(calendar.app)
    const socket = connect(port, '127.0.0.1')
    const other = read(`${counts}x2`, '198.51.100.2')
    await untilAsked(most())
    // The proxy says for whom it asks.
    socket.write(`GET ${counts}x1 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.9\r\n\r\n`)
    await once(calendar.app.server, 'request')
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    socket.destroy()
    while ((await countConnections()) > 0) await nextTurn()
    await endUntil(other)
    assert.equal((await other).statusCode, 200)
    assert.equal(asked.mock.callCount(), 4, 'only those of the client that waits have run')
  })
})
