import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { walkPages } from '../support/all-pages.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('lists (B3)', () => {
  let calendar: Calendar
  const ids: number[] = []
  before(async () => {
    calendar = await createCalendar()
    await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Music' } })
    for (let i = 0; i < 12; i++) {
      // Three at each moment: pages must not overlap among equals.
      const day = `2027-01-${String(10 + Math.floor(i / 3)).padStart(2, '0')}`
      const body = {
        title: `Event & ${i}`,
        start_date: day,
        end_date: day,
        categories: i % 2 ? 'Music' : '',
        tags: ['All'],
      }
      ids.push((await calendar.ask('POST', '/events', { as: 'admin', body })).body.id)
    }
  })
  after(() => calendar.close())
  const get = (path: string, headers?: Record<string, string>) => calendar.ask('GET', path, headers ? { headers } : {})

  it('have envelopes with the keys of The Events Calendar, in its order', async () => {
    const events = (await get('/events?per_page=5&page=2')).body
    assert.deepEqual(Object.keys(events), [
      'events',
      'rest_url',
      'next_rest_url',
      'previous_rest_url',
      'total',
      'total_pages',
    ])
    const categories = (await get('/categories')).body
    assert.deepEqual(Object.keys(categories), ['rest_url', 'total', 'total_pages', 'categories'])
  })

  it('tell their totals in headers, and their neighbours in Link (RFC 8288)', async () => {
    const { headers, body } = await get('/events?per_page=5&page=2&tags=all')
    assert.equal(headers['x-tec-total'], '12')
    assert.equal(headers['x-tec-totalpages'], '3')
    assert.ok(headers['link']?.includes(`<${body.next_rest_url}>; rel="next"`))
    assert.ok(headers['link']?.includes(`<${body.previous_rest_url}>; rel="prev"`))
    for (const rel of ['first', 'last'])
      assert.match(headers['link'] ?? '', new RegExp(`<[^>]*tags=all[^>]*>; rel="${rel}"`))
  })

  it('carry every filter through their links, encoded', async () => {
    const { body } = await get('/events?per_page=2&categories=music&search=event%20%26&status=publish&featured=false')
    for (const part of ['categories=music', 'search=event%20%26', 'status=publish', 'featured=false', 'page=2']) {
      assert.ok(body.next_rest_url.includes(part), `${part} in ${body.next_rest_url}`)
    }
    assert.equal(body.total, 6)
    const walked = await walkPages(
      calendar.ask,
      'events',
      'per_page=4&categories=music&search=event%20%26&featured=false',
    )
    assert.equal(walked.length, 6)
    const terms = (await get('/tags?hide_empty=0&search=a&per_page=1')).body
    assert.ok(terms.rest_url.includes('search=a'), terms.rest_url)
  })

  it('visit every record exactly once', async () => {
    const walked = await walkPages(calendar.ask, 'events', 'per_page=5')
    assert.deepEqual(
      walked.map(({ id }) => id),
      ids,
    )
  })

  it('leave the page out of the link to the first one', async () => {
    const { body } = await get('/events?per_page=5&page=2')
    assert.doesNotMatch(body.previous_rest_url, /[?&]page=/)
  })

  it('lower a per_page that is too high', async () => {
    const { status, body } = await get('/events?per_page=1000')
    assert.equal(status, 200)
    assert.ok(body.rest_url.includes('per_page=50'))
    const small = await createCalendar({ environment: { KALENDS_MAX_PER_PAGE: '3' } })
    assert.ok((await small.ask('GET', '/events?per_page=10')).body.rest_url.includes('per_page=3'))
    await small.close()
  })

  for (const value of ['0', '-1', 'abc', '', '1.5', '1e400']) {
    it(`refuse per_page=${value} and page=${value}`, async () => {
      const { status, body } = await get(`/events?per_page=${value}&page=${value}`)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.data.params).sort(), ['page', 'per_page'])
    })
  }

  it('answer an empty first page, and refuse pages past the end of posts only', async () => {
    assert.deepEqual((await get('/venues')).body.venues, [])
    assert.equal((await get('/venues')).body.total_pages, 0)
    for (const [plural, one] of [
      ['events', 'event'],
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ]) {
      const { status, body } = await get(`/${plural}?page=9`)
      assert.deepEqual([status, body.code], [404, `${one}-archive-page-not-found`])
    }
    const { status, body } = await get('/categories?page=9')
    assert.deepEqual([status, body.categories, body.total], [200, [], 1])
  })

  it('read every spelling of a list alike', async () => {
    const [a, b] = ids
    const spellings = [
      `include=${a},${b}`,
      `include[]=${a}&include[]=${b}`,
      `include=${a}&include=${b}`,
      `include[0]=${a}&include[1]=${b}`,
      `include%5B%5D=${a}&include%5B%5D=${b}`,
    ]
    for (const spelling of spellings) {
      const { body } = await get(`/events?${spelling}`)
      assert.deepEqual(
        body.events.map(({ id }: { id: number }) => id),
        [a, b],
        spelling,
      )
    }
  })

  it('take the last of a scalar that is sent twice', async () => {
    assert.equal((await get('/events?page=1&per_page=5&page=3')).body.events.length, 2)
  })

  it('select fields, also inside lists', async () => {
    const { body } = await get('/events?per_page=2&_fields=total,events.id,events.venue')
    assert.deepEqual(body, {
      events: [
        { id: ids[0], venue: [] },
        { id: ids[1], venue: [] },
      ],
      total: 12,
    })
    const plain = await get('/events?per_page=2&_fields=total,id,venue')
    assert.deepEqual(plain.body, body, 'fields of records may be named without the list')
    for (const query of ['_fields=id,title', '_fields=id&_fields=title', '_fields[]=id&_fields[]=title']) {
      assert.deepEqual((await get(`/events?${query}&search=nothing-has-this`)).body, { events: [] }, query)
      assert.deepEqual(Object.keys((await get(`/events?per_page=1&${query}`)).body.events[0]), ['id', 'title'], query)
    }
    assert.deepEqual((await get('/events?_fields=nope')).body, [])
    assert.deepEqual(Object.keys((await get('/events?%5F%66ields=total')).body), ['total'])
  })

  it('wrap answers on request, errors too', async () => {
    const { status, body } = await get('/events?_envelope=1&per_page=5')
    assert.deepEqual([status, body.status, body.body.total, body.headers['X-TEC-Total']], [200, 200, 12, 12])
    const error = await get('/events/999999?_envelope')
    assert.deepEqual([error.status, error.body.status, error.body.body.code], [200, 404, 'rest-event-not-found'])
  })

  it('ignore _embed, _locale, context, _jsonp and cache busters', async () => {
    const plain = (await get('/events')).body
    for (const query of ['_embed', '_locale=user', 'context=edit', '_jsonp=callback', '_=1234']) {
      assert.deepEqual((await get(`/events?${query}`)).body, plain, query)
    }
  })

  for (const path of [
    '/events',
    '/events/{id}',
    '/events/by-slug/event-0',
    '/venues',
    '/categories',
    '/tags',
    '',
    '/doc',
  ]) {
    it(`answer 304 for ${path || 'the namespace'} when nothing changed`, async () => {
      const url = path.replace('{id}', String(ids[0]))
      const first = await get(url)
      assert.equal(first.status, 200, first.text)
      const tag = first.headers['etag'] ?? ''
      assert.match(tag, /^(W\/)?"[^"]+"$/)
      for (const known of [tag, `"other", ${tag}`, '*', `W/${tag}`]) {
        const second = await get(url, { 'if-none-match': known })
        assert.deepEqual([second.status, second.text, second.headers['etag']], [304, '', tag])
      }
      assert.equal((await get(url, { 'if-none-match': '"other"' })).status, 200)
      const head = await calendar.ask('HEAD', url)
      assert.deepEqual([head.status, head.text, head.headers['etag']], [200, '', tag])
    })
  }

  it('let every origin read without credentials', async () => {
    const { headers } = await get('/events', { origin: 'https://elsewhere.example' })
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-credentials'], undefined)
    for (const name of ['X-TEC-Total', 'X-TEC-TotalPages', 'X-WP-Total', 'Link', 'ETag', 'Location']) {
      assert.ok(headers['access-control-expose-headers']?.includes(name), name)
    }
    const preflight = await calendar.ask('OPTIONS', '/events', {
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    assert.equal(preflight.status, 200)
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', /Authorization.*Content-Type/)
    assert.match(preflight.headers['access-control-allow-methods'] ?? '', /DELETE/)
  })

  it('never lend an answer to another caller', async () => {
    const open = await get('/events')
    assert.match(open.headers['vary'] ?? '', /Authorization/)
    const own = await calendar.ask('GET', '/events', { as: 'admin' })
    assert.match(own.headers['cache-control'] ?? '', /no-store/)
    assert.equal(open.headers['allow'], 'GET')
    assert.equal(own.headers['allow'], 'GET, POST')
  })
})
