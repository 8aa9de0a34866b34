import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FormatName, formats, recogniseFormat } from '../../src/import/read/formats/list.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { corpusFile, readRecords } from './read-records.ts'

/** Files of the corpus, and texts, with the titles of the events that the interface makes of them, and their starts. */
const files: readonly [name: string, starts: readonly (readonly [title: string, start: string])[]][] = [
  [
    'google.ics',
    [
      ['Night walk & soup', '2027-06-11 19:30:00'],
      ['Choir', '2027-06-08 19:00:00'],
      ['Choir, a day later', '2027-06-23 19:00:00'],
      ['Fair', '2027-07-03 00:00:00'],
    ],
  ],
  [
    'outlook.ics',
    [
      ['Führung', '2027-09-15 10:00:00'],
      ['Open days', '2027-09-16 00:00:00'],
      ['Broadcast', '2027-09-20 18:00:00'],
    ],
  ],
  [
    'apple.ics',
    [
      ['Harbour concert', '2027-08-21 20:00:00'],
      ['Flag raising', '2027-08-22 09:00:00'],
    ],
  ],
  ['nextcloud.ics', [['Reparatur-Café', '2027-03-04 19:00:00']]],
  [
    'meetup.ics',
    [
      ['Code & cake', '2027-10-12 18:30:00'],
      ['Code online', '2027-10-19 18:30:00'],
    ],
  ],
  ['eventbrite.ics', [['Cheese tasting', '2027-11-05 20:00:00']]],
  [
    'tec.ics',
    [
      ['Sonates d’été', '2027-05-14 20:00:00'],
      ['Fête', '2027-06-01 00:00:00'],
    ],
  ],
  [
    'exchange.ics',
    [
      ['Board meeting', '2027-07-06 10:30:00'],
      ['Call in Asia', '2027-03-01 09:30:00'],
    ],
  ],
  [
    'conference.ics',
    [
      ['Opening', '2027-06-05 10:00:00'],
      ['Maps for everybody', '2027-06-05 11:00:00'],
      ['Lunch', '2027-06-05 13:30:00'],
    ],
  ],
  ['icloud.ics', [['Breakfast', '2027-05-08 08:30:00']]],
  [
    'outlook-de.csv',
    [
      ['Vorstandssitzung', '2027-06-14 19:00:00'],
      ['Sommerlager', '2027-06-14 00:00:00'],
    ],
  ],
  [
    'localist.csv',
    [
      ['Open house', '2027-06-12 10:00:00'],
      ['Summer school', '2027-07-05 00:00:00'],
    ],
  ],
  [
    'tec-events.csv',
    [
      ['Spring concert', '2027-04-10 19:30:00'],
      ['Fair "on the green"', '2027-05-01 00:00:00'],
    ],
  ],
  [
    'tec-venues.csv',
    [
      ['Town Hall', 'venue'],
      ['Old Pier', 'venue'],
    ],
  ],
  [
    'tec-organizers.csv',
    [
      ['Music Society', 'organizer'],
      ['Choir of Lindow', 'organizer'],
    ],
  ],
  [
    'site.xml',
    [
      ['Music & sound', 'category'],
      ['Choirs', 'category'],
      ['Outdoor', 'tag'],
      ['Summer concert & picnic', '2027-07-10 18:00:00'],
      ['Town Hall', 'venue'],
      ['Music Society', 'organizer'],
      ['Festivals', 'category'],
      ['夏祭り', '2027-08-01 00:00:00'],
    ],
  ],
]

const routes = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

const withCalendar = async (use: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
  await use(calendar).finally(calendar.close)
}

describe('what a reader gives is what the interface takes', () => {
  for (const [name, starts] of files)
    it(name, () =>
      withCalendar(async ({ ask }) => {
        const bytes = await corpusFile(name)
        const format = recogniseFormat({ bytes, fileName: name })
        assert.ok(format in formats, format)
        const { records } = await readRecords(formats[format as FormatName].read, bytes)
        const found: (readonly [string, string])[] = []
        for (const { kind, payload } of records) {
          if (kind === 'image') continue
          // An image would be fetched.
          const { image: _, ...body } = payload
          const reply = await ask('POST', `/${routes[kind]}?text=plain`, { as: 'editor', body })
          assert.equal(reply.status, 201, reply.text)
          found.push([reply.body.title ?? reply.body[kind] ?? reply.body.name, reply.body.start_date ?? kind])
        }
        assert.deepEqual(found, starts)
      }),
    )

  it('is not if it is changed', () =>
    withCalendar(async ({ ask }) => {
      const { records } = await readRecords(formats.icalendar.read, await corpusFile('apple.ics'))
      const body = { ...records[0]?.payload, timezone: 'Own' }
      assert.equal((await ask('POST', '/events', { as: 'editor', body })).status, 400)
    }))
})
