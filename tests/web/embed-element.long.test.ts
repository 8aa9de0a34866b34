import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { makePicture } from '../media/pictures.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { create } from './calendar-pages.ts'
import { visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Friday, 20 November, 15:00. */
const now = Date.parse('2026-11-20T15:00:00Z')

describe('the element for other sites', { skip }, () => {
  let calendar: Calendar
  let address: string
  let foreign: Server
  let body = ''
  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({ now, environment: { KALENDS_PUBLIC_URL: address } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(body)
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    const image = await calendar.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      payload: await makePicture('png'),
    })
    for (let n = 1; n <= 4; n++) await create(calendar, `Exhibition ${n}`, `2026-0${n}-01 10:00`, '2027-02-01 18:00')
    await create(calendar, 'Until yesterday', '2026-11-10 10:00', '2026-11-19 18:00')
    await create(calendar, 'Over', '2026-11-20 10:00', '2026-11-20 12:00')
    await create(calendar, 'Now', '2026-11-20 14:00', '2026-11-20 16:00', { categories: ['Stage'], cost: 'free' })
    const more = { image: image.body.id, venue: { venue: 'Hall', city: 'Ghent' }, categories: ['Music'], cost: '12' }
    await create(calendar, 'Tonight', '2026-11-20 19:00', '2026-11-20 21:00', more)
    await create(calendar, 'أمسية شعرية.', '2026-11-21 19:00', '2026-11-21 21:00')
    await create(calendar, 'Sunday', '2026-11-22 19:00', '2026-11-22 21:00')
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=10' }
    await create(calendar, 'Yoga', '2026-11-20 17:00', '2026-11-20 18:00', { recurrence })
    await create(calendar, 'Far', '2027-02-22 19:00', '2027-02-22 21:00')
  })
  after(async () => {
    foreign.close()
    await calendar.close()
  })

  /** Shows the element with some attributes on a foreign page, when it is ready. */
  const show = async (
    attributes: string,
    work: (page: Page, said: readonly string[], asked: readonly string[]) => Promise<void>,
    { inner = '', css = '', lang = 'en' } = {},
  ): Promise<void> => {
    body = `<!doctype html><html lang="${lang}"><head><title>Club</title><style>${css}</style>
<script>addEventListener('kalends-shown', () => { window.isShown = true }, true)</script>
<script type="module" src="${address}/assets/embed.js"></script></head>
<body><main><h1>Club</h1><kalends-events ${attributes}>${inner}</kalends-events></main></body></html>`
    const context = await (browser as Browser).newContext({ locale: 'en-US', timezoneId: 'UTC' })
    context.setDefaultTimeout(hangMilliseconds)
    await context.clock.setFixedTime(now)
    const page = await context.newPage()
    const [said, asked]: [string[], string[]] = [[], []]
    page.on('console', (message) => message.type() === 'warning' && said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    page.on('request', (request) => request.url().includes('/events/v1/') && asked.push(request.url()))
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
    await page.waitForFunction('window.isShown')
    await work(page, said, asked)
    await context.close()
  }

  const titles = (page: Page) => page.locator('kalends-events ul .link').allTextContents()

  it('shows what begins next, once what repeats, and at most two that have been on for long', async () => {
    await show('', async (page, said, asked) => {
      assert.deepEqual(await titles(page), ['Now', 'Yoga', 'Tonight', 'أمسية شعرية.', 'Sunday'])
      assert.equal(
        await page.locator('kalends-events .ongoing').textContent(),
        'Still on · Exhibition 4 until February 1, 2027 · Exhibition 3 until February 1, 2027',
      )
      assert.equal(asked.length, 2)
      // The same for every visitor, so that what is between may keep it.
      assert.ok(!asked.join().includes('2026'), asked.join('\n'))
      assert.deepEqual(said, [])
      const more = page.getByRole('link', { name: 'All events' })
      assert.equal(await more.getAttribute('href'), `${address}/events/`)
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('shows the days and the dates that are asked for', async () => {
    for (const [attributes, expected] of [
      ['when="today"', ['Now', 'Yoga', 'Tonight']],
      ['when="tomorrow"', ['Yoga', 'أمسية شعرية.']],
      ['when="weekend"', ['Yoga', 'أمسية شعرية.', 'Sunday']],
      ['when="week" max="2"', ['Now', 'Yoga']],
      ['when="never" days="1" max="50"', ['Now', 'Yoga', 'Tonight', 'أمسية شعرية.']],
      ['days="300" max="50" search="far"', ['Far']],
    ] as const) {
      await show(attributes, async (page) => assert.deepEqual(await titles(page), expected, attributes))
    }
    await show('repeats="each" search="yoga" max="50" lang="de"', async (page) => {
      assert.equal((await titles(page)).length, 10)
      const more = page.getByRole('link', { name: 'Alle Veranstaltungen' })
      assert.equal(await more.getAttribute('href'), `${address}/events/?search=yoga`)
    })
    await show('when="weekend" category="stage" more="The whole calendar"', async (page) => {
      const more = page.getByRole('link', { name: 'The whole calendar' })
      assert.equal(await more.getAttribute('href'), `${address}/events/?categories=stage&when=weekend`)
      assert.equal(await page.locator('kalends-events .message').textContent(), 'No events are planned at the moment.')
    })
    await show('more=""', async (page) => assert.equal(await page.locator('kalends-events .more').count(), 0))
  })

  it('is a list, cards, a month or one line for each event', async () => {
    await show('images', async (page) => {
      const item = page.locator('kalends-events li', { hasText: 'Tonight' })
      assert.match((await item.textContent()) ?? '', /^Fri20NovTonight7.*PM · Hall, GhentMusic\$12$/)
      assert.equal(await page.locator('kalends-events img').count(), 1)
      assert.equal(await page.locator('kalends-events li', { hasText: 'Now' }).locator('.price').textContent(), 'Free')
    })
    await show('layout="cards"', async (page) => {
      assert.equal(await page.locator('kalends-events .cards li').count(), 6)
      const box = await page.locator('kalends-events img').boundingBox()
      assert.ok(box && Math.abs(box.width / box.height - 1.6) < 0.02, JSON.stringify(box))
      assert.deepEqual(await findFaults(page), [])
    })
    await show('layout="compact"', async (page) => {
      const heights = await page
        .locator('kalends-events li')
        .evaluateAll((all: { clientHeight: number }[]) => all.map(({ clientHeight }) => clientHeight))
      assert.ok(heights.length === 5 && Math.max(...heights) < 45, heights.join())
    })
    await show('layout="month" lang="de" search="yoga"', async (page, _, asked) => {
      assert.equal(asked.length, 3)
      assert.equal(await page.locator('kalends-events strong').textContent(), 'November 2026')
      const days = page.locator('kalends-events td a')
      assert.equal(await days.count(), 10)
      const first = page.getByRole('link', { name: '20. November, 1 Veranstaltung', exact: true })
      assert.equal(await first.getAttribute('href'), `${address}/events/day/2026-11-20/?search=yoga`)
      assert.equal(await first.getAttribute('aria-current'), 'date')
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Nächster Monat' }).click()
      await page.locator('kalends-events strong', { hasText: 'Dezember 2026' }).waitFor()
      assert.equal(await days.count(), 0)
      await page.getByRole('button', { name: 'Voriger Monat' }).click()
      await page.locator('kalends-events strong', { hasText: 'November 2026' }).waitFor()
      assert.equal(await days.count(), 10)
    })
  })

  it('takes its colours from the page, gives its parts to its styles, and each title its direction', async () => {
    const css = 'body { color: #eee; background: #123; } kalends-events::part(link) { color: rgb(1, 2, 3); }'
    await show(
      '',
      async (page) => {
        const styleOf = (selector: string, property: string) =>
          page.evaluate<string>(
            `getComputedStyle(document.querySelector('kalends-events').shadowRoot.querySelector('${selector}')).${property}`,
          )
        assert.equal(await styleOf('.link', 'color'), 'rgb(1, 2, 3)')
        assert.equal(await styleOf('.time', 'color'), 'rgb(238, 238, 238)')
        assert.equal(await styleOf('.link', 'direction'), 'ltr')
        assert.equal(await styleOf('li:nth-child(4) .link', 'direction'), 'rtl')
      },
      { css },
    )
  })

  it('runs from the right in Arabic and Hebrew, with the way to earlier months on the right', async () => {
    for (const [language, words] of [
      ['ar', ['كل الفعاليات', 'الشهر السابق', 'الشهر التالي']],
      ['he', ['כל האירועים', 'החודש הקודם', 'החודש הבא']],
    ] as const) {
      await show(`layout="month" lang="${language}"`, async (page) => {
        const [all, previous, next] = words
        await page.getByRole('link', { name: all }).waitFor()
        const box = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.x ?? Number.NaN
        // The sign turns by itself, as brackets do; a style that turned it, too, would turn it back.
        const styles = await page.evaluate<string[]>(`(() => {
          const button = document.querySelector('kalends-events').shadowRoot.querySelector('button')
          return [getComputedStyle(button).direction, getComputedStyle(button.firstElementChild).transform]
        })()`)
        assert.deepEqual(styles, ['rtl', 'none'])
        assert.ok((await box(previous)) > (await box(next)))
        const [first, last] = ['first', 'last'].map((which) => page.locator(`kalends-events th:${which}-child`))
        assert.ok(((await first?.boundingBox())?.x ?? 0) > ((await last?.boundingBox())?.x ?? 0))
        assert.deepEqual(await findFaults(page), [])
      })
    }
    await show('lang="he"', async (page) => {
      assert.match(
        (await page.locator('kalends-events time').allTextContents()).join(),
        /\u2066\d+:\d\d–\d+:\d\d\u2069/,
      )
    })
  })

  it('says in its language what it cannot show, and keeps what the page has instead', async () => {
    const gone = `src="http://127.0.0.1:${await freePort()}"`
    await show(`${gone} lang="fr"`, async (page, said) => {
      assert.match(
        (await page.locator('kalends-events .message').textContent()) ?? '',
        /^Les événements ne peuvent pas/,
      )
      const link = page.getByRole('link', { name: 'Les voir dans le calendrier' })
      assert.match((await link.getAttribute('href')) ?? '', /\/events\/$/)
      assert.equal(said.length, 1)
    })
    await show(
      gone,
      async (page) => {
        await page.getByRole('link', { name: 'Our calendar' }).waitFor()
        assert.equal(await page.locator('kalends-events .message').count(), 0)
      },
      { inner: '<a href="https://example.org">Our calendar</a>' },
    )
    await show(
      '',
      async (page) =>
        assert.equal(await page.evaluate(`document.querySelector('kalends-events span').getClientRects().length`), 0),
      { inner: '<span>Loading</span>' },
    )
    await show('category="nope" lang="de"', async (page, said) => {
      assert.match((await page.locator('kalends-events .message').textContent()) ?? '', /^Zurzeit sind keine/)
      assert.match(said.join(), /^kalends-events: category="nope": There is no category nope\.$/)
    })
    await show('venue="12345" empty="Nothing on"', async (page) =>
      assert.equal(await page.locator('kalends-events .message').textContent(), 'Nothing on'),
    )
    await show('lang="not_a_language"', async (page, said) => {
      assert.equal((await titles(page)).length, 5)
      assert.deepEqual(said, [])
    })
  })

  it('counts a night, and an end at midnight, to the day before, as pages do', async () => {
    const made = [
      await create(calendar, 'Ball', '2026-11-22 22:00', '2026-11-23 03:00'),
      await create(calendar, 'Fair', '2026-11-10 10:00', '2026-12-03 00:00'),
      await create(calendar, 'Camp', '2026-11-24 10:00', '2026-11-26 12:00'),
    ]
    await show('search="ball"', async (page) => {
      const text = (await page.locator('kalends-events li').textContent()) ?? ''
      assert.equal(text.replace(/\s/g, ' '), 'Sun22NovBall10 PM – 3 AM')
    })
    await show('search="fair"', async (page) =>
      assert.equal(await page.locator('kalends-events .ongoing').textContent(), 'Still on · Fair until December 2'),
    )
    // What lasts for days has both of its dates.
    await show('search="camp"', async (page) =>
      assert.match((await page.locator('kalends-events time').textContent()) ?? '', /Nov.* 24.*Nov.* 26/),
    )
    for (const { id } of made) await calendar.ask('DELETE', `/events/${id}`, { as: 'editor' })
  })

  it('is what the page shows that writes its code, and both follow each choice', async () => {
    const visit = visitorOf(browser as Browser, address)
    await visit('/embed/', async (page) => {
      await page.locator('kalends-events .link').first().waitFor()
      assert.equal(await page.getByRole('button', { name: 'Update' }).isVisible(), false)
      const looks = page.getByLabel('How it looks')
      await looks.focus()
      await looks.selectOption('compact')
      await page.locator('#snippet', { hasText: 'layout="compact"' }).waitFor()
      await page.locator('kalends-events .compact .link').first().waitFor()
      assert.equal(await page.evaluate('document.activeElement.name'), 'layout')
      assert.match(page.url(), /layout=compact/)
      assert.equal(await page.getByLabel('Height in pixels').isVisible(), false)
      const most = page.getByLabel('Number of events')
      await most.fill('2')
      await most.press('Enter')
      await page.locator('#snippet', { hasText: 'max="2"' }).waitFor()
      assert.equal(await page.evaluate('document.activeElement.name'), 'max')
      await page.getByLabel('Fonts and colours').selectOption('frame')
      await page.locator('.preview iframe').waitFor()
      await page.frameLocator('.preview iframe').locator('.embed-lines li').nth(1).waitFor()
      assert.equal(await page.getByLabel('Height in pixels').isVisible(), true)
      assert.deepEqual(await findFaults(page), [])
    })
    await visit(
      '/embed/',
      async (page) => {
        await page.getByLabel('How it looks').selectOption('cards')
        await page.getByRole('button', { name: 'Update' }).click()
        await page.locator('#snippet', { hasText: 'layout="cards"' }).waitFor()
      },
      { javaScriptEnabled: false },
    )
  })
})
