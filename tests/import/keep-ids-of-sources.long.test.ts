import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { formats, readRecords } from '../../src/import/read/formats/list.ts'
import { openSite } from '../../src/import/read/open-source.ts'
import { createImportContext } from '../../src/import/read/readers.ts'
import type { ReadRecords } from '../../src/import/read/record.ts'
import { importSource } from '../../src/import/run/import-source.ts'
import { newResult } from '../../src/import/run/result.ts'
import { verifyImport } from '../../src/import/run/verify.ts'
import { createLog } from '../../src/lib/log.ts'
import { createLibrary } from '../../src/media/library.ts'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { startTecSite, type TecSite, tecEvent } from '../support/tec-site.ts'
import { corpusFile } from './read-records.ts'

/** How an import of these tests is run. */
type Running = { readonly isDry?: boolean; readonly batchSize?: number; readonly mostBatches?: number }

/** A calendar into which sources are imported with their ids. */
const newTarget = async (site: TecSite) => {
  const calendar = await createCalendar({
    environment: { KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(site.port) },
  })
  const { config, database } = calendar
  const log = createLog('error', () => undefined)
  const admin = await database.kysely
    .selectFrom('user')
    .select('id')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow()
  const settings = { config, now: Date.now(), caller: { id: admin.id, role: 'administrator' } } as const
  const library = createLibrary({ config, database, clock: Date.now, log })
  let runId = 0
  const keep = async (read: ReadRecords, { isDry = false, mostBatches = 1000, batchSize = 512 }: Running = {}) => {
    const result = newResult()
    let batches = 0
    const onBatch = () => batches++ < mostBatches
    const running = { runId: ++runId, result, onBatch, batchSize, keepsIds: true }
    await importSource({ database, library, settings }, read, { source: 'old', updates: true, isDry }, running)
    return result
  }
  const verify = (read: ReadRecords) =>
    verifyImport(
      { database, context: createImportContext(settings), source: 'old', asked: { keepsIds: true } },
      read({ timezone: config.zone.name }, () => undefined),
      () => undefined,
    )
  const readSite = async () => (await openSite(site.url, config, undefined)).read
  const close = async () => {
    await library.close()
    await calendar.close()
  }
  return { calendar, keep, verify, readSite, close }
}

type Target = Awaited<ReturnType<typeof newTarget>>

const ask = async (calendar: Calendar, path: string) => {
  const answer = await calendar.ask('GET', path, { as: 'admin' })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return answer.body
}

/** The next records have larger ids than all that were kept. */
const assertGoesOn = async (calendar: Calendar, record: number, term: number) => {
  const event = { title: 'New', start_date: '2027-01-01', end_date: '2027-01-02', venue: { venue: 'New hall' } }
  const made = await calendar.ask('POST', '/events', { as: 'admin', body: event })
  assert.equal(made.status, 201, made.text)
  assert.ok(made.body.id > record && made.body.venue.id > record, made.text)
  const category = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'New' } })
  assert.ok(category.body.id > term, category.text)
}

