import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Events by a letter each; dates are in the zone of the event. */
const events: Record<string, [start: string, end: string, timezone?: string]> = {
  past: ['2026-11-18 23:59:59', '2026-11-18 23:59:59'],
  yesterday: ['2026-11-19 00:00:00', '2026-11-19 01:00:00'],
  running: ['2026-11-01 00:00:00', '2027-03-01 00:00:00'],
  long: ['2027-01-10 10:00:00', '2027-01-14 12:00:00'],
  tokyo: ['2027-01-12 05:00:00', '2027-01-12 06:00:00', 'Asia/Tokyo'],
  utc: ['2027-01-12 10:00:00', '2027-01-12 11:00:00'],
  york: ['2027-01-12 22:00:00', '2027-01-12 23:00:00', 'America/New_York'],
  last: ['2028-11-20 23:59:59', '2028-11-21 01:00:00'],
  after: ['2028-11-21 00:00:00', '2028-11-21 01:00:00'],
}

const windows: [query: string, found: string[]][] = [
  ['', ['yesterday', 'long', 'tokyo', 'utc', 'york', 'last']],
  ['start_date=2027-01-12&end_date=2027-01-12', ['utc']],
  ['start_date=2027-01-12 10:00:01&end_date=2027-01-12 09:00', ['utc']],
  ['start_date=2027-01-12 10:00:00&end_date=2027-01-12 10:00:00&strict_dates=true', ['utc']],
  ['start_date=2027-01-12 10:00:01&end_date=2027-01-13&strict_dates=1', []],
  ['start_date=2027-01-12T05:00:00%2B09:00&end_date=2027-01-12T05:00:00%2B09:00&strict_dates=true', ['tokyo']],
  ['start_date=2027-01-13&end_date=2027-01-13', ['york']],
  ['start_date=20270111&end_date=20270111', ['tokyo']],
  ['start_date=1799712000&end_date=1799712000', ['utc']],
  ['start_date=2027/01/12&end_date=2027-01-12T23:00', ['utc']],
  ['starts_after=2027-01-11&starts_before=2027-01-12', ['utc']],
  ['starts_before=2027-01-11', ['running', 'past', 'yesterday', 'long', 'tokyo']],
  ['starts_before=2027-01-12 10:00&starts_after=2027-01-11 20:00&strict_dates=true', []],
  ['starts_before=2027-01-12 10:00:01&starts_after=2027-01-11 20:00&strict_dates=yes', ['utc']],
  ['ends_before=2026-11-19', ['past', 'yesterday']],
  ['ends_after=now&strict_dates=true&starts_before=now', ['running']],
  ['ends_after=2027-01-13&starts_before=2027-02-01', ['running', 'long']],
  ['ends_after=2027-01-13&start_date=2027-01-01', ['long', 'last', 'after']],
  ['start_date=yesterday&end_date=today', ['yesterday']],
  ['start_date=first day of january 2027&end_date=%2B60 days', ['long', 'tokyo', 'utc', 'york']],
  ['start_date=2029-01-01', []],
]

describe('the window of events (B4)', () => {
  let calendar: Calendar
  const ids: Record<string, number> = {}
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2026-11-20T15:00:00Z') })
    for (const [title, [start_date, end_date, timezone]] of Object.entries(events)) {
      const body = { title, start_date, end_date, ...(timezone ? { timezone } : {}) }
      ids[title] = (await calendar.ask('POST', '/events', { as: 'admin', body })).body.id
    }
  })
  after(() => calendar.close())
  const titles = async (query: string): Promise<string[]> => {
    const { status, body, text } = await calendar.ask('GET', `/events?per_page=50&${query.replaceAll(' ', '%20')}`)
    assert.equal(status, 200, text)
    assert.equal(body.total, body.events.length)
    return body.events.map(({ title }: { title: string }) => title)
  }

  for (const [query, found] of windows) {
    it(`finds ${found.join(', ') || 'nothing'} by ${query || 'default'}`, async () => {
      assert.deepEqual(await titles(query), found)
    })
  }

  it('counts the days on that a month does not have (D5.1)', async () => {
    const { body } = await calendar.ask('GET', '/events?start_date=2026-11-31&end_date=2027-02-30')
    const url = new URL(body.rest_url)
    assert.equal(url.searchParams.get('start_date'), '2026-12-01 00:00:00')
    assert.equal(url.searchParams.get('end_date'), '2027-03-02 23:59:59')
  })

  it('prints the default window in its links', async () => {
    const { body } = await calendar.ask('GET', '/events')
    const url = new URL(body.rest_url)
    assert.equal(url.searchParams.get('start_date'), '2026-11-19 00:00:00')
    assert.equal(url.searchParams.get('end_date'), '2028-11-20 23:59:59')
  })

  it('is left aside by include, which orders by publication', async () => {
    assert.deepEqual(await titles(`include=${ids['after']},${ids['past']}&start_date=2027-01-01`), ['past', 'after'])
  })

  it('is of the day and the zone of the site', async () => {
    const york = await createCalendar({
      environment: { KALENDS_TIMEZONE: 'America/New_York' },
      now: Date.parse('2026-11-20T03:00:00Z'),
    })
    const url = new URL((await york.ask('GET', '/events')).body.rest_url)
    assert.equal(url.searchParams.get('start_date'), '2026-11-18 00:00:00')
    const body = { title: 'late', start_date: '2027-01-12 22:00', end_date: '2027-01-12 23:00' }
    await york.ask('POST', '/events', { as: 'admin', body })
    const total = async (query: string) => (await york.ask('GET', `/events?${query}`)).body.total
    assert.equal(await total('start_date=2027-01-12&end_date=2027-01-12'), 1)
    assert.equal(await total('start_date=2027-01-13&end_date=2027-01-13'), 0)
    assert.equal(await total('start_date=2027-01-13T03:00:00Z&end_date=2027-01-13T03:00:00Z&strict_dates=true'), 1)
    assert.equal(
      await total(
        'start_date=2027-01-12 22:00:00&end_date=2027-01-12 22:00:00&strict_dates=true'.replaceAll(' ', '%20'),
      ),
      1,
    )
    await york.close()
  })

  for (const text of [
    'garbage',
    '2027-02-32',
    '2027-13-01',
    '',
    '2027',
    '12',
    '2027-01-01 25:00',
    '99999999999999999999',
  ]) {
    it(`refuses start_date=${text}`, async () => {
      const { status, body } = await calendar.ask('GET', `/events?start_date=${encodeURIComponent(text)}`)
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', ['start_date']])
    })
  }

  it('omits events hidden from listings, even with include', async () => {
    const body = { title: 'hidden', start_date: '2027-01-01', end_date: '2027-01-01', hide_from_listings: true }
    const { body: event } = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.equal((await calendar.ask('GET', `/events?include=${event.id}`, { as: 'admin' })).body.total, 0)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`)).status, 200)
  })
})
