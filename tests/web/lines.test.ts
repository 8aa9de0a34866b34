import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anonymous, type Caller } from '../../src/core/policy.ts'
import { type EventLine, readEventLines } from '../../src/resources/events/lines.ts'
import type { EventRecord } from '../../src/resources/events/record.ts'
import { listVenues } from '../../src/resources/events/venue-lines.ts'
import { create, withCalendar } from './calendar-pages.ts'

/** What a line has of a record. */
const lineOf = (record: EventRecord): EventLine => {
  const { id, title, slug, all_day, start_date, end_date, utc_start_date, utc_end_date, ...others } = record
  const { timezone, timezone_abbr, featured, event_status, categories, cost, cost_details } = others
  const [first] = categories
  return {
    ...{
      id,
      title,
      slug,
      all_day,
      start_date,
      end_date,
      utc_start_date,
      utc_end_date,
      timezone,
      timezone_abbr,
      featured,
      cost,
    },
    cost_details: { values: cost_details.values },
    ...(event_status && { event_status }),
    categories: first ? [{ id: first.id }] : [],
    venue: listVenues<{ venue: string; city?: string }>(record).map(({ venue, city = '' }) => ({ venue, city })),
  }
}

const editor: Caller = { id: 2, role: 'editor' }

describe('the lines of calendars', () => {
  it('have the values of the records that the same caller sees', async () => {
    await withCalendar(async (calendar) => {
      const { ask, database } = calendar
      const hidden = await ask('POST', '/venues', { as: 'editor', body: { venue: 'Cellar', status: 'draft' } })
      const events = [
        await create(calendar, 'Fish & <chips>', '2026-12-01 10:00', '2026-12-03 11:00', {
          categories: ['Zither', 'Accordion', 'école'],
          venue: { venue: 'Hall & Co', city: 'A & B' },
          featured: true,
          cost: '5-12',
        }),
        await create(calendar, 'Elsewhere', '2026-12-02', '2026-12-02', { all_day: true, timezone: 'Asia/Tokyo' }),
        await create(calendar, 'Off', '2026-12-03 20:00', '2026-12-03 22:00', { event_status: 'cancelled' }),
        await create(calendar, 'Below', '2026-12-04 20:00', '2026-12-04 22:00', {
          venue: [hidden.body.id, { venue: 'Attic' }],
        }),
        await create(calendar, 'Later', '2026-12-05 20:00', '2026-12-05 22:00', { status: 'draft' }),
      ]
      const ids = events.map(({ id }) => id)
      const read = readEventLines(database)
      for (const [caller, as] of [
        [anonymous, 'none'],
        [editor, 'editor'],
      ] as const) {
        const records: EventRecord[] = []
        for (const id of ids) {
          const { status, body } = await ask('GET', `/events/${id}`, { as })
          if (status === 200) records.push(body)
        }
        assert.equal(records.length, as === 'none' ? 4 : 5)
        const context = { caller, config: calendar.config }
        const lines = await read(context, [...ids, 999])
        assert.deepEqual(lines, records.map(lineOf), as)
        const venues = lines.find(({ title }) => title === 'Below')?.venue.map(({ venue }) => venue)
        assert.deepEqual(venues, as === 'none' ? ['Attic'] : ['Cellar', 'Attic'])
        assert.deepEqual(await read(context, ids.toReversed()), lines.toReversed())
      }
    })
  })
})
