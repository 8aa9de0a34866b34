import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const event = { title: 'Fair', start_date: '2026-11-25 10:00', end_date: '2026-11-25 12:00', categories: ['Music'] }

describe('headers of requests', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    await calendar.ask('POST', '/events', { as: 'admin', body: event })
  })
  after(() => calendar.close())

  for (const [sent, expected] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['GZIP ; q=0.2', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
    // It took the server six seconds to read this one.
    [`a${' '.repeat(60_000)}b`, undefined],
    [`gzip${' '.repeat(1100)}`, undefined],
  ] as const) {
    it(`Accept-Encoding "${sent.slice(0, 30)}" is answered with ${expected ?? 'no encoding'}`, async () => {
      for (const path of ['//events/', '//events/feed.rss', '//assets/embed.js']) {
        const { status, headers } = await calendar.ask('GET', path, { headers: { 'accept-encoding': sent } })
        assert.deepEqual([status, headers['content-encoding']], [200, expected], path)
      }
    })
  }

  it('that are parsed and too long are refused by name, or ignored where they only make an answer smaller', async () => {
    for (const name of ['content-type', 'if-match', 'range', 'content-disposition']) {
      const reply = await calendar.ask('POST', '/events', { as: 'admin', headers: { [name]: 'x'.repeat(1025) } })
      assert.deepEqual([reply.status, reply.body.code], [431, 'rest_headers_too_large'], name)
      assert.match(reply.body.message, new RegExp(`${name} may have at most 1024 characters`))
    }
    const { headers } = await calendar.ask('GET', '/events')
    for (const [known, status] of [
      [headers['etag'] ?? '', 304],
      [`${'"x", '.repeat(300)}${headers['etag']}`, 200],
    ] as const) {
      assert.equal((await calendar.ask('GET', '/events', { headers: { 'if-none-match': known } })).status, status)
    }
  })

  it('are limited on pages too, whether or not these are in memory', async () => {
    const headers = { cookie: 'a'.repeat(20_000) }
    const statuses = []
    for (let read = 0; read < 4; read++) {
      statuses.push((await calendar.ask('GET', '//events/', { headers })).status)
      await calendar.ask('GET', '//events/')
    }
    assert.deepEqual(statuses, [431, 431, 431, 431])
  })

  it('refuse requests without a route or a right before reading the body', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1&'.repeat(3000) }
    for (const [path, status] of [
      ['//nothing', 404],
      ['//events/', 404],
      ['//wp-json/nothing', 404],
      ['//wp-json/wp/v2/settings', 401],
      ['//session', 415],
    ] as const) {
      assert.equal((await calendar.ask('POST', path, form)).status, status, path)
    }
    const broken = { headers: { 'content-type': 'application/json' }, payload: '{' }
    assert.equal((await calendar.ask('POST', '//nothing', broken)).body.code, 'rest_no_route')
  })

  it('refuse a form before it is read where the caller may not write', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    // Read, this body would be refused with 413.
    const payload = 'a=1&'.repeat(3000)
    for (const [as, status] of [
      ['none', 401],
      ['subscriber', 403],
      ['author', 413],
    ] as const) {
      assert.equal((await calendar.ask('POST', '/events', { as, headers, payload })).status, status, as)
    }
    const broken = { headers: { 'content-type': 'application/json' }, payload: '{' }
    assert.equal((await calendar.ask('POST', '/events', broken)).body.code, 'rest_invalid_json')
  })
})

