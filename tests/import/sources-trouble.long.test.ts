import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { wakeImports } from '../../src/import/run/runner.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { listenLocally } from '../support/local-server.ts'

const sources = '//kalends/v1/sources'
const hour = 3_600_000

/** A VEVENT of an hour on a day of 2027, `MMDD`, with further lines. */
const vevent = (uid: string, day: string, ...more: string[]): string =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Event ${uid}`,
    `DTSTART:2027${day}T100000Z`,
    `DTEND:2027${day}T110000Z`,
    ...more,
    'END:VEVENT',
  ].join('\r\n')

type Event = { id: number; external_id: string; title: string; start_date: string; event_status?: string }

describe('sources in trouble (C4.4)', () => {
  let calendar: Calendar
  let feed: string[] = []
  /** What an answer ends with. */
  let end = ['END:VCALENDAR', '']
  /** What an answer waits for. */
  let hold: (() => Promise<void>) | undefined
  const server = createServer(async (_, response) => {
    await hold?.()
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...feed, ...end]
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(lines.join('\r\n'))
  })
  let url: string
  let now = testNow
  before(async () => {
    const { origin, environment } = await listenLocally(server)
    url = `${origin}/feed.ics`
    calendar = await createCalendar({ environment })
  })
  after(async () => {
    await calendar.close()
    server.close()
  })
  beforeEach(() => {
    feed = []
    end = ['END:VCALENDAR', '']
  })

  const ask = (method: string, path: string, body?: object) =>
    calendar.ask(method, `${sources}${path}`, { as: 'admin', ...(body && { body }) })
  const finishedRun = async (id: number, number: number) => {
    for (;;) {
      const runs = (await ask('GET', `/${id}/runs`)).body
      if (runs.length >= number && runs[0].state !== 'running') return runs[0]
      await wait(20)
    }
  }
  const add = async (name: string, more: object = {}): Promise<number> => {
    const { id } = (await ask('POST', '', { url, name, every: '30d', ...more })).body
    assert.equal((await finishedRun(id, 1)).state, 'done')
    return id
  }
  const again = async (id: number, passed = hour) => {
    const { length } = (await ask('GET', `/${id}/runs`)).body
    now += passed
    calendar.setClock(now)
    await ask('POST', `/${id}/runs`)
    wakeImports(calendar.database)
    return finishedRun(id, length + 1)
  }
  const eventsOf = async (name: string): Promise<Event[]> => {
    const query = `source=${name}&start_date=2020-01-01&end_date=2040-01-01&per_page=50`
    return (await calendar.ask('GET', `/events?${query}`, { as: 'admin' })).body.events
  }

  it('cancel nothing while an event of theirs cannot be read', async () => {
    feed = [vevent('a', '0201'), vevent('b', '0202')]
    const id = await add('unread')
    feed[1] = vevent('b', '0202').replace(/DTSTART.*/, 'DTSTART:soon')
    const run = await again(id)
    assert.equal(run.failed, 1, JSON.stringify(run))
    assert.deepEqual(
      (await eventsOf('unread')).map((event) => event.event_status),
      [undefined, undefined],
    )
    feed.pop()
    assert.match((await again(id)).message, /Cancelled: 1/)
  })

  it('cancel what is gone although an event that is there cannot be read', async () => {
    feed = ['a', 'b', 'c'].map((uid) => vevent(uid, '0201'))
    const id = await add('partly')
    feed = [vevent('a', '0201'), vevent('b', '0202').replace(/DTSTART.*/, 'DTSTART:soon')]
    const run = await again(id)
    assert.equal(run.failed, 1, JSON.stringify(run))
    const statuses = (await eventsOf('partly')).map((event) => [event.external_id, event.event_status])
    assert.deepEqual(statuses.sort(), [
      ['a', undefined],
      ['b', undefined],
      ['c', 'cancelled'],
    ])
    // Without its UID nobody knows which one it is.
    feed = [
      vevent('b', '0202')
        .replace(/DTSTART.*/, 'DTSTART:soon')
        .replace(/UID.*/, 'X-UID:b'),
      vevent('c', '0201'),
    ]
    assert.match((await again(id)).message, /What is no longer there was kept/)
  })

  it('cancel nothing when a calendar is cut off between two events, and import what is there', async () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((uid) => vevent(uid, '0201')) as [string, string, string, string]
    feed = [a, b, c]
    const id = await add('cut')
    feed = [a, b.replace('Event b', 'Event B'), d]
    end = ['']
    const run = await again(id)
    assert.match(run.message, /Created: 1\. Updated: 1\. Failed: 1\. What is no longer there was kept/)
    assert.match(run.faults[0].message, /^The calendar ends before its END:VCALENDAR/)
    const states = async () => (await eventsOf('cut')).map(({ title, event_status }) => [title, event_status]).sort()
    assert.deepEqual(
      await states(),
      ['Event B', 'Event a', 'Event c', 'Event d'].map((title) => [title, undefined]),
    )
    // Nothing is missing of a calendar after whose end something else follows.
    end = ['END:VCALENDAR', '', '<!-- cached -->', '']
    assert.match((await again(id)).message, /Cancelled: 1/)
  })

  it('are read once more when somebody asks for it while they are read', async () => {
    feed = [vevent('a', '0201')]
    const id = await add('asked')
    let answer: (() => void) | undefined
    hold = () => new Promise((resolve) => (answer = resolve))
    const first = again(id)
    while (!answer) await wait(5)
    assert.equal((await ask('POST', `/${id}/runs`)).status, 202)
    hold = undefined
    answer()
    assert.equal((await first).state, 'done')
    const { length } = (await ask('GET', `/${id}/runs`)).body
    now += 1000
    calendar.setClock(now)
    wakeImports(calendar.database)
    assert.equal((await finishedRun(id, length + 1)).state, 'done')
  })

  it('cancel a series that has begun and goes on', async () => {
    const yesterday = new Date(testNow - 24 * hour).toISOString().slice(0, 10).replaceAll('-', '')
    feed = [vevent('daily', '0101', 'RRULE:FREQ=DAILY;COUNT=4').replaceAll('20270101', yesterday)]
    const id = await add('begun')
    assert.equal((await eventsOf('begun')).length, 4)
    feed = []
    assert.match((await again(id, 1000)).message, /Cancelled: 1/)
  })

  it('ask when most of what is to come is gone, although what is over is still there', async () => {
    const old = Array.from({ length: 12 }, (_, at) => vevent(`old${at}`, '0101').replaceAll('20270101', '20200101'))
    feed = [...old, ...['1', '2', '3', '4', '5'].map((uid) => vevent(uid, '0301'))]
    const id = await add('over')
    feed = old
    const run = await again(id)
    assert.match(run.message, /only 0 of the 5 events/)
  })

  it('give an occurrence back to its series when its exception is gone', async () => {
    const series = vevent('s', '0201', 'RRULE:FREQ=DAILY;COUNT=4')
    const exception = vevent('s', '0202', 'RECURRENCE-ID:20270202T100000Z').replace('Event s', 'Elsewhere')
    feed = [series, exception, vevent('other', '0301')]
    const id = await add('exception')
    const titles = async () => (await eventsOf('exception')).map(({ title }) => title)
    assert.deepEqual(await titles(), ['Event s', 'Elsewhere', 'Event s', 'Event s', 'Event other'])
    feed = [series, vevent('other', '0301')]
    const run = await again(id)
    assert.equal(run.failed, 0, JSON.stringify(run))
    const restored = await eventsOf('exception')
    assert.deepEqual(
      restored.map(({ title, event_status }) => [title, event_status]),
      [...Array.from({ length: 4 }, () => ['Event s', undefined]), ['Event other', undefined]],
      run.message,
    )
    // It comes back, and goes with its series.
    feed = [series, exception, vevent('other', '0301')]
    await again(id)
    assert.deepEqual(await titles(), ['Event s', 'Elsewhere', 'Event s', 'Event s', 'Event other'])
  })

  it('follow an exception after its series has changed', async () => {
    const series = vevent('x', '0401', 'RRULE:FREQ=DAILY;COUNT=3')
    const exception = vevent('x', '0402', 'RECURRENCE-ID:20270402T100000Z')
    feed = [series, exception.replace('Event x', 'One')]
    const id = await add('both')
    feed = [series.replace('Event x', 'New'), exception.replace('Event x', 'One')]
    const first = await again(id)
    feed = [series.replace('Event x', 'New'), exception.replace('Event x', 'Two')]
    const second = await again(id)
    const titles = (await eventsOf('both')).map(({ title }) => title)
    assert.deepEqual(titles, ['New', 'Two', 'New'], `${first.message} ${second.message}`)
    feed = [vevent('x', '0401').replace('Event x', 'Single')]
    const third = await again(id)
    const after = (await eventsOf('both')).map(({ title, event_status }) => [title, event_status])
    assert.deepEqual(after, [['Single', undefined]], third.message)
    feed = [series]
    const fourth = await again(id)
    assert.equal((await eventsOf('both')).length, 3, fourth.message)
  })

  it('cancel a series of which the first occurrence is an exception that has changed', async () => {
    const series = vevent('y', '0501', 'RRULE:FREQ=DAILY;COUNT=3')
    const exception = vevent('y', '0501', 'RECURRENCE-ID:20270501T100000Z')
    feed = [series, exception.replace('Event y', 'One')]
    const id = await add('firsts')
    feed = [series, exception.replace('Event y', 'Two')]
    const first = await again(id)
    feed = []
    const second = await again(id)
    const states = (await eventsOf('firsts')).map(({ event_status }) => event_status)
    assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled'], `${first.message} ${second.message}`)
    feed = [series, exception.replace('Event y', 'Two')]
    const third = await again(id)
    const back = (await eventsOf('firsts')).map(({ event_status }) => event_status)
    assert.deepEqual(back, [undefined, undefined, undefined], third.message)
  })
})
