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
      assert.deepEqual(maps, ['/sitemap-pages-1.xml', '/sitemap-events-1.xml', '/sitemap-venues-1.xml'])
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

/** Whether a pattern of RFC 9309, 2.2.3 matches the beginning of an address, or the whole of it where the pattern ends with `$`. */
const isMatch = (pattern: string, address: string): boolean => {
  const [beginning = '', ...others] = pattern.replace(/\$$/, '').split('*')
  if (!address.startsWith(beginning)) return false
  let rest = address.slice(beginning.length)
  for (const [at, part] of others.entries()) {
    if (pattern.endsWith('$') && at === others.length - 1) return rest.endsWith(part)
    const found = rest.indexOf(part)
    if (found < 0) return false
    rest = rest.slice(found + part.length)
  }
  return !pattern.endsWith('$') || rest === ''
}

/** Whether a path is open by the rules of a robots.txt: the longest one that matches counts, of two the one that allows (RFC 9309, 2.2.2). */
const isOpen = (robots: string, path: string): boolean => {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, pattern = '']) => ({ kind, pattern }))
  const longest = (wanted: string): number =>
    Math.max(
      0,
      ...rules
        .filter(({ kind, pattern }) => kind === wanted && isMatch(pattern, path))
        .map(({ pattern }) => pattern.length),
    )
  return longest('Allow') >= longest('Disallow')
}

describe('robots.txt', () => {
  it('keeps programs from pages without end, and from nothing else (D2.4)', async () => {
    await withEvents(async ({ ask }) => {
      const { text } = await ask('GET', '//robots.txt')
      for (const path of [
        '/',
        '/events/',
        '/de/events/',
        '/events/?page=2',
        '/events/month/',
        '/events/month/2026-12/',
        '/de/events/category/music/month/2027-06/',
        '/event/fair-more/',
        '/venues/?page=2',
        '/events/feed.ics?search=fair&start_date=2027-01-01',
        '/events/month/2027-06/feed/',
        '/events/month/2027-06/feed/atom/',
        '/events/month/2027-06/ical/',
        '/events/month/2099-01/ical/',
        '/events/list/2027-06-14/ical/',
        '/events/day/2027-06-14/feed/?tribe-bar-search=fair',
        '/de/events/category/bank-holiday/week/2027-06-14/feed/',
        '/events/category/bank-holiday/',
        '/events/category/bank-holiday/feed.ics?start_date=2027-01-01',
        '/events/category/bank-holiday/ical/?x=a-b/',
        '/events/category/day/feed.ics?start_date=2027-01-01',
        '/events/category/arts/day/feed.ics?start_date=2027-01-01/',
        '/events/tag/check-list/',
        '/events/tag/check-list/?page=2',
        '/events/tag/half-day/month/2027-06/',
        '/events/feed/?search=fair',
        '/events/category/music/feed/atom/?search=fair',
        '/feed/?search=fair',
        '/events/week/?feed=rss2&tribe-bar-date=2027-06-14',
        '/events/day/2027-06-14/?outlook-ical=1',
        '/events/category/music/month/2099-01/?feed=rss2',
        '/venue/fair-hall/ical/',
        '/event/new-years-day/',
        '/event/new-years-day/ical/',
        '/venue/day/feed.ics?start_date=2027-01-01',
        '/events/?ical=1&tribe-bar-search=fair',
        '/events/month/2099-01/?ical=1',
        '/events/?feed=rss2&search=fair',
        '/wp-json/tribe/events/v1/events/?search=fair&start_date=2027-01-01',
        '/calendar/events/v1/events?search=fair',
        '/?rest_route=/tribe/events/v1/events&search=fair',
      ]) {
        assert.ok(isOpen(text, path), path)
      }
      for (const path of [
        '/?search=fair',
        '/events/?search=fair',
        '/de/events/?tribe-bar-search=fair',
        '/events/list/?tribe-bar-date=2027-06-14',
        '/events/month/?date=2099-01-01',
        '/venues/?search=hall',
        '/events/month/2099-01/',
        '/events/category/music/month/1999-01/',
        '/de/events/week/2027-06-14/',
        '/events/day/2027-06-14/',
        '/events/list/2027-06-14/',
        '/events/month/2026-12/?search=fair',
        '/events/month/2099-01/?categories=5',
        '/events/?eventDate=2027-06-14',
        '/events/category/bank-holiday/day/2027-06-14/',
        '/events/category/arts/music/week/2027-06-14/',
        '/events/tag/half-day/list/2027-06-14/',
        '/events/tag/loud/past/2020-01-01/',
      ]) {
        assert.ok(!isOpen(text, path), path)
      }
    })
  })

  it('is read by a matcher that knows wildcards, ends and the longest rule', () => {
    const robots = 'Allow: /a\nDisallow: /a/*-\nAllow: /a/*-*/feed\nDisallow: /b$\nAllow: /c/*x\nDisallow: /c/*y'
    for (const [path, open] of [
      ['/a/1', true],
      ['/a/1-2', false],
      ['/a/1-2/feed', true],
      ['/b', false],
      ['/b/c', true],
      ['/c/xy', true],
      ['/c/y', false],
    ] as const) {
      assert.equal(isOpen(robots, path), open, path)
    }
  })

  it('marks such pages as noindex, and only these', async () => {
    await withEvents(async ({ ask }) => {
      const isResult = async (path: string) => !(await ask('GET', `/${path}`)).text.includes('content="noindex"')
      for (const path of ['/events/', '/events/month/2026-12/', '/events/month/2028-12/', '/events/week/']) {
        assert.ok(await isResult(path), path)
      }
      for (const path of [
        '/events/?search=fair',
        '/events/month/2029-01/',
        '/events/month/2024-12/',
        '/events/week/2026-11-20/',
        '/events/day/2026-11-20/',
        '/events/list/2026-11-21/',
      ]) {
        assert.ok(!(await isResult(path)), path)
      }
    })
  })
})

