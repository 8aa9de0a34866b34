import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, pressSave, savedText, startAdminSite } from './site.ts'
import { townNow } from './town.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

type Occurrence = {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly start_date: string
  readonly own_fields?: readonly string[]
  readonly series: { readonly id: number }
}

/** All occurrences of all series that are not in the trash, in the order of their starts. */
const occurrencesOf = async ({ calendar }: AdminSite): Promise<readonly Occurrence[]> => {
  const { body } = await calendar.ask('GET', '/events?start_date=2027-05-01&per_page=50', { as: 'editor' })
  return body.events
}

const startsOf = async (site: AdminSite): Promise<readonly string[]> =>
  (await occurrencesOf(site)).map(({ start_date }) => start_date.slice(0, 16))

const startSite = async (test: { after: (end: () => Promise<void>) => void }): Promise<AdminSite> => {
  const site = await startAdminSite(browser as Browser, ['editor'], { now: townNow })
  test.after(() => site.calendar.close())
  return site
}

/** A class on four Tuesdays in June. */
const makeClass = async ({ calendar }: AdminSite, body: object = {}): Promise<Occurrence> => {
  const times = { start_date: '2027-06-01 18:00', end_date: '2027-06-01 19:30' }
  const sent = { title: 'Yoga', ...times, recurrence: 'FREQ=WEEKLY;COUNT=4', ...body }
  const reply = await calendar.ask('POST', '/events', { as: 'editor', body: sent })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Answers the question for which events of a series a change is, by the keyboard. */
const choose = async (page: Page, answer: string): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /What is|to the trash/ })
    .waitFor()
  await press(page, answer)
}

const save = async (page: Page, answer: string): Promise<void> => {
  await pressSave(page)
  await choose(page, answer)
  await page.getByText(savedText).first().waitFor()
}

const nextDates = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'The next dates' }).getByRole('listitem').allInnerTexts()

