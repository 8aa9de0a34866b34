import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/install-browser.mjs'
import { hashPassword } from '../src/accounts/passwords.ts'
import { setPasswordHash } from '../src/accounts/users.ts'
import { openDatabase } from '../src/cli/open-database.ts'
import { readConfig } from '../src/config.ts'
import type { Calendar, Calendars } from './calendars.ts'
import { planOf } from './generate.ts'
import type { Table, Tell } from './report.ts'
import { startServer } from './server.ts'
import { medianOf } from './statistics.ts'

/** The goal in milliseconds. */
const goal = 100

const turns = 20

/** Letters with which a search begins, one after the other. */
const letters = [...'abcdefghijklmnoprstuw']

const password = 'correct horse battery'

/**
 * How long a person waits in the admin of a large calendar until a change is shown. The browser itself measures it:
 * from the key, the click or the start of the navigation to the frame in which the list has changed.
 */
export const measureAdmin = async (calendars: Calendars, events: number, tell: Tell): Promise<Table> => {
  const [load = 0] = loadavg()
  const calendar = await calendars.copy(planOf(events))
  await letIn(calendar)
  const server = await startServer(calendar)
  const browser = await startBrowser()
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  await page.addInitScript(observer)
  await page.goto(`${server.address}/admin/events`)
  await page.getByLabel('User name or e-mail address').fill('editor')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('tbody tr').first().waitFor()
  const lines: string[][] = []
  for (const [name, measure] of Object.entries(tasks)) {
    // The first of them finds nothing in memory, neither here nor in the server; it counts as well.
    const times: number[] = []
    for (let turn = 0; turn < turns; turn++) times.push(await measure(page, turn))
    const [median, worst] = [medianOf(times), Math.max(...times)]
    tell({ database: calendars.name, name, median, worst, times: times.map(Math.round) })
    lines.push([name, show(median), show(worst), `≤ ${goal} ms`])
  }
  await browser.close()
  await server.stop()
  await calendar.remove()
  // Other processes take CPU time from browser and server.
  const other = ['other processes that wanted a processor in the minute before', load.toFixed(1), '', '0']
  return [[`${events.toLocaleString('en')} events`, `Median of ${turns}`, 'Worst', 'Goal'], ...lines, other]
}

const show = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`

const letIn = async ({ environment }: Calendar): Promise<void> => {
  const database = await openDatabase(readConfig(environment))
  const hash = await hashPassword(password)
  await database.transact((db) => setPasswordHash(db, 'editor', hash))
  await database.close()
}

const startBrowser = async () => {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No browser is installed: this needs Chromium.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

/**
 * Runs in the page: `shown()` resolves to the milliseconds from the last input, or from the start of the navigation, until the frame is
 * drawn in which the rows of the list are others than before.
 */
const observer = `(() => {
  let start = 0
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, (event) => { start = event.timeStamp }, { capture: true })
  const text = (selector) => [...document.querySelectorAll(selector)].map((it) => it.href ?? it.textContent).join()
  const rows = () => text('tbody th a, .summary p, .empty')
  globalThis.watchRows = () => {
    const before = rows()
    start = 0
    globalThis.rowsShown = new Promise((resolve) => {
      const look = () => {
        if (!rows() || rows() === before) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    })
  }
  globalThis.watchRows()
})()`

const shown = (page: Page): Promise<number> => page.evaluate<number>('rowsShown')

/** Typical actions, each done once in a round. */
const tasks: Readonly<Record<string, (page: Page, turn: number) => Promise<number>>> = {
  'the list is opened': async (page) => {
    await page.reload()
    return shown(page)
  },
  'the list is opened from another page of the admin': async (page) => {
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.evaluate('watchRows()')
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Events' }).click()
    return shown(page)
  },
  'a letter is typed in the search': async (page, turn) => {
    const field = page.getByRole('searchbox')
    // Nothing is searched for any more, and the whole list is there again.
    await page.evaluate('watchRows()')
    await field.fill('')
    if (turn > 0) await shown(page)
    // Who begins to search has not just typed.
    await sleep(500)
    await page.evaluate('watchRows()')
    await field.press(letters[turn % letters.length] ?? 'a')
    return shown(page)
  },
  'a page is turned': async (page, turn) => {
    if (turn === 0) await page.goto(`${new URL(page.url()).origin}/admin/events`)
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await page.evaluate('watchRows()')
    await page.getByRole('button', { name: 'Next page' }).click()
    return shown(page)
  },
}
