import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { oddLines } from './odd-lines.ts'

const imports = '//kalends/v1/imports'

describe('lines of NDJSON with members of the wrong type (C4.3)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('are named, and all others are imported', async () => {
    const { text: payload, titles, faults } = oddLines()
    const headers = { 'content-type': 'application/x-ndjson' }
    const sent = await calendar.ask('POST', imports, { as: 'admin', payload, headers })
    assert.equal(sent.status, 202, sent.text)
    let done: { state: string; message: string; faults: { line: number; message: string }[] }
    do {
      await wait(20)
      done = (await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })).body
    } while (['waiting', 'running'].includes(done.state))
    assert.equal(done.state, 'done', done.message)
    assert.deepEqual(
      done.faults.map(({ line, message }) => [line, message]),
      faults,
    )
    const { body } = await calendar.ask('GET', '/events?start_date=2027-01-01&sort=title')
    assert.deepEqual(
      body.events.map(({ title }: { title: string }) => title),
      titles,
    )
  })
})
