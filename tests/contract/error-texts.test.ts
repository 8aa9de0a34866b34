import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const event = { title: 'Fair', start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }

describe('error texts say what to do', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    await calendar.ask('POST', '/events', { as: 'admin', body: event })
  })
  after(() => calendar.close())

  it('when JSON comes without its content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [path, code] of [
      ['/events', 'rest_missing_callback_param'],
      ['/events/1', 'rest_invalid_body'],
      ['/venues', 'rest_missing_callback_param'],
    ] as const) {
      const payload = JSON.stringify(event)
      const { status, body } = await calendar.ask('POST', path, { as: 'admin', headers, payload })
      assert.deepEqual([status, body.code], [400, code], path)
      assert.match(body.message, /read as a form: send Content-Type: application\/json\.$/)
    }
    const form = { as: 'admin', headers, payload: 'venue={hall}' } as const
    assert.equal((await calendar.ask('POST', '/venues', form)).status, 201)
  })

  it('when a nested record has no name', async () => {
    for (const [field, value, text] of [
      ['venue', { city: 'x' }, 'A new venue needs a name: send `venue.venue`.'],
      ['organizer', [{ phone: '1' }], 'A new organizer needs a name: send `organizer.organizer`.'],
      ['categories', [{ slug: 'x' }], 'A new category needs a name: send `categories.name`.'],
      ['tags', { slug: 'x' }, 'A new tag needs a name: send `tags.name`.'],
    ] as const) {
      const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: { ...event, [field]: value } })
      assert.deepEqual(body.data.params, { [field]: text })
    }
  })

  it('when unpublished records are asked for without the right', async () => {
    const anonymous = await calendar.ask('GET', '/events?status=draft')
    assert.match(anonymous.body.data.params.status, /^Log in .* X-WP-Nonce\.$/)
    const subscriber = await calendar.ask('GET', '/events?status=draft', { as: 'subscriber' })
    assert.match(subscriber.body.data.params.status, /your role may not edit/)
  })

  it('when a time zone is an abbreviation, or a date cannot be read', async () => {
    const body = { ...event, timezone: 'PST', start_date: '2027-06-31' }
    const { params } = (await calendar.ask('POST', '/events', { as: 'admin', body })).body.data
    assert.match(params.timezone, /IANA time zone such as Europe\/Paris.*Abbreviations such as PST are ambiguous/)
    assert.match(params.start_date, /a date such as 2027-06-01/)
  })
})
