import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const epoch = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

describe('named windows (C1.2)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: epoch('2026-11-20 12:00:00') })
    for (const [title, start_date, end_date] of [
      ['over', '2026-11-01 10:00:00', '2026-11-02 10:00:00'],
      ['old', '2020-11-01 10:00:00', '2020-11-02 10:00:00'],
      ['running', '2026-11-19 10:00:00', '2026-11-20 12:00:10'],
      ['next', '2026-11-20 12:00:05', '2026-11-20 12:00:20'],
      ['far', '2036-11-20 12:00:05', '2036-11-20 13:00:00'],
    ]) {
      const body = { title, start_date, end_date, timezone: 'UTC' }
      const made = await calendar.ask('POST', '/events', { as: 'admin', body })
      assert.equal(made.status, 201, made.text)
    }
  })
  after(() => calendar.close())
  const ask = (window: string) => calendar.ask('GET', `/events?window=${window}`)
  const titlesAt = async (time: string, window: string): Promise<readonly string[]> => {
    calendar.setClock(epoch(time))
    const first = await ask(window)
    assert.equal(first.status, 200, first.text)
    // Twice more: the third answer may come out of memory.
    for (let again = 0; again < 2; again++) assert.deepEqual((await ask(window)).body, first.body)
    assert.equal(first.body.total, first.body.events.length)
    return first.body.events.map(({ title }: { title: string }) => title)
  }

  const moments: readonly (readonly [time: string, found: Readonly<Record<string, readonly string[]>>])[] = [
    [
      '2026-11-20 12:00:04',
      {
        upcoming: ['next', 'far'],
        ongoing: ['running'],
        current: ['running', 'next', 'far'],
        past: ['over', 'old'],
        all: ['old', 'over', 'running', 'next', 'far'],
      },
    ],
    [
      '2026-11-20 12:00:05',
      { upcoming: ['far'], ongoing: ['running', 'next'], current: ['running', 'next', 'far'], past: ['over', 'old'] },
    ],
    ['2026-11-20 12:00:09', { ongoing: ['running', 'next'], past: ['over', 'old'] }],
    ['2026-11-20 12:00:10', { ongoing: ['next'], current: ['next', 'far'], past: ['running', 'over', 'old'] }],
    ['2026-11-20 12:00:20', { ongoing: [], current: ['far'], past: ['next', 'running', 'over', 'old'] }],
    ['2040-01-01 00:00:00', { upcoming: [], current: [], past: ['far', 'next', 'running', 'over', 'old'] }],
  ]
  for (const [time, found] of moments) {
    it(`are right to the second at ${time}, also out of memory`, async () => {
      for (const [window, titles] of Object.entries(found))
        assert.deepEqual(await titlesAt(time, window), titles, window)
    })
  }

  it('say how long they hold, also out of memory', async () => {
    for (const [time, seconds] of [
      ['2026-11-20 12:00:00', 5],
      ['2026-11-20 12:00:01', 4],
      ['2026-11-20 12:00:04', 1],
      ['2026-11-20 12:00:06', 4],
      ['2040-01-01 00:00:00', 86_400],
    ] as const) {
      calendar.setClock(epoch(time))
      const { headers } = await ask('upcoming')
      assert.equal(headers['cache-control'], `no-cache, max-age=${seconds}`)
    }
    for (const query of ['', '?window=all']) {
      const { headers } = await calendar.ask('GET', `/events${query}`)
      assert.equal(headers['cache-control'], 'no-cache')
    }
  })

  it('come out of memory until something begins (negative control: not when an event is written)', async () => {
    calendar.setClock(epoch('2026-11-20 12:00:00'))
    const path = '/events?window=upcoming&per_page=7'
    const titles = async () =>
      (await calendar.ask('GET', path)).body.events.map(({ title }: { title: string }) => title)
    for (let again = 0; again < 3; again++) assert.deepEqual(await titles(), ['next', 'far'])
    const body = {
      title: 'sooner',
      start_date: '2026-11-20 12:00:03',
      end_date: '2026-11-20 12:00:04',
      timezone: 'UTC',
    }
    const { body: made } = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.deepEqual(await titles(), ['sooner', 'next', 'far'])
    calendar.setClock(epoch('2026-11-20 12:00:03'))
    assert.deepEqual(await titles(), ['next', 'far'])
    await calendar.ask('DELETE', `/events/${made.id}?force=true`, { as: 'admin' })
  })

  it('are narrowed by dates, carried by links, and set aside by include', async () => {
    calendar.setClock(epoch('2026-11-20 12:00:04'))
    const { body } = await calendar.ask('GET', '/events?window=past&start_date=2026-01-01&per_page=1')
    assert.deepEqual(
      body.events.map(({ title }: { title: string }) => title),
      ['over'],
    )
    assert.equal(body.total, 1)
    const url = new URL(body.rest_url)
    assert.equal(url.searchParams.get('window'), 'past')
    assert.equal(url.searchParams.get('start_date'), '2026-01-01 00:00:00')
    const { body: all } = await calendar.ask('GET', '/events?window=all&per_page=2')
    assert.equal(new URL(all.next_rest_url).searchParams.get('window'), 'all')
    const { body: by } = await calendar.ask('GET', `/events?window=upcoming&include=${body.events[0].id}`)
    assert.equal(by.total, 1)
    assert.equal(new URL(by.rest_url).searchParams.get('window'), null)
    const sorted = await calendar.ask('GET', '/events?window=past&sort=title')
    assert.deepEqual(
      sorted.body.events.map(({ title }: { title: string }) => title),
      ['old', 'over'],
    )
  })
})

