import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { isLong } from '../support/lengths.ts'
import { repeatEvent } from '../support/repeat-event.ts'

const withCalendar = async (work: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  await work(calendar).finally(() => calendar.close())
}

const create = async ({ ask }: Calendar, body: Record<string, unknown>) => {
  const reply = await ask('POST', '/events', { as: 'editor', body: { status: 'publish', ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const feed = async ({ ask }: Calendar, path: string): Promise<string> => {
  const { status, text, headers } = await ask('GET', `/${path}`)
  assert.equal(status, 200, text)
  assert.equal(headers['content-type'], 'text/calendar; charset=UTF-8')
  return text
}

/** What both libraries must read alike. */
type Read = {
  readonly uid: string
  readonly summary: string
  readonly start: string
  readonly end: string | undefined
  readonly isDate: boolean
  readonly location: string | undefined
  readonly description: string | undefined
}

const byIcalJs = (text: string): Read[] => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const timezone = new ICAL.Timezone(zone)
    ICAL.TimezoneService.register(timezone, timezone.tzid)
  }
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, endDate, uid, summary, location, description } = new ICAL.Event(component)
    const { isDate } = startDate
    const textOf = (time: ICAL.Time): string => (isDate ? time.toString() : time.toJSDate().toISOString())
    const hasEnd = component.hasProperty('dtend')
    return {
      uid,
      summary,
      start: textOf(startDate),
      end: hasEnd ? textOf(endDate) : undefined,
      isDate,
      location: location || undefined,
      description: description || undefined,
    }
  })
}

const pad = (value: number): string => String(value).padStart(2, '0')

const byNodeIcal = (text: string): Read[] =>
  Object.values(nodeIcal.sync.parseICS(text))
    .filter((component): component is VEvent => component?.type === 'VEVENT')
    .map((event) => {
      const isDate = event.datetype === 'date'
      // Days are midnights of this machine there.
      const textOf = (date: Date): string =>
        isDate ? `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}` : date.toISOString()
      const plain = (value: unknown): string | undefined => {
        const shown = typeof value === 'object' && value !== null && 'val' in value ? value.val : value
        return shown ? String(shown) : undefined
      }
      return {
        uid: event.uid,
        summary: plain(event.summary) ?? '',
        start: textOf(event.start),
        end:
          /DTEND/.test(text) && event.end && event.end.getTime() > event.start.getTime()
            ? textOf(event.end)
            : undefined,
        isDate,
        location: plain(event.location),
        description: plain(event.description),
      }
    })

const sorted = (events: Read[]): Read[] => events.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))

const iso = (utc: string): string => `${utc.replace(' ', 'T')}.000Z`

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

