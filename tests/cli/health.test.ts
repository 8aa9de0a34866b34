import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { newCalendar, type Server, serve } from './program.ts'

describe('health', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is 200 while the server can serve', async () => {
    for (const [path, status] of [
      ['//healthz', 'ok'],
      ['//readyz', 'ready'],
    ] as const) {
      const reply = await calendar.ask('GET', path)
      assert.deepEqual([reply.status, reply.body], [200, { status }], path)
      assert.equal(reply.headers['cache-control'], 'no-store')
    }
  })

  it('reports a database that does not answer: not ready, with a reason, but alive', async () => {
    await calendar.database.close()
    const reply = await calendar.ask('GET', '//readyz')
    assert.equal(reply.status, 503)
    assert.deepEqual(reply.body, { status: 'unavailable', reason: 'The database does not answer.' })
    assert.ok(reply.headers['retry-after'])
    assert.equal((await calendar.ask('GET', '//healthz')).status, 200)
  })
})

/** The samples of a metric: its labels, without those of buckets. */
const samplesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('metrics', () => {
  let server: Server
  let secret: string
  before(async () => {
    const calendar = await newCalendar()
    secret = calendar.secret
    server = await serve(calendar.environment)
  })
  after(() => server.stop())

  it('are in the text format of Prometheus', async () => {
    await server.ask('GET', '/events')
    const { status, text, headers } = await server.ask('GET', '//metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.ok(text.endsWith('\n'))
    const sample =
      /^[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="([^"\\\n]|\\["\\n])*",?)*\})? (-?[\d.]+(e[+-]?\d+)?|[+-]Inf|NaN)( \d+)?$/
    const comment = /^# (HELP|TYPE) [a-zA-Z_:][\w:]* .+$/
    const lines = text.split('\n').filter((line) => line !== '')
    assert.ok(lines.length > 50)
    for (const line of lines) assert.match(line, line.startsWith('#') ? comment : sample)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
  })

  it('count requests by route, and create no series for made-up ones', async () => {
    await server.ask('GET', '/events/1')
    const known = samplesOf((await server.ask('GET', '//metrics')).text, 'kalends_http_requests_total').length
    for (let n = 0; n < 30; n++) {
      for (const path of [
        `/events/${n + 2}`,
        `/events/by-slug/none-${n}`,
        `/nothing-${n}`,
        `//page-${n}`,
        `//x${n}/wp-json`,
      ]) {
        await server.ask('GET', `${path}?secret-${n}=${n}`)
      }
      await server.ask('GET', `/events?status=draft&n=${n}`, { as: `wrong${n}` })
      await server.ask('PROPFIND', `/pot-${n}`)
    }
    const { text } = await server.ask('GET', '//metrics')
    const samples = samplesOf(text, 'kalends_http_requests_total')
    assert.ok(
      samples.some((line) => /route="[^"]*\/events\/[^"]*",status="404"\} 31$/.test(line)),
      samples.join('\n'),
    )
    assert.ok(samples.length - known < 10, samples.join('\n'))
    assert.doesNotMatch(text, /none-|nothing-|page-|pot-|secret|wrong\d/)
  })

  it('tell no secret', async () => {
    await server.ask('GET', '/events?status=draft', { as: secret })
    const { text } = await server.ask('GET', '//metrics')
    assert.ok(!text.includes(secret))
    assert.doesNotMatch(text, /admin|authorization|kalends\.sqlite/i)
  })
})
