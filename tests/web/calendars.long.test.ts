import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { languages } from '../../src/i18n/catalogue.ts'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { watchMoves } from './moves.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

describe('calendars in a browser', { skip }, () => {
  assert.ok(typeof browser !== 'string' || skip)
  let calendar: Calendar
  let address: string

  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: address, KALENDS_TIMEZONE: 'Europe/Paris' } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    const create = async (title: string, start: string, end: string, more: object = {}) => {
      const body = { title, status: 'publish', start_date: start, end_date: end, ...more }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
    }
    const allDay = { all_day: true, categories: ['Fairs'] }
    await create('Five days', '2026-11-12', '2026-11-16', { ...allDay, featured: true })
    await create('Exhibition', '2026-10-20 10:00:00', '2026-12-24 18:00:00')
    await create('Camp', '2026-11-17 10:00:00', '2026-11-20 18:00:00', { categories: ['Fairs'] })
    for (let n = 1; n <= 8; n++) {
      const hour = String(9 + n).padStart(2, '0')
      await create(`Talk ${n}`, `2026-11-18 ${hour}:00:00`, `2026-11-18 ${hour}:50:00`, { categories: ['Talks'] })
    }
    for (let n = 1; n <= 4; n++)
      await create(`Beside ${n}`, '2026-11-19 19:00:00', '2026-11-19 20:30:00', { venue: { venue: 'Hall' } })
    await create('Night', '2026-11-20 22:00:00', '2026-11-21 04:00:00', { featured: true })
    await create('Cancelled', '2026-11-20 10:00:00', '2026-11-20 11:00:00', { event_status: 'cancelled' })
    await create('מוזיקה ושירה', '2026-11-20 12:00:00', '2026-11-20 13:00:00')
  })

  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const withPage: Visitor = (...visit) => visitorOf(browser as Browser, address)(...visit)

  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    assert.ok(box, selector)
    return box
  }

  const paths = [
    '/events/month/2026-11/',
    '/events/week/2026-11-18/',
    '/events/day/2026-11-20/',
    '/ja/events/month/2026-11/',
  ]

  for (const [name, options] of [
    ['a phone', phone],
    ['a desktop', desktop],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`keep nobody out on ${name}, ${colorScheme}, and move nothing (WCAG 2.2 AA, by axe)`, async () => {
        for (const path of paths) {
          await withPage(
            path,
            async (page) => {
              assert.deepEqual(await findFaults(page), [], path)
              const { width, moves } = await watchMoves(page)
              assert.ok(width <= (options.viewport?.width ?? 0), `${path} is ${width} wide`)
              assert.deepEqual(moves, [], path)
              if (options === desktop && path.includes('month')) {
                await page.locator('summary.plus').first().click()
                assert.deepEqual(await findFaults(page), [], `${path} with an open day`)
              }
            },
            { ...options, colorScheme },
          )
        }
      })
    }
  }

  it('have bars as wide as their days, in both directions of writing', async () => {
    for (const direction of ['ltr', 'rtl']) {
      await withPage(
        '/events/month/2026-11/',
        async (page) => {
          await page.evaluate(`document.documentElement.dir = '${direction}'`)
          const cells = await page.evaluate<number[][]>(`[...document.querySelectorAll('.month tbody tr')].map((row) =>
            [...row.cells].flatMap((it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().right]))`)
          const bars = await page.evaluate<
            [number, number, number, number][]
          >(`[...document.querySelectorAll('.lanes > .bar')].map((it) => {
            const { left, right } = it.getBoundingClientRect()
            const cell = it.closest('td')
            return [cell.parentElement.sectionRowIndex, left, right, cell.cellIndex]
          })`)
          assert.ok(bars.length >= 3)
          for (const [row, left, right] of bars) {
            const edges = cells[row] ?? []
            for (const edge of [left, right]) {
              assert.ok(
                edges.some((it) => Math.abs(it - edge) <= 2),
                `${direction}: ${edge} is no edge of a day: ${edges.join(' ')}`,
              )
            }
          }
          // Monday to Monday: Thursday to Sunday, and a day of the next week.
          const five = await page.evaluate<number[]>(`[...document.querySelectorAll('.lanes > .bar')]
            .filter((it) => it.textContent.includes('Five days')).map((it) => Math.round(it.offsetWidth / it.closest('td').offsetWidth))`)
          assert.deepEqual(five, [4, 1])
        },
        desktop,
      )
    }
  })

  it('open a day of the month in place, and close it', async () => {
    await withPage(
      '/events/month/2026-11/',
      async (page) => {
        const panel = page.locator('details.more > div')
        await page.locator('summary', { hasText: '5 more – Wednesday, November 18' }).click()
        await panel.getByRole('link', { name: 'Talk 8' }).waitFor()
        assert.equal(await panel.getByRole('link').count(), 9)
        await page.keyboard.press('Escape')
        assert.equal(await panel.isVisible(), false)
        assert.match(await page.evaluate<string>('document.activeElement.textContent'), /5 more/)
        await page.keyboard.press('Enter')
        assert.equal(await panel.isVisible(), true)
        await page.getByRole('heading', { level: 1 }).click()
        assert.equal(await panel.isVisible(), false)
      },
      desktop,
    )
    // Without scripts it opens too.
    await withPage(
      '/events/month/2026-11/',
      async (page) => {
        await page.locator('summary.plus').click()
        await page.locator('details.more').getByRole('link', { name: 'Talk 8' }).waitFor()
      },
      { ...desktop, javaScriptEnabled: false },
    )
  })

  it('show on a phone the events of the day that is touched, and lead to the day without scripts', async () => {
    await withPage(
      '/events/month/2026-11/',
      async (page) => {
        const agenda = page.locator('.agenda')
        const titles = () => agenda.locator('li span[dir=auto]').allTextContents()
        assert.deepEqual(await titles(), ['Camp', 'Cancelled Cancelled', 'מוזיקה ושירה', 'Night'])
        await page.getByRole('link', { name: 'Saturday, November 14, 1 event' }).click()
        await agenda.getByRole('heading', { name: 'Saturday, November 14' }).waitFor()
        assert.deepEqual(await titles(), ['Five days'])
        await agenda.getByText(/November 12\s–\s16/).waitFor()
        await page.getByRole('link', { name: 'Wednesday, November 18, 9 events' }).click()
        assert.equal((await titles()).length, 9)
        await page.getByRole('link', { name: 'Thursday, November 19, 5 events' }).click()
        assert.equal(await agenda.getByText('Hall').count(), 4)
        await page.getByRole('link', { name: 'Wednesday, November 18, 9 events' }).click()
        await agenda.getByRole('link', { name: 'Wednesday, November 18' }).click()
        await page.getByRole('heading', { name: 'Wednesday, November 18', level: 1 }).waitFor()
      },
      phone,
    )
    await withPage(
      '/events/month/2026-11/',
      async (page) => {
        await page.getByRole('link', { name: 'Saturday, November 14, 1 event' }).click()
        await page.getByRole('heading', { name: 'Saturday, November 14', level: 1 }).waitFor()
      },
      { ...phone, javaScriptEnabled: false },
    )
  })

  it('put events at their hours, beside each other, below names of days that stay in view', async () => {
    await withPage(
      '/events/week/2026-11-18/',
      async (page) => {
        const hour = (await boxOf(page, '.axis li')).height
        const [talk, beside, other] = [
          await boxOf(page, '.block:has-text("Talk 1")'),
          await boxOf(page, '.block:has-text("Beside 1")'),
          await boxOf(page, '.block:has-text("Beside 2")'),
        ]
        // From 10 on Wednesday to 19 on Thursday.
        assert.ok(Math.abs(beside.y - talk.y - 9 * hour) < 2)
        assert.ok(Math.abs(beside.height - 1.5 * hour) < 2)
        assert.ok(Math.abs(beside.y - other.y) < 1 && Math.abs(beside.x + beside.width - other.x) < 2)
        // The rest of a night makes the hours begin at midnight.
        assert.equal(await page.locator('.axis li').count(), 24)
        // All of them are in the page, which alone scrolls.
        assert.deepEqual(
          await page.evaluate(`(() => {
            const hours = document.querySelector('.hours')
            const tops = [...hours.querySelectorAll('h2')].map((it) => it.getBoundingClientRect().top)
            scrollTo({ top: hours.offsetTop + 600, behavior: 'instant' })
            return [hours.scrollHeight - hours.clientHeight, Math.min(...tops) > 0, ...[...hours.querySelectorAll('h2')].map((it) => it.getBoundingClientRect().top)]
          })()`),
          [0, true, 0, 0, 0, 0, 0, 0, 0],
        )
        await page.getByRole('link', { name: '+2' }).or(page.locator('.rest a')).first().click()
        await page.getByRole('heading', { name: 'Thursday, November 19', level: 1 }).waitFor()
      },
      desktop,
    )
    await withPage(
      '/events/week/2026-11-18/',
      async (page) => {
        assert.equal(await page.locator('.hours h2:visible').first().innerText(), 'Wednesday, November 18 9 events')
        const [first, second] = [
          await boxOf(page, '.block:has-text("Talk 1")'),
          await boxOf(page, '.block:has-text("Talk 2")'),
        ]
        assert.ok(second.y > first.y + first.height - 1 && first.x === second.x, 'they are a list on a phone')
        assert.equal(await page.locator('section.today .block:visible').count(), 3)
      },
      phone,
    )
  })

  it('show the whole of an event to who points at it or reaches it by keyboard, and close it with Escape', async () => {
    await withPage(
      '/events/month/2026-11/',
      async (page) => {
        const tip = page.getByRole('tooltip')
        const entry = page.locator('.lanes > .line > a', { hasText: 'Beside 1' })
        await entry.hover()
        await tip.waitFor()
        assert.match(await tip.innerText(), /^Thursday, November 19 · 7\sPM – 8:30\sPM\s+Beside 1\s+Hall$/)
        assert.deepEqual(await findFaults(page), [])
        // It stays while the pointer is on it.
        await tip.hover()
        await page.waitForTimeout(400)
        assert.equal(await tip.isVisible(), true)
        await page.keyboard.press('Escape')
        assert.equal(await tip.count(), 0)
        await page.locator('.day', { hasText: 'Thursday, November 19' }).focus()
        await page.keyboard.press('Tab')
        assert.match(await tip.innerText(), /Beside 1/)
        await page.keyboard.press('Escape')
        assert.equal(await tip.count(), 0)
        // A link all the same.
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: 'Beside 1' }).waitFor()
      },
      desktop,
    )
  })

  it('cut no letters of an event in the hours (with a negative control)', async () => {
    const cut = `[...document.querySelectorAll('.block:not(.rest) > a')].filter((link) => {
      const box = link.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(link)
      return [...range.getClientRects()].some(({ left, top, bottom }) => left < box.right && top < box.bottom - 1 && bottom > box.bottom + 1)
    }).map((link) => link.textContent)`
    for (const width of [900, 1280]) {
      await withPage(
        '/events/week/2026-11-18/',
        async (page) => {
          assert.deepEqual(await page.evaluate(cut), [], String(width))
          const style = `document.styleSheets[1].insertRule('.block a { column-count: auto !important; height: 1.5em !important }', document.styleSheets[1].cssRules.length)`
          await page.evaluate(style)
          assert.notDeepEqual(await page.evaluate(cut), [])
        },
        { viewport: { width, height: 900 } },
      )
    }
  })

  it('end the title of an event that its hours have no room for with a sign (with a negative control)', async () => {
    // A title that is cut is higher than its box, which is as high as whole lines; below it nothing of the title is seen.
    const read = `[...document.querySelectorAll('.block:not(.rest) > a > span')].map((title) => {
      const { lineHeight, webkitLineClamp } = getComputedStyle(title)
      const [box, block] = [title, title.parentElement].map((it) => it.getBoundingClientRect())
      const lines = Math.round(box.height / parseFloat(lineHeight))
      return { isCut: title.scrollHeight > title.clientHeight + 1, isMarked: lines === Number(webkitLineClamp), isIn: box.bottom <= block.bottom + 1 }
    })`
    for (const width of [900, 1280]) {
      await withPage(
        '/events/week/2026-11-18/',
        async (page) => {
          type Title = { readonly isCut: boolean; readonly isMarked: boolean; readonly isIn: boolean }
          await page.evaluate(
            `document.querySelectorAll('.block > a > span').forEach((it) => { it.textContent = 'Many words '.repeat(40) })`,
          )
          const titles = await page.evaluate<Title[]>(read)
          assert.ok(titles.length > 5)
          for (const title of titles)
            assert.deepEqual(title, { isCut: true, isMarked: true, isIn: true }, String(width))
          await page.evaluate(
            `document.querySelectorAll('.block > a > span').forEach((it) => { it.style.display = 'block' })`,
          )
          assert.ok((await page.evaluate<Title[]>(read)).every(({ isMarked, isIn }) => !(isMarked && isIn)))
        },
        { viewport: { width, height: 900 } },
      )
    }
  })

  it('begin the present week with today on narrow screens, and show the days before it to who asks for one, also without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await withPage(
        '/events/week/',
        async (page) => {
          const names = () => page.locator('.hours h2 .narrow:visible').allTextContents()
          const whole = await page.locator('.hours h2 .narrow').allTextContents()
          const today = await page.locator('.hours .today h2 .narrow').textContent()
          const place = whole.indexOf(today ?? '')
          assert.ok(place > 0)
          assert.deepEqual(await names(), whole.slice(place))
          await page.locator('.seven a').first().click()
          assert.deepEqual(await names(), whole)
          assert.ok(((await page.locator('.hours h2').first().boundingBox())?.y ?? -1) >= 0)
          await page.goBack()
          assert.deepEqual(await names(), whole.slice(place))
        },
        { ...phone, javaScriptEnabled },
      )
    }
  })

  it('keep previews and days that open within the window, in both directions of writing', async () => {
    const outside = (selector: string) => `[...document.querySelectorAll('${selector}')].flatMap((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect()
      return left < 0 || top < 0 || right > document.documentElement.clientWidth || bottom > innerHeight ? [it.textContent] : []
    })`
    for (const path of [
      '/events/week/2026-11-18/',
      '/ar/events/week/2026-11-18/',
      '/events/month/2026-11/',
      '/he/events/month/2026-11/',
    ])
      for (const viewport of [
        { width: 740, height: 360 },
        { width: 1000, height: 500 },
      ]) {
        await withPage(
          path,
          async (page) => {
            await page.keyboard.press('Tab')
            for (const link of await page.locator('.lanes > .line > a:visible, .block:not(.rest) > a:visible').all()) {
              await link.focus()
              await page.locator('.tip').waitFor()
              assert.deepEqual(await page.evaluate(outside('.tip')), [], `${path} ${viewport.width}`)
            }
            for (const more of await page.locator('summary.plus:visible').all()) {
              await more.click()
              // It is moved once it has opened.
              await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
              assert.deepEqual(await page.evaluate(outside('.more[open] > div')), [], `${path} ${viewport.width}`)
            }
          },
          { viewport },
        )
      }
  })

  it('have the steps to other dates in one row of a tablet, in every language', async () => {
    for (const language of languages) {
      for (const path of ['month/2026-11/', 'week/2026-12-02/', 'day/2026-09-30/']) {
        await withPage(
          `${language === 'en' ? '' : `/${language}`}/events/${path}`,
          async (page) => {
            const tops = await page.evaluate<number[]>(
              `[...document.querySelectorAll('.steps a, .steps input, .steps button')].filter((it) => it.checkVisibility()).map((it) => { const { top, bottom } = it.getBoundingClientRect(); return (top + bottom) / 2 })`,
            )
            assert.ok(Math.max(...tops) - Math.min(...tops) < 3, `${language} ${path}: ${tops.join(' ')}`)
          },
          { viewport: { width: 820, height: 1180 } },
        )
      }
    }
  })

  it('show the time at the site on the day of today', async () => {
    const now = await createCalendar({ now: Date.now(), environment: { KALENDS_TIMEZONE: 'Pacific/Auckland' } })
    const port = await freePort()
    await now.app.listen({ port, host: '127.0.0.1' })
    try {
      const body = {
        title: 'Now',
        status: 'publish',
        start_date: 'today 00:00',
        end_date: 'today 23:59',
        timezone: 'Pacific/Auckland',
      }
      assert.equal((await now.ask('POST', '/events', { as: 'editor', body })).status, 201)
      const page = await (browser as Browser).newPage({ timezoneId: 'America/New_York' })
      await page.goto(`http://127.0.0.1:${port}/events/week/`)
      const share = await page.evaluate<number>(`(() => {
        const { top } = document.querySelector('.now').getBoundingClientRect()
        const hours = document.querySelector('.today .times').getBoundingClientRect()
        return (top - hours.top) / hours.height
      })()`)
      const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en', {
        timeZone: 'Pacific/Auckland',
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      })
        .format(Date.now())
        .split(':')
        .map(Number)
      // Some minutes may pass, but no hour.
      assert.ok(Math.abs(share - (hour + minute / 60) / 24) < 1 / 24, `${share} of the day at ${hour}:${minute}`)
      await page.close()
    } finally {
      await now.close()
    }
  })

  it('notice a block out of its place (negative control)', async () => {
    await withPage(
      '/events/week/2026-11-18/',
      async (page) => {
        const hour = (await boxOf(page, '.axis li')).height
        await page.evaluate(
          `[...document.querySelectorAll('.block')].find((it) => it.textContent.includes('Beside 1')).classList.replace('h19', 'h18')`,
        )
        const [talk, beside] = [
          await boxOf(page, '.block:has-text("Talk 1")'),
          await boxOf(page, '.block:has-text("Beside 1")'),
        ]
        assert.ok(Math.abs(beside.y - talk.y - 9 * hour) > 10)
      },
      desktop,
    )
  })
})
