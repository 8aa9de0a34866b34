import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { drawPicture } from '../media/pictures.ts'
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
  // So close to Bruges that both are one marker until the map is near.
  ['Bruges Port', 51.2101, 3.2203],
] as const

/** As the map with scripts does not have it. */
const still = { javaScriptEnabled: false } as const

/** The name of the marker of the two places in Bruges. */
const pair = '2 events · 2 venues'

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
            await page.locator('.live .pin').first().waitFor()
            assert.deepEqual(await findFaults(page), [], path)
            await page.locator('.live .pin:not(:text("2"))').first().click()
            await page.getByRole('dialog').waitFor()
            assert.deepEqual(await findFaults(page), [], `${path} with a popup`)
          },
          { colorScheme },
        )
      }
    })
  }

  it('asks on a phone for the tiles that it shows most of before all others, and for its libraries after them', async () => {
    await withPage(
      '/events/map/',
      async (page) => {
        await page.locator('.live .pin').first().waitFor()
        const order = await page.evaluate<{ first: number[]; library: number }>(`(() => {
          const at = (name) => performance.getEntriesByName(name)[0]
          const images = [...document.querySelectorAll('.tiles picture > img')].filter(({ currentSrc }) => at(currentSrc))
          const times = (some) => some.map(({ currentSrc }) => at(currentSrc))
          return {
            first: times(images.filter(({ loading }) => loading !== 'lazy')).map(({ responseEnd }) => responseEnd),
            library: performance.getEntriesByType('resource').find(({ name }) => /leaflet.*js$/.test(name)).startTime,
          }
        })()`)
        assert.equal(order.first.length, 2)
        assert.ok(order.library >= Math.max(...order.first), JSON.stringify(order))
      },
      { viewport: { width: 390, height: 844 } },
    )
  })

  it('has in a popup the pictures of the events of a place that have one', async () => {
    const upload = await calendar.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' },
      payload: await drawPicture({ width: 600, height: 400 }).jpeg().toBuffer(),
    })
    assert.equal(upload.status, 201, upload.text)
    const { body } = await calendar.ask('GET', '/events/by-slug/in-ghent')
    const put = async (image: number | false) => {
      const reply = await calendar.ask('POST', `/events/${body.id}`, { as: 'editor', body: { image } })
      assert.equal(reply.status, 200, reply.text)
    }
    const pictures = async () => {
      const widths: number[] = []
      await withPage('/events/map/', async (page) => {
        await page.getByRole('button', { name: 'Ghent', exact: true }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'In Ghent' }).waitFor()
        for (const picture of await page.getByRole('dialog').locator('li img').all())
          widths.push((await picture.boundingBox())?.width ?? 0)
        assert.deepEqual(await findFaults(page), [])
      })
      return widths
    }
    await put(upload.body.id)
    assert.deepEqual(await pictures(), [56])
    await put(false)
    assert.deepEqual(await pictures(), [])
  })

  it('has on a phone a bar of its own that leads back to it, not a button over the cards', async () => {
    await withPage(
      '/events/map/',
      async (page) => {
        await page.locator('.live .pin').first().waitFor()
        await page.mouse.wheel(0, 10_000)
        const bar = page.locator('.to-map')
        await bar.waitFor()
        const box = await bar.boundingBox()
        assert.ok(box && box.x === 0 && box.width === 390, JSON.stringify(box))
        const ground = await page.evaluate(
          `['.to-map', 'body'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)`,
        )
        assert.equal(new Set(ground as string[]).size, 1, String(ground))
      },
      { viewport: { width: 390, height: 844 } },
    )
  })

  it('loads tiles from the configured server, and from no other host', async () => {
    asked.clear()
    await withPage('/events/map/', async (page) => {
      await page.locator('.leaflet-tile-loaded').first().waitFor()
      const shown = await page.evaluate<[string, number][]>(`Promise.all(
        [...document.querySelectorAll('.tiles img:not(.live img)')].map(async (it) => {
          if (!it.complete) await new Promise((resolve) => it.addEventListener('load', resolve))
          return [new URL(it.currentSrc).pathname, it.naturalWidth]
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

  /** Opens a page without scripts. */
  const withStill: typeof withPage = (path, work) => withPage(path, work, still)

  it('is operated by the keyboard alone, without scripts', async () => {
    await withStill('/events/map/', async (page) => {
      assert.equal(await page.locator('.live').count(), 0)
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

  it('has its places where its pictures have them, without scripts, also where the writing runs from the right', async () => {
    await withStill('/events/map/', async (page) => {
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
        assert.deepEqual(fromWest, ['Bruges', 'Bruges Port', 'Ghent', 'Brussels'], direction)
      }
    })
  })

  /** The events of the list that are shown. */
  const shownEvents = async (page: Page): Promise<string[]> =>
    (await page.locator('.beside .card:visible .title').allTextContents()).toSorted()

  const all = places.map(([name]) => `In ${name}`).toSorted()

  it('moves in the room of the still map, and the list follows it', async () => {
    const room = (page: Page) => page.locator('.tiles').boundingBox()
    let before: Awaited<ReturnType<typeof room>> = null
    await withStill('/events/map/', async (page) => {
      before = await room(page)
    })
    await withPage(
      '/events/map/',
      async (page) => {
        await page.getByRole('button', { name: pair }).waitFor()
        const [still, moving] = [await room(page), await page.locator('.live').boundingBox()]
        // Beside its list it is as high as the window, in which it stays.
        const tall = before && { ...before, height: (page.viewportSize()?.height ?? 0) - 32 }
        assert.deepEqual([still, moving], [tall, tall])
        assert.deepEqual(await shownEvents(page), all)
        const status = page.locator('.beside [role=status]')
        assert.equal(await status.textContent(), '4 events in this part of the map')
        // Bruges is in the west; the map is dragged until it is out of view, and stops where it is left.
        const { x = 0, y = 0, width = 0, height = 0 } = moving ?? {}
        await page.mouse.move(x + width * 0.6, y + height * 0.15)
        await page.mouse.down()
        await page.mouse.move(x + width * 0.25, y + height * 0.15, { steps: 8 })
        await page.mouse.up()
        await page.locator('.beside [role=status]', { hasText: /^2 / }).waitFor()
        assert.deepEqual(await shownEvents(page), ['In Brussels', 'In Ghent'])
        await page.waitForURL(/#map=\d+\/[\d.]+\/[\d.]+$/)
        await page.getByRole('button', { name: 'Show the whole map' }).click()
        await page.locator('.beside [role=status]', { hasText: /^4 / }).waitFor()
        assert.deepEqual(await shownEvents(page), all)
      },
      { reducedMotion: 'reduce' },
    )
  })

  it('begins on a phone with what its pictures show, and keeps what it opens in view, down to 320 pixels', async () => {
    type Tile = readonly [path: string, left: number, top: number]
    const read = (selector: string) => `[...document.querySelectorAll('${selector}')].flatMap((it) => {
      const { left, top, right, bottom } = it.getBoundingClientRect()
      const { width, height } = document.querySelector('.tiles').getBoundingClientRect()
      const map = document.querySelector('.tiles').getBoundingClientRect()
      const isSeen = right > map.left && left < map.left + width && bottom > map.top && top < map.top + height
      return isSeen && it.currentSrc.startsWith('http') ? [[new URL(it.currentSrc).pathname, Math.round(left - map.left), Math.round(top - map.top)]] : []
    }).sort()`
    for (const [path, viewport] of [
      ['/events/map/', { width: 390, height: 844 }],
      ['/ar/events/map/', { width: 320, height: 568 }],
    ] as const) {
      await withPage(
        path,
        async (page) => {
          await page.locator('.leaflet-tile-loaded').first().waitFor()
          await page.locator('.tiles.moves').waitFor()
          const still = await page.evaluate<Tile[]>(read('picture > img'))
          const moving = await page.evaluate<Tile[]>(read('.leaflet-tile'))
          assert.ok(still.length >= 2, path)
          for (const [at, [name, left, top]] of still.entries()) {
            const [other, x = 0, y = 0] = moving[at] ?? []
            assert.equal(other, name, path)
            assert.ok(Math.abs(x - left) <= 2 && Math.abs(y - top) <= 2, `${name}: ${left} ${top}, ${x} ${y}`)
          }
          // Where the pictures have a place, its marker stands.
          const middles = (selector: string) =>
            page.evaluate<number[][]>(`[...document.querySelectorAll('${selector}')].map((it) => {
              const { left, top, width, height } = it.getBoundingClientRect()
              return [left + width / 2, top + height / 2]
            })`)
          const pins = await middles('.tiles > svg circle')
          for (const [x = 0, y = 0] of await middles('.live .pin'))
            assert.ok(
              pins.some(([left = 0, top = 0]) => Math.hypot(left - x, top - y) < 6),
              `${path}: ${x} ${y} of ${pins.join(' ')}`,
            )
          for (const pin of await page.locator('.live .pin:not(:text("2"))').all()) {
            await pin.click()
            const dialog = page.getByRole('dialog')
            await dialog.waitFor()
            const [box, map] = [await dialog.boundingBox(), await page.locator('.tiles').boundingBox()]
            assert.ok(box && map)
            assert.ok(
              box.x >= map.x && box.x + box.width <= map.x + map.width,
              `${path}: ${JSON.stringify({ box, map })}`,
            )
            assert.ok(
              box.y >= map.y && box.y + box.height <= map.y + map.height,
              `${path}: ${JSON.stringify({ box, map })}`,
            )
            await page.keyboard.press('Escape')
          }
        },
        { viewport, isMobile: true, hasTouch: true, reducedMotion: 'reduce' },
      )
    }
  })

  it('opens at the part in its address, and the filters keep that part', async () => {
    const part = '#map=12/51.05000/3.72000'
    await withPage(`/events/map/${part}`, async (page) => {
      await page.getByRole('button', { name: 'Ghent', exact: true }).waitFor()
      assert.deepEqual(await shownEvents(page), ['In Ghent'])
      assert.equal(await page.locator('.beside [role=status]').textContent(), '1 event in this part of the map')
      await page.getByRole('searchbox').fill('In')
      await page.getByRole('searchbox').press('Enter')
      await page.waitForURL((url) => url.search.includes('search=In') && url.hash === part)
      await page.getByRole('button', { name: 'Ghent', exact: true }).waitFor()
      assert.deepEqual(await shownEvents(page), ['In Ghent'])
      // Back from an event, it is where it was.
      await page.getByRole('button', { name: 'Closer' }).click()
      await page.waitForURL(/#map=13\//)
      await page.getByRole('link', { name: 'In Ghent' }).click()
      await page.getByRole('heading', { name: 'In Ghent', level: 1 }).waitFor()
      await page.goBack()
      await page.waitForURL(/#map=13\//)
      await page.getByRole('button', { name: 'Ghent', exact: true }).waitFor()
      assert.deepEqual(await shownEvents(page), ['In Ghent'])
    })
    await withPage('/events/map/#map=99/500/3', async (page) => {
      await page.getByRole('button', { name: pair }).waitFor()
      assert.deepEqual(await shownEvents(page), all)
    })
  })

  it('has one marker for places that are close together, which comes apart nearby', async () => {
    await withPage('/events/map/', async (page) => {
      const names = async () =>
        (await page.locator('.pin').evaluateAll((pins) => pins.map((pin) => pin.ariaLabel ?? ''))).toSorted()
      await page.getByRole('button', { name: pair }).waitFor()
      assert.deepEqual(await names(), [pair, 'Brussels', 'Ghent'].toSorted())
      await page.getByRole('button', { name: pair }).click()
      await page.getByRole('button', { name: 'Bruges', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Bruges Port' }).waitFor()
      await page.locator('.beside [role=status]', { hasText: /^2 / }).waitFor()
      assert.deepEqual(await shownEvents(page), ['In Bruges', 'In Bruges Port'])
    })
  })

  it('shows the place of an event that has the pointer or the focus', async () => {
    await withPage('/events/map/', async (page) => {
      const lit = () => page.locator('.pin.lit').evaluateAll((pins) => pins.map((pin) => pin.ariaLabel))
      await page.getByRole('button', { name: pair }).waitFor()
      assert.deepEqual(await lit(), [])
      await page.locator('.beside .card', { hasText: 'In Ghent' }).hover()
      assert.deepEqual(await lit(), ['Ghent'])
      await page.locator('h1').hover()
      assert.deepEqual(await lit(), [])
      await page.getByRole('link', { name: 'In Bruges Port' }).focus()
      assert.deepEqual(await lit(), [pair])
    })
  })

  it('is operated by the keyboard alone', async () => {
    await withPage('/events/map/', async (page) => {
      await page.getByRole('button', { name: pair }).waitFor()
      const name = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent')
      const seen: string[] = []
      await page.locator('.dates-form summary').focus()
      const isInList = () => page.evaluate<boolean>('document.activeElement.closest(".beside") !== null')
      for (let n = 0; n < 20; n++) {
        await page.keyboard.press('Tab')
        if (await isInList()) break
        seen.push(await name())
      }
      const controls = ['Events on the map', 'Closer', 'Wider', 'Show the whole map']
      const map = seen.slice(seen.indexOf('Events on the map'))
      assert.deepEqual(map.slice(0, 4), controls)
      assert.deepEqual(map.slice(4).toSorted(), [pair, 'Brussels', 'Ghent'].toSorted())
      // A popup takes the focus, and gives it back.
      await page.getByRole('button', { name: 'Ghent', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Ghent' }).getByRole('link', { name: 'In Ghent' }).waitFor()
      assert.equal(await name(), 'Ghent')
      assert.equal(await page.evaluate('document.activeElement.pathname'), '/venue/ghent/')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.className.includes("pin")'), true)
      // So does a marker that comes apart.
      await page.getByRole('button', { name: pair }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Bruges Port' }).waitFor()
      assert.equal(await name(), 'Events on the map')
      const { hash } = new URL(page.url())
      await page.keyboard.press('ArrowRight')
      await page.waitForURL((url) => url.hash !== hash)
    })
  })

  it('adds a page to its list when few events of the part in view are in it', async () => {
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const made: number[] = []
    for (let n = 1; n <= 40; n++) {
      // The last ones are in Brussels: none of them is on the first page.
      const [name] = n <= 35 ? places[0] : places[2]
      const found = await calendar.ask('GET', `/venues?search=${name}`)
      const body = {
        title: `Later ${n}`,
        status: 'publish',
        start_date: `${day} ${String(Math.floor(n / 10) + 10)}:${String(n % 10)}0:00`.replace(/:[6-9]0:/, ':55:'),
        end_date: `${day} 20:00:00`,
        venue: found.body.venues[0].id,
      }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
      made.push(reply.body.id)
    }
    await withPage('/events/map/', async (page) => {
      await page.locator('.beside [role=status]', { hasText: /^44 / }).waitFor()
      assert.equal((await shownEvents(page)).length, 30)
      await page.locator('.beside .pages').getByRole('link', { name: 'More events' }).click()
      await page.locator('.beside .card:visible', { hasText: 'Later 40' }).waitFor()
      assert.equal((await shownEvents(page)).length, 44)
      assert.equal(await page.locator('.beside .pages').isVisible(), false)
    })
    await withPage('/events/map/#map=12/50.85000/4.35000', async (page) => {
      await page.locator('.beside [role=status]', { hasText: /^6 / }).waitFor()
      await page.locator('.beside .card:visible', { hasText: 'Later 40' }).waitFor()
      assert.deepEqual(await shownEvents(page), ['In Brussels', ...[36, 37, 38, 39, 40].map((n) => `Later ${n}`)])
      assert.equal(await page.evaluate('document.activeElement === document.body'), true)
      assert.equal(new URL(page.url()).search, '')
      assert.equal(await page.locator('.beside .pages').isVisible(), false)
    })
    for (const id of made) await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
  })

  it('is loaded only on pages that have one', async () => {
    const scripts = async (path: string): Promise<string[]> => {
      const found: string[] = []
      await withPage(path, async (page) => {
        await page.waitForLoadState('networkidle')
        const names = 'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)'
        found.push(...(await page.evaluate<string[]>(names)).filter((name) => /map|leaflet|supercluster/.test(name)))
      })
      return found
    }
    assert.deepEqual(
      (await scripts('/events/')).filter((name) => name.startsWith('/assets/')),
      [],
    )
    const loaded = await scripts('/event/in-ghent/')
    for (const name of ['map', 'leaflet', 'supercluster']) {
      assert.ok(
        loaded.some((path) => path.startsWith(`/assets/${name}.`) && path.endsWith('.js')),
        name,
      )
    }
  })

  it('is the still one in print', async () => {
    await withPage('/events/map/', async (page) => {
      await page.getByRole('button', { name: pair }).waitFor()
      assert.equal(await page.locator('.tiles picture > img').first().isVisible(), false)
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.locator('.tiles picture > img').first().isVisible(), true)
      assert.equal(await page.locator('.live').isVisible(), false)
    })
  })
})
