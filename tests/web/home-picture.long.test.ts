import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

const intro = 'Concerts, markets, walks and talks. '.repeat(6).trim()

describe('the picture of the home page in a browser', { skip }, () => {
  let calendar: Calendar
  let address: string

  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const environment = {
      KALENDS_PUBLIC_URL: address,
      KALENDS_SITE_NAME: 'Springfield on the River',
      KALENDS_INTRO: intro,
    }
    calendar = await createCalendar({ environment })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    // White is the hardest ground for white letters; the grain makes the file as large as that of a photo.
    const noise = { type: 'gaussian', mean: 245, sigma: 12 } as const
    const payload = await sharp({ create: { width: 3000, height: 1400, channels: 3, background: '#fff', noise } })
      .jpeg({ quality: 80 })
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename=snow.jpg' }
    const { body } = await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })
    const reply = await calendar.ask('POST', '//wp/v2/settings', { as: 'admin', body: { header_image: body.id } })
    assert.equal(reply.status, 200, reply.text)
  })
  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const visit = async (options: object, work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await (browser as Browser).newContext(options)
    context.setDefaultTimeout(hangMilliseconds)
    const page = await context.newPage()
    await page.goto(`${address}/`, { waitUntil: 'networkidle' })
    await work(page)
    await context.close()
  }

  /** The least contrast of white letters with the pixels behind the texts on the picture (WCAG 2.2). */
  const leastContrast = async (page: Page): Promise<number> => {
    await page.addStyleTag({ content: '.banner-text > * { visibility: hidden }' })
    let brightest = 0
    for (const text of await page.locator('.banner-text > *').all()) {
      const clip = await text.boundingBox()
      assert.ok(clip && clip.height > 20)
      const { data } = await sharp(await page.screenshot({ clip, fullPage: true }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      for (let at = 0; at < data.length; at += 3) {
        const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((n) => linear(data[at + n] ?? 0))
        brightest = Math.max(brightest, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
      }
    }
    return 1.05 / (brightest + 0.05)
  }

  const looks = [
    ['a phone', { viewport: { width: 320, height: 640 } }],
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
    ['a dark desktop', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ] as const
  for (const [of, options] of looks)
    it(`has legible texts on ${of}, and nothing that breaks WCAG`, async () => {
      await visit({ ...options, bypassCSP: true }, async (page) => {
        assert.deepEqual(await findFaults(page), [])
        assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
        assert.ok((await leastContrast(page)) >= 4.5)
        await page.addStyleTag({ content: '.banner-text { background: none }' })
        assert.ok((await leastContrast(page)) < 4.5, 'negative control: without the shade')
      })
    })

  it('moves nothing when it loads, and is small on phones', async () => {
    const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true }
    const context = await (browser as Browser).newContext(phone)
    const page = await context.newPage()
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (/\/snow/.test(response.url())) sizes.push((await response.body()).length)
    })
    // It comes after the page has been drawn.
    let release = (): void => undefined
    const drawn = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/snow*', async (route) => {
      await drawn
      await route.continue()
    })
    await page.goto(`${address}/`, { waitUntil: 'domcontentloaded' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    release()
    await page.waitForLoadState('networkidle')
    const shown: string = await page.evaluate(
      `(async (it) => { await it.decode(); return it.currentSrc })(document.querySelector('.banner-picture'))`,
    )
    const shift = await page.evaluate(
      `new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 200) })`,
    )
    assert.equal(shift, 0)
    assert.match(shown, /-\d+x\d+\.\w+$/)
    assert.equal(sizes.length, 1)
    assert.ok((sizes[0] ?? 0) < 150_000, `${sizes[0]} bytes`)
    const [width, height]: number[] = await page.evaluate(
      `(({ width, height }) => [width, height])(document.querySelector('.banner-picture'))`,
    )
    assert.ok(Number(width) > 300 && Number(height) > 100)
    await context.close()
  })
})

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
