import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

const places = [
  ['Ghent', 51.05, 3.72],
  ['Bruges', 51.21, 3.22],
  ['Brussels', 50.85, 4.35],
] as const

describe('a map in a browser', { skip }, () => {
  let tiles: Server
  let calendar: Calendar
  let withPage: Visitor
  const asked = new Set<string>()

  before(async () => {
    const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dde8d0' } })
      .png()
      .toBuffer()
    tiles = createServer(({ url = '' }, response) => {
      asked.add(url)
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    }).listen(0, '127.0.0.1')
    await once(tiles, 'listening')
    const tileServer = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({
      now: Date.now(),
      environment: {
        KALENDS_PUBLIC_URL: address,
        KALENDS_TILE_SERVER: `${tileServer}/{z}/{x}/{y}.png`,
        KALENDS_TILE_ATTRIBUTION: 'Somebody',
      },
    })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    for (const [name, geo_lat, geo_lng] of places) {
      const reply = await calendar.ask('POST', '/events', {
        as: 'editor',
        body: {
          title: `In ${name}`,
          status: 'publish',
          start_date: `${day} 19:00:00`,
          end_date: `${day} 21:00:00`,
          venue: { venue: name, city: name, geo_lat, geo_lng },
        },
      })
      assert.equal(reply.status, 201, reply.text)
    }
    withPage = visitorOf(browser as Browser, address, [tileServer])
  })

  after(async () => {
    await calendar?.close()
    tiles?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const paths = ['/events/map/', '/de/events/map/', '/event/in-ghent/', '/venue/ghent/']

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`keeps nobody out, ${colorScheme} (WCAG 2.2 AA, by axe)`, async () => {
      for (const path of paths) {
        await withPage(
          path,
          async (page) => {
            await page.locator('.map a').first().waitFor()
            assert.deepEqual(await findFaults(page), [], path)
          },
          { colorScheme },
        )
      }
    })
  }

  it('loads tiles from the configured server, and from no other host', async () => {
    asked.clear()
    await withPage('/events/map/', async (page) => {
      const shown = await page.evaluate<[string, number][]>(`Promise.all(
        [...document.querySelectorAll('.tiles img')].map(async (it) => {
          if (!it.complete) await new Promise((resolve) => it.addEventListener('load', resolve))
          return [new URL(it.src).pathname, it.naturalWidth]
        }),
      )`)
      assert.equal(shown.length, 12)
      assert.deepEqual(
        shown,
        shown.map(([path]) => [path, 256]),
      )
      for (const [path] of shown) assert.ok(asked.has(path), path)
    })
  })

  /** What has the focus, as a screen reader names it; and how it looks, for telling whether it shows. */
  const focused = (page: Page) =>
    page.evaluate<{ name: string; isPlace: boolean; stroke: string; outline: string }>(`(() => {
      const it = document.activeElement
      const { outlineStyle } = getComputedStyle(it)
      const { strokeWidth = '', stroke = '' } = it.querySelector('circle') ? getComputedStyle(it.querySelector('circle')) : {}
      const name = it.textContent.trim()
      return { name, isPlace: it.closest('.map') !== null, stroke: strokeWidth + stroke, outline: outlineStyle }
    })()`)

  it('is operated by the keyboard alone', async () => {
    await withPage('/events/map/', async (page) => {
      const before = await page.evaluate<string>(`(() => {
        const { strokeWidth, stroke } = getComputedStyle(document.querySelector('.map circle'))
        return strokeWidth + stroke
      })()`)
      const seen: string[] = []
      let here = await focused(page)
      for (let n = 0; n < 60 && here.name !== 'Closer'; n++) {
        await page.keyboard.press('Tab')
        here = await focused(page)
        if (!here.isPlace) continue
        seen.push(here.name)
        assert.notEqual(here.stroke, before, `${here.name} shows that it has the focus`)
      }
      // Each place is reached once, and none holds the focus.
      assert.deepEqual(seen.sort(), places.map(([name]) => name).toSorted())
      assert.equal(here.name, 'Closer')
      assert.notEqual(here.outline, 'none')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\?zoom=1$/)
      await page.getByRole('link', { name: 'Wider' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/events\/map\/$/)
      await page.getByRole('link', { name: 'Bruges', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Bruges', level: 1 }).waitFor()
    })
  })

  it('has its places where its pictures have them, also where the writing runs from the right', async () => {
    await withPage('/events/map/', async (page) => {
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`)
        const tilesLeft = await page.evaluate<[number, number][]>(
          `[...document.querySelectorAll('.tiles img')].map((it) => [Number(it.src.split('/').at(-2)), it.getBoundingClientRect().left])`,
        )
        const columns = new Map(tilesLeft)
        const order = [...columns].toSorted(([one], [other]) => one - other).map(([, left]) => left)
        assert.deepEqual(
          order,
          order.toSorted((one, other) => one - other),
          `columns of tiles, ${direction}`,
        )
        const lefts = await page.evaluate<[string, number][]>(
          `[...document.querySelectorAll('.map a')].map((it) => [it.textContent.trim(), it.getBoundingClientRect().left])`,
        )
        const fromWest = lefts.toSorted(([, one], [, other]) => one - other).map(([name]) => name)
        assert.deepEqual(fromWest, ['Bruges', 'Ghent', 'Brussels'], direction)
      }
    })
  })
})
