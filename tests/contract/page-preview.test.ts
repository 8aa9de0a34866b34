import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type Calendar, createCalendar, type Reply } from '../support/calendar.ts'

const path = '//kalends/v1/page-preview'

/** All that a preview could have changed. */
const stateOf = async ({ ask, database }: Calendar) => ({
  settings: (await ask('GET', '//wp/v2/settings', { as: 'admin' })).body,
  home: (await ask('GET', '//', { headers: { accept: 'text/html' } })).text,
  event: (await ask('GET', '/events/by-slug/fair')).text,
  rows: await database.kysely.selectFrom('setting').selectAll().execute(),
  changes: (await ask('GET', '//kalends/v1/activity', { as: 'admin' })).body,
})

describe('a public page with settings that are not stored (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const event = { title: 'Fair', start_date: '2026-11-24 14:00', end_date: '2026-11-24 16:30', cost: '5' }
    assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body: event })).status, 201)
  })
  after(() => calendar.close())

  const preview = async (body: object, status = 200): Promise<Reply> => {
    const reply = await calendar.ask('POST', path, { as: 'admin', body })
    assert.equal(reply.status, status, reply.text)
    return reply
  }
  const htmlOf = async (body: object): Promise<string> => (await preview(body)).body.html

  it('is that which visitors see, where nothing is changed', async () => {
    for (const [page, address] of [
      ['home', '//'],
      ['list', '//events/'],
      ['month', '//events/month/'],
      ['event', '//event/fair/'],
    ] as const) {
      const { text } = await calendar.ask('GET', address, { headers: { accept: 'text/html' } })
      assert.equal(await htmlOf({ page }), text, page)
    }
  })

  it('shows other settings, stores nothing, and is kept by no cache', async () => {
    const payload = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="logo.png"' }
    const image = await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })
    const before = await stateOf(calendar)
    const changed = {
      title: 'Town & Country',
      description: 'What is on.',
      accent_color: '#00aa88',
      site_logo: image.body.id,
      header_image: image.body.id,
      font: 'serif',
      intro: 'Come <in>.',
      home_view: 'month',
      views: ['list', 'month'],
      header_links: [{ label: 'Museum & shop', url: 'https://example.org/' }],
      footer_links: [{ label: 'Imprint', url: 'https://example.org/imprint' }],
      language: 'de',
      timezone: 'Europe/Berlin',
      clock: '24',
      currency: { code: 'EUR', symbol: '€', position: 'postfix' },
    }
    const reply = await preview(changed)
    assert.match(reply.headers['cache-control'] ?? '', /no-store/)
    const { html } = reply.body
    for (const shown of [
      /<html lang="de"[^>]* data-clock="24" data-font="serif"/,
      /<title>[^<]*Town &amp; Country<\/title>/,
      /accent-00aa88-\d+\.css/,
      new RegExp(`<img class="logo" src="${image.body.source_url}"`),
      /<img class="banner-picture"/,
      /<p class="lead">Come &lt;in&gt;\.<\/p>/,
      /<a href="\/events\/month\/" aria-current="true"/,
      /<a href="https:\/\/example\.org\/">Museum &amp; shop<\/a>/,
      /<a href="https:\/\/example\.org\/imprint">Imprint<\/a>/,
    ])
      assert.match(html, shown)
    assert.doesNotMatch(html, /href="\/events\/week\//)
    assert.match(await htmlOf({ ...changed, page: 'event' }), /5\s?€/)
    // Records that were read before, and those that a preview has read, are written by the stored settings.
    assert.deepEqual(await stateOf(calendar), before)
    const { text } = await calendar.ask('GET', '//event/fair/', { headers: { accept: 'text/html' } })
    assert.match(text, /\$5/)
    assert.match(await htmlOf({ page: 'event' }), /\$5/)
  })

  it('is the list where there is no event', async () => {
    const empty = await createCalendar()
    const { body, status } = await empty.ask('POST', path, { as: 'admin', body: { page: 'event', title: 'Empty' } })
    assert.equal(status, 200)
    assert.match(body.html, /<title>[^<]*Empty<\/title>/)
    await empty.close()
  })

  it('is for those alone who may store settings', async () => {
    for (const [as, status] of [
      ['none', 401],
      ['contributor', 403],
      ['author', 403],
      ['editor', 403],
    ] as const) {
      const reply = await calendar.ask('POST', path, { as, body: { title: 'Other' } })
      assert.equal(reply.status, status, as)
      assert.doesNotMatch(reply.text, /<html/)
    }
    // A form of another site could be sent with the session of an administrator.
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await calendar.ask('POST', path, { as: 'admin', payload: 'title=Other', headers })).status, 415)
    assert.equal((await calendar.ask('GET', path, { as: 'admin' })).status, 404)
  })

  for (const [name, value] of [
    ['title', ''],
    ['accent_color', 'blue'],
    ['font', 'comic'],
    ['page', 'admin'],
    ['views', []],
    ['views', ['past']],
    ['site_logo', 999_999],
    ['intro', 'x'.repeat(2001)],
    ['header_links', [{ label: 'x', url: 'javascript:alert(1)' }]],
    ['footer_links', Array.from({ length: 11 }, () => ({ label: 'x', url: 'https://example.org/' }))],
    ['theme', 'other.css'],
  ] as const) {
    it(`refuses ${name} ${JSON.stringify(value).slice(0, 50)}`, async () => {
      const { body } = await preview({ description: 'fine', [name]: value }, 400)
      assert.deepEqual(Object.keys(body.data.params), [name])
    })
  }

  it('refuses what the environment sets', async () => {
    const fixed = await createCalendar({ environment: { KALENDS_SITE_NAME: 'Fixed' } })
    const ask = (title: string) => fixed.ask('POST', path, { as: 'admin', body: { title } })
    assert.equal((await ask('Fixed')).status, 200)
    const { status, body } = await ask('Other')
    assert.equal(status, 400)
    assert.match(body.data.params.title, /^It is set by KALENDS_SITE_NAME/)
    await fixed.close()
  })
})
