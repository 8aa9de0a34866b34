import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const times = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }

const narrow = { viewport: { width: 320, height: 700 } }

/** No rule of WCAG is broken, and nothing is wider than the window or the dialog in it. */
const expectWell = async (page: Page): Promise<void> => {
  assert.deepEqual(await findFaults(page), [])
  const wide = `[document.documentElement, ...document.querySelectorAll('dialog[open]')]
    .some((element) => element.scrollWidth > element.clientWidth)`
  assert.equal(await page.evaluate(wide), false)
}

describe('what was done in the admin', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin', 'editor'])
  })

  after(async () => {
    await site?.calendar.close()
  })

  const write = async (path: string, body: object) => {
    const reply = await site.calendar.ask('POST', path, { as: 'editor', body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body
  }

  const read = async (id: number) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body

  it('is not restored over what somebody else has written meanwhile', async () => {
    const { id } = await write('/events', { ...times, title: 'Lecture' })
    await write(`/events/${id}`, { title: 'Long lecture' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByRole('button', { name: 'History' }).click()
      const dialog = page.getByRole('dialog', { name: 'History' })
      await dialog.getByRole('button', { name: /created/ }).click()
      await write(`/events/${id}`, { cost: '12' })
      await dialog.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByText(/Somebody else has changed it meanwhile/).waitFor()
      await dialog.getByRole('button', { name: /changed: Price/ }).waitFor()
      assert.equal((await read(id)).title, 'Long lecture')
      await dialog.getByRole('button', { name: /created/ }).click()
      await dialog.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByText(/The version of .* is restored/).waitFor()
      await write(`/events/${id}`, { title: 'Short lecture' })
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByText('It has been changed since; it stays as it is.').waitFor()
      assert.equal((await read(id)).title, 'Short lecture')
    })
  })

  for (const [size, options] of [
    ['a wide window', {}],
    ['a narrow window', narrow],
  ] as const) {
    it(`is compared word by word, restored, and back by undo, in ${size}`, async () => {
      const { id } = await write('/events', {
        ...times,
        title: 'Reading',
        description: 'In the old library by the river.',
      })
      await write(`/events/${id}`, {
        description: 'In the new library by the river.',
        venue: { venue: `Library ${id}` },
      })
      await write(`/events/${id}`, { title: 'Great reading' })
      const work = async (page: Page): Promise<void> => {
        await page.getByRole('button', { name: 'History' }).click()
        const dialog = page.getByRole('dialog', { name: 'History' })
        await dialog.getByRole('button', { name: /changed: .*Venue/ }).click()
        await dialog.locator('del', { hasText: 'old' }).waitFor()
        await dialog.locator('ins', { hasText: 'new' }).waitFor()
        await dialog.locator('ins', { hasText: `Library ${id}` }).waitFor()
        await expectWell(page)
        await dialog.getByRole('button', { name: /created/ }).click()
        await dialog.getByRole('button', { name: 'Restore this version' }).click()
        await page.getByText(/The version of .* is restored/).waitFor()
        assert.equal(await page.getByLabel('Title').inputValue(), 'Reading')
        const restored = await read(id)
        assert.deepEqual([restored.title, restored.venue, restored.status], ['Reading', [], 'publish'])
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await page.getByText('Undone.').waitFor()
        assert.equal(await page.getByLabel('Title').inputValue(), 'Great reading')
        const again = await read(id)
        assert.deepEqual([again.title, again.venue.venue], ['Great reading', `Library ${id}`])
      }
      await site.visit('editor', `/events/${id}`, work, options)
    })
  }

  it('is listed by person and day, with links to the records', async () => {
    const { id } = await write('/events', { ...times, title: 'Evening by the fire' })
    await site.calendar.ask('POST', '/tags', { as: 'admin', body: { name: 'Songs' } })
    await site.visit('admin', '/activity', async (page) => {
      await page.getByRole('rowheader', { name: 'Songs' }).first().waitFor()
      await expectWell(page)
      await page.getByLabel('Person').selectOption({ label: 'editor' })
      await page.getByLabel('Kind').selectOption('event')
      await page.getByRole('rowheader', { name: 'Songs' }).waitFor({ state: 'detached' })
      await page.getByLabel('From').fill('2099-01-01')
      await page.getByText('No entry fits these filters.').waitFor()
      await expectWell(page)
      await page.getByLabel('From').fill('')
      await page.getByRole('link', { name: 'Evening by the fire' }).click()
      await page.getByRole('heading', { level: 1, name: 'Evening by the fire' }).waitFor()
      assert.ok(page.url().endsWith(`/events/${id}`))
    })
    await site.visit(
      'editor',
      '/activity?kind=event',
      async (page) => {
        await page.getByRole('link', { name: 'Evening by the fire' }).waitFor()
        await expectWell(page)
        assert.deepEqual(await page.getByLabel('Person').locator('option').allTextContents(), ['Everybody', 'Me'])
        assert.equal(await page.getByRole('link', { name: 'Server status' }).count(), 0)
      },
      narrow,
    )
  })

  it('leaves a server whose state administrators see', async () => {
    await site.visit(
      'admin',
      '/state',
      async (page) => {
        await page.getByText('There is no backup yet.').waitFor()
        await page.getByText('Version of Kalends').waitFor()
        await expectWell(page)
      },
      { ...narrow, colorScheme: 'dark' },
    )
  })
})

