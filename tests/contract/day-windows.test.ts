import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Events by the clock of the site; November 26th, 2026 is a Thursday. */
const events: readonly (readonly [title: string, start: string, end: string])[] = [
  ['exhibition', '2026-11-06 10:00', '2027-01-31 18:00'],
  ['over', '2026-11-25 20:00', '2026-11-25 22:00'],
  ['yoga', '2026-11-26 07:30', '2026-11-26 08:30'],
  ['choir', '2026-11-26 20:00', '2026-11-26 22:00'],
  ['night', '2026-11-26 23:00', '2026-11-27 03:00'],
  ['until midnight', '2026-11-27 20:00', '2026-11-28 00:00'],
  ['from midnight', '2026-11-28 00:00', '2026-11-28 00:00'],
  ['market', '2026-11-28 08:00', '2026-11-29 12:00'],
  ['last second', '2026-11-29 23:59:59', '2026-11-30 01:00'],
  ['monday', '2026-11-30 00:00', '2026-11-30 12:00'],
  ['seventh day', '2026-12-02 20:00', '2026-12-02 21:00'],
  ['eighth day', '2026-12-03 00:00', '2026-12-03 01:00'],
]

const ofWeekend = ['exhibition', 'from midnight', 'market', 'last second']

/** What each window has at some moments. */
const moments: readonly (readonly [time: string, found: Readonly<Record<string, readonly string[]>>])[] = [
  [
    '2026-11-26 07:00:00',
    {
      today: ['exhibition', 'yoga', 'choir', 'night'],
      tomorrow: ['exhibition', 'night', 'until midnight'],
      weekend: ofWeekend,
      week: [
        ...['exhibition', 'yoga', 'choir', 'night', 'until midnight', 'from midnight', 'market', 'last second'],
        ...['monday', 'seventh day'],
      ],
    },
  ],
  ['2026-11-26 08:30:00', { today: ['exhibition', 'choir', 'night'], weekend: ofWeekend }],
  ['2026-11-26 23:59:59', { today: ['exhibition', 'night'], tomorrow: ['exhibition', 'night', 'until midnight'] }],
  ['2026-11-27 00:00:00', { today: ['exhibition', 'night', 'until midnight'], weekend: ofWeekend }],
  ['2026-11-28 07:00:00', { today: ['exhibition', 'market'], weekend: ['exhibition', 'market', 'last second'] }],
  [
    '2026-11-29 12:00:00',
    { weekend: ['exhibition', 'last second'], tomorrow: ['exhibition', 'last second', 'monday'] },
  ],
  ['2026-11-30 00:00:00', { today: ['exhibition', 'last second', 'monday'], weekend: ['exhibition'] }],
]

