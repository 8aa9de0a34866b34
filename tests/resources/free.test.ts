import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFree } from '../../src/resources/events/free.ts'
import { createCalendar } from '../support/calendar.ts'

const nothing = [
  '0',
  '0.00',
  '$0',
  '0 €',
  '０円',
  'Free',
  'FREE OF CHARGE',
  'Entrée libre',
  'ENTRÉE LIBRE',
  '無料',
  '0 - Gratis',
  '0 CHF',
]

const something = [
  '',
  '10',
  '0, 20',
  '0-10',
  '0 – 15',
  'free for members',
  'Freedom',
  '$',
  'CHF',
  'on request',
  '20 gratis',
]

describe('whether an event is free', () => {
  it('is read from its cost', () => {
    assert.deepEqual([...nothing, ...something].filter(isFree), nothing)
  })

  it('is stored with the cost, and follows it', async () => {
    const { ask, database, close } = await createCalendar()
    const stored = async (): Promise<number | undefined> =>
      (await database.kysely.selectFrom('event').select('is_free').executeTakeFirst())?.is_free
    const body = { title: 'Fair', start_date: '2027-01-10', end_date: '2027-01-10', cost: '0' }
    const { id, cost } = (await ask('POST', '/events', { as: 'admin', body })).body
    assert.equal(await stored(), 1)
    for (const [sent, expected] of [
      [{ title: 'Other' }, 1],
      // What was read is written back.
      [{ cost }, 1],
      [{ cost: '5' }, 0],
      [{ cost: 'gratis' }, 1],
      [{ cost: '' }, 0],
    ] as const) {
      assert.equal((await ask('PATCH', `/events/${id}`, { as: 'admin', body: sent })).status, 200)
      assert.equal(await stored(), expected, JSON.stringify(sent))
    }
    await close()
  })
})
