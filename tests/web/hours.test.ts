import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Calendar } from '../support/calendar.ts'
import { repeatEvent } from '../support/repeat-event.ts'
import { type HourDay, numberIn, readDay, readHours, readLong } from './calendar-grid.ts'
import { create, read, withCalendar } from './calendar-pages.ts'

/** Where events stand: title, hours from and until, column, and width of how many columns. */
const placesOf = ({ blocks }: HourDay) =>
  blocks.map(({ title, from, until, column, width, columns }) => [title, from, until, column, `${width}/${columns}`])

const hoursOf = async (calendar: Calendar, day: string): Promise<HourDay> => {
  const { days } = readHours(await read(calendar, `/events/week/${day}/`))
  const found = days.find((one) => one.day === day)
  assert.ok(found, day)
  return found
}

describe('the hours of a day in its week', () => {
  it('have events that overlap side by side, and others in the whole width', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Alone', '2026-12-01 08:30:00', '2026-12-01 09:15:00')
      await create(calendar, 'Long', '2026-12-01 10:00:00', '2026-12-01 14:00:00')
      await create(calendar, 'First', '2026-12-01 10:15:00', '2026-12-01 11:00:00')
      await create(calendar, 'Second', '2026-12-01 12:00:00', '2026-12-01 13:00:00')
      await create(calendar, 'Next', '2026-12-01 14:00:00', '2026-12-01 15:00:00')
      await create(calendar, 'No end', '2026-12-01 19:00:00')
      assert.deepEqual(placesOf(await hoursOf(calendar, '2026-12-01')), [
        ['Alone', 8.5, 9.25, 0, '1/1'],
        ['Long', 10, 14, 0, '1/2'],
        ['First', 10.25, 11, 1, '1/2'],
        ['Second', 12, 13, 1, '1/2'],
        ['Next', 14, 15, 0, '1/1'],
        // Two lines of text have room in three quarters of an hour.
        ['No end', 19, 19.75, 0, '1/1'],
      ])
    })
  })

  it('begin with the first event of the week and end with the last one; of fewer than ten, usual ones stand around them', async () => {
    await withCalendar(
      async (calendar) => {
        const axisOf = async (day: string) => readHours(await read(calendar, `/events/week/${day}/`)).hours
        await create(calendar, 'Noon', '2026-12-01 12:00:00', '2026-12-01 13:00:00')
        await create(calendar, 'Dawn', '2026-12-09 05:45:00', '2026-12-09 06:30:00')
        await create(calendar, 'Late', '2026-12-10 21:30:00', '2026-12-10 22:15:00')
        await create(calendar, 'Evening', '2026-12-15 19:00:00', '2026-12-15 20:30:00')
        const endsOf = async (day: string) => {
          const axis = await axisOf(day)
          return [axis[0], axis.at(-1), axis.length]
        }
        assert.deepEqual(await endsOf('2026-12-01'), ['08:00', '17:00', 10])
        assert.deepEqual(await endsOf('2026-12-09'), ['05:00', '22:00', 18])
        assert.deepEqual(await endsOf('2026-12-15'), ['11:00', '20:00', 10])
        assert.deepEqual(await endsOf('2026-12-22'), ['08:00', '19:00', 12])
      },
      { KALENDS_HOURS: '24' },
    )
  })

  it('divide a night at midnight, which is on its first day in lists of days', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Night', '2026-12-01 22:00:00', '2026-12-02 04:00:00')
      const [evening, morning] = [await hoursOf(calendar, '2026-12-01'), await hoursOf(calendar, '2026-12-02')]
      assert.deepEqual(placesOf(evening), [['Night', 22, 24, 0, '1/1']])
      assert.deepEqual(placesOf(morning), [['Night', 0, 4, 0, '1/1']])
      assert.ok(evening.blocks[0]?.classes.includes('after'))
      assert.ok(morning.blocks[0]?.classes.includes('before'))
      assert.match(morning.blocks[0]?.html ?? '', /continues .*>10\sPM<i> – 4\sAM</)
      // An end at midnight is no night.
      await create(calendar, 'Evening', '2026-12-03 20:00:00', '2026-12-04 00:00:00')
      assert.deepEqual(placesOf(await hoursOf(calendar, '2026-12-03')), [['Evening', 20, 24, 0, '1/1']])
      assert.deepEqual((await hoursOf(calendar, '2026-12-04')).blocks, [])
    })
  })

  it('follow the clock on days of 23 and 25 hours', async () => {
    await withCalendar(
      async (calendar) => {
        // On 28 March 2027 there is no time from two to three; on 31 October 2027 there is it twice.
        await create(calendar, 'Skips', '2027-03-28 01:30:00', '2027-03-28 03:30:00')
        await create(calendar, 'Day', '2027-03-28 10:00:00', '2027-03-28 11:00:00')
        assert.deepEqual(placesOf(await hoursOf(calendar, '2027-03-28')), [
          ['Skips', 1.5, 3.5, 0, '1/1'],
          ['Day', 10, 11, 0, '1/1'],
        ])
        const utc = { timezone: 'UTC' }
        await create(calendar, 'Again', '2027-10-31 00:45:00', '2027-10-31 01:15:00', utc)
        await create(calendar, 'Both', '2027-10-31 00:00:00', '2027-10-31 03:00:00', utc)
        const { blocks } = await hoursOf(calendar, '2027-10-31')
        assert.deepEqual(
          blocks.map(({ title, from, until }) => [title, from, until]),
          [
            ['Both', 2, 4],
            // From 2:45 to 2:15, half an hour later.
            ['Again', 2.75, 3.5],
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
        assert.deepEqual((await hoursOf(calendar, '2026-12-08')).blocks, [])
        const day = await hoursOf(calendar, '2026-12-09')
        assert.deepEqual(placesOf(day), [['Stream', 2, 3.5, 0, '1/1']])
        assert.match(day.blocks[0]?.html ?? '', />2<b>\sAM<\/b><i> – 3:30\sAM<\/i><\/time>.*<small>\(8\sPM EST\)</)
      },
      { KALENDS_TIMEZONE: 'Europe/Berlin' },
    )
  })
})

