import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from './axe.ts'
import { visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

describe('events that do not take place as planned, in a browser (C2.1)', { skip }, () => {
  let calendar: Calendar
  let address: string

  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: address } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
    const times = { start_date: '2026-11-25 19:30:00', end_date: '2026-11-25 21:00:00' }
    const offers = [
      { name: 'Front row', price: 30, currency: 'EUR', url: 'https://example.org', valid_until: '2026-11-24' },
      { price: 0, currency: 'EUR', availability: 'sold_out' },
    ]
    for (const [title, more] of [
      ['Concert', { event_status: 'cancelled', event_status_reason: 'Burst pipe' }],
      ['Reading', { event_status: 'postponed', featured: true }],
      ['Stream', { event_status: 'moved_online', virtual_url: 'https://example.org/live', offers }],
    ] as const) {
      const body = { title, slug: title, venue: { venue: 'Hall' }, ...times, ...more }
      const { status, text } = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(status, 201, text)
    }
  })

  after(async () => {
    await calendar?.close()
    if (typeof browser !== 'string') await browser.close()
  })

  const paths = ['/event/concert/', '/event/reading/', '/event/stream/', '/events/', '/events/month/2026-11/']
  const looks = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ] as const

  for (const [name, options] of looks) {
    it(`are without fault for all, ${name}`, async () => {
      for (const path of [...paths, '/events/week/2026-11-25/', '/embed/event/concert/']) {
        const visit = visitorOf(browser as Browser, address)
        await visit(path, async (page) => assert.deepEqual(await findFaults(page), [], path), options)
      }
    })
  }

  it('are struck out and labelled by the element for other sites, in its language', async () => {
    const visit = visitorOf(browser as Browser, address)
    await visit('/docs/', async (page) => {
      await page.evaluate(async (script) => {
        await import(script)
        // biome-ignore lint/suspicious/noExplicitAny: the types of the browser are not known here.
        const { document } = globalThis as any
        document.body.innerHTML = '<main><kalends-events lang="de" search="concert"></kalends-events></main>'
      }, `${address}/assets/embed.js`)
      await page.getByRole('link', { name: 'Abgesagt Concert', exact: true }).waitFor()
      assert.equal(await page.locator('kalends-events s').textContent(), 'Concert')
    })
  })

  it('have their status in the accessible name', async () => {
    const visit = visitorOf(browser as Browser, address)
    await visit('/events/', async (page) => {
      await page.getByRole('heading', { name: 'Cancelled Concert', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Cancelled Concert', exact: true }).waitFor()
      assert.equal(await page.locator('s').count(), 1)
    })
    await visit('/events/month/2026-11/', async (page) => {
      await page.getByRole('link', { name: /Cancelled Concert Hall$/ }).waitFor()
    })
  })
})
