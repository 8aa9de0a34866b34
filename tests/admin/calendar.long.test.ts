import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../cli/program.ts'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** A day in the middle of this month, so that the days around it are shown. */
const day = (offset: number): string => `${new Date(testNow).toISOString().slice(0, 8)}${15 + offset}`

/** The names of the month of a day and of the one after it. */
const monthsOf = (text: string): { readonly month: string; readonly next: string } => {
  const name = (months: number): string => {
    const date = new Date(`${text.slice(0, 7)}-01T00:00:00Z`)
    date.setUTCMonth(date.getUTCMonth() + months)
    return date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  }
  return { month: name(0), next: name(1) }
}

const create = async ({ calendar }: AdminSite, body: object): Promise<number> => {
  const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const datesOf = async ({ calendar }: AdminSite, id: number): Promise<string[]> => {
  const { body } = await calendar.ask('GET', `/events/${id}`, { as: 'editor' })
  return [body.start_date, body.end_date]
}

/** Where an event is; after a move, the calendar draws it anew. */
const boxOf = async (page: Page, title: string) => {
  const event = page.locator('.ec-event', { hasText: title })
  for (;;) {
    await event.waitFor()
    const box = await event.boundingBox()
    if (box) return box
  }
}

/** Moves the mouse as a hand does: the calendar follows its way. */
const drag = async (page: Page, from: string, days: number): Promise<void> => {
  const box = await boxOf(page, from)
  const cell = (await page.locator('.ec-day').first().boundingBox()) ?? assert.fail('no day')
  await page.mouse.move(box.x + 10, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 3 })
  await page.mouse.move(box.x + 10 + days * cell.width, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
}

describe('the calendar in the admin', { skip }, () => {
  it('moves events by the mouse and by the keyboard, and back by undo', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const id = await create(site, {
      title: 'Rehearsal',
      start_date: `${day(0)} 19:00:00`,
      end_date: `${day(0)} 21:00:00`,
    })
    const fair = await create(site, { title: 'Fair', start_date: day(3), end_date: day(4), all_day: true })
    const start = new Date(`${day(0)}T12:00:00Z`).getUTCDay()
    // The last day of a week has no day beside it.
    const step = start === 6 ? -1 : 1
    await site.visit('editor', '/calendar', async (page) => {
      await page.locator('.ec-event', { hasText: 'Rehearsal' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await drag(page, 'Rehearsal', step)
      await page.getByText('“Rehearsal” is now on').waitFor()
      assert.deepEqual(await datesOf(site, id), [`${day(step)} 19:00:00`, `${day(step)} 21:00:00`])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.').waitFor()
      assert.deepEqual(await datesOf(site, id), [`${day(0)} 19:00:00`, `${day(0)} 21:00:00`])

      await page.getByRole('link', { name: 'Fair' }).first().focus()
      await page.keyboard.press('Alt+ArrowRight')
      await page.getByText('“Fair” is now on').waitFor()
      assert.deepEqual(await datesOf(site, fair), [`${day(4)} 00:00:00`, `${day(5)} 23:59:59`])
      // The focus stays with it, for the next key.
      await page.locator('a:focus', { hasText: 'Fair' }).waitFor()
      await page.keyboard.press('Alt+ArrowLeft')
      await until(async () => (await datesOf(site, fair))[0] === `${day(3)} 00:00:00`)
      await page.locator('a:focus', { hasText: 'Fair' }).waitFor()
    })
  })

  it('begins a new event where somebody clicks or drags, and shows the colours of categories', async (test) => {
    // A month whose days are known: Wednesday, May 5.
    const now = Date.parse('2027-05-05T08:00:00Z')
    const site = await startAdminSite(browser as Browser, ['editor'], { now })
    test.after(() => site.calendar.close())
    const reply = await site.calendar.ask('POST', '//wp-json/wp/v2/tribe_events_cat', {
      as: 'editor',
      body: { name: 'Music', meta: { color: '#006699' } },
    })
    assert.equal(reply.status, 201, reply.text)
    const evening = { start_date: '2027-05-12 19:00', end_date: '2027-05-12 21:00' }
    await create(site, { title: 'Rehearsal', categories: [reply.body.id], ...evening })
    await site.visit(
      'editor',
      '/account',
      async (page) => {
        await page.clock.setFixedTime(now)
        const open = async (): Promise<void> => {
          await page.goto(`${site.address}/admin/calendar`)
          await page.locator('.ec-event', { hasText: 'Rehearsal' }).waitFor()
        }
        const middleOf = async (date: number) => {
          const days = page.locator('.ec-day:not(.ec-other-month)')
          const { x, y, width, height } = (await days.nth(date - 1).boundingBox()) ?? assert.fail('no day')
          return { x: x + width / 2, y: y + height - 8 }
        }
        const form = async (): Promise<readonly string[]> => {
          await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()
          const fields = ['First day', 'Start', 'Last day', 'End'].map((name) => page.getByLabel(name, { exact: true }))
          const shown = await Promise.all(
            fields.map(async (field) => ((await field.count()) ? field.inputValue() : '')),
          )
          return shown
        }
        await open()
        const color = await page.evaluate("getComputedStyle(document.querySelector('.ec-event')).borderLeftColor")
        assert.equal(color, 'rgb(0, 102, 153)')
        const click = await middleOf(19)
        await page.mouse.click(click.x, click.y)
        assert.deepEqual(await form(), ['2027-05-19', '19:00', '2027-05-19', '21:00'])

        await open()
        const [from, to] = [await middleOf(18), await middleOf(20)]
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 10 })
        await page.mouse.up()
        assert.deepEqual(await form(), ['2027-05-18', '', '2027-05-20', ''])
        assert.equal(await page.getByLabel('All day').isChecked(), true)

        // What is no day or time in an address is left out.
        await page.goto(`${site.address}/admin/events/new?day=2027-05-20&from=10:00&to=noon&until=2027-05-01`)
        assert.deepEqual(await form(), ['2027-05-20', '10:00', '2027-05-20', '12:00'])
      },
      { timezoneId: 'UTC' },
    )
  })

  it('shows on a phone the events of a day below a month, and the hours of a day, in the dark, too', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const evening = { start_date: `${day(0)} 19:00:00`, end_date: `${day(0)} 21:00:00` }
    await create(site, { title: 'Vernissage', ...evening })
    await create(site, { title: 'Choir &amp; band', ...evening, status: 'draft' })
    await create(site, { title: 'Fair', start_date: day(0), end_date: day(1), all_day: true })
    const { month, next } = monthsOf(day(0))
    const phone = { viewport: { width: 320, height: 600 }, colorScheme: 'dark', timezoneId: 'UTC' }
    await site.visit(
      'editor',
      '/calendar',
      async (page) => {
        const dayOf = (name: RegExp) => page.getByRole('button', { name })
        await dayOf(new RegExp(`${month} 15, 3 events`)).click()
        const textsOn = (date: number) =>
          page
            .getByRole('region', { name: `${month} ${date}` })
            .getByRole('listitem')
            .allInnerTexts()
        await page.getByRole('link', { name: 'Vernissage' }).waitFor()
        const items = await textsOn(15)
        assert.equal(items.length, 3)
        assert.match(items[0] ?? '', /All day\s+Fair/)
        assert.match(items.join(), /7:00\sPM – 9:00\sPM\s+Choir & band\s+Draft/)
        assert.deepEqual(await findFaults(page), [])

        await page.keyboard.press('ArrowRight')
        await dayOf(new RegExp(`${month} 16, 1 event$`))
          .and(page.locator(':focus'))
          .waitFor()
        assert.deepEqual(await textsOn(16), ['All day\nFair'])
        await page.keyboard.press('ArrowDown')
        await page.getByText('Nothing on this day.').waitFor()
        await dayOf(new RegExp(`${month} 23$`))
          .and(page.locator(':focus'))
          .waitFor()
        await page.keyboard.press('PageDown')
        await dayOf(new RegExp(`${next} 23$`))
          .and(page.locator(':focus'))
          .waitFor()
        const another = page.getByRole('link', { name: `${next} 23` })
        assert.match((await another.getAttribute('href')) ?? '', /new\?day=\d{4}-\d\d-23$/)

        await page.getByRole('button', { name: 'Previous' }).click()
        await dayOf(new RegExp(`${month} 15, 3 events`)).click()
        await page.getByRole('button', { name: 'Day', exact: true }).click()
        await page.locator('.ec-event', { hasText: 'Vernissage' }).waitFor()
        assert.deepEqual(await findFaults(page), [])
        const toolbar = (await page.locator('.ec-toolbar').boundingBox()) ?? assert.fail('no toolbar')
        for (const button of await page.locator('.ec-toolbar button').all()) {
          const { x, width } = (await button.boundingBox()) ?? assert.fail('no button')
          assert.ok(x + width <= toolbar.x + toolbar.width + 1, 'a button is cut off')
        }
        await page.locator('.ec-toolbar').getByRole('button', { name: 'Next' }).click()
        await page.getByRole('button', { name: 'Month', exact: true }).click()
        await dayOf(new RegExp(`${month} 16, 1 event$`))
          .and(page.locator('[aria-pressed=true]'))
          .waitFor()
      },
      phone,
    )
  })

  it('leaves an event where it was that somebody else has changed', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const id = await create(site, { title: 'Market', start_date: `${day(0)} 09:00:00`, end_date: `${day(0)} 12:00:00` })
    await site.visit('editor', '/calendar', async (page) => {
      const market = page.locator('.ec-event', { hasText: 'Market' })
      await market.waitFor()
      await site.calendar.ask('POST', `/events/${id}`, { as: 'editor', body: { start_date: `${day(0)} 10:00:00` } })
      await page.getByRole('link', { name: 'Market' }).focus()
      await page.keyboard.press('Alt+ArrowRight')
      await page.locator('.notice.failed').waitFor()
      assert.deepEqual(await datesOf(site, id), [`${day(0)} 10:00:00`, `${day(0)} 12:00:00`])
    })
  })

  it('shows what lasts for days above the hours, and moves it without changing its hours', async (test) => {
    // A Monday in the middle of a month.
    const site = await startAdminSite(browser as Browser, ['editor'], { now: Date.parse('2027-01-13T12:00:00Z') })
    test.after(() => site.calendar.close())
    const show = { start_date: '2026-12-01 10:00:00', end_date: '2027-02-28 17:00:00' }
    const id = await create(site, { title: 'Exhibition of everything', ...show })
    const night = { start_date: '2027-01-16 22:00:00', end_date: '2027-01-17 02:00:00' }
    await create(site, { title: 'Night walk', ...night })
    await create(site, {
      title: 'Concert of the brass band with the youth choir',
      start_date: '2027-01-13 19:00:00',
      end_date: '2027-01-13 20:30:00',
    })
    await create(site, { title: 'Reading', start_date: '2027-01-13 19:30:00', end_date: '2027-01-13 21:00:00' })
    await site.visit(
      'editor',
      '/calendar',
      async (page) => {
        await page.clock.setFixedTime('2027-01-13T12:00:00Z')
        await page.reload()
        const bars = page.locator('.ec-event', { hasText: 'Exhibition' })
        await bars.first().waitFor()
        // Neither the day on which it begins nor midnight is said in the weeks after it.
        for (const text of await bars.allInnerTexts()) assert.equal(text.trim(), 'Exhibition of everything')
        const parts = await page.locator('.ec-event', { hasText: 'Night walk' }).allInnerTexts()
        assert.match(parts[0] ?? '', /10:00\sPM Night walk/)
        for (const text of parts.slice(1)) assert.equal(text.trim(), 'Night walk')
        await page.getByRole('button', { name: 'Week' }).click()
        await page.locator('.ec-time-grid').waitFor()
        assert.equal(await page.locator('.ec-time-grid .ec-body .ec-event', { hasText: 'Exhibition' }).count(), 0)
        assert.equal(await bars.count(), 1)
        assert.deepEqual(await findFaults(page), [])
        const [title, box] = await Promise.all([
          page.getByRole('link', { name: /Concert of the brass/ }).boundingBox(),
          page.locator('.ec-event', { hasText: 'Concert of the brass' }).boundingBox(),
        ])
        assert.ok(
          title && box && title.x + title.width <= box.x + box.width && title.y + title.height <= box.y + box.height,
        )
        await page.getByText('8:00 AM', { exact: true }).waitFor()
        await until(
          async () =>
            (await page
              .locator('.ec-time-grid')
              .evaluate((grid) => Math.max(...[...grid.querySelectorAll('*'), grid].map((one) => one.scrollTop)))) >
            100,
        )
        await bars.getByRole('link').focus()
        const readAgain = page.waitForResponse((response) => response.url().includes('/kalends/v1/calendar'))
        await page.keyboard.press('Alt+ArrowRight')
        await page.getByText('“Exhibition of everything” is now on').waitFor()
        await readAgain
        assert.deepEqual(await datesOf(site, id), ['2026-12-02 10:00:00', '2027-03-01 17:00:00'])
        await drag(page, 'Exhibition', 1)
        await until(async () => (await datesOf(site, id))[0] === '2026-12-03 10:00:00')
        assert.deepEqual(await datesOf(site, id), ['2026-12-03 10:00:00', '2027-03-02 17:00:00'])
      },
      { timezoneId: 'UTC' },
    )
  })
})