for (const zone of ['Europe/Berlin', 'America/New_York'] as const)
  describe(`windows of days in ${zone} (C1.2)`, () => {
    let calendar: Calendar
    const offset = zone === 'Europe/Berlin' ? '+01:00' : '-05:00'
    const setClock = (local: string): void => calendar.setClock(Date.parse(`${local.replace(' ', 'T')}${offset}`))
    before(async () => {
      calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: zone } })
      for (const [title, start_date, end_date] of events) {
        const { status, text } = await calendar.ask('POST', '/events', {
          as: 'editor',
          body: { title, start_date, end_date },
        })
        assert.equal(status, 201, text)
      }
    })
    after(() => calendar.close())

    const titles = async (query: string): Promise<string[]> => {
      const { status, body, text } = await calendar.ask('GET', `/events?per_page=50&${query}`)
      assert.equal(status, 200, text)
      assert.equal(body.total, body.events.length)
      return body.events.map(({ title }: { title: string }) => title)
    }

    for (const [time, found] of moments)
      it(`follow the clock of the site at ${time}, also out of memory`, async () => {
        setClock(time)
        for (const round of ['first', 'again'])
          for (const [window, expected] of Object.entries(found))
            assert.deepEqual(await titles(`window=${window}`), expected, `${window}, ${round}`)
      })

    it('have the evening of today: what starts from 17:00 until 5:00 and is not over', async () => {
      const made: number[] = []
      for (const [title, start_date, end_date, all_day = false] of [
        ['before five', '2027-03-01 16:59:59', '2027-03-01 22:00'],
        ['at five', '2027-03-01 17:00', '2027-03-01 18:00'],
        ['after midnight', '2027-03-02 04:59:59', '2027-03-02 06:00'],
        ['all of tomorrow', '2027-03-02', '2027-03-02', true],
        ['in the morning', '2027-03-02 05:00', '2027-03-02 06:00'],
      ] as const) {
        const body = { title, start_date, end_date, all_day }
        made.push((await calendar.ask('POST', '/events', { as: 'editor', body })).body.id)
      }
      for (const [time, expected] of [
        ['2027-03-01 00:00:00', ['at five', 'after midnight']],
        ['2027-03-01 17:30:00', ['at five', 'after midnight']],
        ['2027-03-01 18:00:00', ['after midnight']],
        ['2027-03-02 00:00:00', []],
        ['2027-02-28 23:59:59', []],
      ] as const) {
        setClock(time)
        for (const round of ['first', 'again'])
          assert.deepEqual(await titles('window=tonight'), expected, `${time}, ${round}`)
      }
      setClock('2027-03-01 17:30:00')
      const { headers } = await calendar.ask('GET', '/events?window=tonight')
      assert.equal(headers['cache-control'], 'no-cache, max-age=1800')
      assert.deepEqual(await titles('window=tonight&end_date=2027-03-01'), ['at five'])
      for (const id of made) await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
    })

    it('are narrowed by dates, and repeated in links', async () => {
      setClock('2026-11-26 07:00:00')
      assert.deepEqual(await titles('window=week&start_date=2026-11-30'), ['monday', 'seventh day'])
      assert.deepEqual(await titles('window=weekend&search=market'), ['market'])
      const { body } = await calendar.ask('GET', '/events?window=weekend')
      assert.equal(new URL(body.rest_url).searchParams.get('window'), 'weekend')
    })

    it('say how long they hold: until something begins or ends, or the day does', async () => {
      for (const [time, seconds] of [
        ['2026-11-26 07:00:00', 1800],
        ['2026-11-26 23:30:00', 1800],
        ['2026-12-05 23:59:00', 60],
      ] as const) {
        setClock(time)
        const { headers } = await calendar.ask('GET', '/events?window=today')
        assert.equal(headers['cache-control'], `no-cache, max-age=${seconds}`, time)
      }
    })

    it('are refused with other names', async () => {
      const { status, text } = await calendar.ask('GET', '/events?window=yesterday')
      assert.equal(status, 400)
      assert.match(text, /weekend/)
    })
  })

describe('the weekend', () => {
  for (const [environment, expected] of [
    [{ KALENDS_TIMEZONE: 'Asia/Riyadh', KALENDS_LANGUAGE: 'en' }, ['27', '28']],
    [{ KALENDS_TIMEZONE: 'UTC', KALENDS_LANGUAGE: 'en-SA' }, ['27', '28']],
    [{ KALENDS_TIMEZONE: 'Asia/Riyadh', KALENDS_LANGUAGE: 'en-GB' }, ['28', '29']],
    [{ KALENDS_TIMEZONE: 'Europe/Paris', KALENDS_LANGUAGE: 'fr' }, ['28', '29']],
  ] as const)
    it(`is that of the site with ${JSON.stringify(environment)}`, async () => {
      const calendar = await createCalendar({ now: Date.parse('2026-11-26T06:00:00Z'), environment })
      try {
        for (const day of ['26', '27', '28', '29']) {
          const body = { title: day, start_date: `2026-11-${day} 20:00`, end_date: `2026-11-${day} 21:00` }
          await calendar.ask('POST', '/events', { as: 'editor', body })
        }
        const { body } = await calendar.ask('GET', '/events?window=weekend')
        assert.deepEqual(
          body.events.map(({ title }: { title: string }) => title),
          expected,
        )
      } finally {
        await calendar.close()
      }
    })
})
