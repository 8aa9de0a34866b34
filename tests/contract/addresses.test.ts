import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { interfaceLanguages } from '../../src/i18n/catalogue.ts'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('addresses (B1)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    for (let i = 0; i < 3; i++) {
      const body = { title: `Event ${i}`, start_date: 'tomorrow 9am', end_date: 'tomorrow 10am' }
      await calendar.ask('POST', '/events', { as: 'admin', body })
    }
  })
  after(() => calendar.close())

  const roots = [
    ['/calendar/events/v1', '/calendar/events/v1'],
    ...interfaceLanguages.map((language) => [`/${language}/calendar/events/v1`, `/${language}/calendar/events/v1`]),
    ['/wp-json/calendar/events/v1', '/wp-json/calendar/events/v1'],
    ['/wp-json/tribe/events/v1', '/wp-json/tribe/events/v1'],
    ['/de/wp-json/tribe/events/v1', '/de/wp-json/tribe/events/v1'],
    ['/WP-JSON/Tribe/Events/V1', '/wp-json/tribe/events/v1'],
    ['/?rest_route=/tribe/events/v1', '/?rest_route=/tribe/events/v1'],
    ['/index.php?rest_route=/tribe/events/v1', '/?rest_route=/tribe/events/v1'],
    ['/fr/?rest_route=/calendar/events/v1', '/fr/?rest_route=/calendar/events/v1'],
    ['/?rest_route=%2Ftribe%2Fevents%2Fv1', '/?rest_route=/tribe/events/v1'],
  ] as const

  it('are none in languages that only pages have', async () => {
    for (const language of ['ar', 'he']) {
      assert.equal((await calendar.ask('GET', `//${language}/calendar/events/v1/events`)).status, 404)
      assert.equal((await calendar.ask('GET', `//${language}/wp-json/tribe/events/v1/events`)).status, 404)
      assert.equal((await calendar.ask('GET', `//${language}/events/`)).status, 200)
    }
  })

  for (const [root, linked] of roots) {
    it(`serves everything under ${root}`, async () => {
      const isQuery = root.includes('?')
      const ask = (path: string, query: string) => calendar.ask('GET', `/${root}${path}${isQuery ? '&' : '?'}${query}`)
      const list = await ask('/events', 'per_page=1')
      assert.equal(list.status, 200, list.text)
      assert.equal(list.body.total, 3)
      const next: string = list.body.next_rest_url
      assert.ok(next.startsWith(`http://calendar.test${linked}/events/`), next)
      const second = await calendar.ask('GET', `/${next.slice('http://calendar.test'.length)}`)
      assert.equal(second.body.events[0].title, 'Event 1')
      assert.equal(
        second.body.events[0].rest_url,
        `http://calendar.test/calendar/events/v1/events/${second.body.events[0].id}`,
      )
      assert.equal((await ask('/events/', 'x=1')).status, 200)
      assert.equal((await ask('/EVENTS', '&&unknown=1&')).status, 200)
      assert.equal(
        (await ask('', '')).body.namespace,
        root.toLowerCase().includes('tribe') ? 'tribe/events/v1' : 'calendar/events/v1',
      )
    })
  }

  it('reads letters that are escaped in a path as what they are, also where it has to say what is wrong', async () => {
    for (const root of [
      '/%63alendar/events/v1',
      '/calendar/%65vents/%761',
      '/%64e/calendar/events/v1',
      '/wp%2Djson/trib%65/events/v1',
    ]) {
      const list = await calendar.ask('GET', `/${root}/events`)
      assert.deepEqual([list.status, list.body?.total, list.headers['x-tec-total']], [200, 3, '3'], root)
      const own = await calendar.ask('POST', `/${root}/tags`, { as: 'editor', body: { name: root } })
      assert.equal(own.status, 201, own.text)
      for (const [status, code, path] of [
        [404, 'rest_no_route', '/nothing'],
        [404, 'rest-event-not-found', '/events/999'],
        [400, 'rest_invalid_param', '/events?per_page=x'],
      ] as const) {
        // Who may see pages is told of REST in JSON all the same.
        const { body, headers } = await calendar.ask('GET', `/${root}${path}`, { headers: { accept: 'text/html' } })
        assert.deepEqual([body?.data.status, body?.code], [status, code], root + path)
        assert.equal(headers['access-control-allow-origin'], '*')
      }
      const { status, body } = await calendar.ask('POST', `/${root}/tags`, { body: { name: 'x' } })
      assert.deepEqual([status, body.code], [401, 'rest_forbidden'], root)
    }
    // An escaped percent sign is none of another escape.
    for (const path of [
      '/%2563alendar/events/v1/events',
      '/%%363alendar/events/v1/events',
      '/%%36%33alendar/events/v1/events',
    ]) {
      const { status, headers } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=UTF-8'], path)
    }
  })

  const doubled = [
    ['//wp-json//tribe/events/v1//events', '/wp-json/tribe/events/v1/events'],
    ['/calendar//events/v1///events//', '/calendar/events/v1/events'],
    ['//de///calendar/events/v1/events', '/de/calendar/events/v1/events'],
    ['//wp-json//', '/wp-json/'],
    ['/?rest_route=//tribe//events/v1/events', '/?rest_route=/tribe/events/v1/events'],
    ['//index.php?rest_route=/wp/v2//media', '/index.php?rest_route=/wp/v2/media'],
    ['/events//feed.ics', '/events/feed.ics'],
    ['//events//feed.json', '/events/feed.json'],
    ['///', '/'],
    ['//de//events//month/2026-11//', '/de/events/month/2026-11/'],
    ['//event//event-1//', '/event/event-1/'],
    ['//robots.txt', '/robots.txt'],
    ['//healthz', '/healthz'],
    ['//docs//', '/docs/'],
  ] as const
  for (const [path, plain] of doubled) {
    it(`answers ${path} as ${plain}, without a redirect and also out of memory (D2.3)`, async () => {
      const wanted = await calendar.ask('GET', `/${plain}`)
      assert.equal(wanted.status, 200, wanted.text)
      for (let time = 0; time < 4; time++) {
        const { status, text, headers } = await calendar.ask('GET', `/${path}`)
        assert.deepEqual([status, headers['location']], [200, undefined])
        assert.equal(text, wanted.text)
      }
    })
  }

  it('reads doubled slashes in the path of a write and of an image, and none in a query (D2.3)', async () => {
    const { status, headers } = await calendar.ask('POST', '//wp-json//calendar/events/v1//tags', {
      as: 'editor',
      body: { name: 'a//b' },
    })
    assert.deepEqual(
      [status, headers['location']?.startsWith('http://calendar.test/calendar/events/v1/tags/')],
      [201, true],
    )
    const search = (text: string) => calendar.ask('GET', `/tags?hide_empty=false&search=${text}`)
    assert.deepEqual([(await search('a//b')).body.total, (await search('a/b')).body.total], [1, 0])
    const payload = await drawPicture({ width: 2, height: 2 }).png().toBuffer()
    const image = await calendar.ask('POST', '///wp-json//wp/v2/media//', {
      as: 'admin',
      payload,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="dot.png"' },
    })
    const path = new URL(image.body.source_url).pathname
    assert.equal((await calendar.ask('GET', `/${path.replaceAll('/', '//')}`)).status, 200)
  })

  it('keeps pages apart in memory that differ in more than slashes (D2.3)', async () => {
    for (let time = 0; time < 3; time++) {
      const [list, one, nothing] = [
        await calendar.ask('GET', '///calendar//events/v1/events'),
        await calendar.ask('GET', '///calendar//events/v1/events?page=2&per_page=2'),
        await calendar.ask('GET', '///event//event/-1/'),
      ]
      assert.deepEqual([list.body.events.length, one.body.events.length, nothing.status], [3, 1, 404])
    }
  })

  const nowhere = [
    '/xx/calendar/events/v1/events',
    '/tribe/events/v1/events',
    '/wp-json/nothing',
    '/wp-json/tribe/events',
    '/?rest_route=/nothing',
    '/calendar/events/v1/nothing',
    '/calendar/events/v1/events/by-slug/',
    '/calendar/events/v1/events/by-slug/a/b',
    '/calendar/events/v1/events/1.5',
    '/calendar/events/v1/events/-1',
    '/nothing',
  ]
  for (const path of nowhere) {
    it(`knows nothing at ${path}`, async () => {
      const { status, body } = await calendar.ask('GET', `/${path}`)
      assert.equal(status, 404)
      assert.equal(body.code, 'rest_no_route')
    })
  }

  it('describes the site at every REST root', async () => {
    for (const path of ['/wp-json', '/wp-json/', '/de/wp-json/', '/?rest_route=/']) {
      const { status, body } = await calendar.ask('GET', `/${path}`)
      assert.equal(status, 200, path)
      assert.deepEqual(
        [body.name, body.url, body.home, body.timezone_string, body.gmt_offset, body.namespaces],
        [
          'Kalends',
          'http://calendar.test',
          'http://calendar.test',
          'UTC',
          0,
          ['calendar/events/v1', 'tribe/events/v1', 'wp/v2', 'kalends/v1'],
        ],
      )
      const routes = Object.keys(body.routes)
      assert.equal(routes.filter((route) => route.startsWith('/calendar/events/v1')).length, 26)
      assert.deepEqual(
        routes.filter((route) => route.startsWith('/wp/v2/media')),
        ['/wp/v2/media', '/wp/v2/media/(?P<id>\\d+)', '/wp/v2/media/(?P<id>\\d+)/file'],
      )
      // Clients find a route by its namespace, and nothing else tells them where it lies (D2.1).
      for (const name of body.namespaces) {
        const own = Object.entries<{ namespace: string }>(body.routes).filter(([route]) => route.startsWith(`/${name}`))
        assert.ok(own.length >= 2, name)
        assert.deepEqual([...new Set(own.map(([, route]) => route.namespace))], [name])
        const { body: index } = await calendar.ask('GET', `//wp-json/${name}`)
        assert.deepEqual(
          Object.keys(index.routes),
          own.map(([route]) => route),
        )
      }
      assert.ok('basic' in body.authentication)
    }
  })

  it('describes the namespace of images, and neither namespace the other', async () => {
    const { status, body } = await calendar.ask('GET', '//wp-json/wp/v2')
    assert.deepEqual([status, body.namespace, '/wp/v2/media' in body.routes], [200, 'wp/v2', true])
    for (const path of ['//wp-json/wp/v2?namespace=tribe/events/v1', '?namespace=wp/v2']) {
      assert.equal((await calendar.ask('GET', path)).body.code, 'rest_invalid_namespace')
    }
  })

  it('takes another method from _method and its header, on POST alone', async () => {
    const event = { title: 'Over', start_date: '2027-01-01', end_date: '2027-01-01' }
    const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: event })
    const path = `/events/${body.id}`
    assert.equal((await calendar.ask('POST', `${path}?_method=GET`)).body.title, 'Over')
    const headers = { 'x-http-method-override': 'PATCH' }
    const patched = await calendar.ask('POST', path, { as: 'admin', headers, body: { title: 'Changed' } })
    assert.equal(patched.body.title, 'Changed')
    assert.equal((await calendar.ask('GET', `${path}?_method=DELETE`, { as: 'admin' })).body.title, 'Changed')
    assert.equal((await calendar.ask('POST', `${path}?_method=DELETE`, { as: 'admin' })).body.status, 'trash')
  })
})