describe('a day', () => {
  it('is a list of all of its events below their hours, in the order of time', async () => {
    await withCalendar(async (calendar) => {
      for (const minute of ['45', '00', '30', '15'])
        await create(calendar, `Talk ${minute}`, `2026-12-01 09:${minute}:00`, '2026-12-01 11:00:00')
      await create(calendar, 'Evening', '2026-12-01 19:00:00', '2026-12-01 22:30:00', {
        venue: { venue: 'Hall', city: 'Ghent' },
        categories: ['Music'],
      })
      await create(calendar, 'Holiday', '2026-12-01', '2026-12-01', { all_day: true })
      await create(calendar, 'Camp', '2026-12-01 16:00:00', '2026-12-04 12:00:00')
      const main = await read(calendar, '/events/day/2026-12-01/')
      assert.deepEqual(readDay(main), [
        ['All day', ['Holiday']],
        ['9 AM', ['Talk 00', 'Talk 15', 'Talk 30', 'Talk 45']],
        ['4 PM', ['Camp']],
        ['7 PM', ['Evening']],
      ])
      assert.match(
        main,
        /<li class="line hue-\d+"><a href="\/event\/evening\/"><time [^>]*>7<b>\sPM<\/b><i> – 10:30\sPM<\/i><\/time> <span dir="auto">Evening<\/span> <small>Hall, Ghent</,
      )
      assert.match(main, /<section id="h19">/)
      assert.match(main, />4\sPM<\/time> <span dir="auto">Camp<\/span> <i>December 1\s–\s4<\/i>/)
      assert.doesNotMatch(main, /class="(?:hours|long|empty)/)
    })
  })

  it('has its name as its heading, with the year unless that is the present one, and says in lists of pages what it is', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Talk', '2026-12-01 09:00:00', '2026-12-01 10:00:00')
      const namesOf = async (path: string) => {
        const { text } = await calendar.ask('GET', `/${path}`)
        return [/<title>(.*?)<\/title>/, /<h1>(.*?)<\/h1>/].map((of) => of.exec(text)?.[1]?.replace(/\s/g, ' '))
      }
      assert.deepEqual(await namesOf('/events/day/2026-12-01/'), [
        'Events on Tuesday, December 1, 2026 – Kalends',
        'Tuesday, December 1',
      ])
      assert.deepEqual(await namesOf('/events/day/2027-12-01/'), [
        'Events on Wednesday, December 1, 2027 – Kalends',
        'Wednesday, December 1, 2027',
      ])
      assert.deepEqual(await namesOf('/events/week/2026-12-01/'), [
        'Week of November 29 – December 5, 2026 – Kalends',
        'November 29 – December 5, 2026',
      ])
      assert.deepEqual(await namesOf('/de/events/month/2026-12/'), [
        'Veranstaltungen im Dezember 2026 – Kalends',
        'Dezember 2026',
      ])
    })
  })

  it('says of what is still on that it is its last day', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Exhibition', '2026-11-01', '2026-12-02', { all_day: true })
      await create(calendar, 'Camp', '2026-11-30 16:00:00', '2026-12-02 17:30:00')
      const longOn = async (path: string) =>
        readLong(await read(calendar, path))
          .map((text) => text.replace(/\s/g, ' '))
          .toSorted()
      assert.deepEqual(await longOn('/events/day/2026-12-01/'), [
        'Camp until December 2',
        'Exhibition until December 2',
      ])
      assert.deepEqual(await longOn('/events/day/2026-12-02/'), [
        'Camp Last day · until 5:30 PM',
        'Exhibition Last day',
      ])
      assert.deepEqual(await longOn('/de/events/day/2026-12-02/'), [
        'Camp Letzter Tag · bis 17:30',
        'Exhibition Letzter Tag',
      ])
      // Weeks and months have other days, too.
      assert.deepEqual(await longOn('/events/week/2026-12-02/'), ['Exhibition until December 2'])
    })
  })

  it('says once above what began earlier and is still on, and until when', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Exhibition', '2026-11-01', '2026-12-31', { all_day: true })
      await create(calendar, 'Camp', '2026-11-30 16:00:00', '2026-12-01 17:30:00')
      await create(calendar, 'Night', '2026-11-30 22:00:00', '2026-12-01 04:00:00')
      await create(calendar, 'Talk', '2026-12-01 09:00:00', '2026-12-01 10:00:00')
      const main = await read(calendar, '/events/day/2026-12-01/')
      assert.match(main, /<h2>Still on <span class="count">3</)
      assert.deepEqual(
        readLong(main)
          .map((text) => text.replace(/\s/g, ' '))
          .toSorted(),
        ['Camp Last day · until 5:30 PM', 'Exhibition until December 31', 'Night until 4 AM'],
      )
      assert.deepEqual(readDay(main), [['9 AM', ['Talk']]])
    })
  })

  it('without events leads to the next one that has some, with the same filters', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Exhibition', '2026-12-24', '2027-02-28', { all_day: true })
      await create(calendar, 'Talk', '2027-03-16 19:00:00', '2027-03-16 20:00:00', { featured: true })
      const nextOf = async (path: string) =>
        /<div class="empty"><p>(.*?)<a class="next" href="([^"]*)">(.*?)<\/a>/
          .exec(await read(calendar, path))
          ?.slice(1)
      assert.deepEqual(await nextOf('/events/day/2026-12-01/'), [
        'Nothing on this day. ',
        '/events/day/2026-12-24/',
        'Next: Thursday, December 24',
      ])
      assert.deepEqual(await nextOf('/events/day/2026-12-01/?featured=true'), [
        'Nothing on this day. ',
        '/events/day/2027-03-16/?featured=true',
        'Next: Tuesday, March 16, 2027',
      ])
      // What began earlier is no nothing.
      assert.deepEqual(await nextOf('/events/day/2027-01-10/'), [
        '',
        '/events/day/2027-03-16/',
        'Next: Tuesday, March 16',
      ])
      assert.match(await read(calendar, '/events/day/2027-03-17/'), /<div class="empty"><p>There are no events here/)
      assert.match(await read(calendar, '/events/day/2026-12-01/'), /rel="prev".*rel="next"/s)
    })
  })

  it('has its own view among the others', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Event', '2026-12-05 10:00:00', '2026-12-05 11:00:00')
      const { text } = await calendar.ask('GET', '//events/day/2026-12-01/')
      assert.match(text, /<li><a href="\/events\/day\/2026-12-01\/" aria-current="true" class="tab">Day<\/a>/)
      const month = await calendar.ask('GET', '//de/events/month/2026-12/?featured=true')
      assert.match(month.text, /<a href="\/de\/events\/day\/2026-12-01\/\?featured=true" class="tab">Tag<\/a>/)
    })
  })

  it('of hundreds of events shows all, in order', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, 'Event', '2026-12-05 10:00:00', '2026-12-05 11:00:00')
      const copies = Array.from({ length: 299 }, (_, n) => {
        const hour = (at: number): string => `2026-12-05 ${String(at).padStart(2, '0')}:00:00`
        const [start, end] = [hour(8 + (n % 12)), hour(10 + (n % 12))]
        return { start_date: start, end_date: end, start_utc: start, end_utc: end }
      })
      await repeatEvent(calendar, id, copies)
      const hours = readDay(await read(calendar, '/events/day/2026-12-05/'))
      assert.deepEqual([hours.length, hours[0]?.[0], hours.at(-1)?.[0]], [12, '8 AM', '7 PM'])
      assert.deepEqual(
        hours.map(([, titles]) => titles.length),
        [25, 25, 26, ...Array.from({ length: 8 }, () => 25), 24],
      )
    })
  })
})

