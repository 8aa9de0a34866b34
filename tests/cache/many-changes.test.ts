import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createCalendar } from '../support/calendar.ts'

it('a process learns of more changes than it reads at once', async (test: TestContext) => {
  const calendar = await createCalendar({})
  test.after(() => calendar.close())
  const ids: number[] = []
  for (let at = 0; at < 250; at++) {
    const { body } = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: `Hall ${at}` } })
    ids.push(body.id)
  }
  const read = async (at: number): Promise<string> => (await calendar.ask('GET', `/venues/${ids[at]}`)).body.venue
  for (const at of [0, 99, 100, 198, 199, 249]) assert.equal(await read(at), `Hall ${at}`)
  const other = await calendar.connect()
  // One statement logs a change of each venue.
  await other.transact(({ kysely }) => sql`update venue set title = title || '!'`.execute(kysely))
  for (const at of [249, 0, 99, 100, 198, 199]) assert.equal(await read(at), `Hall ${at}!`)
  await other.transact(({ kysely }) => sql`update venue set title = 'Barn' where id = ${ids[249]}`.execute(kysely))
  assert.equal(await read(249), 'Barn')
  await other.close()
})
