import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture, makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('pages for screens and newsletters', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_SITE_NAME: 'Town & <country>' } })
    const send = async (title: string, start: string, end: string, categories = '') => {
      const body = { title, status: 'publish', start_date: start, end_date: end, categories, cost: '12' }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
    }
    // It is Friday, 20 November, 15:00.
    await send('Over', '2026-11-20 10:00:00', '2026-11-20 12:00:00', 'Music')
    for (let n = 1; n <= 8; n++) await send(`Exhibition ${n}`, `2026-0${n}-01 10:00:00`, '2027-02-01 18:00:00', 'Art')
    await send('Tonight', '2026-11-20 19:00:00', '2026-11-20 22:00:00', 'Music')
    await send('<b>Next</b> & "week"', '2026-11-25 19:00:00', '2026-11-25 22:00:00', 'Music')
    await send('Without', '2026-11-26 19:00:00', '2026-11-26 22:00:00')
    await send('Far', '2027-03-26 19:00:00', '2027-03-26 22:00:00', 'Music')
    await calendar.ask('POST', '/events', {
      as: 'editor',
      body: {
        title: 'Secret draft',
        status: 'draft',
        start_date: '2026-11-25 10:00:00',
        end_date: '2026-11-25 11:00:00',
      },
    })
  })
  after(() => calendar.close())

  const read = async (path: string) => {
    const reply = await calendar.ask('GET', `/${path}`)
    assert.equal(reply.status, 200, reply.text)
    return reply
  }

  const titlesOf = (text: string): string[] =>
    [...text.matchAll(/<h3 class="screen-title" dir="auto">(.*?)<\/h3>/g)].map(([, title]) => String(title))

  it('show on a screen what is on and comes next, and load again', async () => {
    const { text, headers } = await read('/events/screen/')
    assert.equal(headers['refresh'], '300')
    const titles = titlesOf(text)
    assert.equal(titles.length, 5)
    assert.deepEqual(titles.slice(0, 3), ['Exhibition 7', 'Exhibition 8', 'Tonight'])
    assert.equal(titles.filter((title) => title.startsWith('Exhibition')).length, 2)
    assert.ok(!text.includes('Secret draft') && !text.includes('Over<'))
    assert.doesNotMatch(text, / style=|<script(?![^>]* src=)(?![^>]*ld\+json)/)
    assert.ok(Buffer.byteLength(text) < 40_000, `${Buffer.byteLength(text)} bytes`)
  })

  it('show a code of the address of each event', async () => {
    const { text } = await read('/events/screen/')
    assert.equal((text.match(/<svg class="qr" role="img" aria-label="/g) ?? []).length, 5)
    assert.equal(text.split('Scan a code to read more').length, 2)
    const paths = [...text.matchAll(/class="qr-code" d="([^"]+)"/g)].map(([, path]) => path)
    assert.equal(new Set(paths).size, 5)
  })

  it('tell what is on from what comes next, with highlights first and at most two that have been on for long', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    const send = async (title: string, start: string, end: string, more: object = {}) => {
      const body = { title, status: 'publish', start_date: start, end_date: end, ...more }
      assert.equal((await own.ask('POST', '/events', { as: 'editor', body })).status, 201)
    }
    for (const n of [1, 2, 3]) await send(`Exhibition ${n}`, `2026-0${n}-01 10:00`, '2027-02-01 18:00')
    await send('Since noon', '2026-11-20 12:00', '2026-11-20 18:00', { featured: true })
    await send('Tonight', '2026-11-20 19:00', '2026-11-20 22:00')
    await send('Gala', '2026-11-21 19:00', '2026-11-21 22:00', { featured: true })
    for (const n of [1, 2, 3]) await send(`Evening ${n}`, `2026-11-2${n + 2} 19:00`, `2026-11-2${n + 2} 22:00`)
    const groupsOf = (text: string) =>
      [...text.matchAll(/<h2 class="screen-group-name">(.*?)<\/h2>(.*?)<\/section>/gs)].map(([, name, inner = '']) => [
        name,
        titlesOf(inner),
      ])
    assert.deepEqual(groupsOf((await own.ask('GET', '//events/screen/')).text), [
      ['Now', ['Since noon', 'Exhibition 2', 'Exhibition 3']],
      ['Up next', ['Gala', 'Tonight', 'Evening 1']],
    ])
    // The same of some days: what is over is left out, and the page is kept until something begins or ends.
    const week = await own.ask('GET', '//events/screen/?when=week')
    assert.deepEqual(groupsOf(week.text), groupsOf((await own.ask('GET', '//events/screen/')).text))
    own.setClock('2026-11-20 18:00:00')
    assert.deepEqual(groupsOf((await own.ask('GET', '//events/screen/?when=week')).text), [
      ['Now', ['Exhibition 2', 'Exhibition 3']],
      ['Up next', ['Gala', 'Tonight', 'Evening 1']],
    ])
    const past = await own.ask('GET', '//events/screen/?window=past')
    assert.deepEqual(titlesOf(past.text), ['Since noon'])
  })

  it('have a picture of each event, or the pattern of its category', async () => {
    const { text } = await read('/events/screen/')
    assert.equal((text.match(/<li class="screen-event hue-\d+">/g) ?? []).length, 4)
    assert.equal((text.match(/<span class="blank art-[0-3]">/g) ?? []).length, 5)
  })

  it('keep a place for a highlight that began long ago', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    for (const [title, day, featured] of [
      ['Spring fair', '01', true],
      ['One', '15', false],
      ['Two', '16', false],
      ['Three', '17', false],
    ]) {
      const body = { title, start_date: `2026-11-${day} 10:00`, end_date: '2026-12-24 18:00', featured }
      assert.equal((await own.ask('POST', '/events', { as: 'editor', body })).status, 201)
    }
    assert.deepEqual(titlesOf((await own.ask('GET', '//events/screen/')).text).slice(0, 2), ['Spring fair', 'Three'])
  })

  it('list in a newsletter the next two weeks by week and day, below the highlights', async () => {
    const { text, headers } = await read('/events/digest/')
    const heads = [...text.matchAll(/<h([23])[^>]*>(.*?)<\/h/g)].map(([, level, title]) => `${level} ${title}`)
    assert.deepEqual(
      heads.map((head) => head.replaceAll('\u2009', ' ')),
      [
        '2 November 15 – 21, 2026',
        '3 Friday, November 20',
        '2 November 22 – 28, 2026',
        '3 Wednesday, November 25',
        '3 Thursday, November 26',
        '2 Still on',
      ],
    )
    assert.match(text, /<a [^>]*>Tonight<\/a>\s*<p [^>]*>[^<]*7\s–[^<]*<\/p>/)
    assert.match(text, />Until February 1</)
    assert.ok(text.indexOf('>Without<') > text.indexOf('>Next &amp;'), text)
    assert.ok(text.includes('>Next &amp; '))
    assert.ok(!text.includes('>Far<') && !text.includes('Secret draft'))
    assert.ok(text.includes('Town &amp; &lt;country&gt;'))
    for (const [, address] of text.matchAll(/href="([^"]*)"/g))
      assert.match(address ?? '', /^http:\/\/calendar\.test\//)
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'unsafe-inline'; img-src /)
    assert.doesNotMatch(text, /<script|<link|class=|<div/)
  })

  it('have in a newsletter the colour of the site and pictures of a fixed size', async (test) => {
    const own = await createCalendar({ environment: { KALENDS_ACCENT_COLOR: '#ffdd00' } })
    test.after(() => own.close())
    const upload = await own.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      payload: await makePicture('png'),
    })
    assert.equal(upload.status, 201, upload.text)
    const body = { start_date: '2026-11-27 10:00', end_date: '2026-11-27 11:00', image: upload.body.id, featured: true }
    for (const title of ['Gala', 'Ball'])
      assert.equal((await own.ask('POST', '/events', { as: 'editor', body: { ...body, title } })).status, 201)
    const { text } = await own.ask('GET', '//events/digest/?search=gala')
    // White text is readable on it.
    const [, ground = ''] = /background:#([0-9a-f]{6})/.exec(text) ?? []
    assert.match(ground, /^[5-9a]/)
    assert.match(text, /<h2[^>]*>Highlights<\/h2>/)
    const [, address = '', wide, high] = /<img src="([^"]*)" width="(\d+)" height="(\d+)" alt=/.exec(text) ?? []
    assert.match(address, /^http:\/\/calendar\.test\//)
    assert.ok(Number(wide) <= 120 && Number(wide) > 0 && Number(high) <= 160 && Number(high) > 0, `${wide} × ${high}`)
    // The link to all events keeps the filters.
    assert.match(text, /href="http:\/\/calendar\.test\/events\/\?search=gala"/)
  })

  it('have in a newsletter one large picture, above the first highlight', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    const upload = await own.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' },
      payload: await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer(),
    })
    assert.equal(upload.status, 201, upload.text)
    for (const [title, day, featured] of [
      ['Gala', '27', true],
      ['Ball', '28', true],
      ['Walk', '29', false],
    ]) {
      const body = { title, start_date: `2026-11-${day} 10:00`, end_date: `2026-11-${day} 11:00`, featured }
      const reply = await own.ask('POST', '/events', { as: 'editor', body: { ...body, image: upload.body.id } })
      assert.equal(reply.status, 201, reply.text)
    }
    const { text } = await own.ask('GET', '//events/digest/')
    const sizes = [...text.matchAll(/<img src="[^"]*" width="(\d+)" height="(\d+)"/g)].map(([, ...size]) => size)
    assert.deepEqual(sizes, [
      ['600', '400'],
      ['120', '80'],
      ['120', '80'],
    ])
    assert.ok(text.indexOf('width="600" height="400"') < text.indexOf('>Gala<'))
    assert.match(text, /Events · November 27\s–\s29, 2026/)
  })

  it('have in a newsletter eight events of a day, and a link to the others with its filters', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    const add = async (n: number) => {
      const body = { title: `Walk ${n}.`, start_date: `2026-11-27 ${9 + n}:00`, end_date: `2026-11-27 ${9 + n}:30` }
      assert.equal((await own.ask('POST', '/events', { as: 'editor', body })).status, 201)
    }
    const readDigest = async () => {
      const { text } = await own.ask('GET', '//events/digest/?search=walk')
      return { titles: text.match(/>Walk \d+\.</g)?.length, text }
    }
    for (let n = 1; n <= 9; n++) await add(n)
    const all = await readDigest()
    assert.equal(all.titles, 9)
    assert.doesNotMatch(all.text, /\/events\/day\//)
    await add(10)
    const { titles, text } = await readDigest()
    assert.equal(titles, 8)
    const address = 'http://calendar.test/events/day/2026-11-27/?search=walk'
    assert.ok(text.includes(`<a href="${address}" style="color:inherit">2 more – Friday, November 27</a>`), text)
    assert.equal((await own.ask('GET', `//${new URL(address).pathname.slice(1)}?search=walk`)).status, 200)
  })

  it('take the filters of every list', async () => {
    const { body } = await calendar.ask('GET', '/categories?slug=music')
    const { id } = body.categories.find(({ slug }: { slug: string }) => slug === 'music')
    const screen = await read(`/events/screen/?categories=${id}`)
    assert.deepEqual(titlesOf(screen.text).slice(0, 1), ['Tonight'])
    assert.ok(!screen.text.includes('Exhibition'))
    const digest = await read(`/events/digest/?categories=${id}&start_date=2027-03-01&end_date=2027-04-01`)
    assert.ok(digest.text.includes('>Far<') && !digest.text.includes('Tonight'))
    assert.equal((await calendar.ask('GET', '//events/screen/?categories=x,,y&start_date=never')).status, 400)
  })

  it('are there in other languages, and empty', async () => {
    const { text } = await read('/de/events/screen/')
    assert.match(text, /Freitag, 20\.\sNovember</)
    const empty = await createCalendar()
    assert.match((await empty.ask('GET', '//events/screen/')).text, /No events are planned/)
    assert.match((await empty.ask('GET', '//events/digest/')).text, /There are no events here/)
    await empty.close()
  })
})
