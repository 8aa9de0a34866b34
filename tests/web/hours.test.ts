import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Calendar } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'
import { type HourDay, numberIn, readHours } from './calendar-grid.ts'
import { create, read, withCalendar } from './calendar-pages.ts'

/** Where events stand: title, hours from and until, column, and width of how many columns. */
const placesOf = ({ blocks }: HourDay) =>
  blocks.map(({ title, from, until, column, width, columns }) => [title, from, until, column, `${width}/${columns}`])

const onlyDay = async (calendar: Calendar, day: string): Promise<HourDay> => {
  const { days } = readHours(await read(calendar, `/events/day/${day}/`))
  assert.equal(days.length, 1)
  return days[0] as HourDay
}

describe('the hours of a day', () => {
  it('have events that overlap side by side, and others in the whole width', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Alone', '2026-12-01 08:30:00', '2026-12-01 09:00:00')
      await create(calendar, 'Long', '2026-12-01 10:00:00', '2026-12-01 14:00:00')
      await create(calendar, 'First', '2026-12-01 10:15:00', '2026-12-01 11:00:00')
      await create(calendar, 'Second', '2026-12-01 10:30:00', '2026-12-01 11:30:00')
      await create(calendar, 'Third', '2026-12-01 12:00:00', '2026-12-01 13:00:00')
      await create(calendar, 'Next', '2026-12-01 14:00:00', '2026-12-01 15:00:00')
      await create(calendar, 'No end', '2026-12-01 19:00:00')
      assert.deepEqual(placesOf(await onlyDay(calendar, '2026-12-01')), [
        ['Alone', 8.5, 9, 0, '1/1'],
        ['Long', 10, 14, 0, '1/3'],
        ['First', 10.25, 11, 1, '1/3'],
        ['Second', 10.5, 11.5, 2, '1/3'],
        // It overlaps one of them alone, and takes the room of the other.
        ['Third', 12, 13, 1, '2/3'],
        ['Next', 14, 15, 0, '1/1'],
        ['No end', 19, 19.5, 0, '1/1'],
      ])
    })
  })

  it('begin at eight or with the first event, and end at eight or with the last one', async () => {
    await withCalendar(
      async (calendar) => {
        const hoursOf = async (day: string) => readHours(await read(calendar, `/events/day/${day}/`)).hours
        await create(calendar, 'Noon', '2026-12-01 12:00:00', '2026-12-01 13:00:00')
        await create(calendar, 'Dawn', '2026-12-02 05:45:00', '2026-12-02 06:30:00')
        await create(calendar, 'Late', '2026-12-02 21:30:00', '2026-12-02 22:15:00')
        const [usual, long] = [await hoursOf('2026-12-01'), await hoursOf('2026-12-02')]
        assert.deepEqual([usual[0], usual.at(-1), usual.length], ['08:00', '19:00', 12])
        assert.deepEqual([long[0], long.at(-1)], ['05:00', '22:00'])
      },
      { KALENDS_HOURS: '24' },
    )
  })

  it('divide a night at midnight, which is on its first day in lists of days', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Night', '2026-12-01 22:00:00', '2026-12-02 04:00:00')
      const [evening, morning] = [await onlyDay(calendar, '2026-12-01'), await onlyDay(calendar, '2026-12-02')]
      assert.deepEqual(placesOf(evening), [['Night', 22, 24, 0, '1/1']])
      assert.deepEqual(placesOf(morning), [['Night', 0, 4, 0, '1/1']])
      assert.ok(evening.blocks[0]?.classes.includes('after'))
      assert.ok(morning.blocks[0]?.classes.includes('before'))
      assert.match(morning.blocks[0]?.html ?? '', /continues .*>10:00\sPM\s–\s4:00\sAM</)
      // An end at midnight is no night.
      await create(calendar, 'Evening', '2026-12-03 20:00:00', '2026-12-04 00:00:00')
      assert.deepEqual(placesOf(await onlyDay(calendar, '2026-12-03')), [['Evening', 20, 24, 0, '1/1']])
      assert.doesNotMatch(await read(calendar, '/events/day/2026-12-04/'), />Evening</)
    })
  })

  it('follow the clock on days of 23 and 25 hours', async () => {
    await withCalendar(
      async (calendar) => {
        // On 28 March 2027 there is no time from two to three; on 31 October 2027 there is it twice.
        await create(calendar, 'Skips', '2027-03-28 01:30:00', '2027-03-28 03:30:00')
        await create(calendar, 'Day', '2027-03-28 10:00:00', '2027-03-28 11:00:00')
        assert.deepEqual(placesOf(await onlyDay(calendar, '2027-03-28')), [
          ['Skips', 1.5, 3.5, 0, '1/1'],
          ['Day', 10, 11, 0, '1/1'],
        ])
        const utc = { timezone: 'UTC' }
        await create(calendar, 'Again', '2027-10-31 00:45:00', '2027-10-31 01:15:00', utc)
        await create(calendar, 'Both', '2027-10-31 00:00:00', '2027-10-31 03:00:00', utc)
        const { blocks } = await onlyDay(calendar, '2027-10-31')
        assert.deepEqual(
          blocks.map(({ title, from, until }) => [title, from, until]),
          [
            ['Both', 2, 4],
            // From 2:45 to 2:15, half an hour later.
            ['Again', 2.75, 3.25],
          ],
        )
        assert.deepEqual((await read(calendar, '/events/week/2027-10-31/')).match(/>Again</g)?.length, 1)
      },
      { KALENDS_TIMEZONE: 'Europe/Paris' },
    )
  })

  it('have events of other zones at the time of the site', async () => {
    await withCalendar(
      async (calendar) => {
        const york = { timezone: 'America/New_York' }
        await create(calendar, 'Stream', '2026-12-08 20:00:00', '2026-12-08 21:30:00', york)
        assert.doesNotMatch(await read(calendar, '/events/day/2026-12-08/'), />Stream</)
        const day = await onlyDay(calendar, '2026-12-09')
        assert.deepEqual(placesOf(day), [['Stream', 2, 3.5, 0, '1/1']])
        assert.match(day.blocks[0]?.html ?? '', />2:00\s–\s3:30\sAM<\/time>.*<small>\(8\sPM EST\)</)
      },
      { KALENDS_TIMEZONE: 'Europe/Berlin' },
    )
  })

  it('show of hundreds of events some in columns, and list the others below', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 12; n++) await create(calendar, `Fair ${n}`, '2026-12-04', '2026-12-06', { all_day: true })
      const { id } = await create(calendar, 'Event', '2026-12-05 10:00:00', '2026-12-05 11:00:00')
      const copies = Array.from({ length: 299 }, (_, n) => {
        const hour = (at: number): string => `2026-12-05 ${String(at).padStart(2, '0')}:00:00`
        const [start, end] = [hour(8 + (n % 12)), hour(10 + (n % 12))]
        return { start_date: start, end_date: end, start_utc: start, end_utc: end }
      })
      await repeatEvent(calendar, id, copies)
      const main = await read(calendar, '/events/day/2026-12-05/')
      const { bars, blocks } = readHours(main).days[0] as HourDay
      assert.equal(bars.length, 8)
      assert.ok(blocks.every(({ columns, column }) => columns === 4 && column < 3))
      const below = /<section class="entries" id="more"><h2>(\d+) more<\/h2>(.*?)<\/section>/s.exec(main)
      assert.equal(Number(below?.[1]), 312 - 8 - blocks.length)
      assert.equal(below?.[2]?.match(/<li /g)?.length, 312 - 8 - blocks.length)
      const counted = Number(
        /class="block rest[^>]*><a class="plus" href="#more"><span aria-hidden="true">\+(\d+)</.exec(main)?.[1],
      )
      assert.equal(counted + blocks.length, 300)
    })
  })
})

