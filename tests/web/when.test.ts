import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Events by the clock of the site; the clock shows 14:00 on Thursday, November 26th, 2026. */
const events = [
  { title: 'Exhibition', start_date: '2026-11-06 10:00', end_date: '2027-01-31 18:00' },
  { title: 'Fair', start_date: '2026-11-20', end_date: '2026-11-27', all_day: true },
  { title: 'Yoga', start_date: '2026-11-26 07:30', end_date: '2026-11-26 08:30', cost: 'free' },
  { title: 'Choir', start_date: '2026-11-26 20:00', end_date: '2026-11-26 22:00', categories: ['Music'] },
  { title: 'Talk', start_date: '2026-11-27 19:00', end_date: '2026-11-27 20:00' },
  { title: 'Market', start_date: '2026-11-28 08:00', end_date: '2026-11-28 12:00', categories: ['Food'] },
  { title: 'Concert', start_date: '2026-11-29 20:00', end_date: '2026-11-29 22:00', categories: ['Music'] },
  { title: 'Wednesday', start_date: '2026-12-02 20:00', end_date: '2026-12-02 22:00' },
  { title: 'Later', start_date: '2026-12-03 20:00', end_date: '2026-12-03 22:00' },
]

describe('the days of a page', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-11-26T13:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Brussels', KALENDS_TILE_SERVER: 'http://127.0.0.1:9/{z}/{x}/{y}.png' },
    })
    for (const body of events) {
      const venue = { venue: 'Hall', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { ...body, venue } })
      assert.equal(reply.status, 201, reply.text)
    }
  })
  after(() => calendar.close())

  const read = async (path: string) => {
    const { status, text, headers } = await calendar.ask('GET', `/${path}`)
    assert.equal(status, 200, `${path}: ${text}`)
    const [, strip = ''] = /<section class="still">(.*?)<\/section>/s.exec(text) ?? []
    const rest = text.replace(/<section class="still">.*?<\/section>/s, '')
    const titles = (of: string): string[] =>
      events.map(({ title }) => title).filter((title) => of.includes(`>${title}<`))
    return { text, headers, strip: titles(strip), list: titles(/<main.*<\/main>/s.exec(rest)?.[0] ?? rest) }
  }

  for (const [path, strip, list] of [
    ['/events/', ['Exhibition', 'Fair'], ['Choir', 'Talk', 'Market', 'Concert', 'Wednesday', 'Later']],
    ['/events/?when=today', ['Exhibition', 'Fair'], ['Choir']],
    ['/events/?when=tonight', [], ['Choir']],
    ['/events/photo/?when=tonight&categories=music', [], ['Choir']],
    ['/venue/hall/?when=tonight', [], ['Choir']],
    ['/events/?when=tomorrow', ['Exhibition', 'Fair'], ['Talk']],
    ['/events/?when=weekend', ['Exhibition'], ['Market', 'Concert']],
    ['/events/?when=week', ['Exhibition', 'Fair'], ['Choir', 'Talk', 'Market', 'Concert', 'Wednesday']],
    ['/de/events/photo/?when=weekend', ['Exhibition'], ['Market', 'Concert']],
    ['/events/?window=weekend', ['Exhibition'], ['Market', 'Concert']],
    ['/events/?when=weekend&categories=music', [], ['Concert']],
    ['/events/category/music/?when=weekend', [], ['Concert']],
    ['/events/?start_date=2026-11-28&end_date=2026-12-02', ['Exhibition'], ['Market', 'Concert', 'Wednesday']],
    ['/events/?start_date=2026-11-26&end_date=2026-11-26', ['Exhibition', 'Fair'], ['Choir']],
    ['/events/?end_date=2026-11-27', ['Exhibition', 'Fair'], ['Choir', 'Talk']],
    ['/events/?start_date=2026-12-02&end_date=2026-11-28', ['Exhibition'], ['Market', 'Concert', 'Wednesday']],
    ['/events/?end_date=2026-11-25', [], ['Exhibition', 'Fair']],
    ['/events/?end_date=2020-01-01', [], []],
    ['/events/?start_date=2026-11-25&end_date=2026-11-26', ['Exhibition', 'Fair'], ['Yoga', 'Choir']],
    ['/events/list/2026-12-02/', ['Exhibition'], ['Wednesday', 'Later']],
    ['/events/?when=weekend&sort=title', [], ['Exhibition', 'Market', 'Concert']],
  ] as const)
    it(`are those of ${path}`, async () => {
      const found = await read(path)
      assert.deepEqual([found.strip, found.list], [strip, list])
    })

  for (const [query, days, chip] of [
    ['start_date=2026-12-10&end_date=2026-12-01', 'December 1 – 10, 2026', 'December 1 – 10'],
    ['start_date=2026-12-10', 'From December 10, 2026', 'From December 10'],
    ['start_date=2027-01-10', 'From January 10, 2027', 'From January 10, 2027'],
    ['end_date=2020-01-01', 'Until January 1, 2020', 'Until January 1, 2020'],
    ['end_date=2026-12-01', 'Until December 1, 2026', 'Until December 1'],
    [
      'start_date=2026-12-30&end_date=2027-01-02',
      'December 30, 2026 – January 2, 2027',
      'December 30, 2026 – January 2, 2027',
    ],
  ] as const)
    it(`are named as they were chosen: ${query}`, async () => {
      for (const path of ['/events/', '/venue/hall/']) {
        const { text } = await read(`${path}?${query}`)
        const plain = text.replace(/[\s\u2009]+/g, ' ')
        assert.ok(plain.replaceAll(' <', '<').includes(`Events – ${days}<`), path)
        assert.equal(/<summary class="chip chosen">([^<]*)</.exec(plain)?.[1], chip, path)
      }
    })

  it('narrow maps, embeds, digests, screens and feeds by the same words', async () => {
    for (const path of ['/events/map/?when=weekend', '/events/digest/?when=weekend', '/events/screen/?when=weekend'])
      assert.deepEqual((await read(path)).list, ['Exhibition', 'Market', 'Concert'], path)
    const embedded = await read('/embed/events/?when=weekend')
    assert.deepEqual([embedded.strip, embedded.list], [['Exhibition'], ['Market', 'Concert']])
    const { text } = await calendar.ask('GET', '//events/feed.json?when=weekend')
    assert.deepEqual(
      JSON.parse(text).items.map(({ title }: { title: string }) => title),
      ['Exhibition', 'Market', 'Concert'],
    )
  })

  it('are chosen by links that keep the other filters, and by a form', async () => {
    const { text } = await read('/events/?when=weekend&categories=music&free=false')
    const nav = /<nav class="when".*?<\/nav>/s.exec(text)?.[0] ?? ''
    const links = [...nav.matchAll(/href="([^"]*)"( aria-current="true")?>([^<]*)</g)]
    assert.deepEqual(
      links.map(([, to = '', current, name]) => [to.replaceAll('&amp;', '&'), Boolean(current), name]),
      [
        ['/events/?categories=music&free=false', false, 'Any day'],
        ['/events/?categories=music&free=false&when=today', false, 'Today'],
        ['/events/?categories=music&free=false&when=tonight', false, 'Tonight'],
        ['/events/?categories=music&free=false&when=tomorrow', false, 'Tomorrow'],
        ['/events/?categories=music&free=false&when=weekend', true, 'This weekend'],
        ['/events/?categories=music&free=false&when=week', false, 'Next 7 days'],
      ],
    )
    assert.match(nav, /<form method="get" action="\/events\/">.*name="categories" value="music".*type="date"/s)
    // The form of the other filters keeps the days, and no filter repeats them.
    assert.match(text, /<form class="filters".*<input type="hidden" name="when" value="weekend">.*<\/form>/s)
    assert.doesNotMatch(text, /aria-label="Remove filter: [^"]*weekend/)
    assert.match((await read('/events/?start_date=2026-12-01')).text, /name="start_date" value="2026-12-01"/)
  })

  it('have the evening where something comes in it, and today has more than that', async () => {
    const isOffered = async (path: string) => (await read(path)).text.includes('when=tonight">')
    try {
      for (const [time, expected] of [
        ['2026-11-26T13:00:00Z', true],
        ['2026-11-26T20:59:59Z', true],
        // The choir is over, and then the evening of another day has a talk, or nothing.
        ['2026-11-26T21:00:00Z', false],
        ['2026-11-26T23:00:00Z', true],
        ['2026-11-30T06:00:00Z', false],
      ] as const) {
        calendar.setClock(Date.parse(time))
        for (const path of ['/events/', '/de/events/photo/', '/venue/hall/'])
          assert.equal(await isOffered(path), expected, `${path} at ${time}`)
      }
      // Nothing but an evening is today.
      calendar.setClock(Date.parse('2027-02-01T13:00:00Z'))
      const body = { title: 'Alone', start_date: '2027-02-01 20:00', end_date: '2027-02-01 22:00' }
      const { body: made } = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(await isOffered('/events/'), false)
      assert.match((await read('/events/?when=tonight')).text, /aria-current="true">Tonight</)
      await calendar.ask('DELETE', `/events/${made.id}?force=true`, { as: 'editor' })
    } finally {
      calendar.setClock(Date.parse('2026-11-26T13:00:00Z'))
    }
    assert.equal(await isOffered('/events/list/2026-12-02/'), false)
  })

  it('stay in links to feeds and photos, and not in those to months', async () => {
    const { text } = await read('/events/?when=weekend')
    assert.match(text, /href="\/events\/feed\.ics\?when=weekend"/)
    assert.match(text, /href="\/events\/photo\/\?when=weekend"/)
    assert.match(text, /href="\/events\/month\/"/)
    assert.deepEqual((await read('/events/month/?when=weekend')).list, (await read('/events/month/')).list)
  })

  it('have short addresses', async () => {
    for (const [path, to] of [
      ['/events/weekend/', '/events/?when=weekend'],
      ['/events/tonight/', '/events/?when=tonight'],
      ['/de/events/tomorrow/', '/de/events/?when=tomorrow'],
      ['/events/category/music/weekend/', '/events/category/music/?when=weekend'],
      ['/events/today/', '/events/day/2026-11-26/'],
    ]) {
      const { status, headers } = await calendar.ask('GET', `/${path}`)
      assert.ok(status === 301 || status === 302, path)
      assert.equal(headers['location'], to)
    }
  })

  it('are said in the title, with the number of events', async () => {
    const { text } = await read('/events/?when=weekend')
    assert.match(text, /<h1>Events – This weekend<\/h1>/)
    assert.match(text, /role="status">3 events</)
    assert.match(
      (await read('/events/?start_date=2026-12-05&end_date=2026-12-06')).text,
      /<h1>Events – December 5\s–\s6, 2026</,
    )
  })

  it('mark what is on, until it ends, although the page is kept', async () => {
    const postponed = {
      ...{ title: 'Postponed', start_date: '2026-11-26 20:00', end_date: '2026-11-26 22:00' },
      ...{ event_status: 'postponed', venue: { venue: 'Hall' } },
    }
    const { body } = await calendar.ask('POST', '/events', { as: 'editor', body: postponed })
    for (const path of ['/events/', '/events/photo/', '/de/events/?when=week', '/venue/hall/', '/embed/event/choir/']) {
      const marks = async () => (await read(path)).text.match(/<span class="label now">/g)?.length ?? 0
      // The page of the venue has the exhibition and the fair as cards, too.
      const others = path === '/venue/hall/' ? 2 : 0
      for (const [now, count] of [
        ['18:59:59', 0],
        ['19:00:00', 1],
        ['20:59:59', 1],
      ] as const) {
        calendar.setClock(`2026-11-26 ${now}`)
        assert.equal(await marks(), count + others, `${path} at ${now}`)
      }
      assert.equal((await read(path)).headers['cache-control'], 'no-cache, max-age=1', path)
      calendar.setClock('2026-11-26 21:00:00')
      assert.equal(await marks(), others, path)
    }
    // What neither begins nor ends today sets no such limit.
    assert.equal((await read('/events/list/2026-12-02/')).headers['cache-control'], 'no-cache')
    await calendar.ask('DELETE', `/events/${body.id}?force=true`, { as: 'editor' })
    calendar.setClock('2026-11-26 13:00:00')
  })

  it('say of several days which is the last', async () => {
    calendar.setClock('2026-11-27 10:00:00')
    assert.match((await read('/events/')).text, />Last day today<\/time>/)
    calendar.setClock('2027-01-31 10:00:00')
    assert.match((await read('/events/')).text, />Last day today · until 6\sPM<\/time>/)
    calendar.setClock('2026-11-26 13:00:00')
    assert.doesNotMatch((await read('/events/')).text, /Last day/)
  })

  it('show what is over today only by a link to the page of the day', async () => {
    const { text } = await read('/events/')
    assert.match(text, /<a href="\/events\/day\/2026-11-26\/" rel="nofollow">1 earlier today<\/a>/)
    assert.ok((await read('/events/day/2026-11-26/')).list.includes('Yoga'))
    assert.match((await read('/events/?free=true')).text, /1 earlier today/)
    for (const path of ['/events/?when=tomorrow', '/events/?categories=music'])
      assert.doesNotMatch((await read(path)).text, /earlier today/, path)
  })

  it('end with the clock of the site, also out of memory', async () => {
    try {
      for (const [time, today] of [
        ['2026-11-26T21:00:00Z', []],
        ['2026-11-26T22:59:59Z', []],
        ['2026-11-26T23:00:00Z', ['Talk']],
        ['2026-11-27T19:00:00Z', []],
      ] as const) {
        calendar.setClock(Date.parse(time))
        assert.deepEqual((await read('/events/?when=today')).list, today, time)
      }
    } finally {
      calendar.setClock(Date.parse('2026-11-26T13:00:00Z'))
    }
  })

  it('say until when something is on', async () => {
    const { text } = await read('/events/')
    assert.match(text, />until January 31</)
    assert.match(text, />until tomorrow</)
    assert.match((await read('/de/events/')).text, />bis 31\.\sJanuar</)
  })

  it('are refused where they have no meaning, with what is allowed', async () => {
    const { status, text } = await calendar.ask('GET', '//events/?when=someday')
    assert.equal(status, 400)
    assert.match(text, /weekend/)
    assert.equal((await calendar.ask('GET', '//events/?start_date=someday')).status, 400)
  })

  it('say on a map how many events have no place on it', async () => {
    const path = '/de/events/map/?when=tomorrow'
    assert.doesNotMatch((await read(path)).text, /keinen Ort auf der Karte/)
    const body = { title: 'Anywhere', start_date: '2026-11-27 20:00', end_date: '2026-11-27 21:00' }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const link = '<a href="/de/events/?when=tomorrow">1 weitere Veranstaltung hat keinen Ort auf der Karte</a>'
    assert.ok((await read(path)).text.includes(link))
  })
})

