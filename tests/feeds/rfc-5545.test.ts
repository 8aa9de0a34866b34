import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { textLine } from '../../src/site/feeds/content-line.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'

// What calendars are held to by the words of RFC 5545, without a library between: those of calendar.test.ts forgive much.

const withCalendar = async (work: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  await work(calendar).finally(() => calendar.close())
}

const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' }

const create = async ({ ask }: Calendar, body: Record<string, unknown>, of = 'events') => {
  const reply = await ask('POST', `/${of}`, { as: 'editor', body: { status: 'publish', ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const read = async ({ app }: Calendar, path = '/events/feed.ics'): Promise<Buffer> => {
  const { statusCode, rawPayload } = await app.inject({ url: path })
  assert.equal(statusCode, 200, path)
  return rawPayload
}

/** The lines between the line ends, as they lie in the file. */
const physicalLines = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = []
  for (let begin = 0; begin < bytes.length; ) {
    const end = bytes.indexOf('\r\n', begin)
    assert.ok(end >= 0, 'the last line is ended as well (3.1)')
    lines.push(bytes.subarray(begin, end))
    begin = end + 2
  }
  return lines
}

/** Asserts that each line is short enough and whole characters, and that none is folded that need not be (3.1); answers the unfolded ones. */
const unfold = (bytes: Buffer): string[] => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const unfolded: string[] = []
  const lines = physicalLines(bytes)
  for (const [at, line] of lines.entries()) {
    assert.ok(line.length <= 75, `${line.length} octets: ${line}`)
    // A character that was cut is no UTF-8.
    const text = decoder.decode(line)
    assert.doesNotMatch(text, /[\r\n]/)
    const next = lines[at + 1]
    // The longest character has four octets.
    if (next?.[0] === 0x20) assert.ok(line.length > 75 - 4, `folded after ${line.length} octets: ${line}`)
    if (text.startsWith(' ')) unfolded.push(unfolded.pop() + text.slice(1))
    else unfolded.push(text)
  }
  return unfolded
}

/** The lines of each event, by its UID. */
const eventsIn = (bytes: Buffer): Map<string, string[]> => {
  const events = new Map<string, string[]>()
  for (const [, inner = ''] of unfold(bytes)
    .join('\n')
    .matchAll(/^BEGIN:VEVENT\n(.*?)\nEND:VEVENT$/gms)) {
    const lines = inner.split('\n')
    events.set(valueIn(lines, 'UID'), lines)
  }
  return events
}

const valueIn = (lines: readonly string[], name: string): string =>
  lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? ''

describe('a calendar by the words of RFC 5545', () => {
  it('folds lines after 75 octets and never within a character (3.1)', async () => {
    await withCalendar(async (calendar) => {
      // Each begins to be folded at another place of its characters.
      const titles = ['é', '語', '🎉', 'a🎉é語'].flatMap((part) =>
        ['', 'x', 'xx', 'xxx'].map((before) => before + part.repeat(60)),
      )
      for (const title of titles) await create(calendar, { title, ...dates })
      const found = [...eventsIn(await read(calendar)).values()].map((lines) => valueIn(lines, 'SUMMARY'))
      assert.deepEqual(found.sort(), titles.toSorted())
    })
  })

  it('gives every text back that is unfolded and unescaped (3.1, 3.3.11)', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '語', '🎉', ',', ';', '\\', ':', '"', '\n', ' ', '\t', '\\n'),
      maxLength: 300,
    })
    fc.assert(
      fc.property(text, (value) => {
        const [line = '', ...others] = unfold(Buffer.from(textLine('SUMMARY', value)))
        assert.deepEqual(others, [])
        assert.doesNotMatch(line, /(?<!\\)(?:\\\\)*[,;]/)
        const plain = line.slice('SUMMARY:'.length).replace(/\\([\\;,n])/g, (_, sign) => (sign === 'n' ? '\n' : sign))
        assert.equal(plain, value)
      }),
    )
  })

  it('escapes only the special characters of texts (3.3.11)', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, {
        title: 'One, two; three: C:\\new "quoted" & <3',
        description: '<p>First<br>second, third</p>',
        website: 'https://example.org/a,b;c',
        tags: ['a, b', 'c; d'],
        venue: { venue: 'Hall, "A"; B' },
        organizer: { organizer: 'Club: "the", one^', email: 'club@example.org' },
        ...dates,
      })
      const lines = eventsIn(await read(calendar)).get(`event-${id}@calendar.test`) ?? []
      assert.equal(valueIn(lines, 'SUMMARY'), String.raw`One\, two\; three: C:\\new "quoted" & <3`)
      assert.equal(valueIn(lines, 'DESCRIPTION'), String.raw`First\nsecond\, third\n\nhttps://example.org/a\,b\;c`)
      assert.equal(valueIn(lines, 'LOCATION'), String.raw`Hall\, "A"\; B`)
      // The comma between two values is none of a text.
      assert.equal(valueIn(lines, 'CATEGORIES'), String.raw`a\, b,c\; d`)
      // Parameters are quoted and not escaped; RFC 6868 writes what quotes cannot hold.
      assert.ok(lines.includes(`ORGANIZER;CN="Club: ^'the^', one^^":mailto:club@example.org`), lines.join('\n'))
    })
  })

  it('begins and ends every component, and has the required properties of each event (3.6, 3.6.1)', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, { title: 'In a zone', ...dates, timezone: 'Europe/Berlin' })
      await create(calendar, { title: 'All day', start_date: '2026-12-30', end_date: '2026-12-30', all_day: true })
      const bytes = await read(calendar)
      const lines = unfold(bytes)
      const open: string[] = []
      for (const line of lines) {
        const [, edge, name = ''] = /^(BEGIN|END):(.*)$/.exec(line) ?? []
        if (edge === 'BEGIN') open.push(name)
        if (edge === 'END') assert.equal(open.pop(), name)
      }
      assert.deepEqual(open, [])
      assert.deepEqual([lines[0], lines[1], lines.at(-1)], ['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
      assert.equal(lines.filter((line) => line.startsWith('PRODID:')).length, 1)
      const events = eventsIn(bytes)
      assert.equal(events.size, 2)
      for (const event of events.values()) {
        for (const once of [
          /^UID:/,
          /^DTSTAMP:\d{8}T\d{6}Z$/,
          /^DTSTART[;:]/,
          /^SEQUENCE:\d+$/,
          /^STATUS:CONFIRMED$/,
        ]) {
          assert.equal(event.filter((line) => once.test(line)).length, 1, `${once} in ${event}`)
        }
      }
      const times = [...events.values()].flat().filter((line) => /^DT(?:START|END)/.test(line))
      assert.deepEqual(times, [
        'DTSTART;TZID=Europe/Berlin:20261225T193000',
        'DTEND;TZID=Europe/Berlin:20261225T210000',
        'DTSTART;VALUE=DATE:20261230',
        'DTEND;VALUE=DATE:20261231',
      ])
      assert.ok(lines.includes('TZID:Europe/Berlin'))
    })
  })

  it('numbers an event upwards with each change of it, of its venue and of its organizer (3.8.7.4)', async () => {
    await withCalendar(async (calendar) => {
      const event = await create(calendar, {
        title: 'One',
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Club' },
        ...dates,
      })
      const uid = `event-${event.id}@calendar.test`
      const versions: number[] = []
      const note = async () => {
        const lines = eventsIn(await read(calendar)).get(uid) ?? []
        versions.push(Number(valueIn(lines, 'SEQUENCE') || Number.NaN))
      }
      await note()
      for (const [hour, path, body] of [
        [16, `/events/${event.id}`, { title: 'Two' }],
        [17, `/venues/${event.venue.id}`, { venue: 'Other hall' }],
        [18, `/organizers/${event.organizer[0].id}`, { organizer: 'Other club' }],
      ] as const) {
        calendar.setClock(`2026-11-20 ${hour}:00:00`)
        assert.equal((await calendar.ask('PATCH', path, { as: 'editor', body })).status, 200)
        await note()
      }
      assert.deepEqual(
        versions,
        [...new Set(versions)].sort((a, b) => a - b),
      )
      // It must fit into 32 bits with a sign (3.3.8).
      assert.ok(versions.length === 4 && versions.every((it) => it >= 0 && it < 2 ** 31), versions.join())
    })
  })
})