describe('the lists of a day and of a week', () => {
  it('say how many events begin on a day, and of each quietly its category and what it costs', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Concert', '2026-11-20 19:00', '2026-11-20 21:00', {
        categories: ['Music & dance'],
        cost: '7.50',
        venue: { venue: 'Hall' },
      })
      await create(calendar, 'Market', '2026-11-20 08:00', '2026-11-20 12:00', { cost: 'free' })
      await create(calendar, 'Fair', '2026-11-20', '2026-11-20', { all_day: true, categories: ['Markets'] })
      await create(calendar, 'Talk', '2026-11-20 18:00', '2026-11-20 19:00', {
        cost: 'as much as you like, to be paid in cash at the desk of the hall',
      })
      await create(calendar, 'Walk', '2026-11-20 10:00', '2026-11-20 11:00')
      await create(calendar, 'Night', '2026-11-19 23:00', '2026-11-20 03:00')
      const aboutOf = (main: string) =>
        Object.fromEntries(
          [...main.matchAll(/<span dir="auto">(\w+)<\/span>(.*?)<\/a>/g)].map(([, title = '', rest = '']) => [
            title,
            /<small class="extra">(.*?)<\/small>/.exec(rest)?.[1]?.replace(/<[^>]*>/g, ''),
          ]),
        )
      const expected = {
        Concert: 'Music &amp; dance · $7.50',
        Market: 'Free',
        Fair: 'Markets',
        Talk: 'as much as you like, to be…',
        Walk: undefined,
      }
      const day = await read(calendar, '/events/day/2026-11-20/')
      const { Night: _, ...ofDay } = aboutOf(day)
      assert.deepEqual(ofDay, expected)
      assert.match(day, /<\/h1>\n<p class="quiet">5 events<\/p>/)
      const week = await read(calendar, '/events/week/2026-11-20/')
      const { Night: __, ...ofWeek } = aboutOf(week)
      assert.deepEqual(ofWeek, expected)
      assert.match(week, /Friday, November 20<.*>5 events</)
      assert.match(await read(calendar, '/de/events/day/2026-11-20/'), />Music &amp; dance<\/bdi> · <bdi>7,50\s\$</)
      assert.doesNotMatch(await read(calendar, '/events/day/2026-11-23/'), /events<\/p>/)
      assert.doesNotMatch(await read(calendar, '/events/month/2026-11/'), /class="extra"/)
    })
  })

  it('have the links to categories of lists, with most events first and their numbers', async () => {
    await withCalendar(async (calendar) => {
      for (const [title, day, categories] of [
        ['One', '2026-11-20', ['Music']],
        ['Two', '2026-11-20', ['Talks']],
        ['Three', '2026-11-21', ['Talks']],
        ['Four', '2026-11-24', ['Talks', 'Walks']],
        ['Later', '2026-12-01', ['Sport']],
      ] as const)
        await create(calendar, title, `${day} 19:00`, `${day} 20:00`, { categories })
      const linksOf = async (path: string) =>
        [...(await read(calendar, path)).matchAll(/<a class="chip kind[^>]*>(.*?)<\/a>/g)]
          .map(([, name = '']) => name.replace(/<[^>]*>/g, ''))
          .slice(0, -1)
      for (const [path, found] of [
        ['/events/day/2026-11-20/', ['Music 1', 'Talks 1']],
        ['/events/week/2026-11-20/', ['Talks 2', 'Music 1']],
        ['/events/month/2026-11/', ['Talks 3', 'Music 1', 'Walks 1']],
        // The first of December is one of its days, and not counted.
        ['/events/month/2026-12/', []],
        ['/events/category/music/month/2026-11/', ['Talks 3', 'Music 1', 'Walks 1']],
        ['/events/month/2026-11/?search=four', ['Talks 1', 'Walks 1']],
      ] as const)
        assert.deepEqual(await linksOf(path), found, path)
    })
  })
})

