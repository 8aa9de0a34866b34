import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { run } from '../cli/program.ts'
import { drawPicture } from '../media/pictures.ts'
import { installClients } from './install.ts'
import { eventCount, fill, runProgram, type Site, startSite } from './site.ts'

const skip = await installClients()

type Entry = { readonly title: string; readonly link: string; readonly isoDate: string }
type Calendar = readonly { readonly summary?: string; readonly status: string | null; readonly start: string }[]

describe('public programs read and write the interface unmodified (D1 to D4)', { skip }, () => {
  let site: Site
  let settings: { readonly SITE: string; readonly SECRET: string }
  /** All events that are public, as the interface lists them. */
  let events: readonly { readonly id: number; readonly title: string; readonly utc_start_date: string }[] = []

  before(async () => {
    site = await startSite()
    settings = { SITE: site.address, SECRET: site.secret }
    await fill(site)
    const lists = await Promise.all([1, 2].map((page) => site.server.ask('GET', `/events?per_page=50&page=${page}`)))
    events = lists.flatMap(({ body }) => body.events)
    assert.equal(events.length, eventCount)
  })

  after(() => site?.server.stop())

  const titles = (): string[] => events.map(({ title }) => title)

  it('gatsby-source-tribe-events makes a node of each record of its lists', async () => {
    const nodes: readonly { title?: string; internal: { type: string } }[] = await runProgram('gatsby.mjs', settings)
    const ofType = (type: string) => nodes.filter(({ internal }) => internal.type === type)
    // It asks for one page of each list: 50 are the most that a page holds.
    assert.deepEqual(
      ofType('TribeEvents').map(({ title }) => title),
      titles().slice(0, 50),
    )
    const counts = ['TribeVenues', 'TribeOrganizers', 'TribeCategories', 'TribeTags'].map((type) => ofType(type).length)
    assert.deepEqual(counts, [12, 11, 2, 3])
  })

  it('wpapi discovers the routes of the namespace, reads all pages and writes (D2.1)', async () => {
    const found = await runProgram('wpapi.mjs', settings)
    assert.deepEqual(found.titles, titles())
    assert.equal(found.total, eventCount)
    assert.equal(found.one, titles()[0])
    for (const name of ['events', 'venues', 'organizers', 'categories', 'tags'])
      assert.ok(found.methods.includes(name), name)
    assert.deepEqual(found.written, ['By wpapi', 'By wpapi, again', true])
    assert.deepEqual(found.people, [['admin', 'By wpapi'], 2, 'admin', 'Again', true])
  })

  const assertApiFetch = (found: Record<string, unknown>): void => {
    const ids = events.map(({ id }) => id)
    assert.deepEqual(found['byHeader'], ids)
    assert.deepEqual(found['byLink'], ids)
    assert.deepEqual(found['written'], ['By api-fetch', 'Again', true])
    assert.equal(found['refusal'], 'rest-event-not-found')
  }

  it('@wordpress/api-fetch reads all pages and writes with an application password', async () => {
    const body = await drawPicture().png().toBuffer()
    for (const name of ['one', 'two', 'three']) {
      const headers = {
        authorization: `Bearer ${site.secret}`,
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}.png"`,
      }
      const { status } = await fetch(`${site.address}/wp-json/wp/v2/media`, { method: 'POST', headers, body })
      assert.equal(status, 201)
    }
    const found = await runProgram('api-fetch.mjs', settings)
    assertApiFetch(found)
    assert.equal(found.images, 3)
  })

  it('@wordpress/api-fetch writes with the cookie and the nonce of a session', async () => {
    const password = 'correct horse battery staple'
    const login = await run(['user', 'login', 'admin'], site.environment, `${password}\n`)
    assert.equal(login.code, 0, login.stderr)
    const session = await fetch(`${site.address}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'admin', password }),
    })
    assert.equal(session.status, 201)
    const { nonce } = (await session.json()) as { nonce: string }
    const cookie = String(session.headers.get('set-cookie')).split(';')[0] ?? ''
    assertApiFetch(await runProgram('api-fetch.mjs', { SITE: site.address, COOKIE: cookie, NONCE: nonce }))
  })

  it('rss-parser reads the feeds at their addresses (D1.2)', async () => {
    const paths = ['/events/feed/', '/feed/', '/?feed=rss2', '/?feed=atom', '/events/category/music/feed/']
    const feeds: Record<string, { title: string; items: readonly Entry[] }> = await runProgram('feeds.mjs', {
      SITE: site.address,
      PATHS: JSON.stringify(paths),
    })
    const shown = new Set(titles().map(readTitle))
    for (const path of paths) {
      const { title, items } = feeds[path] ?? { title: '', items: [] }
      assert.ok(title && items.length >= 10, `${path}: ${items.length} entries`)
      for (const entry of items) {
        assert.ok(shown.has(entry.title), `${path}: ${entry.title}`)
        assert.ok(entry.link.startsWith(`${site.address}/event/`) && Date.parse(entry.isoDate) > 0, path)
      }
    }
  })

  it('ical.js and node-ical read every public event of a calendar, and no other (D1.1, D1.3)', async () => {
    const expected: Record<string, number> = {
      '/events/?ical=1': eventCount,
      '/events/list/?ical=1': eventCount,
      '/?post_type=tribe_events&ical=1': eventCount,
      '/events/category/music/?ical=1': Math.floor(eventCount / 2),
      '/venue/venue-3/?ical=1': 1,
    }
    const settings = { SITE: site.address, PATHS: JSON.stringify(Object.keys(expected)), TZ: 'Pacific/Auckland' }
    const calendars: Record<string, Record<string, Calendar>> = await runProgram('calendars.mjs', settings)
    const starts = new Map(events.map((event) => [readTitle(event.title), event]))
    for (const [path, count] of Object.entries(expected)) {
      for (const [program, entries] of Object.entries(calendars[path] ?? {})) {
        assert.equal(entries.length, count, `${program} ${path}`)
        for (const { summary, status, start } of entries) {
          const event = starts.get(String(summary))
          assert.ok(event, `${program} ${path}: ${summary}`)
          assert.notEqual(status, 'CANCELLED')
          if (!isAllDay(event))
            assert.equal(Date.parse(start), Date.parse(`${event.utc_start_date}Z`), `${program} ${summary}`)
        }
      }
      assert.deepEqual(Object.keys(calendars[path] ?? {}), ['ical.js', 'node-ical'])
    }
  })
})

/** Titles in records carry `&`, `<` and `>` as entities (contract B6.2). */
const readTitle = (title: string): string =>
  title.replaceAll('&#038;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')

const isAllDay = (event: object): boolean => 'all_day' in event && event.all_day === true
