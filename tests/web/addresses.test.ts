import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLValidator } from 'fast-xml-parser'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const withEvents = async (work: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  for (const [title, status] of [
    ['Fair & more', 'publish'],
    ['Canary', 'draft'],
    ['Long ago', 'publish'],
  ] as const) {
    const date = title === 'Long ago' ? '2010-01-01 10:00:00' : '2026-11-25 19:30:00'
    const body = { title, status, start_date: date, end_date: date, venue: { venue: `Hall of ${title}`, status } }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
  }
  await work(calendar).finally(() => calendar.close())
}

describe('the sitemap', () => {
  it('lists every page of a record that the public may see, with its last change', async () => {
    await withEvents(async ({ ask }) => {
      const index = await ask('GET', '//sitemap.xml')
      assert.equal(XMLValidator.validate(index.text), true)
      const maps = [...index.text.matchAll(/<loc>http:\/\/calendar\.test(.*?)<\/loc>/g)].map(([, path = '']) => path)
      assert.deepEqual(maps, ['/sitemap-events-1.xml', '/sitemap-venues-1.xml'])
      const found: string[] = []
      for (const path of maps) {
        const { text, headers } = await ask('GET', `/${path}`)
        assert.equal(XMLValidator.validate(text), true)
        assert.equal(headers['content-type'], 'application/xml; charset=UTF-8')
        found.push(...[...text.matchAll(/<loc>(.*?)<\/loc><lastmod>2026-11-20T15:00:00Z</g)].map(([, url = '']) => url))
      }
      assert.deepEqual(found.sort(), [
        'http://calendar.test/event/fair-more/',
        'http://calendar.test/event/long-ago/',
        'http://calendar.test/venue/hall-of-fair-more/',
        'http://calendar.test/venue/hall-of-long-ago/',
      ])
      for (const url of found) assert.equal((await ask('GET', url.replace('http://calendar.test', '/'))).status, 200)
      assert.match((await ask('GET', '//robots.txt')).text, /^Sitemap: http:\/\/calendar\.test\/sitemap\.xml$/m)
      for (const path of ['/sitemap-events-0.xml', '/sitemap-users-1.xml']) {
        assert.equal((await ask('GET', `/${path}`)).status, 404, path)
      }
    })
  })
})

describe('oEmbed', () => {
  it('answers for pages of this calendar, in JSON and XML, and leads to a page that may be framed', async () => {
    await withEvents(async ({ ask }) => {
      const page = 'http://calendar.test/event/fair-more/'
      const discovered = /type="application\/json\+oembed" href="([^"]*)"/.exec(
        (await ask('GET', '//event/fair-more/')).text,
      )
      assert.equal(discovered?.[1], `http://calendar.test/oembed/?url=${encodeURIComponent(page)}`)
      const { body } = await ask('GET', `//oembed/?url=${encodeURIComponent(page)}&maxwidth=400`)
      assert.deepEqual([body.version, body.type, body.title, body.width], ['1.0', 'rich', 'Fair & more', 400])
      const source = /src="http:\/\/calendar\.test([^"]*)"/.exec(body.html)?.[1] ?? ''
      const framed = await ask('GET', `/${source}`)
      assert.equal(framed.status, 200)
      assert.match(framed.text, /Fair &amp; more/)
      assert.match(framed.headers['content-security-policy'] ?? '', /frame-ancestors \*/)
      const xml = await ask('GET', `//oembed/?url=${encodeURIComponent(page)}&format=xml`)
      assert.equal(XMLValidator.validate(xml.text), true)
      const list = await ask(
        'GET',
        `//oembed/?url=${encodeURIComponent('http://calendar.test/de/events/?search=fair')}`,
      )
      assert.match(list.body.html, /http:\/\/calendar\.test\/de\/embed\/events\/\?search=fair/)
    })
  })

  it('answers 404 for everything else, and for what is hidden', async () => {
    await withEvents(async ({ ask }) => {
      for (const url of [
        'http://elsewhere.test/event/fair-more/',
        'http://calendar.test.evil.test/event/fair-more/',
        'http://calendar.test/event/canary/',
        'http://calendar.test/healthz',
        'javascript:alert(1)',
        '',
      ]) {
        const { status, text } = await ask('GET', `//oembed/?url=${encodeURIComponent(url)}`)
        assert.equal(status, 404, url)
        assert.doesNotMatch(text, /Canary/)
      }
      assert.equal((await ask('GET', '//embed/event/canary/')).status, 404)
    })
  })
})

describe('files of the pages', () => {
  it('are named by what is in them, compressed, and kept by browsers', async () => {
    await withEvents(async ({ ask }) => {
      const { text } = await ask('GET', '//events/')
      const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, path = '']) => path)
      assert.equal(paths.length, 3)
      for (const path of paths) {
        const { status, headers } = await ask('GET', `/${path}`, { headers: { 'accept-encoding': 'br' } })
        assert.equal(status, 200, path)
        assert.equal(headers['content-encoding'], 'br')
        assert.match(headers['cache-control'] ?? '', /immutable/)
      }
      assert.equal((await ask('GET', '//assets/../package.json')).status, 404)
      assert.equal((await ask('GET', '//assets/embed.js')).status, 200)
    })
  })
})

describe('addresses of pages, feeds and files', () => {
  it('tell their methods to who asks for them', async () => {
    await withEvents(async ({ ask }) => {
      for (const path of [
        '/',
        '/events',
        '/events/month/2026-11/',
        '/de/events/',
        '/event/fair-more/',
        '/venue/hall-of-fair-more/',
        '/events/feed.ics',
        '/venues/feed.geojson',
        '/sitemap.xml',
        '/robots.txt',
        '/embed/events/',
        '/oembed/',
        '/docs/',
        '/assets/embed.js',
        '/media/2026/11/a.png',
        '/healthz',
      ]) {
        const { status, text, headers } = await ask('OPTIONS', `/${path}`)
        assert.deepEqual([status, text], [204, ''], path)
        assert.deepEqual((headers['allow'] ?? '').split(', ').sort(), ['GET', 'HEAD', 'OPTIONS'], path)
      }
      const session = await ask('OPTIONS', '//session')
      assert.deepEqual((session.headers['allow'] ?? '').split(', ').sort(), [
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'POST',
      ])
      const root = await ask('OPTIONS', '//wp-json/')
      assert.deepEqual([root.status, root.headers['access-control-allow-origin']], [200, '*'])
      assert.match(root.headers['allow'] ?? '', /^GET\b/)
      assert.equal((await ask('OPTIONS', '//nothing')).status, 404)
    })
  })

  it('are the same with letters that are escaped', async () => {
    await withEvents(async ({ ask }) => {
      for (const [path, plain] of [
        ['/%65vents/', '/events/'],
        ['/%64e/event/fair%2dmore/', '/de/event/fair-more/'],
        ['/events/feed%2Erss', '/events/feed.rss'],
      ] as const) {
        const [one, other] = [await ask('GET', `/${path}`), await ask('GET', `/${plain}`)]
        assert.equal(one.status, 200, path)
        assert.equal(one.text, other.text, path)
      }
    })
  })
})
