import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createCalendar } from '../support/calendar.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { type Garden, payloads, plantGarden, plurals } from './payloads.ts'

/** A record without what every change touches. */
const withoutModified = ({ modified: _, modified_utc: __, ...record }: Record<string, unknown>) => record

describe('a record', () => {
  let garden: Garden

  before(async () => {
    garden = await plantGarden(await createCalendar(), 10)
  })
  after(() => garden.calendar.close())

  it('of an event without a website goes on showing its own address there (contract B6.3)', async () => {
    const { ask } = garden.calendar
    const body = { title: 'No website', start_date: '2026-12-01', end_date: '2026-12-01' }
    const created = await ask('POST', '/events', { as: 'admin', body })
    const changed = { ...created.body, slug: 'elsewhere' }
    const written = await ask('PUT', `/events/${created.body.id}`, { as: 'admin', body: changed })
    assert.equal(written.body.website, written.body.url)
  })

  for (const plural of plurals) {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      it(`of ${plural} that is read and written back with ${method} changes nothing (contract B6.2, B7.2)`, async (t) => {
        t.diagnostic(`SEED=${seed}`)
        const { ask } = garden.calendar
        const property = fc.asyncProperty(payloads(garden.document, plural), async (text) => {
          const sent = garden.fill(text)
          const created = await ask('POST', `/${plural}`, { as: 'admin', body: sent })
          fc.pre(created.status === 201)
          const path = `/${plural}/${created.body.id}`
          const read = await ask('GET', path, { as: 'admin' })
          assert.equal(read.status, 200)
          const written = await ask(method, path, { as: 'admin', body: read.body })
          assert.equal(written.status, 200, `${JSON.stringify(sent)}\n${JSON.stringify(read.body)}\n${written.text}`)
          const again = await ask('GET', path, { as: 'admin' })
          assert.deepEqual(withoutModified(again.body), withoutModified(read.body), JSON.stringify(sent))
          assert.equal(written.headers['etag'], again.headers['etag'])
        })
        await fc.assert(property, { seed, numRuns: lengthOf(10, 40), maxSkipsPerRun: 10 })
      })
    }
  }
})
