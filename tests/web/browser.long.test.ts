import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { languages } from '../../src/i18n/catalogue.ts'
import { drawPicture } from '../media/pictures.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { watchMoves } from './moves.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

describe('in a browser', { skip }, () => {
  assert.ok(typeof browser !== 'string' || skip)
  let calendar: Calendar
  let address: string

  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: address } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    const send = async (of: string, body: Record<string, unknown>) => {
      const reply = await calendar.ask('POST', `/${of}`, { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    }
    const picture = await calendar.ask('POST', '//wp-json/wp/v2/media?alt_text=Poster', {
      as: 'editor',
      payload: await drawPicture({ width: 1600, height: 900 }).jpeg().toBuffer(),
      headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="poster.jpg"' },
    })
    const music = await send('categories', { name: 'Music' })
    const day = (n: number, hour: number) =>
      `${new Date(testNow + n * 86_400_000).toISOString().slice(0, 10)} ${String(hour).padStart(2, '0')}:00:00`
    for (let n = 1; n <= 7; n++) {
      await send('events', {
        title: `Evening ${n}`,
        status: 'publish',
        start_date: day(n, 19),
        end_date: day(n, 21),
        description: '<p>An evening with <a href="https://example.org">guests</a>.</p>',
        categories: n === 3 ? [music.id] : [],
        featured: n === 2,
        image: n === 1 ? picture.body.id : null,
        cost: n === 4 ? '0' : '12',
        venue: { venue: `Hall ${n}`, city: 'Ghent', address: 'Road 1', geo_lat: 51, geo_lng: 3.7 },
        organizer: { organizer: 'Club', email: 'club@example.org' },
      })
    }
    for (let n = 0; n < 30; n++) {
      await send('events', {
        title: `Many ${n}`,
        status: 'publish',
        start_date: day(40, 9),
        end_date: day(40, 10),
        tags: ['many'],
      })
    }
    await send('events', { title: 'Exhibition', status: 'publish', start_date: day(-3, 9), end_date: day(9, 17) })
  })

  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const withPage: Visitor = (...visit) => visitorOf(browser as Browser, address)(...visit)

  for (const [name, options] of [
    ['with a script', {}],
    ['without scripts', { javaScriptEnabled: false }],
    ['on a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ] as const) {
    describe(`a visitor ${name}`, () => {
      it('finds an event by its month', async () => {
        await withPage(
          '/',
          async (page) => {
            await page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'Month' }).click()
            const tomorrow = new Date(testNow + 86_400_000).toISOString().slice(0, 10)
            const day = page.locator(`.month a.day:has(time[datetime="${tomorrow}"])`)
            if ((await day.count()) === 0) await page.locator('a[rel=next]').click()
            // A phone shows the events of the day that is touched.
            if ('isMobile' in options) await day.click()
            await page
              .getByRole('link', { name: /Evening 1\b/ })
              .first()
              .click()
            await page.getByRole('heading', { name: 'Evening 1', level: 1 }).waitFor()
          },
          options,
        )
      })

      it('goes to a date', async () => {
        await withPage(
          '/events/month/',
          async (page) => {
            await page.getByLabel('Date', { exact: true }).fill('2027-03-14')
            // The script shows a date that is picked at once.
            if ('javaScriptEnabled' in options) await page.getByRole('button', { name: 'Go' }).click()
            await page.getByRole('heading', { name: 'March 2027', level: 1 }).waitFor()
            assert.equal(new URL(page.url()).pathname, '/events/month/2027-03/')
          },
          options,
        )
      })

      it('finds an event by words, and by its category', async () => {
        await withPage(
          '/events/',
          async (page) => {
            await page.getByRole('searchbox', { name: 'Search' }).fill('evening 5')
            await page.getByRole('button', { name: 'Find events' }).click()
            assert.deepEqual(await page.locator('article .title a').allTextContents(), ['Evening 5'])
            await page.getByRole('searchbox', { name: 'Search' }).fill('')
            await page.getByRole('button', { name: 'Find events' }).click()
            await page.locator('article .title a').nth(5).waitFor()
            await page.locator('.panel > summary').click()
            const filters = page.locator('.filters')
            await filters.getByRole('group', { name: 'Category' }).getByLabel('Music').check()
            await filters
              .getByRole('button', {
                name: 'javaScriptEnabled' in options ? 'Show events' : 'Show 1 event',
                exact: true,
              })
              .click()
            assert.deepEqual(await page.locator('article .title a').allTextContents(), ['Evening 3'])
            await page.locator('article .title a').click()
            await page.getByRole('heading', { name: 'Evening 3', level: 1 }).waitFor()
          },
          options,
        )
      })

      it('takes an event into a calendar of their own', async () => {
        await withPage(
          '/event/evening-1/',
          async (page) => {
            await page.getByText('Add to your calendar').click()
            const download = page.waitForEvent('download')
            await page
              .getByRole('link', { name: /iCalendar/ })
              .first()
              .click()
            assert.match(
              readFileSync(await (await download).path(), 'utf8'),
              /^BEGIN:VCALENDAR.*SUMMARY:Evening 1\r\n/s,
            )
          },
          options,
        )
      })
    })
  }

  it('the filters say how many events a choice leaves, and their button stays in view on a phone', async () => {
    await withPage(
      '/events/',
      async (page) => {
        const asked: string[] = []
        page.on('request', (request) => request.url().includes('/events/filters/') && asked.push(request.url()))
        await page.locator('.panel > summary').click()
        const panel = page.locator('.panel')
        const button = panel.getByRole('button')
        await panel.getByText(/^Show \d+ events$/).waitFor()
        const whole = await button.textContent()
        const box = await button.boundingBox()
        assert.ok(box && box.y + box.height <= 740 && box.y > 600, 'the button is at the foot of the screen')
        assert.equal(await panel.locator('label', { hasText: 'Music' }).locator('.count').textContent(), '1')
        await panel.getByLabel('Music').check()
        await panel.getByRole('button', { name: 'Show 1 event', exact: true }).waitFor()
        // Choices that follow each other at once ask once.
        asked.length = 0
        await page.evaluate(`for (let n = 0; n < 10; n++) document.querySelector('[name=free]').click()`)
        await panel.getByLabel('Featured only').check()
        await panel.getByRole('button', { name: 'Show 0 events' }).waitFor()
        assert.equal(asked.length, 1, asked.join())
        assert.match(asked[0] ?? '', /\?categories=music&featured=true$/)
        await panel.getByText('Remove all filters').click()
        await panel.getByRole('button', { name: whole ?? '', exact: true }).waitFor()
        assert.equal(await panel.locator(':checked').count(), 0)
        assert.deepEqual(await findFaults(page), [])
        // What is beside the panel closes it.
        await page.mouse.click(20, 40)
        assert.equal(await panel.getAttribute('open'), null)
        // Where the numbers cannot be had, the button says what it did before.
        await page.evaluate('globalThis.fetch = () => Promise.reject(new Error())')
        await panel.locator('summary').first().click()
        await panel.getByLabel('Music').check()
        await panel.getByRole('button', { name: 'Show events', exact: true }).click()
        await page.waitForURL(/\/events\/\?categories=music$/)
      },
      { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    )
  })

  it('an event is shared by its link', async () => {
    await withPage(
      '/event/evening-1/',
      async (page) => {
        await page.getByRole('link', { name: 'Share' }).click()
        await page.getByText('The link is copied.').waitFor()
        assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /\/event\/evening-1\/$/)
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })

  it('an event tells its time in the zone of the visitor, where clocks show another time there', async () => {
    await withPage('/event/evening-1/', (page) => page.getByText(/In your time: .*\(Asia\/Tokyo\)/).waitFor(), {
      timezoneId: 'Asia/Tokyo',
    })
    // The zone of the site, and one with another name and the same clock.
    for (const timezoneId of ['UTC', 'Africa/Abidjan']) {
      await withPage(
        '/event/evening-1/',
        async (page) => {
          await page.waitForLoadState('networkidle')
          assert.equal(await page.getByText('In your time').count(), 0, timezoneId)
        },
        { timezoneId },
      )
    }
  })

  it('the next page of a list is added to it, once, and the address stays that of the list', async () => {
    for (const view of ['', 'photo/']) {
      await withPage(`/events/tag/many/${view}`, async (page) => {
        const cards = page.locator('article')
        const first = await cards.count()
        await page.getByRole('link', { name: 'More events' }).click()
        await cards.nth(first).waitFor()
        const titles = await cards.locator('.title').allTextContents()
        assert.deepEqual(
          titles,
          Array.from({ length: 30 }, (_, n) => `Many ${n}`),
        )
        assert.equal(new URL(page.url()).search, '')
        assert.equal(await page.evaluate('document.activeElement.textContent'), `Many ${first}`)
        assert.equal(await page.locator('.pages [role=status]').textContent(), 'Page 2 of 2')
        assert.equal(await page.getByRole('link', { name: 'More events' }).count(), 0)
        // All of them are on one day.
        assert.equal(await page.locator('h2 time').count(), 1)
      })
    }
    await withPage(
      '/events/tag/many/',
      async (page) => {
        await page.getByRole('link', { name: 'More events' }).click()
        await page.waitForURL(/\?page=2$/)
        assert.equal(await page.locator('article').count(), 10)
      },
      { javaScriptEnabled: false },
    )
  })

  it('pictures leave headings room on phones, whatever the number of events of a day', async () => {
    for (const width of [390, 320]) {
      await withPage(
        '/events/photo/',
        async (page) => {
          const widths = await page
            .locator('.photo-days :is(h2, h3)')
            .evaluateAll((all) => all.map((it: { offsetWidth: number }) => it.offsetWidth))
          assert.ok(widths.length > 10)
          assert.ok(Math.min(...widths) > 150, `${width}: ${widths}`)
        },
        { viewport: { width, height: 800 } },
      )
    }
  })

  it('the way to the tickets stays on the screen of a phone when the page has moved on', async () => {
    const offers = [{ name: 'Seat', price: '12', currency: 'EUR', url: 'https://example.org/tickets' }]
    const description = '<p>A long evening.</p>'.repeat(60)
    const dates = { start_date: '2026-12-30 20:00', end_date: '2026-12-30 22:00' }
    const event = { title: 'Tickets', ...dates, status: 'publish', offers, description }
    const reply = await calendar.ask('POST', '/events', { as: 'editor', body: event })
    assert.equal(reply.status, 201, reply.text)
    await withPage(
      '/event/tickets/',
      async (page) => {
        const place = () =>
          page.evaluate<string>(`getComputedStyle(document.querySelector('.actions > a.button')).position`)
        const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
        assert.equal(await place(), 'static')
        const before = await height()
        await page.evaluate('scrollTo({ top: 2000, behavior: "instant" })')
        await page.waitForFunction(
          `document.querySelector('.actions.passed > a.button')?.getBoundingClientRect().top > 600`,
        )
        // Nothing moves, but for the room below the foot.
        assert.ok((await height()) - before < 100)
        await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
        await page.waitForFunction(`!document.querySelector('.passed')`)
        assert.equal(await place(), 'static')
      },
      { viewport: { width: 390, height: 800 } },
    )
    await calendar.ask('DELETE', `/events/${reply.body.id}?force=true`, { as: 'editor' })
  })

  it('an embed on a foreign page shows the next five events', async (test) => {
    const example = readFileSync(join(import.meta.dirname, '../../examples/website/index.html'), 'utf8')
    const foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(example.replaceAll('http://127.0.0.1:8080', address))
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    test.after(() => foreign.close())
    const page = await (browser as Browser).newPage()
    page.setDefaultTimeout(hangMilliseconds)
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
    const titles = page.locator('kalends-events ul .link')
    await titles.nth(4).waitFor()
    assert.deepEqual(
      await titles.allTextContents(),
      [1, 2, 3, 4, 5].map((n) => `Evening ${n}`),
    )
    assert.deepEqual(await page.locator('kalends-events .ongoing .link').allTextContents(), ['Exhibition'])
    await page.evaluate(`document.querySelector('kalends-events').setAttribute('category', 'music')`)
    await page.waitForFunction(
      `document.querySelector('kalends-events').shadowRoot.querySelectorAll('.link').length === 1`,
    )
    assert.deepEqual(await titles.allTextContents(), ['Evening 3'])
    await page.close()
  })

  it('feeds and sitemaps are XML for a browser, which forgives nothing', async () => {
    const page = await (browser as Browser).newPage()
    page.setDefaultTimeout(hangMilliseconds)
    const faultsIn = (text: string) =>
      page.evaluate<number>(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/xml').querySelectorAll('parsererror').length`,
      )
    for (const path of ['/events/feed.rss', '/sitemap.xml', '/sitemap-events-1.xml']) {
      const { status, text } = await calendar.ask('GET', `/${path}`)
      assert.deepEqual([status, await faultsIn(text)], [200, 0], path)
      assert.notEqual(await faultsIn(text.replace('</', '&nbsp;</')), 0)
    }
    await page.close()
  })

  it('the interface is explored and tried without asking anybody else', async () => {
    await withPage('/docs/', async (page) => {
      const list = page.locator('.opblock-get').filter({ has: page.locator('[data-path="/events"]') })
      await list.locator('.opblock-summary-control').click()
      await list.getByRole('button', { name: 'Execute' }).click()
      await list.locator('.live-responses-table .response-col_status').filter({ hasText: '200' }).waitFor()
      assert.match(await list.locator('.live-responses-table').innerText(), /Evening 1/)
    })
  })

  const paths = [
    '/events/',
    '/events/month/',
    '/events/week/',
    '/events/past/',
    '/events/photo/',
    '/events/?search=nothing',
    '/events/?categories=music&free=true',
    '/event/evening-1/',
    '/venue/hall-1/',
    '/organizer/club/',
    '/events/category/music/',
    '/nothing/',
    '/embed/events/',
    '/events/day/',
    '/venues/',
    '/organizers/',
    '/events/filters/?categories=music',
    '/events/?geoloc_lat=51&geoloc_lng=3&sort=distance',
    '/embed/',
    '/embed/?kind=frame&theme=dark',
    '/embed/events/?layout=cards',
    '/embed/events/?layout=compact',
    '/embed/month/',
  ]

  for (const language of languages) {
    it(`nothing on the pages in ${language} keeps anybody out (WCAG 2.2 AA, by axe)`, async () => {
      const faults: string[] = []
      for (const [at, path] of paths.entries()) {
        const colorScheme = at % 2 === languages.indexOf(language) % 2 ? 'dark' : 'light'
        const prefix = language === 'en' ? '' : `/${language}`
        const context = await (browser as Browser).newContext({ colorScheme })
        const page = await context.newPage()
        page.setDefaultTimeout(hangMilliseconds)
        await page.goto(`${address}${prefix}${path}`)
        // All at once, also those of which one closes the others.
        await page.evaluate(
          `for (const details of document.querySelectorAll('details')) { details.removeAttribute('name'); details.open = true }`,
        )
        for (const fault of await findFaults(page)) faults.push(`${prefix}${path} (${colorScheme}) ${fault}`)
        await context.close()
      }
      assert.deepEqual(faults, [])
    })
  }

  it('a page that keeps somebody out is noticed (negative control)', async () => {
    await withPage('/events/', async (page) => {
      await page.evaluate(
        `document.querySelector('main').append(Object.assign(document.createElement('img'), { src: 'data:,' }))`,
      )
      assert.match((await findFaults(page)).join(), /image-alt/)
    })
  })

  it('the keyboard alone suffices', async () => {
    await withPage('/events/', async (page) => {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate('document.activeElement.id'), 'main')
      const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()')
      for (let n = 0; n < 40 && (await focused()) !== 'Evening 1'; n++) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Evening 1', level: 1 }).waitFor()
    })
  })

  it('pages fit on every screen, and nothing on them moves once it is shown', async () => {
    for (const width of [320, 768, 1280]) {
      for (const path of [
        '/events/',
        '/events/photo/',
        '/events/month/',
        '/events/week/',
        '/event/evening-1/',
        '/venue/hall-1/',
        '/venues/',
      ]) {
        await withPage(
          path,
          async (page) => {
            const { width: wide, moves } = await watchMoves(page)
            assert.ok(wide <= width, `${path} is ${wide} wide on a screen of ${width}`)
            assert.deepEqual(moves, [], path)
          },
          { viewport: { width, height: 800 } },
        )
      }
    }
  })

  it('a page on which a script moves something is found', async () => {
    await withPage('/events/', async (page) => {
      await page.addInitScript(`addEventListener('load', () =>
        requestAnimationFrame(() => setTimeout(() => document.body.prepend(document.createElement('hr')))))`)
      assert.notDeepEqual((await watchMoves(page)).moves, [])
    })
  })

  it('the first page and its script are small', async () => {
    let [all, scripts] = [0, 0]
    const context = await (browser as Browser).newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(hangMilliseconds)
    page.on('requestfinished', async (request) => {
      const { responseBodySize } = await request.sizes()
      if (request.resourceType() === 'image') return
      all += responseBodySize
      if (request.resourceType() === 'script') scripts += responseBodySize
    })
    await page.goto(`${address}/`, { waitUntil: 'networkidle' })
    await context.close()
    assert.ok(all > 1000 && all <= 60 * 1024, `${all} bytes`)
    assert.ok(scripts > 100 && scripts <= 15 * 1024, `${scripts} bytes of scripts`)
  })
})
