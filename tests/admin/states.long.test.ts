import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
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
  /** Whether only widths differ from another state. */
  readonly onlyWidths?: boolean
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
  { name: 'with long texts, at twice the size', fill: fillWithLongTexts, screen: enlarged, onlyWidths: true },
  {
    name: 'while the server fails, on a phone in the dark',
    fill: fillTown,
    screen: { ...phone, ...dark },
    answers: 'failing',
  },
  { name: 'while it loads, on a phone', fill: fillTown, screen: phone, answers: 'awaited' },
  ...['de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'].map((locale) => ({
    name: `in the language ${locale}, on a phone`,
    fill: fillTown,
    screen: { ...phone, locale },
    onlyWidths: true,
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

/** Widths of phones, in pixels of CSS. */
const phoneWidths = [320, 360, 430] as const

/** Whatever is moved sideways by itself, such as a table that is wider than its frame. Only examples of files have long lines. */
const findSideways = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const isMoved = (it) => ['auto', 'scroll'].includes(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1
    const found = [...document.querySelectorAll('main *')].filter((it) => !it.matches('.example, textarea') && isMoved(it))
    return found.slice(0, 4).map((it) => it.cloneNode().outerHTML + ' ' + it.scrollWidth + ' > ' + it.clientWidth)
  })()`)

/** What has to be moved sideways on phones. */
const findSidewaysOnPhones = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 640 })
    for (const what of [...(await findSideways(page)), ...(await findOverflow(page))]) found.push(`${width}: ${what}`)
  }
  return found
}

/** What screen readers are told of the tables of a page: how many rows, cells and heads there are. */
const tablePartsOf = async (page: Page): Promise<Record<string, number>> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const counts = { table: 0, row: 0, rowheader: 0, columnheader: 0, cell: 0 }
  for (const { role } of nodes) if (role && role.value in counts) counts[role.value as keyof typeof counts]++
  return counts
}

describe('every view of the admin', { skip }, () => {
  for (const { name, fill, screen, answers = 'given', onlyWidths = false } of states) {
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
        const found = onlyWidths ? [] : await findFaults(page)
        found.push(...(await findOverflow(page)))
        if (screen.viewport?.width === phone.viewport.width) found.push(...(await findSidewaysOnPhones(page)))
        if (found.length > 0) faults[path] = found
        await page.close()
      }
      assert.deepEqual(faults, {})
    })
  }
})

describe('a list on a phone', { skip }, () => {
  const lists = ['/events', '/venues', '/organizers', '/tags', '/activity', '/users']
  let site: AdminSite
  let context: BrowserContext

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
    await fillWithLongTexts(site.calendar)
    context = await (browser as Browser).newContext({ locale: 'en-US' })
    context.setDefaultTimeout(hangMilliseconds)
    await context.clock.setFixedTime(townNow)
    await enter(context, site)
  })

  after(async () => {
    await context?.close()
    await site?.calendar.close()
  })

  for (const path of lists) {
    it(`is not moved sideways, and is a table as on a wide screen: ${path}`, async () => {
      const page = await context.newPage()
      await openView(page, site, path)
      const wide = await tablePartsOf(page)
      assert.equal(wide['table'], 1)
      assert.deepEqual(await findSidewaysOnPhones(page), [])
      assert.deepEqual(await tablePartsOf(page), wide)
      // What the names of columns say by themselves is before the values.
      const shown = await page.evaluate<string[]>(
        `[...document.querySelectorAll('tbody tr:first-child td[data-name]')].map((it) => getComputedStyle(it, '::before').content)`,
      )
      assert.ok(shown.length > 0 && shown.every((name) => name.startsWith('"')), shown.join())
      await page.close()
    })
  }

  it('with what can be done with a record within the window', async () => {
    const page = await context.newPage()
    await page.setViewportSize({ width: 320, height: 640 })
    await openView(page, site, '/events')
    const row = page.getByRole('row').nth(1)
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Make drafts' }).click({ trial: true })
    for (const action of await row.locator('.actions > :is(a, button)').all()) {
      const { x, width } = (await action.boundingBox()) ?? assert.fail('an action is not shown')
      assert.ok(x >= 0 && x + width <= 320, `${await action.textContent()} lies outside the window`)
    }
    await page.getByRole('button', { name: /^Title/ }).click()
    await page.locator('[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
    await page.close()
  })

  it('that is moved sideways is seen, and one that is no table for screen readers', async () => {
    const page = await context.newPage()
    await openView(page, site, '/events')
    const wide = await tablePartsOf(page)
    const row = page.locator('tbody tr').first()
    await row.evaluate(({ style }: { style: { minWidth: string } }) => {
      style.minWidth = '40rem'
    })
    const found = await findSidewaysOnPhones(page)
    assert.deepEqual(
      phoneWidths.filter((width) => found.some((text) => text.startsWith(`${width}: <div class="table">`))),
      phoneWidths,
    )
    await page
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.setAttribute('role', 'presentation'))
    assert.notDeepEqual(await tablePartsOf(page), wide)
    await page.close()
  })
})