describe('an event in the admin', { skip }, () => {
  it('is shown as visitors will see it before it is published, and duplicated', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const body = { ...times, title: 'Night walk', status: 'draft', description: 'Bring a lamp.', show_map: false }
    const { id } = (await site.calendar.ask('POST', '/events', { as: 'editor', body })).body
    const work = async (page: Page): Promise<void> => {
      await page.getByLabel('Price').fill('7')
      await page.getByRole('button', { name: 'Preview' }).click()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { level: 1, name: 'Night walk' }).waitFor()
      await frame.getByText('$7').waitFor()
      await expectWell(page)
      // biome-ignore lint/suspicious/noExplicitAny: it runs in the browser, whose types tests do not have.
      const paint = (element: unknown): string => (globalThis as any).getComputedStyle(element).backgroundColor
      const ground = (): Promise<string> => frame.locator('body').evaluate(paint)
      await page.getByRole('button', { name: 'Light' }).click()
      const light = await ground()
      await page.getByRole('button', { name: 'Dark' }).click()
      assert.notEqual(await ground(), light)
      const wide = (await page.locator('iframe').boundingBox())?.width ?? 0
      await page.getByRole('button', { name: 'Phone' }).click()
      const phone = (await page.locator('iframe').boundingBox())?.width ?? 0
      assert.ok(phone < 400 && (phone < wide || wide < 400), `${phone} of ${wide}`)
      const opened = page.context().waitForEvent('page')
      await frame.getByRole('link').filter({ visible: true }).last().click()
      await (await opened).close()
      await frame.getByRole('heading', { level: 1, name: 'Night walk' }).waitFor()
      await page.getByRole('button', { name: 'Close', exact: true }).click()

      await page.getByRole('link', { name: 'Duplicate' }).click()
      await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Night walk (copy)')
      const query = 'start_date=2027-01-01'
      const listed = async () => (await site.calendar.ask('GET', `/events?${query}`, { as: 'editor' })).body.events
      assert.equal((await listed()).length, 1)
      await pressSave(page)
      await page.getByText(savedText).waitFor()
      const copy = (await listed()).find((event: { id: number }) => event.id !== id)
      assert.deepEqual(
        [copy.title, copy.status, copy.slug, copy.start_date, copy.show_map, copy.cost],
        ['Night walk (copy)', 'draft', 'night-walk-copy', times.start_date, false, '$7'],
      )
    }
    await site.visit('editor', `/events/${id}`, work)
  })
})
