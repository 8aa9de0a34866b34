import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import ical from 'node-ical'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { expandCalendar } from '../support/expand-calendar.ts'

const until = new Date('2029-01-01T00:00:00Z')

/** Expands a calendar with recurring-ical-events, which is a package of Debian. */
const program = `
import sys, datetime, icalendar, recurring_ical_events
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
utc = datetime.timezone.utc
def instant(value):
    if not isinstance(value, datetime.datetime):
        return datetime.datetime(value.year, value.month, value.day, tzinfo=utc)
    return value.astimezone(utc)
events = recurring_ical_events.of(calendar).between(datetime.datetime(2020, 1, 1, tzinfo=utc), datetime.datetime(2029, 1, 1, tzinfo=utc))
for start in sorted(instant(event["DTSTART"].dt) for event in events):
    print(start.strftime("%Y-%m-%dT%H:%M:%S.000Z"))
`

/** The Python that has the packages; they may be those of the system. */
const python = ['python3', '/usr/bin/python3'].find((command) => {
  try {
    execFileSync(command, ['-c', 'import icalendar, recurring_ical_events'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const rules: [name: string, body: object][] = [
  ['weekly', { recurrence: 'FREQ=WEEKLY;COUNT=10' }],
  ['endless', { recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR' }],
  [
    'the last Friday',
    { start_date: '2027-01-29 19:00', end_date: '2027-01-29 22:00', recurrence: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=12' },
  ],
  [
    'with other dates',
    {
      recurrence: {
        rrule: 'FREQ=WEEKLY;COUNT=8',
        rdate: ['2027-01-07 12:00'],
        exdate: ['2027-01-19', '2027-01-26 18:00'],
      },
    },
  ],
  [
    'of days',
    { all_day: true, start_date: '2027-03-01', end_date: '2027-03-02', recurrence: 'FREQ=WEEKLY;UNTIL=20270501' },
  ],
  ['elsewhere', { timezone: 'America/New_York', recurrence: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270401T000000Z' }],
  [
    'at a fixed offset',
    {
      timezone: 'UTC+9',
      start_date: '2027-01-05 03:00',
      end_date: '2027-01-05 04:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
    },
  ],
  ['beside its rule', { recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=5' }],
  ['only dates', { recurrence: 'RDATE:20270110T100000,20270201T110000' }],
  [
    'the last working day',
    {
      recurrence: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=6',
      start_date: '2027-01-29 18:00',
      end_date: '2027-01-29 19:00',
    },
  ],
]

describe('calendars of series (C3.5)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-12-01T12:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
    for (const [name, body] of rules) await create(name, body)
    const changed = await create('with exceptions', { recurrence: 'FREQ=WEEKLY;COUNT=12' })
    const { body } = await calendar.ask('GET', `/events?series=${changed.series.id}&per_page=50`)
    const ids = body.events.map(({ id }: { id: number }) => id)
    await write('POST', `/events/${ids[2]}`, {
      title: 'Moved',
      start_date: '2027-01-20 09:00',
      end_date: '2027-01-20 10:00',
    })
    await write('POST', `/events/${ids[5]}`, { title: 'Other title' })
    await write('DELETE', `/events/${ids[7]}`)
    await write('DELETE', `/events/${ids[8]}?force=true`)
    await write('POST', `/events/${ids[9]}`, { title: 'Following', scope: 'following' })
    await write('POST', `/events/${ids[0]}`, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4', scope: 'all' })
    const split = await create('with a part of its own', {
      recurrence: { rrule: 'FREQ=WEEKLY', rdate: ['2027-01-21 12:00'] },
    })
    const { body: parts } = await calendar.ask('GET', `/events?series=${split.series.id}&start_date=2027-01-21`)
    await write('POST', `/events/${parts.events[0].id}`, { title: 'A part', scope: 'following' })
  })
  after(() => calendar.close())

  const write = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const reply = await calendar.ask(method, path, { as: 'editor', ...(body && { body }) })
    assert.ok(reply.status < 300, reply.text)
    return reply.body
  }
  const create = (title: string, body: object) =>
    write('POST', '/events', { title, start_date: '2027-01-05 18:00', end_date: '2027-01-05 19:30', ...body })
  /** The starts of a list as calendars have them: days for events of whole days. */
  const listed = async (query: string): Promise<string[]> => {
    const starts: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await calendar.ask('GET', `/events?per_page=50&page=${page}&${query}`)
      pages = body.total_pages
      for (const { all_day, start_date, utc_start_date } of body.events)
        starts.push(`${(all_day ? start_date : utc_start_date).replace(' ', 'T')}.000Z`)
    }
    return starts.sort()
  }
  const feed = async (path: string): Promise<string> => {
    const { payload, statusCode } = await calendar.app.inject(path)
    assert.equal(statusCode, 200)
    return payload
  }
  /** The same with whole days as midnight in UTC. */
  const expanded = (text: string): string[] => expandCalendar(text, until)

  const feeds: [name: string, path: string, query: string][] = [
    ['everything', '/events/feed.ics', 'start_date=2026-12-01'],
    ['from a day on', '/events/feed.ics?start_date=2027-02-10', 'start_date=2027-02-10'],
    ['a search', '/events/feed.ics?search=weekly', 'search=weekly'],
  ]
  for (const [name, path, query] of feeds)
    it(`have the events of the list, read by ical.js: ${name}`, async () => {
      const starts = await listed(query)
      assert.ok(starts.length > 5, String(starts.length))
      assert.deepEqual(expanded(await feed(path)), starts)
    })

  it('have the events of the list, read by node-ical', async () => {
    const parsed = ical.sync.parseICS(await feed('/events/feed.ics?search=weekly'))
    const starts = Object.values(parsed).flatMap((event) => {
      if (event?.type !== 'VEVENT') return []
      if (!event.rrule) return [event.start.toISOString()]
      return event.rrule.between(new Date('2020-01-01'), until).map((date) => date.toISOString())
    })
    assert.deepEqual(starts.sort(), await listed('search=weekly'))
  })

  it('have the events of the list, read by recurring-ical-events', {
    skip: python ? false : 'the Python packages icalendar and recurring_ical_events are not installed',
  }, async () => {
    const text = await feed('/events/feed.ics')
    const lines = execFileSync(python ?? '', ['-c', program], { input: text, encoding: 'utf8' })
    const starts = lines.trim().split('\n')
    assert.deepEqual(starts, await listed('start_date=2026-12-01'))
  })

  it('keep the rhythm of a rule where they begin with a further date', async () => {
    const { series } = await create('Aqua', { recurrence: { rrule: 'FREQ=WEEKLY', rdate: ['2027-01-07 12:00'] } })
    const text = await feed('/events/feed.ics?search=aqua&start_date=2027-01-06')
    const [, entry = ''] = text.split(`UID:series-${series.id}@`)
    assert.match(entry, /^RRULE:FREQ=WEEKLY;UNTIL=20281205T165959Z\r$/m)
    assert.doesNotMatch(entry, /^(?:RDATE|EXDATE)/m)
    assert.match(entry, /^DTSTART;TZID=Europe\/Berlin:20270112T180000\r$/m)
    assert.deepEqual(expanded(text), await listed('search=aqua&start_date=2027-01-06'))
  })

  it('have both of two occurrences that a moved rule has brought to one date', async () => {
    const { series } = await create('Chess', { recurrence: 'FREQ=DAILY;COUNT=10' })
    const { body } = await calendar.ask('GET', `/events?series=${series.id}&per_page=50`)
    const ids = body.events.map(({ id }: { id: number }) => id)
    await write('POST', `/events/${ids[1]}`, { title: 'Chess for children' })
    await write('POST', `/events/${ids[0]}`, { recurrence: 'FREQ=WEEKLY;COUNT=3', scope: 'all' })
    const moved = { start_date: '2027-01-06 18:00', end_date: '2027-01-06 19:30', scope: 'all' }
    const { kept_exceptions } = await write('POST', `/events/${ids[0]}`, moved)
    assert.deepEqual(
      kept_exceptions.map(({ id }: { id: number }) => id),
      [ids[1]],
    )
    const starts = await listed(`series=${series.id}`)
    assert.equal(starts.filter((start) => start.startsWith('2027-01-06')).length, 2)
    const text = await feed('/events/feed.ics?search=chess')
    assert.deepEqual(expanded(text), starts)
    assert.equal(text.match(/RECURRENCE-ID/g), null)
    assert.match(text, new RegExp(`UID:event-${ids[1]}@`))
  })

  it('would not agree if an exception were left out', async () => {
    const text = await feed('/events/feed.ics')
    const without = text.replaceAll(/EXDATE[^\n]*\n/g, '')
    assert.notEqual(without, text)
    assert.notDeepEqual(expanded(without), await listed('start_date=2026-12-01'))
  })

  it('have one VEVENT for a series without exceptions', async () => {
    const text = await feed('/events/feed.ics?search=weekly')
    assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 1)
    assert.match(text, /UID:series-\d+@/)
    assert.match(text, /RRULE:FREQ=WEEKLY;COUNT=10/)
  })
})
