import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Calendar } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'
import { create, read, withCalendar } from './calendar-pages.ts'

/** The titles of the events of a page, in the strip of what is still on and below it. */
const titlesOf = (main: string): string[] =>
  [...main.matchAll(/<h[234] class="title">.*?<a [^>]*>([^<]*)</g)].map(([, title = '']) => title)

const titlesAt = async (calendar: Calendar, path: string): Promise<string[]> => titlesOf(await read(calendar, path))

const inBerlin = { KALENDS_TIMEZONE: 'Europe/Berlin' }

/** A day with what is over, what is on since weeks, and what comes; it is one o'clock. */
const fillDay = async (calendar: Calendar): Promise<void> => {
  calendar.setClock('2026-12-01 12:00:00')
  const music = { categories: ['Music'] }
  await create(calendar, 'Morning', '2026-12-01 08:00', '2026-12-01 09:00', { categories: ['Sport'] })
  await create(calendar, 'Exhibition', '2026-11-02 10:00', '2026-12-22 18:00', music)
  await create(calendar, 'Evening', '2026-12-01 19:00', '2026-12-01 21:00', music)
  await create(calendar, 'Later', '2026-12-02 19:00', '2026-12-02 21:00', music)
}

describe('an event of whole days', () => {
  it('is over when its last day is, by the clock of its zone', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair', '2026-12-01', '2026-12-02', { all_day: true })
      for (const [time, list, past] of [
        ['2026-12-02 22:59:58', ['Fair'], []],
        ['2026-12-02 23:00:00', [], ['Fair']],
      ] as const) {
        calendar.setClock(time)
        for (const path of ['/events/', '/events/?when=today', '/embed/events/'])
          assert.deepEqual(await titlesAt(calendar, path), list, `${path} at ${time}`)
        assert.deepEqual(await titlesAt(calendar, '/events/past/'), past, time)
        const { text } = await calendar.ask('GET', '//event/fair/')
        assert.equal(text.includes('This event is over.'), past.length > 0, time)
      }
    }, inBerlin)
  })
})

describe('what is past', () => {
  it('has the latest date of a series once, and the events behind hundreds of others', async () => {
    await withCalendar(async (calendar) => {
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=2' }
      await create(calendar, 'Yoga', '2026-01-01 10:00', '2026-01-01 11:00', { recurrence })
      const { body: latest } = await calendar.ask('GET', '/events/by-slug/yoga-2026-01-02')
      await repeatEvent(
        calendar,
        latest.id,
        Array.from({ length: 1100 }, (_, at) => {
          const day = new Date(Date.UTC(2022, 5, 1 + at)).toISOString().slice(0, 10)
          const [start, end] = [`${day} 10:00:00`, `${day} 11:00:00`]
          return { start_date: start, end_date: end, start_utc: start, end_utc: end, recurrence_id: start }
        }),
      )
      for (let n = 1; n <= 25; n++) {
        const day = `2022-01-${String(n).padStart(2, '0')}`
        await create(calendar, `Talk ${n}`, `${day} 19:00`, `${day} 20:00`)
      }
      const first = await read(calendar, '/events/past/')
      assert.deepEqual(titlesOf(first), ['Yoga', ...Array.from({ length: 19 }, (_, at) => `Talk ${25 - at}`)])
      assert.match(first, /href="\/event\/yoga-2026-01-02\/"/)
      assert.match(first, /<a href="\/events\/past\/\?page=2" rel="next">/)
      const second = await read(calendar, '/events/past/?page=2')
      assert.deepEqual(titlesOf(second), ['Talk 6', 'Talk 5', 'Talk 4', 'Talk 3', 'Talk 2', 'Talk 1'])
      assert.doesNotMatch(second, /rel="next"/)
      assert.equal((await calendar.ask('GET', '//events/past/?page=3')).status, 404)
      assert.equal(
        titlesOf(await read(calendar, '/events/past/?collapse=none')).filter((title) => title === 'Yoga').length,
        20,
      )
    })
  })
})

