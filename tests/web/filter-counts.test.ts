import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, read, withCalendar } from './calendar-pages.ts'

/** The numbers of a page by filter and value. */
const countsOf = (main: string): Record<string, Record<string, number>> =>
  Object.fromEntries(
    [...main.matchAll(/<section data-filter="(\w+)">(.*?)<\/section>/gs)].map(([, name = '', section = '']) => [
      name,
      Object.fromEntries(
        [...section.matchAll(/data-value="([^"]*)">[^<]*<span class="count">(\d+)</g)].map(([, value = '', count]) => [
          value,
          Number(count),
        ]),
      ),
    ]),
  )

/** What the link to the events says, of which the button of the filters says the same. */
const totalIn = (main: string): string => /data-total>([^<]*)</.exec(main)?.[1] ?? ''

const linkIn = (main: string): string => /href="([^"]*)" data-counts/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('the numbers of events for filters', () => {
  it('are those of the lists to which the values lead, with the other filters and the window of the page', async () => {
    await withCalendar(async (calendar) => {
      const parent = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Art' } })
      const child = { name: 'Dance', parent: parent.body.id }
      assert.equal((await calendar.ask('POST', '/categories', { as: 'admin', body: child })).status, 201)
      const hall = { venue: { venue: 'Hall' } }
      const [first] = [
        await create(calendar, 'One', '2026-12-01 10:00', undefined, { categories: ['Art', 'Dance'], ...hall }),
      ]
      const venue = first.venue.id
      await create(calendar, 'Two', '2026-12-05 10:00', undefined, { categories: ['Dance'], venue, featured: true })
      await create(calendar, 'Three', '2027-01-05 10:00', undefined, {
        categories: ['Talk'],
        tags: ['free'],
        featured: true,
      })
      await create(calendar, 'Going on', '2026-11-01 10:00', '2026-12-20 10:00', { categories: ['Talk'] })
      await create(calendar, 'Over', '2026-11-02 10:00', undefined, { categories: ['Talk'] })
      await create(calendar, 'Hidden', '2026-12-05 10:00', undefined, { categories: ['Talk'], status: 'draft' })
      for (const [path, counts] of [
        ['/events/', { categories: { art: 2, dance: 2, talk: 2 }, tags: { free: 1 }, venue: { [venue]: 2 } }],
        ['/events/month/2026-12/', { categories: { art: 2, dance: 2, talk: 1 }, venue: { [venue]: 2 } }],
        ['/events/month/2027-02/', {}],
        [
          '/events/?featured=true',
          { categories: { art: 1, dance: 1, talk: 1 }, tags: { free: 1 }, venue: { [venue]: 1 } },
        ],
        // What is chosen in a filter does not change the numbers of the same filter.
        [`/events/?categories=talk`, { categories: { art: 2, dance: 2, talk: 2 }, tags: { free: 1 } }],
        ['/events/past/', { categories: { talk: 1 } }],
        ['/events/category/dance/', { categories: { art: 2, dance: 2, talk: 2 }, venue: { [venue]: 2 } }],
      ] as const) {
        const link = linkIn(await read(calendar, path))
        assert.match(link, /^\/events\/filters\//, path)
        assert.deepEqual(countsOf(await read(calendar, link)), counts, path)
      }
      for (const [path, total] of [
        ['/events/filters/', 'Show 4 events'],
        ['/events/filters/?featured=true', 'Show 2 events'],
        ['/events/filters/?categories=art&featured=true', 'Show 1 event'],
        ['/events/filters/?categories=art&categories=talk&featured=true', 'Show 2 events'],
        ['/events/filters/?search=nothing', 'Show 0 events'],
        ['/de/events/filters/?view=past', '1 Veranstaltung anzeigen'],
      ] as const) {
        assert.equal(totalIn(await read(calendar, path)), total, path)
      }
      const main = await read(calendar, '/events/filters/?view=month&date=2026-12')
      const [, to = ''] = /href="([^"]*)" data-value="dance"/.exec(main) ?? []
      assert.equal(to, '/events/month/2026-12/?categories=dance')
    })
  })

  it('belong to values of which several can be ticked, also that of the path and those that no event has', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 1; n <= 9; n++)
        await create(calendar, `Event ${n}`, '2026-12-01 10:00', undefined, {
          categories: [`Kind ${n}`],
          tags: ['Small'],
        })
      const empty = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Empty' } })
      assert.equal(empty.status, 201)
      const ticked = (main: string): string[] =>
        [...main.matchAll(/name="(\w+)" value="([^"]*)" checked/g)].map(([, name, value]) => `${name} ${value}`)
      for (const [path, expected] of [
        ['/events/', []],
        [
          '/events/?categories=kind-1&categories=kind-9&free=true',
          ['categories kind-1', 'categories kind-9', 'free true'],
        ],
        ['/events/month/?categories=kind-2,empty', ['categories empty', 'categories kind-2']],
        ['/events/category/kind-3/week/', ['categories kind-3']],
        ['/events/tag/small/?categories=kind-3', ['categories kind-3', 'tags small']],
      ] as const) {
        const main = await read(calendar, path)
        assert.deepEqual(ticked(main), expected, path)
        assert.equal(main.match(/type="checkbox" name="categories"/g)?.length, path.includes('empty') ? 10 : 9, path)
        const number = /<summary>Filters(?: <b class="number">(\d+)<\/b>)?<\/summary>/.exec(main)
        assert.equal(Number(number?.[1] ?? 0), expected.length, path)
      }
      // Of many values, the first and those that are ticked are in view.
      const main = await read(calendar, '/events/?categories=kind-9')
      const [inView = '', others = ''] =
        /<fieldset data-filter="categories">.*?<\/fieldset>/s.exec(main)?.[0].split('<details>') ?? []
      assert.equal(inView.match(/<input/g)?.length, 9)
      assert.equal(others, '')
      const plain = await read(calendar, '/events/')
      assert.match(plain, /<summary class="others">2 more<\/summary>/)
    })
  })

  it('name and count what an address chooses by id, or beyond the options; a path wins over the same filter', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 101; n <= 205; n++)
        await create(calendar, `Event ${n}`, '2026-12-01 10:00', undefined, { tags: [`Tag ${n}`] })
      const both = { categories: ['Music'], tags: ['Tag 101'] }
      const { categories } = await create(calendar, 'Song', '2026-12-02 10:00', undefined, both)
      await create(calendar, 'Play', '2026-12-03 10:00', undefined, { categories: ['Stage'] })
      const [{ id }] = categories
      const tickedIn = (main: string): string[] =>
        [...main.matchAll(/value="([^"]*)" checked(?: data-other)?> <span dir="auto">([^<]*)/g)].map(
          ([, value, name]) => `${value} ${name}`,
        )
      const plain = await read(calendar, '/events/')
      const offered = [...plain.matchAll(/name="tags" value="([^"]*)"/g)].map(([, value]) => value)
      const beyond = Array.from({ length: 105 }, (_, at) => `tag-${101 + at}`).find((it) => !offered.includes(it)) ?? ''
      assert.match(beyond, /^tag-/)
      const name = beyond.replace('tag-', 'Tag ')
      for (const [path, expected, counts] of [
        [`/events/?tags=${beyond}`, [`${beyond} ${name}`], { tags: { [beyond]: 1 } }],
        [`/events/tag/${beyond}/`, [`${beyond} ${name}`], { tags: { [beyond]: 1 } }],
        [`/events/?categories=${id}`, ['music Music'], { categories: { music: 1, stage: 1 } }],
        ['/events/category/music/?categories=stage', ['music Music'], { categories: { music: 1, stage: 1 } }],
      ] as const) {
        const main = await read(calendar, path)
        assert.deepEqual(tickedIn(main), expected, path)
        assert.equal(main.includes('data-other'), path.includes(beyond), path)
        const found = countsOf(await read(calendar, linkIn(main)))
        for (const [filter, values] of Object.entries(counts))
          for (const [value, count] of Object.entries(values)) assert.equal(found[filter]?.[value], count, path)
      }
      const main = await read(calendar, `/events/?categories=${id}`)
      assert.match(main, /<h1>Music<\/h1>/)
      assert.match(await read(calendar, '/events/category/music/?categories=stage'), /1 event</)
    })
  })

  it('are left out where there are very many events', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, 'Often', '2026-12-01 10:00', undefined, { featured: true })
      await create(calendar, 'Once', '2026-12-02 10:00', undefined, { categories: ['Talk'] })
      await calendar.database.transact(async ({ kysely }) => {
        const event = await kysely.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        for (let first = 100_000; first < 110_000; first += 100) {
          const ids = Array.from({ length: 100 }, (_, at) => first + at)
          await kysely
            .insertInto('record')
            .values(ids.map((id) => ({ id, kind: 'event' as const })))
            .execute()
          await kysely
            .insertInto('event')
            .values(ids.map((id) => ({ ...event, id, slug: `often-${id}` })))
            .execute()
        }
      })
      const all = await read(calendar, '/events/filters/')
      assert.deepEqual(countsOf(all), { categories: {} })
      assert.match(all, /data-value="talk"/)
      assert.equal(totalIn(all), 'Show events')
      const few = countsOf(await read(calendar, '/events/filters/?categories=talk&featured=false'))
      assert.deepEqual(few, { categories: { talk: 1 } })
    })
  })

  it('are those of the list where the address names no view or date that there is', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'One', '2026-12-01 10:00', undefined, { categories: ['Art'] })
      const counts = countsOf(await read(calendar, '/events/filters/'))
      assert.deepEqual(counts, { categories: { art: 1 } })
      for (const query of ['view=none&date=2026-99', 'view=month&date=2026-99-01', 'date=x']) {
        const main = await read(calendar, `/events/filters/?${query}`)
        assert.deepEqual(countsOf(main), query.startsWith('view=month') ? {} : counts, query)
      }
    })
  })
})
