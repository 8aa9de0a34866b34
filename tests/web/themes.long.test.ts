import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { noteFaults } from '../admin/site.ts'
import { townNow } from '../admin/town.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { createCalendar, temporaryDirectory } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { readDejaVu, toWoff2 } from '../support/woff2.ts'
import { findFaults } from './axe.ts'
import { drawScene } from './scenes.ts'
import { fillTownWithPictures } from './town-pictures.ts'

/*
 * The examples of docs/themes.md in a browser: themes that use documented files, properties, classes and settings alone. `UPDATE_DOCS=1` takes
 * their pictures, and puts their styles into the page.
 */

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const root = join(import.meta.dirname, '../..')
const isUpdating = Boolean(process.env['UPDATE_DOCS'])

const fileOf = (name: string): string => join(root, `docs/images/theme-${name}.png`)
const stylesOf = (name: string): string => readFileSync(join(root, `examples/themes/${name}/theme.css`), 'utf8')

/** Kilobytes that a picture may take. */
const most = 250

/** What is expected of a theme, in the words of computed styles. */
type Theme = {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly hasPicture?: true
  /** The files of its font, each with the font of DejaVu that takes its place here. */
  readonly fonts: Readonly<Record<string, string>>
  readonly family: string
  /** The rounding of fields, buttons, chips and labels. */
  readonly radius: string
  /** The ground of what is above the header, of the header, and of the page, where the page is light. */
  readonly grounds: readonly [above: string, head: string, page: string]
}

const themes: readonly Theme[] = [
  {
    name: 'town',
    environment: {
      KALENDS_SITE_NAME: 'Springfield',
      KALENDS_INTRO: 'Concerts, markets and meetings in the whole town.',
    },
    fonts: { Brand: 'DejaVuSansCondensed', 'Brand-Bold': 'DejaVuSansCondensed-Bold' },
    family: 'Brand',
    radius: '0px',
    grounds: ['rgb(11, 30, 50)', 'rgb(22, 50, 79)', 'rgb(255, 255, 255)'],
  },
  {
    name: 'museum',
    environment: { KALENDS_SITE_NAME: 'Museum of Springfield', KALENDS_VIEWS: 'list,photo,month' },
    hasPicture: true,
    fonts: {
      Book: 'DejaVuSerifCondensed',
      'Book-Italic': 'DejaVuSerifCondensed-Italic',
      'Book-Bold': 'DejaVuSerifCondensed-Bold',
    },
    family: 'Book',
    radius: '0px',
    grounds: ['rgb(251, 249, 244)', 'rgb(251, 249, 244)', 'rgb(251, 249, 244)'],
  },
  {
    name: 'university',
    environment: {
      KALENDS_SITE_NAME: 'University of Springfield',
      KALENDS_HEADER_LINKS: 'Students=https://university.example/students,Staff=https://university.example/staff',
    },
    fonts: { Campus: 'DejaVuSans', 'Campus-Bold': 'DejaVuSans-Bold', 'Campus-Light': 'DejaVuSans-ExtraLight' },
    family: 'Campus',
    radius: '2px',
    grounds: ['rgb(0, 75, 147)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'],
  },
]

