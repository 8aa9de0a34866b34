import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

type Named = { readonly id: number; readonly name: string }

describe('many events at once in the admin', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser)
  })

  after(async () => {
    await site?.calendar.close()
  })

  const ask = async (path: string, body: object) => {
    const reply = await site.calendar.ask('POST', path, { as: 'editor', body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body
  }
  const create = (title: string, more = {}) =>
    ask('/events', { title, start_date: '2037-05-01 19:00', end_date: '2037-05-01 21:00', ...more })
  const read = async (id: number) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body
  const readAll = (events: readonly { readonly id: number }[]) => Promise.all(events.map(({ id }) => read(id)))
  const names = (terms: readonly Named[]) => terms.map(({ name }) => name).sort()

  const startEdit = async (page: Page): Promise<Locator> => {
    await page.getByLabel('Select all events of this page').check()
    await page.getByRole('button', { name: 'Edit …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What is changed?').waitFor()
    return dialog
  }
  const add = (dialog: Locator, label: string) =>
    dialog.getByLabel(/^What (else )?is changed\?$/).selectOption({ label })
  const choose = async (dialog: Locator, field: string, text: string) => {
    await dialog.getByRole('combobox', { name: field, exact: true }).fill(text)
    await dialog.getByRole('option', { name: text, exact: true }).click()
  }
  const look = (dialog: Locator) => dialog.getByRole('button', { name: 'Look at the changes' }).click()

  it('get some fields, which are shown before, and taken back by undo', async () => {
    await ask('/venues', { venue: 'Old mill' })
    await ask('/categories', { name: 'Walks' })
    const events = [
      await create('Mill A', { venue: { venue: 'Barn' }, categories: [{ name: 'Outdoors' }], cost: '5' }),
      await create('Mill B', { categories: ['Walks'], cost: '5' }),
      await create('Mill C', { venue: { venue: 'Barn' }, featured: true }),
    ]
    const etags = async () => (await readAll(events)).map(({ modified }) => modified)
    const untouched = await etags()
    await site.visit('editor', '/events?search=Mill', async (page) => {
      const dialog = await startEdit(page)
      await add(dialog, 'Venue')
      await choose(dialog, 'Venue', 'Old mill')
      await add(dialog, 'Categories')
      await choose(dialog, 'Categories', 'Walks')
      await add(dialog, 'Featured')
      await dialog.getByLabel('Featured').check()
      // A field that follows from another one.
      await add(dialog, 'Event status')
      assert.equal(await dialog.getByLabel('Reason').count(), 0)
      await dialog.getByRole('combobox', { name: 'Event status' }).selectOption('cancelled')
      await dialog.getByLabel('Reason').fill('Storm')
      assert.deepEqual(await findFaults(page), [])
      await add(dialog, 'Price')
      await dialog.getByRole('button', { name: 'Leave “Price” as it is' }).click()
      await look(dialog)
      for (const line of [
        '3 events: Venue → Old mill',
        '2 events: Categories, add Walks',
        '2 events: Featured → yes',
        '3 events: Event status → Cancelled',
        '3 events: Reason → Storm',
      ])
        await dialog.getByText(line).waitFor()
      assert.equal(await dialog.getByText('Price').count(), 0)
      await dialog.getByText('Each event').click()
      await dialog.getByRole('row', { name: /Mill A Barn → Old mill Outdoors → Outdoors, Walks/ }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      assert.deepEqual(await etags(), untouched)
      await dialog.getByRole('button', { name: 'Change 3 events' }).click()
      await page.getByText('3 events are changed.').waitFor()
      const [a, b, c] = await readAll(events)
      assert.deepEqual(
        [a, b, c].map((event) => [
          event.venue.venue,
          names(event.categories),
          event.featured,
          event.event_status,
          event.cost,
        ]),
        [
          ['Old mill', ['Outdoors', 'Walks'], true, 'cancelled', '€5'],
          ['Old mill', ['Walks'], true, 'cancelled', '€5'],
          ['Old mill', ['Walks'], true, 'cancelled', ''],
        ].map((row) => row.map((value) => (value === '€5' ? a.cost : value))),
      )
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
    })
    const [a, b, c] = await readAll(events)
    assert.deepEqual(
      [a, b, c].map((event) => [event.venue.venue, names(event.categories), event.featured, event.event_status]),
      [
        ['Barn', ['Outdoors'], false, undefined],
        [undefined, ['Walks'], false, undefined],
        ['Barn', [], true, undefined],
      ],
    )
  })

  it('stay as they are where somebody has changed them meanwhile, and are named', async () => {
    const events = [await create('Race A'), await create('Race B'), await create('Race C')]
    await site.visit('editor', '/events?search=Race', async (page) => {
      const dialog = await startEdit(page)
      await add(dialog, 'Website')
      await dialog.getByLabel('Website').fill('nowhere')
      await look(dialog)
      await dialog.getByText('An address begins with https:// or http://.').waitFor()
      await dialog.getByLabel('Website').fill('https://example.org/race')
      await look(dialog)
      await ask(`/events/${events[1].id}`, { title: 'Race B is off' })
      await dialog.getByRole('button', { name: 'Change 3 events' }).click()
      await page.getByRole('heading', { name: 'Not everything was changed' }).waitFor()
      await dialog.getByText('Race B: It has been changed since; it stays as it is.').waitFor()
      await dialog.getByText('2 events are changed.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      const [a, b, c] = await readAll(events)
      assert.deepEqual(
        [a, c].map(({ website }) => website),
        ['https://example.org/race', 'https://example.org/race'],
      )
      assert.equal(b.website, b.url)
      await dialog.getByRole('button', { name: 'Close' }).click()
      // The undo of what was changed is still there.
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      const back = await read(events[0].id)
      assert.equal(back.website, back.url)
    })
  })

  it('are given back by the activity what they had, also later and by somebody else', async (test) => {
    const own = await startAdminSite(browser as Browser, ['editor', 'admin'])
    test.after(() => own.calendar.close())
    const made = async (title: string, more: object) =>
      (
        await own.calendar.ask('POST', '/events', {
          as: 'editor',
          body: { title, start_date: '2037-06-01', end_date: '2037-06-01', ...more },
        })
      ).body
    const events = [
      await made('Late A', { cost: '3', tags: [{ name: 'Old' }] }),
      await made('Late B', { cost: '4', status: 'draft' }),
      await made('Late C', {}),
    ]
    const now = () =>
      Promise.all(events.map(async ({ id }) => (await own.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body))
    const before = await now()
    await own.visit('editor', '/events?search=Late', async (page) => {
      const dialog = await startEdit(page)
      await add(dialog, 'Price')
      await dialog.getByLabel('Price').fill('20')
      await add(dialog, 'Status')
      await dialog.getByLabel('Status').selectOption('private')
      await add(dialog, 'Tags')
      await dialog.getByLabel('Tags: what is done').selectOption({ label: 'Replace all by these' })
      await look(dialog)
      await dialog.getByRole('button', { name: 'Change 3 events' }).click()
      await page.getByText('3 events are changed.').waitFor()
    })
    const changed = await now()
    assert.deepEqual(
      changed.map(({ status, tags }) => [status, tags.length]),
      Array(3).fill(['private', 0]),
    )
    await own.calendar.ask('POST', `/events/${events[2].id}`, { as: 'editor', body: { excerpt: 'Since' } })
    await own.visit('admin', '/activity', async (page) => {
      // The change of one event alone belongs to no other.
      const latest = page.getByRole('row', { name: /Late C/ })
      await latest.first().waitFor()
      assert.equal(
        await latest
          .first()
          .getByRole('link', { name: /with others/ })
          .count(),
        0,
      )
      const row = page.getByRole('row', { name: /Late A/ }).first()
      await row.getByRole('link', { name: 'with others: Late A' }).click()
      await page.getByText('3 entries').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Undo this change' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click()
      await page.getByText('2 events are as they were before.').waitFor()
      await page.getByText('1 record has been changed since; it stays as it is.').waitFor()
      assert.deepEqual(await findFaults(page), [])
    })
    const facts = ({ status, cost, slug, tags }: { status: string; cost: string; slug: string; tags: Named[] }) => [
      status,
      cost,
      slug,
      names(tags),
    ]
    const [a, b, c] = await now()
    assert.deepEqual([a, b].map(facts), before.slice(0, 2).map(facts))
    assert.deepEqual(facts(c), facts(changed[2]))
  })

  it('of a series are asked for: only those that are ticked, or the whole series', async () => {
    const { id } = await create('Choir', { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } })
    const costs = async () => {
      const { series } = await read(id)
      const { body } = await site.calendar.ask('GET', `/events?series=${series.id}&window=all`, { as: 'editor' })
      return body.events.map(({ cost }: { cost: string }) => cost.replace(/\D/g, ''))
    }
    await site.visit('editor', '/events?search=Choir&collapse=series', async (page) => {
      let dialog = await startEdit(page)
      assert.equal(await dialog.getByLabel('Events of a series').inputValue(), 'all')
      await add(dialog, 'Price')
      await dialog.getByLabel('Price').fill('7')
      await look(dialog)
      await dialog.getByText('1 of them stands for its whole series.').waitFor()
      await dialog.getByRole('button', { name: 'Change 1 event' }).click()
      await page.getByText('1 event is changed.').waitFor()
      assert.deepEqual(await costs(), ['7', '7', '7', '7'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      assert.deepEqual(await costs(), ['', '', '', ''])
      dialog = await startEdit(page)
      await dialog.getByLabel('Events of a series').selectOption('this')
      await add(dialog, 'Price')
      await dialog.getByLabel('Price').fill('9')
      await look(dialog)
      await dialog.getByRole('button', { name: 'Change 1 event' }).click()
      await page.getByText('1 event is changed.').waitFor()
      assert.deepEqual(await costs(), ['9', '', '', ''])
    })
  })

  it('are edited on a small phone', async () => {
    await create('Small A')
    await create('Small B')
    await site.visit(
      'editor',
      '/events?search=Small',
      async (page) => {
        const dialog = await startEdit(page)
        await add(dialog, 'Tags')
        await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('A new tag')
        await dialog.getByRole('option', { name: 'Create “A new tag”' }).click()
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
        await look(dialog)
        await dialog.getByText('2 events: Tags, add A new tag').waitFor()
        await assertNoOverflow(page)
        await dialog.getByRole('button', { name: 'Change 2 events' }).click()
        await page.getByText('2 events are changed.').waitFor()
      },
      { viewport: { width: 320, height: 640 } },
    )
    const { body } = await site.calendar.ask('GET', '/events?search=Small&window=all', { as: 'editor' })
    assert.deepEqual(
      body.events.map(({ tags }: { tags: Named[] }) => names(tags)),
      [['A new tag'], ['A new tag']],
    )
  })
})