describe('pages', () => {
  it('name the interface where clients of The Events Calendar look for it (D2.2)', async () => {
    await withEvents(async ({ ask }) => {
      const { body } = await ask('GET', '/events/by-slug/fair-more')
      for (const [path, below] of [
        ['/', ''],
        ['/events/', ''],
        ['/de/events/month/', ''],
        ['/event/fair-more/', `events/${body.id}`],
        ['/venue/hall-of-fair-more/', `events/?venue=${body.venue.id}`],
      ] as const) {
        const { text, headers } = await ask('GET', `/${path}`)
        const root = 'http://calendar.test/wp-json/tribe/events/v1/'
        assert.equal(headers['x-tec-api-root'], root + below, path)
        assert.ok(text.includes(`<link rel="alternate" type="application/json" href="${root}${below}">`), path)
        assert.ok(text.includes(`<meta name="tec-api-origin" content="${root}">`), path)
        assert.equal((await ask('GET', `/${(root + below).replace('http://calendar.test', '')}`)).status, 200)
      }
    })
  })
})

describe('oEmbed', () => {
  it('is answered at the address of WordPress too, with errors in JSON (D2.5)', async () => {
    await withEvents(async ({ ask }) => {
      const page = encodeURIComponent('http://calendar.test/event/fair-more/')
      const { body } = await ask('GET', `//oembed/?url=${page}`)
      for (const root of [
        '/wp-json/oembed/1.0/embed?',
        '/wp-json/oembed/1.0/embed/?',
        '/?rest_route=/oembed/1.0/embed&',
      ]) {
        const { status, text, headers } = await ask('GET', `/${root}url=${page}`)
        assert.equal(status, 200, root)
        assert.match(headers['content-type'] ?? '', /^application\/json/)
        assert.deepEqual(JSON.parse(text), body)
      }
      const xml = await ask('GET', `//wp-json/oembed/1.0/embed?format=xml&url=${page}`)
      assert.equal(XMLValidator.validate(xml.text), true)
      // What is hidden is answered as what never was.
      const answers = new Set<string>()
      for (const query of [
        '',
        '?url=http://calendar.test/event/canary/',
        '?url=http://calendar.test/event/none/',
        '?url=http://elsewhere.test/',
      ]) {
        const { status, text, headers } = await ask('GET', `//wp-json/oembed/1.0/embed${query}`)
        assert.equal(status, 404, query)
        assert.match(headers['content-type'] ?? '', /^application\/json/)
        answers.add(text)
      }
      assert.equal(answers.size, 1, [...answers].join('\n'))
    })
  })

  it('takes no room but a whole number of pixels', async () => {
    await withEvents(async ({ ask }) => {
      const page = encodeURIComponent('http://calendar.test/event/fair-more/')
      const plain = (await ask('GET', `//oembed/?url=${page}`)).body
      for (const value of ['-1e999', '1e999', '-5', '0', '1.5', 'NaN', '', ' 7', '9'.repeat(20), '0x10']) {
        for (const name of ['maxwidth', 'maxheight']) {
          const { status, body } = await ask('GET', `//oembed/?url=${page}&${name}=${encodeURIComponent(value)}`)
          assert.deepEqual([status, body], [200, plain], `${name}=${value}`)
        }
      }
      const { body } = await ask('GET', `//oembed/?url=${page}&maxwidth=300&maxheight=200`)
      assert.deepEqual([body.width, body.height], [300, 200])
      assert.match(body.html, /width="300" height="200"/)
    })
  })

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

  it('answers for the page that an address of The Events Calendar leads to (D2.5, D3)', async () => {
    await withEvents(async ({ ask }) => {
      const { body } = await ask('GET', '/events/by-slug/fair-more')
      const titleAt = async (path: string): Promise<unknown> => {
        const reply = await ask('GET', `//oembed/?url=${encodeURIComponent(`http://calendar.test${path}`)}`)
        return reply.status === 200 ? reply.body.title : reply.status
      }
      for (const path of [
        `/?p=${body.id}`,
        `/?post_type=tribe_events&p=${body.id}`,
        '/?tribe_events=fair-more',
        `/index.php?p=${body.id}`,
        '/event/fair-more',
      ]) {
        assert.equal(await titleAt(path), 'Fair & more', path)
      }
      for (const path of ['/', '/events', '/events/list/', '/?post_type=tribe_events', '/events/?tribe-bar-search=x']) {
        assert.equal(await titleAt(path), 'Events', path)
      }
      for (const path of [
        '/?p=99999',
        `/?p=${body.venue.id}`,
        '/?tribe_events=canary',
        '/?tribe_events=none',
        `/?p=${body.id}&ical=1`,
        '/events/?ical=1',
        '/events/?feed=rss2',
        '/events/feed.ics',
        '/events/month/',
        '/events/?page=2',
        '/events/?eventDisplay=nonsense',
        '/venues/',
        '/wp-json/tribe/events/v1/events',
        '/?rest_route=/tribe/events/v1/events',
      ]) {
        assert.equal(await titleAt(path), 404, path)
      }
      const searched = await ask(
        'GET',
        `//oembed/?url=${encodeURIComponent('http://calendar.test/de/events/list/?tribe-bar-search=fair')}`,
      )
      assert.match(searched.body.html, /http:\/\/calendar\.test\/de\/embed\/events\/\?search=fair"/)
    })
  })

  it('has a tag, by which the same answer is not sent again (B3.5)', async () => {
    await withEvents(async ({ ask }) => {
      const page = encodeURIComponent('http://calendar.test/event/fair-more/')
      const tags = new Set<string>()
      for (const format of ['json', 'xml']) {
        const address = `//oembed/?url=${page}&format=${format}`
        const { etag = '' } = (await ask('GET', address)).headers
        assert.match(etag, /^".+"$/)
        tags.add(etag)
        const again = await ask('GET', address, { headers: { 'if-none-match': etag } })
        assert.deepEqual([again.status, again.text], [304, ''])
      }
      assert.equal(tags.size, 2)
    })
  })

  it('returns 404 for everything else, and for hidden records', async () => {
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
  it('have names with a hash of their content, are compressed, and cached by browsers', async () => {
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
  it('list their methods on OPTIONS', async () => {
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
