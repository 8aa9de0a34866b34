import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { basic } from '../support/calendar.ts'
import { startTecSite, type TecSite, tecEvent } from '../support/tec-site.ts'
import { newCalendar, newPlace } from './places.ts'
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

  const newSite = async () => {
    const { environment, secret } = await newCalendar()
    const place = {
      ...environment,
      KALENDS_PUBLIC_URL: 'http://calendar.test',
      KALENDS_FETCH_NETWORKS: '127.0.0.1',
      KALENDS_FETCH_PORTS: String(site.port),
    }
    return { place, secret }
  }
  type Place = Awaited<ReturnType<typeof newSite>>

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
    const target = await newSite()
    const { code, stdout, stderr } = await run(['import', site.url, '--keep-ids', '--verify'], target.place)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Compared 4 records: 0 differences/)
    const [event, venue, category] = await answers(target, ['/events/44', '/venues/by-slug/the-hall', '/categories/70'])
    assert.deepEqual([event.slug, event.venue.id, venue.id, category.slug], ['event-44', 900, 900, 'all-music'])
  })

  it('takes over an export of WordPress, once', async () => {
    const target = await newSite()
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
    const from = await newSite()
    const events = join(directory, 'events.ndjson')
    writeFileSync(events, ['gone', 'kept'].map((title) => JSON.stringify(eventPayload(title))).join('\n'))
    assert.equal((await run(['import', events], from.place)).code, 0)
    const file = join(directory, 'calendar.ndjson')
    assert.equal((await run(['export', file], from.place)).code, 0)
    const to = await newSite()
    const { code, stdout, stderr } = await run(['import', file, '--keep-ids'], to.place)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Imported .*2 events/m)
    const [before, after] = [await answers(from, ['/events/2']), await answers(to, ['/events/2'])]
    assert.equal(before[0].title, 'kept')
    assert.deepEqual(after, before)
  })

  /** An export whose first user is `chief`, and which has one event. */
  const exportOfChief = async () => {
    const place = await newPlace()
    const added = await run(['user', 'add', 'chief', '--role', 'administrator'], place)
    assert.equal(added.code, 0, added.stderr)
    const events = join(directory, 'one.ndjson')
    writeFileSync(events, JSON.stringify(eventPayload('kept')))
    assert.equal((await run(['import', events], place)).code, 0)
    const file = join(directory, 'chief.ndjson')
    assert.equal((await run(['export', file, '--force'], place)).code, 0)
    return file
  }

  it('moves into a calendar that was started once, and that nobody has set up', async () => {
    const file = await exportOfChief()
    const to = await newPlace()
    const started = await serve(to)
    const { stdout } = await started.stop()
    const secret = /application password: (.+)/.exec(stdout)?.[1] ?? ''
    assert.notEqual(secret, '', stdout)
    const { code, stderr } = await run(['import', file, '--keep-ids'], to)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /chief takes the place of its first user admin\. The application password and the link/)
    assert.doesNotMatch(stderr, /There is no calendar/)
    const server = await serve(to)
    try {
      const headers = { authorization: basic('chief', secret) }
      const answer = await fetch(new URL('/wp-json/wp/v2/users/me', server.address), { headers })
      assert.deepEqual([answer.status, JSON.parse(await answer.text()).id], [200, 1])
    } finally {
      const { stdout } = await server.stop()
      assert.match(stdout, /Nobody has set this calendar up yet; for a new link: kalends user reset chief/)
    }
  })

  it('says that it makes a calendar, and where', async () => {
    const file = await exportOfChief()
    const to = await newPlace()
    const { code, stderr } = await run(['import', file, '--keep-ids'], to)
    assert.equal(code, 0, stderr)
    assert.match(
      stderr,
      /^There is no calendar in .+ yet: this makes a new one\. If you meant another, check KALENDS_DATA/m,
    )
    assert.doesNotMatch(stderr, /postgres(?:ql)?:/)
  })

  it('makes no calendar in a dry run, or if it is refused', async () => {
    const file = await exportOfChief()
    const spoiled = join(directory, 'cut.ndjson')
    writeFileSync(spoiled, `${readFileSync(file, 'utf8')}{}\n`)
    const place = await newPlace()
    const missing = { ...place, KALENDS_DATA: join(place.KALENDS_DATA, 'a/b') }
    for (const to of [place, missing])
      for (const [words, code] of [
        [[file, '--dry-run'], 0],
        [[spoiled], 1],
      ] as const) {
        const { stdout, stderr, ...result } = await run(['import', ...words, '--keep-ids'], to)
        assert.equal(result.code, code, stderr)
        assert.match(stderr, /There is no calendar in/)
        if (code === 0) assert.match(stdout, /It would import .*1 user, 1 event/)
        assert.deepEqual(readdirSync(place.KALENDS_DATA), [])
      }
    const list = await run(['user', 'list'], place)
    assert.equal(list.code, 78)
    assert.match(list.stderr, /There is no database/)
    assert.equal((await run(['import', file, '--keep-ids'], missing)).code, 0)
    // One that was there stays.
    const full = await run(['import', file, '--keep-ids', '--dry-run'], missing)
    assert.match(full.stderr, /already has records/)
    assert.equal((await run(['user', 'list'], missing)).code, 0)
  })

  it('has its fault in the report, and does not say that anything was imported', async () => {
    const text = readFileSync(await exportOfChief(), 'utf8')
    const file = join(directory, 'spoiled.ndjson')
    writeFileSync(file, text.replace(/"start_utc":"[^"]*"/, '"start_utc":"2027-02-30 00:00:00"'))
    const report = join(directory, 'report.json')
    const to = await newPlace()
    const refused = await run(['import', file, '--keep-ids', '--report', report], to)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /line \d+: kept\.start_utc: "2027-02-30 00:00:00" is not a date-time/)
    assert.equal(refused.stdout, '')
    const { faults } = JSON.parse(readFileSync(report, 'utf8'))
    assert.equal(faults.length, 1)
    assert.match(faults[0].message, /^kept\.start_utc: /)
    assert.ok(faults[0].line > 1)
    const right = await run(['import', join(directory, 'chief.ndjson'), '--keep-ids', '--report', report], to)
    assert.equal(right.code, 0, right.stderr)
    assert.deepEqual(JSON.parse(readFileSync(report, 'utf8')).faults, [])
    const full = await run(['import', wxr, '--keep-ids', '--report', report], to)
    assert.equal(full.code, 1)
    assert.doesNotMatch(full.stdout, /Imported/)
    assert.match(JSON.parse(readFileSync(report, 'utf8')).faults[0].message, /already has records/)
  })

  it('refuses sources that have no ids, and names those that have', async () => {
    const target = await newSite()
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
