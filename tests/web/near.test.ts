import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Calendar } from '../support/calendar.ts'
import { create, read, withCalendar } from './calendar-pages.ts'

/** Titles of cards with what their lines of places say. */
const cardsOf = (main: string): (readonly [string, string])[] =>
  [...main.matchAll(/<article class="card.*?<\/article>/gs)].map(([card]) => [
    /class="title"><a [^>]*>([^<]*)/.exec(card)?.[1] ?? '',
    /class="where">(.*?)<\/p>/.exec(card)?.[1] ?? '',
  ])

const at = (venue: string, geo_lat: number, geo_lng: number) => ({ venue: { venue, geo_lat, geo_lng } })

const fill = async (calendar: Calendar): Promise<void> => {
  await create(calendar, 'Far', '2026-12-01 10:00', undefined, at('Lille', 50.63, 3.06))
  await create(calendar, 'Near', '2026-12-03 10:00', undefined, at('Ghent', 51.05, 3.72))
  await create(calendar, 'Between', '2026-12-02 10:00', undefined, at('Aalst', 50.94, 4.04))
  await create(calendar, 'Nowhere', '2026-12-02 10:00')
}

describe('events near a point', () => {
  it('are listed by their distance, which they show', async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      const query = 'geoloc_lat=51.05&geoloc_lng=3.7&geoloc_distance=50&sort=distance'
      const main = await read(calendar, `/events/?${query}`)
      assert.deepEqual(cardsOf(main), [
        ['Near', '<bdi>Ghent</bdi> · 1.4 km'],
        ['Between', '<bdi>Aalst</bdi> · 27 km'],
      ])
      assert.match(await read(calendar, `/de/events/?${query}`), /<bdi>Ghent<\/bdi> · 1,4 km/)
      // All of it is one filter, with one link that takes it off.
      assert.match(main, /<a class="chip on" href="\/events\/"[^>]*>Within 50 km</)
      assert.equal(main.match(/class="chip on"/g)?.length, 1)
      // The form keeps the point, and has the radius.
      assert.match(main, /<option value="50" selected>50 km</)
      assert.match(main, /<input type="hidden" name="geoloc_lat" value="51\.05">/)
      assert.doesNotMatch(await read(calendar, '/events/'), /\d km<|name="geoloc_/)
    })
  })

  it('are behind a link of each venue that has a place', async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      const main = await read(calendar, '/venue/ghent/')
      const link =
        /<a class="signed near" href="([^"]*)" rel="nofollow">Events nearby/
          .exec(main)?.[1]
          ?.replaceAll('&amp;', '&') ?? ''
      assert.deepEqual(cardsOf(await read(calendar, link)), [['Near', '<bdi>Ghent</bdi> · 0 km']])
      await create(calendar, 'Other', '2026-12-01 10:00', undefined, { venue: { venue: 'Hall' } })
      assert.doesNotMatch(await read(calendar, '/venue/hall/'), /Events nearby/)
    })
  })

  it('need both coordinates, and are not for search engines', async () => {
    await withCalendar(async ({ ask }) => {
      const get = (query: string) => ask('GET', `//events/?${query}`, { headers: { accept: 'text/html' } })
      for (const query of ['geoloc_lat=51', 'geoloc_lat=91&geoloc_lng=1', 'sort=distance']) {
        assert.equal((await get(query)).status, 400, query)
      }
      assert.match((await get('geoloc_lat=51&geoloc_lng=1')).text, /<meta name="robots" content="noindex">/)
    })
  })
})