/** What every answer of a kind says; `undefined` where a header must not be there. */
const expectations = {
  rest: { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*', 'x-robots-tag': 'noindex' },
  page: {
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'.*base-uri 'none'.*frame-ancestors/,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'access-control-allow-origin': undefined,
  },
  feed: {
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'; sandbox/,
    'access-control-allow-origin': '*',
  },
  other: { 'x-content-type-options': 'nosniff' },
} as const

/** Routes with the kind of their answer, its status and its `Cache-Control`. */
const table: readonly (readonly [string, keyof typeof expectations, number, string | undefined])[] = [
  ['//calendar/events/v1', 'rest', 200, 'no-cache'],
  ['//calendar/events/v1/doc', 'rest', 200, 'no-cache'],
  ['//wp-json', 'rest', 200, 'no-cache'],
  ['/events', 'rest', 200, 'no-cache'],
  ['/events/999', 'rest', 404, 'no-store, private'],
  ['/venues', 'rest', 200, 'no-cache'],
  ['/organizers', 'rest', 200, 'no-cache'],
  ['/categories', 'rest', 200, 'no-cache'],
  ['/tags', 'rest', 200, 'no-cache'],
  ['//wp-json/wp/v2/media', 'rest', 200, 'no-cache'],
  ['//', 'page', 200, 'no-cache, max-age=32400'],
  ['//events/', 'page', 200, 'no-cache, max-age=32400'],
  ['//event/fair/', 'page', 200, 'no-cache'],
  ['//event/none/', 'page', 404, 'no-store'],
  ['//events/category/music/', 'page', 200, 'no-cache, max-age=32400'],
  ['//venues/', 'page', 200, 'no-cache'],
  ['//organizers/', 'page', 200, 'no-cache'],
  ['//events/feed.ics', 'feed', 200, 'no-cache'],
  ['//events/feed.rss', 'feed', 200, 'no-cache'],
  ['//events/feed.json', 'feed', 200, 'no-cache'],
  ['//events/feed.geojson', 'feed', 200, 'no-cache'],
  ['//venues/feed.geojson', 'feed', 200, 'no-cache'],
  ['//docs/', 'page', 200, 'no-cache'],
  ['//sitemap.xml', 'other', 200, 'no-cache'],
  ['//robots.txt', 'other', 200, undefined],
  ['//assets/embed.js', 'other', 200, 'public, max-age=3600'],
  ['//favicon.ico', 'other', 301, undefined],
  ['//events', 'other', 301, undefined],
  ['//session', 'other', 401, 'no-store, private'],
  ['//healthz', 'other', 200, 'no-store'],
  ['//readyz', 'other', 200, 'no-store'],
  ['//metrics', 'other', 200, 'no-store'],
]

describe('headers of answers', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    await calendar.ask('POST', '/events', { as: 'admin', body: event })
  })
  after(() => calendar.close())

  for (const [path, kind, status, caching] of table) {
    it(`of ${path.replace('//', '/')} are those of a ${kind}`, async () => {
      const reply = await calendar.ask('GET', path)
      assert.equal(reply.status, status)
      if (caching !== undefined) assert.equal(reply.headers['cache-control'], caching)
      for (const [name, expected] of Object.entries(expectations[kind])) {
        const actual = reply.headers[name]
        if (expected instanceof RegExp) assert.match(actual ?? '', expected, name)
        else assert.equal(actual, expected, name)
      }
      if (/^text\/html/.test(reply.headers['content-type'] ?? '')) {
        assert.ok(reply.headers['content-security-policy'], 'HTML without a policy')
      }
    })
  }
})

describe('metrics', () => {
  const read = async (environment: Record<string, string>, remoteAddress: string, headers = {}): Promise<number> => {
    const calendar = await createCalendar({ environment })
    try {
      return (await calendar.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    } finally {
      await calendar.close()
    }
  }
  const forwarded = (address: string) => ({ 'x-forwarded-for': address })

  for (const [what, environment, address, headers, status] of [
    ['the host itself', {}, '127.0.0.1', {}, 200],
    ['the host itself by IPv6', {}, '::1', {}, 200],
    ['the host itself, mapped', {}, '::ffff:127.0.0.1', {}, 200],
    ['another address', {}, '192.0.2.7', {}, 403],
    ['a named network', { KALENDS_METRICS_NETWORKS: '192.0.2.0/24' }, '192.0.2.7', {}, 200],
    ['a network that is not named', { KALENDS_METRICS_NETWORKS: '192.0.2.0/24' }, '198.51.100.1', {}, 403],
    ['a proxy that is not trusted', {}, '127.0.0.1', forwarded('127.0.0.1'), 403],
    ['a proxy that says only that it is one', {}, '127.0.0.1', { via: '1.1 proxy' }, 403],
    [
      'a visitor by a trusted proxy',
      { KALENDS_TRUSTED_PROXIES: '127.0.0.1' },
      '127.0.0.1',
      forwarded('192.0.2.7'),
      403,
    ],
  ] as const) {
    it(`answer ${what} with ${status}`, async () => {
      assert.equal(await read(environment, address, headers), status)
    })
  }

  it('say what is built, when the last backup was, and how full disk and pool are', async () => {
    const calendar = await createCalendar()
    const read = async (): Promise<Record<string, number>> => {
      const { text } = await calendar.ask('GET', '//metrics')
      return Object.fromEntries(
        [...text.matchAll(/^(kalends_[a-z_]+)(?:\{.*\})? (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
      )
    }
    const before = await read()
    assert.equal(before['kalends_build_info'], 1)
    assert.equal(before['kalends_last_backup_timestamp_seconds'], 0)
    const { kalends_disk_free_bytes: free = 0, kalends_disk_total_bytes: total = 0 } = before
    assert.ok(total > 0 && free <= total)
    const busy = before['kalends_event_loop_utilization'] ?? -1
    assert.ok(busy >= 0 && busy <= 1)
    await calendar.database.transact(({ kysely }) =>
      kysely.insertInto('note').values({ name: 'last_backup', value: '2026-11-20T03:00:00.000Z' }).execute(),
    )
    assert.equal((await read())['kalends_last_backup_timestamp_seconds'], Date.parse('2026-11-20T03:00:00Z') / 1000)
    const isPooled = calendar.database.dialect.name === 'postgres'
    assert.equal('kalends_database_waiting' in before, isPooled)
    await calendar.close()
  })
})