describe('lists of days', () => {
  it('have what is still on and leave out what is over, in every order and for every way to ask', async () => {
    await withCalendar(async (calendar) => {
      await fillDay(calendar)
      const today = 'start_date=2026-12-01&end_date=2026-12-01'
      for (const [path, expected] of [
        ['/events/', ['Evening', 'Exhibition', 'Later']],
        ['/events/?sort=title', ['Evening', 'Exhibition', 'Later']],
        ['/events/photo/?sort=title', ['Evening', 'Exhibition', 'Later']],
        [`/events/?${today}`, ['Evening', 'Exhibition']],
        [`/events/?${today}&sort=title`, ['Evening', 'Exhibition']],
        ['/events/?when=tomorrow&sort=title', ['Exhibition', 'Later']],
      ] as const) {
        assert.deepEqual((await titlesAt(calendar, path)).sort(), expected, path)
      }
    }, inBerlin)
  })

  it('are the same on maps, screens and in digests', async () => {
    await withCalendar(
      async (calendar) => {
        await fillDay(calendar)
        const everywhere = { venue: { venue: 'Hall', geo_lat: 51, geo_lng: 3.7 } }
        const { body } = await calendar.ask('GET', '/events?per_page=50&start_date=2026-01-01')
        for (const { id } of body.events)
          await calendar.ask('POST', `/events/${id}`, { as: 'editor', body: everywhere })
        const names = ['Morning', 'Exhibition', 'Evening', 'Later']
        for (const [dates, expected] of [
          ['start_date=2026-12-01&end_date=2026-12-01', ['Exhibition', 'Evening']],
          ['start_date=2026-12-02&end_date=2026-12-02', ['Exhibition', 'Later']],
        ] as const) {
          for (const page of ['', 'map/', 'screen/', 'digest/']) {
            const { text } = await calendar.ask('GET', `//events/${page}?${dates}`, {
              headers: { accept: 'text/html' },
            })
            const found = names.filter((name) => text.includes(`>${name}<`))
            assert.deepEqual(found, expected, `${page} ${dates}`)
          }
        }
      },
      { ...inBerlin, KALENDS_TILE_SERVER: 'https://tiles.example/{z}/{x}/{y}.png' },
    )
  })

  it('have as many events as their filters say', async () => {
    await withCalendar(async (calendar) => {
      await fillDay(calendar)
      for (const dates of [
        'start_date=2026-12-01&end_date=2026-12-01',
        'start_date=2026-12-02&end_date=2026-12-02',
        'end_date=2026-12-01',
        'when=tomorrow',
        'end_date=2026-11-30',
      ]) {
        const found = (await titlesAt(calendar, `/events/?${dates}`)).length
        const counts = await read(calendar, `/events/filters/?${dates}`)
        const counted = [...counts.matchAll(/<span class="count">(\d+)<\/span>/g)].map(([, count]) => Number(count))
        // All of them have one category, and what is over has another.
        assert.deepEqual(counted, [found], dates)
      }
    }, inBerlin)
  })

  it('show an event of another zone on the day of the clock of the site, with its own date', async () => {
    await withCalendar(async (calendar) => {
      calendar.setClock('2026-12-01 05:00:00')
      const zone = { timezone: 'America/Los_Angeles' }
      await create(calendar, 'Pacific', '2026-11-30 23:00', '2026-12-01 00:30', zone)
      const main = await read(calendar, '/events/')
      assert.match(main, /<section class="dated"><h2><time datetime="2026-12-01">/)
      assert.doesNotMatch(main, /datetime="2026-11-30"/)
      assert.match(main, />Mon, Nov 30 · 11|>Monday, November 30 · 11/)
    }, inBerlin)
  })

  it('count a night to its first day, until it goes on in the next one', async () => {
    await withCalendar(async (calendar) => {
      calendar.setClock('2026-12-01 12:00:00')
      await create(calendar, 'Night', '2026-12-01 22:30', '2026-12-02 03:00')
      assert.deepEqual(await titlesAt(calendar, '/events/?when=today'), ['Night'])
      assert.deepEqual(await titlesAt(calendar, '/events/?when=tomorrow'), [])
      calendar.setClock('2026-12-02 00:30:00')
      assert.deepEqual(await titlesAt(calendar, '/events/?when=today'), ['Night'])
    }, inBerlin)
  })
})

describe('the line that says what an event is about', () => {
  it('is text, also where the beginning of the HTML ends within a tag', async () => {
    await withCalendar(async (calendar) => {
      const at = '2026-12-05 20:00'
      const alt = 'long words '.repeat(150)
      for (const [title, more] of [
        ['Picture', { description: `<p>See <img src="https://example.org/a.jpg" alt="${alt}"> it</p>` }],
        ['Link', { description: `<p>Hello <a href="https://example.org/${'a'.repeat(1_200)}">there</a></p>` }],
        ['First', { description: `<p><img src="https://example.org/a.jpg" alt="${alt}"></p><p>Behind</p>` }],
        ['Spaces', { description: '<p>Real text</p>', excerpt: '<p>&nbsp;</p>' }],
        ['Faces', { description: `<p>a${'😀'.repeat(200)}</p>` }],
      ] as const) {
        await create(calendar, title, at, at, more)
      }
      const main = await read(calendar, '/events/')
      const abouts = [...main.matchAll(/<p class="about"><bdi>(.*?)<\/bdi><\/p>/g)].map(([, text]) => text)
      assert.ok(abouts.length > 0 && abouts.every((text = '') => text.isWellFormed() && !text.includes('&lt;')), main)
      assert.deepEqual(abouts.slice(0, 3), ['See …', 'Hello …', 'Real text'])
    })
  })
})
