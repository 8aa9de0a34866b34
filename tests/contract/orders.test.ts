import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { addCopies } from '../support/copies.ts'

type Made = Readonly<Record<string, unknown>>

/** Events by a letter each, in the order in which they are made. */
const events: Readonly<Record<string, Made>> = {
  a: { title: 'zebra', start_date: '2027-01-10 10:00', end_date: '2027-01-20 10:00', date: '2026-03-01' },
  b: { title: 'Éclair', start_date: '2027-01-12 10:00', end_date: '2027-01-12 11:00', date: '2026-01-01' },
  c: { title: 'apple', start_date: '2027-01-11 10:00', end_date: '2027-01-11 12:00', date: '2026-02-01' },
  d: { title: 'Apple', start_date: '2027-01-11 10:00', end_date: '2027-01-15 12:00', date: '2026-02-01' },
  e: { title: 'éclair', start_date: '2027-01-13 10:00', end_date: '2027-01-13 12:00', date: '2026-05-01' },
  f: { title: 'fig', start_date: '2027-01-14 10:00', end_date: '2027-01-14 12:00', date: '2026-04-01' },
}

const orders: readonly (readonly [sort: string, found: string])[] = [
  ['', 'acdbef'],
  ['start_date', 'acdbef'],
  ['-start_date', 'febdca'],
  ['title', 'cdbefa'],
  ['-title', 'afebdc'],
  ['title,-start_date', 'dcebfa'],
  ['start_date,-id', 'adcbef'],
  ['-start_date,title', 'febcda'],
  ['end_date', 'cbefda'],
  ['date', 'bcdafe'],
  ['-date,id', 'efacdb'],
  ['id', 'abcdef'],
  ['-id', 'fedcba'],
  ['modified', 'abcdef'],
  ['-modified', 'fedcba'],
  ['title&search=eclair', 'be'],
  ['-id&featured=false', 'fedcba'],
]

/** The same lists with so few events that they are put in order, and among so many that indexes are read along. */
for (const [name, isFull] of [
  ['few', false],
  ['many', true],
] as const) {
  describe(`the order of lists of ${name} events (C1.3)`, () => {
    let calendar: Calendar
    const ids = new Map<number, string>()
    before(async () => {
      calendar = await createCalendar()
      for (const [letter, body] of Object.entries(events)) {
        calendar.setClock(Date.parse('2026-11-20T15:00:00Z') + ids.size * 60_000)
        const made = await calendar.ask('POST', '/events', { as: 'admin', body })
        assert.equal(made.status, 201, made.text)
        ids.set(made.body.id, letter)
      }
      if (!isFull) return
      // Their titles, starts, ends and dates come after all others, as do their ids.
      const last = { title: 'zzz', start_date: '2027-03-01', end_date: '2027-03-02', date: '2026-10-01' }
      calendar.setClock(Date.parse('2026-11-20T16:00:00Z'))
      const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: last })
      await addCopies(calendar.database, 'event', body.id, 'zzz')
    })
    after(() => calendar.close())

    /** The letters of the events of a page, without those that only make the list long. */
    const lettersOf = (found: readonly { id: number }[]): string => found.map(({ id }) => ids.get(id) ?? '').join('')

    for (const [sort, found] of orders) {
      it(`sort=${sort} gives ${found}`, async () => {
        const query = sort === '' ? '' : `&sort=${sort}`
        const window = 'start_date=2027-01-01&end_date=2027-12-31'
        const isDown = /(?:^|,)-\w+(?:$|,id|,title|&)/.test(sort) && sort.startsWith('-')
        for (const as of ['none', 'author', 'editor'] as const) {
          const { status, body, text } = await calendar.ask('GET', `/events?${window}&per_page=50${query}`, { as })
          assert.equal(status, 200, text)
          if (isFull && isDown && !sort.includes('search')) {
            const { body: end } = await calendar.ask(
              'GET',
              `/events?${window}&per_page=7&page=${Math.ceil(body.total / 7)}${query}`,
              { as },
            )
            const { body: before } = await calendar.ask(
              'GET',
              `/events?${window}&per_page=7&page=${Math.ceil(body.total / 7) - 1}${query}`,
              { as },
            )
            assert.equal(lettersOf([...before.events, ...end.events]), found)
          } else assert.equal(lettersOf(body.events), found)
        }
      })

      it(`sort=${sort} by cursor gives the same, without a total`, async () => {
        const query = sort === '' ? '' : `&sort=${sort}`
        const all: number[] = []
        let path = `/events?start_date=2027-01-01&end_date=2027-02-01&per_page=2&cursor=${query}`
        for (let page = 0; page < 20; page++) {
          const { status, body, headers, text } = await calendar.ask('GET', path)
          assert.equal(status, 200, text)
          assert.equal(body.total, undefined)
          assert.equal(headers['x-tec-total'], undefined)
          all.push(...body.events.map(({ id }: { id: number }) => id))
          assert.equal(body.next_cursor === undefined, body.next_rest_url === undefined)
          if (body.next_cursor === undefined) break
          path = body.next_rest_url.replace(/^.*\/calendar\/events\/v1/, '')
          assert.equal(new URL(body.next_rest_url).searchParams.get('cursor'), body.next_cursor)
        }
        assert.equal(lettersOf(all.map((id) => ({ id }))), found)
      })
    }

    it('stays without effect where order and orderby are sent', async () => {
      const plain = await calendar.ask('GET', '/events?start_date=2027-01-01&end_date=2027-02-01')
      const sent = await calendar.ask(
        'GET',
        '/events?start_date=2027-01-01&end_date=2027-02-01&order=desc&orderby=title',
      )
      assert.deepEqual(sent.body.events, plain.body.events)
    })
  })
}

