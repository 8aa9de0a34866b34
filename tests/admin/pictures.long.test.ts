import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type Picture, pictures } from './picture-list.ts'
import { type AdminSite, startAdminSite } from './site.ts'
import { fillTown, type Known, townNow } from './town.ts'
import { enter, openView, settle } from './views.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const root = join(import.meta.dirname, '../..')
const images = join(root, 'docs/images')
const fileOf = (name: string): string => join(images, `admin-${name}.png`)

/** What the pictures were taken of: fonts differ between machines, and so do pixels; names do not. */
const record = join(import.meta.dirname, 'pictures.json')

const isUpdating = Boolean(process.env['UPDATE_DOCS'])
const advice = 'The pictures in docs/images show something else: run this test with UPDATE_DOCS=1.'

/** Kilobytes that a picture, and all of them, may take. */
const most = { one: 60, all: 600 }

const named = 'heading|button|link|textbox|searchbox|combobox|checkbox|columnheader|tab|dialog|spinbutton|radio'

/** A browser with a window, as people have one: the list of sessions names it. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** The names of what a page shows, as screen readers say them, each once. */
const namesOn = async (page: Page): Promise<string[]> => {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  const names = lines.flatMap((line) => {
    const [, role, name] = new RegExp(`^\\s*- '?(${named}) "(.*?)"(?=[ :']|$)`).exec(line) ?? []
    return role && name ? [`${role} ${name.replace(/\s+/g, ' ')}`] : []
  })
  // The server has another port each time.
  return [...new Set(names.map((name) => name.replace(/127\.0\.0\.1:\d+/, 'calendar.test')))]
}

/** Few colours suffice for a picture of a window. */
const savePicture = async (page: Page, { name }: Picture): Promise<void> => {
  const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  writeFileSync(fileOf(name), await picture.png({ palette: true, colours: 64, effort: 10 }).toBuffer())
}

describe('the pictures of the admin', { skip }, () => {
  let context: BrowserContext

  before(async () => {
    context = await (browser as Browser).newContext({ locale: 'en-US', timezoneId: 'UTC', userAgent })
    context.setDefaultTimeout(hangMilliseconds)
    await context.clock.setFixedTime(townNow)
  })

  after(() => context?.close())

  const take = async (picture: Picture, site: AdminSite, known: Known): Promise<string[]> => {
    const page = await context.newPage()
    await page.setViewportSize({ width: picture.width ?? 1000, height: picture.height ?? 680 })
    await openView(page, site, typeof picture.path === 'string' ? picture.path : picture.path(known))
    await picture.prepare?.(page, site, known)
    await settle(page)
    const names = await namesOn(page)
    if (isUpdating) await savePicture(page, picture)
    await page.close()
    return names
  }

  it('show what the admin shows', async (test) => {
    const found: Record<string, string[]> = {}
    const site = await startAdminSite(browser as Browser, ['admin'], {
      now: townNow,
      environment: { KALENDS_SITE_NAME: 'Springfield', KALENDS_TIMEZONE: 'UTC' },
    })
    test.after(() => site.calendar.close())
    const known = await fillTown(site.calendar)
    await enter(context, site)
    for (const picture of pictures) found[picture.name] = await take(picture, site, known)
    if (isUpdating) writeFileSync(record, `${JSON.stringify(found, undefined, 2)}\n`)
    assert.deepEqual(found, JSON.parse(readFileSync(record, 'utf8')), advice)
  })
})

describe('the files of the pictures', () => {
  it('are those of the list, and small', () => {
    const files = globSync(join(images, 'admin-*.png'))
    assert.deepEqual(files.map((file) => basename(file)).sort(), pictures.map(({ name }) => `admin-${name}.png`).sort())
    const sizes = files.map((file) => statSync(file).size / 1024)
    assert.ok(Math.max(...sizes) <= most.one, `a picture has ${Math.max(...sizes)} KB`)
    const sum = sizes.reduce((before, size) => before + size, 0)
    assert.ok(sum <= most.all, `all have ${sum} KB`)
  })

  it('are shown with a text that says what they show', () => {
    const pages = ['README.md', 'docs/admin.md'].map((page) => readFileSync(join(root, page), 'utf8')).join('\n')
    for (const { name } of pictures) {
      assert.ok(existsSync(fileOf(name)), name)
      assert.match(pages, new RegExp(`!\\[[^\\]]{20,}\\]\\([\\w/]*images/admin-${name}\\.png\\)`), name)
    }
  })
})
