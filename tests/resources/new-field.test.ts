import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FieldTable, listColumns } from '../../src/core/fields.ts'
import { eventFields } from '../../src/resources/events/fields.ts'

const fields: Record<string, FieldTable[string]> = eventFields

describe('a field that is stored through `columns`', () => {
  it('has a column of its own name, which the history shows', () => {
    const missing = Object.entries(fields).filter(
      ([name, field]) => 'columns' in field && !listColumns(field).includes(name),
    )
    assert.deepEqual(missing, [])
  })

  it('reaches the other occurrences of a series, whichever it is (contract C3.4)', async () => {
    const { website } = fields
    assert.ok(website && 'column' in website)
    const { column: _, ...entry } = website
    fields['website'] = { ...entry, empty: null, columns: (value: string | null) => ({ website: value }) }
    // What the entries lead to is derived from them when it is loaded.
    const { createCalendar } = await import('../support/calendar.ts')
    const calendar = await createCalendar()
    try {
      const { body: created } = await calendar.ask('POST', '/events', {
        as: 'editor',
        body: {
          title: 'Yoga',
          start_date: '2027-05-01 10:00:00',
          end_date: '2027-05-01 11:00:00',
          recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
        },
      })
      const changed = { website: 'https://example.org/new', scope: 'all' }
      await calendar.ask('POST', `/events/${created.id}`, { as: 'editor', body: changed })
      const { body: list } = await calendar.ask('GET', '/events?start_date=2027-05-01&end_date=2027-06-01')
      assert.deepEqual(
        list.events.map((event: { website: string }) => event.website),
        Array.from({ length: 3 }, () => 'https://example.org/new'),
      )
    } finally {
      await calendar.close()
    }
  })
})
