import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, logIn, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const saved = (page: Page): Promise<void> => page.getByText(savedText).first().waitFor()

describe('what is typed in the admin', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser)
  })

  after(async () => {
    await site?.calendar.close()
  })

  const create = async (more: object = {}): Promise<number> => {
    const body = { title: 'Choir', start_date: '2027-06-01 19:00', end_date: '2027-06-01 21:00', ...more }
    const reply = await site.calendar.ask('POST', '/events', { as: 'editor', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }

  const read = async (id: number) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body

  const versions = async (id: number): Promise<number> =>
    (await site.calendar.ask('GET', `//wp/v2/tribe_events/${id}/revisions`, { as: 'editor' })).body.length

  it('is saved automatically in a draft, without interrupting', async () => {
    const id = await create({ status: 'draft' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').fill('Choir of the')
      await page.getByText(/Saved as a draft at \d/).waitFor()
      assert.equal((await read(id)).title, 'Choir of the')
      assert.equal(await page.evaluate('document.activeElement.value'), 'Choir of the')
      await page.keyboard.type(' river')
      await page.getByText('Not saved yet.').waitFor()
      await pressSave(page)
      await saved(page)
      assert.equal((await read(id)).title, 'Choir of the river')
      const { body } = await site.calendar.ask('GET', `//wp/v2/tribe_events/${id}/revisions`, { as: 'editor' })
      const actions = body.map(({ action }: { action: string }) => action)
      assert.deepEqual(actions, ['updated', 'autosaved', 'created'])
    })
  })

  it('in a new event becomes a draft, whose address follows the title', async () => {
    await site.visit('editor', '/events/new', async (page) => {
      await page.getByLabel('Title').fill('Boat')
      await page.getByText(/Saved as a draft at \d/).waitFor()
      const id = Number(/events\/(\d+)/.exec(page.url())?.[1])
      assert.equal((await read(id)).status, 'draft')
      await page.keyboard.type(' race')
      await page.getByLabel('Status', { exact: true }).selectOption('publish')
      await pressSave(page)
      await saved(page)
      const { title, slug, status } = await read(id)
      assert.deepEqual([title, slug, status], ['Boat race', 'boat-race', 'publish'])
    })
  })

  it('in a new event before a reload becomes no event before somebody goes on', async () => {
    const count = async (): Promise<number> =>
      (await site.calendar.ask('GET', '/events?search=Regatta&start_date=2020-01-01', { as: 'editor' })).body.total
    await site.visit('editor', '/events/new', async (page) => {
      await page.getByLabel('Title').waitFor()
      await page.clock.install()
      await page.getByLabel('Title').fill('Regatta')
      await page.getByText('Not saved yet.').waitFor()
      await page.reload()
      await page.getByText('was not saved').waitFor()
      await page.clock.fastForward('10:00')
      await page.getByText('Not saved yet.').waitFor()
      assert.equal(await count(), 0)
      await page.getByLabel('Title').fill('Regatta at noon')
      await page.clock.fastForward('10:00')
      await page.getByText(/Saved as a draft at \d/).waitFor()
      assert.equal(await count(), 1)
    })
  })

  it('in a published event waits for the button', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').waitFor()
      await page.clock.install()
      await page.getByLabel('Title').fill('Choir and band')
      await page.getByText('Not saved yet.').waitFor()
      await page.clock.fastForward('10:00')
      await page.getByLabel('Price').fill('5')
      await page.getByText('Not saved yet.').waitFor()
      assert.deepEqual([(await read(id)).title, await versions(id)], ['Choir', 1])
      await page.getByRole('button', { name: 'Discard the changes' }).click()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Choir')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Choir and band')
    })
  })

  it('outlasts a lost connection and a reload', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').waitFor()
      await page.context().setOffline(true)
      await page.getByLabel('Title').fill('Choir in the rain')
      await pressSave(page)
      // The form says it too when it could not keep what was typed.
      await page.getByText('The server cannot be reached.').first().waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.context().setOffline(false)
      await page.reload()
      await page.getByText('was not saved').waitFor()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Choir in the rain')
      await pressSave(page)
      await saved(page)
      assert.equal((await read(id)).title, 'Choir in the rain')
    })
  })

  it('waits for code that cannot be loaded, and asks for it again', async () => {
    const id = await create()
    const editor = '**/rich-text-editor-*.js'
    await site.visit('editor', '/events', async (page) => {
      await page.getByRole('link', { name: 'Venues' }).first().waitFor()
      await page.route('**/*.js', (route) => route.abort())
      await page.getByRole('link', { name: 'Organizers' }).first().click()
      // The form says it too when it could not keep what was typed.
      await page.getByText('The server cannot be reached.').first().waitFor()
      await page.unroute('**/*.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Organizers' }).waitFor()
    })
    await site.visit('editor', '/events', async (page) => {
      await page.getByRole('link', { name: 'Venues' }).first().waitFor()
      await page.route(editor, (route) => route.abort())
      await page.goto(`${site.address}/admin/events/${id}`)
      await page.getByLabel('Title').fill('Choir by day')
      // The form says it too when it could not keep what was typed.
      await page.getByText('The server cannot be reached.').first().waitFor()
      await page.unroute(editor)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('was not saved').waitFor()
      await page.getByRole('toolbar').first().waitFor()
      await pressSave(page)
      await saved(page)
      assert.equal((await read(id)).title, 'Choir by day')
    })
  })

  it('outlasts the end of the session', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').fill('Choir at night')
      const ended = await site.calendar.ask('DELETE', '//wp/v2/users/2/sessions', { as: 'admin' })
      assert.equal(ended.status, 200, ended.text)
      await pressSave(page)
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await logIn(page, 'editor')
      await saved(page)
      assert.equal((await read(id)).title, 'Choir at night')
    })
  })

  it('is kept for each of two tabs, and neither writes over the other', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (one) => {
      await one.getByLabel('Title').waitFor()
      const other = await one.context().newPage()
      await other.goto(one.url())
      await other.getByLabel('Title').waitFor()
      await one.getByLabel('Title').fill('Choir of two')
      await other.getByLabel('Price').fill('9')
      for (const page of [one, other]) {
        await page.getByText('Not saved yet.').waitFor()
        await page.reload()
        await page.getByText('was not saved').waitFor()
      }
      assert.equal(await one.getByLabel('Title').inputValue(), 'Choir of two')
      assert.equal(await other.getByLabel('Title').inputValue(), 'Choir')
      await pressSave(one)
      await saved(one)
      // Also after a reload the other tab still knows with which version it began.
      await other.reload()
      await other.getByText('was not saved').waitFor()
      await pressSave(other)
      await other.getByRole('heading', { name: 'Somebody else has changed this event' }).waitFor()
      await other.getByRole('button', { name: 'Save this choice' }).click()
      await saved(other)
      const { title, cost } = await read(id)
      assert.deepEqual([title, cost], ['Choir of two', '$9'])
    })
  })

  /** Closes a tab and opens another one, which has the storage of the browser but not that of the tab. */
  const reopen = async (page: Page, path: string): Promise<Page> => {
    const next = await page.context().newPage()
    await page.close()
    await next.goto(`${site.address}/admin/events/${path}`)
    await next.getByLabel('Title').waitFor()
    return next
  }

  const listKept = (page: Page): Promise<string[]> =>
    page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("kalends:typed:"))')

  it('does not come back once it is saved, from whichever tab it came', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (first) => {
      await first.getByLabel('Title').fill('Choir of old')
      await first.getByText('Not saved yet.').waitFor()
      const second = await reopen(first, `${id}`)
      await second.getByText('was not saved').waitFor()
      const third = await reopen(second, `${id}`)
      await third.getByText('was not saved').waitFor()
      await pressSave(third)
      await saved(third)
      assert.deepEqual(await listKept(third), [])
      await third.getByLabel('Title').fill('Choir of today')
      await pressSave(third)
      await third.getByText('Not saved yet.').waitFor({ state: 'detached' })
      const fourth = await reopen(third, `${id}`)
      assert.equal(await fourth.getByLabel('Title').inputValue(), 'Choir of today')
      assert.equal(await fourth.getByText('was not saved').count(), 0)
    })
    assert.equal((await read(id)).title, 'Choir of today')
  })

  it('does not come back once it is discarded or becomes an event', async () => {
    await site.visit('editor', '/events/new', async (first) => {
      await first.getByLabel('Title').waitFor()
      // Otherwise it would be saved as a draft.
      await first.clock.install()
      await first.getByLabel('Title').fill('Choir of tomorrow')
      await first.getByText('Not saved yet.').waitFor()
      const second = await reopen(first, 'new')
      await second.getByText('was not saved').waitFor()
      const third = await reopen(second, 'new')
      await third.getByRole('button', { name: 'Discard it' }).click()
      await third.getByText('Your changes are discarded.').waitFor()
      assert.deepEqual(await listKept(third), [])
      await third.getByRole('button', { name: 'Undo' }).click()
      await third.getByText('Not saved yet.').waitFor()
      const fourth = await reopen(await reopen(third, 'new'), 'new')
      await pressSave(fourth)
      await saved(fourth)
      assert.deepEqual(await listKept(fourth), [])
    })
  })

  it('does not come back if the answer to its save was lost', async () => {
    const id = await create()
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').waitFor()
      await page.route(`**/events/${id}`, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        await route.fetch()
        await route.abort()
      })
      await page.getByLabel('Title').fill('Choir of the lost')
      await pressSave(page)
      await page.getByText('The server cannot be reached.').first().waitFor()
      assert.equal((await read(id)).title, 'Choir of the lost')
      await page.reload()
      await page.getByLabel('Title').waitFor()
      assert.equal(await page.getByText('was not saved').count(), 0)
      assert.deepEqual(await listKept(page), [])
    })
  })

  it('in a draft that somebody else has saved is compared, and goes on', async () => {
    const id = await create({ status: 'draft' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').waitFor()
      await site.calendar.ask('POST', `/events/${id}`, { as: 'admin', body: { cost: '3' } })
      await page.getByLabel('Title').fill('Choir for all')
      await page.getByRole('heading', { name: 'Somebody else has changed this event' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      assert.equal((await read(id)).title, 'Choir')
      await page.getByRole('button', { name: 'Save this choice' }).click()
      await saved(page)
      const { title, cost } = await read(id)
      assert.deepEqual([title, cost], ['Choir for all', '$3'])
    })
  })
})

describe('what is typed while the server restarts', { skip }, () => {
  it('is saved by the next one', async (test) => {
    const site = await startAdminSite(browser as Browser)
    const { calendar, address } = site
    test.after(() => calendar.close())
    const body = { title: 'Choir', start_date: '2027-06-01 19:00', end_date: '2027-06-01 21:00' }
    const { id } = (await calendar.ask('POST', '/events', { as: 'editor', body })).body
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').fill('Choir again')
      await calendar.app.close()
      await pressSave(page)
      // The form says it too when it could not keep what was typed.
      await page.getByText('The server cannot be reached.').first().waitFor()
      const directory = dirname(calendar.databasePath)
      const config = readConfig({ KALENDS_DATA: directory, KALENDS_PUBLIC_URL: address })
      const log = createLog('error', () => undefined)
      const next = await buildApp({ config, database: calendar.database, clock: () => testNow, log })
      test.after(() => next.close())
      await next.listen({ port: Number(new URL(address).port), host: '127.0.0.1' })
      await pressSave(page)
      await saved(page)
      const answer = await fetch(`${address}/wp-json/tribe/events/v1/events/${id}`)
      assert.equal(((await answer.json()) as { title: string }).title, 'Choir again')
    })
  })
})
