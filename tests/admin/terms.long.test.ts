import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** In the month that the calendar shows, on each of its days. */
const today = new Date(testNow).toISOString().slice(0, 10)

const createEvent = async ({ calendar }: AdminSite, title: string, more: object): Promise<number> => {
  const dates = { start_date: `${today} 00:00:00`, end_date: `${today} 23:59:59` }
  const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { title, ...dates, ...more } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const termsOf = async ({ calendar }: AdminSite, id: number, of: 'categories' | 'tags'): Promise<string[]> =>
  (await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body[of].map(({ name }: { name: string }) => name)

const dialog = (page: Page): Locator => page.getByRole('dialog')

const button = (of: Page | Locator, name: string): Locator => of.getByRole('button', { name, exact: true })

const undo = async (page: Page): Promise<void> => {
  // What an undo before has said is still shown for some seconds.
  await page.getByText('Undone.').waitFor({ state: 'hidden' })
  await button(page, 'Undo').last().click()
  await page.getByText('Undone.').waitFor()
}

describe('categories in the admin', { skip }, () => {
  it('are created in a colour, moved by drag and by keys, and deleted and put back', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const parents = async (): Promise<object> => {
      const { body } = await site.calendar.ask('GET', '//wp-json/wp/v2/tribe_events_cat')
      const names = new Map(body.map(({ id, name }: { id: number; name: string }) => [id, name]))
      return Object.fromEntries(
        body.map(({ name, parent }: { name: string; parent: number }) => [name, names.get(parent) ?? '']),
      )
    }
    await site.visit('editor', '/categories', async (page) => {
      await page.getByText('There are no categories yet.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      for (const [name, below] of [
        ['Music', ''],
        ['Jazz', 'Music'],
        ['Theatre', ''],
      ] as const) {
        await button(page, 'New category').click()
        await dialog(page).getByLabel('Name', { exact: true }).fill(name)
        if (below) await dialog(page).getByLabel('Parent category').selectOption({ label: below })
        if (name === 'Jazz') {
          await dialog(page).getByLabel('Show in a colour').check()
          await dialog(page).getByLabel('Colour', { exact: true }).fill('#aa00bb')
        }
        assert.deepEqual(await findFaults(page), [])
        await button(dialog(page), 'Save').click()
        await button(page, `Edit “${name}”`).waitFor()
      }
      assert.deepEqual(await parents(), { Music: '', Jazz: 'Music', Theatre: '' })
      assert.deepEqual(await findFaults(page), [])

      const row = (name: string) => page.locator('.tree-row', { hasText: name })
      await row('Jazz').dragTo(row('Theatre'))
      await page.getByText('“Jazz” has been moved.').waitFor()
      assert.deepEqual(await parents(), { Music: '', Jazz: 'Theatre', Theatre: '' })
      await undo(page)
      assert.deepEqual(await parents(), { Music: '', Jazz: 'Music', Theatre: '' })
      await row('Jazz').dragTo(page.locator('.tree-top'))
      await page.getByText('“Jazz” has been moved.').waitFor()
      assert.deepEqual(await parents(), { Music: '', Jazz: '', Theatre: '' })

      // The list is read again after each change.
      await page.locator('.tree > ul > li > .tree-row', { hasText: 'Jazz' }).waitFor()
      await button(page, 'Move “Theatre”').press('Enter')
      const below = dialog(page).getByLabel('Parent category')
      // A category cannot be put below itself.
      assert.deepEqual(await below.locator('option').allTextContents(), ['(at the top)', 'Jazz', 'Music'])
      await below.focus()
      await page.keyboard.press('M')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('“Theatre” has been moved.').waitFor()
      assert.deepEqual(await parents(), { Music: '', Jazz: '', Theatre: 'Music' })
    })
    const jazz = (await site.calendar.ask('GET', '//wp-json/wp/v2/tribe_events_cat?slug=jazz')).body[0]
    assert.deepEqual(jazz.meta, { color: '#aa00bb' })

    const event = await createEvent(site, 'Concert', { categories: ['Jazz'] })
    const draft = await createEvent(site, 'Rehearsal', { categories: ['Jazz', 'Music'], status: 'draft' })
    await site.visit('editor', '/events', async (page) => {
      await page.locator('tr', { hasText: 'Concert' }).locator('circle[fill="#aa00bb"]').waitFor()
      await page.getByRole('link', { name: 'Calendar' }).click()
      await page.locator('.ec-event[style*="#aa00bb"]', { hasText: 'Concert' }).waitFor()
      await page.getByRole('link', { name: 'Categories' }).click()

      await button(page, 'Edit “Jazz”').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill('Music')
      await button(dialog(page), 'Save').click()
      await dialog(page).getByText('There is a category with this name beside it already.').waitFor()
      await dialog(page).getByLabel('Name', { exact: true }).fill('Jazz and blues')
      await site.calendar.ask('POST', `/categories/${jazz.id}`, { as: 'editor', body: { description: 'Blue notes' } })
      await button(dialog(page), 'Save').click()
      await dialog(page).getByText('Somebody else has changed this category.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await button(dialog(page), 'Cancel').click()

      await button(page, 'Delete “Jazz”').click()
      await dialog(page).getByText('2 events have it, and lose it.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await button(dialog(page), 'Delete').click()
      await page.getByText('The category “Jazz” has been deleted.').waitFor()
      assert.deepEqual(await termsOf(site, event, 'categories'), [])
      await undo(page)
    })
    assert.deepEqual(await termsOf(site, event, 'categories'), ['Jazz'])
    assert.deepEqual(await termsOf(site, draft, 'categories'), ['Jazz', 'Music'])
    const again = (await site.calendar.ask('GET', '//wp-json/wp/v2/tribe_events_cat?slug=jazz')).body[0]
    assert.deepEqual([again.meta, again.description], [{ color: '#aa00bb' }, 'Blue notes'])
  })

  it('fit on a phone, however long they are, and are merged by editors alone', async (test) => {
    const site = await startAdminSite(browser as Browser, ['editor', 'author'])
    test.after(() => site.calendar.close())
    let parent = 0
    for (const name of ['Donaudampfschifffahrtsgesellschaft'.repeat(3), 'Exhibitions', 'Exhibition', 'Paintings'])
      parent = (await site.calendar.ask('POST', '/categories', { as: 'editor', body: { name, parent } })).body.id
    const event = await createEvent(site, 'Opening', { categories: ['Exhibition'] })
    const phone = { viewport: { width: 320, height: 600 }, colorScheme: 'dark' }
    await site.visit(
      'author',
      '/categories',
      async (page) => {
        await button(page, 'Edit “Paintings”').waitFor()
        assert.equal(await page.getByRole('checkbox').count(), 0)
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
      },
      phone,
    )
    await site.visit('editor', '/categories', async (page) => {
      await page.getByRole('checkbox', { name: 'Select “Exhibition”' }).check()
      await page.getByText('Tick another one to merge them.').waitFor()
      await page.getByRole('checkbox', { name: 'Select “Exhibitions”' }).check()
      await button(page, 'Merge categories').click()
      await dialog(page).getByRole('radio', { name: 'Exhibitions' }).check()
      assert.deepEqual(await findFaults(page), [])
      await button(dialog(page), 'Merge').click()
      await page.getByText('Merged. 1 event has changed.').waitFor()
      await button(page, 'Edit “Exhibition”').waitFor({ state: 'detached' })
    })
    assert.deepEqual(await termsOf(site, event, 'categories'), ['Exhibitions'])
  })
})

describe('tags in the admin', { skip }, () => {
  it('are found, renamed, merged, and deleted and put back', async (test) => {
    const site = await startAdminSite(browser as Browser, ['editor', 'author'])
    test.after(() => site.calendar.close())
    await site.visit('author', '/events', async (page) => {
      await page.getByRole('link', { name: 'Categories' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Tags' }).count(), 0)
    })
    const event = await createEvent(site, 'Fair', { tags: ['open air', 'openair', 'children'] })
    const other = await createEvent(site, 'Picnic', { tags: ['openair'], hide_from_listings: true })
    const phone = { viewport: { width: 320, height: 600 } }
    await site.visit(
      'editor',
      '/tags',
      async (page) => {
        await page.getByText('3 tags').waitFor()
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
        await button(page, 'New tag').click()
        await dialog(page).getByLabel('Name', { exact: true }).fill('free')
        await button(dialog(page), 'Save').click()
        await page.getByText('4 tags').waitFor()

        await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
        await page.getByText('No tag has these words.').waitFor()
        await page.getByRole('searchbox', { name: 'Search' }).fill('air')
        await page.getByText('2 tags').waitFor()
        await page.getByRole('checkbox', { name: 'Select “open air”' }).check()
        await page.getByRole('checkbox', { name: 'Select “openair”' }).check()
        await button(page, 'Merge tags').click()
        await dialog(page).getByRole('radio', { name: 'open air' }).check()
        await assertNoOverflow(page)
        await button(dialog(page), 'Merge').click()
        await page.getByText('Merged. 2 events have changed.').waitFor()
        assert.deepEqual(await termsOf(site, event, 'tags'), ['children', 'open air'])

        await button(page, 'Edit “open air”').click()
        await dialog(page).getByLabel('Name', { exact: true }).fill('outdoors & open air')
        assert.deepEqual(await findFaults(page), [])
        await button(dialog(page), 'Save').click()
        await button(page, 'Edit “outdoors & open air”').waitFor()
        await undo(page)
        await button(page, 'Edit “open air”').click()
        await dialog(page).getByLabel('Name', { exact: true }).fill('outdoors & open air')
        await button(dialog(page), 'Save').click()
        await button(page, 'Edit “outdoors & open air”').waitFor()

        await button(page, 'Delete “outdoors & open air”').click()
        await dialog(page).getByText('2 events have it, and lose it.').waitFor()
        await button(dialog(page), 'Delete').click()
        await page.getByText('No tag has these words.').waitFor()
        assert.deepEqual(await termsOf(site, other, 'tags'), [])
        await undo(page)
        assert.deepEqual(await termsOf(site, event, 'tags'), ['children', 'outdoors &#038; open air'])
        assert.deepEqual(await termsOf(site, other, 'tags'), ['outdoors &#038; open air'])
      },
      phone,
    )
  })
})