describe('more filters (C1.4)', () => {
  let calendar: Calendar
  const ids: Record<string, number> = {}
  before(async () => {
    calendar = await createCalendar({ now: epoch('2026-11-20 12:00:00') })
    const dates = { start_date: '2027-01-10', end_date: '2027-01-10' }
    const make = async (key: string, path: string, body: object): Promise<void> => {
      const made = await calendar.ask('POST', path, { as: 'admin', body })
      assert.equal(made.status, 201, made.text)
      ids[key] = made.body.id
      calendar.setClock(epoch('2026-11-20 12:00:00') + Object.keys(ids).length * 60_000)
    }
    await make('arts', '/categories', { name: 'Arts' })
    await make('music', '/categories', { name: 'Music', parent: ids['arts'] })
    await make('kids', '/categories', { name: 'Kids' })
    await make('hall', '/venues', { venue: 'Hall' })
    await make('club', '/organizers', { organizer: 'Club' })
    await make('a', '/events', {
      title: 'a',
      ...dates,
      categories: ['Music', 'Kids'],
      venue: ids['hall'],
      tags: 'live',
    })
    await make('b', '/events', { title: 'b', ...dates, categories: ['Music'], organizer: ids['club'] })
    await make('c', '/events', { title: 'c', ...dates, categories: ['Kids'], tags: 'live' })
    await make('d', '/events', { title: 'd', ...dates })
  })
  after(() => calendar.close())
  for (const [query, found] of [
    ['categories=music,kids', 'abc'],
    ['categories=music,kids&categories_relation=or', 'abc'],
    ['categories=music,kids&categories_relation=and', 'a'],
    ['categories=arts,kids&categories_relation=and', 'a'],
    ['categories=arts,music&categories_relation=and', 'ab'],
    ['categories_relation=and', 'abcd'],
    ['categories_exclude=arts', 'cd'],
    ['categories_exclude=music,kids', 'd'],
    ['categories=kids&categories_exclude={music}', 'c'],
    ['tags_exclude=live', 'bd'],
    ['venue_exclude={hall}', 'bcd'],
    ['organizer_exclude={club}', 'acd'],
    ['organizer_exclude={club}&venue_exclude={hall}&sort=-id', 'dc'],
    ['modified_after=2026-11-20 12:06:01', 'cd'],
    // What was changed later in the same second is not to be missed.
    ['modified_after=2026-11-20 12:06:00', 'bcd'],
    ['modified_after=2026-11-20 12:06:00&modified_before=2026-11-20 12:08:00', 'bc'],
    ['modified_before=2026-11-20T13:06:00%2B01:00', 'a'],
    ['modified_after=2026-11-20 12:06:00&sort=-modified', 'dcb'],
    ['modified_after=2026-11-20 12:06:00&categories=kids', 'c'],
    ['modified_after=2027-01-01', ''],
  ] as const) {
    it(`${query} keeps ${found || 'nothing'}`, async () => {
      const url = query.replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key])).replaceAll(' ', '%20')
      for (const as of ['none', 'author', 'editor'] as const) {
        const { status, body, text } = await calendar.ask('GET', `/events?${url}`, { as })
        assert.equal(status, 200, text)
        assert.equal(body.events.map(({ title }: { title: string }) => title).join(''), found)
        assert.equal(body.total, found.length)
      }
    })
  }

  it('of changes work on venues and organizers', async () => {
    for (const [plural, after_] of [
      ['venues', '12:02:59'],
      ['organizers', '12:03:59'],
    ] as const) {
      const total = async (query: string) => (await calendar.ask('GET', `/${plural}?${query}`)).body.total
      assert.equal(await total(`modified_after=2026-11-20%20${after_}`), 1)
      assert.equal(await total(`modified_before=2026-11-20%20${after_}`), 0)
    }
  })

  it('of each category take twenty of them', async () => {
    const many = Array.from({ length: 21 }, () => 'kids').join()
    const { status, body } = await calendar.ask('GET', `/events?categories=${many}&categories_relation=and`)
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params), ['categories'])
    assert.equal((await calendar.ask('GET', `/events?categories=${many}`)).status, 200)
  })
})

