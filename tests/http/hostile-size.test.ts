import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const dates = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }

/** Marks in alternating order: to normalise them takes time by the square of their number. */
const marks = '\u0301\u0323'.repeat(120_000)

/** Each of these took the processor for many seconds, if not minutes, before its input was bounded. */
const mostSeconds = 15

describe('input that would take the square of its length', () => {
  let since: NodeJS.CpuUsage
  beforeEach(() => {
    since = process.cpuUsage()
  })
  // The time of the processor, which other programs take nothing of.
  afterEach(() => {
    const seconds = process.cpuUsage(since).user / 1e6
    assert.ok(seconds < mostSeconds, `${seconds} seconds`)
  })

  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is harmless in the name of a log-in', async () => {
    const session = await calendar.ask('POST', '//session', { body: { name: `a${marks}`, password: 'x' } })
    assert.equal(session.status, 401)
    const authorization = `Basic ${Buffer.from(`a${marks.slice(0, 9000)}:x`).toString('base64')}`
    assert.equal((await calendar.ask('GET', '/events', { headers: { authorization } })).status, 401)
  })

  it('is harmless in texts, and loses no letter', async () => {
    for (const description of [`a${marks}b`, `a${'&#769;&#803;'.repeat(20_000)}b`]) {
      const body = { title: 'Marks', ...dates, description }
      const reply = await calendar.ask('POST', '/events', { as: 'contributor', body })
      assert.equal(reply.status, 201, reply.text.slice(0, 200))
      assert.match(reply.body.description, /^<p>a\p{M}{1,31}b<\/p>$/u)
    }
  })

  it('is harmless in namesakes', async () => {
    for (let i = 0; i < 30; i++) {
      const body = { organizer: 'Same', phone: `p${i}`, description: 'long '.repeat(20_000) }
      await calendar.ask('POST', '/organizers', { as: 'contributor', body })
    }
    const organizer = Array.from({ length: 500 }, (_, i) => ({ organizer: 'Same', phone: `q${i}` }))
    const reply = await calendar.ask('POST', '/events', {
      as: 'contributor',
      body: { title: 'x', ...dates, organizer },
    })
    assert.deepEqual([reply.status, reply.body.organizer.length], [201, 500])
  })

  it('is harmless for many parameters, and none is dropped', async () => {
    const payload = `title=x&start_date=2027-06-01&end_date=2027-06-01${'&x=1'.repeat(2000)}&status=draft`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await calendar.ask('POST', '/events', { as: 'admin', headers, payload })
    assert.equal(reply.status, 413)
  })
})
