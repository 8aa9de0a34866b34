import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readICalendar } from '../../src/import/read/formats/icalendar.ts'
import type { ImportRecord } from '../../src/import/read/record.ts'
import type { Json, JsonObject } from '../../src/lib/json.ts'
import { corpusFile, readRecords } from './read-records.ts'

const read = (content: string | Uint8Array, size?: number) => readRecords(readICalendar, content, {}, size)

const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT', ''].join('\r\n')

const calendar = (...parts: string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${parts.map((part) => (part.endsWith('\n') ? part : `${part}\r\n`)).join('')}END:VCALENDAR\r\n`

const only = async (...lines: string[]): Promise<ImportRecord> => {
  const { records, faults } = await read(calendar(event('UID:1', ...lines)))
  assert.deepEqual(faults, [])
  const [record] = records
  assert.ok(record && records.length === 1)
  return record
}

/** Each file is read in pieces of these sizes, so that lines and characters are cut. */
const sizes = [7, 64, 100_000]

/** What the programs wrote, as far as it is not empty. */
const expected: Readonly<Record<string, readonly JsonObject[]>> = {
  'google.ics': [
    {
      title: 'Night walk &#038; soup',
      description: 'Bring a <b>lamp</b>.<br>More at <a href="https://lindow.example/walk">our page</a>.',
      timezone: 'Europe/London',
      start_date: '2027-06-11 19:30:00',
      end_date: '2027-06-11 21:30:00',
      venue: { venue: 'Town Hall', country: 'UK', zip: 'SK9 1AA', city: 'Lindow', address: 'Market Square 1' },
      organizer: [{ organizer: 'Lindow Town Events' }],
    },
    {
      title: 'Choir',
      image: 'https://pictures.example/choir.jpg',
      timezone: 'Europe/London',
      start_date: '2027-06-08 19:00:00',
      end_date: '2027-06-08 21:00:00',
      recurrence: { rrule: 'FREQ=WEEKLY;WKST=MO;UNTIL=20270727T225959Z;BYDAY=TU', exdate: ['2027-06-29 19:00:00'] },
      virtual_url: 'https://meet.example/abc-defg-hij',
      attendance_mode: 'online',
    },
    {
      title: 'Choir, a day later',
      timezone: 'Europe/London',
      start_date: '2027-06-23 19:00:00',
      end_date: '2027-06-23 21:00:00',
    },
    {
      title: 'Fair',
      timezone: 'Europe/London',
      all_day: true,
      start_date: '2027-07-03',
      end_date: '2027-07-04',
      event_status: 'cancelled',
      status: 'private',
    },
  ],
  'outlook.ics': [
    {
      title: 'Führung',
      description:
        '<html><head><style>p {color: red}</style></head><body><p>Guided <b>tour</b>, for all\nMeeting point: the gate</p></body></html>',
      timezone: 'Europe/Berlin',
      start_date: '2027-09-15 10:00:00',
      end_date: '2027-09-15 12:00:00',
      venue: { venue: 'Stadtmuseum', country: 'Deutschland', zip: '04109', city: 'Lindenau', address: 'Am Markt 3' },
      organizer: [{ organizer: 'Stadtmuseum Lindenau', email: 'museum@lindenau.example' }],
    },
    {
      title: 'Open days',
      timezone: 'Europe/Amsterdam',
      all_day: true,
      start_date: '2027-09-16',
      end_date: '2027-09-17',
      virtual_url: 'https://teams.example/l/meetup-join/19',
      attendance_mode: 'online',
    },
    {
      title: 'Broadcast',
      timezone: 'America/New_York',
      start_date: '2027-09-20 18:00:00',
      end_date: '2027-09-20 19:30:00',
      organizer: [{ organizer: 'Ann' }],
    },
  ],
  'apple.ics': [
    {
      title: 'Harbour concert',
      website: 'https://portside.example/concert',
      timezone: 'America/Halifax',
      start_date: '2027-08-21 20:00:00',
      end_date: '2027-08-21 23:00:00',
      venue: {
        venue: 'Old Pier',
        country: 'Canada',
        city: 'Portside',
        state: 'NS',
        stateprovince: 'NS',
        zip: 'B3H 1A1',
        address: '12 Water Street',
        geo_lat: 44.64886,
        geo_lng: -63.57532,
      },
    },
    {
      title: 'Flag raising',
      timezone: 'America/Halifax',
      start_date: '2027-08-22 09:00:00',
      end_date: '2027-08-22 09:30:00',
    },
  ],
  'nextcloud.ics': [
    {
      title: 'Reparatur-Café',
      description:
        '<p>Bring deine Geräte mit.</p>\n<p>Mehr unter <a href="https://repair.example/cafe">https://repair.example/cafe</a>.</p>',
      categories: ['Reparatur', 'Nachhaltig, fair', { name: '2027' }],
      timezone: 'Europe/Berlin',
      start_date: '2027-03-04 19:00:00',
      end_date: '2027-03-04 21:00:00',
      recurrence: {
        rrule: 'FREQ=MONTHLY;BYDAY=1TH;COUNT=6',
        rdate: ['2027-03-20 10:00:00'],
        exdate: ['2027-04-01 19:00:00', '2027-05-06 19:00:00'],
      },
      venue: { venue: 'Gemeindehaus' },
    },
  ],
  'meetup.ics': [
    {
      title: 'Code &#038; cake',
      description:
        '<p>Lindow Coders<br />\nTuesday, October 12 at 6:30 PM</p>\n<p>We eat cake.</p>\n<p><a href="https://meetup.example/lindow-coders/events/301/">https://meetup.example/lindow-coders/events/301/</a></p>',
      website: 'https://meetup.example/lindow-coders/events/301/',
      timezone: 'America/New_York',
      start_date: '2027-10-12 18:30:00',
      end_date: '2027-10-12 20:30:00',
      venue: {
        venue: 'Public Library',
        country: 'United States',
        state: 'NJ',
        stateprovince: 'NJ',
        city: 'Lindow',
        address: '65 Main Street',
        geo_lat: 40.35,
        geo_lng: -74.66,
      },
    },
    {
      title: 'Code online',
      website: 'https://meetup.example/lindow-coders/events/302/',
      timezone: 'America/New_York',
      start_date: '2027-10-19 18:30:00',
      end_date: '2027-10-19 18:30:00',
      attendance_mode: 'online',
    },
  ],
  'eventbrite.ics': [
    {
      title: 'Cheese tasting',
      description:
        '<p>For details, click here: <a href="https://eventbrite.example/e/4711">https://eventbrite.example/e/4711</a></p>',
      website: 'https://eventbrite.example/e/4711',
      timezone: 'Europe/Berlin',
      start_date: '2027-11-05 20:00:00',
      end_date: '2027-11-05 23:00:00',
      venue: {
        venue: 'Cheese Hall',
        state: 'IL',
        stateprovince: 'IL',
        zip: '62701',
        city: 'Springfield',
        address: '5 Mill Lane',
      },
      organizer: [{ organizer: 'Springfield Dairy', email: 'noreply@eventbrite.example' }],
    },
  ],
  'tec.ics': [
    {
      title: 'Sonates d’été',
      description: '<p>Trois sonates.</p>\n<p>Entrée libre</p>',
      website: 'https://arts.example/event/sonates/',
      image: 'https://arts.example/wp-content/uploads/2027/03/sonates.jpg',
      categories: ['Musique', 'Été'],
      timezone: 'Europe/Paris',
      start_date: '2027-05-14 20:00:00',
      end_date: '2027-05-14 22:30:00',
      venue: {
        venue: 'Salle Bleue',
        country: 'France',
        zip: '75011',
        city: 'Lindow',
        address: '3 Rue du Port',
        geo_lat: 48.85,
        geo_lng: 2.38,
      },
      organizer: [{ organizer: 'Lindow Arts', email: 'bonjour@arts.example' }],
    },
    { title: 'Fête', timezone: 'Europe/Berlin', all_day: true, start_date: '2027-06-01', end_date: '2027-06-01' },
  ],
}

const blank: JsonObject = {
  description: '',
  website: '',
  categories: [],
  all_day: false,
  venue: [],
  organizer: [],
  virtual_url: '',
  attendance_mode: 'offline',
  event_status: 'scheduled',
}

describe('iCalendar as programs write it', () => {
  for (const [name, payloads] of Object.entries(expected))
    it(name, async () => {
      for (const size of sizes) {
        const { records } = await read(await corpusFile(name), size)
        assert.deepEqual(
          records.map(({ payload }) => payload),
          payloads.map((payload) => ({ ...blank, ...payload })),
        )
      }
    })

  it('says which occurrence a changed event replaces, and by which id the others are found again', async () => {
    const { records } = await read(await corpusFile('google.ics'))
    assert.deepEqual(
      records.map(({ externalId, occurrence }) => externalId ?? occurrence),
      [
        '7kukuqrfedlm2f9t@google.com',
        'choir01@google.com',
        { of: 'choir01@google.com', start: '2027-06-22 19:00:00' },
        'fair01@google.com',
      ],
    )
  })

  it('reports what is no event, and what cannot be kept', async () => {
    const { records, faults } = await read(await corpusFile('nextcloud.ics'))
    assert.deepEqual(faults, [
      { place: 'the calendar', fault: '1 VTODO was left out: only events are imported.', isExpected: true },
    ])
    assert.deepEqual(records[0]?.notes, [
      'Periods of RDATE have the length of the event.',
      'It is not confirmed (STATUS:TENTATIVE).',
    ])
  })
})

/** Lines of an event, and members of the payload that follow from them. */
const cases: readonly [what: string, lines: readonly string[], payload: Readonly<Record<string, Json | undefined>>][] =
  [
    [
      'neither end nor duration',
      ['DTSTART:20270105T100000'],
      { start_date: '2027-01-05 10:00:00', end_date: '2027-01-05 10:00:00' },
    ],
    [
      'a day without an end',
      ['DTSTART;VALUE=DATE:20270105'],
      { all_day: true, start_date: '2027-01-05', end_date: '2027-01-05' },
    ],
    [
      'a day that ends on itself',
      ['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270105'],
      { end_date: '2027-01-05' },
    ],
    ['days by duration', ['DTSTART;VALUE=DATE:20270105', 'DURATION:P3D'], { end_date: '2027-01-07' }],
    ['a date without VALUE', ['DTSTART:20270105', 'DTEND:20270107'], { all_day: true, end_date: '2027-01-06' }],
    [
      'a duration across a change of clocks',
      ['DTSTART;TZID=Europe/Berlin:20270327T220000', 'DURATION:PT6H'],
      { end_date: '2027-03-28 05:00:00' },
    ],
    [
      'days of a duration on the clock',
      ['DTSTART;TZID=Europe/Berlin:20270327T220000', 'DURATION:P1DT1H'],
      { end_date: '2027-03-28 23:00:00' },
    ],
    [
      'an end in another zone',
      ['DTSTART;TZID=Europe/Berlin:20270105T100000', 'DTEND;TZID=America/New_York:20270105T060000'],
      { end_date: '2027-01-05 12:00:00' },
    ],
    ['a time without seconds', ['DTSTART:20270105T1000'], { start_date: '2027-01-05 10:00:00' }],
    ['midnight as 24', ['DTSTART:20270105T200000', 'DTEND:20270105T240000'], { end_date: '2027-01-06 00:00:00' }],
    [
      'an end before the start',
      ['DTSTART:20270105T100000', 'DTEND:20270105T090000'],
      { end_date: '2027-01-05 10:00:00' },
    ],
    [
      'a single event in UTC',
      ['DTSTART:20270705T100000Z'],
      { timezone: 'Europe/Berlin', start_date: '2027-07-05 12:00:00' },
    ],
    [
      'a series in UTC',
      ['DTSTART:20270705T100000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
      { timezone: 'UTC', start_date: '2027-07-05 10:00:00' },
    ],
    [
      'the path of Evolution',
      ['DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires:20270105T100000'],
      { timezone: 'America/Argentina/Buenos_Aires' },
    ],
    [
      'the path of Mozilla',
      ['DTSTART;TZID=/mozilla.org/20050126_1/Europe/Vienna:20270105T100000'],
      { timezone: 'Europe/Vienna' },
    ],
    ['a zone of Windows', ['DTSTART;TZID=Eastern Standard Time:20270105T100000'], { timezone: 'America/New_York' }],
    [
      'the text of Outlook, without quotation marks',
      ['DTSTART;TZID=(UTC-08:00) Pacific Time (US & Canada):20270105T100000'],
      { timezone: 'America/Los_Angeles' },
    ],
    ...[
      ['PDT', 'America/Los_Angeles'],
      ['EDT', 'America/New_York'],
      ['CEST', 'Europe/Berlin'],
      ['MESZ', 'Europe/Berlin'],
      ['BST', 'Europe/London'],
      ['Europe/Vienna (CET)', 'Europe/Vienna'],
      ['Vienna', 'Europe/Vienna'],
      ['New York', 'America/New_York'],
      ['"Kuala Lumpur, Singapore"', 'Asia/Kuala_Lumpur'],
      ['"Kuala Lumpur\\, Singapore"', 'Asia/Kuala_Lumpur'],
      ['"Vienna, Tokyo"', 'Europe/Berlin'],
      ['IST', 'Europe/Berlin'],
    ].map(([name, timezone = '']): (typeof cases)[number] => [
      `the zone ${name}`,
      [`DTSTART;TZID=${name}:20270414T161500`],
      { timezone, start_date: '2027-04-14 16:15:00' },
    ]),
    ['an offset', ['DTSTART;TZID=GMT+0530:20270105T100000'], { timezone: 'UTC+5:30' }],
    [
      'an unknown zone',
      ['DTSTART;TZID=Nowhere:20270105T100000'],
      { timezone: 'Europe/Berlin', start_date: '2027-01-05 10:00:00' },
    ],
    ['a folded character', [`DTSTART:20270105T100000`, 'SUMMARY:Caf\r\n é'], { title: 'Café' }],
    ['a fold with a tab', ['DTSTART:20270105T100000', 'SUMMARY:one\r\n\ttwo'], { title: 'onetwo' }],
    [
      'a fold without a blank',
      ['DTSTART:20270105T100000', `SUMMARY:${'x'.repeat(67)}\r\ny`],
      { title: `${'x'.repeat(67)}y` },
    ],
    [
      'a line break within a text',
      ['DTSTART:20270105T100000', 'DESCRIPTION:one\r\nNote: two'],
      { description: '<p>one<br />\nNote: two</p>' },
    ],
    ['escapes', ['DTSTART:20270105T100000', 'SUMMARY:a\\, b\\; c\\\\d <e>'], { title: 'a, b; c\\d &lt;e&gt;' }],
    [
      'text as HTML',
      ['DTSTART:20270105T100000', 'DESCRIPTION:1 < 2 & 3\\n\\nhttps://a.example/?b=1&c=2.'],
      {
        description:
          '<p>1 &lt; 2 &amp; 3</p>\n<p><a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a>.</p>',
      },
    ],
    ['no title', ['DTSTART:20270105T100000'], { title: 'Untitled event' }],
    [
      'a title that is too long',
      ['DTSTART:20270105T100000', `SUMMARY:${'é'.repeat(1200)}`],
      { title: 'é'.repeat(1000) },
    ],
    [
      'an image of RFC 7986',
      ['DTSTART:20270105T100000', 'IMAGE;VALUE=URI;DISPLAY=BADGE:https://a.example/b.png'],
      { image: 'https://a.example/b.png' },
    ],
    [
      'a picture within the file',
      ['DTSTART:20270105T100000', 'ATTACH;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=image/png:AAAA'],
      { image: undefined },
    ],
    [
      'an attachment that is no image',
      ['DTSTART:20270105T100000', 'ATTACH:https://a.example/b.pdf'],
      { image: undefined },
    ],
    ['a website that is none', ['DTSTART:20270105T100000', 'URL:message:1'], { website: '' }],
    [
      'an address as its place',
      ['DTSTART:20270105T100000', 'LOCATION:https://zoom.example/j/1'],
      { venue: [], virtual_url: 'https://zoom.example/j/1', attendance_mode: 'online' },
    ],
    [
      'a place and an address',
      ['DTSTART:20270105T100000', 'LOCATION:Hall', 'CONFERENCE;VALUE=URI:https://zoom.example/j/1'],
      { venue: { venue: 'Hall' }, attendance_mode: 'mixed' },
    ],
    [
      'coordinates',
      ['DTSTART:20270105T100000', 'LOCATION:Hall', 'GEO:48.5;-11.25'],
      { venue: { venue: 'Hall', geo_lat: 48.5, geo_lng: -11.25 } },
    ],
    [
      'coordinates that are none',
      ['DTSTART:20270105T100000', 'LOCATION:Hall', 'GEO:948.5;x'],
      { venue: { venue: 'Hall' } },
    ],
    [
      'an organizer without a name',
      ['DTSTART:20270105T100000', 'ORGANIZER:mailto:hall@a.example'],
      { organizer: [{ organizer: 'hall@a.example', email: 'hall@a.example' }] },
    ],
    ['parameters that cannot be read', ['DTSTART;X="a:20270105T100000'], { start_date: '2027-01-05 10:00:00' }],
    [
      'an end of the rule by COUNT and UNTIL',
      ['DTSTART:20270105T100000', 'RRULE:FREQ=DAILY;COUNT=3;UNTIL=20270120'],
      { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } },
    ],
    ['a rule that is not supported', ['DTSTART:20270105T100000', 'RRULE:FREQ=HOURLY'], { recurrence: undefined }],
    ['a rule that is none', ['DTSTART:20270105T100000', 'RRULE:often'], { recurrence: undefined }],
    [
      'dates in another zone',
      ['DTSTART;TZID=Europe/Berlin:20270105T100000', 'RDATE:20270106T090000Z', 'RDATE;VALUE=DATE:20270107'],
      { recurrence: { rdate: ['2027-01-06 10:00:00', '2027-01-07 10:00:00'] } },
    ],
    [
      'days that are excepted',
      ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20270106'],
      { recurrence: { rrule: 'FREQ=DAILY;COUNT=3', exdate: ['2027-01-06 00:00:00'] } },
    ],
    [
      'a rule of days that ends at a time',
      ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;UNTIL=20270110T000000Z'],
      { recurrence: { rrule: 'FREQ=DAILY;UNTIL=20270110' } },
    ],
  ]

describe('an event of iCalendar', () => {
  for (const [what, lines, payload] of cases)
    it(what, async () => {
      const record = await only(...lines)
      for (const [name, value] of Object.entries(payload)) assert.deepEqual(record.payload[name], value, name)
    })

  it('says what was not kept', async () => {
    for (const [lines, note] of [
      [['DTSTART:20270105T100000', 'DTEND:20270105T090000'], /ended before its start/],
      [['DTSTART;TZID=Nowhere:20270105T100000'], /“Nowhere” is unknown/],
      [['DTSTART:20270105T100000', 'RRULE:FREQ=HOURLY'], /has its first date only: FREQ is “HOURLY”/],
      [['DTSTART:20270105T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=3'], /first of several rules/],
      [['DTSTART:20270105T100000', 'ATTACH:https://a.example/b.pdf'], /Attachments/],
      [['DTSTART:20270105T100000'], /no title/],
      [['DTSTART:20270105T100000', `SUMMARY:${'x'.repeat(1001)}`], /title was cut/],
    ] as const)
      assert.match((await only(...lines)).notes?.join('\n') ?? '', note)
  })

  it('is a fault without a start, and the next one follows', async () => {
    const { records, faults } = await read(
      calendar(event('UID:1', 'SUMMARY:x'), event('UID:2', 'DTSTART:x'), event('UID:3', 'DTSTART:20270105')),
    )
    assert.deepEqual(faults, [
      { place: 'line 3 (UID 1)', fault: 'It has no start (DTSTART).', externalId: '1' },
      { place: 'line 7 (UID 2)', fault: 'Its start (DTSTART) is “x”, which is no date.', externalId: '2' },
    ])
    assert.deepEqual(
      records.map(({ externalId }) => externalId),
      ['3'],
    )
  })

  it('is found by its content if it has no UID', async () => {
    const { records } = await read(calendar(event('DTSTART:20270105')))
    assert.equal(records[0] && 'externalId' in records[0], false)
  })

  it('is kept where its end is missing, and is a fault where the file ends', async () => {
    const begun = (uid: number) => `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20270105\r\nBEGIN:VALARM\r\n`
    const { records, faults } = await read(
      `BEGIN:VCALENDAR\r\n${begun(1)}${event('UID:2', 'DTSTART:20270105')}${begun(3)}`,
    )
    assert.deepEqual(
      records.map(({ externalId, notes }) => [
        externalId,
        notes?.includes('The end of the event is missing in the file.'),
      ]),
      [
        ['1', true],
        ['2', false],
      ],
    )
    assert.deepEqual(
      faults.map(({ fault }) => fault),
      ['The file ends within this event.'],
    )
  })

  it('is cancelled by the method of its calendar', async () => {
    const { records } = await read(calendar('METHOD:CANCEL', event('UID:1', 'DTSTART:20270105')))
    assert.equal(records[0]?.payload['event_status'], 'cancelled')
  })

  it('comes after its series, in whose zone its place is told', async () => {
    const { records } = await read(
      calendar(
        event('UID:s', 'RECURRENCE-ID:20270106T090000Z', 'DTSTART:20270106T100000Z', 'SUMMARY:later'),
        event('UID:s', 'DTSTART;TZID=Europe/Berlin:20270105T100000', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:series'),
        event('UID:s', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20270107T090000Z', 'DTSTART:20270107T100000Z'),
      ),
    )
    assert.deepEqual(
      records.map(({ payload, occurrence }) => [payload['title'], payload['start_date'], occurrence?.start]),
      [
        ['series', '2027-01-05 10:00:00', undefined],
        ['later', '2027-01-06 11:00:00', '2027-01-06 10:00:00'],
        ['Untitled event', '2027-01-07 11:00:00', '2027-01-07 10:00:00'],
      ],
    )
    assert.match(records[2]?.notes?.join() ?? '', /all later events/)
  })
})

describe('a series with more dates than the interface takes', () => {
  const series = { today: '2027-01-01', months: 24 }
  for (const [what, lines, start, recurrence] of [
    [
      'begins later',
      ['DTSTART:20150101T100000', 'RRULE:FREQ=DAILY', 'EXDATE:20160101T100000,20270301T100000'],
      '2027-01-01 10:00:00',
      { rrule: 'FREQ=DAILY', exdate: ['2027-03-01 10:00:00'] },
    ],
    [
      'keeps its phase',
      ['DTSTART:20000105T100000', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR'],
      '2017-01-09 10:00:00',
      { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR' },
    ],
    [
      'keeps its last date',
      ['DTSTART:20200101T100000', 'RRULE:FREQ=DAILY;COUNT=2000'],
      '2023-01-01 10:00:00',
      { rrule: 'FREQ=DAILY;COUNT=904' },
    ],
    [
      'ends earlier',
      ['DTSTART:20280101T100000', 'RRULE:FREQ=DAILY;BYHOUR=10,12,14,16'],
      '2028-01-01 10:00:00',
      { rrule: 'FREQ=DAILY;BYHOUR=10,12,14,16;COUNT=1000' },
    ],
    [
      'is not changed if it has as many',
      ['DTSTART:20100105T100000', 'RRULE:FREQ=WEEKLY'],
      '2010-01-05 10:00:00',
      { rrule: 'FREQ=WEEKLY' },
    ],
  ] as const)
    it(what, async () => {
      const { records } = await readRecords(readICalendar, calendar(event('UID:1', ...lines, 'DURATION:PT2H')), {
        series,
      })
      const [record] = records
      assert.deepEqual([record?.payload['start_date'], record?.payload['recurrence']], [start, recurrence])
      assert.equal(record?.payload['end_date'], start.replace(' 10:', ' 12:'))
      assert.equal(/too many dates/.test(record?.notes?.join() ?? ''), what !== 'is not changed if it has as many')
    })
})

describe('the place of a changed occurrence in its series', () => {
  for (const [what, series, changed, expected] of [
    [
      'a day of a series with times',
      ['DTSTART:20270105T100000'],
      ['RECURRENCE-ID;VALUE=DATE:20270106', 'DTSTART:20270106T120000'],
      '2027-01-06 10:00:00',
    ],
    [
      'a time of a series of days',
      ['DTSTART;VALUE=DATE:20270105'],
      ['RECURRENCE-ID:20270106T000000Z', 'DTSTART:20270106T120000'],
      '2027-01-06 00:00:00',
    ],
    [
      'a time that became a day',
      ['DTSTART:20270105T100000'],
      ['RECURRENCE-ID:20270106T100000', 'DTSTART;VALUE=DATE:20270106'],
      '2027-01-06 10:00:00',
    ],
    [
      'a day that became a time',
      ['DTSTART;VALUE=DATE:20270105'],
      ['RECURRENCE-ID;VALUE=DATE:20270106', 'DTSTART:20270106T120000'],
      '2027-01-06 00:00:00',
    ],
  ] as const)
    it(what, async () => {
      const { records } = await read(
        calendar(event('UID:1', ...series, 'RRULE:FREQ=DAILY;COUNT=3'), event('UID:1', ...changed)),
      )
      assert.deepEqual(records[1]?.occurrence, { of: '1', start: expected })
    })

  it('is the written day, whatever the zone', async () => {
    const { records } = await read(
      calendar(
        'X-WR-TIMEZONE:America/New_York',
        event('UID:1', 'DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270106T000000Z'),
      ),
    )
    assert.deepEqual(records[0]?.payload['recurrence'], {
      rrule: 'FREQ=DAILY;COUNT=3',
      exdate: ['2027-01-06 00:00:00'],
    })
  })
})

/** A definition of a zone whose name says nothing. */
const zone = (standard: string, daylight: string, springs: string, falls: string): string =>
  [
    'BEGIN:VTIMEZONE',
    'TZID:Own',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    `TZOFFSETFROM:${daylight}`,
    `TZOFFSETTO:${standard}`,
    `RRULE:FREQ=YEARLY;${falls}`,
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    `TZOFFSETFROM:${standard}`,
    `TZOFFSETTO:${daylight}`,
    `RRULE:FREQ=YEARLY;${springs}`,
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    '',
  ].join('\r\n')

describe('a zone that only its definition tells', () => {
  const [spring, fall] = ['BYMONTH=3;BYDAY=-1SU', 'BYMONTH=10;BYDAY=-1SU']
  for (const [what, definition, timezone, start] of [
    ['the zone of the import', zone('+0100', '+0200', spring, fall), 'Europe/Berlin', '2027-07-05 10:00:00'],
    [
      'a known zone',
      zone('-0600', '-0500', 'BYMONTH=3;BYDAY=2SU', 'BYMONTH=11;BYDAY=1SU'),
      'America/Chicago',
      '2027-07-05 10:00:00',
    ],
    ['an offset', zone('+0545', '+0545', spring, fall), 'UTC+5:45', '2027-07-05 10:00:00'],
    [
      'rules of no zone',
      zone('+0100', '+0200', 'BYMONTH=6;BYDAY=-1SU', 'BYMONTH=8;BYDAY=-1SU'),
      'Europe/Berlin',
      '2027-07-05 10:00:00',
    ],
    [
      'other rules of no zone',
      zone('+0300', '+0500', 'BYMONTH=6;BYDAY=-1SU', 'BYMONTH=8;BYDAY=-1SU'),
      'Europe/Berlin',
      '2027-07-05 07:00:00',
    ],
  ] as const)
    it(what, async () => {
      const { records } = await read(calendar(definition, event('UID:1', 'DTSTART;TZID=Own:20270705T100000')))
      const [record] = records
      assert.deepEqual([record?.payload['timezone'], record?.payload['start_date']], [timezone, start])
      assert.match(record?.notes?.join() ?? '', /“Own”/)
    })

  it('does not take long with a hostile rule', async () => {
    const definition = zone(
      '+0100',
      '+0200',
      'BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=1,2,3,4,5,6,7,8,9',
      'BYDAY=MO,TU,WE,TH,FR',
    )
    assert.equal((await read(calendar(definition, event('DTSTART;TZID=Own:20270705T100000')))).records.length, 1)
  })
})

describe('the encoding of iCalendar', () => {
  const text = calendar('X-WR-CALNAME:ä', event('UID:1', 'DTSTART:20270105', 'SUMMARY:Käse – “für” alle €'))
  const title = 'Käse – “für” alle €'
  const windows = Buffer.from(
    [...text].map(
      (character) => ({ '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 })[character] ?? character.charCodeAt(0),
    ),
  )
  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Windows-1252', windows],
    ['both', Buffer.concat([Buffer.from(calendar('X-WR-CALNAME:ä')), windows])],
  ] as const)
    it(name, async () => {
      for (const size of sizes) assert.equal((await read(bytes, size)).records[0]?.payload['title'], title)
    })
})

describe('hostile iCalendar', () => {
  it('is refused in one line if it is of another format', async () => {
    for (const content of [
      '',
      '{"title": "x"}\n',
      '<html>\n',
      'a,b\n1,2\n',
      Buffer.from([0, 1, 2, 3, 10, 200, 201]),
      '\0'.repeat(1e6),
    ]) {
      const { records, faults } = await read(content)
      assert.equal(records.length, 0)
      assert.deepEqual(
        faults.map(({ fault }) => fault),
        ['This is no iCalendar file: it has no line BEGIN:VCALENDAR.'],
      )
    }
  })

  it('keeps the event', async () => {
    const x = 'x'.repeat(3_000_000)
    for (const lines of [
      [`DESCRIPTION:${x}`],
      [`X-FOO:${x}`],
      [`${x}:1`],
      [x],
      [`ATTACH;VALUE=BINARY;ENCODING=BASE64:${x}`],
      [`CATEGORIES:${'a,b,'.repeat(300_000)}`],
      Array.from({ length: 100_000 }, (_, at) => `X-${at}:1`),
      Array.from({ length: 100_000 }, (_, at) => `CATEGORIES:${at}`),
      Array.from({ length: 100_000 }, () => 'BEGIN:VALARM'),
      Array.from(
        { length: 3000 },
        (_, at) =>
          `EXDATE:2028${String((at % 12) + 1).padStart(2, '0')}01T${String(at % 24).padStart(2, '0')}${String(at % 60).padStart(2, '0')}00`,
      ),
      [`DESCRIPTION:${'<p>'.repeat(100_000)}`],
      [`DESCRIPTION:${'http://a'.repeat(60_000)}`],
      [`LOCATION:${'a, '.repeat(100_000)}`],
      [`LOCATION:${'a b'.repeat(100_000)}`],
      [`DTSTART;TZID=${'a/'.repeat(100_000)}:20270105T100000`],
      [`RRULE:${'FREQ=DAILY;'.repeat(50_000)}`],
    ]) {
      const { records, faults } = await readRecords(
        readICalendar,
        calendar(event('UID:1', 'DTSTART:20270105T100000', ...lines)),
        {},
        65_536,
      )
      assert.deepEqual(faults, [])
      assert.equal(records.length, 1, lines[0]?.slice(0, 40))
      assert.ok(JSON.stringify(records[0]).length < 1_200_000)
    }
  })
})
