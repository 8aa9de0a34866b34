import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ownRoutes } from '../../src/app.ts'
import { findFaults } from '../../src/cli/check.ts'
import { ownNamespace } from '../../src/lib/links.ts'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { lengthOf } from '../support/lengths.ts'
import { adapterDocument } from './adapter-document.ts'
import { type FuzzResult, fuzz } from './fuzz.ts'
import { askers } from './request-plans.ts'

/** The same in `FUZZ_SEED` sends the same requests again. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

// The state of the server is there to tell administrators of the inside.
const routes = ownRoutes.filter(({ path }) => path !== '' && path !== '/state')

const other = { read: adapterDocument.bind(undefined, routes), namespace: ownNamespace }

describe('random requests below kalends/v1 (C6)', () => {
  let calendar: Calendar
  let result: FuzzResult

  before(async () => {
    // Nobody listens there: mail is tried, and not sent.
    calendar = await createCalendar({ environment: { KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' } })
    result = await fuzz(calendar, { seed, rounds: lengthOf(4, 30), maxFindings: 10, other })
  })
  after(() => calendar.close())

  it('are never answered by a fault of the server', (t) => {
    const statuses = [...result.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    t.diagnostic(`FUZZ_SEED=${seed}, ${result.requests} requests, ${statuses.join(', ')}`)
    assert.equal(result.findings.length, 0, `FUZZ_SEED=${seed}\n${result.findings.join('\n\n')}`)
  })

  it('were sent to every path with every method by every role', () => {
    for (const path of result.document.paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        for (const role of askers)
          assert.ok(result.asked.get(`${method} ${path} as ${role}`), `${method} ${path} as ${role}`)
      }
    }
  })

  it('leave a sound database, the users as they were, and no token in the log', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
    const users = await calendar.database.kysely.selectFrom('user').select(['name', 'role']).orderBy('id').execute()
    assert.deepEqual(Object.fromEntries(users.map(({ name, role }) => [name, role])), userRoles)
    const faults = calendar.log.filter(
      (line) => line.includes('"level":"error"') && !line.includes('mail could not be sent'),
    )
    assert.deepEqual(faults, [])
    assert.doesNotMatch(calendar.log.join(''), /admin\/welcome#/)
  })
})
