import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const dates = { start_date: '2026-11-25 10:00', end_date: '2026-11-25 12:00' }

describe('long texts', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('are stored, answered and found as a whole, and can be written back', async () => {
    const description = `<p>${'word '.repeat(190_000)}</p>\n<p>lastword</p>`
    const { status, body } = await calendar.ask('POST', '/events', {
      as: 'admin',
      body: { title: 'Long', ...dates, description },
    })
    assert.equal(status, 201)
    assert.ok(body.description.length > 950_000)
    assert.equal((await calendar.ask('GET', '/events?search=lastword')).body.total, 1)
    const again = await calendar.ask('PATCH', `/events/${body.id}`, {
      as: 'admin',
      body: { description: body.description },
    })
    assert.equal(again.body.description, body.description)
  })

  it('are shown by their beginning where they are shown elsewhere', async () => {
    const description = `<p>first</p>${'<p>more of it</p>'.repeat(8_000)}<p>lastword</p>`
    const { body } = await calendar.ask('POST', '/events', {
      as: 'admin',
      body: { title: 'Book', ...dates, description },
    })
    const record = (await calendar.ask('GET', `/events/${body.id}`)).body
    assert.ok(record.description.includes('lastword'))
    assert.match(record.json_ld.description, /^first more of it .*…$/)
    for (const path of ['//events/feed.rss', '//events/feed.json', '//events/feed.atom']) {
      const { status, text } = await calendar.ask('GET', path)
      assert.equal(status, 200, path)
      assert.ok(text.includes('more of it') && !text.includes('lastword'), path)
    }
    for (const path of ['//event/book/', '//event/book/?ical=1'])
      assert.ok((await calendar.ask('GET', path)).text.replaceAll(/\r\n /g, '').includes('lastword'), path)
  })

  for (const [name, description, reason] of [
    ['too many tags', '<li>'.repeat(20_001), /at most 20000 tags and other "<"; it holds 20001/],
    ['too many lines', 'a\n'.repeat(100_001), /at most 100000 lines; it has 100001/],
    ['what grows beyond a megabyte', '>'.repeat(300_000), /at most 1048576 bytes as sanitized HTML; it has 12\d+/],
  ] as const) {
    it(`of ${name} are refused, on every resource`, async () => {
      for (const [path, body] of [
        ['/events', { title: 'x', ...dates }],
        ['/venues', { venue: 'x' }],
        ['/organizers', { organizer: 'x' }],
        ['/categories', { name: 'x' }],
      ] as const) {
        const reply = await calendar.ask('POST', path, { as: 'admin', body: { ...body, description } })
        assert.equal(reply.status, 400, path)
        assert.match(reply.body.data.params.description, reason)
      }
    })
  }
})