describe('a week', () => {
  it('has seven days with their hours, and the bars of the month above them', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair', '2026-11-14', '2026-11-17', { all_day: true })
      await create(calendar, 'Camp', '2026-11-20 12:00:00', '2026-11-25 12:00:00')
      await create(calendar, 'Talk', '2026-11-20 19:00:00', '2026-11-20 20:30:00', { venue: { venue: 'Hall' } })
      const main = await read(calendar, '/events/week/2026-11-18/')
      const { days, first } = readHours(main)
      assert.equal(first, 8)
      assert.deepEqual(
        days.map(({ name }) => name),
        [
          'Sunday, November 15',
          'Monday, November 16',
          'Tuesday, November 17',
          'Wednesday, November 18',
          'Thursday, November 19',
          'Friday, November 20',
          'Saturday, November 21',
        ],
      )
      assert.deepEqual(
        days.map(({ classes }) => classes.join(' ')),
        ['weekend', '', '', '', '', 'today', 'weekend'],
      )
      const bars = days.map(({ bars: some }) => some.filter(({ classes }) => !classes.includes('again')))
      const [fair, camp] = [bars[0]?.[0], bars[5]?.[0]]
      assert.equal(bars.flat().length, 2)
      assert.ok(fair && camp)
      assert.deepEqual([fair.title, numberIn(fair, 's'), fair.classes.at(-1)], ['Fair', 3, 'before'])
      assert.deepEqual([camp.title, numberIn(camp, 's'), camp.classes.at(-1)], ['Camp', 2, 'after'])
      // Lists of days, on phones, have them on each day.
      assert.deepEqual(
        days.map(({ bars: some }) => some.map(({ title }) => title).join()),
        ['Fair', 'Fair', 'Fair', '', '', 'Camp', 'Camp'],
      )
      assert.deepEqual(days[5] && placesOf(days[5]), [['Talk', 19, 20.5, 0, '1/1']])
      assert.match(
        days[5]?.blocks[0]?.html ?? '',
        />7:00\s–\s8:30\sPM<\/time> <span dir="auto">Talk<\/span> <small>Hall</,
      )
      assert.equal(main.match(/aria-current="date"/g)?.length, 1)
    })
  })

  it('has no hours where nothing is in them', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 7; n++) await create(calendar, `Fair ${n}`, '2026-11-17', '2026-11-19', { all_day: true })
      const without = readHours(await read(calendar, '/events/week/2026-11-18/'))
      assert.deepEqual([without.hours, without.days[2]?.bars.length], [[], 7])
      await create(calendar, 'Talk', '2026-11-18 10:00:00', '2026-11-18 11:00:00')
      const main = await read(calendar, '/events/week/2026-11-18/')
      assert.deepEqual([readHours(main).hours.length, readHours(main).days[2]?.bars.length], [12, 4])
      assert.equal(main.match(/class="plus"[^>]*><span aria-hidden="true">\+3</g)?.length, 3)
      assert.equal(readHours(await read(calendar, '/events/week/2027-06-18/')).hours.length, 12)
    })
  })

  it('has at most three events beside each other, and leads to the day for the others', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 5; n++) await create(calendar, `Talk ${n}`, '2026-11-18 10:00:00', '2026-11-18 11:00:00')
      const main = await read(calendar, '/events/week/2026-11-18/')
      const [, , , day] = readHours(main).days
      assert.deepEqual(day && placesOf(day), [
        ['Talk 0', 10, 11, 0, '1/3'],
        ['Talk 1', 10, 11, 1, '1/3'],
      ])
      assert.match(
        main,
        /<li class="block rest h10 uh11 c2 w1 n3"><a class="plus" href="\/events\/day\/2026-11-18\/"><span aria-hidden="true">\+3</,
      )
    })
  })

  it('of very many events shows the first ones of each day, and says so', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, 'Event', '2026-12-06 09:00:00', '2026-12-06 10:00:00')
      const copies = Array.from({ length: 699 }, (_, n) => {
        const day = `2026-12-${String(6 + ((n + 1) % 7)).padStart(2, '0')}`
        const [start, end] = [`${day} 09:00:00`, `${day} 10:00:00`]
        return { start_date: start, end_date: end, start_utc: start, end_utc: end }
      })
      await repeatEvent(calendar, id, copies)
      const main = await read(calendar, '/events/week/2026-12-09/')
      const { days } = readHours(main)
      assert.deepEqual(
        days.map(({ blocks }) => blocks.length),
        [2, 2, 2, 2, 2, 2, 2],
      )
      assert.match(main, /Only the first 497 events of this time are shown/)
    })
  })

  it('begins on the day that the site sets', async () => {
    for (const [start, name] of [
      ['monday', 'Monday, November 16'],
      ['saturday', 'Saturday, November 14'],
    ] as const) {
      await withCalendar(
        async (calendar) => {
          assert.equal(readHours(await read(calendar, '/events/week/2026-11-18/')).days[0]?.name, name)
        },
        { KALENDS_WEEK_START: start },
      )
    }
  })
})
