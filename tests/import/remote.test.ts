import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parentsFirst } from '../../src/import/read/record.ts'
import { createSiteClient, discoverSite, SiteError } from '../../src/import/read/remote/client.ts'
import { readSite } from '../../src/import/read/remote/read-site.ts'
import { createGuardedRequest } from '../../src/lib/guarded-request.ts'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { startTecSite, type TecSite, tecEvent } from '../support/tec-site.ts'

const imports = '//kalends/v1/imports'

describe('the import of a live site (C4.3)', () => {
  let site: TecSite
  let calendar: Calendar
  before(async () => {
    const venue = {
      id: 11,
      venue: 'Town hall',
      address: 'Market 1',
      city: 'Lindow',
      country: 'Germany',
      status: 'publish',
    }
    const organizer = { id: 12, organizer: 'Choir &amp; friends', email: 'choir@site.test', status: 'publish' }
    site = await startTecSite({
      // The list is sorted by name: a child may come before its parent.
      categories: [
        { id: 21, name: 'A choir', slug: 'a-choir', parent: 22, description: '' },
        { id: 22, name: 'Music', slug: 'music', parent: 0, description: 'All music.' },
      ],
      tags: [{ id: 23, name: 'free', slug: 'free', description: '' }],
      venues: [venue],
      organizers: [organizer],
      events: Array.from({ length: 120 }, (_, at) =>
        tecEvent(100 + at, {
          venue,
          organizer: [organizer],
          categories: [{ id: 21, name: 'A choir' }],
          tags: [{ id: 23, name: 'free' }],
          // One is long over.
          ...(at === 0 && { start_date: '2019-05-01 20:00:00', end_date: '2019-05-01 22:00:00' }),
        }),
      ),
    })
    const environment = { KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(site.port) }
    calendar = await createCalendar({ environment })
  })
  after(async () => {
    await calendar.close()
    site.close()
  })

  const importSite = async (query = '') => {
    const path = `${imports}?url=${encodeURIComponent(site.url)}${query}`
    const sent = await calendar.ask('POST', path, { as: 'admin' })
    assert.equal(sent.status, 202, sent.text)
    for (;;) {
      const { body } = await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
      if (!['waiting', 'running'].includes(body.state)) return body
      await wait(20)
    }
  }
  const eventsOf = async () => {
    const { body } = await calendar.ask('GET', '/events?start_date=2000-01-01&per_page=50&sort=id', { as: 'admin' })
    return body
  }

  it('says in a dry run what would happen, and changes nothing', async () => {
    const done = await importSite('&dry_run=true')
    assert.deepEqual([done.state, done.created, done.failed], ['done', 125, 0], JSON.stringify(done))
    assert.deepEqual(done.report.remarks, [])
    assert.equal((await eventsOf()).total, 0)
  })

  it('takes everything over, and changes nothing the second time', async () => {
    const done = await importSite()
    assert.deepEqual([done.state, done.created, done.failed], ['done', 125, 0], JSON.stringify(done))
    const { total, events } = await eventsOf()
    assert.equal(total, 120)
    const [past, event] = events
    assert.equal(past.start_date, '2019-05-01 20:00:00')
    assert.deepEqual(
      [event.title, event.slug, event.start_date, event.timezone, event.cost, event.featured, event.external_id],
      ['Event – 101', 'event-101', '2027-03-28 09:00:00', 'Europe/Berlin', '€5', true, '101'],
    )
    assert.deepEqual([event.venue.venue, event.venue.city], ['Town hall', 'Lindow'])
    assert.equal(event.organizer[0].organizer, 'Choir &#038; friends')
    assert.equal(event.tags[0].name, 'free')
    const { body } = await calendar.ask('GET', '/categories?hide_empty=false')
    const [choir, music] = body.categories
    assert.deepEqual([choir.name, choir.parent, choir.count], ['A choir', music.id, 120])
    const again = await importSite()
    assert.deepEqual([again.created, again.updated, again.unchanged, again.failed], [0, 0, 125, 0])
    assert.deepEqual((await eventsOf()).events, events)
  })

  it('copies images, which events have at once', async () => {
    site.files.set('/town.png', await makePicture('png', { width: 300, height: 200 }))
    const image = { id: 31, url: `${site.url}/town.png` }
    site.lists.events.push(tecEvent(301, { image }), tecEvent(302, { image }))
    const done = await importSite()
    site.lists.events.splice(-2)
    assert.deepEqual([done.created, done.failed, done.report.remarks], [3, 0, []], JSON.stringify(done))
    for (const id of ['301', '302']) {
      const path = `/events?external_id=${id}&start_date=2000-01-01`
      const [event] = (await calendar.ask('GET', path)).body.events
      assert.equal(event.image.width, 300)
      await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
      assert.equal((await calendar.ask('GET', path)).body.total, 0)
    }
  })

  it('takes over what has changed there', async () => {
    const [first] = site.lists.events
    assert.ok(first)
    site.lists.events[0] = { ...first, title: 'A new title', description: '' }
    const done = await importSite()
    assert.deepEqual([done.created, done.updated, done.unchanged], [0, 1, 124])
    const [past] = (await eventsOf()).events
    assert.deepEqual([past.title, past.description], ['A new title', ''])
  })

  it('loses nothing when the site is busy, breaks off, answers with a page or with another page, and changes meanwhile', async () => {
    const request = createGuardedRequest({ networks: ['127.0.0.1'], ports: [site.port] })
    const pauses: number[] = []
    const ask = createSiteClient(request, undefined, async (milliseconds) => void pauses.push(milliseconds))
    const json = { 'content-type': 'application/json' }
    site.faults
      .set('/categories?', (response) => response.writeHead(429, { 'retry-after': '7' }).end('Slow down'))
      .set('/tags?', (response) => response.writeHead(500).end())
      .set('/venues?', (response) => response.writeHead(200).end('<html>Just a moment…</html>'))
      .set('page=1', (response, page) => {
        response.writeHead(200, { ...json, 'content-length': '100000' })
        response.write(JSON.stringify(page()).slice(0, 500), () => response.destroy())
      })
      // A cache that ignores the query.
      .set('page=2', (response, page) =>
        response.writeHead(200, json).end(JSON.stringify({ ...page(), rest_url: `${site.url}/events?page=1` })),
      )
    // An event comes first while the pages are read: it moves one from the first page to the second.
    site.onAsked = (path) => {
      if (path.includes('/events?') && path.includes('page=2') && site.lists.events.length === 120)
        site.lists.events.unshift(tecEvent(999))
    }
    const addresses = await discoverSite(`${site.url}/`, ask)
    const ids: string[] = []
    for await (const record of readSite(addresses, ask, false)) {
      assert.ok('kind' in record && record.kind, JSON.stringify(record))
      if (record.kind === 'event' && record.externalId) ids.push(record.externalId)
    }
    site.onAsked = () => undefined
    assert.equal(site.faults.size, 0, 'every fault has happened')
    assert.ok(pauses.includes(7000), 'Retry-After is honoured')
    assert.equal(ids.length, new Set(ids).size, 'no event twice')
    assert.deepEqual(
      ids.map(Number).sort((a, b) => a - b),
      [...Array.from({ length: 120 }, (_, at) => 100 + at), 999],
    )
  })

  it('is refused where there is no such site, and for addresses that are not allowed', async () => {
    const inside = createGuardedRequest({ networks: [], ports: [site.port] })
    site.asked.length = 0
    const ask = createSiteClient(inside, undefined, async () => undefined)
    await assert.rejects(
      discoverSite(site.url, ask),
      (error) => error instanceof SiteError && /not allowed\. KALENDS_FETCH_NETWORKS can allow it/.test(error.message),
    )
    assert.deepEqual(site.asked, [])
    const trusting = createGuardedRequest({ networks: [], ports: [] }, { trustedOrigin: site.url })
    const found = await discoverSite(
      site.url,
      createSiteClient(trusting, undefined, async () => undefined),
    )
    assert.equal(found.events, `${site.url}/wp-json/tribe/events/v1`)
  })
})

describe('the order of categories', () => {
  it('has each after its parent, in any depth', () => {
    const count = 20_000
    const terms = Array.from({ length: count }, (_, at) => ({
      kind: 'category' as const,
      externalId: String(at),
      place: '',
      payload: {},
      links: { parent: String(at + 1) },
    }))
    const ids = [...parentsFirst(terms)].map(({ externalId }) => Number(externalId))
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, at) => count - 1 - at),
    )
  })
})