describe('an import that keeps the ids of a live site (C4.3)', () => {
  let site: TecSite
  let target: Target
  const venues = [
    { id: 500, venue: 'Town hall', slug: 'the-town-hall', address: 'Market 1', city: 'Lindow', status: 'publish' },
    // A second one with the same name and place, as such sites often have.
    { id: 7, venue: 'Town hall', slug: 'town-hall-2', address: 'Market 1', city: 'Lindow', status: 'publish' },
  ]
  const organizer = { id: 12, organizer: 'Choir', slug: 'the-choir', status: 'publish' }
  before(async () => {
    site = await startTecSite({
      categories: [
        { id: 90, name: 'A choir', slug: 'a-choir', parent: 22, description: '' },
        { id: 22, name: 'Music', slug: 'music', parent: 0, description: 'All music.' },
      ],
      tags: [{ id: 23, name: 'free', slug: 'free-entry', description: '' }],
      venues,
      organizers: [organizer],
      // The newest come first, and with gaps.
      events: Array.from({ length: 60 }, (_, at) =>
        tecEvent(1000 - 7 * at, {
          slug: `event-of-${at}`,
          venue: venues[at % 2],
          organizer: [organizer],
          categories: [{ id: 90 }],
          tags: [{ id: 23 }],
        }),
      ),
    })
    for (const [at, id] of [
      [3, 801],
      [5, 31],
    ] as const) {
      site.files.set(`/${id}.png`, await makePicture('png', { width: 30 + id, height: 60 }))
      const event = site.lists.events[at]
      assert.ok(event)
      site.lists.events[at] = { ...event, image: { id, url: `${site.url}/${id}.png` } }
    }
    target = await newTarget(site)
  })
  after(async () => {
    await target.close()
    site.close()
  })

  const assertSame = async ({ calendar }: Target) => {
    for (const { id, slug, venue, image } of JSON.parse(JSON.stringify(site.lists.events))) {
      const event = await ask(calendar, `/events/${id}`)
      assert.deepEqual(
        [event.slug, event.venue.id, event.organizer[0].id, event.categories[0].id, event.tags[0].id, event.image.id],
        [slug, venue.id, 12, 90, 23, image ? image.id : undefined],
      )
      assert.equal((await ask(calendar, `/events/by-slug/${slug}`)).id, id)
    }
    for (const { id, slug } of venues) {
      assert.equal((await ask(calendar, `/venues/${id}`)).slug, slug)
      assert.equal((await ask(calendar, `/venues/by-slug/${slug}`)).id, id)
    }
    assert.equal((await ask(calendar, '/organizers/by-slug/the-choir')).id, 12)
    const choir = await ask(calendar, '/categories/90')
    assert.deepEqual([choir.slug, choir.parent, choir.count], ['a-choir', 22, 60])
    assert.equal((await ask(calendar, '/categories/22')).slug, 'music')
    assert.equal((await ask(calendar, '/tags/23')).slug, 'free-entry')
    assert.equal((await ask(calendar, '//wp/v2/media/801')).media_details.width, 831)
    assert.equal((await ask(calendar, '//wp/v2/media/31')).media_details.width, 61)
  }

  it('says in a dry run what would happen, and changes nothing', async () => {
    const result = await target.keep(await target.readSite(), { isDry: true })
    assert.deepEqual(result.faults, [])
    assert.equal(result.counts.event?.created, 60)
    assert.equal((await ask(target.calendar, '/events?start_date=2000-01-01')).total, 0)
  })

  it('gives every record its id and its slug, and later ones larger ids', async () => {
    const result = await target.keep(await target.readSite())
    assert.deepEqual([result.faults, result.remarks], [[], []])
    await assertSame(target)
    const { compared, differences } = await target.verify(await target.readSite())
    assert.deepEqual([compared, differences], [68, []])
    await assertGoesOn(target.calendar, 1000, 90)
  })

  it('is refused by a calendar that another source has filled', async () => {
    await target.calendar.database.transact(({ kysely }) =>
      kysely.updateTable('import_item').set({ source: 'x' }).execute(),
    )
    await assert.rejects(target.keep(await target.readSite()), /already has records;.* the source "old"/)
  })

  it('goes on where it was cut off, and changes nothing when it is repeated', async () => {
    const other = await newTarget(site)
    try {
      const first = await other.keep(await other.readSite(), { batchSize: 10, mostBatches: 5 })
      const done = first.counts.event?.created ?? 0
      assert.ok(done > 0 && done < 60, `${done} events`)
      // Somebody works there already.
      await assertGoesOn(other.calendar, 1000, 90)
      const rest = await other.keep(await other.readSite())
      assert.equal(rest.counts.event?.created, 60 - done)
      await assertSame(other)
      const again = await other.keep(await other.readSite())
      assert.deepEqual([again.counts.event?.created, again.counts.event?.unchanged], [0, 60])
    } finally {
      await other.close()
    }
  })

  it('says which records become one, in a dry run too', async () => {
    const other = await newTarget(site)
    const [image] = site.lists.events.flatMap((event) => (event['image'] ? [event['image'] as { url: string }] : []))
    const twins = [
      tecEvent(1501, { image: { id: 802, url: image?.url } }),
      tecEvent(1502, { image: { id: 803, url: image?.url }, tags: [{ id: 24, name: 'Free' }] }),
    ]
    site.lists.events.push(...twins)
    site.lists.tags.push({ id: 24, name: 'Free', slug: 'free-again', description: '' })
    try {
      for (const isDry of [true, false]) {
        const { remarks, faults } = await other.keep(await other.readSite(), { isDry })
        assert.deepEqual(faults, [])
        assert.deepEqual(remarks.map(({ place, message }) => `${place}: ${message}`).sort(), [
          'image 802: It has the id 801 here: that image is the same, and was there before it.',
          'image 803: It has the id 801 here: that image is the same, and was there before it.',
          'tag 24: It has the id 23 here: that tag is the same, and was there before it.',
        ])
      }
    } finally {
      site.lists.events.splice(-twins.length)
      site.lists.tags.pop()
      await other.close()
    }
  })

  it('keeps nothing of a site that has the id of something else here', async () => {
    const other = await newTarget(site)
    try {
      await other.keep(await other.readSite())
      // What the source had no id for, or somebody has made meanwhile.
      await other.calendar.database.transact(({ kysely }) =>
        kysely.deleteFrom('import_item').where('kind', '=', 'event').where('external_id', '=', '993').execute(),
      )
      await assert.rejects(other.keep(await other.readSite()), /event 993 has the id 993 .*another/)
    } finally {
      await other.close()
    }
  })

  it('has its files below the data directory, and one listener for all of them', async () => {
    const other = await newTarget(site)
    try {
      const directory = join(other.calendar.config.dataDirectory, 'imports')
      const during: string[][] = []
      const read = await other.readSite()
      const noting: ReadRecords = async function* (...of) {
        during.push(readdirSync(directory))
        yield* read(...of)
      }
      await other.keep(noting, { isDry: true })
      const listeners = process.listenerCount('exit')
      for (let run = 0; run < 3; run++) await other.keep(noting, { isDry: true })
      assert.deepEqual(
        during.map(({ length }) => length),
        [1, 1, 1, 1],
      )
      assert.equal(process.listenerCount('exit'), listeners)
      assert.deepEqual(readdirSync(directory), [])
    } finally {
      await other.close()
    }
  })

  it('does nothing when it is stopped while it reads', async () => {
    const other = await newTarget(site)
    try {
      const { counts } = await other.keep(await other.readSite(), { mostBatches: 0 })
      assert.deepEqual(counts, {})
      const made = await other.calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'New' } })
      assert.ok(made.body.id < 31, made.text)
    } finally {
      await other.close()
    }
  })

  it('tells in a verification which ids are others', async () => {
    const other = await newTarget(site)
    try {
      const { events } = site.lists
      const event = events[0] ?? tecEvent(1)
      await other.keep(await other.readSite())
      // As if it had been imported without its id.
      await other.calendar.database.transact(({ kysely }) =>
        kysely
          .updateTable('import_item')
          .set({ record_id: 993 })
          .where('external_id', '=', String(event.id))
          .where('kind', '=', 'event')
          .execute(),
      )
      const { differences } = await other.verify(await other.readSite())
      assert.deepEqual(
        differences.filter(({ field }) => field === 'id'),
        [{ place: 'event 1000', field: 'id', there: 1000, here: 993 }],
      )
    } finally {
      await other.close()
    }
  })

  const faults: readonly (readonly [string, () => void, RegExp])[] = [
    [
      'has two records of one id',
      () => void site.lists.events.push(tecEvent(12)),
      /event 12 has the id 12 in the source, and so has another record \(organizer\)/,
    ],
    ['has an id that is too large', () => void site.lists.events.push(tecEvent(2 ** 52)), /cannot be kept/],
  ]
  for (const [what, spoil, reason] of faults)
    it(`keeps nothing of a site that ${what}`, async () => {
      const other = await newTarget(site)
      spoil()
      try {
        await assert.rejects(other.keep(await other.readSite()), reason)
        for (const path of ['/events?start_date=2000-01-01', '/categories?hide_empty=false', '/venues'])
          assert.equal((await ask(other.calendar, path)).total, 0, path)
      } finally {
        site.lists.events.pop()
        await other.close()
      }
    })
})

