import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/recurrence.md'), 'utf8')

/** The examples: a body, and the line of dates below it, which ends with an ellipsis where there are more. */
const examples = [...text.matchAll(/```json\n(\{[\s\S]*?\})\n```\n\n(\d{4}-.*)\n/g)].map(
  ([, body = '', dates = '']) => {
    const listed = dates.split(', ')
    return { body: JSON.parse(body), hasMore: listed.at(-1) === '…', starts: listed.filter((date) => date !== '…') }
  },
)

describe('docs/recurrence.md', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2026-12-01T12:00:00Z') })
  })
  after(() => calendar.close())

  it('has ten examples', () => assert.equal(examples.length, 10))

  for (const { body, starts, hasMore } of examples)
    it(`says which dates ${body.title} has`, async () => {
      const created = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(created.status, 201, created.text)
      const path = `/events?series=${created.body.series.id}&start_date=2027-01-01&end_date=2040-01-01&per_page=50`
      const { body: list } = await calendar.ask('GET', path)
      const found: string[] = list.events.map(({ start_date }: { start_date: string }) => start_date.slice(0, 16))
      assert.deepEqual(found.slice(0, starts.length), starts)
      assert.equal(found.length > starts.length, hasMore)
    })
})
