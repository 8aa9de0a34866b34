import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { visitorOf } from './visitor.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('what is near, in a browser', { skip }, () => {
  it('is behind a button that says what it does, why it cannot, and leads there', async (test) => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: address } })
    test.after(() => calendar.close())
    await calendar.app.listen({ port, host: '127.0.0.1' })
    const dates = { start_date: '2026-12-30 20:00', end_date: '2026-12-30 22:00' }
    const body = { title: 'Concert', status: 'publish', ...dates, venue: { venue: 'Hall', geo_lat: 51, geo_lng: 3.7 } }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const visit = visitorOf(browser as Browser, address)
    await visit('/events/', async (page) => {
      const button = page.getByRole('button', { name: 'Near me' })
      assert.match((await button.getAttribute('title')) ?? '', /within 25 km.*asks you first/)
      await button.click()
      await page.locator('.help', { hasText: 'Allow this site' }).waitFor()
      assert.equal(await button.isEnabled(), true)
    })
    await visit(
      '/events/',
      async (page) => {
        await page.getByRole('button', { name: 'Near me' }).click()
        await page.waitForURL(/geoloc_lat=51\.05&geoloc_lng=3\.72&geoloc_distance=25&sort=distance$/)
      },
      { permissions: ['geolocation'], geolocation: { latitude: 51.0543, longitude: 3.7174 } },
    )
  })
})
