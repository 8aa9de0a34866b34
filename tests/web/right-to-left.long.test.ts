import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

describe('pages in a browser, from the right', { skip }, () => {
  let calendar: Calendar
  let withPage: Visitor
  let venuePath: string

  before(async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({
      now: Date.now(),
      environment: { KALENDS_PUBLIC_URL: address, KALENDS_SITE_NAME: 'تقويم المدينة' },
    })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    for (let n = 1; n <= 45; n++) {
      const day = new Date(Date.now() + n * 43_200_000).toISOString().slice(0, 10)
      const reply = await calendar.ask('POST', '/events', {
        as: 'editor',
        body: {
          title: n % 2 === 0 ? `أمسية موسيقية طويلة جداً ${n}` : `ערב שירה ${n}`,
          slug: `evening-${n}`,
          status: 'publish',
          start_date: `${day} 19:00:00`,
          end_date: `${day} 21:00:00`,
          description: '<p>أمسية مع <a href="https://example.org">ضيوف</a></p><ul><li>واحد</li></ul>',
          featured: n % 5 === 0,
          categories: ['موسيقى'],
          venue: { venue: 'قاعة', city: 'دمشق', address: 'الشارع 1', phone: '+963 11 123' },
          organizer: { organizer: 'Club', email: 'club@example.org' },
        },
      })
      assert.equal(reply.status, 201, reply.text)
      venuePath = new URL(reply.body.venue.url).pathname
    }
    withPage = visitorOf(browser as Browser, address)
  })

  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const turn = (page: Page, direction: 'ltr' | 'rtl') => page.evaluate(`document.documentElement.dir = '${direction}'`)

  /** Elements that stand out of the screen, but for what is hidden on purpose, and for rows that scroll by themselves. */
  const overflowing = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
      .filter((it) => !it.closest('.skip, .hidden, svg, .tabs > *, .chips > *, .strip > *, .long li') && it.getClientRects().length > 0)
      .filter((it) => {
        const { left, right } = it.getBoundingClientRect()
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5
      })
      .map((it) => it.outerHTML.slice(0, 200))`)

  const paths = () => [
    '/events/',
    '/events/month/',
    '/events/week/',
    '/events/day/',
    '/events/past/',
    '/events/photo/',
    '/event/evening-1/',
    venuePath,
    '/organizer/club/',
  ]

  for (const width of [320, 1280]) {
    it(`nothing stands out of a screen of ${width}, and nobody is kept out`, async () => {
      for (const path of paths()) {
        await withPage(
          path,
          async (page) => {
            await turn(page, 'rtl')
            assert.deepEqual(await overflowing(page), [], path)
            const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
            assert.ok(wide <= width, `${path} is ${wide} wide on a screen of ${width}`)
            assert.deepEqual(await findFaults(page), [], path)
          },
          { viewport: { width, height: 800 } },
        )
      }
    })
  }

  it('finds an element that is too wide (negative control)', async () => {
    await withPage('/events/', async (page) => {
      await turn(page, 'rtl')
      await page.evaluate(`document.querySelector('h1').style.translate = '-100vw'`)
      assert.match((await overflowing(page)).join(), /<h1/)
    })
  })

  /** Where parts of a page begin and end, from the left, of those that stand beside others. */
  const placesOf = (page: Page) =>
    page.evaluate<[string, number, number][]>(`[
      ...document.querySelectorAll('.head > *, .head li, .steps li, .card > *, .dated > *, .event > *, .columns > *, .month th, .month td, .filters .search > *, .foot li')
    ].filter((it) => it.getClientRects().length > 0).map((it) => {
      const { left, right } = it.getBoundingClientRect()
      return [it.outerHTML.slice(0, 80), left, right]
    })`)

  for (const path of ['/events/', '/events/month/', '/event/evening-1/']) {
    it(`all that stands beside each other is mirrored on ${path}`, async () => {
      await withPage(path, async (page) => {
        await turn(page, 'ltr')
        const before = await placesOf(page)
        await turn(page, 'rtl')
        const mirrored = await placesOf(page)
        const width = await page.evaluate<number>('document.documentElement.clientWidth')
        assert.ok(before.length > 5)
        for (const [at, [name, left, right]] of before.entries()) {
          const [, otherLeft = 0, otherRight = 0] = mirrored[at] ?? []
          assert.ok(
            Math.abs(width - right - otherLeft) < 1 && Math.abs(width - left - otherRight) < 1,
            `${name}: ${left}–${right}, ${otherLeft}–${otherRight}`,
          )
        }
      })
    })
  }

  it('the previous page is on the right, and the next one on the left', async () => {
    await withPage('/events/?page=2', async (page) => {
      const leftOf = async (rel: string) =>
        (await page.locator(`.steps a[rel=${rel}]`).first().boundingBox())?.x ?? Number.NaN
      assert.ok((await leftOf('prev')) < (await leftOf('next')))
      await turn(page, 'rtl')
      assert.ok((await leftOf('prev')) > (await leftOf('next')))
    })
  })
})
