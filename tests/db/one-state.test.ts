import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCalendar } from '../support/calendar.ts'

const rounds = 60
const readers = 8

/**
 * A list is read by several statements. On SQLite no write comes between them, since each group of writes begins in a turn of its own; so a
 * list shows either all or nothing of what was written together.
 */
test('a list shows one state of the data while others write', async (context) => {
  const calendar = await createCalendar()
  context.after(() => calendar.close())
  if (calendar.database.dialect.name !== 'sqlite') return context.skip('reads of PostgreSQL are no snapshot')
  const ids: number[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const body = { title, start_date: '2027-05-01', end_date: '2027-05-01' }
    ids.push((await calendar.ask('POST', '/events', { as: 'admin', body })).body.id)
  }
  let isWriting = true
  const seen = new Set<number>()
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; isWriting; turn++) {
      // Each URL is new: nothing of it is cached but what the statements of all lists share.
      const { status, body } = await calendar.ask(
        'GET',
        `/events?start_date=2027-04-01%2000:00:${turn % 60}&page=1&reader=${reader}&per_page=${10 + (turn % 40)}`,
      )
      assert.equal(status, 200)
      assert.ok(body.total === 0 || body.total === 3, `${body.total} of three events`)
      assert.equal(body.events.length, body.total)
      seen.add(body.total)
      // As over a network, where each request arrives in another turn.
      await nextTurn()
    }
  }
  const reading = Array.from({ length: readers }, (_, reader) => read(reader))
  for (let round = 0; round < rounds; round++) {
    const status = round % 2 === 0 ? 'draft' : 'publish'
    const operations = ids.map((id) => ({ method: 'PATCH', id, body: { status } }))
    const written = await calendar.ask('POST', '/events/batch', { as: 'admin', body: { atomic: true, operations } })
    assert.equal(written.status, 200, written.text)
  }
  isWriting = false
  await Promise.all(reading)
  assert.deepEqual(seen, new Set([0, 3]))
})
