import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertNoOverflow, noteFaults, startAdminSite } from '../admin/site.ts'
import { drawPicture } from '../media/pictures.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Opens pages as a visitor, who may send a form that is refused. */
const visitorOf =
  (address: string) =>
  async (path: string, work: (page: Page) => Promise<void>, options: object = {}): Promise<void> => {
    const context = await (browser as Browser).newContext({ locale: 'en-US', ...options })
    context.setDefaultTimeout(hangMilliseconds)
    const page = await context.newPage()
    const faults = noteFaults(page, address)
    await page.goto(`${address}${path}`)
    await work(page)
    await context.close()
    assert.deepEqual(faults, [], path)
  }

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Fills in what is needed, by the names that people see. */
const fillIn = async (page: Page, title: string): Promise<void> => {
  await page.getByLabel(/^Title/).fill(title)
  await page.getByLabel('Description').fill('Bring a chair.\n\nWe bring the film.')
  await page.getByLabel(/^First day/).fill(inDays(3))
  await page.getByLabel('Begins at').fill('20:00')
  await page.getByLabel('Place').fill('Harbour')
  await page.getByLabel('Your name').fill('Ada Visitor')
}

describe('a visitor with a browser', { skip }, () => {
  for (const [name, options] of [
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
    ['on a phone in the dark', { viewport: { width: 360, height: 740 }, isMobile: true, colorScheme: 'dark' }],
  ] as const) {
    it(`submits an event ${name}, which an editor publishes`, async (test) => {
      const now = Date.now()
      const environment = { KALENDS_SUBMISSIONS: 'on' }
      const site = await startAdminSite(browser as Browser, ['editor'], { environment, now })
      test.after(() => site.calendar.close())
      const visit = visitorOf(site.address)
      /** Without scripts axe cannot look at a page. */
      const look = async (page: Page): Promise<void> => {
        await assertNoOverflow(page)
        if (!('javaScriptEnabled' in options)) assert.deepEqual(await findFaults(page), [])
      }
      const title = 'Film by the water'
      let secret = ''
      await visit(
        '/events/',
        async (page) => {
          await page.getByRole('link', { name: 'Submit an event' }).first().click()
          await page.getByRole('heading', { name: 'Submit an event', level: 1 }).waitFor()
          await look(page)
          await fillIn(page, title)
          // Browsers accept it, the server does not.
          await page.getByLabel('Your e-mail address').fill('ada@..')
          const picture = await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer()
          await page.getByLabel('Picture').setInputFiles({ name: 'film.jpg', mimeType: 'image/jpeg', buffer: picture })
          site.calendar.setClock(now + 10_000)
          await page
            .locator('form.submit-form')
            .evaluate((form: { noValidate: boolean }) => {
              form.noValidate = true
            })
            .catch(() => undefined)
          await page.getByRole('button', { name: 'Send' }).click()
          await page.getByText('This is not an e-mail address.').waitFor()
          await look(page)
          assert.equal(await page.getByLabel(/^Title/).inputValue(), title)
          await page.getByRole('link', { name: 'Your e-mail address' }).click()
          await page.getByLabel('Your e-mail address').fill('ada@example.org')
          await page.getByLabel('Picture').setInputFiles({ name: 'film.jpg', mimeType: 'image/jpeg', buffer: picture })
          site.calendar.setClock(now + 20_000)
          await page.getByRole('button', { name: 'Send' }).click()
          await page.getByRole('heading', { name: /waits for a review/ }).waitFor()
          await look(page)
          secret = new URL(page.url()).pathname
        },
        options,
      )
      await site.visit('editor', '/review', async (page) => {
        const card = page.getByRole('listitem').filter({ hasText: title })
        await card.getByText('Submitted by Ada Visitor').waitFor()
        await card.getByText('(address not confirmed)').waitFor()
        await card.getByAltText('The submitted picture').waitFor()
        assert.deepEqual(await findFaults(page), [])
        await page.getByRole('button', { name: `Publish “${title}”` }).click()
        await page.getByText('Nothing waits for a review.').waitFor()
      })
      await visit(
        secret,
        async (page) => {
          await page.getByRole('link', { name: 'See it in the calendar' }).click()
          await page.getByRole('heading', { name: title, level: 1 }).waitFor()
          await page.getByText('We bring the film.').waitFor()
          assert.equal(await page.locator('main img[src*="/media/"]').count(), 1)
          assert.equal(await page.getByText('Ada').count(), 0)
        },
        options,
      )
    })
  }

  it('is helped by the script: days, hours, addresses and pictures follow what is filled in', async (test) => {
    const site = await startAdminSite(browser as Browser, [], { environment: { KALENDS_SUBMISSIONS: 'on' } })
    test.after(() => site.calendar.close())
    await visitorOf(site.address)('/submit/', async (page) => {
      const field = (label: string | RegExp) => page.getByLabel(label, { exact: typeof label === 'string' })
      await field(/^Title/).fill('Late film')
      await field(/^First day/).fill('2030-05-10')
      await field(/^Begins at/).fill('20:00')
      await field('Ends at').fill('01:30')
      await field('Ends at').blur()
      // What ends at an earlier hour ends on the next day, and the end keeps its distance.
      assert.equal(await field('Last day').inputValue(), '2030-05-11')
      await field(/^First day/).fill('2030-06-01')
      await field(/^Begins at/).fill('21:00')
      await field(/^Begins at/).blur()
      assert.equal(await field('Last day').inputValue(), '2030-06-02')
      assert.equal(await field('Ends at').inputValue(), '02:30')
      await field('Website').fill('example.org/film')
      await field('Website').blur()
      assert.equal(await field('Website').inputValue(), 'https://example.org/film')
      const preview = page.locator('[data-preview]')
      await preview.getByText('Late film').waitFor()
      await preview.getByText(/Jun 1.*9:00/).waitFor()
      // What a choice makes needless goes.
      assert.equal(await field('Until').isVisible(), false)
      await field('How often').selectOption('weekly')
      assert.equal(await field('Until').isVisible(), true)
      await field('All day').check()
      assert.equal(await field(/^Begins at/).isVisible(), false)
      const buffer = await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer()
      await field('Picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
      await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await field('Picture').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
      await page.getByText('This file is not a picture that can be used.').waitFor()
      assert.match((await field('Picture').getAttribute('aria-describedby')) ?? '', /^submit-picture-fault /)
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Remove the picture' }).click()
      await page.getByText('This file is not a picture that can be used.').waitFor({ state: 'detached' })
    })
  })

  it('is helped by the script with what ends after midnight, and only with that', async (test) => {
    const now = Date.now()
    const environment = { KALENDS_SUBMISSIONS: 'on' }
    const site = await startAdminSite(browser as Browser, [], { environment, now })
    test.after(() => site.calendar.close())
    await visitorOf(site.address)('/submit/', async (page) => {
      const field = (label: string | RegExp) => page.getByLabel(label, { exact: typeof label === 'string' })
      const [start, time, last, end] = [field(/^First day/), field(/^Begins at/), field('Last day'), field('Ends at')]
      /** What the fields say once the one in which something is typed has been left. */
      const left = async () => {
        await field(/^Title/).focus()
        return [await time.inputValue(), await last.inputValue(), await end.inputValue()]
      }
      const day = inDays(3)
      const next = inDays(4)
      await fillIn(page, 'Late film')
      await end.fill('21:30')
      // 10:45 AM on the way to 10:45 PM.
      await end.focus()
      await page.keyboard.type('1045')
      assert.equal(await last.inputValue(), '')
      await page.keyboard.type('p')
      assert.deepEqual(await left(), ['20:00', '', '22:45'])
      // The day that the script has set goes with its reason.
      await end.fill('01:00')
      assert.deepEqual(await left(), ['20:00', next, '01:00'])
      await end.fill('22:00')
      assert.deepEqual(await left(), ['20:00', '', '22:00'])
      await end.fill('01:00')
      assert.deepEqual(await left(), ['20:00', next, '01:00'])
      await end.fill('')
      assert.deepEqual(await left(), ['20:00', '', ''])
      // A day that the visitor has set stays.
      await last.fill(next)
      await end.fill('22:00')
      assert.deepEqual(await left(), ['20:00', next, '22:00'])
      // A start that moves takes the end over midnight, and back.
      for (const same of ['', day]) {
        await last.fill(same)
        await time.fill('23:00')
        assert.deepEqual(await left(), ['23:00', next, '01:00'])
        await time.fill('20:00')
        assert.deepEqual(await left(), ['20:00', same, '22:00'])
      }
      // A start that there is not for a moment loses nothing.
      await last.fill(next)
      await start.focus()
      await page.keyboard.type('02312030')
      await left()
      assert.equal(await start.inputValue(), '')
      await start.fill(inDays(5))
      assert.deepEqual(await left(), ['20:00', inDays(6), '22:00'])
      await last.fill('')
      await time.fill('23:00')
      await page.getByLabel('Your e-mail address').fill('ada@example.org')
      site.calendar.setClock(now + 10_000)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: /waits for a review/ }).waitFor()
    })
  })

  it('corrects an event that was sent back', async (test) => {
    const now = Date.now()
    const site = await startAdminSite(browser as Browser, ['editor'], {
      environment: { KALENDS_SUBMISSIONS: 'on' },
      now,
    })
    test.after(() => site.calendar.close())
    const visit = visitorOf(site.address)
    let secret = ''
    await visit('/submit/', async (page) => {
      await fillIn(page, 'Reading')
      await page.getByLabel('How often').selectOption('weekly')
      await page.getByLabel('Until').fill(inDays(30))
      await page.getByLabel('Your e-mail address').fill('ada@example.org')
      site.calendar.setClock(now + 10_000)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: /waits for a review/ }).waitFor()
      secret = new URL(page.url()).pathname
    })
    await site.visit('editor', '/review', async (page) => {
      // A series is one entry.
      await page.getByText('Submitted by Ada Visitor').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send back “Reading”' }).count(), 1)
      await page.getByRole('button', { name: 'Send back “Reading”' }).click()
      await page.getByLabel('A note that the author sees').fill('Which book?')
      await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
      await page.getByText('Nothing waits for a review.').waitFor()
    })
    await visit(secret, async (page) => {
      await page.getByText('Which book?').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByLabel(/^Title/).fill('Reading of “Emma”')
      site.calendar.setClock(now + 30_000)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: /waits for a review/ }).waitFor()
      await page.getByRole('button', { name: 'Withdraw the event' }).click()
      await page.getByRole('heading', { name: 'You have withdrawn your event' }).waitFor()
    })
    const all = 'status=publish,pending,draft,trash&start_date=2000-01-01&end_date=2099-01-01'
    assert.equal((await site.calendar.ask('GET', `/events?${all}`, { as: 'editor' })).body.total, 0)
  })
})