describe('plain texts (C1.1)', () => {
  let calendar: Calendar
  let id = 0
  before(async () => {
    calendar = await createCalendar()
    const body = {
      title: 'Rock &amp; &lt;Roll&gt;',
      description:
        '<h2>Doors &amp; bar</h2><p>First<br>second</p><ul><li>one</li><li>two <a href="https://example.org/a?b=1&amp;c=2">there</a></li></ul><ol><li>x</li><li>y</li></ol>',
      excerpt: '<p>Short &lt;text&gt;</p>',
      cost: 'Donation & drinks',
      start_date: '2027-01-10',
      end_date: '2027-01-10',
      categories: ['R&B'],
      tags: ['A<B'],
      venue: { venue: 'Bed & Bar', city: 'A & B', description: '<p>Up &amp; down</p>' },
      organizer: { organizer: 'Me & You' },
    }
    const made = await calendar.ask('POST', '/events?text=plain', { as: 'admin', body })
    assert.equal(made.status, 201, made.text)
    id = made.body.id
    check(made.body)
  })
  after(() => calendar.close())

  // biome-ignore lint/suspicious/noExplicitAny: the shape of an event is tested elsewhere.
  const check = (event: any): void => {
    assert.equal(event.title, 'Rock & <Roll>')
    assert.equal(
      event.description,
      'Doors & bar\nFirst\nsecond\n- one\n- two there (https://example.org/a?b=1&c=2)\n1. x\n2. y',
    )
    assert.equal(event.excerpt, 'Short <text>')
    assert.equal(event.cost, 'Donation & drinks')
    assert.equal(event.categories[0].name, 'R&B')
    assert.equal(event.tags[0].name, 'A<B')
    assert.equal(event.venue.venue, 'Bed & Bar')
    assert.equal(event.venue.city, 'A & B')
    assert.equal(event.venue.description, 'Up & down')
    assert.equal(event.organizer[0].organizer, 'Me & You')
  }

  it('are answered by lists, reads, streams and writes', async () => {
    check((await calendar.ask('GET', '/events?text=plain')).body.events[0])
    const { body, headers } = await calendar.ask('GET', `/events/${id}?text=plain`)
    check(body)
    check((await calendar.ask('GET', `/events/by-slug/${body.slug}?text=plain`)).body)
    check(JSON.parse((await calendar.ask('GET', '/events.ndjson?text=plain')).text))
    const change = { as: 'admin', body: { sticky: true }, headers: { 'if-match': headers['etag'] ?? '' } } as const
    check((await calendar.ask('PATCH', `/events/${id}?text=plain`, change)).body)
    check((await calendar.ask('POST', `/events/${id}`, { as: 'admin', body: { text: 'plain' } })).body)
  })

  it('are not what is answered otherwise', async () => {
    const { body } = await calendar.ask('GET', `/events/${id}`)
    assert.equal(body.title, 'Rock &#038; &lt;Roll&gt;')
    assert.match(body.description, /^<h2>/)
    const { body: asked } = await calendar.ask('GET', `/events/${id}?text=html`)
    assert.deepEqual(asked, body)
  })

  it('are those of venues, organizers, categories and tags', async () => {
    for (const [plural, name, text] of [
      ['venues', 'venue', 'Bed & Bar'],
      ['organizers', 'organizer', 'Me & You'],
      ['categories', 'name', 'R&B'],
      ['tags', 'name', 'A<B'],
    ] as const) {
      const [record] = (await calendar.ask('GET', `/${plural}?text=plain`)).body[plural]
      assert.equal(record[name], text)
      assert.equal((await calendar.ask('GET', `/${plural}/${record.id}?text=plain`)).body[name], text)
      assert.equal(
        (await calendar.ask('DELETE', `/${plural}/${record.id}?text=plain`, { as: 'admin' })).body[name],
        text,
      )
    }
  })

  it('are not known below wp/v2', async () => {
    const { body } = await calendar.ask('POST', `//wp-json/wp/v2/tribe_events/${id}?text=plain`, {
      as: 'admin',
      body: {},
    })
    assert.equal(body.title.rendered, 'Rock &#038; &lt;Roll&gt;')
  })
})

