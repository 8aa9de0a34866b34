import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTecSite, type TecSite, tecEvent } from '../support/tec-site.ts'
import { newCalendar } from './places.ts'
import { eventPayload, newDirectory, run, serve } from './program.ts'

describe('import --keep-ids', () => {
  const directory = newDirectory()
  const wxr = join(directory, 'site.xml')
  let site: TecSite
  before(async () => {
    copyFileSync(join(import.meta.dirname, '../import/corpus/site.xml'), wxr)
    const venue = { id: 900, venue: 'Town hall', slug: 'the-hall', status: 'publish' }
    site = await startTecSite({
      categories: [{ id: 70, name: 'Music', slug: 'all-music', parent: 0, description: '' }],
      tags: [],
      venues: [venue],
      organizers: [],
      events: [tecEvent(44, { venue, categories: [{ id: 70 }] }), tecEvent(43)],
    })
  })
  after(() => site.close())

  const newPlace = async () => {
    const { environment, secret } = await newCalendar()
    const place = {
      ...environment,
      KALENDS_PUBLIC_URL: 'http://calendar.test',
      KALENDS_FETCH_NETWORKS: '127.0.0.1',
      KALENDS_FETCH_PORTS: String(site.port),
    }
    return { place, secret }
  }
  type Place = Awaited<ReturnType<typeof newPlace>>

  /** What a calendar answers for some paths. */
  const answers = async ({ place, secret }: Place, paths: readonly string[]) => {
    const server = await serve(place)
    try {
      return await Promise.all(paths.map(async (path) => (await server.ask('GET', path, { as: secret })).body))
    } finally {
      await server.stop()
    }
  }

  it('takes over a live site, and finds no difference', async () => {
    const target = await newPlace()
    const { code, stdout, stderr } = await run(['import', site.url, '--keep-ids', '--verify'], target.place)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Compared 4 records: 0 differences/)
    const [event, venue, category] = await answers(target, ['/events/44', '/venues/by-slug/the-hall', '/categories/70'])
    assert.deepEqual([event.slug, event.venue.id, venue.id, category.slug], ['event-44', 900, 900, 'all-music'])
  })

  it('takes over an export of WordPress, once', async () => {
    const target = await newPlace()
    const first = await run(['import', wxr, '--keep-ids', '--images', 'no'], target.place)
    // One of its events has no dates.
    assert.equal(first.code, 1, first.stderr)
    assert.match(first.stderr, /1 categories: they got new ones/)
    const [event, venue] = await answers(target, ['/events/21', '/venues/by-slug/town-hall'])
    assert.deepEqual([event.slug, event.venue.id, venue.id], ['summer-concert', 22, 22])
    const other = join(directory, 'other.xml')
    writeFileSync(other, readFileSync(wxr))
    const second = await run(['import', other, '--keep-ids'], target.place)
    assert.equal(second.code, 1)
    assert.match(second.stderr, /already has records; --keep-ids is only for an empty one/)
  })

  it('takes over an export of Kalends', async () => {
    const from = await newPlace()
    const events = join(directory, 'events.ndjson')
    writeFileSync(events, ['gone', 'kept'].map((title) => JSON.stringify(eventPayload(title))).join('\n'))
    assert.equal((await run(['import', events], from.place)).code, 0)
    const file = join(directory, 'calendar.ndjson')
    assert.equal((await run(['export', file], from.place)).code, 0)
    const to = await newPlace()
    const { code, stdout, stderr } = await run(['import', file, '--keep-ids'], to.place)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Imported .*2 events/m)
    const [before, after] = [await answers(from, ['/events/2']), await answers(to, ['/events/2'])]
    assert.equal(before[0].title, 'kept')
    assert.deepEqual(after, before)
  })

  it('refuses sources that have no ids, and names those that have', async () => {
    const target = await newPlace()
    const sources = {
      'a.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      'a.csv': 'Event Name,Event Start Date\nFair,2027-01-01\n',
      'a.ndjson': JSON.stringify(eventPayload('A')),
    }
    for (const [name, text] of Object.entries(sources)) {
      const file = join(directory, name)
      writeFileSync(file, text)
      const { code, stderr } = await run(['import', file, '--keep-ids'], target.place)
      assert.equal(code, 1, stderr)
      assert.match(stderr, /"kalends export" has written, the export of WordPress \(WXR\), or a live site/)
    }
    for (const option of [['--update'], ['--since', '2026-01-01']]) {
      const { code, stderr } = await run(['import', wxr, '--keep-ids', ...option], target.place)
      assert.equal(code, 64, stderr)
      assert.match(stderr, new RegExp(`${option[0]} cannot be given with it`))
    }
    const [{ total }] = await answers(target, ['/events?start_date=2000-01-01'])
    assert.equal(total, 0)
  })
})
