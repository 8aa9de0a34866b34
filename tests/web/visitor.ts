import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { hangMilliseconds } from '../support/browser.ts'

/** Opens a page of a site, does something on it, and leaves; its `path` begins below the address of the site. */
export type Visitor = (
  path: string,
  work: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
) => Promise<void>

/** A visitor of a site: nothing may fail on its pages, and nothing may be asked of any other host than those that are named. */
export const visitorOf =
  (browser: Browser, address: string, others: readonly string[] = []): Visitor =>
  async (path, work, options = {}) => {
    const context = await browser.newContext({ locale: 'en-US', ...options })
    context.setDefaultTimeout(hangMilliseconds)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('request', (request) => {
      if (![address, 'data:', ...others].some((begin) => request.url().startsWith(begin))) {
        faults.push(`asks ${request.url()}`)
      }
    })
    await page.goto(`${address}${path}`)
    await work(page)
    await context.close()
    assert.deepEqual(faults, [], path)
  }
