import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { type AdminSite, startAdminSite } from './site.ts'
import { fillTown, type Known, townNow } from './town.ts'
import { enter, openView, pathsWith } from './views.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Kilobytes that the first view may take of the network, compressed. */
const mostKilobytes = 250

/**
 * Requests to the interface that a view may make of its own. The session, the numbers of the menu and the colours of categories are not
 * among them: they are read once for all views.
 */
const mostRequests = 2

/** Views of several parts, which show each of them as soon as it is there. */
const mostOf: Readonly<Record<string, number>> = { '/': 8, '/account': 4, '/settings/design': 3 }

/** The list of events with filters counts what they find for each of its tabs, and names who or what they are about. */
const mostOfNarrowed = 10

const mostFor = (path: string): number =>
  path.startsWith('/events?') ? mostOfNarrowed : (mostOf[path] ?? mostRequests)

/** The requests of a page to the interface, as they are made. */
const watchRequests = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  return asked
}

/** What a view has asked too often. */
const excessOf = (asked: readonly string[], path: string): string[] => {
  const count = (end: string): number => asked.filter((path) => path.endsWith(end)).length
  const own = asked.filter((path) => !/\/(session|counts|tribe_events_cat)$/.test(path))
  return [
    ...(own.length > mostFor(path) ? [`${own.length} requests: ${own.join(' ')}`] : []),
    ...['/session', '/kalends/v1/counts'].filter((end) => count(end) !== 1).map((end) => `${end}: ${count(end)}`),
  ]
}

describe('the limits of the admin', { skip }, () => {
  let site: AdminSite
  let known: Known
  let context: BrowserContext

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
    known = await fillTown(site.calendar)
    context = await (browser as Browser).newContext({ locale: 'en-US' })
    context.setDefaultTimeout(hangMilliseconds)
    await context.clock.setFixedTime(townNow)
    await enter(context, site)
  })

  after(async () => {
    await context?.close()
    await site?.calendar.close()
  })

  /** Kilobytes of scripts, styles and fonts that a browser with nothing in its cache loads until the list of events is shown. */
  const weigh = async (prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<number> => {
    const fresh = await (browser as Browser).newContext({ storageState: await context.storageState() })
    fresh.setDefaultTimeout(hangMilliseconds)
    await fresh.clock.setFixedTime(townNow)
    const page = await fresh.newPage()
    await prepare(page)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet', 'font'].includes(request.resourceType())) return
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await openView(page, site, '/events')
    await page.getByRole('rowheader', { name: 'Farmers’ market' }).first().waitFor()
    const bytes = await Promise.all(sizes)
    assert.ok(bytes.length > 2 && bytes.every((size) => size > 0), bytes.join(' '))
    await fresh.close()
    return bytes.reduce((sum, size) => sum + size, 0) / 1024
  }

  it(`the first view loads at most ${mostKilobytes} KB`, async (test) => {
    const kilobytes = await weigh()
    test.diagnostic(`${kilobytes.toFixed(1)} KB`)
    assert.ok(kilobytes <= mostKilobytes, `${kilobytes.toFixed(1)} KB`)
  })

  it('a script that is too large is seen', async () => {
    const ballast = `\n// ${randomBytes(mostKilobytes * 768).toString('base64')}`
    const kilobytes = await weigh((page) =>
      page.route('**/admin/files/main-*.js', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()) + ballast })
      }),
    )
    assert.ok(kilobytes > mostKilobytes, `${kilobytes.toFixed(1)} KB`)
  })

  it(`a view makes at most ${mostRequests} requests of its own`, async () => {
    const excess: string[] = []
    const { venues: venue, organizers: organizer } = known
    const past = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00', status: 'publish' }
    const links = { venue, organizer: [organizer], categories: ['Walks'], tags: ['outdoors'] }
    const body = { title: 'Old walk', ...past, ...links }
    const { categories, tags } = (await site.calendar.ask('POST', '/events', { as: 'editor', body })).body
    const linked = { venue, organizer, categories: categories[0].id, tags: tags[0].id }
    const filters = ['', ...Object.entries(linked).map(([name, id]) => `&${name}=${id}`)]
    const lists = ['span=past', 'sort=-modified', 'search=market', 'search=nothing&span=past']
    const filtered = lists.flatMap((list) => filters.map((filter) => `/events?${list}${filter}`))
    for (const path of [...pathsWith(known), ...filtered]) {
      const page = await context.newPage()
      const asked = watchRequests(page)
      await openView(page, site, path)
      excess.push(...excessOf(asked, path).map((text) => `${path}: ${text}`))
      await page.close()
    }
    assert.deepEqual(excess, [])
  })

  it('one that makes another is seen', async () => {
    const page = await context.newPage()
    await page.addInitScript("fetch('/calendar/events/v1/venues')")
    const asked = watchRequests(page)
    await openView(page, site, '/review')
    assert.match(excessOf(asked, '/review').join(), /^3 requests/)
    await page.close()
  })
})
