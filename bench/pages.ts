import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '../tests/support/browser.ts'
import type { Calendars } from './calendars.ts'
import { planOf } from './generate.ts'
import type { Table, Tell } from './report.ts'
import { root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'

const turns = 5

/** The goals: milliseconds, and the share of the window that moves. */
const goals = { lcp: 1200, cls: 0, inp: 100 } as const

/** A phone in a slow mobile network: what Lighthouse calls slow 4G. */
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

type Vitals = Record<keyof typeof goals, number>

/**
 * What visitors on phones wait for, and what moves below their fingers. The browser measures it itself, with nothing in its cache: the largest
 * paint, the shift of the layout until the page is left, and the longest time from an input to the frame that shows what it does.
 */
export const measurePages = async (calendars: Calendars, events: number, tell: Tell): Promise<Table> => {
  const [load = 0] = loadavg()
  const calendar = await calendars.open(planOf(events))
  const tiles = await startTiles()
  const server = await startServer(calendar, { KALENDS_TILE_SERVER: `${tiles.address}/{z}/{x}/{y}.png` })
  const browser = await startBrowser()
  if (typeof browser === 'string') throw new Error(browser)
  const answer = await fetch(`${server.address}${root}/events?per_page=1`)
  const { events: found } = (await answer.json()) as { readonly events: readonly { readonly slug: string }[] }
  const paths = {
    list: '/events/',
    month: '/events/month/',
    event: `/event/${found[0]?.slug}/`,
    map: '/events/map/',
  }
  const lines: string[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const all: Vitals[] = []
    for (let turn = 0; turn < turns; turn++)
      all.push(await measure(browser, server.address + path, tasks[name as keyof typeof tasks]))
    const median = (what: keyof Vitals): number => medianOf(all.map((one) => one[what]))
    const [lcp, cls, inp] = [median('lcp'), median('cls'), median('inp')]
    tell({ database: calendars.name, name, lcp, cls, inp, all })
    lines.push([name, `${lcp.toFixed(0)} ms`, cls.toFixed(3), `${inp.toFixed(0)} ms`])
  }
  await browser.close()
  await server.stop()
  tiles.stop()
  // Other processes take CPU time from browser and server.
  const other = ['other processes that wanted a processor in the minute before', load.toFixed(1), '', '']
  const aims = ['goal', `≤ ${goals.lcp} ms`, String(goals.cls), `≤ ${goals.inp} ms`]
  return [[`${events.toLocaleString('en')} events, median of ${turns}`, 'LCP', 'CLS', 'INP'], ...lines, aims, other]
}

/** A server of tiles, which are about as large as those of a street map. */
const startTiles = async () => {
  const noise = { type: 'gaussian', mean: 200, sigma: 12 } as const
  const create = { width: 96, height: 96, channels: 3, background: '#dde8d0', noise } as const
  const tile = await sharp({ create })
    .resize(256, 256, { kernel: 'nearest' })
    .png({ palette: true, colours: 32 })
    .toBuffer()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }).end(tile)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Collects the entries from the start of the page on. */
const observer = `(() => {
  globalThis.vitals = { lcp: 0, cls: 0, inp: 0 }
  const observe = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, durationThreshold: 16 })
  observe('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value })
  observe('event', (entry) => { if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration) })
})()`

const measure = async (browser: Browser, url: string, task: (page: Page) => Promise<void>): Promise<Vitals> => {
  const context = await browser.newContext({ ...phone, locale: 'en-US' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
  await page.addInitScript(observer)
  await page.goto(url, { waitUntil: 'networkidle' })
  await task(page)
  // Entries of events come after the frame that they were waiting for.
  await page.waitForTimeout(500)
  const vitals = await page.evaluate<Vitals>('vitals')
  await context.close()
  return vitals
}

/** What people do on each page. */
const tasks = {
  list: async (page: Page) => {
    await page.locator('.filters summary').first().tap()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').pressSequentially('concert')
  },
  month: async (page: Page) => {
    await page.locator('.filters summary').first().tap()
    await page.locator('td .day').nth(10).tap()
  },
  event: async (page: Page) => {
    await page.locator('.facts summary').first().tap()
  },
  map: async (page: Page) => {
    await page.locator('.live .pin').first().waitFor()
    await page.getByRole('button', { name: 'Closer' }).tap()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Wider' }).tap()
    await page.waitForTimeout(600)
    await page.locator('.live .pin').first().tap()
  },
} as const
