import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Names that every object of JavaScript has, which no table may be asked for. */
const names = Object.getOwnPropertyNames(Object.prototype)

describe('parameters whose names all objects have', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const dates = { start_date: '2026-11-25 10:00', end_date: '2026-11-25 12:00' }
    const body = { title: 'Fair', ...dates, venue: { venue: 'Hall' }, categories: ['Music'] }
    await calendar.ask('POST', '/events', { as: 'admin', body })
  })
  after(() => calendar.close())

  for (const path of [
    ...[
      '//',
      '//events/',
      '//events/month/',
      '//event/fair/',
      '//venue/hall/',
      '//venues/',
      '//events/category/music/',
    ],
    ...[
      '//events/feed.ics',
      '//events/feed.rss',
      '//venues/feed.geojson',
      '//events/feed/',
      '//embed/events/',
      '//docs/',
    ],
    ...['/events', '/events/1', '/venues', '/categories', '//wp-json', '//wp-json/wp/v2/posts', '//sitemap.xml', ''],
  ]) {
    it(`are ignored at ${path || '/'}`, async () => {
      const plain = await calendar.ask('GET', path)
      assert.equal(plain.status, 200)
      for (const name of names) {
        for (const query of [name, `${name}=1`, `${name}[]=1`, `x[${name}]=1`]) {
          const { status, text } = await calendar.ask('GET', `${path}?${encodeURI(query)}`)
          assert.equal(status, 200, `${query}: ${text.slice(0, 200)}`)
        }
      }
    })
  }
})
