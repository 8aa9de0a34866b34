import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { evilText } from './evil-values.ts'
import type { Plural } from './payloads.ts'

const dates = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00' }

/** The payload of a record that differs from its namesakes, which would be answered instead (contract B7.5, B10). */
const payloadOf = (plural: Plural, title: string, { nth, parent }: { nth: number; parent?: number }): object =>
  ({
    events: { title, ...dates },
    venues: { venue: title, phone: String(nth) },
    organizers: { organizer: title, phone: String(nth) },
    categories: { name: title, parent },
    tags: { name: title },
  })[plural]

describe('slugs', () => {
  let calendar: Calendar

  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const titles = fc.oneof(
    fc.constantFrom(
      'Concert',
      'concert',
      'CONCERT!',
      'Concert 2',
      'concert-2',
      '—',
      '???',
      '東京',
      'Ｔōkyō',
      '😀',
      '%e6',
      '-',
      '2',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    evilText,
    fc.constantFrom('x'.repeat(400), 'é'.repeat(300), `${'x'.repeat(199)} y`),
  )

  for (const plural of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
    it(`of ${plural} are unique and name their record, whatever the titles (contract B7.6)`, async (t) => {
      t.diagnostic(`SEED=${seed}`)
      const owners = new Map<string, number>()
      let nth = 0
      const property = fc.asyncProperty(titles, async (title) => {
        const body = payloadOf(plural, title, { nth: ++nth })
        const { status, body: record } = await calendar.ask('POST', `/${plural}`, { as: 'admin', body })
        // Some titles are no titles, and terms may not have namesakes.
        fc.pre(status === 201)
        assert.match(record.slug, /^[a-z0-9_%-]{1,200}$/)
        assert.equal(owners.get(record.slug), undefined, `the slug ${record.slug} came twice`)
        owners.set(record.slug, record.id)
        if (plural === 'categories' || plural === 'tags') return
        for (const slug of [record.slug, encodeURIComponent(record.slug), record.slug.toUpperCase()]) {
          const found = await calendar.ask('GET', `/${plural}/by-slug/${slug}`)
          assert.equal(found.body.id, record.id, `${slug} of ${title}`)
        }
      })
      await fc.assert(property, { seed, numRuns: lengthOf(40, 150), maxSkipsPerRun: 20 })
    })
  }

  for (const plural of ['events', 'venues', 'organizers'] as const) {
    it(`of ${plural} differ when fifty of one title are created at once (contract B7.6)`, async () => {
      const title = 'All at once'
      const created = await Promise.all(
        Array.from({ length: 50 }, (_, nth) =>
          calendar.ask('POST', `/${plural}`, { as: 'admin', body: payloadOf(plural, title, { nth }) }),
        ),
      )
      const slugs = created.map(({ status, body }) => (status === 201 ? body.slug : status))
      const expected = Array.from({ length: 50 }, (_, nth) => (nth === 0 ? 'all-at-once' : `all-at-once-${nth + 1}`))
      assert.deepEqual(slugs.sort(), expected.sort())
    })
  }

  it('of categories differ when namesakes are created at once below different parents', async () => {
    const parents = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        calendar.ask('POST', '/categories', { as: 'admin', body: { name: `Parent ${nth}` } }),
      ),
    )
    const created = await Promise.all(
      parents.map(({ body: { id: parent } }, nth) =>
        calendar.ask('POST', '/categories', { as: 'admin', body: payloadOf('categories', 'Below', { nth, parent }) }),
      ),
    )
    assert.deepEqual(
      created.map(({ status }) => status),
      parents.map(() => 201),
    )
    assert.equal(new Set(created.map(({ body }) => body.slug)).size, parents.length)
  })

  for (const plural of ['categories', 'tags'] as const) {
    it(`of ${plural}: of fifty namesakes beside each other one is made, and the others are told its id (contract B10)`, async () => {
      const created = await Promise.all(
        Array.from({ length: 50 }, () =>
          calendar.ask('POST', `/${plural}`, { as: 'admin', body: { name: 'Only one' } }),
        ),
      )
      const made = created.filter(({ status }) => status === 201)
      const others = created.filter(({ status, body }) => status === 400 && body.code === 'term_exists')
      assert.deepEqual([made.length, others.length], [1, 49])
      for (const { body } of others) assert.equal(body.data.term_id, made[0]?.body.id)
    })
  }

  it('of fifty venues that say the same one is made, and all are answered with it (contract B7.5)', async () => {
    const created = await Promise.all(
      Array.from({ length: 50 }, () =>
        calendar.ask('POST', '/events', {
          as: 'admin',
          body: { title: 'Same', ...dates, venue: { venue: 'The same hall' } },
        }),
      ),
    )
    assert.equal(new Set(created.map(({ body }) => body.venue.id)).size, 1)
    assert.equal(new Set(created.map(({ body }) => body.slug)).size, 50)
  })
})
