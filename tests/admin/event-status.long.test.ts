import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('what an event says about itself, in the admin (C2)', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser)
  })

  after(async () => {
    await site?.calendar.close()
  })

  const create = async (title: string, more = {}) => {
    const day = new Date(testNow + 3 * 86_400_000).toISOString().slice(0, 10)
    const body = { title, start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00`, ...more }
    const reply = await site.calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  const read = async (id: number) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body

  it('is filled in: a status with its reason, an address online, and tickets', async () => {
    const { id } = await create('Concert')
    await site.visit('editor', `/events/${id}`, async (page) => {
      assert.equal(await page.getByLabel('Reason').count(), 0)
      await page.getByText('Cancelled, postponed or moved').click()
      await page.getByLabel('Event status').selectOption('moved_online')
      await page.getByLabel('Reason').fill('Storm & rain')
      await page.getByLabel('Address online').fill('https://example.org/live')
      await page.getByRole('button', { name: 'Add a ticket' }).click()
      const first = page.getByRole('group', { name: 'Ticket 1' })
      // Nobody has done anything wrong yet.
      assert.equal(await page.getByText('Ticket 1 needs').count(), 0)
      await first.getByLabel('Price').focus()
      await first.getByLabel('Name').fill('Balcony')
      await page.locator('p.fault', { hasText: 'Ticket 1 needs a price' }).waitFor()
      assert.equal(await first.getByLabel('Price').getAttribute('aria-invalid'), 'true')
      assert.equal(await page.getByText('Ticket 1 needs a currency').count(), 0)
      await first.getByLabel('Price').fill('12,50')
      await pressSave(page)
      await page.getByText('Ticket 1 needs a currency, such as EUR.').first().waitFor()
      await first.getByLabel('Currency').fill('eur')
      await first.getByLabel('Sold until').fill('2026-12-24T18:00')
      await page.getByRole('button', { name: 'Add a ticket' }).click()
      const second = page.getByRole('group', { name: 'Ticket 2' })
      assert.equal(await second.getByLabel('Currency').inputValue(), 'eur')
      await second.getByLabel('Price').fill('20')
      await second.getByLabel('Availability').selectOption('sold_out')
      assert.deepEqual(await findFaults(page), [])
      await pressSave(page)
      await page.getByText(savedText).waitFor()
      const event = await read(id)
      assert.deepEqual(
        [event.event_status, event.event_status_reason, event.virtual_url, event.cost],
        ['moved_online', 'Storm &#038; rain', 'https://example.org/live', '€12.50 – €20'],
      )
      assert.deepEqual(
        event.offers.map(({ name, price, availability }: Record<string, string>) => [name, price, availability]),
        [
          ['Balcony', '12.50', 'in_stock'],
          [undefined, '20', 'sold_out'],
        ],
      )
      assert.match(event.offers[0].valid_until, /^2026-12-2[345]T\d\d:00:00Z$/)
      await page.reload()
      await page.getByRole('button', { name: 'Remove ticket 1' }).click()
      assert.equal(await page.getByRole('group', { name: 'Ticket 2' }).count(), 0)
      await pressSave(page)
      await page.getByText(savedText).waitFor()
      assert.equal((await read(id)).offers.length, 1)
    })
  })

  it('is shown in the list, and filters it', async () => {
    await create('Cancelled reading', { event_status: 'cancelled' })
    await create('Plain reading')
    await site.visit('editor', '/events?search=reading', async (page) => {
      await page.getByText('2 events', { exact: true }).waitFor()
      await page.getByRole('rowheader', { name: 'Cancelled reading Cancelled' }).waitFor()
      await page.getByRole('search').getByLabel('Event status').selectOption('cancelled')
      await page.getByText('1 event', { exact: true }).waitFor()
      assert.equal(await page.getByRole('rowheader', { name: 'Plain reading' }).count(), 0)
      assert.match(page.url(), /state=cancelled/)
      assert.deepEqual(await findFaults(page), [])
    })
  })
})
