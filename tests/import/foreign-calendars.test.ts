import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const imports = '//kalends/v1/imports'

const calendarOf = (...parts: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//t//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n')

const vevent = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

/** States that are not shown. */
const usual = ['publish', 'scheduled', '']

const talk = (uid: string, ...lines: readonly string[]): string[] => [
  vevent(uid, ...lines, ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Talk'])),
]

const older = /left out, since line \d+ has a newer revision/

/** Events with one UID, in an order that does not matter. */
const revisions: readonly {
  readonly what: string
  readonly text: readonly string[]
  readonly starts: readonly string[]
  readonly said: readonly RegExp[]
}[] = [
  {
    what: 'the revision with the highest SEQUENCE',
    text: [
      ...talk('1', 'DTSTART:20270601T100000Z', 'SEQUENCE:2', 'STATUS:CONFIRMED'),
      ...talk('1', 'DTSTART:20270601T100000Z', 'SEQUENCE:10', 'STATUS:CANCELLED'),
      ...talk('1', 'DTSTART:20270601T100000Z'),
    ],
    starts: ['2027-06-01 10:00 Talk cancelled'],
    said: [older, older],
  },
  {
    what: 'the revision with a new start',
    text: [
      ...talk('1', 'DTSTART:20270601T100000Z', 'SEQUENCE:0'),
      ...talk('1', 'DTSTART:20270602T120000Z', 'SEQUENCE:1', 'SUMMARY:Later talk'),
    ],
    starts: ['2027-06-02 12:00 Later talk'],
    said: [older],
  },
  {
    what: 'the revision of a series',
    text: [
      ...talk('1', 'DTSTART:20270601T100000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'SEQUENCE:0'),
      ...talk('1', 'DTSTART:20270601T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:3', 'SUMMARY:Shorter'),
      ...talk('1', 'DTSTART:20270602T110000Z', 'RECURRENCE-ID:20270602T100000Z', 'SUMMARY:Changed'),
    ],
    starts: ['2027-06-01 10:00 Shorter', '2027-06-02 11:00 Changed'],
    said: [older],
  },
  {
    what: 'the revision in which all dates are excepted',
    text: [
      ...talk('1', 'DTSTART:20270601T100000Z', 'RRULE:FREQ=DAILY;COUNT=1'),
      ...talk('1', 'DTSTART:20270601T100000Z', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270601T100000Z', 'SEQUENCE:3'),
    ],
    starts: [],
    said: [/left out/, /left out/],
  },
  ...['DTSTAMP', 'LAST-MODIFIED'].map((name) => ({
    what: `the revision with the later ${name}`,
    text: ['20270101T110000Z', '20270102T100000Z'].map((time, at) =>
      [
        'BEGIN:VEVENT',
        'UID:1',
        'SEQUENCE:1',
        `${name}:${time}`,
        `SUMMARY:Revision ${at}`,
        `DTSTART;TZID=Europe/${at === 0 ? 'London' : 'Berlin'}:20270601T1${at + 1}0000`,
        'END:VEVENT',
      ].join('\r\n'),
    ),
    starts: ['2027-06-01 10:00 Revision 1'],
    said: [older],
  })),
  {
    what: 'talks that have the UID of their room',
    text: [
      ...talk('room', 'DTSTART:20270601T100000Z', 'SUMMARY:One'),
      ...talk('room', 'DTSTART:20270601T110000Z', 'SUMMARY:Two'),
      ...talk('room', 'DTSTART:20270602T100000Z', 'SUMMARY:Three old'),
      ...talk('room', 'DTSTART:20270602T100000Z', 'SUMMARY:Three', 'SEQUENCE:2'),
      ...talk('room', 'DTSTART;VALUE=DATE:20270603', 'SUMMARY:All day', 'SEQUENCE:2'),
    ],
    starts: ['2027-06-01 10:00 One', '2027-06-01 11:00 Two', '2027-06-02 10:00 Three', '2027-06-02 22:00 All day'],
    said: [older],
  },
  {
    what: 'talks that have the UID of their day',
    text: [
      ...talk('day', 'DTSTART:20270601T100000Z', 'SUMMARY:In room 1'),
      ...talk('day', 'DTSTART:20270601T100000Z', 'SUMMARY:In room 2'),
      ...talk('day', 'DTSTART:20270601T110000Z', 'SUMMARY:In room 1'),
      ...talk('day', 'DTSTART:20270601T110000Z', 'SUMMARY:In room 1'),
    ],
    starts: ['2027-06-01 10:00 In room 1', '2027-06-01 10:00 In room 2', '2027-06-01 11:00 In room 1'],
    said: [/has the same event/],
  },
  {
    what: 'single events that have the UID of a series, whose changes are its own',
    text: [
      ...talk('1', 'DTSTART:20270601T100000Z', 'SUMMARY:Single'),
      ...talk('1', 'DTSTART:20270602T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:Series'),
      ...talk('1', 'DTSTART:20270603T120000Z', 'RECURRENCE-ID:20270603T100000Z', 'SUMMARY:Changed'),
      ...talk('1', 'DTSTART:20270603T130000Z', 'RECURRENCE-ID:20270603T100000Z', 'SUMMARY:Again', 'SEQUENCE:1'),
    ],
    starts: ['2027-06-01 10:00 Single', '2027-06-02 10:00 Series', '2027-06-03 13:00 Again'],
    said: [/another change of the same occurrence/],
  },
  {
    what: 'twins',
    text: [...talk('1', 'DTSTART:20270601T100000Z'), ...talk('1', 'DTSTART:20270601T100000Z')],
    starts: ['2027-06-01 10:00 Talk'],
    said: [/has the same event \(UID and start\)/],
  },
]

type Remark = { readonly message: string }

describe('calendars as other programs write them', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
  })
  after(() => calendar.close())

  let sources = 0

  /** Imports a file, where ids matter a second time, which must change nothing, and returns the starts in UTC with their titles, and what was said. */
  const importText = async (text: string, isRepeated: boolean) => {
    const source = `foreign-${++sources}`
    const run = async () => {
      const path = `${imports}?source=${source}&update=true`
      const headers = { 'content-type': 'text/calendar' }
      const sent = await calendar.ask('POST', path, { as: 'admin', payload: text, headers })
      assert.equal(sent.status, 202, sent.text)
      for (;;) {
        const { body } = await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
        if (!['waiting', 'running'].includes(body.state)) return body
        await wait(10)
      }
    }
    const { report, faults, created, skipped } = await run()
    if (isRepeated) {
      const again = await run()
      assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, skipped], JSON.stringify(again))
    }
    const path = `/events?source=${source}&start_date=2000-01-01&end_date=2090-01-01&per_page=50&sort=start_date&status=publish,private`
    const { body } = await calendar.ask('GET', path, { as: 'admin' })
    const events: readonly Record<string, string>[] = body.events
    return {
      starts: events
        .map(({ utc_start_date, title, status, event_status }) =>
          [
            utc_start_date?.slice(0, 16),
            title,
            ...[status, event_status].filter((one) => !usual.includes(one ?? '')),
          ].join(' '),
        )
        .sort(),
      events,
      said: report.remarks.map(({ message }: Remark) => message),
      faults: faults.map(({ message }: Remark) => message),
      created,
      skipped,
    }
  }

  const cases: readonly {
    readonly what: string
    readonly text: string
    readonly starts: readonly string[]
    readonly said?: readonly RegExp[]
  }[] = [
    ...[
      ['a rule that ends', 'RRULE:FREQ=WEEKLY;UNTIL=20270419T100000Z', 'EXDATE:20270412T100000Z,20270419T100000Z'],
      ['COUNT', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20270412T100000Z', 'EXDATE:20270419T100000Z'],
      ['RDATE', 'RDATE:20270412T100000Z', 'EXDATE:20270412T100000Z'],
      ['a rule and RDATE', 'RRULE:FREQ=DAILY;COUNT=1', 'RDATE:20270413T100000Z', 'EXDATE;VALUE=DATE:20270412,20270413'],
      ['one date', 'EXDATE:20270412T100000Z'],
      ['dates in another zone', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE;TZID=Europe/Berlin:20270412T120000'],
    ].map(([what = '', ...lines]) => ({
      what: `no event if EXDATE excepts all dates of ${what}`,
      text: calendarOf(vevent('x', 'SUMMARY:Gone', 'DTSTART:20270412T100000Z', 'DTEND:20270412T110000Z', ...lines)),
      starts: [],
      said: [/has no date.*EXDATE excepts all/],
    })),
    {
      what: 'no event if EXDATE excepts all whole days',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Gone',
          'DTSTART;VALUE=DATE:20270412',
          'RRULE:FREQ=YEARLY;UNTIL=20280412',
          'EXDATE;VALUE=DATE:20270412,20280412',
        ),
      ),
      starts: [],
      said: [/EXDATE excepts all/],
    },
    {
      what: 'the dates that are left',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Left',
          'DTSTART:20270412T100000Z',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'EXDATE:20270412T100000Z,20270426T100000Z',
        ),
      ),
      starts: ['2027-04-19 10:00 Left'],
      said: [],
    },
    {
      what: 'a series whose next date is years after the first one, which is excepted',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Rare',
          'DTSTART:20270412T100000Z',
          'RRULE:FREQ=YEARLY;INTERVAL=9;COUNT=3',
          'EXDATE:20270412T100000Z',
        ),
      ),
      starts: ['2036-04-12 10:00 Rare', '2045-04-12 10:00 Rare'],
      said: [],
    },
    {
      what: 'a series without an end whose next date is years after the first one, which is excepted',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Rare',
          'DTSTART:20270412T100000Z',
          'RRULE:FREQ=YEARLY;INTERVAL=9',
          'EXDATE:20270412T100000Z',
        ),
      ),
      starts: ['2036-04-12 10:00 Rare'],
      said: [],
    },
    {
      what: 'no event for the rest of a series that ended before its first date, as Google writes it',
      text: calendarOf(
        vevent('x', 'SUMMARY:Rest', 'DTSTART:20270720T130000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20270719;BYDAY=TU'),
        vevent(
          'y',
          'SUMMARY:Dates',
          'DTSTART:20270720T130000Z',
          'RRULE:FREQ=WEEKLY;UNTIL=20270719T215959Z',
          'RDATE:20270722T130000Z',
        ),
        vevent('z', 'SUMMARY:Same day', 'DTSTART:20270720T130000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20270720T000000Z'),
      ),
      starts: ['2027-07-20 13:00 Same day', '2027-07-22 13:00 Dates'],
      said: [/has no date.*its rule ended before its start/, /The rule was left out.*gives no date/],
    },
    {
      what: 'dates of RDATE before the start of a series that ends',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:E',
          'DTSTART:20270310T100000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'RDATE:20270301T100000Z,20270320T100000Z',
          'EXDATE:20270317T100000Z',
        ),
        vevent('y', 'SUMMARY:D', 'DTSTART;VALUE=DATE:20270310', 'RDATE;VALUE=DATE:20270302'),
      ),
      starts: [
        '2027-03-01 10:00 E',
        '2027-03-01 23:00 D',
        '2027-03-09 23:00 D',
        '2027-03-10 10:00 E',
        '2027-03-20 10:00 E',
        '2027-03-24 10:00 E',
      ],
      said: [],
    },
    {
      what: 'a remark on dates of RDATE before the start of a series without an end',
      text: calendarOf(
        vevent('x', 'SUMMARY:E', 'DTSTART:20270310T100000Z', 'RRULE:FREQ=YEARLY;INTERVAL=9', 'RDATE:20270301T100000Z'),
      ),
      starts: ['2027-03-10 10:00 E'],
      said: [/Dates of RDATE before the start were left out: 2027-03-01/],
    },
    {
      what: 'a rule with COUNT=-1, of which UNTIL counts',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Until',
          'DTSTART;VALUE=DATE:20270617',
          'RRULE:FREQ=YEARLY;UNTIL=20280617;COUNT=-1;INTERVAL=1',
        ),
      ),
      starts: ['2027-06-16 22:00 Until', '2028-06-16 22:00 Until'],
      said: [],
    },
    {
      what: 'an exception of whole days at midnight of the calendar in UTC',
      text: calendarOf(
        vevent(
          'x',
          'SUMMARY:Days',
          'DTSTART;VALUE=DATE:20270610',
          'RRULE:FREQ=DAILY;COUNT=3',
          'EXDATE:20270610T220000Z',
        ),
      ),
      starts: ['2027-06-09 22:00 Days', '2027-06-11 22:00 Days'],
      said: [],
    },
    {
      what: 'a remark on exceptions that except nothing, and on rules that are broken',
      text: calendarOf(
        vevent(
          '1',
          'SUMMARY:A',
          'DTSTART:20270610T100000Z',
          'RRULE:FREQ=DAILY;COUNT=2',
          'EXDATE:20270611T101500Z,20280101T100000Z',
        ),
        vevent('2', 'SUMMARY:B', 'DTSTART:20270610T110000Z', 'RRULE:'),
        vevent('3', 'SUMMARY:C', 'DTSTART:20270610T120000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX'),
        vevent('4', 'SUMMARY:D', 'DTSTART:20270610T130000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20271331'),
        vevent(
          '5',
          'SUMMARY:E',
          'DTSTART:20270610T140000Z',
          'RRULE:FREQ=DAILY;COUNT=1;UNTIL=20270630T000000Z;X-NAME=1',
        ),
      ),
      starts: [
        '2027-06-10 10:00 A',
        '2027-06-10 11:00 B',
        '2027-06-10 12:00 C',
        '2027-06-10 13:00 D',
        '2027-06-10 14:00 E',
        '2027-06-11 10:00 A',
      ],
      said: [
        /EXDATE excepts what is no date of the series: 2027-06-11 10:15, 2028-01-01 10:00\./,
        /rule was left out.*it is empty/,
        /rule was left out.*BYDAY is “XX”/,
        /rule was left out.*UNTIL is “20271331”/,
        /“UNTIL=20270630T000000Z” of the rule was left out/,
        /“X-NAME=1” of the rule was left out/,
      ],
    },
    {
      what: 'zones of Exchange, with INTERVAL=1 and without, in summer and in winter',
      ...together(
        (
          [
            ['-0400', '-0500', 'BYDAY=2SU;BYMONTH=3', 'BYDAY=1SU;BYMONTH=11', '2027-07-06 14:30', '2027-12-06 15:30'],
            ['+0200', '+0100', 'BYDAY=-1SU;BYMONTH=3', 'BYDAY=-1SU;BYMONTH=10', '2027-07-06 08:30', '2027-12-06 09:30'],
          ] as const
        ).flatMap(([summer, winter, springs, falls, inSummer, inWinter]) =>
          ['INTERVAL=1;', ';INTERVAL=01;', ''].flatMap((interval) =>
            [
              { time: '20270706T103000', tzid: 'Customized Time Zone', start: inSummer },
              { time: '20271206T103000', tzid: '"Customized Time Zone"', start: inWinter },
            ].map(({ time, tzid, start }) => ({
              title: `${summer} with “${interval}” at ${time}`,
              start,
              line: `DTSTART;TZID=${tzid}:${time}`,
              before: zoneOf('Customized Time Zone', {
                summer,
                winter,
                springs: interval + springs,
                falls: interval + falls,
              }),
            })),
          ),
        ),
      ),
    },
    {
      what: 'zones with commas and semicolons in their names, defined before or after their events',
      ...together(
        ['Nowhere\\, Elsewhere', 'Nowhere, Elsewhere', 'Nowhere\\; Elsewhere'].flatMap((tzid) =>
          [
            `"${tzid.replaceAll('\\', '')}"`,
            `"${tzid}"`,
            ...(tzid.includes(';') ? [] : [tzid.replaceAll('\\', '')]),
          ].flatMap((written) =>
            (['before', 'after'] as const).map((place) => ({
              title: `${tzid} as ${written} ${place}`.replaceAll('\\', '+').replaceAll(',', '-').replaceAll(';', '='),
              start: '2027-03-01 01:30',
              line: `DTSTART;TZID=${written}:20270301T093000`,
              [place]: zoneOf(tzid, { summer: '+0800', winter: '+0800', springs: '', falls: '' }),
            })),
          ),
        ),
      ),
    },
    {
      what: 'the zone and the method of a calendar that stand after its events',
      text: calendarOf(vevent('1', 'SUMMARY:E', 'DTSTART:20270301T093000'), 'X-WR-TIMEZONE:Asia/Tokyo'),
      starts: ['2027-03-01 00:30 E'],
      said: [],
    },
    {
      what: 'no event of a series without any date, wherever its changes stand',
      text: calendarOf(
        vevent('x', 'SUMMARY:Changed', 'RECURRENCE-ID:20270413T100000Z', 'DTSTART:20270413T120000Z'),
        vevent(
          'x',
          'SUMMARY:Gone',
          'DTSTART:20270412T100000Z',
          'RRULE:FREQ=DAILY;COUNT=2',
          'EXDATE:20270412T100000Z,20270413T100000Z',
        ),
        vevent(
          'x',
          'SUMMARY:Changed',
          'RECURRENCE-ID:20270412T100000Z',
          'DTSTART:20270412T130000Z',
          'STATUS:CANCELLED',
        ),
      ),
      starts: [],
      said: [/EXDATE excepts all/, /changes an event of a series that has no date/, /changes an event of a series/],
    },
    ...[
      { what: 'CLASS unknown', value: 'X-SECRET' },
      { what: 'CLASS restricted', value: 'RESTRICTED' },
    ].map(({ what, value }) => ({
      what,
      text: calendarOf(vevent('1', 'SUMMARY:E', 'DTSTART:20270301T093000', `CLASS:${value}`)),
      starts: ['2027-03-01 08:30 E private'],
    })),
    ...revisions.flatMap(({ what, text, starts, said }) =>
      [text, text.toReversed()].map((parts, at) => ({
        what: `${what}${at === 0 ? '' : ', the other way round'}`,
        text: calendarOf(...parts),
        starts,
        said,
      })),
    ),
    {
      what: 'a newer revision in another calendar of the file',
      text:
        calendarOf(...talk('1', 'DTSTART:20270601T100000Z')) +
        calendarOf('METHOD:CANCEL', ...talk('1', 'DTSTART:20270601T100000Z', 'SEQUENCE:1')),
      starts: ['2027-06-01 10:00 Talk cancelled'],
      said: [older],
    },
  ]
  for (const { what, text, starts, said } of cases)
    it(what, async () => {
      const found = await importText(text, what.includes('revision') || what.includes('UID'))
      assert.deepEqual(found.faults, [])
      assert.deepEqual(found.starts, starts.toSorted(), found.said.join('\n'))
      if (!said) return
      assert.equal(found.said.length, said.length, found.said.join('\n'))
      for (const [at, pattern] of said.entries()) assert.match(found.said[at] ?? '', pattern)
    })
})

