import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
    [...text.matchAll(/<h2 class="screen-title" dir="auto">(.*?)<\/h2>/g)].map(([, title]) => String(title))

  it('show on a screen what is on and comes next, and load again', async () => {
    const { text, headers } = await read('/events/screen/')
    assert.equal(headers['refresh'], '300')
    const titles = titlesOf(text)
    assert.equal(titles.length, 6)
    assert.deepEqual(titles.slice(0, 3), ['Exhibition 7', 'Exhibition 8', 'Tonight'])
    assert.ok(!text.includes('Secret draft') && !text.includes('Over<'))
    assert.doesNotMatch(text, / style=|<script(?![^>]* src=)(?![^>]*ld\+json)/)
    assert.ok(Buffer.byteLength(text) < 40_000, `${Buffer.byteLength(text)} bytes`)
  })

  it('show a code of the address of each event', async () => {
    const { text } = await read('/events/screen/')
    assert.equal((text.match(/<svg class="qr" role="img" aria-label="/g) ?? []).length, 6)
    const paths = [...text.matchAll(/class="qr-code" d="([^"]+)"/g)].map(([, path]) => path)
    assert.equal(new Set(paths).size, 6)
  })

  it('list in a newsletter the next four weeks by week and category', async () => {
    const { text, headers } = await read('/events/digest/')
    const heads = [...text.matchAll(/<h([23])[^>]*>(.*?)<\/h/g)].map(([, level, title]) => `${level} ${title}`)
    assert.deepEqual(
      heads.map((head) => head.replace(/^2 .*/, '2')),
      ['2', '3 Art', '3 Music', '2', '3 Music'],
    )
    // Events without a category come last.
    assert.ok(text.indexOf('>Without<') > text.indexOf('>Next &amp;'), text)
    assert.ok(text.includes('>Next &amp; '))
    assert.ok(!text.includes('>Far<') && !text.includes('Secret draft'))
    assert.ok(text.includes('Town &amp; &lt;country&gt;'))
    for (const [, address] of text.matchAll(/href="([^"]*)"/g))
      assert.match(address ?? '', /^http:\/\/calendar\.test\//)
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'unsafe-inline'/)
    assert.doesNotMatch(text, /<script|<link|class=|<div/)
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
    assert.match(text, /Freitag, 20\. November 2026/)
    const empty = await createCalendar()
    assert.match((await empty.ask('GET', '//events/screen/')).text, /No events are planned/)
    assert.match((await empty.ask('GET', '//events/digest/')).text, /There are no events here/)
    await empty.close()
  })
})