const looks = [
  { name: 'desktop', viewport: { width: 1280, height: 900 } },
  { name: 'tablet', viewport: { width: 820, height: 1180 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: 'narrow', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
] as const

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)

const isWider = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

/** A copy of an example with fonts beside it. */
const installTheme = ({ name, fonts }: Theme): string => {
  const directory = temporaryDirectory()
  cpSync(join(root, 'examples/themes', name), directory, { recursive: true })
  for (const [file, font] of Object.entries(fonts))
    writeFileSync(join(directory, `${file}.woff2`), toWoff2(readDejaVu(font)))
  return directory
}

describe('the examples of themes', { skip }, () => {
  for (const theme of themes) {
    it(`of the ${theme.name} reach what a corporate manual asks for`, async () => {
      const directory = installTheme(theme)
      const port = await freePort()
      const address = `http://127.0.0.1:${port}`
      const calendar = await createCalendar({
        now: townNow,
        environment: {
          KALENDS_PUBLIC_URL: address,
          KALENDS_WEEK_START: 'monday',
          KALENDS_THEME: directory,
          ...theme.environment,
        },
      })
      try {
        await calendar.app.listen({ port, host: '127.0.0.1' })
        await fillTownWithPictures(calendar)
        if (theme.hasPicture) {
          const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename=hall.jpg' }
          const payload = await drawScene(4)
          const { body } = await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })
          const settings = { header_image: body.id, intro: 'Twelve rooms, one river, and a mill that still turns.' }
          await calendar.ask('POST', '//wp/v2/settings', { as: 'admin', body: settings })
        }
        for (const { name: look, ...options } of looks)
          for (const colorScheme of ['light', 'dark'] as const) {
            const context = await (browser as Browser).newContext({ timezoneId: 'UTC', colorScheme, ...options })
            context.setDefaultTimeout(hangMilliseconds)
            await context.clock.setFixedTime(townNow)
            const page = await context.newPage()
            const faults = noteFaults(page, address)
            await page.goto(`${address}/`, { waitUntil: 'networkidle' })
            await checkLook(page, theme)
            if (colorScheme === 'light') {
              assert.deepEqual(
                await Promise.all(['.site-head', '.head', 'body'].map((selector) => seenGround(page, selector))),
                theme.grounds,
              )
              await checkMenu(page, look)
            }
            if (look === (colorScheme === 'light' ? 'desktop' : 'narrow')) {
              for (const path of ['/', '/events/month/', '/event/concert-of-the-youth-orchestra/']) {
                await page.goto(address + path, { waitUntil: 'networkidle' })
                assert.equal(await isWider(page), false, `${look} ${path}`)
                assert.deepEqual(await findFaults(page), [], `${look} ${colorScheme} ${path}`)
              }
            }
            await page.goto(`${address}/`, { waitUntil: 'networkidle' })
            if (theme.name === 'town') await page.locator('summary').nth(1).click()
            const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
            if (isUpdating && look === 'desktop' && colorScheme === 'light')
              writeFileSync(
                fileOf(theme.name),
                await sharp(screenshot).png({ palette: true, colours: 128, effort: 10 }).toBuffer(),
              )
            assert.deepEqual(faults, [])
            await context.close()
          }
      } finally {
        await calendar.close()
        rmSync(directory, { recursive: true })
      }
    })
  }

  it('are on the page that shows them, with small pictures', () => {
    const file = join(root, 'docs/themes.md')
    const [head = '', ...sections] = readFileSync(file, 'utf8').split(/(?=^## )/m)
    const written = sections.map((section, at) =>
      section.replace(/(?<=^```css\n)[\s\S]*?(?=^```$)/m, () => stylesOf(themes[at]?.name ?? '')),
    )
    if (isUpdating) writeFileSync(file, head + written.join(''))
    assert.deepEqual(isUpdating ? written : sections, written)
    for (const { name, environment } of themes) {
      const section = sections.find((one) => one.includes(`](images/theme-${name}.png)`)) ?? ''
      for (const [setting, value] of Object.entries(environment)) {
        assert.ok(section.includes(`${setting}=${value}`) || section.includes(`${setting}='${value}'`), setting)
      }
      const size = statSync(fileOf(name)).size / 1024
      assert.ok(size <= most, `${name} has ${size} KB`)
    }
  })

  it('use documented properties and classes alone', () => {
    const documented =
      readFileSync(join(root, 'docs/pages.md'), 'utf8').split('## Your own styles')[1]?.split('\n## ')[0] ?? ''
    const isDocumented = (name: string): boolean => new RegExp(`\`${name.replace('.', '\\.')}\``).test(documented)
    for (const { name } of themes) {
      const names = [...stylesOf(name).matchAll(/(?<![\w"/-])(?:--[a-z-]+|\.[a-z][a-z-]+)(?=[\s,:{)[]|$)/gm)].map(
        ([it]) => it,
      )
      assert.ok(names.length > 15, name)
      assert.deepEqual(
        [...new Set(names)].filter((it) => !isDocumented(it)),
        [],
        name,
      )
    }
    assert.equal(isDocumented('.filters-button'), false, 'negative control')
  })
})

/** The colour that is seen behind an element: its own, or that of what it is in. */
const seenGround = (page: Page, selector: string): Promise<string> =>
  page.evaluate(`(() => {
    for (let it = document.querySelector('${selector}'); it; it = it.parentElement) {
      const { backgroundColor } = getComputedStyle(it)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
    }
  })()`)

/** The font is loaded and used, and everything has the corners of the house. */
const checkLook = async (page: Page, { family, fonts, radius }: Theme): Promise<void> => {
  const loaded: string[] = await page.evaluate(
    `document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, weight }) => family.replaceAll('"', '') + ' ' + weight))`,
  )
  assert.ok(loaded.length > 0 && loaded.length <= Object.keys(fonts).length, loaded.join())
  assert.ok(
    loaded.every((font) => font.startsWith(`${family} `)),
    loaded.join(),
  )
  for (const selector of ['body', 'h1', '.search input', '.chip', '.card .title', '.name'])
    assert.match(await styleOf(page, selector, 'fontFamily'), new RegExp(`^"?${family}"?,`), selector)
  for (const selector of ['.search', '.search button', '.chip', '.filters summary', '.label', '.tab'])
    assert.equal(await styleOf(page, selector, 'borderRadius'), radius, selector)
  assert.equal(await isWider(page), false)
}

/** The menu of two levels opens by keyboard and by touch, closes, and makes no page wider. */
const checkMenu = async (page: Page, look: string): Promise<void> => {
  const menu = page.getByRole('navigation').first()
  const [first, second] = [menu.locator('summary').first(), menu.locator('summary').nth(1)]
  const entry = menu.locator('details').first().getByRole('link').last()
  const isShown = () => entry.isVisible()
  assert.equal(await isShown(), false)
  await first.focus()
  await page.keyboard.press('Enter')
  assert.equal(await isShown(), true, 'opened by keyboard')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.closest("details") !== null'), true)
  assert.equal(await isWider(page), false, 'an open menu')
  assert.deepEqual(await findFaults(page), [], 'an open menu')
  await page.keyboard.press('Escape')
  assert.equal(await isShown(), false, 'closed by Escape')
  if (look === 'phone' || look === 'narrow') {
    await first.tap()
    assert.equal(await isShown(), true, 'opened by touch')
    const box = await entry.boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0))
    assert.ok(box && box.height >= 24)
    await second.tap()
    assert.equal(await isShown(), false, 'one is open at a time')
    await second.tap()
  }
}
