import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatEvent } from '../support/repeat-event.ts'
import { assertApart, type Cell, numberIn, readLong, readMonth, seenOn } from './calendar-grid.ts'
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
      await create(calendar, 'Camp', '2026-11-25 10:00:00', '2026-12-01 18:00:00')
      const main = await read(calendar, '/events/month/2026-11/')
      assert.equal(main.match(/<th scope="col">/g)?.length, 7)
      const weeks = readMonth(main)
      const bars = weeks.flatMap((week) => week.flatMap(({ lines }) => lines))
      assert.deepEqual(
        bars.map(({ classes }) => classes),
        [
          ['line', 'l0', 'bar', 's4', 'after'],
          ['line', 'l0', 'bar', 's3', 'before'],
        ],
      )
      const [begins, goesOn] = bars
      assert.match(begins?.html ?? '', /^<a [^>]*><time [^>]*>10\sAM<\/time>.*<i>November 25\s–\sDecember 1<\/i>/)
      assert.match(
        goesOn?.html ?? '',
        /^<a [^>]*><i class="hidden">continues <\/i><span.*<i>November 25\s–\sDecember 1</,
      )
      assert.deepEqual(daysOf(seenOn(weeks), 'Camp'), [
        ...['25', '26', '27', '28', '29', '30'].map((day) => `2026-11-${day}`),
        '2026-12-01',
      ])
      assert.deepEqual(readLong(main), [])
    })
  })

  it('shows what lasts longer than a week once above the days, and counts it on none of them', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Exhibition', '2026-10-20 10:00:00', '2026-11-24 18:00:00')
      await create(calendar, 'Fair', '2026-11-10', '2026-11-17', allDay)
      await create(calendar, 'Week', '2026-11-10', '2026-11-16', allDay)
      await create(calendar, 'Collection', '2025-01-02', '2027-03-31', { ...allDay, featured: true })
      await create(calendar, 'Talk', '2026-11-12 19:00:00')
      const main = await read(calendar, '/events/month/2026-11/')
      assert.deepEqual(
        readLong(main).map((text) => text.replace(/\s/g, ' ')),
        // Featured ones first, and of the others those that end first.
        ['Collection until March 31, 2027', 'Fair November 10 – 17', 'Exhibition until November 24'],
      )
      assert.match(main, /<li class="star"><a href="\/event\/collection\/">/)
      const weeks = readMonth(main)
      assert.deepEqual(daysOf(seenOn(weeks), 'Fair'), [])
      assert.equal(daysOf(seenOn(weeks), 'Week').length, 7)
      assert.match(main, /<b>Thursday, November 12<\/b>, 2 events</)
      assert.deepEqual(readLong(await read(calendar, '/events/month/2026-12/')), ['Collection until March 31, 2027'])
      // It is no event of a day: an otherwise empty month has no days to choose, and does not say that it is empty.
      const december = await read(calendar, '/events/month/2026-12/')
      assert.doesNotMatch(december, /class="(?:agenda|empty)"/)
      const list = await read(calendar, '/events/')
      assert.match(list, /Still on.*>Exhibition</s)
    })
  })

  it('of many that last long shows six, and opens the others in place', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 10; n < 19; n++) await create(calendar, `Exhibition ${n}`, '2026-10-20', `2026-12-${n}`, allDay)
      const main = await read(calendar, '/events/month/2026-11/')
      assert.equal(readLong(main).length, 9)
      assert.match(main, /<h2>Long-running <span class="count">9<\/span><\/h2>/)
      assert.match(
        main,
        /Exhibition 15<.*<details><summary class="plus">3 more<\/summary><ul>\s*<li[^>]*><a[^>]*><span[^>]*>Exhibition 16</s,
      )
    })
  })

  it('says of each event when it ends and where it is, for previews, lists and screen readers', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Concert', '2026-12-03 19:30:00', '2026-12-03 21:00:00', {
        venue: { venue: 'Hall', city: 'Ghent' },
        featured: true,
      })
      const [concert] = cellOf(readMonth(await read(calendar, '/events/month/2026-12/')), '2026-12-03').lines
      assert.ok(concert?.classes.includes('star'))
      assert.match(
        concert?.html ?? '',
        /<time [^>]*>7:30<b>\sPM<\/b><i> – 9\sPM<\/i><\/time> <span dir="auto">Concert<\/span> <small>Hall, Ghent<\/small><\/a>/,
      )
      const japanese = await read(calendar, '/ja/events/month/2026-12/')
      assert.match(japanese, />19:30<i>～21:00<\/i>/)
    })
  })

  it('has a dot for each event of a day, in the hue of its category and up to four', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Long', '2026-11-20', '2027-01-10', allDay)
      const kinds = ['Talks', 'Talks', 'Talks', 'Talks', 'Music']
      for (const [n, kind] of kinds.entries())
        await create(calendar, `Event ${n}`, `2026-12-03 1${n}:00:00`, `2026-12-03 1${n}:30:00`, { categories: [kind] })
      await create(calendar, 'Plain', '2026-12-04 10:00:00')
      const main = await read(calendar, '/events/month/2026-12/')
      const dots = [
        ...main.matchAll(/datetime="2026-12-(\d\d)" aria-hidden="true">\d+<\/time><span class="dots">(.*?)<\/span>/g),
      ]
      assert.deepEqual(
        dots.map(([, day, marks = '']) => [day, marks.match(/<i/g)?.length, new Set(marks.match(/hue-\d+/g)).size]),
        [
          ['03', 4, 2],
          ['04', 1, 0],
        ],
      )
    })
  })

  it('gives bars that begin first, and of these the longest, the first lines, and puts what has a time below them', async () => {
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
        ['Dawn', 2, 1],
        ['Noon', 3, 1],
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
        const [from, to] = [day(first), day(first + (n % 3 === 0 ? below(7) : 0))]
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
      for (let n = 1; n <= 5; n++) await create(calendar, `Five ${n}`, `2026-12-02 1${n}:00:00`)
      for (let n = 1; n <= 8; n++) await create(calendar, `Eight ${n}`, `2026-12-03 1${n}:00:00`)
      for (let n = 1; n <= 30; n++)
        await create(calendar, `Many ${n}`, `2026-12-04 12:${String(n).padStart(2, '0')}:00`)
      const main = await read(calendar, '/events/month/2026-12/')
      const weeks = readMonth(main)
      const [five, eight, many] = ['02', '03', '04'].map((day) => cellOf(weeks, `2026-12-${day}`))
      assert.deepEqual([five?.lines.length, five?.rest], [5, 0])
      assert.deepEqual([eight?.lines.length, eight?.rest], [4, 4])
      assert.deepEqual(
        eight?.inPlace,
        Array.from({ length: 8 }, (_, n) => `Eight ${n + 1}`),
      )
      assert.match(main, /<summary class="plus">4 more<span class="hidden"> – Thursday, December 3</)
      // A day with very many is a page of its own.
      assert.deepEqual([many?.lines.length, many?.rest, many?.inPlace], [4, 26, []])
      assert.match(main, /<a class="plus" href="\/events\/day\/2026-12-04\/">/)
    })
  })

  it('shows as many events of a day as the highest day of its week leaves room for, and never hides one or two', async () => {
    await withCalendar(async (calendar) => {
      const fill = async (day: string, count: number, title: string) => {
        for (let n = 10; n < 10 + count; n++) await create(calendar, `${title} ${n}`, `${day} ${n}:00:00`)
      }
      await fill('2026-12-08', 6, 'A meeting of the committee for the future of the old harbour')
      await fill('2026-12-09', 9, 'Short')
      await fill('2026-12-10', 10, 'Short')
      await fill('2026-12-15', 9, 'Short')
      await fill('2026-12-16', 6, 'Short')
      const weeks = readMonth(await read(calendar, '/events/month/2026-12/'))
      const shownOn = (day: string) => {
        const { lines, rest } = cellOf(weeks, `2026-12-${day}`)
        return [lines.length, rest]
      }
      // Long titles make room for many short ones.
      assert.deepEqual(['08', '09', '10'].map(shownOn), [
        [6, 0],
        [9, 0],
        [7, 3],
      ])
      // Without them there is room for fewer.
      assert.deepEqual(['15', '16'].map(shownOn), [
        [4, 5],
        [6, 0],
      ])
    })
  })

  it('says the half of the day of both ends of an event only once, where both are the same', async () => {
    await withCalendar(
      async (calendar) => {
        await create(calendar, 'Morning', '2026-12-08 09:00:00', '2026-12-08 11:30:00')
        await create(calendar, 'Noon', '2026-12-09 11:00:00', '2026-12-09 13:00:00')
        const timesOn = async (path: string) =>
          readMonth(await read(calendar, path))
            .flat()
            .flatMap(({ lines }) => lines)
            .map(({ html }) => (/<time [^>]*>(.*?)<\/time>/.exec(html)?.[1] ?? '').replace(/\s/g, ' '))
        // The styles hide the first half of the day where the end stands beside it.
        assert.deepEqual(await timesOn('/events/month/2026-12/'), [
          '9<b> AM</b><i> – 11:30 AM</i>',
          '11 AM<i> – 1 PM</i>',
        ])
        assert.deepEqual(await timesOn('/ja/events/month/2026-12/'), [
          '午前9時<i>～午前11:30</i>',
          '午前11時<i>～午後1時</i>',
        ])
        const german = await timesOn('/de/events/month/2026-12/')
        assert.match(german[0] ?? '', /^9.*<b>.*<\/b><i> – 11:30/)
      },
      { KALENDS_HOURS: '12' },
    )
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
        assert.deepEqual([seen.get(day)?.length, rest, inPlace], [4, due(day) - 4, []], day)
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
      assert.deepEqual(rests, [67, 66, 67, 67, 67, ...Array.from({ length: 26 }, () => 66)])
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
        assert.match(stream?.html ?? '', />2<b>\sAM<\/b><i> – 3\sAM<\/i><\/time>.*Stream.*<small>\(8\sPM EST\)</)
      },
      { KALENDS_TIMEZONE: 'Europe/Berlin' },
    )
  })
})
