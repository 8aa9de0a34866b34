import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { removeAbandoned } from '../../src/import/read/files.ts'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { listenLocally } from '../support/local-server.ts'
import { tecEvent } from '../support/tec-site.ts'

type Answer = (url: URL, response: ServerResponse) => unknown

const json = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The lists of a site without terms, venues and organizers. */
const site =
  (events: Answer): Answer =>
  (url, response) => {
    const name = /\/(categories|tags|venues|organizers)$/.exec(url.pathname)?.[1]
    if (name) json(response, { [name]: [], total: 0, total_pages: 0 })
    else if (url.pathname.endsWith('/events')) events(url, response)
    else response.writeHead(404).end()
  }

describe('hostile sites and files (C4.3)', () => {
  let calendar: Calendar
  let answer: Answer
  let origin: string
  const server = createServer((request, response) => answer(new URL(request.url ?? '', origin), response))
  before(async () => {
    const listening = await listenLocally(server)
    origin = listening.origin
    calendar = await createCalendar({ environment: listening.environment })
  })
  after(async () => {
    await calendar.close()
    server.close()
  })

  const finished = async (id: number) => {
    for (;;) {
      const { body } = await calendar.ask('GET', `//kalends/v1/imports/${id}`, { as: 'admin' })
      if (!['waiting', 'running'].includes(body.state)) return body
      await wait(20)
    }
  }
  const importUrl = async (path: string, query = '') => {
    const url = encodeURIComponent(`${origin}${path}`)
    const sent = await calendar.ask('POST', `//kalends/v1/imports?url=${url}${query}`, { as: 'admin' })
    assert.equal(sent.status, 202, sent.text)
    return finished(sent.body.id)
  }
  const api = '/wp-json/tribe/events/v1/events'

  it('ends with a site that promises pages without end', async () => {
    let asked = 0
    answer = site((url, response) => {
      asked++
      const page = Number(url.searchParams.get('page') ?? 1)
      const events = page <= 2 ? [tecEvent(1000 + page, {})] : []
      json(response, { events, total: 1e9, total_pages: 1e9 })
    })
    const done = await importUrl(api)
    assert.deepEqual([done.state, done.created], ['done', 2], JSON.stringify(done))
    assert.match(JSON.stringify(done.faults), /has more than it shows/)
    assert.ok(asked < 20, `${asked} requests`)
  })

  it('ends with a site whose list turns into something else', async () => {
    let asked = 0
    answer = site((url, response) => {
      asked++
      json(response, url.searchParams.get('per_page') === '1' ? { events: [] } : { some: 'thing' })
    })
    const done = await importUrl(api)
    assert.equal(done.state, 'failed', JSON.stringify(done))
    assert.ok(asked < 20, `${asked} requests`)
  })

  it('shows nobody the key in an address', async () => {
    const key = 'private-0123456789abcdef0123456789abcdef'
    answer = (_, response) => {
      const lines = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        'UID:1',
        'SUMMARY:Kept',
        'DTSTART:20270301T100000Z',
      ]
      const text = [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(text)
    }
    const done = await importUrl(`/calendar/ical/${key}/basic.ics?token=${key}`)
    assert.deepEqual([done.state, done.created], ['done', 1], JSON.stringify(done))
    assert.ok(!JSON.stringify(done).includes(key))
    const { text, body } = await calendar.ask('GET', '/events?search=Kept&start_date=2027-01-01')
    assert.match(body.events[0].source, /^127\.0\.0\.1:\d+\/calendar\/ical\/[0-9a-f]{10}\/basic\.ics$/)
    assert.ok(!text.includes('0123456789abcdef'))
  })

  it('takes ids of any length and with any characters', async () => {
    const random = Array.from({ length: 10_000 }, (_, at) => ((at * 7919 * (at % 31)) % 36).toString(36)).join('')
    const ids = [random, `${random}!`, 'a\0b', '\ud800', '<b>', "'; drop table event; --", ' ', '../..', '💥']
    const lines = ids.flatMap((external_id, at) => [
      JSON.stringify({ kind: 'venue', external_id, payload: { venue: `Place ${at}` } }),
      JSON.stringify({
        kind: 'event',
        external_id,
        links: { venue: [external_id], organizer: [external_id] },
        payload: { title: `Odd ${at}`, start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' },
      }),
    ])
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines.join('\n'))
    }
    const done = await importUrl('/odd')
    assert.deepEqual([done.state, done.created, done.failed], ['done', 18, 0], JSON.stringify(done).slice(0, 2000))
    const { body } = await calendar.ask('GET', '/events?start_date=2027-06-01&end_date=2027-06-02')
    const venues = body.events.map((event: { title: string; venue: { venue: string } }) => [
      event.title,
      event.venue.venue,
    ])
    assert.deepEqual(
      venues.sort(),
      ids.map((_, at) => [`Odd ${at}`, `Place ${at}`]),
    )
    const again = await importUrl('/odd')
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 18], JSON.stringify(again).slice(0, 2000))
  })

  it('is never further than the record whose image it fetches', async () => {
    const picture = await makePicture('png')
    const lines = [1, 2, 3, 4, 5].map((number) =>
      JSON.stringify({
        title: `Pictured ${number}`,
        start_date: '2027-07-01 10:00:00',
        end_date: '2027-07-01 11:00:00',
        ...(number % 2 === 0 && { image: `${origin}/${number}.png` }),
      }),
    )
    const done: number[] = []
    answer = async (url, response) => {
      if (!url.pathname.endsWith('.png')) {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines.join('\n'))
        return
      }
      const { body } = await calendar.ask('GET', '//kalends/v1/imports', { as: 'admin' })
      done.push(body[0].done)
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    }
    const end = await importUrl('/pictured')
    assert.deepEqual([end.state, end.created, end.done], ['done', 5, 5], JSON.stringify(end))
    assert.deepEqual(done, [1, 3])
  })

  it('counts images in a dry run, and keeps nothing of them', async () => {
    const picture = await makePicture('png')
    const lines = [
      { kind: 'image', external_id: 'i', payload: { url: `${origin}/one.png` } },
      { kind: 'venue', external_id: 'v', payload: { venue: 'Dry hall' }, links: { image: 'i' } },
    ]
    answer = (url, response) => {
      if (url.pathname.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      else
        response
          .writeHead(200, { 'content-type': 'application/x-ndjson' })
          .end(lines.map((line) => JSON.stringify(line)).join('\n'))
    }
    const tables = ['image', 'venue', 'import_item', 'revision', 'import_record', 'change'] as const
    const rows = () =>
      Promise.all(
        tables.map(async (table) => (await calendar.database.kysely.selectFrom(table).selectAll().execute()).length),
      )
    const before = await rows()
    const done = await importUrl('/dry', '&dry_run=true')
    assert.deepEqual([done.state, done.created, done.failed], ['done', 2, 0], JSON.stringify(done))
    assert.deepEqual(await rows(), before)
  })

  it('takes categories in any depth and circle, and runs no markup of a site', async () => {
    const depth = 300
    const categories = Array.from({ length: depth }, (_, at) => ({
      id: at + 1,
      name: `Level ${at + 1}`,
      slug: `level-${at + 1}`,
      parent: at + 2,
    }))
    const circle = [
      { id: 9001, name: 'Hen', slug: 'hen', parent: 9002 },
      { id: 9002, name: 'Egg', slug: 'egg', parent: 9001 },
    ]
    const title = '<img src=x onerror=alert(1)><script>alert(2)</script>Marked'
    const all = [...categories, ...circle]
    answer = (url, response) => {
      const page = Number(url.searchParams.get('page') ?? 1)
      if (url.pathname.endsWith('/categories'))
        json(response, {
          categories: all.slice((page - 1) * 50, page * 50),
          total: all.length,
          total_pages: Math.ceil(all.length / 50),
        })
      else
        site((_, own) =>
          json(own, {
            events: [tecEvent(7001, { title, description: title, venue: { id: 404 }, categories: [{ id: 1 }] })],
            total: 1,
            total_pages: 1,
          }),
        )(url, response)
    }
    const done = await importUrl(api)
    assert.deepEqual([done.state, done.failed], ['done', 0], JSON.stringify(done))
    assert.equal(done.report.counts.category.created, depth + 2)
    const { body } = await calendar.ask('GET', '/events?search=Marked&start_date=2000-01-01')
    assert.equal(body.events.length, 1, JSON.stringify(body))
    assert.doesNotMatch(`${body.events[0].title} ${body.events[0].description}`, /onerror|<script/)
  })

  it('leaves no file behind, and removes what a process that was killed has left', async () => {
    const directory = join(calendar.config.dataDirectory, 'imports')
    const [old, present] = [join(directory, 'old.part'), join(directory, 'present.part')]
    for (const path of [old, present]) writeFileSync(path, 'half')
    utimesSync(old, 1, 1)
    await removeAbandoned(calendar.config)
    assert.deepEqual(readdirSync(directory), ['present.part'])
    const ended = spawnSync(process.execPath, ['-e', '']).pid
    const names = [ended, process.pid].map((pid) => `run-${hostname()}-${pid}-abcdef`)
    // The process with this number may run on another computer.
    const elsewhere = [`run-elsewhere-${ended}-abcdef`, `run-elsewhere-${ended}-uvwxyz`]
    for (const name of [...names, ...elsewhere]) {
      mkdirSync(join(directory, name))
      writeFileSync(join(directory, name, 'records'), 'half')
    }
    utimesSync(join(directory, elsewhere[0] ?? ''), 1, 1)
    await removeAbandoned(calendar.config)
    assert.deepEqual(readdirSync(directory).sort(), ['present.part', elsewhere[1], names[1]].sort())
  })
})
