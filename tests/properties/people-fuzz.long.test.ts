import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { InjectOptions } from 'light-my-request'
import { adapterRoutes } from '../../src/app.ts'
import { findFaults } from '../../src/cli/check.ts'
import { siteNamespace } from '../../src/lib/links.ts'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'
import { adapterDocument } from './adapter-document.ts'
import { type FuzzResult, fullLength, fuzz } from './fuzz.ts'
import { assertAllAsked, assertAllSucceeded, assertNoFindings } from './fuzz-checks.ts'

const routes = adapterRoutes.filter(({ path }) => path.startsWith('/users'))

const other = { read: adapterDocument.bind(undefined, routes), namespace: siteNamespace }

const testUsers = Object.keys(userRoles).length

/**
 * Gives the test users back, after each request, what they log in with: random requests remove them, or their secrets. Secrets that were
 * created must be in no later answer.
 */
const restoring = async (calendar: Calendar, told: string[]): Promise<Calendar> => {
  const { kysely, transact } = calendar.database
  const users = await kysely.selectFrom('user').selectAll().where('id', '<=', testUsers).execute()
  const credentials = await kysely.selectFrom('credential').selectAll().where('user_id', '<=', testUsers).execute()
  const restore = () =>
    transact(async (db) => {
      for (const { id, ...user } of users) await db.kysely.updateTable('user').set(user).where('id', '=', id).execute()
      await db.kysely
        .insertInto('credential')
        .values(credentials)
        .onConflict((it) => it.column('id').doNothing())
        .execute()
      await db.kysely.deleteFrom('throttle').execute()
    })
  const secrets = new Set<string>()
  const app: Calendar['app'] = Object.create(calendar.app)
  const send = async (request: InjectOptions) => {
    const response = await calendar.app.inject(request)
    for (const secret of secrets)
      if (response.body.includes(secret)) told.push(`${JSON.stringify(request)} tells ${secret}`)
    const created = response.statusCode === 201 ? /"password":"([^"]+)"/.exec(response.body)?.[1] : undefined
    if (created !== undefined) secrets.add(created)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && response.statusCode !== 404) await restore()
    return response
  }
  Object.assign(app, { inject: send })
  return { ...calendar, app }
}

describe('random requests below wp/v2/users (C5)', () => {
  let calendar: Calendar
  let result: FuzzResult
  const told: string[] = []

  before(async () => {
    calendar = await createCalendar()
    const lasting = await restoring(calendar, told)
    result = await fuzz(lasting, { ...fullLength, rounds: 25, other })
  })
  after(() => calendar.close())

  it('are answered in the shapes of WordPress, and never by a fault of the server', (t) => {
    assertNoFindings(t, result, 3000)
  })

  it('were sent to every path with every method by every role, and each operation succeeded', () => {
    assertAllAsked(result)
    // Hardly a random UUID is of the random user; a removal needs force, somebody else who is there, and another administrator.
    assertAllSucceeded(result, /\{uuid\}|DELETE \/users\/(me|\{id\})$/)
  })

  it('tell no secret, and leave a sound database with an administrator, and nothing but words in the log', async () => {
    assert.deepEqual(told, [], `SEED=${seed}`)
    assert.deepEqual(await findFaults(calendar.database), [])
    const users = await calendar.database.kysely.selectFrom('user').selectAll().execute()
    assert.ok(users.some(({ role }) => role === 'administrator'))
    assert.ok(!calendar.log.join('').includes('"level":"error"'))
    assert.doesNotMatch(calendar.log.join(''), /argon2/)
  })
})