describe('feeds as HTTP has it', () => {
  const paths = [
    '/events/feed.ics',
    '/events/feed.rss',
    '/events/feed.json',
    '/events/feed.geojson',
    '/venues/feed.geojson',
  ]

  /** A short calendar, and one that is sent as it is made. */
  for (const copies of [0, 600]) {
    it(`answer HEAD as GET, and 304 to who has them, of ${copies + 1} events`, async () => {
      await withCalendar(async (calendar) => {
        const { ask } = calendar
        // Before the event: its copies take the ids that follow.
        const venue = await create(calendar, { venue: 'Hall', geo_lat: 51, geo_lng: 3.7 }, 'venues')
        const first = await create(calendar, { title: 'One', venue: venue.id, ...dates })
        await repeatEvent(
          calendar,
          first.id,
          Array.from({ length: copies }, () => ({})),
        )
        for (const path of [...paths, '/venue/hall/feed.ics', '/event/one/feed.ics']) {
          const whole = await ask('GET', `/${path}`)
          assert.equal(whole.status, 200, path)
          const head = await ask('HEAD', `/${path}`)
          assert.deepEqual([head.status, head.text], [200, ''], path)
          const { etag = '' } = whole.headers
          assert.match(etag, /^(?:W\/)?"[^"]+"$/)
          for (const name of ['content-type', 'etag', 'cache-control', 'vary']) {
            assert.equal(head.headers[name], whole.headers[name], `${name} of ${path}`)
          }
          for (const method of ['GET', 'HEAD']) {
            const again = await ask(method, `/${path}`, { headers: { 'if-none-match': etag } })
            assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', etag], `${method} ${path}`)
          }
          const other = await ask('GET', `/${path}`, { headers: { 'if-none-match': '"other"' } })
          assert.equal(other.status, 200)
        }
        const before = (await ask('GET', '//events/feed.ics')).headers['etag']
        calendar.setClock('2026-11-20 16:00:00')
        await ask('PATCH', `/events/${first.id}`, { as: 'editor', body: { title: 'Two' } })
        const after = await ask('GET', '//events/feed.ics', { headers: { 'if-none-match': before ?? '' } })
        assert.equal(after.status, 200)
        assert.match(after.text, /SUMMARY:Two\r\n/)
      })
    })
  }

  it('are begun to be sent before the last event is read', async () => {
    await withCalendar(async (calendar) => {
      const first = await create(calendar, { title: 'One', ...dates })
      // More than the buffers of a connection hold: who does not read on keeps the server from reading on as well.
      const last = 600
      const description = `<p>${'word '.repeat(10_000)}</p>`
      await repeatEvent(
        calendar,
        first.id,
        Array.from({ length: last }, () => ({ description })),
      )
      await calendar.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = calendar.app.server.address() as AddressInfo
      const request = get({ host: '127.0.0.1', port, path: '/events/feed.ics' })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      await once(response, 'readable')
      const begin = response.read(1)
      assert.equal(String(begin), 'B')
      const body = { title: 'Changed since' }
      assert.equal((await calendar.ask('PATCH', `/events/${first.id + last}`, { as: 'editor', body })).status, 200)
      let text = ''
      for await (const chunk of response) text += chunk
      assert.equal(text.match(/^BEGIN:VEVENT\r$/gm)?.length, last + 1)
      // What was changed after the first octet had come is told: it had not been read before.
      assert.equal(text.match(/^SUMMARY:Changed since\r$/gm)?.length, 1)
    })
  })
})