describe('events that recur, in the admin', { skip }, () => {
  it('are made in plain words, moved and removed one by one, and keep exceptions when the rule changes', async (test) => {
    const site = await startSite(test)
    const { ask } = site.calendar
    await site.visit('editor', '/events/new?day=2027-06-01', async (page) => {
      await page.getByLabel('Title').fill('Yoga')
      await page.getByLabel('Start', { exact: true }).fill('18:00')
      await page.getByLabel('End', { exact: true }).fill('19:30')
      await page.getByLabel('Status', { exact: true }).selectOption('publish')
      await press(page, 'Change the recurrence')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('How often').selectOption('Weekly')
      await page.getByText('more follow as time passes').waitFor()
      assert.equal((await nextDates(page)).length, 10)
      await dialog.getByLabel('Ends').selectOption('On a day')
      await dialog.getByLabel('Last possible day').fill('2027-05-01')
      await dialog.getByText('It ends before it starts.').waitFor()
      await dialog.getByLabel('Ends').selectOption('After a number of times')
      await dialog.getByLabel('How many times').fill('4')
      await dialog.getByText('4 dates, the last one on').waitFor()
      assert.match((await nextDates(page))[3] ?? '', /Jun 22\b/)
      assert.deepEqual(await findFaults(page), [])
      // The form around is not sent by Enter in a field.
      await dialog.getByLabel('How many times').press('Enter')
      await press(page, 'Use it')
      await page.getByText('Weekly, 4 times').waitFor()
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    const made = await occurrencesOf(site)
    assert.deepEqual(await startsOf(site), [
      '2027-06-01 18:00',
      '2027-06-08 18:00',
      '2027-06-15 18:00',
      '2027-06-22 18:00',
    ])
    const [first, second, third] = made.map(({ id }) => id)

    await site.visit('editor', `/events/${second}`, async (page) => {
      await page.getByLabel('First day').fill('2027-06-09')
      await pressSave(page)
      await page.getByRole('button', { name: 'All of the series' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await press(page, 'Cancel')
      await page.getByText('Not saved yet.').waitFor()
      await save(page, 'Only this one')
      await page.getByText('This event differs from its series: When.').waitFor()
      assert.deepEqual(await findFaults(page), [])
    })
    await site.visit('editor', '/events?collapse=none', async (page) => {
      const row = page.getByRole('row', { name: /Jun 15\b/ })
      await row.getByRole('button', { name: 'Move “Yoga” to the trash' }).focus()
      await page.keyboard.press('Enter')
      await choose(page, 'Only this one')
      await row.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Series of “Yoga”, an exception' }).waitFor()
      await page.getByLabel('One line per series').check()
      await page.getByText('1 event', { exact: true }).waitFor()
    })
    const kept = ['2027-06-01 18:00', '2027-06-09 18:00', '2027-06-22 18:00']
    assert.deepEqual(await startsOf(site), kept)
    assert.match((await ask('GET', `//event/${made[1]?.slug}/`)).text, /June 9/)
    const feed = (await ask('GET', '//events/feed.ics')).text
    assert.match(feed, /RRULE:FREQ=WEEKLY;COUNT=4/)
    assert.match(feed, /RECURRENCE-ID[^\n]*20270608T180000/)
    assert.match(feed, /DTSTART[^\n]*20270609T180000/)
    assert.match(feed, /EXDATE[^\n]*20270615T180000/)

    await site.visit('editor', `/events/${first}`, async (page) => {
      await press(page, 'Change the recurrence')
      await page.getByRole('dialog').getByLabel('How many times').fill('6')
      await page.getByText('6 dates, the last one on').waitFor()
      await press(page, 'Use it')
      await pressSave(page)
      await page.getByRole('button', { name: 'All of the series' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Only this one' }).count(), 0)
      await press(page, 'All of the series')
      await page.getByText(savedText).waitFor()
    })
    assert.deepEqual(await startsOf(site), [...kept, '2027-06-29 18:00', '2027-07-06 18:00'])

    await site.visit('editor', `/events/${first}`, async (page) => {
      await press(page, 'Change the recurrence')
      await page.getByRole('dialog').getByLabel('Every … weeks').fill('2')
      await page.getByText('6 dates, the last one on').waitFor()
      await press(page, 'Use it')
      await save(page, 'All of the series')
      await page.getByText(/exceptions? do(es)? not fit the rule any more/).waitFor()
    })
    assert.ok((await startsOf(site)).includes('2027-06-09 18:00'))
    assert.equal((await ask('GET', `/events/${third}`, { as: 'editor' })).body.status, 'trash')
  })

  it('take an exception back, and show their series', async (test) => {
    const site = await startSite(test)
    const { ask } = site.calendar
    const first = await makeClass(site)
    const [, second] = await occurrencesOf(site)
    const changed = { title: 'Guest teacher', start_date: '2027-06-09 20:00', end_date: '2027-06-09 21:00' }
    await ask('POST', `/events/${second?.id}`, { as: 'editor', body: changed })
    await site.visit('editor', `/series/${first.series.id}`, async (page) => {
      await page.getByText('Weekly, 4 times').waitFor()
      await page.getByRole('heading', { name: 'Exceptions' }).waitFor()
      assert.equal(await page.getByRole('row').count(), 5)
      assert.deepEqual(await findFaults(page), [])
      await page
        .getByRole('link', { name: /Jun 9\b/ })
        .first()
        .click()
      await page.getByText('This event differs from its series: When, Title.').waitFor()
      await press(page, 'Make it as its series again')
      await page.getByText('This event is as its series again.').waitFor()
      await page.getByText('This event differs from its series').waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('Title').inputValue(), 'Yoga')
      await page.getByRole('link', { name: 'All events of the series' }).click()
      await page.getByRole('table').waitFor()
    })
    const [, back] = await occurrencesOf(site)
    assert.deepEqual([back?.title, back?.start_date, back?.own_fields], ['Yoga', '2027-06-08 18:00:00', undefined])
  })

  it('change this one and the following, and are deleted together, which undo takes back', async (test) => {
    const site = await startSite(test)
    const first = await makeClass(site)
    const made = await occurrencesOf(site)
    await site.visit('editor', `/events/${made[2]?.id}`, async (page) => {
      await page.getByLabel('Title').fill('Pilates')
      await save(page, 'This and the following')
    })
    const split = await occurrencesOf(site)
    assert.deepEqual(
      split.map(({ title }) => title),
      ['Yoga', 'Yoga', 'Pilates', 'Pilates'],
    )
    assert.deepEqual(
      split.map(({ series }) => series.id === first.series.id),
      [true, true, false, false],
    )
    await site.visit('editor', '/events?search=Yoga', async (page) => {
      await page.getByRole('button', { name: 'Move “Yoga” to the trash' }).first().click()
      await choose(page, 'All of the series')
      await page.getByText('No event fits these filters.').waitFor()
      assert.equal((await occurrencesOf(site)).length, 2)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
    })
    assert.equal((await occurrencesOf(site)).length, 4)
  })

  it('are moved in the calendar by the keyboard, all or one', async (test) => {
    const site = await startSite(test)
    const day = `${new Date(townNow).toISOString().slice(0, 8)}15`
    await makeClass(site, { start_date: `${day} 18:00`, end_date: `${day} 19:00`, recurrence: 'FREQ=DAILY;COUNT=2' })
    const read = async () => {
      const { body } = await site.calendar.ask('GET', `/events?start_date=${day.slice(0, 8)}01`, { as: 'editor' })
      return body.events.map(({ start_date }: Occurrence) => Number(start_date.slice(8, 10)))
    }
    await site.visit('editor', '/calendar', async (page) => {
      const move = async (answer: string): Promise<void> => {
        await page.getByRole('link', { name: 'Yoga' }).first().focus()
        await page.keyboard.press('Alt+ArrowRight')
        await choose(page, answer)
      }
      await page.getByRole('link', { name: 'Yoga' }).first().waitFor()
      await move('Cancel')
      assert.deepEqual(await read(), [15, 16])
      await move('All of the series')
      await page.getByText('“Yoga” is now on').waitFor()
      assert.deepEqual(await read(), [16, 17])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      assert.deepEqual(await read(), [15, 16])
    })
  })

  it('fit on a phone, in the dark, with the dialog and the question open', async (test) => {
    const site = await startSite(test)
    const first = await makeClass(site, { recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1TU', rdate: ['2027-06-05'] } })
    const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }
    await site.visit(
      'editor',
      `/events/${first.id}`,
      async (page) => {
        await page.getByText('Monthly, on the first Tuesday, 1 further date').waitFor()
        await press(page, 'Change the recurrence')
        await page.getByText('more follow as time passes').waitFor()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('How often').selectOption('Weekly')
        await dialog.getByLabel('Thursday').check()
        await dialog.getByLabel('Tuesday').uncheck()
        await dialog.getByText('The first day does not match the rule').waitFor()
        await dialog.getByLabel('Ends').selectOption('On a day')
        await dialog.getByText('Choose a day.').waitFor()
        assert.deepEqual(await findFaults(page), [])
        await assertNoOverflow(page)
        await dialog.getByLabel('Last possible day').fill('2027-06-30')
        await dialog.getByText('6 dates, the last one on').waitFor()
        const { x, width } = (await dialog.boundingBox()) ?? assert.fail('no dialog')
        assert.ok(x >= 0 && x + width <= 320)
        assert.equal(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
        await press(page, 'Use it')
        await page.getByText(/^Weekly, on Thursday, until/).waitFor()
        await pressSave(page)
        await page.getByRole('heading', { name: 'What is changed?' }).waitFor()
        assert.deepEqual(await findFaults(page), [])
        await assertNoOverflow(page)
        await press(page, 'Cancel')
      },
      phone,
    )
  })

  it('keep a rule that the dialog cannot say, and say what the server refuses', async (test) => {
    const site = await startSite(test)
    const rule = 'FREQ=YEARLY;BYDAY=1TU;BYMONTH=6'
    const first = await makeClass(site, { recurrence: rule })
    await site.visit('editor', `/events/${first.id}`, async (page) => {
      await page.getByText(rule).first().waitFor()
      await press(page, 'Change the recurrence')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('listitem').first().waitFor()
      await dialog.getByLabel('One more day to leave out').fill('2028-06-06')
      await dialog.getByLabel('One more day to leave out').press('Enter')
      await dialog.getByRole('button', { name: /Remove “.*Jun 6, 2028/ }).waitFor()
      await press(page, 'Use it')
      await page.getByText(`${rule}, 1 date left out`).waitFor()
      await save(page, 'All of the series')
      await press(page, 'Change the recurrence')
      await dialog.getByLabel('How often').selectOption('Daily')
      await dialog.getByLabel('Ends').selectOption('After a number of times')
      await dialog.getByLabel('How many times').fill('1000')
      await dialog.getByText('999 dates, the last one on').waitFor()
      await dialog.getByLabel('Every … days').fill('0')
      await dialog.getByText('Choose a number from 1 to 999.').waitFor()
      await dialog.getByLabel('Every … days').fill('1')
      await dialog.getByLabel('How many times').fill('1')
      await dialog.getByText('1 date, the last one on').waitFor()
      await dialog.getByLabel('One more day to leave out').fill('2027-06-01')
      await dialog.getByLabel('One more day to leave out').press('Enter')
      await dialog.getByRole('alert').getByText('It gives no date').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await press(page, 'Use it')
      assert.equal(await dialog.isVisible(), true)
    })
    const { body } = await site.calendar.ask('GET', `/series/${first.series.id}`)
    assert.deepEqual([body.recurrence.rrule, body.recurrence.exdate], [rule, ['2028-06-06']])
  })
})
