import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'
import { allPages } from '../support/read-paths.ts'
import { fillFully } from './full-calendar.ts'
import { compare, move } from './keeping.ts'

it('an export of all conferences gives the same answers in another calendar, byte for byte (C4.3)', async () => {
  const [from, to] = [
    await createCalendar({ environment: allPages }),
    await createCalendar({ environment: allPages, now: Date.parse('2026-11-23T10:00:00Z') }),
  ]
  try {
    await fillFully(from, Number.POSITIVE_INFINITY)
    const counts = await move(from, to)
    const compared = await compare(from, to, true)
    assert.ok(compared > 2 * (counts['event'] ?? 0), `${compared} answers`)
  } finally {
    await from.close()
    await to.close()
  }
})
