import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import {
  askOf,
  type Calendar,
  createCalendar,
  type Login,
  type Reply,
  testNow,
  withFront,
} from '../support/calendar.ts'
import { readDejaVu, toWoff2 } from '../support/woff2.ts'

const fonts = '//kalends/v1/fonts'

const [mono, monoBold] = [readDejaVu('DejaVuSansMono'), readDejaVu('DejaVuSansMono-Bold')]
const [regular, bold] = [toWoff2(mono), toWoff2(monoBold)]

const put = (calendar: Calendar, face: string, payload: Buffer, as: Login = 'admin'): Promise<Reply> =>
  calendar.ask('PUT', `${fonts}/${face}`, { as, payload, headers: { 'content-type': 'font/woff2' } })

const read = (calendar: Calendar, path: string): Promise<Reply> =>
  calendar.ask('GET', `/${path}`, { headers: { accept: '*/*' } })

const choose = async (calendar: Calendar, font: string): Promise<void> => {
  const { status, text } = await calendar.ask('POST', '//wp/v2/settings', { as: 'admin', body: { font } })
  assert.equal(status, 200, text)
}

const sheetIn = (text: string): string | undefined =>
  /<link rel="stylesheet" href="(\/assets\/font\.[\w-]{12}\.css)">/.exec(text)?.[1]

