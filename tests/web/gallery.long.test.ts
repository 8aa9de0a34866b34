import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { townNow } from '../admin/town.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { differenceOf, shrink, tolerance } from './gallery/compare.ts'
import { type Shown, writeGallery } from './gallery/page.ts'
import { type Look, type Scene, scenes, sizes } from './gallery/scenes.ts'

/*
 * Pictures of every page in many looks, compared by pixels with those in `gallery/`. `UPDATE_DOCS=1` stores what the pages look like now, where it
 * differs, and `GALLERY=screen` looks only at pages of that name. All pictures in full size, with those that are stored, are on a page whose path is printed at the end.
 */

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false
const isUpdating = Boolean(process.env['UPDATE_DOCS'])
const only = process.env['GALLERY']

const storedIn = join(import.meta.dirname, 'gallery')
const shownIn = join(tmpdir(), 'kalends-gallery')

const fonts = join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf/ttf')

/** The letters are those of one font wherever the pictures are made; other scripts have what the machine has. */
const sameFont = `
@font-face { font-family: Gallery; src: url(/gallery/DejaVuSans.ttf); }
@font-face { font-family: Gallery; src: url(/gallery/DejaVuSans-Bold.ttf); font-weight: 600 900; }
* { font-family: Gallery, sans-serif !important; }
/* The port is in these. */
.qr-code { opacity: 0.1; }`

const nameOf = (scene: string, page: string, { size, ground, language }: Look): string =>
  `${scene}-${page}-${size}-${ground}-${language}`

/** What is there when a page is complete: its pictures, its fonts, and the map that can be moved. */
const complete = `(async () => {
  await document.fonts.ready
  const images = [...document.images].filter(({ src }) => src !== '')
  for (const image of images) image.loading = 'eager'
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
})()`

const take = async (page: Page, style = ''): Promise<Buffer> => {
  await page.addStyleTag({ content: sameFont + style })
  await page.evaluate(complete)
  const [maps, frames] = [await page.locator('.tiles').count(), await page.locator('iframe').count()]
  if (maps + frames > 0) await page.waitForLoadState('networkidle')
  if (maps > 0) {
    // A map begins once it is in view, and on phones it may stand at the end.
    await page.locator('.tiles').first().scrollIntoViewIfNeeded()
    await page.locator('.leaflet-tile-loaded').first().waitFor()
    await page.evaluate('scrollTo(0, 0)')
  }
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

describe('the gallery of the pages', { skip }, () => {
  let tiles: Server
  const shown: Shown[] = []

  before(async () => {
    rmSync(shownIn, { recursive: true, force: true })
    mkdirSync(shownIn, { recursive: true })
    const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dde8d0' } })
      .png()
      .toBuffer()
    tiles = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
    }).listen(0, '127.0.0.1')
    await once(tiles, 'listening')
  })

  after(async () => {
    tiles?.close()
    writeGallery(shownIn, storedIn, shown)
    if (typeof browser !== 'string') await browser.close()
  })

  /** Opens the pages of a scene one after the other, in each of its looks. */
  const visit = async (
    { fill, looks, pages }: Pick<Scene, 'fill' | 'looks' | 'pages'>,
    work: (page: Page, name: string, look: Look) => Promise<void>,
  ): Promise<void> => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const tileServer = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
    const calendar = await createCalendar({
      now: townNow,
      environment: {
        KALENDS_PUBLIC_URL: address,
        KALENDS_SITE_NAME: 'Springfield',
        KALENDS_WEEK_START: 'monday',
        KALENDS_SUBMISSIONS: 'on',
        KALENDS_TILE_SERVER: `${tileServer}/{z}/{x}/{y}.png`,
      },
    })
    try {
      await calendar.app.listen({ port, host: '127.0.0.1' })
      await fill(calendar)
      for (const look of looks) {
        const context = await (browser as Browser).newContext({
          viewport: sizes[look.size],
          colorScheme: look.ground,
          locale: look.language === 'ja' ? 'ja-JP' : 'de-DE',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
          bypassCSP: true,
        })
        context.setDefaultTimeout(hangMilliseconds)
        await context.clock.setFixedTime(townNow)
        await context.route('**/gallery/*.ttf', (route) =>
          route.fulfill({ path: join(fonts, new URL(route.request().url()).pathname.split('/').at(-1) ?? '') }),
        )
        const page = await context.newPage()
        for (const [name, path] of Object.entries(pages)) {
          if (name !== (only ?? name)) continue
          const answer = await page.goto(`${address}/${look.language}${path}`)
          assert.equal(answer?.status(), 200, path)
          await work(page, name, look)
        }
        await context.close()
      }
    } finally {
      await calendar.close()
    }
  }

  for (const scene of scenes) {
    it(`shows ${scene.name} as it is stored`, async () => {
      const changed: string[] = []
      await visit(scene, async (page, title, look) => {
        const name = nameOf(scene.name, title, look)
        const file = join(storedIn, `${name}.webp`)
        const screenshot = await take(page)
        writeFileSync(join(shownIn, `${name}.png`), screenshot)
        const difference = existsSync(file) ? await differenceOf(screenshot, readFileSync(file)) : 1
        shown.push({ name, difference })
        // What is stored on purpose is nearer than what may differ by chance.
        if (isUpdating && difference > tolerance / 4) writeFileSync(file, await shrink(screenshot))
        if (!isUpdating && difference > tolerance)
          changed.push(`${name}: ${(difference * 100).toFixed(2)} % of its pixels`)
      })
      assert.deepEqual(changed, [], `see file://${shownIn}/index.html`)
    })
  }

  it('notices a changed stylesheet (negative control)', async () => {
    const [scene] = scenes
    assert.ok(scene)
    const one = scenes.find(({ name }) => name === 'one') ?? scene
    const pages = { list: '/events/', event: '/event/lunchtime-organ-music/' }
    const looks = one.looks.slice(1)
    const changes = [
      '.card { padding: 2rem }',
      ':root { --accent: #0047ab !important }',
      ':root { font-size: 110% !important }',
      'h1 { display: none }',
    ]
    await visit({ fill: one.fill, looks, pages: { list: pages.list } }, async (page, title, look) => {
      const stored = readFileSync(join(storedIn, `${nameOf(one.name, title, look)}.webp`))
      assert.ok((await differenceOf(await take(page), stored)) <= tolerance)
      for (const change of changes) {
        await page.reload()
        const difference = await differenceOf(await take(page, change), stored)
        assert.ok(difference > tolerance, `${change}: only ${difference}`)
      }
    })
  })
})

describe('the stored pictures of the gallery', () => {
  it('are those of the pages, and small', () => {
    const names = scenes.flatMap(({ name, looks, pages }) =>
      Object.keys(pages).flatMap((page) => looks.map((look) => `${nameOf(name, page, look)}.webp`)),
    )
    const files = readdirSync(storedIn).filter((file) => file.endsWith('.webp'))
    assert.deepEqual(files.sort(), names.sort())
    const bytes = files.reduce((sum, file) => sum + statSync(join(storedIn, file)).size, 0)
    assert.ok(bytes < 3 * 1024 * 1024, `${bytes} bytes`)
  })
})
