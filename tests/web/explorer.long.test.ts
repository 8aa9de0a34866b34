import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

describe('the explorer in a browser', { skip }, () => {
  let calendar: Calendar
  let withPage: Visitor

  before(async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: address } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    withPage = visitorOf(browser as Browser, address)
  })

  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  /** The operation of a list that is shown by the explorer. */
  const operation = (page: Page, method: string, path: string) =>
    page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) })

  /** Everything on the page, also what Swagger UI makes: its faults are mended by `docs.js` and `docs.css`, and nothing is left out. */
  const steps: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
    ['as it comes', async (page) => operation(page, 'get', '/events').waitFor()],
    [
      'with an answer',
      async (page) => {
        const list = operation(page, 'get', '/events')
        await list.locator('.opblock-summary-control').click()
        await list.getByRole('button', { name: 'Execute' }).click()
        await list.locator('.live-responses-table .response-col_status').filter({ hasText: '200' }).waitFor()
      },
    ],
    [
      'with the fields of a body',
      async (page) => {
        const create = operation(page, 'post', '/events')
        await create.locator('.opblock-summary-control').click()
        await create.locator('textarea').waitFor()
      },
    ],
    [
      'asking for credentials',
      async (page) => {
        await page.getByRole('button', { name: 'Authorize' }).first().click()
        await page.getByRole('heading', { name: 'Available authorizations' }).waitFor()
      },
    ],
  ]
  for (const [name, work] of steps) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`keeps nobody out, ${name}, in ${colorScheme} colours (WCAG 2.2 AA, by axe)`, async () => {
        await withPage(
          '/docs/',
          async (page) => {
            await work(page)
            assert.deepEqual(await findFaults(page), [])
          },
          { colorScheme },
        )
      })
    }
  }

  it('has the button that copies beside the code, on phones too', async () => {
    await withPage(
      '/docs/',
      async (page) => {
        const [code, button] = await Promise.all(
          ['.code > pre', '.code > .copy'].map((part) => page.locator(part).first().boundingBox()),
        )
        assert.ok(code && button && code.x + code.width <= button.x, JSON.stringify([code, button]))
      },
      { viewport: { width: 390, height: 800 } },
    )
  })

  it('works with the keyboard, and keeps the open operation in the address', async () => {
    await withPage('/docs/', async (page) => {
      // Those on events are open.
      await operation(page, 'get', '/events').waitFor()
      assert.equal(await operation(page, 'get', '/venues').count(), 0)
      await page.locator('#operations-tag-venues button').click()
      const summary = operation(page, 'get', '/venues').locator('.opblock-summary-control')
      await summary.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/#\/venues\//)
      await page.reload()
      await operation(page, 'get', '/venues').getByRole('button', { name: 'Execute' }).waitFor()
      assert.equal(await page.locator('main').count(), 1)
    })
  })
})
