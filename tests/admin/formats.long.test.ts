import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { listenLocally } from '../support/local-server.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const corpus = join(import.meta.dirname, '../import/corpus')

const eventLine = (id: number): string =>
  JSON.stringify({
    kind: 'event',
    external_id: `event ${id}`,
    payload: { title: `Club night ${id}`, start_date: '2030-02-01 20:00:00', end_date: '2030-02-01 22:00:00' },
  })

/** Serves lines of NDJSON, which the test replaces, and the site whose server may ask for them. */
const startFeed = async (count: number) => {
  const feed = { lines: Array.from({ length: count }, (_, at) => eventLine(at)) }
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(feed.lines.join('\n')),
  )
  const { origin, environment } = await listenLocally(server)
  const site = await startAdminSite(browser as Browser, ['admin'], { environment })
  const close = async (): Promise<void> => {
    await site.calendar.close()
    server.close()
  }
  return { feed, site, url: `${origin}/club.ndjson`, close }
}

const countAll = async ({ calendar }: AdminSite): Promise<number> => {
  const query = 'start_date=1000-01-01&end_date=9999-12-31&status=publish,draft,private,pending,future'
  const { body } = await calendar.ask('GET', `/events?${query}`, { as: 'admin' })
  return body.total ?? 0
}

type SentFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** Looks at a file of the corpus, or at one that is sent. */
const look = async (page: Page, file: string | SentFile): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(typeof file === 'string' ? join(corpus, file) : file)
  await page.getByRole('button', { name: 'Look first' }).click()
}

/** A table whose columns have Welsh titles, a language that the import does not know. */
const welsh: SentFile = {
  name: 'digwyddiadau.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Teitl;Dechrau;Diwedd;Lleoliad;Cyfeiriad\n' +
      'Gartenmarkt für alle;31.12.2027 10:00;31.12.2027 17:30;Festplatz;Wiesenweg 3\n' +
      'Führung;3.1.28;;;\n',
  ),
}

const confirm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Import these records' }).click()
  await page.getByRole('button', { name: /^Undo the import of/ }).waitFor()
}

describe('files of every format in the admin', { skip }, () => {
  it('are looked at before anything is kept, and then imported', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => site.calendar.close())
    const work = async (page: Page): Promise<void> => {
      await look(page, 'apple.ics')
      const first = page.getByRole('table', { name: 'The first records' })
      await first.getByRole('row').nth(1).waitFor()
      await page.getByText('Nothing has been changed yet.').waitFor()
      assert.equal(await countAll(site), 0)
      assert.deepEqual(await findFaults(page), [])
      await page.getByText('Options').click()
      await page.getByLabel('Status of the events').selectOption('draft')
      assert.equal(await page.getByRole('button', { name: 'Import these records' }).count(), 0, 'look at it again')
      await page.getByRole('button', { name: 'Look first' }).click()
      await confirm(page)
      const { body } = await site.calendar.ask('GET', '/events?start_date=1000-01-01&status=draft', { as: 'admin' })
      assert.equal(body.total, await countAll(site))
      assert.ok(body.total > 0)

      await look(page, 'site.xml')
      await page.getByRole('row', { name: /^Venues 1/ }).waitFor()
      await page.getByText(/^\d+ remarks?$/).click()
      assert.deepEqual(await findFaults(page), [])
      await assertNoOverflow(page)
    }
    await site.visit('admin', '/import', work, { viewport: { width: 390, height: 844 } })
  })

  it('have columns that are chosen where they are not recognised', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => site.calendar.close())
    await site.visit('admin', '/import', async (page) => {
      await look(page, welsh)
      await page.getByRole('region', { name: /^Report of the import of/ }).waitFor()
      await page.getByRole('status').getByText('failed').waitFor()
      await page.getByText('Columns of the table').click()
      await page.getByLabel('Title').selectOption('Teitl')
      await page.getByLabel('First day').selectOption('Dechrau')
      await page.getByLabel('Last day').selectOption('Diwedd')
      await page.getByLabel('Venue').selectOption('Lleoliad')
      await page.getByLabel('Address', { exact: true }).selectOption('Cyfeiriad')
      await page.getByRole('button', { name: 'Look first' }).click()
      await page.getByRole('row', { name: /^Gartenmarkt für alle Event Fri, Dec 31, 2027/ }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await confirm(page)
      assert.equal(await countAll(site), 2)

      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export everything as NDJSON' }).click(),
      ])
      assert.equal(saved.suggestedFilename(), 'calendar.ndjson')
      const lines = readFileSync(await saved.path(), 'utf8')
        .trim()
        .split('\n')
      assert.ok(lines.some((line) => JSON.parse(line).payload.title === 'Gartenmarkt für alle'))
    })
  })

  it('can be addresses', async (test) => {
    const { site, url, close } = await startFeed(3)
    test.after(close)
    await site.visit('admin', '/import', async (page) => {
      await page.getByLabel(/^Or the address/).fill(url)
      await page.getByRole('button', { name: 'Use this address' }).click()
      await page.getByRole('button', { name: 'Look first' }).click()
      await page.getByRole('row', { name: 'Events 3', exact: true }).waitFor()
      assert.equal(await countAll(site), 0)
      await confirm(page)
      assert.equal(await countAll(site), 3)
    })
  })
})

describe('sources in the admin', { skip }, () => {
  it('are added, read, confirmed, changed and removed', async (test) => {
    const { feed, site, url, close } = await startFeed(6)
    test.after(close)
    const work = async (page: Page): Promise<void> => {
      await page.getByText('There are no sources yet.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Add a source' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address').fill(url)
      await dialog.getByLabel('How often').selectOption('every day')
      await dialog.getByLabel('A category for all events').fill('Club')
      await dialog.getByLabel('Events that are no longer there').selectOption('They are moved to the trash')
      assert.deepEqual(await findFaults(page), [])
      await dialog.getByRole('button', { name: 'Add a source' }).click()
      const runs = page.getByRole('region', { name: /^Runs of / })
      await runs.getByText('Created: 6.').waitFor()
      await page.getByRole('row', { name: /every day in order/ }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      assert.equal(await countAll(site), 6)

      feed.lines.splice(2)
      await page.getByRole('button', { name: /^Read now/ }).click()
      await page.getByRole('alert').getByText('only 2 of the 6 events').waitFor()
      assert.equal(await countAll(site), 6)
      assert.deepEqual(await findFaults(page), [])
      await assertNoOverflow(page)
      await page.getByRole('button', { name: /^They are gone/ }).click()
      await runs.getByText('Moved to the trash: 4.').waitFor()
      assert.equal(await countAll(site), 2)

      await page.getByRole('button', { name: /^Change / }).click()
      assert.equal(await dialog.getByLabel('A category for all events').inputValue(), 'Club')
      await dialog.getByLabel('How often').selectOption('every week')
      await dialog.getByLabel('A category for all events').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('row', { name: /every week in order/ }).waitFor()
      const { body } = await site.calendar.ask('GET', '//kalends/v1/sources', { as: 'admin' })
      assert.deepEqual([body[0].every, body[0].category, body[0].vanished], [604_800, undefined, 'trash'])

      await page.getByRole('button', { name: /^Remove / }).click()
      await page.getByRole('button', { name: 'Remove the source' }).click()
      await page.getByText('There are no sources yet.').waitFor()
      assert.equal(await countAll(site), 2)
    }
    await site.visit('admin', '/sources', work, { viewport: { width: 390, height: 844 } })
  })
})
