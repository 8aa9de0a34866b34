import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strongEtag } from '../../src/lib/tag.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

type Ids = Readonly<Record<'event' | 'venue' | 'organizer' | 'category', number>>

const fill = async ({ ask }: Calendar): Promise<Ids> => {
  const create = async (path: string, body: object): Promise<number> =>
    (await ask('POST', path, { as: 'admin', body })).body.id
  const venue = await create('/venues', { venue: 'Hall', city: 'Ghent' })
  const organizer = await create('/organizers', { organizer: 'Club' })
  const category = await create('/categories', { name: 'Music' })
  const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
  const links = { venue, organizer, categories: [category] }
  return { venue, organizer, category, event: await create('/events', { title: 'Fair', ...dates, ...links }) }
}

/** Writes after which a single read of the event differs, and what it then shows. */
const writes: readonly (readonly [
  name: string,
  path: (ids: Ids) => string,
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: a part of the record.
  shown: (event: any) => unknown,
  wanted: unknown,
])[] = [
  ['a title', ({ event }) => `/events/${event}`, { title: 'Show' }, (event) => event.json_ld.name, 'Show'],
  ['a venue', ({ venue }) => `/venues/${venue}`, { city: 'Bruges' }, (event) => event.venue.city, 'Bruges'],
  [
    'the name of a venue, in structured data',
    ({ venue }) => `/venues/${venue}`,
    { venue: 'Barn' },
    (event) => [event.venue.json_ld.name, event.json_ld.location.name],
    ['Barn', 'Barn'],
  ],
  ['a hidden venue', ({ venue }) => `/venues/${venue}`, { status: 'draft' }, (event) => event.venue, []],
  [
    'a hidden organizer',
    ({ organizer }) => `/organizers/${organizer}`,
    { status: 'private' },
    (event) => [event.organizer, event.json_ld.organizer],
    [[], undefined],
  ],
  [
    'the name of a category',
    ({ category }) => `/categories/${category}`,
    { name: 'Art' },
    (event) => event.categories[0].name,
    'Art',
  ],
]

describe('a single read', () => {
  for (const [name, path, body, shown, wanted] of writes) {
    it(`shows a change at once, also when its response was cached: ${name}`, async () => {
      const calendar = await createCalendar()
      const { ask } = calendar
      const ids = await fill(calendar)
      for (const address of [`/events/${ids.event}`, '/events/by-slug/fair']) {
        for (let n = 0; n < 3; n++) await ask('GET', address)
      }
      assert.equal((await ask('PATCH', path(ids), { as: 'admin', body })).status, 200)
      for (const address of [`/events/${ids.event}`, '/events/by-slug/fair']) {
        assert.deepEqual(shown((await ask('GET', address)).body), wanted, address)
      }
      await calendar.close()
    })
  }

  it('has the hash of its bytes as ETag, and so does the write before it', async () => {
    const calendar = await createCalendar()
    const { ask } = calendar
    const { event, venue, organizer, category } = await fill(calendar)
    const changes = [
      [`/events/${event}`, { title: 'A & B', cost: '$5' }],
      [`/venues/${venue}`, { venue: 'C & D' }],
      [`/organizers/${organizer}`, { organizer: 'E <F>' }],
      [`/categories/${category}`, { name: 'G' }],
    ] as const
    for (const [path, body] of changes) {
      const written = await ask('PATCH', path, { as: 'admin', body })
      for (const as of ['none', 'admin'] as const) {
        const read = await ask('GET', path, { as })
        assert.equal(read.headers['etag'], strongEtag(read.text), path)
        assert.equal(read.headers['etag'], written.headers['etag'], path)
      }
    }
    await calendar.close()
  })
})
