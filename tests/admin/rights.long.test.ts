import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { type Login, testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, pressSave, savedText, startAdminSite } from './site.ts'
import { fillTown, townNow } from './town.ts'
import { openView, pathsWith } from './views.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const day = new Date(testNow + 3 * 86_400_000).toISOString().slice(0, 10)
const times = { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` }

const write = async ({ calendar }: AdminSite, as: Login, path: string, body: object) => {
  const reply = await calendar.ask('POST', path, { as, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

describe('what a role may do in the admin', { skip }, () => {
  it('is all that a contributor is offered', async (test) => {
    const site = await startAdminSite(browser as Browser, ['contributor', 'editor'])
    test.after(() => site.calendar.close())
    const theirs = await write(site, 'editor', '/events', { title: 'Town ball', description: 'Dance.', ...times })
    const own = await write(site, 'contributor', '/events', { title: 'Own idea', status: 'draft', ...times })
    await site.visit('contributor', '/events', async (page) => {
      await page.getByLabel('Select “Own idea”').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Town ball', exact: true }).count(), 0)
      await page.getByRole('button', { name: /^All/ }).click()
      await page.getByRole('link', { name: 'Town ball', exact: true }).waitFor()
      assert.equal(await page.getByLabel('Select “Town ball”').count(), 0)
      await page.getByRole('button', { name: 'Move “Own idea” to the trash' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Move “Town ball” to the trash' }).count(), 0)
      await page.getByRole('link', { name: 'Town ball', exact: true }).click()
      await page.getByText('You can look at this, but not change it.').waitFor()
      await page.getByText('Dance.').waitFor()
      assert.equal(await page.getByLabel('Title').isDisabled(), true)
      assert.equal(await page.getByRole('textbox', { name: 'Description' }).getAttribute('contenteditable'), 'false')
      assert.equal(await page.locator('form [type=submit]').count(), 0)
      assert.deepEqual(await findFaults(page), [])
    })
    await site.visit('contributor', `/events/${own.id}`, async (page) => {
      await page.getByRole('combobox', { name: 'Categories' }).fill('Brandnew')
      await page.getByRole('option', { name: 'Nothing found' }).waitFor()
      await pressSave(page)
      await page.getByText('“Brandnew” is not chosen: pick one from the list, or remove the text.').waitFor()
      assert.equal(await page.evaluate('document.activeElement.value'), 'Brandnew')
      assert.equal(await page.getByText(savedText).count(), 0)
      assert.deepEqual(await findFaults(page), [])
    })
    assert.deepEqual((await site.calendar.ask('GET', `/events/${theirs.id}`, { as: 'editor' })).body.title, 'Town ball')
  })

  it('accepts a typed name that was not picked', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const { id } = await write(site, 'editor', '/events', { title: 'Picnic', ...times })
    const garden = await write(site, 'editor', '/venues', { venue: 'Library garden' })
    await write(site, 'editor', '/categories', { name: 'Outdoors' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByRole('combobox', { name: 'Venue' }).fill('library GARDEN')
      await page.getByRole('combobox', { name: 'Categories' }).fill('outdoors')
      await page.getByRole('button', { name: 'Remove “Library garden”' }).waitFor()
      await page.getByRole('combobox', { name: 'Tags' }).fill('sun')
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    const { venue, categories, tags } = (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body
    const names = [...categories, ...tags].map(({ name }: { name: string }) => name)
    assert.deepEqual([venue.id, names], [garden.id, ['Outdoors', 'sun']])
  })

  it('opens the venue that has the name of a new one, and says so', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const { id } = await write(site, 'editor', '/venues', { venue: 'Old mill' })
    await site.visit('editor', '/venues/new', async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('old mill')
      await pressSave(page)
      await page.getByText('There is a venue of this name already; this is it. Nothing was changed.').waitFor()
      await page.waitForURL(`**/venues/${id}`)
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Old mill')
      assert.equal(await page.getByText(savedText).count(), 0)
    })
  })

  it('brings an event back from the trash on its page', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const { id } = await write(site, 'editor', '/events', { title: 'Lost walk', ...times })
    await site.calendar.ask('DELETE', `/events/${id}`, { as: 'editor' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByText('This is in the trash.').waitFor()
      assert.equal(await page.getByLabel('Title').isDisabled(), true)
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('Restored as a draft.').waitFor()
      assert.equal(await page.getByLabel('Title').isDisabled(), false)
    })
    const { body } = await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })
    assert.equal(body.status, 'draft')
  })

  it('asks for nothing that a contributor may not read', async (test) => {
    const site = await startAdminSite(browser as Browser, ['contributor'], { now: townNow })
    test.after(() => site.calendar.close())
    const { series = 0 } = await fillTown(site.calendar)
    const { id: venues } = await write(site, 'contributor', '/venues', { venue: 'Barn' })
    const { id: organizers } = await write(site, 'contributor', '/organizers', { organizer: 'Farm' })
    const { id: events } = await write(site, 'contributor', '/events', { title: 'Walk', ...times })
    await site.visit('contributor', '/events', async (page) => {
      await page.getByRole('navigation', { name: 'Administration' }).waitFor()
      const refused: string[] = []
      page.on('response', (it) => void (it.status() >= 400 && refused.push(`${it.status()} ${it.url()}`)))
      const closed: string[] = []
      for (const path of pathsWith({ events, venues, organizers, series })) {
        await openView(page, site, path)
        if (await page.getByRole('heading', { name: 'Your role does not open this page' }).count()) closed.push(path)
      }
      assert.deepEqual(refused, [])
      assert.ok(closed.includes('/users') && closed.includes('/venues/duplicates') && !closed.includes('/venues'))
      await page.evaluate("fetch('/wp-json/kalends/v1/state')")
      assert.equal(refused.length, 1)
    })
  })
})