describe('a calendar', () => {
  it('is read alike by two libraries, and agrees with the interface on each event', async () => {
    await withCalendar(async (calendar) => {
      const made = [
        await create(calendar, {
          title: 'Comma, semicolon; and back\\slash “quoted” & <b>',
          description:
            '<p>First line<br>second, line; C:\\dir</p><p>Ünïcödé 日本語の長い説明がここにあります。折り返しても文字は壊れません。🎉🎉🎉🎉🎉🎉🎉🎉</p>',
          start_date: '2026-11-25 19:30:00',
          end_date: '2026-11-25 21:00:00',
          timezone: 'Europe/Berlin',
          venue: { venue: 'Hall; "A", B', address: 'Road 1', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 },
          organizer: [{ organizer: 'Club: "the", one', email: 'club@example.org' }, { organizer: 'Other' }],
          categories: [],
          tags: ['a, b', 'c'],
          website: 'https://example.org/x',
        }),
        await create(calendar, { title: 'Days', all_day: true, start_date: '2026-12-30', end_date: '2027-01-02' }),
        await create(calendar, { title: 'Moment', start_date: '2026-12-01 12:00:00', end_date: '2026-12-01 12:00:00' }),
        await create(calendar, {
          title: 'Summer in New York',
          start_date: '2027-07-01 09:00:00',
          end_date: '2027-07-01 10:00:00',
          timezone: 'America/New_York',
        }),
        await create(calendar, {
          title: 'Night of the clock',
          start_date: '2027-10-31 01:30:00',
          end_date: '2027-10-31 03:30:00',
          timezone: 'Europe/Paris',
        }),
        await create(calendar, {
          title: 'Fixed',
          start_date: '2027-03-01 01:30:00',
          end_date: '2027-03-01 03:30:00',
          timezone: 'UTC+5:30',
        }),
      ]
      const text = await feed(calendar, '/events/feed.ics')
      for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/)
      const [one, other] = [sorted(byIcalJs(text)), sorted(byNodeIcal(text))]
      assert.deepEqual(one, other)
      assert.deepEqual(
        one.map(({ uid, summary, start, end, isDate }) => ({ uid, summary, start, end, isDate })),
        sorted(
          made.map((event) => ({
            uid: `event-${event.id}@calendar.test`,
            summary: event.title.replaceAll('&#038;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
            start: event.all_day ? event.start_date.slice(0, 10) : iso(event.utc_start_date),
            end: event.all_day
              ? dayAfter(event.end_date)
              : event.utc_end_date > event.utc_start_date
                ? iso(event.utc_end_date)
                : undefined,
            isDate: event.all_day,
          })) as Read[],
        ),
      )
      const [first] = one.filter(({ summary }) => summary.startsWith('Comma'))
      assert.equal(first?.location, 'Hall; "A", B, Road 1, Ghent')
      assert.match(
        first?.description ?? '',
        /^First line\nsecond, line; C:\\dir\n\nÜnïcödé 日本語.*🎉\n\nhttps:\/\/example\.org\/x$/s,
      )
      const component = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')[0]
      assert.deepEqual(component?.getFirstPropertyValue('geo'), [51.05, 3.72])
      assert.deepEqual(component?.getFirstProperty('categories')?.getValues(), ['a, b', 'c'])
      assert.equal(component?.getFirstPropertyValue('organizer'), 'mailto:club@example.org')
      assert.equal(component?.getFirstProperty('organizer')?.getFirstParameter('cn'), `Club: "the", one`)
      assert.equal(component?.getFirstPropertyValue('url'), made[0].url)
    })
  })

  it('read from itself makes the same events', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 40; n++) {
        const zone = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC', 'UTC-3'][n % 6]
        const [month, day] = [pad((n % 12) + 1), pad((n % 27) + 1)]
        const isWhole = n % 5 === 0
        await create(calendar, {
          title: `Event ${n}`,
          timezone: zone,
          all_day: isWhole,
          start_date: `2027-${month}-${day}${isWhole ? '' : ` ${pad(n % 24)}:15:00`}`,
          end_date: `2027-${month}-${day}${isWhole ? '' : ` ${pad(n % 24)}:45:00`}`,
        })
      }
      const before = byIcalJs(await feed(calendar, '/events/feed.ics'))
      await withCalendar(async (copy) => {
        for (const { summary, start, end, isDate } of before) {
          const lastDay = isDate
            ? new Date(Date.parse(`${end}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
            : end
          await create(copy, { title: summary, start_date: start, end_date: lastDay, all_day: isDate })
        }
        const after = byIcalJs(await feed(copy, '/events/feed.ics'))
        const plain = (events: Read[]) =>
          events.map(({ uid: _, ...rest }) => rest).sort((a, b) => (a.summary < b.summary ? -1 : 1))
        assert.deepEqual(plain(after), plain(before))
      })
    })
  })

  it('has the filters of the interface, and one address for each category, tag, venue, organizer and event', async () => {
    await withCalendar(async (calendar) => {
      const music = (await calendar.ask('POST', '/categories', { as: 'editor', body: { name: 'Music' } })).body
      const concert = await create(calendar, {
        title: 'Concert',
        start_date: '2026-11-25 19:30:00',
        end_date: '2026-11-25 21:00:00',
        categories: [music.id],
        tags: ['loud'],
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Club' },
        cost: 'free',
      })
      await create(calendar, {
        title: 'Talk',
        start_date: '2026-11-26 19:30:00',
        end_date: '2026-11-26 21:00:00',
        cost: '3',
      })
      const titles = async (path: string) => byIcalJs(await feed(calendar, path)).map(({ summary }) => summary)
      assert.deepEqual(await titles('/events/feed.ics'), ['Concert', 'Talk'])
      for (const path of [
        '/events/feed.ics?categories=music',
        '/events/feed.ics?free=true',
        '/events/feed.ics?search=conc',
        '/events/feed.ics?end_date=2026-11-25',
        '/events/category/music/feed.ics',
        '/events/tag/loud/feed.ics',
        '/venue/hall/feed.ics',
        '/organizer/club/feed.ics',
        `/event/${concert.slug}/feed.ics`,
        '/fr/venue/hall/feed.ics',
      ]) {
        assert.deepEqual(await titles(path), ['Concert'], path)
      }
      for (const path of [
        '/events/category/none/feed.ics',
        '/venue/none/feed.ics',
        '/event/none/feed.ics',
        '/event/none/feed.rss',
      ]) {
        assert.equal((await calendar.ask('GET', `/${path}`)).status, 404, path)
      }
      assert.equal((await calendar.ask('GET', '//events/feed.ics?venue=99')).status, 400)
    })
  })

  it('has nothing of an event that was deleted or is not public any longer (D1.3)', async () => {
    await withCalendar(async (calendar) => {
      const dates = { start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00', tags: ['loud'] }
      const trashed = await create(calendar, { title: 'Canary', venue: { venue: 'Hall' }, ...dates })
      const hidden = await create(calendar, { title: 'Canary too', venue: trashed.venue.id, ...dates })
      await create(calendar, { title: 'Still there', venue: trashed.venue.id, ...dates })
      const paths = ['/events/feed.ics', '/events/tag/loud/feed.ics', '/venue/hall/feed.ics', '/events/?ical=1']
      for (const path of paths) assert.equal(byIcalJs(await feed(calendar, path)).length, 3, path)
      await calendar.ask('DELETE', `/events/${trashed.id}`, { as: 'editor' })
      await calendar.ask('PATCH', `/events/${hidden.id}`, { as: 'editor', body: { status: 'draft' } })
      for (const path of [...paths, '/events/feed.rss', '/events/feed.atom', '/events/feed.json']) {
        const { text } = await calendar.ask('GET', `/${path}`)
        assert.match(text, /Still there/, path)
        assert.doesNotMatch(text, /canary|CANCELLED/i, path)
      }
      for (const path of paths) assert.equal(byIcalJs(await feed(calendar, path)).length, 1, path)
    })
  })

  it('keeps the identifier of an event, and numbers its versions upwards', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, {
        title: 'One',
        start_date: '2026-12-25 19:30:00',
        end_date: '2026-12-25 21:00:00',
      })
      const read = async () => {
        const [component] = new ICAL.Component(
          ICAL.parse(await feed(calendar, '/events/feed.ics')),
        ).getAllSubcomponents('vevent')
        return ['uid', 'sequence', 'last-modified', 'dtstart'].map((name) =>
          String(component?.getFirstPropertyValue(name)),
        )
      }
      const before = await read()
      calendar.setClock('2026-11-20 16:00:00')
      await calendar.ask('PATCH', `/events/${id}`, {
        as: 'editor',
        body: { start_date: '2026-12-24 19:30:00', end_date: '2026-12-24 20:00:00' },
      })
      const after = await read()
      assert.equal(after[0], before[0])
      assert.ok(Number(after[1]) > Number(before[1]))
      assert.ok((after[2] ?? '') > (before[2] ?? ''))
    })
  })

  if (isLong) {
    it('of thousands of events is complete, and its tag says without reading it that nothing has changed', async () => {
      await withCalendar(async (calendar) => {
        const first = await create(calendar, {
          title: 'Event 0',
          start_date: '2027-01-01 10:00:00',
          end_date: '2027-01-01 11:00:00',
        })
        await repeatEvent(
          calendar,
          first.id,
          Array.from({ length: 5200 }, () => ({})),
        )
        const whole = await calendar.ask('GET', '//events/feed.ics')
        assert.equal(byIcalJs(whole.text).length, 5201)
        const etag = whole.headers['etag'] ?? ''
        assert.equal(
          (await calendar.ask('GET', '//events/feed.ics', { headers: { 'if-none-match': etag } })).status,
          304,
        )
        const packed = await calendar.app.inject({ url: '/events/feed.ics', headers: { 'accept-encoding': 'gzip' } })
        assert.equal(gunzipSync(packed.rawPayload).toString(), whole.text)
        await calendar.ask('PATCH', `/events/${first.id}`, { as: 'editor', body: { title: 'Other' } })
        assert.equal(
          (await calendar.ask('GET', '//events/feed.ics', { headers: { 'if-none-match': etag } })).status,
          200,
        )
      })
    })
  }

  it('is kept in the form in which it was sent', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, { title: 'One', start_date: '2026-12-25 19:30:00', end_date: '2026-12-25 21:00:00' })
      for (const accepted of [
        'gzip, deflate, br',
        'br',
        'gzip;q=0',
        'gzip',
        undefined,
        'gzip, deflate, br',
        'br',
        'gzip;q=0',
        'gzip',
        undefined,
      ]) {
        for (const path of ['/events/feed.ics', '/events/feed.rss']) {
          const { headers } = await calendar.ask('GET', `/${path}`, {
            headers: accepted ? { 'accept-encoding': accepted } : {},
          })
          const sent = headers['content-encoding']
          assert.ok(
            sent === undefined || (accepted ?? '').replace('gzip;q=0', '').includes(sent),
            `${accepted}: ${sent}`,
          )
        }
      }
    })
  })

  it('says the right instant of events of any year, and little of the clocks of zones', async () => {
    await withCalendar(async (calendar) => {
      const made = []
      for (const [start, end] of [
        ['2026-12-01 10:00:00', '2026-12-01 11:00:00'],
        ['2027-01-10 10:00:00', '2040-07-01 10:00:00'],
        ['2035-07-01 10:00:00', '2035-07-01 11:00:00'],
        ['9998-07-01 10:00:00', '9998-07-01 11:00:00'],
        // An hour that the clock shows twice.
        ['2027-10-31 02:30:00', '2027-10-31 02:45:00'],
      ]) {
        for (const timezone of ['Europe/Berlin', 'Africa/Casablanca', 'Europe/Dublin']) {
          made.push(
            await create(calendar, { title: `${timezone} ${start}`, start_date: start, end_date: end, timezone }),
          )
        }
      }
      const text = await feed(calendar, '/events/feed.ics?start_date=2020-01-01&end_date=9999-01-01')
      assert.ok(text.length < 100_000, `${text.length}`)
      const expected = made.map(({ title, utc_start_date, utc_end_date }) => [
        title,
        iso(utc_start_date),
        iso(utc_end_date),
      ])
      const shown = (events: Read[]) => events.map(({ summary, start, end }) => [summary, start, end])
      assert.deepEqual(shown(byIcalJs(text)).sort(), expected.toSorted())
      assert.deepEqual(shown(byNodeIcal(text)).sort(), expected.toSorted())
      for (const { slug } of made) {
        const [one] = byIcalJs(await feed(calendar, `/event/${slug}/feed.ics`))
        assert.ok(
          expected.some((it) => it.join() === [one?.summary, one?.start, one?.end].join()),
          slug,
        )
      }
    })
  })

  it('contains events that are still going on', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, { title: 'Show', start_date: '2025-03-01', end_date: '2027-12-24', all_day: true })
      for (const path of ['/events/feed.ics', '/events/?ical=1', '/events/2026-12-01/?ical=1']) {
        assert.deepEqual(
          byIcalJs(await feed(calendar, path)).map(({ summary }) => summary),
          ['Show'],
          path,
        )
      }
      assert.match((await calendar.ask('GET', '//events/feed.rss')).text, /Show/)
    })
  })
})
