import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { adapterRoutes, routes, siteRoutes } from '../../src/app.ts'
import { anonymous } from '../../src/core/policy.ts'
import { createCacheKey } from '../../src/http/fast-path.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const events = '/calendar/events/v1/events'

describe('the keys of answers in memory', () => {
  const { ofRest } = createCacheKey([...routes, ...siteRoutes, ...adapterRoutes], (_path, query) => query)

  for (const [url, key] of [
    [events, events],
    [`${events}?x=1`, events],
    [`${events}?x=1&y[]=2&&utm_source=z`, events],
    [`${events}?page=2&x=1&search=a`, `${events}?page=2&search=a`],
    [`/wp-json/tribe/events/v1/events/5?cb=123`, '/wp-json/tribe/events/v1/events/5'],
    ['/de/calendar/events/v1/doc?x=1', '/de/calendar/events/v1/doc'],
    // What may be another spelling of something known is left as it is.
    [`${events}?sear%63h=a&_fields=id&tags[]=1`, `${events}?sear%63h=a&_fields=id&tags[]=1`],
    // There unknown parameters are refused, or the route itself is a parameter.
    ['/wp-json/wp/v2/tribe_events?x=1', '/wp-json/wp/v2/tribe_events?x=1'],
    ['/?rest_route=/tribe/events/v1/events&x=1', '/?rest_route=/tribe/events/v1/events&x=1'],
    ['/wp-json/?x=1', '/wp-json/?x=1'],
  ] as const) {
    it(`of ${url} is ${key}`, () => assert.equal(ofRest(url, anonymous), key))
  }
})

describe('answers to queries with unknown parameters', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const dates = { start_date: '2026-11-25 10:00', end_date: '2026-11-25 12:00' }
    for (const title of ['Alpha', 'Beta', 'Gamma']) {
      await calendar.ask('POST', '/events', { as: 'admin', body: { title, ...dates, tags: [title] } })
    }
  })
  after(() => calendar.close())

  it('equal the answers without them, and share their cache entry', async () => {
    const queries = [
      '',
      'search=alpha',
      'sear%63h=beta',
      'tags[]=gamma',
      'page=2&per_page=1',
      '_fields=id',
      '_envelope=1',
    ]
    for (let turn = 0; turn < 3; turn++) {
      for (const query of queries) {
        const plain = await calendar.ask('GET', `/events?${query}`)
        for (const more of ['x=1', 'y[]=2', 'constructor=1', '&&', 'Search=alpha', 'page%20=2']) {
          const reply = await calendar.ask('GET', `/events?${more}&${query}`)
          assert.deepEqual(
            [reply.status, reply.text, reply.headers['etag']],
            [plain.status, plain.text, plain.headers['etag']],
            `${query} ${more}`,
          )
        }
      }
    }
    // A list below wp/v2 refuses what it does not know, also behind one that is in memory.
    for (let turn = 0; turn < 3; turn++) await calendar.ask('GET', '//wp-json/wp/v2/tribe_events')
    assert.equal((await calendar.ask('GET', '//wp-json/wp/v2/tribe_events?x=1')).status, 400)
  })
})
