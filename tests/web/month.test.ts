import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatEvent } from '../support/repeat-event.ts'
import { assertApart, type Cell, numberIn, readMonth, seenOn } from './calendar-grid.ts'
import { create, read, withCalendar } from './calendar-pages.ts'

const allDay = { all_day: true }

const cellOf = (weeks: readonly (readonly Cell[])[], day: string): Cell => {
  const found = weeks.flat().find((cell) => cell.day === day)
  assert.ok(found, day)
  return found
}

const daysOf = (seen: ReadonlyMap<string, readonly string[]>, title: string): string[] =>
  [...seen].filter(([, titles]) => titles.includes(title)).map(([day]) => day)

describe('a month', () => {
  it('has a bar over the days of an event, once a week, with flat edges where it goes on', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Exhibition', '2026-10-20 10:00:00', '2026-11-24 18:00:00')
      const main = await read(calendar, '/events/month/2026-11/')
      assert.equal(main.match(/<th scope="col">/g)?.length, 7)
      const weeks = readMonth(main)
      const bars = weeks.map((week) => week.flatMap(({ lines }) => lines))
      assert.deepEqual(
        bars.map((lines) => lines.map((line) => [numberIn(line, 's', 1), ...line.classes.slice(-2)])),
        [[[7, 'before', 'after']], [[7, 'before', 'after']], [[7, 'before', 'after']], [[3, 's3', 'before']], []],
      )
      for (const [bar] of bars.slice(0, 4)) assert.match(bar?.html ?? '', /continues .*>until November 24</)
      assert.equal(daysOf(seenOn(weeks), 'Exhibition').length, 24)
      const first = readMonth(await read(calendar, '/events/month/2026-10/'))
      const [begins] = cellOf(first, '2026-10-20').lines
      assert.deepEqual(begins?.classes, ['line', 'l0', 'bar', 's5', 'after'])
      assert.match(begins?.html ?? '', /^<a [^>]*><time [^>]*>10\sAM<\/time>/)
      assert.doesNotMatch(await read(calendar, '/events/month/2026-12/'), /Exhibition/)
      const list = await read(calendar, '/events/')
      assert.match(list, /Still on.*>Exhibition</s)
    })
  })

  it('gives bars that begin first, and of these the longest, the first lines, and fills the lines between them', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Late', '2026-12-09', '2026-12-11', allDay)
      await create(calendar, 'Short', '2026-12-07', '2026-12-08', allDay)
      await create(calendar, 'Long', '2026-12-07', '2026-12-10', allDay)
      await create(calendar, 'Day', '2026-12-10', '2026-12-10', allDay)
      await create(calendar, 'Noon', '2026-12-11 12:00:00')
      await create(calendar, 'Dawn', '2026-12-11 06:00:00')
      const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
      assertApart(weeks)
      const lanes = weeks
        .flatMap((week) => week.flatMap(({ lines }) => lines))
        .map((line) => [line.title, numberIn(line, 'l'), numberIn(line, 's', 1)])
      assert.deepEqual(lanes, [
        ['Long', 0, 4],
        ['Short', 1, 2],
        ['Late', 1, 3],
        ['Day', 2, 1],
        ['Dawn', 0, 1],
        ['Noon', 2, 1],
      ])
    })
  })

  it('lays out bars at random without any over another, each on all of its days', async () => {
    const seed = 20_261_124
    await withCalendar(async (calendar) => {
      let state = seed
      const below = (most: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return Math.floor((state / 2 ** 32) * most)
      }
      const day = (n: number): string => new Date(Date.UTC(2026, 11, n)).toISOString().slice(0, 10)
      const events: [title: string, first: string, last: string][] = []
      for (let n = 0; n < 60; n++) {
        const first = 1 + below(30)
        const [from, to] = [day(first), day(first + (n % 3 === 0 ? below(9) : 0))]
        events.push([`Event ${n}`, from, to])
        if (n % 2 === 0) await create(calendar, `Event ${n}`, from, to, allDay)
        else await create(calendar, `Event ${n}`, `${from} 09:00:00`, `${to} 18:00:00`)
      }
      const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
      assertApart(weeks)
      const seen = seenOn(weeks)
      for (const { day: on, rest, inPlace } of weeks.flat()) {
        const due = events.filter(([, first, last]) => first <= on && last >= on).map(([title]) => title)
        const shown = seen.get(on) ?? []
        assert.deepEqual(
          shown.filter((title) => !due.includes(title)),
          [],
          `${on}, seed ${seed}`,
        )
        assert.equal(shown.length + rest, due.length, `${on}, seed ${seed}`)
        if (rest > 0) assert.deepEqual(inPlace.toSorted(), due.toSorted(), `${on}, seed ${seed}`)
      }
      assert.ok(weeks.flat().some(({ rest }) => rest > 1))
    })
  })

  it('says how many more a day has, and opens it in place', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 1; n <= 6; n++) await create(calendar, `Six ${n}`, `2026-12-02 1${n}:00:00`)
      for (let n = 1; n <= 8; n++) await create(calendar, `Eight ${n}`, `2026-12-03 1${n}:00:00`)
      for (let n = 1; n <= 30; n++)
        await create(calendar, `Many ${n}`, `2026-12-04 12:${String(n).padStart(2, '0')}:00`)
      const main = await read(calendar, '/events/month/2026-12/')
      const weeks = readMonth(main)
      const [six, eight, many] = ['02', '03', '04'].map((day) => cellOf(weeks, `2026-12-${day}`))
      assert.deepEqual([six?.lines.length, six?.rest], [6, 0])
      assert.deepEqual([eight?.lines.length, eight?.rest], [5, 3])
      assert.deepEqual(
        eight?.inPlace,
        Array.from({ length: 8 }, (_, n) => `Eight ${n + 1}`),
      )
      assert.match(
        main,
        /<summary class="plus"><span aria-hidden="true">\+3<\/span><span class="hidden">3 more – Thursday, December 3</,
      )
      // A day with very many is a page of its own.
      assert.deepEqual([many?.lines.length, many?.rest, many?.inPlace], [5, 25, []])
      assert.match(main, /<a class="plus" href="\/events\/day\/2026-12-04\/">/)
    })
  })

  it('marks today, the days of other months and the weekends, and shows the day of today below for phones', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Tonight', '2026-11-20 20:00:00')
      await create(calendar, 'Before', '2026-10-30', '2026-11-02', allDay)
      await create(calendar, 'After', '2026-12-02 20:00:00')
      const main = await read(calendar, '/events/month/2026-11/')
      const weeks = readMonth(main)
      const days = (name: string) => weeks.flat().flatMap(({ day, classes }) => (classes.includes(name) ? [day] : []))
      assert.deepEqual([days('today'), days('chosen')], [['2026-11-20'], ['2026-11-20']])
      assert.deepEqual(
        days('beyond'),
        ['01', '02', '03', '04', '05'].map((day) => `2026-12-${day}`),
      )
      assert.equal(days('weekend').length, 10)
      assert.equal(main.match(/<td[^>]* aria-current="date"/g)?.length, 1)
      assert.match(
        main,
        /<section class="agenda"[^>]*><h2><a href="\/events\/day\/2026-11-20\/">Friday, November 20<.*>Tonight</s,
      )
      // The weeks of the month are whole: bars come from the month before, and events of the month after are seen.
      assert.deepEqual(cellOf(weeks, '2026-11-01').lines[0]?.classes.slice(-2), ['s2', 'before'])
      assert.deepEqual(
        cellOf(weeks, '2026-12-02').lines.map(({ title }) => title),
        ['After'],
      )
      // Elsewhere the first day with events is chosen.
      const october = readMonth(await read(calendar, '/events/month/2026-10/'))
      assert.deepEqual(
        october.flat().flatMap(({ day, classes }) => (classes.includes('chosen') ? [day] : [])),
        ['2026-10-30'],
      )
      assert.doesNotMatch(await read(calendar, '/events/month/2027-03/'), /class="agenda"/)
    })
  })

  it('shows of a crowded month the first events of each day, and how many more there are', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair', '2026-12-10 09:00:00', '2026-12-12 18:00:00')
      await create(calendar, 'Night', '2026-12-20 22:00:00', '2026-12-21 02:00:00')
      const york = { timezone: 'America/New_York' }
      await create(calendar, 'York', '2026-12-26 23:00:00', '2026-12-29 12:00:00', york)
      await create(calendar, 'Tokyo', '2026-12-15', '2026-12-15', { ...allDay, timezone: 'Asia/Tokyo' })
      const first = await create(calendar, 'Event', '2026-12-05 10:00:00')
      const copies = Array.from({ length: 31 * 20 }, (_, n) => {
        const date = `2026-12-${String(Math.floor(n / 20) + 1).padStart(2, '0')} 23:00:00`
        return { start_date: date, end_date: date, start_utc: date, end_utc: date }
      })
      await repeatEvent(calendar, first.id, copies)
      const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
      assertApart(weeks)
      const seen = seenOn(weeks)
      assert.deepEqual(
        daysOf(seen, 'Fair'),
        ['10', '11', '12'].map((day) => `2026-12-${day}`),
      )
      assert.deepEqual(daysOf(seen, 'Night'), ['2026-12-20'])
      // It begins at four in the morning of the 27th by the clock of the site; a day in Tokyo keeps its date.
      assert.deepEqual(
        daysOf(seen, 'York'),
        ['27', '28', '29'].map((day) => `2026-12-${day}`),
      )
      assert.deepEqual(daysOf(seen, 'Tokyo'), ['2026-12-15'])
      const due = (day: string): number =>
        20 +
        ['Fair', 'Night', 'York', 'Tokyo'].filter((title) => seen.get(day)?.includes(title)).length +
        (day.endsWith('-05') ? 1 : 0)
      for (const { day, rest, inPlace } of weeks.flat().filter((cell) => cell.day.startsWith('2026-12'))) {
        assert.deepEqual([seen.get(day)?.length, rest, inPlace], [5, due(day) - 5, []], day)
      }
    })
  })

  it('shows of a month of thousands in other zones each day by the clock of the site, and no event twice', async () => {
    await withCalendar(async (calendar) => {
      const york = { timezone: 'America/New_York' }
      await create(calendar, 'Fair', '2026-12-02 23:00:00', '2026-12-05 12:00:00', york)
      const first = await create(calendar, 'Event', '2026-12-01 06:00:00', '2026-12-01 06:00:00', york)
      const copies = Array.from({ length: 31 * 70 }, (_, n) => {
        const date = `2026-12-${String(Math.floor(n / 70) + 1).padStart(2, '0')}`
        const [local, utc] = [`${date} 06:00:00`, `${date} 11:00:00`]
        return { start_date: local, end_date: local, start_utc: utc, end_utc: utc }
      })
      await repeatEvent(calendar, first.id, copies)
      const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
      const seen = seenOn(weeks)
      assert.deepEqual(
        daysOf(seen, 'Fair'),
        ['03', '04', '05'].map((day) => `2026-12-${day}`),
      )
      const rests = weeks.flat().flatMap(({ day, rest }) => (day.startsWith('2026-12') ? [rest] : []))
      // On the first day there is the one that was copied.
      assert.deepEqual(rests, [66, 65, 66, 66, 66, ...Array.from({ length: 26 }, () => 65)])
    })
  })

  it('places an event of another zone on the day of the site, and tells the time there', async () => {
    await withCalendar(
      async (calendar) => {
        const york = { timezone: 'America/New_York' }
        await create(calendar, 'Stream', '2026-12-08 20:00:00', '2026-12-08 21:00:00', york)
        await create(calendar, 'Whole', '2026-12-08', '2026-12-08', { ...allDay, ...york })
        const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
        assert.deepEqual(
          cellOf(weeks, '2026-12-08').lines.map(({ title }) => title),
          ['Whole'],
        )
        const [stream] = cellOf(weeks, '2026-12-09').lines
        assert.match(stream?.html ?? '', />2\sAM<\/time>.*Stream.*<small>\(8\sPM EST\)</)
      },
      { KALENDS_TIMEZONE: 'Europe/Berlin' },
    )
  })
})