describe('an import that keeps the ids of an export of WordPress (C4.3)', () => {
  let site: TecSite
  let target: Target
  before(async () => {
    site = await startTecSite({ categories: [], tags: [], venues: [], organizers: [], events: [] })
    site.files.set('/lawn.png', await makePicture('png', { width: 40, height: 60 }))
    target = await newTarget(site)
  })
  after(async () => {
    await target.close()
    site.close()
  })

  it('gives every record its id and its slug, and later ones larger ids', async () => {
    const text = (await corpusFile('site.xml'))
      .toString()
      .replaceAll(
        'https://arts.example/wp-content/uploads/lawn.jpg</wp:attachment_url>',
        `${site.url}/lawn.png</wp:attachment_url>`,
      )
    const read = readRecords(formats.wxr, { read: () => Readable.from([Buffer.from(text)]), isFile: true })
    const { faults, remarks, counts } = await target.keep(read)
    assert.deepEqual(
      faults.map(({ place }) => place),
      ['post 32'],
      'only the one without dates',
    )
    assert.deepEqual([counts.event?.created, counts.image?.created], [2, 1])
    assert.ok(remarks.some(({ message }) => message === 'It has no ids of 1 categories: they got new ones.'))
    const { calendar } = target
    const concert = await ask(calendar, '/events/21')
    assert.deepEqual(
      [concert.slug, concert.venue.id, concert.organizer.map(({ id }: { id: number }) => id), concert.image.id],
      ['summer-concert', 22, [23], 30],
    )
    assert.deepEqual([concert.categories[0].id, concert.tags[0].id], [6, 7])
    assert.equal((await ask(calendar, '/events/by-slug/summer-concert')).id, 21)
    const festival = await ask(calendar, '/events/31')
    assert.deepEqual([festival.slug, festival.status], ['%e5%a4%8f%e7%a5%ad%e3%82%8a', 'draft'])
    // The export does not tell the id of this category.
    assert.ok(festival.categories[0].id > 7)
    assert.equal((await ask(calendar, '/venues/by-slug/town-hall')).id, 22)
    assert.equal((await ask(calendar, '/organizers/by-slug/music-society')).id, 23)
    const choirs = await ask(calendar, '/categories/6')
    assert.deepEqual([choirs.slug, choirs.parent], ['choirs', 5])
    assert.equal((await ask(calendar, '/tags/7')).slug, 'outdoor')
    assert.equal((await ask(calendar, '//wp/v2/media/30')).alt_text, 'A lawn')
    await assertGoesOn(calendar, 31, 7)
  })
})

