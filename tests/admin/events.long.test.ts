import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, logIn, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

const inDays = (days: number): string => new Date(testNow + days * 86_400_000).toISOString().slice(0, 10)

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('events in the admin', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser)
  })

  after(async () => {
    await site?.calendar.close()
  })

  const create = async (title: string, more = {}) => {
    const times = { start_date: `${inDays(3)} 19:00:00`, end_date: `${inDays(3)} 21:00:00` }
    const reply = await site.calendar.ask('POST', '/events', { as: 'editor', body: { title, ...times, ...more } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  const read = async (id: number) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body

  /** The server reports that a request was refused; browsers write that to their console. */
  const save = async (page: Page): Promise<void> => {
    await pressSave(page)
    await page.getByText(savedText).waitFor()
  }

  it('are created with a new venue, and found', async () => {
    await site.visit('editor', '/events', async (page) => {
      await page.getByRole('link', { name: 'New event' }).first().click()
      await page.getByLabel('Title').fill('Summer fair & dance')
      await page.getByLabel('First day').fill(inDays(5))
      await page.getByRole('textbox', { name: 'Description' }).fill('Bring your friends.')
      await page.getByRole('combobox', { name: 'Venue' }).fill('Town hall')
      await page.getByRole('option', { name: 'Create “Town hall”' }).click()
      await page.getByLabel('Status', { exact: true }).selectOption('publish')
      assert.deepEqual(await findFaults(page), [])
      await save(page)
      const id = Number(/events\/(\d+)/.exec(page.url())?.[1])
      const event = await read(id)
      assert.deepEqual(
        [event.title, event.status, event.venue.venue, event.start_date, event.description.trim()],
        ['Summer fair &#038; dance', 'publish', 'Town hall', `${inDays(5)} 19:00:00`, '<p>Bring your friends.</p>'],
      )
      await page.getByRole('link', { name: 'Events', exact: true }).click()
      await page.getByRole('searchbox').fill('dance')
      await page.getByText('1 event', { exact: true }).waitFor()
      await page.getByRole('rowheader', { name: 'Summer fair & dance' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('are listed as long as they are on, and past only when they are over', async () => {
    const times = (from: number, to: number) => ({
      start_date: `${inDays(from)} 00:00`,
      end_date: `${inDays(to)} 23:59`,
    })
    for (const [title, more] of [
      ['Fair of days gone', times(-5, -3)],
      ['Fair of these days', times(-1, 2)],
      ['Fair of days to come', times(4, 5)],
    ] as const)
      await create(title, more)
    await site.visit('editor', '/events?search=Fair+of', async (page) => {
      const titles = () => page.getByRole('rowheader').allInnerTexts()
      await page.getByRole('button', { name: 'All 2', exact: true }).waitFor()
      assert.deepEqual(await titles(), ['Fair of these days', 'Fair of days to come'])
      await page.getByLabel('Dates').selectOption({ label: 'Past' })
      await page.getByText('1 event', { exact: true }).waitFor()
      assert.deepEqual(await titles(), ['Fair of days gone'])
      await page.getByLabel('Dates').selectOption({ label: 'All dates' })
      await page.getByText('3 events', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'All 3', exact: true }).waitFor()
      assert.equal(await page.getByText('The tabs count').count(), 0)
      await page.getByRole('searchbox').fill('')
      await page.getByLabel('Dates').selectOption({ label: 'Now and upcoming' })
      await page.getByText('The tabs count the events of all dates.').waitFor()
    })
  })

  it('have their start and end in one row, where there is room', async () => {
    await site.visit(
      'editor',
      '/events/new',
      async (page) => {
        const labels = ['First day', 'Start', 'Last day', 'End']
        const boxes = await Promise.all(labels.map((name) => page.getByLabel(name, { exact: true }).boundingBox()))
        assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, JSON.stringify(boxes))
      },
      { viewport: { width: 1280, height: 800 } },
    )
  })

  it('go from their form to the trash, and come back by undo', async () => {
    const { id } = await create('Fair of the trash')
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByRole('button', { name: 'Move to the trash' }).click()
      await page.getByText('Moved to the trash.').waitFor()
      await page.getByRole('heading', { name: 'Events' }).waitFor()
      assert.equal((await read(id)).status, 'trash')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('heading', { name: 'Fair of the trash' }).waitFor()
      assert.equal((await read(id)).status, 'publish')
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('may have each category and tag, also one that no event has yet', async () => {
    const name = 'Konzerte'
    const { body: parent } = await site.calendar.ask('POST', '/categories', { as: 'editor', body: { name: 'Musik' } })
    await site.calendar.ask('POST', '/categories', { as: 'editor', body: { name, parent: parent.id } })
    await site.calendar.ask('POST', '/tags', { as: 'editor', body: { name: 'Freier Eintritt' } })
    const event = await create('Of a new category')
    await site.visit('editor', `/events/${event.id}`, async (page) => {
      const categories = page.getByRole('combobox', { name: 'Categories' })
      await categories.focus()
      await page.getByRole('option', { name: 'Konzerte', exact: true }).waitFor()
      // A tree: what is below another one stands further to the right.
      const indent = (name: string) =>
        page
          .getByRole('option', { name, exact: true })
          .evaluate(
            (option: unknown) =>
              (option as { computedStyleMap: () => Map<string, { value: number }> })
                .computedStyleMap()
                .get('padding-left')?.value ?? 0,
          )
      assert.ok((await indent('Konzerte')) > (await indent('Musik')))
      await categories.fill('konz')
      await page.getByRole('option', { name: 'Konzerte Musik' }).click()
      await page.getByRole('combobox', { name: 'Tags' }).fill('frei')
      await page.getByRole('option', { name: 'Freier Eintritt' }).click()
      await save(page)
    })
    const saved = await read(event.id)
    assert.deepEqual(
      [saved.categories, saved.tags].map((terms) => terms.map((term: { name: string }) => term.name)),
      [[name], ['Freier Eintritt']],
    )
    const { body } = await site.calendar.ask('GET', '/categories?hide_empty=false&search=konz')
    assert.equal(body.total, 1)
  })

  it('take with Enter what is offered, and create only what is chosen to be created', async () => {
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
    const add = (path: string, body: object) => site.calendar.ask('POST', path, { as: 'admin', body })
    await add('/categories', { name: 'Lesungen' })
    await add('/tags', { name: 'Open air' })
    const event = await create('Of known categories')
    await site.visit('editor', `/events/${event.id}`, async (page) => {
      const [categories, tags, venue] = ['Categories', 'Tags', 'Venue'].map((name) =>
        page.getByRole('combobox', { name }),
      ) as [Locator, Locator, Locator]
      const chip = (name: string) => page.getByRole('button', { name: `Remove “${name}”` })
      // Faster than the search.
      await categories.fill('Les')
      await page.keyboard.press('Enter')
      await chip('Lesungen').waitFor()
      await chip('Lesungen').click()
      // The offered one is highlighted once the search has answered, and creating is offered last.
      await categories.fill('Les')
      await page.getByRole('option', { name: 'Lesungen', selected: true }).waitFor()
      assert.equal(await page.locator('.combobox [role=option]').last().innerText(), 'Create “Les”')
      assert.deepEqual(await findFaults(page), [])
      await page.keyboard.press('Enter')
      await chip('Lesungen').waitFor()
      // A field that is left creates nothing beside what it offers.
      await tags.fill('open')
      await page.keyboard.press('Tab')
      await page.getByText('“open” is not chosen').waitFor()
      await tags.fill('open')
      await page.getByRole('option', { name: 'Create “open”' }).click()
      await chip('open').waitFor()
      await venue.fill('A place that nobody knows')
      await page.keyboard.press('Enter')
      await chip('A place that nobody knows').waitFor()
      // There is one venue: another one is chosen after this one is removed.
      assert.equal(await venue.count(), 0)
      await page.locator(':focus[aria-label="Remove “A place that nobody knows”"]').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.keyboard.press('Enter')
      await page.locator('input[role=combobox]:focus').waitFor()
      assert.equal(
        await venue.evaluate((field: unknown) => (field as { matches: (s: string) => boolean }).matches(':focus')),
        true,
      )
      await venue.fill('A place that nobody knows')
      await page.keyboard.press('Enter')
      await chip('A place that nobody knows').waitFor()
      await save(page)
    })
    const saved = await read(event.id)
    assert.deepEqual(
      [names(saved.categories), names(saved.tags), saved.venue.venue],
      [['Lesungen'], ['open'], 'A place that nobody knows'],
    )
  })

  it('stay drafts where publishing was refused, until somebody publishes them', async () => {
    const { id } = await create('Quiet draft', { status: 'draft' })
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Title').fill('')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('An event needs a title.', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Save the draft' }).waitFor()
      await page.getByLabel('Title').fill('Quieter draft')
      await page.keyboard.press('Control+s')
      await page.getByText('“Quieter draft” is saved as a draft.').waitFor()
      assert.equal((await read(id)).status, 'draft')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('“Quieter draft” is published.').waitFor()
      assert.equal((await read(id)).status, 'publish')
    })
  })

  it('that are scheduled are published at once by "Publish"', async (test) => {
    const now = Date.parse('2027-05-05T08:00:00Z')
    const own = await startAdminSite(browser as Browser, ['editor'], { now })
    test.after(() => own.calendar.close())
    const times = { start_date: '2027-06-01 19:00', end_date: '2027-06-01 21:00' }
    const body = { title: 'Later', status: 'future', date: '2027-05-07 09:00:00', ...times }
    const { id } = (await own.calendar.ask('POST', '/events', { as: 'editor', body })).body
    const statusOf = async () => (await own.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body.status
    assert.equal(await statusOf(), 'future')
    await own.visit('editor', `/events/${id}`, async (page) => {
      await page.clock.setFixedTime(now)
      await page.getByLabel('Status', { exact: true }).selectOption('publish')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('“Later” is published.').waitFor()
      assert.equal(await statusOf(), 'publish')
      // What is unfolded stays so while it is changed.
      await page.getByText('Cancelled, postponed or moved').click()
      await page.getByLabel('Event status').selectOption('cancelled')
      await page.getByLabel('Event status').selectOption('scheduled')
      assert.equal(await page.getByLabel('Event status').isVisible(), true)
    })
  })

  it('show errors at the field, and send nothing', async () => {
    await site.visit('editor', '/events/new', async (page) => {
      await page.getByLabel('Last day').fill('2020-01-01')
      await page.getByText('The event ends before it starts.', { exact: true }).waitFor()
      await pressSave(page)
      await page.getByText('An event needs a title.', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('Title').getAttribute('aria-invalid'), 'true')
      assert.deepEqual(await findFaults(page), [])
      // A fault that the server has found is gone as soon as its field has another value.
      await page.getByLabel('Title').fill('On time')
      await page.getByLabel('Last day').fill(await page.getByLabel('First day').inputValue())
      const zone = page.getByLabel('Time zone')
      await zone.fill('Nowhere/Land')
      await pressSave(page)
      await page.locator('[aria-invalid=true]:focus').waitFor({ timeout: 20_000 })
      assert.equal(await page.locator(':focus').inputValue(), 'Nowhere/Land')
      await zone.fill('UTC')
      await page.locator('[aria-invalid=true]').waitFor({ state: 'detached', timeout: 20_000 })
    })
  })

  it('keep what was typed over a reload', async () => {
    const { id } = await create('Reading')
    await site.visit('editor', `/events/${id}`, async (page) => {
      await page.getByLabel('Price').fill('12')
      await page.getByText('Not saved yet.').waitFor()
      await page.reload()
      await page.getByText('was not saved').waitFor()
      assert.equal(await page.getByLabel('Price').inputValue(), '12')
      await page.getByRole('button', { name: 'Discard it' }).click()
      assert.equal(await page.getByLabel('Price').inputValue(), '')
    })
  })

  it('stay as long as they are when they start later or earlier, and a draft says why it is not saved', async () => {
    await site.visit('editor', '/events/new', async (page) => {
      await page.getByLabel('Title').fill('Night walk')
      await page.getByLabel('Start', { exact: true }).fill('22:30')
      assert.equal(await page.getByLabel('End', { exact: true }).inputValue(), '00:30')
      await page.getByLabel('Last day').fill(await page.getByLabel('First day').inputValue())
      await page.getByLabel('End', { exact: true }).fill('23:30')
      await page.getByLabel('Start', { exact: true }).fill('07:00')
      assert.equal(await page.getByLabel('End', { exact: true }).inputValue(), '08:00')
      await page.getByLabel('End', { exact: true }).fill('23:30')
      await page.getByLabel('Last day').fill('2020-01-01')
      await page.getByText('Not saved: The event ends before it starts.').waitFor()
      assert.deepEqual(await findFaults(page), [])
    })
  })

  it('stay as long as they are over midnight, for days and for whole days, also with an end that was chosen', async () => {
    await site.visit('editor', '/events/new', async (page) => {
      const field = (name: string) => page.getByLabel(name, { exact: true })
      const times = () => Promise.all(['First day', 'Start', 'Last day', 'End'].map((name) => field(name).inputValue()))
      const fill = async (...values: readonly (readonly [string, string])[]) => {
        for (const [name, value] of values) await field(name).fill(value)
      }
      await fill(['First day', '2030-03-01'], ['Start', '22:00'], ['Last day', '2030-03-02'], ['End', '02:00'])
      await fill(['Start', '23:30'])
      assert.deepEqual(await times(), ['2030-03-01', '23:30', '2030-03-02', '03:30'])
      await fill(['Start', '18:00'])
      assert.deepEqual(await times(), ['2030-03-01', '18:00', '2030-03-01', '22:00'])
      await fill(['Start', '21:00'], ['First day', '2030-02-28'])
      assert.deepEqual(await times(), ['2030-02-28', '21:00', '2030-03-01', '01:00'])
      // Typed by keys, a time passes through others.
      await field('Start').focus()
      await page.keyboard.type('0800AM')
      assert.deepEqual(await times(), ['2030-02-28', '08:00', '2030-02-28', '12:00'])
      await fill(['Last day', '2030-03-03'], ['End', '10:00'], ['Start', '15:00'])
      assert.deepEqual(await times(), ['2030-02-28', '15:00', '2030-03-03', '17:00'])
      // An end that was before the start is never again.
      await fill(['Last day', '2030-02-01'], ['Start', '16:00'])
      assert.deepEqual(await times(), ['2030-02-28', '16:00', '2030-02-28', '16:00'])
      await page.getByLabel('All day').check()
      await fill(['Last day', '2030-03-02'], ['First day', '2030-05-10'])
      assert.equal(await field('Last day').inputValue(), '2030-05-12')
      await fill(['First day', '2030-05-01'])
      assert.equal(await field('Last day').inputValue(), '2030-05-03')
    })
  })

  it('are deleted permanently from the trash, one or several, after asking', async () => {
    const ids = [(await create('Ruin A')).id, (await create('Ruin B')).id, (await create('Ruin C')).id]
    for (const id of ids) await site.calendar.ask('DELETE', `/events/${id}`, { as: 'editor' })
    const statuses = () =>
      Promise.all(ids.map(async (id) => (await site.calendar.ask('GET', `/events/${id}`, { as: 'editor' })).status))
    await site.visit('editor', '/events?status=trash&search=Ruin', async (page) => {
      await page.getByRole('button', { name: 'Delete “Ruin A” for good' }).click()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('“Ruin A” has been deleted.').waitFor()
      await page.getByText('2 events', { exact: true }).waitFor()
      assert.deepEqual(await statuses(), [404, 200, 200])
      await page.getByLabel('Select all events of this page').check()
      const bar = page.getByRole('region', { name: 'Actions for the selected events' })
      await bar.getByRole('button', { name: 'Delete for good' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('Delete for good: 2 events.').waitFor()
      assert.deepEqual(await statuses(), [404, 404, 404])
    })
  })

  it('say by what the list is filtered, and each filter can be removed', async () => {
    const event = await create('Barn dance', { venue: { venue: 'Red barn' }, categories: ['Music & dance'] })
    const [{ id: category }, { id: venue }] = [event.categories[0], event.venue]
    await site.visit('editor', `/?venue=${venue}&categories=${category}`, async (page) => {
      const chips = page.getByRole('list', { name: 'Filters' })
      await chips.getByText('Category: Music & dance').waitFor()
      await chips.getByText('Venue: Red barn').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await chips.getByRole('button', { name: 'Remove “Category: Music & dance”' }).click()
      await chips.getByText('Category').waitFor({ state: 'hidden' })
      await chips.getByRole('button', { name: 'Remove “Venue: Red barn”' }).click()
      await chips.waitFor({ state: 'hidden' })
      assert.equal(new URL(page.url()).search, '')
    })
  })

  it('are filtered by what they are linked to and by their author, and the tabs have the numbers of the filters', async () => {
    const links = { venue: { venue: 'Round tower' }, organizer: [{ organizer: 'Guild' }], categories: ['Guild days'] }
    const event = await create('Guild feast', links)
    const { id: venue } = event.venue
    await create('Guild meeting', { venue, organizer: event.organizer[0].id, status: 'draft' })
    await create('Tower tour', { venue })
    const other = { title: 'Tower of another', start_date: `${inDays(3)} 10:00`, end_date: `${inDays(3)} 11:00`, venue }
    assert.equal((await site.calendar.ask('POST', '/events', { as: 'admin', body: other })).status, 201)
    await site.visit('editor', '/events', async (page) => {
      const more = page.locator('summary', { hasText: 'More filters' })
      const tab = (name: string) => page.getByRole('button', { name, exact: true })
      const choose = async (name: string, text: string) => {
        await page.getByRole('combobox', { name, exact: true }).fill(text)
        await page.getByRole('option', { name: text }).first().click()
      }
      await more.click()
      assert.deepEqual(await findFaults(page), [])
      await choose('Venue', 'Round tower')
      await tab('All 4').waitFor()
      await tab('Draft 1').waitFor()
      await tab('Published 3').waitFor()
      await page.getByLabel('Author').selectOption({ label: 'Me' })
      await tab('All 3').waitFor()
      await page.reload()
      await tab('All 3').waitFor()
      await choose('Organizer', 'Guild')
      await tab('All 2').waitFor()
      await choose('Category', 'Guild days')
      await tab('All 1').waitFor()
      await page.getByText('1 event', { exact: true }).waitFor()
      await page.getByRole('rowheader', { name: 'Guild feast' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Remove “Venue: Round tower”' }).click()
      await page.getByRole('button', { name: 'Remove “Organizer: Guild”' }).click()
      await page.getByRole('button', { name: 'Remove “Category: Guild days”' }).click()
      await page.getByLabel('Author').selectOption({ label: 'Everybody' })
      await page.getByText('The tabs count the events of all dates.').waitFor()
      assert.equal(new URL(page.url()).search, '')
    })
  })

  it('are shown by views that the person has saved, renamed and deleted', async () => {
    await create('Harvest feast')
    await site.visit(
      'editor',
      '/events?search=Harvest&state=scheduled',
      async (page) => {
        const summary = page.locator('summary', { hasText: 'Saved views' })
        await summary.click()
        await page.getByLabel('Name of this view').fill('Harvest')
        await page.getByRole('button', { name: 'Save this view' }).click()
        await page.getByRole('link', { name: 'Harvest', exact: true }).waitFor()
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
        await page.goto(`${site.address}/admin/events`)
        await summary.click()
        await page.getByLabel('Name of this view').fill('Harvest')
        await page.getByText('There is a view of this name already.').waitFor()
        await page.getByRole('link', { name: 'Harvest', exact: true }).click()
        await page.getByText('1 event', { exact: true }).waitFor()
        assert.equal(new URL(page.url()).search, '?search=Harvest&state=scheduled')
        await page.getByLabel('New name of “Harvest”').fill('Autumn')
        await page.getByRole('button', { name: 'Rename' }).click()
        await page.reload()
        await summary.click()
        await page.getByRole('link', { name: 'Autumn', exact: true }).waitFor()
        await page.getByRole('button', { name: 'Delete “Autumn”' }).click()
        await page.getByRole('link', { name: 'Autumn', exact: true }).waitFor({ state: 'detached' })
        await page.getByLabel('Name of this view').waitFor()
      },
      { viewport: { width: 320, height: 700 } },
    )
  })

  it('of the person are listed by themselves, of all dates and statuses', async () => {
    const times = { start_date: '2020-05-01 19:00', end_date: '2020-05-01 21:00', status: 'draft' }
    await create('Serenade of mine', times)
    const other = { title: 'Serenade of another', ...times }
    assert.equal((await site.calendar.ask('POST', '/events', { as: 'admin', body: other })).status, 201)
    await site.visit('editor', '/events?search=Serenade&span=all', async (page) => {
      await page.getByText('2 events', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Mine \d+$/ }).click()
      await page.getByText('1 event', { exact: true }).waitFor()
      await page.getByRole('rowheader', { name: 'Serenade of mine' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: /^Title/ }).click()
      await page.locator('[aria-sort=ascending]').waitFor()
      await page.getByText('1 event', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^All/ }).click()
      await page.getByText('2 events', { exact: true }).waitFor()
    })
  })

  it('are moved to the trash, and back by undo', async () => {
    const { id } = await create('Lecture')
    await site.visit('editor', '/events?search=Lecture', async (page) => {
      await page.getByRole('button', { name: 'Move “Lecture” to the trash' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      assert.equal((await read(id)).status, 'publish')
    })
  })

  it('are changed together, and back by undo', async () => {
    const ids = [(await create('Course A')).id, (await create('Course B')).id]
    await site.visit('editor', '/events?search=Course', async (page) => {
      await page.getByLabel('Select all events of this page').check()
      await page.getByRole('button', { name: 'Make drafts' }).click()
      await page.getByText('Make drafts: 2 events.').waitFor()
      for (const id of ids) assert.equal((await read(id)).status, 'draft')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      for (const id of ids) assert.equal((await read(id)).status, 'publish')
    })
  })

  it('of a series are one line, which opens in place', async () => {
    const { series } = await create('Rehearsal', { recurrence: { rrule: 'FREQ=DAILY;COUNT=4' } })
    await create('Rehearsal of guests')
    await site.visit('editor', '/events?search=Rehearsal', async (page) => {
      const rows = page.getByRole('rowheader')
      await page.getByText('2 events', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'All 2', exact: true }).waitFor()
      assert.equal(await rows.count(), 2)
      const button = page.getByRole('button', { name: 'Other dates of “Rehearsal”' })
      await button.focus()
      await page.keyboard.press('Enter')
      await rows.nth(4).waitFor()
      assert.equal(await rows.count(), 5)
      assert.equal(await button.getAttribute('aria-expanded'), 'true')
      assert.deepEqual(await findFaults(page), [])

      // Each of the other dates has all that a row has, and shows at once what was changed.
      await page.getByRole('button', { name: 'More actions for “Rehearsal”' }).nth(2).click()
      await page.getByRole('menuitem', { name: 'Make it a draft' }).click()
      await page.getByRole('button', { name: 'Only this one' }).click()
      await page.getByText('“Rehearsal” is saved as a draft.').waitFor()
      await page.getByRole('row', { name: 'Rehearsal' }).filter({ hasText: 'Draft' }).waitFor()
      const { body } = await site.calendar.ask('GET', `/events?series=${series.id}&status=draft`, { as: 'editor' })
      assert.equal(body.total, 1)

      await button.press('Enter')
      await rows.nth(2).waitFor({ state: 'detached' })
      await page.getByLabel('One line per series').uncheck()
      await page.getByText('5 events', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'All 5', exact: true }).waitFor()
      assert.equal(await button.count(), 0)
    })
  })

  it('have all actions in a menu of their row, by the keyboard and by the pointer', async () => {
    const { id } = await create('Puppet show')
    await site.visit('editor', '/events?search=Puppet', async (page) => {
      const button = page.getByRole('button', { name: 'More actions for “Puppet show”' })
      const focused = (name: string) => page.locator(':focus').and(page.getByRole('menuitem', { name, exact: true }))
      await button.focus()
      await page.keyboard.press('Enter')
      await focused('Open the form').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
      await page.locator(':focus').and(button).waitFor()

      await page.keyboard.press('ArrowDown')
      await focused('Open the form').waitFor()
      await page.keyboard.press('End')
      await focused('Move to the trash').waitFor()
      await page.keyboard.press('ArrowUp')
      await focused('Make it a draft').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('“Puppet show” is saved as a draft.').waitFor()
      assert.equal((await read(id)).status, 'draft')

      await button.click()
      await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
      await page.getByText('“Puppet show” is published.').waitFor()
      assert.equal((await read(id)).status, 'publish')

      await button.click()
      await page.getByRole('menuitem', { name: 'Edit in the list' }).click()
      await page.getByRole('form', { name: 'Edit “Puppet show” in the list' }).waitFor()
      await page.keyboard.press('Escape')

      await button.click()
      await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
      await page.getByText('No event fits these filters.').waitFor()
      assert.equal((await read(id)).status, 'trash')
    })
  })

  it('are 15 on a laptop in the compact density', async () => {
    for (let number = 1; number <= 16; number++) await create(`Stall ${number}`)
    await site.visit(
      'editor',
      '/events?search=Stall',
      async (page) => {
        const rows = page.locator('tbody tr')
        await rows.nth(15).waitFor()
        const endOf = async (): Promise<number> => {
          const box = await rows.nth(14).boundingBox()
          return (box?.y ?? 0) + (box?.height ?? 0)
        }
        assert.ok((await endOf()) > 768, 'the usual density has more room')
        await page.evaluate("document.documentElement.dataset.density = 'compact'")
        const end = await endOf()
        assert.ok(end <= 768, `the 15th row ends at ${end}`)
      },
      { viewport: { width: 1366, height: 768 } },
    )
  })

  describe('edited in the row of the list', () => {
    const startIn = async (page: Page, title: string): Promise<Locator> => {
      const button = page.getByRole('button', { name: `Edit “${title}” in the list` })
      await button.focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('form', { name: `Edit “${title}” in the list` })
      await form.getByLabel('Title').and(page.locator(':focus')).waitFor()
      return form
    }
    const isFocused = (page: Page, title: string): Promise<void> =>
      page
        .locator(':focus')
        .and(page.getByRole('button', { name: `Edit “${title}” in the list` }))
        .waitFor()

    it('get a title, dates and a status by the keyboard, and their own back by undo', async () => {
      const { id } = await create('Walk to the mill')
      await site.visit('editor', '/events?search=mill', async (page) => {
        const left = await startIn(page, 'Walk to the mill')
        await left.getByLabel('Title').fill('Never saved')
        await page.keyboard.press('Escape')
        await isFocused(page, 'Walk to the mill')
        assert.equal((await read(id)).title, 'Walk to the mill')

        const form = await startIn(page, 'Walk to the mill')
        assert.deepEqual(await findFaults(page), [])
        await form.getByLabel('Title').fill('Run to the mill')
        await form.getByLabel('First day').fill(inDays(6))
        await form.getByLabel('Status').selectOption('draft')
        await form.getByLabel('Title').press('Enter')
        await page.getByText('“Run to the mill” is saved as a draft.').waitFor()
        await isFocused(page, 'Run to the mill')
        const { title, status, start_date, end_date } = await read(id)
        const moved = [`${inDays(6)} 19:00:00`, `${inDays(6)} 21:00:00`]
        assert.deepEqual([title, status, start_date, end_date], ['Run to the mill', 'draft', ...moved])
        await page.getByRole('button', { name: 'Undo' }).click()
        await page.getByText('Undone.').waitFor()
        const back = await read(id)
        const before = ['Walk to the mill', 'publish', `${inDays(3)} 19:00:00`]
        assert.deepEqual([back.title, back.status, back.start_date], before)
      })
    })

    it('say what is wrong as the form does, and overwrite nothing', async () => {
      const { id } = await create('Quiz')
      await site.visit(
        'editor',
        '/events?search=Quiz',
        async (page) => {
          const form = await startIn(page, 'Quiz')
          await form.getByLabel('Title').fill('')
          await form.getByLabel('Last day').fill(inDays(1))
          await page.keyboard.press('Enter')
          await form.getByText('An event needs a title.').waitFor()
          await form.getByText('The event ends before it starts.').waitFor()
          await form.getByLabel('Title').and(page.locator(':focus')).waitFor()
          assert.deepEqual(await findFaults(page), [])
          await assertNoOverflow(page)
          await form.getByLabel('Title').fill('Quiz of mine')
          await form.getByLabel('Last day').fill(inDays(3))
          const reply = await site.calendar.ask('POST', `/events/${id}`, {
            as: 'editor',
            body: { title: 'Quiz of others' },
          })
          assert.equal(reply.status, 200, reply.text)
          await page.keyboard.press('Enter')
          await form.getByText('It has been changed since; it stays as it is.').waitFor()
          assert.equal((await read(id)).title, 'Quiz of others')
        },
        { viewport: { width: 320, height: 640 } },
      )
    })

    it('ask which events of a series are meant', async () => {
      const { series } = await create('Lesson', { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } })
      const titles = async () => {
        const { body } = await site.calendar.ask('GET', `/events?series=${series.id}`, { as: 'editor' })
        return body.events.map(({ title }: { readonly title: string }) => title)
      }
      await site.visit('editor', '/events?search=Lesson', async (page) => {
        const form = await startIn(page, 'Lesson')
        await form.getByLabel('Title').fill('Lesson of all')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await form.waitFor()
        assert.deepEqual(await titles(), ['Lesson', 'Lesson', 'Lesson'])
        await form.getByLabel('Title').press('Enter')
        await page.getByRole('button', { name: 'All of the series' }).click()
        await page.getByText('“Lesson of all” is saved.').waitFor()
        assert.deepEqual(await titles(), ['Lesson of all', 'Lesson of all', 'Lesson of all'])
      })
    })
  })
})

describe('an event that somebody else has changed', { skip }, () => {
  it('is shown side by side, and never overwritten', async (test) => {
    const second = (await startBrowser()) as Browser
    test.after(() => second.close())
    const site = await startAdminSite(second)
    test.after(() => site.calendar.close())
    const body = { title: 'Concert', start_date: `${inDays(3)} 19:00:00`, end_date: `${inDays(3)} 21:00:00` }
    const { id } = (await site.calendar.ask('POST', '/events', { as: 'editor', body })).body
    const context = await second.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(`${site.address}/admin/events/${id}`)
    await logIn(page, 'editor')
    await page.getByLabel('Title').fill('Concert of the choir')
    await site.calendar.ask('POST', `/events/${id}`, { as: 'editor', body: { excerpt: 'With guests.' } })
    await pressSave(page)
    await page.getByRole('heading', { name: 'Somebody else has changed this event' }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    const before = (await site.calendar.ask('GET', `/events/${id}`)).body
    assert.deepEqual([before.title, before.excerpt.trim()], ['Concert', '<p>With guests.</p>'])
    await page.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText(savedText).waitFor()
    const merged = (await site.calendar.ask('GET', `/events/${id}`)).body
    assert.deepEqual([merged.title, merged.excerpt.trim()], ['Concert of the choir', '<p>With guests.</p>'])
  })
})