describe('a week', () => {
  it('has seven days with their hours, the bars of the month above them, and what lasts for weeks once above all', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair', '2026-11-14', '2026-11-17', { all_day: true })
      await create(calendar, 'Camp', '2026-11-20 12:00:00', '2026-11-25 12:00:00')
      await create(calendar, 'Exhibition', '2026-10-01', '2026-12-31', { all_day: true })
      await create(calendar, 'Talk', '2026-11-20 19:00:00', '2026-11-20 20:30:00', { venue: { venue: 'Hall' } })
      const main = await read(calendar, '/events/week/2026-11-18/')
      const { days, first } = readHours(main)
      // Ten hours until that in which the last event ends.
      assert.equal(first, 11)
      assert.deepEqual(
        days.map(({ name }) => name),
        [
          'Sunday, November 15 1 event',
          'Monday, November 16 1 event',
          'Tuesday, November 17 1 event',
          'Wednesday, November 18',
          'Thursday, November 19',
          'Friday, November 20',
          'Saturday, November 21 1 event',
        ],
      )
      assert.deepEqual(
        days.map(({ classes }) => classes.join(' ')),
        ['past weekend', 'past', 'past', '', '', 'today', 'weekend'],
      )
      // Narrow screens begin with today, or with an earlier day that is asked for; other weeks have nothing to leave out.
      const strip = (html: string) => /<nav class="seven".*?<\/nav>/s.exec(html)?.[0] ?? ''
      assert.match(strip(main), /<a href="#d2026-11-15" class="past">/)
      assert.match(strip(main), /<a href="#d2026-11-20" class="today">/)
      assert.match(
        main,
        /Friday, November 20<\/span><\/a> <span class="label">Today<\/span> <span class="count">2 events<\/span><\/h2>/,
      )
      for (const [path, count] of [
        ['', 5],
        ['2026-11-15/', 5],
        ['2026-11-21/', 5],
        ['2026-11-25/', 0],
        ['2026-11-10/', 0],
      ] as const) {
        const other = await read(calendar, `/events/week/${path}`)
        assert.equal(other.match(/<section id="[^"]*" class="[^"]*past/g)?.length ?? 0, count, path)
        assert.equal(strip(other).match(/class="past"/g)?.length ?? 0, count, path)
      }
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
        />7<b>\sPM<\/b><i> – 8:30\sPM<\/i><\/time> <span dir="auto">Talk<\/span> <small>Hall</,
      )
      assert.equal(main.match(/aria-current="date"/g)?.length, 1)
      assert.deepEqual(readLong(main), ['Exhibition until December 31'])
      assert.equal(main.match(/Exhibition/g)?.length, 1)
      // A strip of links leads to the days of the list on narrow screens.
      assert.deepEqual(
        [...strip(main).matchAll(/href="#d([^"]*)"/g)].map(([, day]) => day),
        days.map(({ day }) => day),
      )
    })
  })

  it('has the lines of the hours on days without events too', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Talk', '2026-11-18 10:00:00', '2026-11-18 11:00:00')
      const main = await read(calendar, '/events/week/2026-11-18/')
      assert.equal(main.match(/<ol class="times">/g)?.length, 7)
      assert.equal(main.match(/<p class="none">No events<\/p>/g)?.length, 6)
    })
  })

  it('has no hours where nothing is in them', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 7; n++) await create(calendar, `Fair ${n}`, '2026-11-17', '2026-11-19', { all_day: true })
      const without = readHours(await read(calendar, '/events/week/2026-11-18/'))
      assert.deepEqual([without.hours, without.days[2]?.bars.length], [[], 7])
      await create(calendar, 'Talk', '2026-11-18 10:00:00', '2026-11-18 11:00:00')
      const main = await read(calendar, '/events/week/2026-11-18/')
      const { hours, days } = readHours(main)
      const ownOf = ({ bars }: HourDay) => bars.filter(({ classes }) => !classes.includes('again'))
      assert.deepEqual([hours.length, days[2] && ownOf(days[2]).length], [10, 4])
      // The list of days on narrow screens has all of them on each day.
      assert.deepEqual(
        days.map(({ bars }) => bars.length),
        [0, 0, 7, 7, 7, 0, 0],
      )
      assert.equal(main.match(/class="plus"[^>]*><span aria-hidden="true">\+3</g)?.length, 3)
      assert.equal(readHours(await read(calendar, '/events/week/2027-06-18/')).hours.length, 12)
    })
  })

  it('has at most two events beside each other, and counts the others at their hours, which lead to those of the day', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 5; n++)
        await create(calendar, `Talk ${n}`, `2026-11-18 1${n < 4 ? 0 : 1}:30:00`, '2026-11-18 12:30:00')
      const main = await read(calendar, '/events/week/2026-11-18/')
      const day = readHours(main).days[3]
      assert.deepEqual(day && placesOf(day), [
        ['Talk 0', 10.5, 12.5, 0, '1/2'],
        ['Talk 1', 10.5, 12.5, 1, '1/2'],
      ])
      assert.ok(day?.blocks.every(({ classes }) => classes.includes('r')))
      assert.deepEqual(day?.rests, [
        [10, 2, '/events/day/2026-11-18/#h10'],
        [11, 1, '/events/day/2026-11-18/#h11'],
      ])
      // What has no other beside it, at another hour, leaves no room for the number of others.
      await create(calendar, 'One', '2026-11-25 10:00:00', '2026-11-25 12:00:00')
      await create(calendar, 'Two', '2026-11-25 10:00:00', '2026-11-25 12:00:00')
      await create(calendar, 'Left', '2026-11-25 10:30:00', '2026-11-25 14:00:00')
      await create(calendar, 'Alone', '2026-11-25 13:00:00', '2026-11-25 15:00:00')
      const later = readHours(await read(calendar, '/events/week/2026-11-25/')).days[3]
      assert.deepEqual(
        later?.blocks.map(({ title, classes }) => [title, classes.includes('r')]),
        [
          ['One', true],
          ['Two', true],
          ['Alone', false],
        ],
      )
      // The list of days on narrow screens has all of them.
      assert.deepEqual(day?.again, ['Talk 2', 'Talk 3', 'Talk 4'])
      const at = await read(calendar, '/events/day/2026-11-18/')
      for (const hour of ['h10', 'h11']) assert.match(at, new RegExp(`<section id="${hour}">`))
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
