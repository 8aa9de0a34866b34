import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('the dates of a recurrence before it is saved (C3.1)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({
      now: Date.parse('2026-12-01T12:00:00Z'),
      environment: { KALENDS_TIMEZONE: 'Europe/Berlin' },
    })
  })
  after(() => calendar.close())

  const ask = (body: object) => calendar.ask('POST', '//kalends/v1/recurrence-preview', { as: 'contributor', body })
  const preview = async (body: object) => {
    const reply = await ask(body)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  const evening = { start_date: '2027-01-05 18:00', end_date: '2027-01-05 19:30' }

  it('are refused as a write refuses them, with a date before the start (C3.1)', async () => {
    const { status, body } = await ask({ ...evening, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20200101T180000' })
    assert.equal(status, 400)
    assert.match(body.data.params.recurrence, /lies before the start/)
  })

  it('are not looked for in thousands of years that have few or none (C3.1)', async () => {
    for (const rrule of [
      'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11;UNTIL=99991231T000000Z',
      'FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;UNTIL=99991231T000000Z',
      'FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;INTERVAL=4',
    ]) {
      const { status, body, text } = await ask({
        start_date: '0001-01-01 18:00',
        end_date: '0001-01-01 19:00',
        recurrence: { rrule },
      })
      assert.equal(status, 400, text)
      assert.match(body.data.params.recurrence, /too far apart: start it later/)
    }
    const since = { start_date: '1066-10-14 09:00', end_date: '1066-10-14 10:00' }
    assert.equal((await ask({ ...since, recurrence: { rrule: 'FREQ=YEARLY;INTERVAL=100' } })).status, 200)
    const recent = { start_date: '1900-02-28 09:00', end_date: '1900-02-28 10:00' }
    assert.equal((await ask({ ...recent, recurrence: { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29' } })).status, 200)
  })

  it('are those of the events that a write makes, ten of them from a day on', async () => {
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=30', rdate: ['2027-01-07'], exdate: ['2027-01-12'] }
    const shown = await preview({ ...evening, recurrence })
    const made = await calendar.ask('POST', '/events', {
      as: 'editor',
      body: { ...evening, title: 'Yoga', recurrence },
    })
    const path = `/events?series=${made.body.series.id}&start_date=2027-01-01&per_page=50`
    const { body } = await calendar.ask('GET', path)
    type Dated = { readonly start_date: string; readonly end_date: string; readonly recurrence_id: string }
    const dates = body.events.map(({ recurrence_id, start_date, end_date }: Dated) => ({
      recurrence_id,
      start_date,
      end_date,
    }))
    assert.equal(shown.total, dates.length)
    assert.equal(shown.filled_until, null)
    assert.deepEqual(shown.dates, dates.slice(0, 10))
    const later = await preview({ ...evening, recurrence, from: '2027-07-01' })
    assert.deepEqual(later.dates, dates.slice(-4))
    assert.equal(later.last, dates.at(-1).recurrence_id)
    const { body: counted } = await calendar.ask('GET', '/series')
    assert.equal(counted.total, 1)
  })

  it('take as long as a stored series says, and move with the clocks as its occurrences do', async () => {
    const night = { start_date: '2027-03-21 02:30', duration: 7200, recurrence: 'FREQ=WEEKLY;COUNT=2' }
    const { dates } = await preview(night)
    assert.deepEqual(dates, [
      { recurrence_id: '2027-03-21 02:30:00', start_date: '2027-03-21 02:30:00', end_date: '2027-03-21 04:30:00' },
      { recurrence_id: '2027-03-28 02:30:00', start_date: '2027-03-28 03:30:00', end_date: '2027-03-28 05:30:00' },
    ])
    const days = await preview({ start_date: '2027-01-05', all_day: true, duration: 86_400, recurrence: 'FREQ=DAILY' })
    assert.equal(days.dates[0].end_date, '2027-01-06 23:59:59')
    assert.equal(days.dates.length, 10)
    assert.match(days.filled_until, /^2029-01-/)
  })

  it('are refused as a write refuses them', async () => {
    const faults: readonly (readonly [object, string, RegExp])[] = [
      [{ ...evening, recurrence: 'FREQ=WEEKLY;UNTIL=20200101' }, 'recurrence', /before the start/],
      [{ ...evening, recurrence: 'FREQ=DAILY;BYHOUR=8,20' }, 'recurrence', /more than 1000 dates/],
      [{ ...evening, recurrence: 'x' }, 'recurrence', /RRULE/],
      [{ ...evening, end_date: '2027-01-04', recurrence: 'FREQ=DAILY' }, 'end_date', /before the start/],
      [{ ...evening, recurrence: 'FREQ=DAILY', scope: 'all' }, 'scope', /./],
    ]
    for (const [body, name, fault] of faults) {
      const reply = await ask(body)
      assert.equal(reply.status, 400, reply.text)
      assert.match(String(reply.body.data.params[name]), fault)
    }
    const { status } = await ask({ ...evening })
    assert.equal(status, 400)
  })
})