describe('a font of the site (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is uploaded, used by every page once it is chosen, and kept by browsers', async () => {
    assert.deepEqual((await calendar.ask('GET', fonts, { as: 'admin' })).body, [])
    const reply = await put(calendar, 'regular', regular)
    assert.equal(reply.status, 200, reply.text)
    const [file] = reply.body
    assert.deepEqual([file.face, file.bytes], ['regular', regular.length])
    assert.equal(sheetIn((await read(calendar, '/events/')).text), undefined)
    await choose(calendar, 'own')
    await put(calendar, 'bold', bold)
    for (const path of [
      '/',
      '/de/events/month/',
      '/embed/events/',
      '/embed/',
      '/events/screen/',
      '/docs/',
      '/venues/',
    ]) {
      const { text, headers } = await read(calendar, path)
      assert.match(text, /<html [^>]*data-font="own"/, path)
      assert.ok(sheetIn(text), path)
      assert.equal(text.match(/rel="preload" as="font" type="font\/woff2" href="[^"]+" crossorigin/g)?.length, 2, path)
      assert.match(headers['content-security-policy'] ?? '', /font-src 'self'/, path)
    }
    const sheet = sheetIn((await read(calendar, '/')).text) ?? ''
    const styles = await read(calendar, sheet)
    assert.match(styles.headers['cache-control'] ?? '', /max-age=31536000, immutable/)
    assert.match(styles.text, /font-display: swap/)
    const urls = [...styles.text.matchAll(/url\("([^"]+)"\)/g)].map(
      ([, url = '']) => new URL(url, `http://c.test${sheet}`),
    )
    assert.deepEqual(
      urls.map(({ pathname }) => pathname),
      (await calendar.ask('GET', fonts, { as: 'admin' })).body.map(({ url }: { url: string }) => new URL(url).pathname),
    )
    const sent = await calendar.app.inject({ url: new URL(file.url).pathname, headers: { 'accept-encoding': 'br' } })
    assert.deepEqual(sent.rawPayload, regular)
    assert.equal(sent.headers['content-type'], 'font/woff2')
    assert.equal(sent.headers['content-encoding'], undefined)
    assert.match(String(sent.headers['cache-control']), /max-age=31536000, immutable/)
  })

  it('is that of the newsletter in a browser, whose elements keep the font of mail programs', async () => {
    const { text, headers } = await read(calendar, '/events/digest/')
    const [, sheet = ''] = /<link rel="stylesheet" href="(http:[^"]+)">/.exec(text) ?? []
    const styles = await read(calendar, new URL(sheet).pathname)
    assert.match(styles.text, /\.digest \* \{\s*font-family: "Site font", Arial/)
    assert.match(text, /<body class="digest"/)
    assert.match(text, /font:bold 26px\/1\.25 Arial/)
    assert.match(headers['content-security-policy'] ?? '', /style-src 'self' 'unsafe-inline'; font-src 'self'/)
  })

  it('is shown by another process at once', async () => {
    const database = await calendar.connect()
    const config = readConfig({ KALENDS_PUBLIC_URL: 'http://calendar.test' })
    const log = createLog('silent', () => undefined)
    const app = withFront(await buildApp({ config, database, clock: () => testNow, log }))
    const ask = askOf(app, calendar.secrets)
    for (const file of [bold, regular]) {
      const url = (await put(calendar, 'regular', file)).body[0].url
      const there = await ask('GET', fonts, { as: 'admin' })
      assert.equal(there.body[0].url, url)
      assert.equal((await app.inject(new URL(url).pathname)).rawPayload.length, file.length)
      assert.match((await ask('GET', '//')).text, new RegExp(new URL(url).pathname))
    }
    await app.close()
    await database.close()
  })

  it('goes with an export, and comes back with it', async () => {
    const { text } = await calendar.ask('GET', '//kalends/v1/export.ndjson', { as: 'admin' })
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const files = lines.filter(({ kind, payload }) => kind === 'setting' && payload.name.startsWith('font_'))
    assert.deepEqual(files.map(({ payload }) => [payload.name, Buffer.from(payload.value, 'base64').length]).sort(), [
      ['font_bold', bold.length],
      ['font_regular', regular.length],
    ])
  })

  it('with all weights in one file has them all', async () => {
    await put(calendar, 'regular', toWoff2(mono, { fvar: Buffer.alloc(4) }))
    const styles = async () => (await read(calendar, sheetIn((await read(calendar, '/')).text) ?? '')).text
    assert.match(await styles(), /font-weight: 400;/)
    await calendar.ask('DELETE', `${fonts}/bold`, { as: 'admin' })
    assert.match(await styles(), /font-weight: 100 900;/)
    assert.doesNotMatch(await styles(), /font-weight: 400;/)
  })

  it('is removed, and then pages have that of the device', async () => {
    const [file] = (await calendar.ask('GET', fonts, { as: 'admin' })).body
    const reply = await calendar.ask('DELETE', `${fonts}/regular`, { as: 'admin' })
    assert.deepEqual([reply.status, reply.body], [200, []])
    assert.equal(sheetIn((await read(calendar, '/')).text), undefined)
    assert.equal((await read(calendar, new URL(file.url).pathname)).status, 404)
    assert.equal((await calendar.ask('DELETE', `${fonts}/regular`, { as: 'admin' })).status, 200)
    await choose(calendar, 'sans')
  })

  it('is for administrators alone', async () => {
    for (const as of ['editor', 'author', 'contributor', 'subscriber', 'none'] as const) {
      const status = as === 'none' ? 401 : 403
      assert.equal((await put(calendar, 'regular', regular, as)).status, status, as)
      assert.equal((await calendar.ask('DELETE', `${fonts}/regular`, { as })).status, status, as)
      assert.equal((await calendar.ask('GET', fonts, { as })).status, status, as)
    }
    assert.deepEqual((await calendar.ask('GET', fonts, { as: 'admin' })).body, [])
  })

  const altered = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(regular)
    change(bytes)
    return bytes
  }
  const large = Buffer.alloc(500_001)
  const refused: readonly (readonly [what: string, bytes: Buffer, status: number, says: RegExp])[] = [
    ['a TrueType font', mono, 415, /in the format TrueType\. .*woff2_compress/],
    ['an OpenType font', Buffer.from('OTTO and more'), 415, /in the format OpenType\. /],
    ['a WOFF font', Buffer.from('wOFF and more'), 415, /in the format WOFF\. /],
    ['a collection', altered((it) => it.write('ttcf', 4)), 415, /several fonts/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(100), 'latin1'), 415, /no WOFF2 font/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(100)), 415, /no WOFF2 font/],
    ['the magic alone', Buffer.from('wOF2'.padEnd(100, '\0')), 415, /no WOFF2 font, or it is damaged/],
    ['the beginning of a font', regular.subarray(0, 5000), 415, /damaged/],
    ['a font with another length', altered((it) => it.writeUInt32BE(it.length + 4, 8)), 415, /damaged/],
    ['a font whose tables are damaged', altered((it) => it.fill(7, 1000, 2000)), 415, /damaged/],
    ['a font without letters', altered((it) => it.writeUInt16BE(1, 12)), 415, /damaged/],
    ['what unpacks to a lot', toWoff2(mono, { junk: Buffer.alloc(17_000_000) }), 415, /when it is unpacked/],
    ['a large file', large, 413, /more than 500000 bytes.*pyftsubset/],
    ['nothing', Buffer.alloc(0), 415, /no WOFF2 font/],
  ]
  for (const [what, bytes, status, says] of refused)
    it(`is not ${what}`, async () => {
      const reply = await put(calendar, 'regular', bytes)
      assert.equal(reply.status, status, reply.text)
      assert.match(reply.body.message, says)
      assert.deepEqual((await calendar.ask('GET', fonts, { as: 'admin' })).body, [])
    })

  it('has four faces and no other', async () => {
    const reply = await put(calendar, 'black', regular)
    assert.equal(reply.status, 404)
    assert.match(reply.body.message, /regular, bold, italic or bold-italic/)
  })
})

describe('a font that the environment chooses', () => {
  it('is that which was uploaded, and until then that of the device', async () => {
    const calendar = await createCalendar({ environment: { KALENDS_FONT: 'own' } })
    assert.equal(sheetIn((await read(calendar, '/')).text), undefined)
    await put(calendar, 'italic', regular)
    assert.ok(sheetIn((await read(calendar, '/')).text))
    await calendar.close()
  })
})
