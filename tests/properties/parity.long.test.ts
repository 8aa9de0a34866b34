import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sharePostgres } from '../support/postgres.ts'
import { seed } from '../support/seed.ts'
import { fuzz } from './fuzz.ts'
import { createTwins } from './twins.ts'

const postgres = await sharePostgres()

describe('the same random requests', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  it('get the same answers from SQLite and from PostgreSQL', async (t) => {
    assert.ok(typeof postgres !== 'string')
    const twins = await createTwins(postgres.url)
    const { requests, findings } = await fuzz(twins.calendar, { seed, rounds: 20, maxFindings: 10 })
    t.diagnostic(`SEED=${seed}, ${requests} requests, ${twins.differences.length} answered differently`)
    assert.deepEqual(twins.differences.slice(0, 5), [], `SEED=${seed}`)
    assert.deepEqual(findings, [], `SEED=${seed}`)
    assert.ok(requests >= 5000, String(requests))
    await twins.close()
  })

  it('would be told apart where one of them answered otherwise (negative control)', async () => {
    assert.ok(typeof postgres !== 'string')
    const twins = await createTwins(postgres.url)
    await twins.calendar.database.transact(({ kysely }) =>
      kysely.updateTable('user').set({ role: 'subscriber' }).where('name', '=', 'editor').execute(),
    )
    await twins.calendar.ask('POST', '/venues', { as: 'editor', body: { venue: 'Hall' } })
    assert.equal(twins.differences.length, 1)
    await twins.close()
  })
})
