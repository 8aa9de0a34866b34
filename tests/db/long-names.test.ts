import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

/** A thousand characters of three bytes each that no database can compress: more than an index of PostgreSQL takes in a row. */
const longName = Array.from({ length: 1000 }, (_, at) =>
  String.fromCharCode(0x4e00 + (createHash('sha256').update(String(at)).digest().readUInt16BE() % 0x5000)),
).join('')

describe('the longest names', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const skip = kind === 'postgres' && typeof postgres === 'string' ? postgres : false

    it(`fit the indexes by which namesakes are found, on ${kind}`, { skip }, async () => {
      const isServer = kind === 'postgres' && typeof postgres !== 'string'
      const calendar = await createCalendar(isServer ? { postgres: postgres.url } : {})
      const create = (path: string, body: object) => calendar.ask('POST', path, { as: 'admin', body })
      const tag = await create('/tags', { name: longName })
      assert.equal(tag.status, 201, tag.text)
      const again = await create('/tags', { name: longName })
      assert.deepEqual([again.status, again.body.code], [400, 'term_exists'])
      assert.equal((await create('/tags', { name: `${longName.slice(0, -1)}x` })).status, 201)
      const venue = await create('/venues', { venue: longName })
      assert.equal(venue.status, 201, venue.text)
      assert.equal((await create('/venues', { venue: longName })).body.id, venue.body.id)
      assert.notEqual((await create('/venues', { venue: `${longName.slice(0, -1)}x` })).body.id, venue.body.id)
      await calendar.close()
    })
  }
})