/** Many calendars in one file, each with one event, which says in its title what it is. */
function together(
  calendars: readonly {
    readonly title: string
    readonly start: string
    readonly line: string
    readonly before?: string
    readonly after?: string
  }[],
): { readonly text: string; readonly starts: readonly string[] } {
  const text = calendars.map(({ title, line, before, after }, at) =>
    calendarOf(...[before, vevent(`${at}`, `SUMMARY:${title}`, line), after].filter((part) => part !== undefined)),
  )
  return {
    text: text.join(''),
    starts: calendars.map(({ title, start }) => `${start} ${title}`),
  }
}

/** A definition of a zone as Exchange writes it. */
function zoneOf(
  tzid: string,
  { summer, winter, springs, falls }: Readonly<Record<'summer' | 'winter' | 'springs' | 'falls', string>>,
): string {
  const observance = (name: string, from: string, to: string, rule: string) => [
    `BEGIN:${name}`,
    'DTSTART:16010101T020000',
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...(rule === '' ? [] : [`RRULE:FREQ=YEARLY;${rule}`]),
    `END:${name}`,
  ]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...observance('STANDARD', summer, winter, falls),
    ...observance('DAYLIGHT', winter, summer, springs),
    'END:VTIMEZONE',
  ].join('\r\n')
}
