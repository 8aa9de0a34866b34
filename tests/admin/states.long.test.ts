import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import type { Calendar } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, startAdminSite } from './site.ts'
import { fillTown, fillWithLongTexts, type Known, townNow } from './town.ts'
import { enter, openView, pathsWith } from './views.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** What the server does with what views read: it answers, it fails, or it takes long. */
type Answers = 'given' | 'failing' | 'awaited'

type State = {
  readonly name: string
  readonly fill?: (calendar: Calendar) => Promise<Known>
  readonly screen: BrowserContextOptions
  readonly answers?: Answers
}

const phone = { viewport: { width: 320, height: 640 } } as const
const desk = { viewport: { width: 1280, height: 800 } } as const
/** A window of 1280 pixels that shows everything twice as large. */
const enlarged = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } as const
const dark = { colorScheme: 'dark' } as const

const states: readonly State[] = [
  { name: 'empty, on a phone', screen: phone },
  { name: 'empty, in the dark', screen: { ...desk, ...dark } },
  { name: 'with long texts, on a phone in the dark', fill: fillWithLongTexts, screen: { ...phone, ...dark } },
  { name: 'with long texts', fill: fillWithLongTexts, screen: desk },
  { name: 'with long texts, at twice the size', fill: fillWithLongTexts, screen: enlarged },
  {
    name: 'while the server fails, on a phone in the dark',
    fill: fillTown,
    screen: { ...phone, ...dark },
    answers: 'failing',
  },
  { name: 'while the server fails', fill: fillTown, screen: desk, answers: 'failing' },
  { name: 'while it loads, on a phone', fill: fillTown, screen: phone, answers: 'awaited' },
  { name: 'while it loads, in the dark', fill: fillTown, screen: { ...desk, ...dark }, answers: 'awaited' },
  ...['de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'].map((locale) => ({
    name: `in the language ${locale}, on a phone`,
    fill: fillTown,
    screen: { ...phone, locale },
  })),
]

/** What is read of the interface, except who is logged in. */
const isRead = (url: URL): boolean => /^\/(wp-json|calendar)\//.test(url.pathname)

/** Opens a view while the server answers so. */
const openWith = async (page: Page, site: AdminSite, path: string, answers: Answers): Promise<void> => {
  if (answers === 'given') return openView(page, site, path)
  if (answers === 'failing') {
    const json = { code: 'internal_error', message: 'The server failed.', data: { status: 500 } }
    await page.route(isRead, (route) => route.fulfill({ status: 500, json }))
    return openView(page, site, path)
  }
  await page.route(isRead, () => undefined)
  await page.goto(`${site.address}/admin${path}`)
  await page.locator('main h1, main [aria-busy=true]').first().waitFor()
}

/** Whatever stands out of the window to the right, where the page can be moved sideways. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > clientWidth + 1)
    return [scrollWidth + ' > ' + clientWidth, ...wide.slice(0, 4).map((it) => it.cloneNode().outerHTML)]
  })()`)

describe('every view of the admin', { skip }, () => {
  for (const { name, fill, screen, answers = 'given' } of states) {
    it(`has no fault ${name}`, async (test) => {
      const site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
      test.after(() => site.calendar.close())
      const known = await fill?.(site.calendar)
      const english = await (browser as Browser).newContext({ locale: 'en-US' })
      test.after(() => english.close())
      english.setDefaultTimeout(hangMilliseconds)
      await enter(english, site)
      const storageState = await english.storageState()
      const context = await (browser as Browser).newContext({ locale: 'en-US', ...screen, storageState })
      test.after(() => context.close())
      context.setDefaultTimeout(hangMilliseconds)
      await context.clock.setFixedTime(townNow)
      const faults: Record<string, string[]> = {}
      for (const path of pathsWith(known)) {
        const page = await context.newPage()
        await openWith(page, site, path, answers)
        const found = [...(await findFaults(page)), ...(await findOverflow(page))]
        if (found.length > 0) faults[path] = found
        await page.close()
      }
      assert.deepEqual(faults, {})
    })
  }
})
