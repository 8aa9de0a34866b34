import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import type { Login } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const now = Date.parse('2027-05-05T08:00:00Z')

const add = async ({ calendar }: AdminSite, path: string, body: object, as: Login = 'editor'): Promise<number> => {
  const reply = await calendar.ask('POST', path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const at = (day: string, from: string, to: string) => ({
  start_date: `2027-05-${day} ${from}`,
  end_date: `2027-05-${day} ${to}`,
})

/** Opens a page whose clock is that of the server. */
const visit = (site: AdminSite, as: Login, path: string, work: (page: Page) => Promise<void>, options: object = {}) =>
  site.visit(
    as,
    path,
    async (page) => {
      await page.clock.setFixedTime(now)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await work(page)
    },
    { timezoneId: 'UTC', ...options },
  )

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the first page of the admin', { skip }, () => {
  it('says what needs an editor, what takes place in the next seven days, and what was changed last', async (test) => {
    const site = await startAdminSite(browser as Browser, ['editor'], { now })
    test.after(() => site.calendar.close())
    const hall = await add(site, '/venues', { venue: 'Town hall' })
    await add(site, '/events', { title: 'Council', venue: hall, ...at('06', '18:00', '20:00') })
    await add(site, '/events', { title: 'Ball', venue: hall, ...at('06', '19:30', '23:00') })
    // One ends when the next begins, and an exhibition leaves room for others.
    await add(site, '/events', {
      title: 'Dance',
      venue: hall,
      event_status: 'postponed',
      ...at('06', '18:00', '20:00'),
    })
    await add(site, '/events', { title: 'Night walk', venue: hall, ...at('06', '23:00', '23:30') })
    await add(site, '/events', { title: 'Exhibition', venue: hall, all_day: true, ...at('06', '00:00', '23:59') })
    await add(site, '/events', { title: 'Picnic', ...at('07', '12:00', '14:00') })
    await add(site, '/events', { title: 'Talk online', attendance_mode: 'online', ...at('08', '12:00', '14:00') })
    await add(site, '/events', { title: 'Too far away', ...at('30', '12:00', '14:00') })
    await add(site, '/events', { title: 'Idea', status: 'draft', ...at('09', '12:00', '14:00') })
    await add(site, '/events', { title: 'Garden day', status: 'pending', ...at('09', '12:00', '14:00') }, 'contributor')
    await visit(site, 'editor', '/', async (page) => {
      const tasks = region(page, 'Needs attention')
      await tasks.getByRole('link', { name: '1 event waits for a review' }).waitFor()
      const doubled = tasks
        .getByRole('listitem')
        .filter({ hasText: 'Town hall is taken twice at the same time' })
        .first()
      assert.deepEqual(await doubled.getByRole('list').getByRole('link').allInnerTexts(), ['Council', 'Ball'])
      await tasks.getByText('1 event of the next seven days has no venue').waitFor()
      await tasks.getByRole('link', { name: '7 events of the next two weeks have no picture' }).waitFor()
      const days = region(page, 'The next seven days')
      assert.deepEqual(await days.getByRole('heading', { level: 3 }).allInnerTexts(), [
        'Thursday, May 6',
        'Friday, May 7',
        'Saturday, May 8',
      ])
      assert.equal(await days.getByRole('link').count(), 7)
      assert.deepEqual(await region(page, 'Your drafts').getByRole('link').allInnerTexts(), ['Idea'])
      await region(page, 'Last changes').getByRole('link', { name: 'Garden day' }).first().waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.setViewportSize({ width: 320, height: 700 })
      await assertNoOverflow(page)
      assert.equal(await region(page, 'First steps').count(), 0)
      await tasks.getByRole('link', { name: '7 events of the next two weeks have no picture' }).click()
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
      await page.getByText('8 events', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('Without a picture').isChecked(), true)
    })
  })

  it('shows a contributor the own drafts and nothing of others', async (test) => {
    const site = await startAdminSite(browser as Browser, ['contributor'], { now })
    test.after(() => site.calendar.close())
    await add(site, '/events', { title: 'Own idea', status: 'draft', ...at('09', '12:00', '14:00') }, 'contributor')
    await add(site, '/events', { title: 'Secret plan', status: 'draft', ...at('09', '12:00', '14:00') })
    await add(site, '/events', { title: 'Waiting', status: 'pending', ...at('09', '12:00', '14:00') })
    await visit(site, 'contributor', '/', async (page) => {
      await region(page, 'Your drafts').getByRole('link', { name: 'Own idea' }).waitFor()
      await page.getByText('Nothing waits for you.').waitFor()
      await page.getByText('Nothing takes place.').waitFor()
      assert.equal(await page.getByText(/Secret plan|Waiting|review/).count(), 0)
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('leads an administrator through the first steps, and ticks off what is done', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'], { now })
    test.after(() => site.calendar.close())
    await visit(site, 'admin', '/', async (page) => {
      const steps = region(page, 'First steps')
      await steps.getByRole('link', { name: 'Make categories' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await add(site, '/categories', { name: 'Music' })
      await add(site, '/venues', { venue: 'Town hall' })
      await page.reload()
      await steps.getByText('Make categories (done)').waitFor()
      await steps.getByText('Add the places where things happen (done)').waitFor()
      await steps.getByRole('link', { name: 'Publish your first event' }).waitFor()
      await steps.getByRole('button', { name: 'Hide' }).click()
      await steps.waitFor({ state: 'detached' })
      await page.reload()
      await region(page, 'Needs attention').waitFor()
      assert.equal(await steps.count(), 0)
    })
  })

  it('passes on the addresses that the list of events had', async (test) => {
    const site = await startAdminSite(browser as Browser, ['editor'], { now })
    test.after(() => site.calendar.close())
    await add(site, '/events', { title: 'Picnic', ...at('07', '12:00', '14:00') })
    await visit(site, 'editor', '/?search=picnic&span=all', async (page) => {
      await page.waitForURL(`${site.address}/admin/events?search=picnic&span=all`)
      await page.getByText('1 event', { exact: true }).waitFor()
    })
  })
})