describe('the ids of records', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const wanted = 987_654
  const dates = { start_date: '2027-01-01', end_date: '2027-01-02' }

  for (const [path, body] of [
    ['/events', { title: 'A', ...dates, venue: { venue: 'B', id: wanted }, keepsIds: true, keptId: wanted }],
    ['/events', { title: 'A series', ...dates, recurrence: 'FREQ=DAILY;COUNT=2' }],
    ['/venues', { venue: 'C' }],
    ['/organizers', { organizer: 'D' }],
    ['/categories', { name: 'E' }],
    ['/tags', { name: 'F' }],
    ['//wp/v2/tags', { name: 'G' }],
    ['//wp/v2/venues', { title: 'H' }],
  ] as const)
    it(`are never those that a request to ${path} wishes`, async () => {
      const made = await calendar.ask('POST', path, { as: 'admin', body: { ...body, id: wanted } })
      if (made.status === 404 || made.status === 400) return
      assert.equal(made.status, 201, made.text)
      assert.ok(made.body.id > 0 && made.body.id < wanted, made.text)
      assert.doesNotMatch(made.text, new RegExp(String(wanted)))
    })

  it('are never those that a batch or an import over HTTP wishes', async () => {
    const body = { title: 'I', ...dates, id: wanted }
    const operations = [
      { method: 'POST', body },
      { method: 'POST', body },
    ]
    const batch = await calendar.ask('POST', '/events/batch', { as: 'admin', body: { operations } })
    assert.equal(batch.status, 200, batch.text)
    const line = JSON.stringify({ kind: 'event', id: wanted, external_id: '1', payload: body, keepsIds: true })
    const sent = await calendar.ask('POST', '//kalends/v1/imports?keep_ids=true&keepsIds=true', {
      as: 'admin',
      payload: line,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    assert.equal(sent.status, 202, sent.text)
    for (let state = 'waiting'; state === 'waiting' || state === 'running'; )
      ({ state } = await ask(calendar, `//kalends/v1/imports/${sent.body.id}`))
    const { events } = await ask(calendar, '/events?search=I&per_page=50')
    assert.equal(events.filter(({ title }: { title: string }) => title === 'I').length, 3)
    assert.ok(events.every(({ id }: { id: number }) => id < wanted))
  })
})
