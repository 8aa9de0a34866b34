import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { type Conference, payloadOf } from '../../examples/conferences/payload.ts'
import { noteFaults } from '../admin/site.ts'
import { townNow } from '../admin/town.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { fillTownWithPictures } from './town-pictures.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const root = join(import.meta.dirname, '../..')
const fileOf = (name: string): string => join(root, `docs/images/${name}.png`)
const isUpdating = Boolean(process.env['UPDATE_DOCS'])

/** Kilobytes that a picture may take. */
const most = 250

/** A picture of the documentation, `docs/images/NAME.png`, with what must be on it. */
type Picture = {
  readonly name: string
  readonly path: string
  readonly shows: RegExp
  readonly options?: BrowserContextOptions
}

const large = { viewport: { width: 1280, height: 900 } }

const ofTown: readonly Picture[] = [
  { name: 'list', path: '/events/', shows: /Open studios/, options: large },
  { name: 'event', path: '/event/concert-of-the-youth-orchestra/', shows: /In 4 days/, options: large },
  {
    name: 'week',
    path: '/events/week/2027-05-10/',
    shows: /Exhibition: The town/,
    options: { ...large, colorScheme: 'dark' },
  },
  { name: 'phone', path: '/events/', shows: /Salsa in the square/, options: { viewport: { width: 390, height: 844 } } },
]

const ofConferences: readonly Picture[] = [
  { name: 'month', path: '/events/month/2026-11/', shows: /CTO Craft Con: Fintech/, options: large },
]

/** The sample of conferences, which `examples/` describes. */
const fillConferences = async (calendar: Calendar): Promise<void> => {
  for (const line of readFileSync(join(root, 'examples/conferences/sample.ndjson'), 'utf8').trim().split('\n')) {
    const body = payloadOf(JSON.parse(line) as Conference)
    const { status, text } = await calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal(status, 201, text)
  }
}

const sites = [
  {
    of: 'a town',
    name: 'Springfield',
    now: townNow,
    fill: fillTownWithPictures,
    pictures: ofTown,
  },
  {
    of: 'conferences',
    name: 'Conferences',
    now: Date.parse('2026-11-10T09:00:00Z'),
    fill: fillConferences,
    pictures: ofConferences,
  },
] as const

describe('the pictures of the pages', { skip }, () => {
  for (const { of, name: siteName, now, fill, pictures } of sites) {
    it(`of ${of} show what the pages show`, async () => {
      const port = await freePort()
      const address = `http://127.0.0.1:${port}`
      const environment = { KALENDS_PUBLIC_URL: address, KALENDS_SITE_NAME: siteName, KALENDS_WEEK_START: 'monday' }
      const calendar = await createCalendar({ now, environment })
      await calendar.app.listen({ port, host: '127.0.0.1' })
      await fill(calendar)
      for (const { name, path, shows, options } of pictures) {
        const context = await (browser as Browser).newContext({ locale: 'en-US', timezoneId: 'UTC', ...options })
        context.setDefaultTimeout(hangMilliseconds)
        await context.clock.setFixedTime(now)
        const page = await context.newPage()
        const faults = noteFaults(page, address)
        await page.goto(address + path, { waitUntil: 'networkidle' })
        assert.match(await page.locator('main').innerText(), shows, name)
        assert.deepEqual(faults, [], name)
        if (isUpdating) {
          const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
          writeFileSync(fileOf(name), await picture.png({ palette: true, colours: 128, effort: 10 }).toBuffer())
        }
        await context.close()
      }
      await calendar.close()
    })
  }
})

describe('the files of the pictures of the pages', () => {
  it('are small, and shown with a text that says what they show', () => {
    const pages = ['README.md', 'docs/pages.md'].map((page) => readFileSync(join(root, page), 'utf8')).join('\n')
    for (const { name } of [...ofTown, ...ofConferences]) {
      const size = statSync(fileOf(name)).size / 1024
      assert.ok(size <= most, `${name} has ${size} KB`)
      assert.match(pages, new RegExp(`!\\[[^\\]]{15,}\\]\\([\\w/]*images/${name}\\.png\\)`), name)
    }
  })
})
