import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { assertNoOverflow } from '../admin/site.ts'
import { startBrowser } from '../support/browser.ts'
import { createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const hour = 3_600_000

/** A calendar that listens, and a function that publishes an event some hours from now. */
const openCalendar = async (test: TestContext) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const calendar = await createCalendar({ now: Date.now(), environment: { KALENDS_PUBLIC_URL: address } })
  test.after(() => calendar.close())
  await calendar.app.listen({ port, host: '127.0.0.1' })
  const at = (hours: number): string => new Date(Date.now() + hours * hour).toISOString().slice(0, 16).replace('T', ' ')
  const add = async (title: string, from: number, until: number, more: object = {}): Promise<void> => {
    const body = { title, status: 'publish', start_date: at(from), end_date: at(until), venue: { venue: 'Hall' } }
    const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { ...body, ...more } })
    assert.equal(reply.status, 201, reply.text)
  }
  return { address, add, visit: visitorOf(browser as Browser, address) }
}

describe('pages for screens and newsletters in a browser', { skip }, () => {
  it('fit and are accessible, light and dark', async (test) => {
    const { add, visit } = await openCalendar(test)
    for (let n = 1; n <= 7; n++) {
      await add(n === 2 ? 'A very long title '.repeat(8) : `Evening ${n}`, 24 * n, 24 * n + 2, { featured: n === 3 })
    }
    for (const options of [
      { viewport: { width: 1920, height: 1080 } },
      { viewport: { width: 390, height: 800 }, colorScheme: 'dark' as const },
    ]) {
      await visit(
        '/events/screen/',
        async (page) => {
          assert.equal(await page.locator('svg.qr').count(), 6)
          await assertNoOverflow(page)
          const [box] = await Promise.all([page.locator('svg.qr').first().boundingBox()])
          assert.ok(box && box.width >= 90 && Math.abs(box.width - box.height) < 1)
          assert.deepEqual(await findFaults(page), [])
        },
        options,
      )
      await visit(
        '/events/digest/',
        async (page) => {
          await page.getByRole('link', { name: 'Evening 7' }).waitFor()
          await assertNoOverflow(page)
          const width = await page
            .locator('table table')
            .first()
            .evaluate(({ clientWidth }) => clientWidth)
          assert.ok(width <= 600, `${width} pixels`)
          assert.deepEqual(await findFaults(page), [])
        },
        options,
      )
    }
  })

  it('show everything at once on every screen, however many events are on and however long their titles are', async (test) => {
    const { add, visit } = await openCalendar(test)
    const sizes = [
      [1366, 768],
      [1920, 1080],
      [3840, 2160],
      [1080, 1920],
    ] as const
    const long = { title: 'Donaudampfschifffahrtsgesellschaft and a very long evening '.repeat(3) }
    const venue = { venue: { venue: 'Community Centre for the Neighbourhoods of the Old Harbour and the Docks' } }
    /** Each of these leaves the screens with another number of events now and next. */
    const steps = [
      [1, () => add('Tomorrow', 24, 26, venue)],
      [
        3,
        async () => {
          for (let n = 1; n <= 2; n++) await add('', 26 * n, 26 * n + 2, { ...long, ...venue })
        },
      ],
      [
        6,
        async () => {
          for (let n = 1; n <= 6; n++) await add('', 30 * n, 30 * n + 2, { ...long, ...venue })
        },
      ],
      // Beside what is on, no more stand than leave large letters.
      [4, () => add('Exhibition', -1000, 1000, venue)],
      [
        5,
        async () => {
          for (const from of [-900, -800]) await add('', from, 900, { ...long, ...venue })
        },
      ],
    ] as const
    for (const [count, step] of steps) {
      await step()
      for (const [width, height] of sizes) {
        await visit(
          '/events/screen/',
          async (page) => {
            const found = await page.evaluate<{
              isLarge: boolean
              high: number
              wide: number
              outside: number
              cut: string[]
            }>(`(() => {
              const { scrollHeight, scrollWidth } = document.documentElement
              const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
              const boxes = [...document.querySelectorAll('.screen-event')]
              const parts = boxes.flatMap((box) => [...box.querySelectorAll('.qr, .screen-title, .screen-when, .screen-place')].map((part) => [box, part]))
              const cut = parts.filter(([box, part]) => part.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1)
              const title = parseFloat(getComputedStyle(document.querySelector('.screen-title')).fontSize)
              return {
                isLarge: title >= Math.min(innerHeight, innerWidth * 0.75) * 0.037,
                high: scrollHeight, wide: scrollWidth,
                outside: boxes.filter((box) => !inside(box.getBoundingClientRect())).length,
                cut: cut.map(([, part]) => part.className.baseVal ?? part.className),
              }
            })()`)
            assert.deepEqual(
              found,
              { isLarge: true, high: height, wide: width, outside: 0, cut: [] },
              `${count} at ${width} × ${height}`,
            )
            assert.equal(await page.locator('.screen-event').count(), count)
            const code = await page.locator('svg.qr').first().boundingBox()
            assert.ok(code && code.width >= 70, `a code of ${code?.width} pixels at ${width} × ${height}`)
          },
          { viewport: { width, height } },
        )
      }
    }
  })

  it('have a clock of the site, which goes on', async (test) => {
    const { visit } = await openCalendar(test)
    await visit(
      '/events/screen/',
      async (page) => {
        await page.clock.install({ time: '2027-05-05T18:59:30Z' })
        await page.reload()
        const read = async () => (await page.locator('.screen-clock').innerText()).replace(/\s/, ' ')
        assert.equal(await read(), '6:59 PM')
        await page.clock.runFor(60_000)
        assert.equal(await read(), '7:00 PM')
      },
      { timezoneId: 'Asia/Tokyo' },
    )
  })

  it('show what changes without being loaded again', async (test) => {
    const { address, add, visit } = await openCalendar(test)
    await visit('/events/digest/', async (page) => {
      await Promise.all([page.waitForResponse(/changes\/stream/), page.goto(`${address}/events/screen/`)])
      await add('Announced just now', 5, 5)
      await page.getByText('Announced just now').waitFor()
    })
  })

  it('let no word make a newsletter wider than a phone', async (test) => {
    const { add, visit } = await openCalendar(test)
    await add('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter1', 24, 26, {
      categories: ['x'.repeat(70)],
    })
    await add('H'.repeat(70), 24, 26, { featured: true })
    await visit(
      '/events/digest/',
      async (page) => {
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
      },
      { viewport: { width: 320, height: 700 } },
    )
  })
})
