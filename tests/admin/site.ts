import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import type { Environment } from '../../src/settings.ts'
import { hangMilliseconds } from '../support/browser.ts'
import { type Calendar, createCalendar, type Login, testNow } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

/** The password with which every user of these tests logs in. */
export const password = 'correct horse battery'

/** A calendar that listens, and whose users can log in. */
export type AdminSite = {
  readonly calendar: Calendar
  readonly address: string
  /** Opens a page below `/admin` as somebody who has logged in. */
  readonly visit: (as: Login, path: string, work: (page: Page) => Promise<void>, options?: object) => Promise<void>
}

/**
 * `now` is the time, in epoch milliseconds: the clock of the server stands still at it, that of the browser goes on from it, as the order of
 * what is kept there tells by its times.
 */
type SiteOptions = { readonly port?: number; readonly environment?: Environment; readonly now?: number }

/** Starts a calendar of its own, in which some users have passwords. */
export const startAdminSite = async (
  browser: Browser,
  people: readonly Login[] = ['editor'],
  { port: given, environment = {}, now = testNow }: SiteOptions = {},
): Promise<AdminSite> => {
  const port = given ?? (await freePort())
  const address = `http://127.0.0.1:${port}`
  const calendar = await createCalendar({
    now,
    environment: { KALENDS_PUBLIC_URL: address, ...environment },
  })
  await calendar.app.listen({ port, host: '127.0.0.1' })
  const hash = await hashPassword(password)
  for (const name of people) await calendar.database.transact((db) => setPasswordHash(db, name, hash))
  return {
    calendar,
    address,
    visit: async (as, path, work, options = {}) => {
      const context = await browser.newContext({ locale: 'en-US', ...options })
      await context.clock.install({ time: now })
      context.setDefaultTimeout(hangMilliseconds)
      const page = await context.newPage()
      const faults = noteFaults(page, address)
      await page.goto(`${address}/admin${path}`)
      await logIn(page, as)
      // A page that is loaded anew before the answer has come is not logged in.
      await page.getByLabel('User name or e-mail address', { exact: true }).waitFor({ state: 'detached' })
      await work(page)
      await context.close()
      assert.deepEqual(faults, [], path)
    },
  }
}

/** A refused request is part of the work of a page; the clock of the tests is a script, which the frame of a preview takes no more than others. */
const expectedErrors = ['Failed to load resource', "Blocked script execution in 'about:srcdoc'"] as const

/** What a page must not do: throw, break its Content-Security-Policy, or ask another host. */
export const noteFaults = (page: Page, address: string): readonly string[] => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectedErrors.some((text) => message.text().startsWith(text)))
      faults.push(message.text())
  })
  page.on('request', (request) => {
    if (![address, 'data:', 'blob:'].some((begin) => request.url().startsWith(begin)))
      faults.push(`asks ${request.url()}`)
  })
  return faults
}

/** Fills in the form to log in. */
export const logIn = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('User name or e-mail address', { exact: true }).fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the menu of the person who is logged in. */
export const openPersonMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /account and view/i }).click()

/** Logs out by the menu. */
export const logOut = async (page: Page): Promise<void> => {
  await openPersonMenu(page)
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
}

/** Fails where a page is wider than the window. */
export const assertNoOverflow = async (page: Page): Promise<void> => {
  const [content, shown] = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => [
      scrollWidth,
      clientWidth,
    ])
  assert.equal(content, shown, 'the page is wider than the window')
}

/** Presses the button that saves the form of a record. It says what will happen, and so its text differs. */
export const pressSave = (page: Page): Promise<void> => page.locator('.publish [type=submit]').click()

/** What is said after the form of a record was saved. */
export const savedText = /^“.*” (is saved|is published|is submitted for review|becomes public on)/