describe('the categories of a page', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2026-11-26T13:00:00Z') })
    for (const body of [
      { title: 'One', start_date: '2026-11-27 20:00', end_date: '2026-11-27 22:00', categories: ['Music'] },
      { title: 'Two', start_date: '2026-11-28 20:00', end_date: '2026-11-28 22:00', categories: ['Music', 'Film'] },
      { title: 'Three', start_date: '2026-11-29 20:00', end_date: '2026-11-29 22:00', categories: ['Sport'] },
      { title: 'Over', start_date: '2026-11-20 20:00', end_date: '2026-11-20 22:00', categories: ['Lectures'] },
    ])
      assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
  })
  after(() => calendar.close())

  const links = async (path: string) => {
    const { status, text } = await calendar.ask('GET', `/${path}`)
    assert.equal(status, 200, text)
    const nav = /<nav class="kinds".*?<\/nav>/s.exec(text)?.[0] ?? ''
    return [...nav.matchAll(/<a class="chip kind([^"]*)" href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
      ([, names = '', to = '', name = '']) =>
        [name.replace(/<[^>]*>/g, ''), to.replaceAll('&amp;', '&'), names.includes('chosen')] as const,
    )
  }

  it('are links with their numbers of events, those with most first', async () => {
    assert.deepEqual(await links('/events/'), [
      ['Music 2', '/events/category/music/', false],
      ['Film 1', '/events/category/film/', false],
      ['Sport 1', '/events/category/sport/', false],
      ['Free of charge', '/events/?free=true', false],
    ])
  })

  it('can be several, and are taken off one by one; days and other filters stay', async () => {
    assert.deepEqual((await links('/events/category/music/?when=weekend')).slice(0, 3), [
      ['Film 1', '/events/?categories=music%2Cfilm&when=weekend', false],
      ['Music 1', '/events/?when=weekend', true],
      ['Sport 1', '/events/?categories=music%2Csport&when=weekend', false],
    ])
    assert.deepEqual((await links('/events/photo/?categories=film,sport')).slice(0, 3), [
      ['Music 2', '/events/photo/?categories=film%2Csport%2Cmusic', false],
      ['Film 1', '/events/category/sport/photo/', true],
      ['Sport 1', '/events/category/film/photo/', true],
    ])
    const { text } = await calendar.ask('GET', '//events/?categories=film,sport')
    assert.ok(text.includes('>Two<') && text.includes('>Three<') && !text.includes('>One<'))
  })

  it('may have names in any script', async () => {
    const body = { title: 'Poems', start_date: '2026-11-29 20:00', end_date: '2026-11-29 22:00', categories: ['شعر'] }
    const made = await calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal(made.status, 201)
    const found = (await links('/events/')).find(([name]) => name.startsWith('شعر'))
    assert.deepEqual(found, ['شعر 1', '/events/category/%D8%B4%D8%B9%D8%B1/', false])
    const [, path = ''] = found ?? []
    assert.ok((await links(path)).some(([name, to, isChosen]) => name === 'شعر 1' && to === '/events/' && isChosen))
    const [, both = ''] = (await links(path)).find(([name]) => name.startsWith('Music')) ?? []
    const { text } = await calendar.ask('GET', `/${both}`)
    assert.ok(text.includes('>Poems<') && text.includes('>One<'), both)
    await calendar.ask('DELETE', `/events/${made.body.id}`, { as: 'editor' })
  })

  it('are counted anew when an event changes', async () => {
    const body = { title: 'Four', start_date: '2026-11-29 20:00', end_date: '2026-11-29 22:00', categories: ['Sport'] }
    const made = await calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal((await links('/events/')).find(([name]) => name.startsWith('Sport'))?.[0], 'Sport 2')
    await calendar.ask('DELETE', `/events/${made.body.id}`, { as: 'editor' })
    assert.equal((await links('/events/')).find(([name]) => name.startsWith('Sport'))?.[0], 'Sport 1')
  })

  it('that there are not are named as they were sent, in the language of the page', async () => {
    const faultOf = async (path: string): Promise<string> => {
      const { status, text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 400, path)
      return (/<\/h1>\n(.*?)<p><a class="button"/s.exec(text)?.[1] ?? '').trim()
    }
    const days = 'today, tonight, tomorrow, weekend, week'
    assert.equal(await faultOf('/events/?when=TODAY'), `<p>when must be one of: ${days}.</p>`)
    assert.equal(await faultOf('/de/events/?when=TODAY'), `<p>when muss einer dieser Werte sein: ${days}.</p>`)
    assert.equal(await faultOf('/de/embed/events/?when=30'), `<p>when muss einer dieser Werte sein: ${days}.</p>`)
    assert.match(await faultOf('/de/events/?window=TODAY'), /^<p>window muss einer dieser Werte sein: upcoming, /)
    // Others are told as the interface does.
    assert.match(
      await faultOf('/de/events/?when=x&start_date=never'),
      /^<p>when muss .*<\/p>\n<p lang="en" dir="ltr">start_date: It must be a date/,
    )
  })
})