describe('streams (C1.5)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const venue = { venue: 'Hall' }
    for (let n = 0; n < 250; n++) {
      const day = String((n % 28) + 1).padStart(2, '0')
      const body = {
        title: `Event ${n}`,
        start_date: `2027-01-${day}`,
        end_date: `2027-01-${day}`,
        venue,
        organizer: { organizer: 'Club' },
      }
      const status = n % 50 === 0 ? 'draft' : 'publish'
      assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body: { ...body, status } })).status, 201)
    }
  })
  after(() => calendar.close())
  const read = async (path: string, as: 'none' | 'editor' = 'none') => {
    const reply = await calendar.ask('GET', path, { as })
    assert.equal(reply.status, 200, reply.text)
    return {
      ...reply,
      records: reply.text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    }
  }

  it('have every record of the list, as the list has it', async () => {
    for (const as of ['none', 'editor'] as const) {
      for (const query of ['', '?sort=-title', '?search=event%201', '?window=all']) {
        const { records, headers } = await read(`/events.ndjson${query}`, as)
        assert.equal(headers['content-type'], 'application/x-ndjson; charset=UTF-8')
        const listed = []
        for (let page = 1; listed.length < records.length; page++) {
          const separator = query === '' ? '?' : '&'
          const { body } = await calendar.ask('GET', `/events${query}${separator}per_page=50&page=${page}`, { as })
          listed.push(...body.events)
          if (body.next_rest_url === undefined) assert.equal(records.length, body.total)
        }
        assert.deepEqual(records, listed)
      }
    }
    assert.equal((await read('/venues.ndjson')).records.length, 1)
    assert.equal((await read('/organizers.ndjson')).records.length, 1)
    assert.equal((await read('/events.ndjson?search=nothing')).text, '')
  })

  it('take _fields, and answer ETags, HEAD and faults as lists do', async () => {
    const { records, headers } = await read('/events.ndjson?_fields=id,venue.venue&sort=id')
    assert.deepEqual(Object.keys(records[0]), ['id', 'venue'])
    const etag = headers['etag'] ?? ''
    assert.notEqual(etag, '')
    const again = { headers: { 'if-none-match': etag } }
    const path = '/events.ndjson?_fields=id,venue.venue&sort=id'
    assert.equal((await calendar.ask('GET', path, again)).status, 304)
    await calendar.ask('PATCH', `/events/${records[0].id}`, { as: 'admin', body: { title: 'New' } })
    assert.equal((await calendar.ask('GET', path, again)).status, 200)
    const head = await calendar.ask('HEAD', '/events.ndjson')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    const { status, body } = await calendar.ask('GET', '/events.ndjson?venue=99999&sort=no')
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params).sort(), ['sort', 'venue'])
  })
})
