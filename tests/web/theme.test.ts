import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

describe('the styles of an operator', () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'theme.css')
  let calendar: Calendar
  before(async () => {
    writeFileSync(file, ':root { --radius: 0 }')
    calendar = await createCalendar({ environment: { KALENDS_THEME: file } })
  })
  after(async () => {
    await calendar.close()
    rmSync(directory, { recursive: true })
  })

  for (const path of ['/events/', '/docs/', '/embed/events/', '/venues/', '/nothing/']) {
    it(`come last on ${path}`, async () => {
      const { text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, sheet = '']) => sheet)
      assert.match(sheets.at(-1) ?? '', /^\/assets\/theme\.[\w-]+\.css$/)
      const reply = await calendar.ask('GET', `/${sheets.at(-1)}`)
      assert.equal(reply.text, ':root { --radius: 0 }')
      assert.match(reply.headers['content-type'] ?? '', /^text\/css/)
    })
  }

  it('may use all properties and classes that are documented', async () => {
    const [, section = ''] = read('docs/pages.md').split(/## Your own styles/)
    const documented = section.split('| Property | Meaning |')[1]?.split('## ')[0] ?? ''
    const names = [...documented.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    assert.ok(names.length > 15)
    const styles = read('src/site/client/style.css')
    for (const name of names) {
      const isThere = name.startsWith('--') ? styles.includes(`var(${name})`) : new RegExp(`\\${name}\\b`).test(styles)
      assert.ok(isThere, name)
    }
  })

  it('have fonts, pictures, and a head and foot, from a directory', async () => {
    const theme = join(directory, 'look')
    mkdirSync(theme)
    const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 1, 2, 3])
    writeFileSync(join(theme, 'Brand-Bold.v2.woff2'), font)
    writeFileSync(join(theme, 'notes.txt'), 'not for visitors')
    writeFileSync(join(theme, 'theme.css'), '@font-face { font-family: B; src: url(theme/Brand-Bold.v2.woff2) }')
    writeFileSync(
      join(theme, 'head.html'),
      '<nav aria-label="Town" onclick="alert(3)"><ul><li><a href="https://town.example/">Town</a><ul><li><a href="/about">About</a></li></ul></li><li><details name="menu" ontoggle="alert(4)"><summary>More</summary><ul><li>A</li></ul></details></li></ul></nav><script>alert(1)</script>',
    )
    writeFileSync(join(theme, 'foot.html'), '<p onclick="alert(2)">Town hall, 1 Main Street</p>')
    const own = await createCalendar({ environment: { KALENDS_THEME: theme } })
    try {
      const { text, headers } = await own.ask('GET', '//events/', { headers: { accept: 'text/html' } })
      assert.match(headers['content-security-policy'] ?? '', /font-src 'self'/)
      assert.match(
        text,
        /<header>\s<div class="site-head"><nav aria-label="Town"><ul><li><a href="https:\/\/town\.example\/"[^>]*>Town<\/a><ul><li>/,
      )
      assert.match(text, /<li><details name="menu"><summary>More<\/summary><ul><li>A<\/li><\/ul><\/details><\/li>/)
      assert.match(text, /<div class="site-foot"><p>Town hall, 1 Main Street<\/p><\/div>/)
      assert.doesNotMatch(text, /alert/)
      assert.doesNotMatch((await own.ask('GET', '//embed/events/')).text, /site-head|site-foot/)
      const [, sheet = ''] = /href="(\/assets\/theme\.[^"]*)"/.exec(text) ?? []
      const path = new URL('theme/Brand-Bold.v2.woff2', `http://calendar.test${sheet}`).pathname
      const reply = await own.app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } })
      assert.equal(reply.statusCode, 200)
      assert.deepEqual([...reply.rawPayload], [...font])
      assert.equal(reply.headers['content-type'], 'font/woff2')
      assert.equal(reply.headers['content-encoding'], undefined)
      for (const other of ['notes.txt', 'theme.css', 'head.html', '../look/theme.css', '%2e%2e/theme.css'])
        assert.equal((await own.app.inject(`/assets/theme/${other}`)).statusCode, 404, other)
    } finally {
      await own.close()
    }
  })

  it('may count visits by one script, and by no other', async () => {
    const counted = await createCalendar({
      environment: { KALENDS_ANALYTICS: 'https://stats.example.org/script.js data-site=1 data-host-url=/s' },
    })
    const { text, headers } = await counted.ask('GET', '//events/', { headers: { accept: 'text/html' } })
    await counted.close()
    assert.match(
      text,
      /<script defer src="https:\/\/stats\.example\.org\/script\.js" data-site="1" data-host-url="\/s"><\/script>/,
    )
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /script-src 'self' https:\/\/stats\.example\.org;/)
    assert.match(policy, /connect-src 'self' https:\/\/stats\.example\.org;/)
    for (const value of [
      'stats.example.org/script.js',
      'javascript:alert(1)',
      'https://a.example/x.js onload=alert(1)',
    ])
      await assert.rejects(createCalendar({ environment: { KALENDS_ANALYTICS: value } }), /KALENDS_ANALYTICS/, value)
    const plain = await calendar.ask('GET', '//events/', { headers: { accept: 'text/html' } })
    assert.doesNotMatch(plain.headers['content-security-policy'] ?? '', /script-src 'self' /)
  })

  it('may have fewer views at the head of pages', async () => {
    const few = await createCalendar({ environment: { KALENDS_VIEWS: 'month,list' } })
    // An empty calendar has no views.
    const fair = { title: 'Fair', start_date: '2027-05-01 10:00', end_date: '2027-05-01 18:00' }
    assert.equal((await few.ask('POST', '/events', { as: 'editor', body: fair })).status, 201)
    const tabs = async (path: string) =>
      [...(await few.ask('GET', `/${path}`)).text.matchAll(/class="tab">([^<]*)</g)].map(([, name]) => name)
    assert.deepEqual(await tabs('/events/'), ['Month', 'List'])
    assert.equal((await few.ask('GET', '//events/week/')).status, 200)
    await few.close()
    const one = await createCalendar({ environment: { KALENDS_VIEWS: 'list' } })
    assert.doesNotMatch((await one.ask('GET', '//events/')).text, /class="tabs"/)
    await one.close()
  })

  it('are not asked for where there are none', async () => {
    const plain = await createCalendar()
    assert.doesNotMatch((await plain.ask('GET', '//events/')).text, /theme\./)
    await plain.close()
  })
})
