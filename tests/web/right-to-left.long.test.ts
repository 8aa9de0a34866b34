import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

describe('pages in a browser, from the right', { skip }, () => {
  let calendar: Calendar
  let withPage: Visitor
  let venuePath: string
  let tiles: Server

  before(async () => {
    const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dde8d0' } })
      .png()
      .toBuffer()
    tiles = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    }).listen(0, '127.0.0.1')
    await once(tiles, 'listening')
    const tileServer = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({
      environment: {
        KALENDS_PUBLIC_URL: address,
        KALENDS_SITE_NAME: 'تقويم المدينة',
        KALENDS_SUBMISSIONS: 'on',
        KALENDS_TILE_SERVER: `${tileServer}/{z}/{x}/{y}.png`,
      },
    })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    for (let n = 1; n <= 45; n++) {
      const day = new Date(testNow + n * 43_200_000).toISOString().slice(0, 10)
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
          venue: {
            venue: 'قاعة',
            city: 'دمشق',
            address: 'الشارع 1',
            phone: '+963 11 123',
            geo_lat: 33.5,
            geo_lng: 36.3,
          },
          organizer: { organizer: 'Club', email: 'club@example.org' },
        },
      })
      assert.equal(reply.status, 201, reply.text)
      venuePath = new URL(reply.body.venue.url).pathname
    }
    withPage = visitorOf(browser as Browser, address, [tileServer])
  })

  after(async () => {
    await calendar?.close()
    tiles?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const turn = (page: Page, direction: 'ltr' | 'rtl') => page.evaluate(`document.documentElement.dir = '${direction}'`)

  /** Elements that stand out of the screen, but for what is hidden on purpose, and for rows that scroll by themselves. */
  const overflowing = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
      .filter((it) => !it.closest('.skip, .hidden, .submit-trap, svg, .tabs > *, .chips > *, .strip > *, .long li, .tiles') && it.checkVisibility())
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
    '/events/map/',
    '/events/screen/',
    '/embed/month/',
    '/submit/',
  ]

  for (const [width, language] of [
    [320, 'ar'],
    [320, 'he'],
    [820, 'ar'],
    [1280, 'he'],
  ] as const) {
    it(`nothing stands out of a screen of ${width} in ${language}, and nobody is kept out`, async () => {
      for (const path of paths()) {
        await withPage(
          `/${language}${path}`,
          async (page) => {
            assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
            assert.deepEqual(await overflowing(page), [], path)
            const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
            assert.ok(wide <= width, `${path} is ${wide} wide on a screen of ${width}`)
            assert.deepEqual(await findFaults(page), [], path)
            // What opens above a list, too.
            for (const summary of await page.locator('.filters .panel > summary').all()) {
              await summary.click()
              assert.deepEqual(await overflowing(page), [], `${path} with an open panel`)
              await summary.press('Enter')
            }
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
    ].filter((it) => it.checkVisibility()).map((it) => {
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

  it('the month before is on the right, and the first day of a week, too', async () => {
    for (const language of ['ar', 'he']) {
      await withPage(`/${language}/events/month/`, async (page) => {
        const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN
        assert.ok((await leftOf('.steps a[rel=prev]')) > (await leftOf('.steps a[rel=next]')), language)
        assert.ok((await leftOf('.month th:first-child')) > (await leftOf('.month th:last-child')), language)
        assert.ok((await leftOf('.head .name')) > (await leftOf('.head .views')), language)
      })
      await withPage(`/${language}/events/week/`, async (page) => {
        const lefts = await page.evaluate<number[]>(
          `[document.querySelector('.axis'), ...document.querySelectorAll('.hours section')].map((it) => it.getBoundingClientRect().left)`,
        )
        assert.deepEqual(
          lefts,
          lefts.toSorted((one, other) => other - one),
          language,
        )
      })
      await withPage(`/${language}/event/evening-1/`, async (page) => {
        const [title, facts] = await page.evaluate<[number, number]>(
          `['h1', '.facts'].map((it) => document.querySelector(it).getBoundingClientRect().right)`,
        )
        assert.ok(title > facts, language)
      })
    }
  })

  it('a title from the left stands where the others do, on both kinds of pages', async () => {
    const body = {
      title: 'Jazz (live)!',
      slug: 'jazz',
      status: 'publish',
      start_date: 'tomorrow 19:00',
      end_date: 'tomorrow 21:00',
    }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const sideOf = (page: Page) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('h1')).textAlign + ' ' + getComputedStyle(document.querySelector('h1')).direction`,
      )
    await withPage('/he/event/jazz/', async (page) => assert.equal(await sideOf(page), 'right ltr'))
    await withPage('/event/jazz/', async (page) => assert.equal(await sideOf(page), 'left ltr'))
    await withPage('/event/evening-2/', async (page) => assert.equal(await sideOf(page), 'left rtl'))
  })

  it('the map has its words, and the events in view are counted in the form of the language', async () => {
    await withPage('/ar/events/map/', async (page) => {
      await page.locator('.live .pin').first().click()
      await page.locator('.leaflet-popup').waitFor()
      assert.equal(await page.locator('.leaflet-popup-content > div').getAttribute('dir'), 'rtl')
      assert.match(
        (await page.locator('.beside > [role=status]').textContent()) ?? '',
        /^\d+ فعالية في هذا الجزء من الخريطة$/,
      )
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('a range of hours is read from the left in Hebrew, and from the right in Arabic', async () => {
    const orderOf = async (language: string) => {
      let order: readonly number[] = []
      await withPage(`/${language}/events/`, async (page) => {
        order = await page.evaluate<number[]>(`(() => {
          const text = document.createTreeWalker(document.querySelector('.card .when time'), NodeFilter.SHOW_TEXT).nextNode()
          const range = document.createRange()
          return [...text.data.matchAll(/\\d+:00/g)].map(({ index }) => {
            range.setStart(text, index)
            range.setEnd(text, index + 1)
            return range.getBoundingClientRect().left
          })
        })()`)
      })
      assert.equal(order.length, 2)
      return Number(order[0]) < Number(order[1])
    }
    assert.equal(await orderOf('he'), true)
    assert.equal(await orderOf('ar'), false)
    assert.equal(await orderOf('de'), true)
  })

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
