import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ownRoutes } from '../../src/app.ts'
import { findFaults } from '../../src/cli/check.ts'
import { ownNamespace } from '../../src/lib/links.ts'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { adapterDocument } from './adapter-document.ts'
import { type FuzzResult, fullLength, fuzz } from './fuzz.ts'
import { assertAllAsked, assertNoFindings } from './fuzz-checks.ts'

// The state of the server is there to tell administrators of the inside, and the stream of changes does not end.
const leftOut = ['', '/state', '/changes/stream']
const routes = ownRoutes.filter(({ path }) => !leftOut.includes(path))

const other = { read: adapterDocument.bind(undefined, routes), namespace: ownNamespace }

describe('random requests below kalends/v1 (C6)', () => {
  let calendar: Calendar
  let result: FuzzResult

  before(async () => {
    // Nobody listens there: mail is tried, and not sent.
    calendar = await createCalendar({ environment: { KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' } })
    result = await fuzz(calendar, { ...fullLength, rounds: 30, other })
  })
  after(() => calendar.close())

  it('are never answered by a fault of the server', (t) => {
    assertNoFindings(t, result)
  })

  it('were sent to every path with every method by every role', () => {
    assertAllAsked(result)
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
