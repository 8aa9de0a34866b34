import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { walkPages } from '../support/all-pages.ts'
import { createCalendar } from '../support/calendar.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { encodeForm, type Pair, styles } from './form-text.ts'
import { meaningOf } from './meant-values.ts'
import { type Garden, type Plural, plantGarden, plurals } from './payloads.ts'
import { askers } from './request-plans.ts'

/** Parameters that choose no records, or that change what others mean; each has tests of its own. */
const aside = [
  'page',
  'per_page',
  'cursor',
  '_fields',
  '_envelope',
  'order',
  'orderby',
  'strict_dates',
  'status',
  'hide_empty',
]

/** What makes the lists as wide as they get, so that every further filter can only narrow them. */
const widest: Readonly<Record<Plural, string>> = {
  events: 'start_date=0000-01-02&end_date=9999-12-30&status=publish,draft,pending,private,future',
  venues: 'status=publish,draft,pending,private,future',
  organizers: 'status=publish,draft,pending,private,future',
  categories: 'hide_empty=false',
  tags: 'hide_empty=false',
}

/** A filter as a piece of a query, with its marks not yet filled in. */
const filters = ({ document }: Garden, plural: Plural): fc.Arbitrary<string> => {
  const { query } = document.operations.get(`GET /${plural}`) ?? { query: new Map() }
  // `include` sets the window of events aside, and a window of its own is not narrower than the widest.
  const skipped = plural === 'events' ? [...aside, 'include', 'start_date', 'end_date'] : aside
  const names = [...query.keys()].filter((name) => !skipped.includes(name) && !name.startsWith('geoloc_'))
  const own = names.map((name) => {
    const { valid } = meaningOf(name, query.get(name) ?? {}, { isFilter: true, resource: plural })
    const pair = valid.map((value): Pair => [name, value])
    return fc.tuple(pair, fc.constantFrom(...styles)).map(([it, style]) => encodeForm([it], style))
  })
  const near = fc.constantFrom('geoloc_lat=48&geoloc_lng=16&geoloc_distance=500', 'geoloc_lat=-90&geoloc_lng=180')
  return fc.oneof(...own, ...(plural === 'events' ? [near] : []))
}

describe('a list', () => {
  let garden: Garden

  before(async () => {
    garden = await plantGarden(await createCalendar(), 40)
  })
  after(() => garden.calendar.close())

  const fillIn = (text: string): string => garden.known.fillIn(text, encodeURIComponent)

  for (const plural of plurals) {
    it(`of ${plural} has every record once along next_rest_url, as many as it counts, in every spelling (contract B3.1, B3.3)`, async (t) => {
      t.diagnostic(`SEED=${seed}`)
      let walked = 0
      const queries = fc.record({
        filters: fc.array(filters(garden, plural), { maxLength: 2 }),
        perPage: fc.integer({ min: 1, max: 9 }),
        role: fc.constantFrom(...askers),
      })
      const property = fc.asyncProperty(queries, async ({ filters: some, perPage, role }) => {
        const isWide = role === 'admin' || plural === 'tags' || plural === 'categories'
        const base = isWide ? `${widest[plural]}&` : ''
        const query = fillIn([`${base}per_page=${perPage}`, ...some].join('&'))
        const first = await garden.calendar.ask('GET', `/${plural}?${query}`, { as: role })
        fc.pre(first.status === 200)
        walked += (await walkPages(garden.calendar.ask, plural, query, role)).length
      })
      await fc.assert(property, { seed, numRuns: lengthOf(60, 240), maxSkipsPerRun: 20 })
      assert.ok(walked > lengthOf(20, 100), String(walked))
    })

    it(`of ${plural} never gains records by one more filter`, async (t) => {
      t.diagnostic(`SEED=${seed}`)
      let narrowed = 0
      const property = fc.asyncProperty(filters(garden, plural), filters(garden, plural), async (first, second) => {
        // `collapse` comes last: of each series it shows the first part that the other filters leave.
        const [one, other] = nameOf(first) === 'collapse' ? [second, first] : [first, second]
        // The same name twice is one filter: the last counts, or both join; and `event` wins over its alias `post` (F3.14).
        fc.pre(nameOf(one) !== nameOf(other))
        const ids = async (...some: string[]): Promise<number[] | undefined> => {
          const query = fillIn([widest[plural], 'per_page=50', ...some].join('&'))
          const { status } = await garden.calendar.ask('GET', `/${plural}?${query}`, { as: 'admin' })
          if (status !== 200) return undefined
          return (await walkPages(garden.calendar.ask, plural, query, 'admin')).map(({ id }) => id)
        }
        const [all, few, fewest] = [await ids(), await ids(one), await ids(one, other)]
        fc.pre(few !== undefined && fewest !== undefined)
        assert.deepEqual(
          few.filter((id) => !all?.includes(id)),
          [],
          one,
        )
        assert.deepEqual(
          fewest.filter((id) => !few.includes(id)),
          [],
          `${one} and ${other}`,
        )
        if (fewest.length < few.length) narrowed++
      })
      await fc.assert(property, { seed, numRuns: lengthOf(15, 60), maxSkipsPerRun: 20 })
      assert.ok(narrowed > 0, String(narrowed))
    })
  }

  for (const plural of ['events', 'venues', 'organizers'] as const) {
    it(`of ${plural} names records that answer the same by id and by slug`, async () => {
      const { ask } = garden.calendar
      const records = await walkPages(ask, plural, `${widest[plural]}&per_page=50`, 'admin')
      assert.ok(records.length > 10)
      for (const { id, slug } of records) {
        for (const as of ['none', 'admin'] as const) {
          const byId = await ask('GET', `/${plural}/${id}`, { as })
          const bySlug = await ask('GET', `/${plural}/by-slug/${encodeURIComponent(slug)}`, { as })
          assert.deepEqual([bySlug.status, bySlug.body], [byId.status, byId.body])
          assert.equal(bySlug.headers['etag'], byId.headers['etag'])
        }
      }
    })
  }
})

const nameOf = (query: string): string => query.replace(/[[=].*$/, '').replace(/^post$/, 'event')
