import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { createLink } from '../../src/accounts/links.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { askOf, type Calendar, createCalendar, type Reply, testNow, withFront } from '../support/calendar.ts'

const settings = '//wp-json/wp/v2/settings'

const change = async (calendar: Calendar, body: object, status = 200): Promise<Reply> => {
  const reply = await calendar.ask('POST', settings, { as: 'admin', body })
  assert.equal(reply.status, status, reply.text)
  return reply
}

const textOf = async (calendar: Calendar, path: string): Promise<string> =>
  (await calendar.ask('GET', `/${path}`, { headers: { accept: '*/*' } })).text

const event = { title: 'Fair', start_date: '2026-11-24 14:00', end_date: '2026-11-24 16:30', cost: '5' }

describe('settings that are kept in the database (D4)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body: event })).status, 201)
  })
  after(() => calendar.close())

  /** Asks for a path until its answer comes from memory. */
  const warm = async (path: string): Promise<string> => {
    for (let n = 0; n < 3; n++) await textOf(calendar, path)
    return textOf(calendar, path)
  }

  it('are shown at once by every page, feed and index', async () => {
    const paths = [
      '/events/',
      '/event/fair/',
      '/events/feed.ics',
      '/events/feed.rss',
      '/wp-json/',
      '/events/month/2026-11/',
    ]
    for (const path of paths) assert.match(await warm(path), /Kalends/, path)
    const changed = await change(calendar, { title: 'Town & Country', description: 'What is on.' })
    assert.deepEqual([changed.body.title, changed.body.description], ['Town & Country', 'What is on.'])
    for (const path of paths) {
      const text = await textOf(calendar, path)
      assert.match(text, /Town (?:&(?:amp;|#0?38;)?|\\u0026) Country/, path)
      assert.doesNotMatch(text.replace(/PRODID.*|generator.*/g, ''), /<title>[^<]*Kalends/, path)
    }
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.name, 'Town & Country')
  })

  it('are shown by another process at once', async () => {
    const database = await calendar.connect()
    const config = readConfig({ KALENDS_PUBLIC_URL: 'http://calendar.test' })
    const log = createLog('silent', () => undefined)
    const app = withFront(await buildApp({ config, database, clock: () => testNow, log }))
    const ask = askOf(app, calendar.secrets)
    for (const title of ['One', 'Two', 'Three']) {
      await change(calendar, { title })
      assert.match((await ask('GET', '//events/')).text, new RegExp(`<title>[^<]*${title}</title>`))
      assert.equal((await ask('GET', '//wp-json/')).body.name, title)
      assert.equal((await ask('GET', settings, { as: 'admin' })).body.title, title)
    }
    await app.close()
    await database.close()
  })

  it('change the time zone of new records, windows and records', async () => {
    await change(calendar, { timezone: 'America/New_York' })
    const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: { ...event, title: 'There' } })
    assert.deepEqual([body.timezone, body.utc_start_date], ['America/New_York', '2026-11-24 19:00:00'])
    assert.equal((await calendar.ask('GET', '/events/by-slug/fair')).body.timezone, 'UTC')
    assert.equal((await calendar.ask('GET', '//wp-json/')).body.timezone_string, 'America/New_York')
    await change(calendar, { timezone: 'UTC' })
  })

  it('change languages, and the form of prices', async () => {
    const price = async () => (await calendar.ask('GET', '/events/by-slug/fair')).body
    assert.equal((await price()).cost, '$5')
    await change(calendar, { currency: { code: 'CHF', symbol: 'Fr.', position: 'postfix' } })
    assert.match((await price()).cost, /^5\s?Fr\.$/)
    assert.equal((await price()).json_ld.offers.priceCurrency, 'CHF')
    await change(calendar, { language: 'de-CH', languages: ['fr'] })
    assert.match(await textOf(calendar, '/events/'), /<html lang="de-CH"/)
    assert.equal((await calendar.ask('GET', '//fr/events/')).status, 200)
    assert.equal((await calendar.ask('GET', '//es/events/')).status, 404)
    await change(calendar, { language: 'en', languages: ['en', 'de'] })
  })

  it('set the first day of the week, and the clock', async () => {
    const firstOf = async () =>
      /<th[^>]*>\s*(?:<abbr title=")?(\w+)/.exec(await textOf(calendar, '/events/month/2026-11/'))?.[1]
    for (const [start_of_week, name] of [
      [1, 'Mon'],
      [6, 'Sat'],
      [0, 'Sun'],
    ] as const) {
      assert.equal((await change(calendar, { start_of_week })).body.start_of_week, start_of_week)
      assert.match((await firstOf()) ?? '', new RegExp(`^${name}`))
    }
    for (const [clock, written, attribute] of [
      ['24', /14:00–16:30/, /data-clock="24"/],
      ['12', /2–4:30\sPM/, /data-clock="12"/],
    ] as const) {
      await change(calendar, { clock })
      const text = await textOf(calendar, '/event/fair/')
      assert.match(text.replace(/\s*–\s*/g, '–'), written)
      assert.match(text, attribute)
    }
    await change(calendar, { clock: '' })
    assert.doesNotMatch(await textOf(calendar, '/event/fair/'), /data-clock/)
  })

  it('put links at the end of every page, and a logo at its head as long as the image exists', async () => {
    const links = [{ label: 'Imprint & more', url: 'https://example.org/imprint?a=1&b=2' }]
    const payload = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="logo.png"' }
    const image = await calendar.ask('POST', '//wp-json/wp/v2/media', { as: 'admin', payload, headers })
    await change(calendar, { footer_links: links, site_logo: image.body.id })
    const text = await textOf(calendar, '/events/')
    assert.match(text, /<a href="https:\/\/example\.org\/imprint\?a=1&amp;b=2">Imprint &amp; more<\/a>/)
    assert.match(text, new RegExp(`<img class="logo" src="${image.body.source_url}" alt="" width="300" height="100">`))
    await change(calendar, { site_logo: image.body.id + 1 }, 400)
    await calendar.ask('DELETE', `//wp-json/wp/v2/media/${image.body.id}?force=true`, { as: 'admin' })
    assert.doesNotMatch(await textOf(calendar, '/events/'), /class="logo"/)
    assert.equal((await calendar.ask('GET', settings, { as: 'admin' })).body.site_logo, 0)
  })

  it('put a picture behind the title of the home page, and of no other, as long as the image exists', async () => {
    const payload = await sharp({ create: { width: 2400, height: 900, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="hall.png"' }
    const image = await calendar.ask('POST', '//wp-json/wp/v2/media', { as: 'admin', payload, headers })
    const changed = await change(calendar, {
      header_image: image.body.id,
      intro: 'Come <in>.',
      title: 'Town & Country',
    })
    assert.equal(changed.body.header_image, image.body.id)
    const home = await textOf(calendar, '/')
    const [picture = ''] = /<img class="banner-picture"[^>]*>/.exec(home) ?? []
    assert.match(
      picture,
      / srcset="[^"]+ 768w, [^"]+ 1536w[^"]*" sizes="\(max-width: 45rem\) 67vw, [^"]+" width="\d+" height="\d+" alt=""/,
    )
    assert.doesNotMatch(picture, /2400w|loading/)
    assert.match(home, /<p class="banner-name">Town &amp; Country<\/p>\s*<p class="lead">Come &lt;in&gt;\.<\/p>/)
    assert.equal(home.match(/class="lead"/g)?.length, 1)
    for (const other of ['/events/?search=fair', '/events/month/', '/event/fair/', '/venues/', '/embed/events/'])
      assert.doesNotMatch(await textOf(calendar, other), /class="banner/, other)
    await change(calendar, { header_image: image.body.id + 1 }, 400)
    await calendar.ask('DELETE', `//wp-json/wp/v2/media/${image.body.id}?force=true`, { as: 'admin' })
    assert.doesNotMatch(await textOf(calendar, '/'), /class="banner/)
    assert.match(await textOf(calendar, '/'), /<p class="lead">/)
    assert.equal((await calendar.ask('GET', settings, { as: 'admin' })).body.header_image, 0)
    await change(calendar, { intro: '' })
  })

  it('put links and a text at the head of pages, choose letters, and the view of the home page', async () => {
    assert.match(await textOf(calendar, '/'), /<a href="\/events\/" aria-current="true"/)
    await change(calendar, {
      header_links: [{ label: 'Museum & shop', url: 'https://example.org/' }],
      intro: 'What is on <here>.\nCome in.',
      font: 'serif',
      home_view: 'month',
      views: ['month', 'list'],
    })
    const home = await textOf(calendar, '/')
    assert.match(home, /<a href="https:\/\/example\.org\/">Museum &amp; shop<\/a>/)
    assert.match(home, /<p class="lead">What is on &lt;here&gt;\.\nCome in\.<\/p>/)
    assert.match(home, /<html [^>]*data-font="serif"/)
    assert.match(home, /<a href="\/events\/month\/" aria-current="true"/)
    assert.doesNotMatch(home, /<a href="\/events\/week\/" class="tab"/)
    assert.match(await textOf(calendar, '/events/'), /<a href="\/events\/" aria-current="true"/)
    for (const other of ['/events/?search=fair', '/events/', '/events/month/2027-01/'])
      assert.doesNotMatch(await textOf(calendar, other), /class="lead"/, other)
    const views = ['list', 'month', 'week', 'day', 'photo', 'map']
    await change(calendar, { header_links: [], intro: '', font: 'sans', home_view: 'list', views })
    assert.match(await textOf(calendar, '/'), /<a href="\/events\/week\/" class="tab"/)
    assert.doesNotMatch(await textOf(calendar, '/'), /class="lead"|data-font|Museum/)
  })

  it('colour links by a stylesheet of their own, which no inline style needs', async () => {
    await change(calendar, { accent_color: '#FFFF00' })
    const reply = await calendar.ask('GET', '//events/', { headers: { accept: 'text/html' } })
    const path = /href="(\/assets\/accent-ffff00-\d+\.css)"/.exec(reply.text)?.[1] ?? ''
    assert.doesNotMatch(reply.headers['content-security-policy'] ?? '', /unsafe-inline/)
    const style = await calendar.ask('GET', `/${path}`)
    assert.match(style.headers['content-type'] ?? '', /^text\/css/)
    assert.match(style.headers['cache-control'] ?? '', /immutable/)
    const [, light = '', dark = ''] = /--accent: light-dark\((#\w{6}), (#\w{6})\)/.exec(style.text) ?? []
    // Yellow cannot be read on white, and can on black.
    assert.notEqual(light, '#ffff00')
    assert.equal(dark, '#ffff00')
    assert.ok(contrast(light, '#f4f4f6') >= 4.5, light)
    assert.ok(contrast('#ffff00', '#f4f4f6') < 4.5, 'negative control')
    assert.equal((await calendar.ask('GET', '//assets/accent-ffff0-1.css')).status, 404)
    await change(calendar, { accent_color: '' })
  })

  const refused: readonly (readonly [string, unknown])[] = [
    ['title', ''],
    ['timezone', 'Nowhere'],
    ['language', 'xx'],
    ['languages', ['xx']],
    ['start_of_week', 7],
    ['clock', '13'],
    ['site_logo', -1],
    ['header_image', -1],
    ['accent_color', 'red'],
    ['accent_color', '#fff;}'],
    ['currency', { symbol: '', position: 'prefix' }],
    ['currency', { symbol: '€', position: 'above' }],
    ['currency', { symbol: '€', position: 'prefix', code: 'euro' }],
    ['tile_server', 'https://tiles.example.org/'],
    ['footer_links', [{ label: 'x', url: 'javascript:alert(1)' }]],
    ['footer_links', Array.from({ length: 11 }, () => ({ label: 'x', url: 'https://example.org/' }))],
    ['footer_links', 'x'],
    ['header_links', [{ label: '', url: 'https://example.org/' }]],
    ['font', 'comic'],
    ['font', { toString: 1 }],
    ['clock', { toString: 1 }],
    ['home_view', 'past'],
    ['views', []],
    ['views', ['past']],
    ['intro', 'x'.repeat(2001)],
    ['url', 'https://other.example.org'],
  ]
  for (const [name, value] of refused) {
    it(`refuse ${name} ${JSON.stringify(value).slice(0, 60)}`, async () => {
      const reply = await change(calendar, { [name]: value, description: 'never stored' }, 400)
      assert.deepEqual(Object.keys(reply.body.data.params), [name])
      assert.notEqual((await calendar.ask('GET', settings, { as: 'admin' })).body.description, 'never stored')
    })
  }
})

describe('settings that the environment sets', () => {
  it('win over stored ones, and say so', async () => {
    const calendar = await createCalendar({ environment: { KALENDS_SITE_NAME: 'Fixed', KALENDS_CURRENCY_SYMBOL: '€' } })
    const { body } = await calendar.ask('GET', settings, { as: 'admin' })
    const fixed = { url: 'KALENDS_PUBLIC_URL', title: 'KALENDS_SITE_NAME', currency: 'KALENDS_CURRENCY_SYMBOL' }
    assert.deepEqual(body._fixed, fixed)
    assert.deepEqual((await change(calendar, body)).body, body)
    const reply = await change(calendar, { title: 'Other', description: 'x' }, 400)
    assert.match(reply.body.data.params.title, /^It is set by KALENDS_SITE_NAME in the server's environment/)
    await calendar.database.transact(({ kysely }) =>
      kysely.insertInto('setting').values({ name: 'title', value: '"Stored"' }).execute(),
    )
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.name, 'Fixed')
    await calendar.close()
  })

  it('are shown at the set-up, which need not send them', async () => {
    const environment = { KALENDS_SITE_NAME: 'Fixed', KALENDS_LANGUAGE: 'en-GB' }
    const calendar = await createCalendar({ environment })
    const linkTo = (kind: 'setup' | 'reset') =>
      calendar.database.transact((db) => createLink(db, { kind, userId: 1 }, testNow))
    const ask = (method: 'POST' | 'PUT', body: object) => calendar.ask(method, '//kalends/v1/welcome', { body })
    const { token: reset } = await linkTo('reset')
    assert.equal('site' in (await ask('POST', { token: reset })).body, false)

    const { token } = await linkTo('setup')
    const { _fixed, ...site } = (await ask('POST', { token })).body.site
    assert.deepEqual(site, { title: 'Fixed', timezone: 'UTC', language: 'en-GB' })
    assert.deepEqual(_fixed, { title: 'KALENDS_SITE_NAME', language: 'KALENDS_LANGUAGE' })
    const come = (chosen: object) => ask('PUT', { token, password: 'a long password', site: chosen })
    const refused = await come({ title: 'Other', timezone: 'Europe/Paris' })
    assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['title']])
    assert.equal((await come({ timezone: 'Europe/Paris' })).status, 201)
    const { body } = await calendar.ask('GET', '//kalends/v1/site')
    assert.deepEqual([body.name, body.time_zone, body.language], ['Fixed', 'Europe/Paris', 'en-GB'])
    await calendar.close()
  })

  it('and stored ones are chosen at the set-up', async () => {
    const calendar = await createCalendar()
    const { token } = await calendar.database.transact((db) => createLink(db, { kind: 'setup', userId: 1 }, testNow))
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.needs_setup, true)
    const site = { title: 'Our town', timezone: 'Europe/Paris', language: 'fr' }
    const come = (of: object) =>
      calendar.ask('PUT', '//kalends/v1/welcome', { body: { token, password: 'a long password', site: of } })
    assert.equal((await come({ ...site, timezone: 'Nowhere' })).status, 400)
    assert.equal((await come(site)).status, 201)
    const { body } = await calendar.ask('GET', '//kalends/v1/site')
    assert.deepEqual(
      [body.name, body.time_zone, body.language, body.needs_setup],
      ['Our town', 'Europe/Paris', 'fr', false],
    )
    await calendar.close()
  })
})

/** The contrast ratio of two colours (WCAG 2.2). */
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (color: string): number => {
  const weights = [0.2126, 0.7152, 0.0722]
  return [1, 3, 5].reduce((sum, at, index) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return sum + (weights[index] ?? 0) * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
  }, 0)
}
