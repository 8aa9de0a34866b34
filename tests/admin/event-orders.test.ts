import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const allDates = 'start_date=1000-01-01&end_date=9999-12-31&per_page=50'

/** The orders of the list of events that are not by date: as `wp/v2` and as the interface name them. */
const orders = [
  ['orderby=title&order=asc', 'sort=title'],
  ['orderby=title&order=desc', 'sort=-title'],
  ['orderby=modified&order=asc', 'sort=modified'],
  ['orderby=modified&order=desc', 'sort=-modified'],
] as const

/** The filters of the list, in both ways; an event without a status is any outside the trash. */
const filters = [
  ['status=any', ''],
  ...['publish', 'future', 'draft', 'pending', 'private', 'trash'].map((status) => [
    `status=${status}`,
    `status=${status}`,
  ]),
  ['status=any&search=jazz', 'search=jazz'],
  ['status=any&tribe_events_cat=1,2', 'categories=1,2'],
  ['status=any&tags=3', 'tags=3'],
] as const

/** The person's own events come from `wp/v2`, and all others from the interface: but for accents, which the latter ignores, both say the same. */
describe('the events of the admin by title or change', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const create = (as: Login, title: string, more: object = {}) =>
      calendar.ask('POST', '/events', {
        as,
        body: { title, start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...more },
      })
    const answers = [
      await create('editor', 'Ete', { categories: [{ name: 'Music' }], description: 'Jazz' }),
      await create('editor', 'eta', { categories: [{ name: 'Arts' }], tags: [{ name: 'outside' }] }),
      await create('author', 'Jazz', { status: 'draft', categories: [1] }),
      await create('author', 'jazz', { tags: [3], hide_from_listings: true }),
      await create('contributor', 'Zoo', { tags: [3] }),
      await create('editor', 'Old', { start_date: '1999-01-01 10:00', end_date: '1999-01-01 11:00' }),
      await create('editor', 'Secret', { status: 'private' }),
      await create('editor', 'Later', { status: 'future', date: '2031-01-01 00:00' }),
      await create('editor', 'Gone'),
    ]
    for (const { status, text } of answers) assert.equal(status, 201, text)
    await calendar.ask('DELETE', `/events/${answers.at(-1)?.body.id}`, { as: 'editor' })
  })
  after(() => calendar?.close())

  for (const as of ['editor', 'author', 'contributor'] as const)
    it(`are the same in both interfaces for an ${as}`, async () => {
      let count = 0
      for (const [wpOrder, sort] of orders)
        for (const [wpFilter, filter] of filters) {
          const wp = await calendar.ask('GET', `//wp/v2/tribe_events?per_page=50&${wpOrder}&${wpFilter}`, { as })
          const own = await calendar.ask('GET', `/events?${allDates}&${sort}&${filter}`, { as })
          assert.equal(own.status, 200, own.text)
          const ids = (events: readonly { readonly id: number }[]) => events.map(({ id }) => id)
          assert.deepEqual(ids(own.body.events), ids(wp.body), `${as}: ${sort} ${filter}`)
          count += own.body.events.length
        }
      assert.ok(count > 0)
    })
})
