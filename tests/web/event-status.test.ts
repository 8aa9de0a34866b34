import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { findTranslator, languages } from '../../src/i18n/catalogue.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { findFaults } from './vocabulary.ts'

/** The states in which events do not take place as planned, and how languages call them. */
const states = {
  cancelled: 'event.cancelled',
  postponed: 'event.postponed',
  rescheduled: 'event.rescheduled',
  moved_online: 'event.movedOnline',
} as const

const names = Object.keys(states) as (keyof typeof states)[]

const offers = [
  { name: 'Front row', price: 1234.5, currency: 'EUR', url: 'https://example.org/tickets', availability: 'limited' },
  { price: 0, currency: 'EUR', availability: 'sold_out', valid_until: '2026-11-24 10:00:00' },
]

describe('pages and feeds of events that do not take place as planned (C2.1)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const times = { start_date: '2026-11-25 19:30:00', end_date: '2026-11-25 21:00:00' }
    const venue = { venue: 'Hall', geo_lat: 51, geo_lng: 3.7 }
    for (const status of names) {
      const body = {
        title: `Show ${status} & more`,
        slug: status,
        event_status_reason: 'Burst pipe & so',
        venue,
        ...times,
      }
      await write('/events', { ...body, event_status: status })
    }
    await write('/events', { title: 'Plain show', slug: 'plain', venue, ...times })
    const online = { attendance_mode: 'online', virtual_url: 'https://example.org/live?a=1&b=2' }
    await write('/events', { title: 'Stream', slug: 'stream', offers, ...online, ...times })
    const soldOut = { offers: offers.slice(1), title: 'Full house', slug: 'full' }
    await write('/events', { ...soldOut, ...times })
    const { id } = (await calendar.ask('GET', '/events/by-slug/rescheduled')).body
    await write(`/events/${id}`, { start_date: '2026-11-26 19:30:00', end_date: '2026-11-26 21:00:00' })
  })
  after(() => calendar.close())

  const write = async (path: string, body: object) => {
    const reply = await calendar.ask('POST', path, { as: 'editor', body })
    assert.ok(reply.status < 300, reply.text)
  }
  const read = async (path: string): Promise<string> => {
    const { status, text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
    assert.equal(status, 200, path)
    return text
  }
  const mainOf = (text: string): string => /<main.*<\/main>/s.exec(text)?.[0] ?? ''

  const views = ['/events/', '/events/month/2026-11/', '/events/week/2026-11-25/', '/events/day/2026-11-25/']
  const others = ['/venue/hall/', '/events/?search=show', '/embed/events/']

  it('label each status in words, and strike out only cancelled events', async () => {
    for (const view of [...views, ...others]) {
      // The month shows one of its days again for phones, and those that open in place.
      const main = mainOf(await read(view)).replaceAll(
        /<(section class="agenda"|details class="more").*?<\/(?:section|details)>/gs,
        '',
      )
      assert.match(main, /<span class="badge">Cancelled<\/span> <s>Show cancelled &amp; more<\/s>/, view)
      assert.equal(main.split('<s>').length, 2, `${view} strikes out one event`)
      assert.match(main, /<span class="badge">Postponed<\/span> Show postponed/, view)
      assert.doesNotMatch(main, /badge">[^<]*<\/span> (?:<span>)?Plain show/, view)
    }
    assert.match(mainOf(await read('/events/day/2026-11-26/')), /badge">Rescheduled<\/span> Show rescheduled/)
    assert.match(mainOf(await read('/events/')), /badge">Moved online<\/span> Show moved_online/)
  })

  for (const language of languages) {
    it(`say it on the page of the event, with the reason, in ${language}`, async () => {
      const { text: textOf } = findTranslator(language, language)
      const below = language === 'en' ? '' : `/${language}`
      for (const status of names) {
        const text = await read(`${below}/event/${status}/`)
        const state = textOf(states[status])
        const title = `Show ${status} &amp; more`
        assert.ok(text.includes(`<span class="badge">${state}</span>`), text)
        assert.match(text, /<p class="note (?:bad|warn)">Burst pipe &amp; so/, state)
        // The title says it once.
        assert.equal(/<article.*?<\/article>/s.exec(text)?.[0].split(`>${state}`).length, 2, state)
        assert.ok(text.includes(textOf('event.stated', { state, title })), 'the title of the page has it')
        assert.equal(
          mainOf(text).includes(`<h1 dir="auto"><span class="badge">${state}</span> <s>`),
          status === 'cancelled',
        )
      }
      const formerly = textOf('event.formerly', { time: '' }).trim()
      assert.ok((await read(`${below}/event/rescheduled/`)).includes(formerly))
      assert.ok(!(await read(`${below}/event/postponed/`)).includes(formerly))
    })
  }

  it('show a link for online events, and offers as a table (C2.2, C2.3)', async () => {
    const link = '<a href="https://example.org/live?a=1&amp;b=2" rel="external noopener">Attend online</a>'
    for (const path of ['/event/stream/', '/events/', '/embed/event/stream/'])
      assert.ok((await read(path)).includes(link), path)
    const main = mainOf(await read('/event/stream/'))
    const rows = [...main.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([row]) => row)
    assert.equal(rows.length, 2)
    assert.match(rows[0] ?? '', /href="https:\/\/example\.org\/tickets"[^>]*>Front row<\/a>.*€1,234\.50.*Few left/)
    assert.match(rows[1] ?? '', /Ticket<.*Free.*Sold out<br>until November 24, 2026 at 10/)
    assert.match(mainOf(await read('/de/event/stream/')), /1\.234,50\s€/)
    assert.doesNotMatch(mainOf(await read('/event/plain/')), /<table|Attend online|class="note"/)
    assert.match(mainOf(await read('/events/')), /<span class="badge">Sold out<\/span>/)
  })

  it('are valid in the terms of schema.org', async () => {
    for (const slug of [...names, 'stream', 'full']) {
      const [, json = ''] =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read(`/event/${slug}/`)) ?? []
      const document = JSON.parse(json)
      assert.deepEqual(await findFaults(document), [], slug)
      assert.ok(await findFaults({ ...document, location: { '@type': 'Offer' } }), 'negative control')
    }
  })

  it('have the same words in the element for other sites as on pages', async () => {
    const script = await read('/assets/embed.js')
    for (const [status, key] of Object.entries(states)) {
      const [words = ''] = new RegExp(`${status}: \\{[^}]*\\}`).exec(script) ?? []
      for (const language of languages)
        assert.ok(
          words.includes(`${language}: '${findTranslator(language, language).text(key)}'`),
          `${language} ${status}`,
        )
    }
  })

  it('have other words in the element for other sites as on pages, too', async () => {
    const script = await read('/assets/embed.js')
    for (const [name, key] of [
      ['all', 'embed.all'],
      ['none', 'list.noneAhead'],
      ['stillOn', 'list.stillOn'],
      ['free', 'event.free'],
    ] as const) {
      const [words = ''] = new RegExp(`  ${name}: \\{[^}]*\\}`).exec(script) ?? []
      for (const language of languages)
        assert.ok(
          words.includes(`${language}: '${findTranslator(language, language).text(key)}'`),
          `${language} ${name}`,
        )
    }
  })

  it('say it in oEmbed', async () => {
    const url = encodeURIComponent('http://calendar.test/de/event/cancelled/')
    const { body } = await calendar.ask('GET', `//oembed/?url=${url}`)
    assert.equal(body.title, 'Abgesagt: Show cancelled & more')
  })

  it('stay in calendars, with their status, the same in two libraries (D1.3)', async () => {
    const text = await read('/events/feed.ics')
    const component = new ICAL.Component(ICAL.parse(text))
    const read1 = component
      .getAllSubcomponents('vevent')
      .map((event) => [
        event.getFirstPropertyValue('url'),
        event.getFirstPropertyValue('status'),
        event.getFirstPropertyValue('summary'),
      ])
    const read2 = Object.values(nodeIcal.sync.parseICS(text))
      .filter((event): event is VEvent => event?.type === 'VEVENT')
      .map(({ url, status, summary }) => [url, status, summary])
    assert.deepEqual(read1, read2)
    const statusOf = (slug: string) => read1.find(([url]) => url === `http://calendar.test/event/${slug}/`)?.[1]
    assert.deepEqual(
      [...names, 'plain'].map((slug) => [slug, statusOf(slug)]),
      [
        ['cancelled', 'CANCELLED'],
        ['postponed', 'TENTATIVE'],
        ['rescheduled', 'CONFIRMED'],
        ['moved_online', 'CONFIRMED'],
        ['plain', 'CONFIRMED'],
      ],
    )
    const unfolded = text.replaceAll('\r\n ', '')
    assert.match(unfolded, /CONFERENCE;VALUE=URI:https:\/\/example\.org\/live\?a=1&b=2\r\n/)
    assert.match(unfolded, /LOCATION:https:\/\/example\.org\/live/)
    assert.match(unfolded, /DESCRIPTION:Burst pipe & so/)
  })

  it('change the sequence of a calendar entry', async () => {
    const sequence = async () =>
      Number(/SEQUENCE:(\d+)/.exec(await read('/event/plain/feed.ics'))?.[1] ?? assert.fail('no sequence'))
    const before = await sequence()
    calendar.setClock('2026-11-20 16:00:00')
    const { id } = (await calendar.ask('GET', '/events/by-slug/plain')).body
    await write(`/events/${id}`, { event_status: 'cancelled' })
    assert.ok((await sequence()) > before)
    await write(`/events/${id}`, { event_status: 'scheduled' })
  })

  it('are said in RSS, Atom, JSON Feed and GeoJSON', async () => {
    for (const format of ['rss', 'atom'])
      assert.match(await read(`/de/events/feed.${format}`), /<title>Abgesagt: Show cancelled &amp; more<\/title>/)
    const feed = JSON.parse(await read('/events/feed.json'))
    const item = feed.items.find(({ url }: { url: string }) => url.endsWith('/event/cancelled/'))
    assert.equal(item.title, 'Cancelled: Show cancelled & more')
    assert.match(item.content_html, /Cancelled – Burst/)
    assert.equal(item._event.event_status, 'cancelled')
    const plain = feed.items.find(({ url }: { url: string }) => url.endsWith('/event/plain/'))
    assert.equal(plain.title, 'Plain show')
    assert.ok(!('event_status' in plain._event))
    const { features } = JSON.parse(await read('/events/feed.geojson'))
    const told = features.map(
      ({ properties }: { properties: object }) => (properties as Record<string, string>)['event_status'],
    )
    assert.deepEqual(new Set(told), new Set([...names, undefined]))
  })
})