describe('sort (C1.3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    for (const [venue, lat] of [
      ['Far', 52.9],
      ['Near', 52.51],
      ['Middle', 52.6],
    ] as const) {
      const body = {
        title: venue,
        start_date: '2027-01-10',
        end_date: '2027-01-10',
        venue: { venue, geo_lat: lat, geo_lng: 13 },
      }
      assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body })).status, 201)
    }
  })
  after(() => calendar.close())
  const titles = async (path: string, of = 'events', title = 'title'): Promise<string[]> => {
    const { status, body, text } = await calendar.ask('GET', path)
    assert.equal(status, 200, text)
    return body[of].map((record: Record<string, string>) => record[title])
  }

  it('orders by the distance from a point', async () => {
    const near = '/events?geoloc_lat=52.5&geoloc_lng=13&geoloc_distance=100'
    assert.deepEqual(await titles(`${near}&sort=distance`), ['Near', 'Middle', 'Far'])
    assert.deepEqual(await titles(`${near}&sort=-distance,title`), ['Far', 'Middle', 'Near'])
    const { body } = await calendar.ask('GET', `${near}&sort=distance&cursor=&per_page=1`)
    assert.deepEqual(await titles(`${near}&sort=distance&cursor=${body.next_cursor}`), ['Middle', 'Far'])
  })

  it('orders venues and organizers', async () => {
    assert.deepEqual(await titles('/venues?sort=title', 'venues', 'venue'), ['Far', 'Middle', 'Near'])
    assert.deepEqual(await titles('/venues?sort=-title', 'venues', 'venue'), ['Near', 'Middle', 'Far'])
    assert.deepEqual(await titles('/venues?sort=id', 'venues', 'venue'), ['Far', 'Near', 'Middle'])
    assert.deepEqual(await titles('/venues', 'venues', 'venue'), ['Middle', 'Near', 'Far'])
    const { body } = await calendar.ask('GET', '/venues?sort=title&cursor=&per_page=2')
    assert.deepEqual(await titles(`/venues?sort=title&cursor=${body.next_cursor}`, 'venues', 'venue'), ['Near'])
  })

  it('orders namesakes by their ids, in the direction of the name', async () => {
    const ids: number[] = []
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org']) {
      const { body } = await calendar.ask('POST', '/organizers', { as: 'admin', body: { organizer: 'Choir', email } })
      ids.push(body.id)
    }
    const found = async (sort: string): Promise<number[]> => {
      const { body } = await calendar.ask('GET', `/organizers?search=choir&sort=${sort}`)
      return body.organizers.map(({ id }: { id: number }) => id)
    }
    assert.deepEqual(await found('title'), ids)
    assert.deepEqual(await found('-title'), [...ids].reverse())
    assert.deepEqual(await found('title,-id'), [...ids].reverse())
  })

  it('orders each list by itself, with whatever values of the same parameters', async () => {
    const body = { name: 'Sorted', slug: 'sorted' }
    assert.equal((await calendar.ask('POST', '/categories', { as: 'admin', body })).status, 201)
    for (const title of ['Short', 'Long'])
      await calendar.ask('POST', '/events', {
        as: 'admin',
        body: {
          title,
          start_date: '2027-02-01',
          end_date: title === 'Long' ? '2027-12-01' : '2027-02-02',
          categories: 'sorted',
        },
      })
    const list = '/events?categories=sorted&sort=title&start_date=2027-01-01'
    assert.deepEqual(await titles(`${list}&ends_after=2027-01-05`), ['Long', 'Short'])
    assert.deepEqual(await titles(`${list}&ends_after=2027-06-01`), ['Long'])
    assert.deepEqual(await titles(`${list}&ends_after=2028-01-01`), [])
  })

  for (const [path, param] of [
    ['/events?sort=name', 'sort'],
    ['/events?sort=', 'sort'],
    ['/events?sort=title,title', 'sort'],
    ['/events?sort=distance', 'sort'],
    ['/events?sort=--title', 'sort'],
    ['/venues?sort=start_date', 'sort'],
    ['/organizers?sort=distance', 'sort'],
    ['/events?cursor=x', 'cursor'],
    ['/events?cursor=W10', 'cursor'],
    ['/venues?cursor=WyJ0aXRsZSxpZCIsIngiLDFd', 'cursor'],
    ['/events?sort=title&cursor=WyJ0aXRsZSxpZCIsIlx1MDAwMCIsMV0', 'cursor'],
    ['/events?window=soon', 'window'],
    ['/events?text=markdown', 'text'],
    ['/events?categories_relation=xor', 'categories_relation'],
    ['/events?modified_after=never', 'modified_after'],
    ['/events?venue_exclude=999', 'venue_exclude'],
    ['/events?categories_exclude=none', 'categories_exclude'],
  ] as const) {
    it(`${path} is 400`, async () => {
      const { status, body } = await calendar.ask('GET', path)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.data.params), [param])
    })
  }
})
