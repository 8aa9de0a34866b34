import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

/** By what a venue and an organizer are known, the event that they have, and who may know of it. */
const events: Readonly<Record<string, { as: Login; body: object; isTrashed?: true }>> = {
  ahead: { as: 'admin', body: { start_date: '2027-01-10', end_date: '2027-01-10' } },
  over: { as: 'admin', body: { start_date: '2020-01-10', end_date: '2020-01-10' } },
  // Lists leave it out, and yet it is public.
  hidden: { as: 'admin', body: { hide_from_listings: true } },
  'hidden and over': {
    as: 'admin',
    body: { hide_from_listings: true, start_date: '2020-01-10', end_date: '2020-01-10' },
  },
  'draft of an author': { as: 'author', body: { status: 'draft' } },
  'hidden draft of an author': { as: 'author', body: { status: 'draft', hide_from_listings: true } },
  'pending of a contributor': { as: 'contributor', body: { status: 'pending' } },
  'private of an editor': { as: 'editor', body: { status: 'private' } },
  'future of an author': { as: 'author', body: { status: 'future', date: '2026-12-24 10:00:00' } },
  trashed: { as: 'author', body: {}, isTrashed: true },
}

const published = ['ahead', 'over', 'hidden', 'hidden and over']
const upcoming = ['ahead', 'hidden']
const ofAuthor = ['draft of an author', 'hidden draft of an author', 'future of an author']

/** Whose events count besides the public ones. */
const besides: readonly (readonly [Login, readonly string[]])[] = [
  ['none', []],
  ['subscriber', []],
  ['contributor', ['pending of a contributor']],
  ['author', ofAuthor],
  ['author2', []],
  ['editor', [...ofAuthor, 'pending of a contributor', 'private of an editor']],
]

describe('venues and organizers by whether they have events', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const { ask } = calendar
    for (const [title, { as, body, isTrashed }] of Object.entries(events)) {
      const { body: venue } = await ask('POST', '/venues', { as: 'admin', body: { venue: title } })
      const { body: organizer } = await ask('POST', '/organizers', { as: 'admin', body: { organizer: title } })
      const dates = { start_date: '2027-01-10', end_date: '2027-01-10' }
      const event = await ask('POST', '/events', {
        as,
        body: { title, ...dates, ...body, venue: venue.id, organizer: organizer.id },
      })
      assert.equal(event.status, 201, event.text)
      if (isTrashed) assert.equal((await ask('DELETE', `/events/${event.body.id}`, { as })).status, 200)
    }
    await ask('POST', '/venues', { as: 'admin', body: { venue: 'unused' } })
    await ask('POST', '/organizers', { as: 'admin', body: { organizer: 'unused' } })
  })
  after(() => calendar.close())

  const names = async (path: string, as: Login): Promise<string[]> => {
    const { status, body, text } = await calendar.ask('GET', `${path}&per_page=50`, { as })
    assert.equal(status, 200, text)
    const records: { venue?: string; organizer?: string }[] = body.venues ?? body.organizers
    assert.equal(body.total, records.length)
    return records.map(({ venue, organizer }) => venue ?? organizer ?? '').sort()
  }

  const all = [...Object.keys(events), 'unused']

  for (const plural of ['venues', 'organizers']) {
    for (const [as, own] of besides) {
      it(`${plural}, as ${as}`, async () => {
        assert.deepEqual(await names(`/${plural}?has_events=true`, as), published.toSorted())
        const others = all.filter((name) => !published.includes(name))
        assert.deepEqual(await names(`/${plural}?has_events=false`, as), others.toSorted())
        assert.deepEqual(await names(`/${plural}?only_with_upcoming=true`, as), [...upcoming, ...own].toSorted())
      })
    }
  }
})
