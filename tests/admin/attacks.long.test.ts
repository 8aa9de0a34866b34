import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type AdminSite, logIn, logOut, password, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** A site of somebody else, which shows any markup at any address. */
const startOtherSite = async () => {
  const port = await freePort()
  let html = ''
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  server.listen(port)
  await once(server, 'listening')
  return {
    /** Cookies ignore ports: a browser takes this address and that of the calendar for one site. */
    sameSite: `http://127.0.0.1:${port}`,
    otherSite: `http://localhost:${port}`,
    show: (markup: string): void => {
      html = `<!doctype html><title>Other</title><body>${markup}`
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('attacks on people who are logged in', { skip }, () => {
  let site: AdminSite
  let other: Awaited<ReturnType<typeof startOtherSite>>
  let context: BrowserContext
  let page: Page

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin', 'editor', 'author'])
    other = await startOtherSite()
  })
  after(async () => {
    await site?.calendar.close()
    other?.close()
  })
  beforeEach(async () => {
    context = await (browser as Browser).newContext({ locale: 'en-US' })
    context.setDefaultTimeout(hangMilliseconds)
    page = await context.newPage()
  })
  afterEach(async () => {
    await context.close()
  })

  /** Logs the browser in without a page; returns the nonce, which only pages of the calendar get. */
  const enter = async (name: string): Promise<string> => {
    const answer = await fetch(`${site.address}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password }),
    })
    const { nonce } = (await answer.json()) as { nonce: string }
    const value = /kalends_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
    await context.addCookies([{ name: 'kalends_session', value, url: site.address, httpOnly: true, sameSite: 'Lax' }])
    return nonce
  }

  const titles = async (): Promise<string[]> => {
    const { body } = await site.calendar.ask(
      'GET',
      '/events?status=publish,draft,pending,future&per_page=50&start_date=2020-01-01&end_date=2040-01-01',
      { as: 'admin' },
    )
    return body.events.map(({ title }: { title: string }) => title)
  }

  /** A form of another site that creates an event by itself. */
  const forge = async (origin: string, title: string, nonce = ''): Promise<void> => {
    const query = nonce && `?_wpnonce=${nonce}`
    const fields = { title, start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' }
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
    const target = `${site.address}/wp-json/tribe/events/v1/events${query}`
    other.show(`<form method="post" action="${target}">${inputs.join('')}</form>`)
    await page.goto(origin)
    await page.evaluate('document.forms[0].submit()')
    await page.waitForURL(target)
  }

  it('a form of another site writes nothing (CSRF)', async () => {
    const nonce = await enter('editor')
    await forge(other.sameSite, 'Without a nonce')
    await forge(other.otherSite, 'Without a nonce')
    // Another site does not get the cookie sent along, even where it knows the nonce.
    await forge(other.otherSite, 'Without the cookie', nonce)
    assert.deepEqual(await titles(), [])
    // The nonce is all that keeps the first form from writing.
    await forge(other.sameSite, 'With both', nonce)
    assert.deepEqual(await titles(), ['With both'])
  })

  it('a script of another site reads neither the nonce nor a draft', async () => {
    await enter('editor')
    const readFrom = async (origin: string, path: string): Promise<string> => {
      other.show('')
      await page.goto(`${origin}/`)
      return page.evaluate(
        (url) =>
          fetch(url, { credentials: 'include' }).then(
            (answer) => answer.text(),
            () => 'refused',
          ),
        `${site.address}${path}`,
      )
    }
    for (const origin of [other.sameSite, other.otherSite]) {
      assert.equal(await readFrom(origin, '/session'), 'refused')
      assert.equal(await readFrom(origin, '/wp-json/tribe/events/v1/events?status=draft'), 'refused')
    }
    // What is public, scripts of all sites may read, without a session.
    const open = await page.evaluate(
      (url) => fetch(url).then((answer) => answer.status),
      `${site.address}/wp-json/tribe/events/v1/events`,
    )
    assert.equal(open, 200)
    await page.goto(`${site.address}/admin/`)
    assert.match(await page.evaluate(() => fetch('/session').then((answer) => answer.text())), /"nonce"/)
  })

  it('the admin is shown in no frame of another site (clickjacking)', async () => {
    await enter('editor')
    const framed = async (path: string): Promise<string> => {
      other.show(`<iframe src="${site.address}${path}"></iframe>`)
      await page.goto(other.sameSite)
      return (
        (await page
          .frames()[1]
          ?.locator('body')
          .innerText()
          .catch(() => '')) ?? ''
      )
    }
    for (const path of ['/admin/', '/admin/users', '/admin/welcome']) {
      await framed(path)
      assert.match(page.frames()[1]?.url() ?? '', /^chrome-error:/, path)
    }
    // What is made for other pages is shown in a frame.
    await framed('/embed/events/')
    assert.equal(page.frames()[1]?.url(), `${site.address}/embed/events/`)
  })

  it('a session that somebody has planted is not used (fixation)', async () => {
    const planted = 'A'.repeat(43)
    const cookie = async (): Promise<string | undefined> =>
      (await context.cookies(site.address)).find(({ name }) => name === 'kalends_session')?.value
    const statusWith = async (value: string | undefined): Promise<number> =>
      (await fetch(`${site.address}/session`, { headers: { cookie: `kalends_session=${value}` } })).status
    await context.addCookies([{ name: 'kalends_session', value: planted, url: site.address }])
    await page.goto(`${site.address}/admin/`)
    await logIn(page, 'editor')
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    const first = await cookie()
    assert.notEqual(first, planted)
    assert.equal(await statusWith(planted), 401)
    assert.equal(await statusWith(first), 200)
    // Nor is one used again that was logged out.
    await logOut(page)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    assert.equal(await statusWith(first), 401)
  })

  it('markup in texts runs nowhere, and no script could read the session (XSS)', async () => {
    const live = '<img src=x onerror="window.stolen=1"><script>window.stolen=1</script><svg onload="window.stolen=1">'
    // What the browser would run: the text is no dud.
    await page.goto(`${site.address}/robots.txt`)
    await page.setContent(live)
    await page.waitForFunction('window.stolen === 1')

    const times = { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' }
    const text = `Live ${live}`
    const body = { title: text, description: text, excerpt: text, cost: text, status: 'pending', ...times }
    const nested = {
      venue: { venue: text, address: text },
      organizer: { organizer: text },
      categories: [text],
      tags: [text],
    }
    const made = await site.calendar.ask('POST', '/events', { as: 'admin', body: { ...body, ...nested } })
    assert.equal(made.status, 201, made.text)
    await enter('editor')
    for (const path of ['/', `/events/${made.body.id}`, '/review', '/calendar', '/account']) {
      await page.goto(`${site.address}/admin${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.evaluate('window.stolen'), undefined, path)
    }
    const seen = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])')
    assert.doesNotMatch(String(seen), /kalends_session|nonce/)
    // A script that gets into the page does not run either.
    await page.evaluate(
      "const script = document.createElement('script'); script.textContent = 'window.stolen = 1'; document.body.append(script)",
    )
    assert.equal(await page.evaluate('window.stolen'), undefined)
  })

  it('a role that was taken away counts at once', async () => {
    await enter('author')
    await page.goto(`${site.address}/admin/events/new`)
    await page.getByLabel('Title').fill('Too late')
    const users = (await site.calendar.ask('GET', '//wp/v2/users?context=edit', { as: 'admin' })).body
    const { id } = users.find(({ username }: { username: string }) => username === 'author')
    const setRole = (role: string) =>
      site.calendar.ask('POST', `//wp/v2/users/${id}`, { as: 'admin', body: { roles: [role] } })
    assert.equal((await setRole('subscriber')).status, 200)
    await pressSave(page)
    await page.getByText('You are not allowed to do that.').waitFor()
    assert.equal((await titles()).includes('Too late'), false)
    // The same form saves with the role, and nothing that was typed is lost.
    await setRole('author')
    await pressSave(page)
    await page.getByText(savedText).waitFor()
    assert.ok((await titles()).includes('Too late'))
  })

  it('an address leads to no other site after a log-in (open redirect)', async () => {
    other.show('<h1>Other</h1>')
    const host = other.otherSite.slice('http:'.length)
    for (const path of [
      `/admin/?to=${other.otherSite}`,
      `/admin/${host}`,
      `/admin/#${other.otherSite}`,
      `/admin/%5c${host}`,
    ]) {
      await context.clearCookies()
      await page.goto(`${site.address}${path}`)
      await logIn(page, 'editor')
      await page.getByRole('navigation').first().waitFor()
      assert.equal(new URL(page.url()).origin, site.address, path)
    }
  })

  it('a file that is no image is refused, and the form says so', async () => {
    await enter('author')
    await page.goto(`${site.address}/admin/events/new`)
    await page.getByLabel('Title').waitFor()
    const choose = page.locator('input[type=file]').first()
    const script = Buffer.from('<script>alert(1)</script>')
    const refused = page.waitForResponse((response) => response.url().includes('/wp/v2/media'))
    await choose.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: script })
    assert.equal((await refused).status(), 415)
    await page.locator('.notice.failed').first().waitFor()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await choose.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
    await page.getByText('It is not a picture that pages can show').waitFor()
    const media = async (): Promise<number> =>
      (await site.calendar.ask('GET', '//wp/v2/media', { as: 'admin' })).body.length
    assert.equal(await media(), 0)
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const answered = page.waitForResponse((response) => response.url().includes('/wp/v2/media'))
    await choose.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: image })
    assert.equal((await answered).status(), 201)
    assert.equal(await media(), 1)
  })
})
