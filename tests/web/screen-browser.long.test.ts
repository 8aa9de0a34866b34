import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { assertNoOverflow } from '../admin/site.ts'
import { startBrowser } from '../support/browser.ts'
import { createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('pages for screens and newsletters in a browser', { skip }, () => {
  it('fit and are accessible, light and dark', async (test) => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const calendar = await createCalendar({ now: Date.now(), environment: { KALENDS_PUBLIC_URL: address } })
    test.after(() => calendar.close())
    await calendar.app.listen({ port, host: '127.0.0.1' })
    for (let n = 1; n <= 7; n++) {
      const day = new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
      const title = n === 2 ? 'A very long title '.repeat(8) : `Evening ${n}`
      const body = {
        title,
        status: 'publish',
        start_date: `${day} 19:00`,
        end_date: `${day} 21:00`,
        venue: { venue: 'Hall' },
      }
      assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    }
    const visit = visitorOf(browser as Browser, address)
    for (const options of [
      { viewport: { width: 1920, height: 1080 } },
      { viewport: { width: 390, height: 800 }, colorScheme: 'dark' as const },
    ]) {
      await visit(
        '/events/screen/',
        async (page) => {
          assert.equal(await page.locator('svg.qr').count(), 6)
          await assertNoOverflow(page)
          const [box] = await Promise.all([page.locator('svg.qr').first().boundingBox()])
          assert.ok(box && box.width >= 90 && Math.abs(box.width - box.height) < 1)
          assert.deepEqual(await findFaults(page), [])
        },
        options,
      )
      await visit(
        '/events/digest/',
        async (page) => {
          await page.getByRole('link', { name: 'Evening 7' }).waitFor()
          await assertNoOverflow(page)
          const width = await page
            .locator('table table')
            .first()
            .evaluate(({ clientWidth }) => clientWidth)
          assert.ok(width <= 600, `${width} pixels`)
          assert.deepEqual(await findFaults(page), [])
        },
        options,
      )
    }
  })
})
