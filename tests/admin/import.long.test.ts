import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Conference, payloadOf } from '../../examples/conferences/payload.ts'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const dayMilliseconds = 86_400_000

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10)

/** The real conferences where they are; otherwise as many, one on each day. */
const readConferences = (): Conference[] => {
  const file = join(import.meta.dirname, '../../../shared/data/conferences.ndjson')
  if (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Conference)
  }
  return Array.from({ length: 6007 }, (_, n) => {
    const day = dayAfter('2010-01-01', n)
    return { name: `Conference ${n}`, url: 'https://example.org/', startDate: day, endDate: day, topics: ['data'] }
  })
}

/** A conference of one day that is alone on it, in the middle of a week, and has a name of its own. */
const findLonely = (conferences: readonly Conference[]): Conference => {
  const isAlone = ({ startDate }: Conference): boolean =>
    conferences.filter((other) => other.startDate <= startDate && startDate <= other.endDate).length === 1
  const isUnique = ({ name }: Conference): boolean =>
    conferences.filter((other) => other.name.includes(name)).length === 1
  const found = conferences.find((one) => {
    const weekday = new Date(one.startDate).getUTCDay()
    return one.startDate === one.endDate && weekday > 1 && weekday < 5 && isUnique(one) && isAlone(one)
  })
  return found ?? assert.fail('no conference is alone on its day')
}

const send = async (page: Page, lines: readonly string[]): Promise<void> => {
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'events.ndjson', mimeType: '', buffer })
}

/** Looks at what was chosen, and imports it. */
const importNow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Look first' }).click()
  await page.getByRole('button', { name: 'Import these records' }).click()
}

/** Drops a file on the page as from a folder. */
const drop = async (page: Page, text: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle((content) => {
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the browser, whose types tests do not have.
    const made = new (globalThis as any).DataTransfer()
    made.items.add(new File([content], 'events.ndjson'))
    return made
  }, text)
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer })
}

/** Moves an event of the calendar to the day after, as a hand does. */
const dragToNextDay = async (page: Page, name: string): Promise<void> => {
  const box = (await page.locator('.ec-event', { hasText: name }).boundingBox()) ?? assert.fail(name)
  const cell = (await page.locator('.ec-day').first().boundingBox()) ?? assert.fail('no day')
  await page.mouse.move(box.x + 10, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 3 })
  await page.mouse.move(box.x + 10 + cell.width, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
}

describe('imports in the admin', { skip }, () => {
  it('bring thousands of conferences, of which one is found and moved', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => site.calendar.close())
    const conferences = readConferences()
    const { name, startDate } = findLonely(conferences)
    const shown = new Intl.NumberFormat('en').format(conferences.length)
    await site.visit('admin', '/import', async (page) => {
      await page.getByText('Nothing has been imported yet.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await send(
        page,
        conferences.map((one) => JSON.stringify(payloadOf(one))),
      )
      await importNow(page)
      await page.getByRole('progressbar', { name: 'Importing the events' }).waitFor()
      await page.getByRole('row', { name: `Events ${shown}`, exact: true }).waitFor()
      await page.getByRole('button', { name: /^Undo the import of events\.ndjson, / }).waitFor()

      await page.getByRole('link', { name: 'Events', exact: true }).click()
      await page.getByLabel('Dates').selectOption('all')
      await page.getByRole('searchbox').fill(name)
      await page.getByRole('rowheader', { name }).waitFor()

      await page.clock.setFixedTime(`${startDate}T12:00:00`)
      await page.getByRole('link', { name: 'Calendar', exact: true }).click()
      await page.locator('.ec-event', { hasText: name }).waitFor()
      await dragToNextDay(page, name)
      await page.getByText(`“${name}” is now on`).waitFor()
    })
    const query = `search=${encodeURIComponent(name)}&start_date=1000-01-01&end_date=9999-12-31`
    const { body } = await site.calendar.ask('GET', `/events?${query}`)
    const [moved] = body.events.filter((event: { start_date: string }) =>
      event.start_date.startsWith(dayAfter(startDate)),
    )
    assert.equal(moved?.end_date, `${dayAfter(startDate)} 23:59:59`)
  })

  it('report why lines were skipped, and are undone except for changed records', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => site.calendar.close())
    const line = (title: string): string =>
      JSON.stringify({
        title,
        start_date: '2027-02-01 10:00',
        end_date: '2027-02-01 11:00',
        venue: { venue: 'Old mill' },
        categories: [`About ${title}`],
      })
    const early = JSON.stringify({ title: 'Early', start_date: '2027-02-01', end_date: '2020-02-01' })
    const work = async (page: Page): Promise<void> => {
      const look = page.getByRole('button', { name: 'Look first' })
      await drop(page, '')
      await look.click()
      await page.getByRole('alert').getByText('The file is empty.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await drop(page, '<p>')
      await look.click()
      await page.getByRole('alert').getByText('it begins with <p>').waitFor()
      await page.getByText('What a file looks like').click()
      assert.deepEqual(await findFaults(page), [])
      await drop(page, '{}')
      await look.click()
      await page.getByRole('status').getByText('failed').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Import these records' }).count(), 0, 'nothing is good')
      await drop(
        page,
        ['First', 'Second', 'Third'].map(line).toSpliced(1, 0, '{"title": 1', early).concat('').join('\n'),
      )
      await importNow(page)
      const report = page.getByRole('region', { name: /^Report of the import of events\.ndjson, / })
      await report.getByRole('row', { name: 'Events 3 2', exact: true }).waitFor()
      for (const name of ['Venues 1', 'Categories 3']) await report.getByRole('row', { name, exact: true }).waitFor()
      await report.getByText('5 of 5 lines read').waitFor()
      await page.getByRole('cell', { name: 'Events: 3 · Venues: 1 · Categories: 3', exact: true }).waitFor()
      await page.getByRole('cell', { name: 'events.ndjson' }).first().waitFor()
      await report.getByRole('row', { name: /^3 .*lies before the start/ }).waitFor()
      await page.getByRole('button', { name: /^Undo the import of/ }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      const { body } = await site.calendar.ask('GET', '/events?start_date=2027-01-01')
      await site.calendar.ask('POST', `/events/${body.events[0].id}`, { as: 'admin', body: { title: 'Changed' } })

      await page.getByRole('button', { name: /^Undo the import of/ }).click()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Undo the import', exact: true }).click()
      await report.getByText('Undone: 4 records were removed.').waitFor()
      await report.getByRole('link', { name: 'Changed' }).waitFor()
      await report.getByRole('link', { name: 'Old mill' }).waitFor()
      assert.equal(await page.getByRole('button', { name: /^Undo the import of/ }).count(), 0)
      assert.deepEqual(await findFaults(page), [])
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    }
    await site.visit('admin', '/import', work, { viewport: { width: 320, height: 700 } })
    const left = await site.calendar.ask('GET', '/events?start_date=2027-01-01')
    assert.deepEqual(
      left.body.events.map(({ title }: { title: string }) => title),
      ['Changed'],
    )
  })
})
