import assert from 'node:assert/strict'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import type { Calendar } from '../support/calendar.ts'
import { type Cell, refused, show } from './cells.ts'
import { idOf } from './fixture.ts'
import { callers, type MatrixCaller, mayManage } from './table.ts'

const site = '//wp-json/wp/v2/users'

const password = 'a long password'

/** Users, their application passwords and sessions: oneself, and others (contract C5). */
export async function* peopleCells(calendar: Calendar): AsyncGenerator<Cell> {
  const hash = await hashPassword(password)
  for (const caller of callers) {
    if (caller !== 'none') {
      await calendar.database.transact((db) => setPasswordHash(db, caller, hash))
      yield* manageCells(calendar, caller, `${idOf(caller)}`, 'self')
      yield* manageCells(calendar, caller, 'me', 'self')
      yield* ownCells(calendar, caller)
    }
    const victim = await calendar.ask('POST', site, { as: 'admin', body: { username: `victim ${caller}`, password } })
    assert.equal(victim.status, 201, victim.text)
    yield* manageCells(calendar, caller, `${victim.body.id}`, 'others')
    yield* administerCells(calendar, caller, `${victim.body.id}`)
    yield* listCells(calendar, caller)
  }
}

/** What a user may do with oneself, and administrators with everybody. */
async function* manageCells(
  calendar: Calendar,
  caller: MatrixCaller,
  user: string,
  whose: 'self' | 'others',
): AsyncGenerator<Cell> {
  const isAllowed = mayManage[whose].includes(caller)
  const secret = await calendar.ask('POST', `${site}/${user === 'me' ? idOf(caller) : user}/application-passwords`, {
    as: 'admin',
    body: { name: 'of the matrix' },
  })
  assert.equal(secret.status, 201, secret.text)
  const one = `application-passwords/${secret.body.uuid}`
  const attempts: readonly (readonly [method: string, below: string, body?: object])[] = [
    ['GET', ''],
    ['GET', '?context=edit'],
    ['POST', '', { description: `by ${caller}` }],
    ['PUT', '', { description: `by ${caller}` }],
    ['PATCH', '', { description: `by ${caller}` }],
    ['GET', '/application-passwords'],
    ['GET', `/${one}`],
    ['PATCH', `/${one}`, { name: 'renamed' }],
    ['DELETE', `/${one}`],
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
  ]
  for (const [method, below, body] of attempts) {
    const reply = await calendar.ask(method, `${site}/${user}${below}`, { as: caller, ...(body ? { body } : {}) })
    const name = `${caller} ${method} users/${whose}${below.replace(secret.body.uuid, '{uuid}')}`
    yield { name, expected: isAllowed ? '200' : refused(caller), actual: show(reply) }
  }
}

/** What nobody may do with oneself, or only as it is said. */
async function* ownCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  const isAdmin = caller === 'admin'
  const change = (body: object) => calendar.ask('PATCH', `${site}/me`, { as: caller, body })
  const { body: own } = await calendar.ask('GET', `${site}/me?context=edit`, { as: caller })
  const cells: [string, string, object][] = [
    ['the own role to another', refused(caller), { roles: [isAdmin ? 'editor' : 'administrator'] }],
    ['the own role as it is', '200', { roles: own.roles }],
    ['the own address', isAdmin ? '200' : refused(caller), { email: `new.${caller}@example.org` }],
    ['the own password', '400 rest_invalid_param', { password: 'another password' }],
    ['the own password, knowing it', '200', { password: 'another password', current_password: password }],
  ]
  for (const [what, expected, body] of cells) {
    yield { name: `${caller} changes ${what}`, expected, actual: show(await change(body)) }
  }
  // Of sessions and application passwords each sees the own ones alone.
  for (const [list, secrets] of [
    ['application-passwords', 'credential'],
    ['sessions', 'session'],
  ] as const) {
    const body = { name: 'author2', password }
    if (list === 'sessions') {
      const hash = await hashPassword(password)
      await calendar.database.transact((db) => setPasswordHash(db, 'author2', hash))
      assert.equal((await calendar.ask('POST', '//session', { body })).status, 201)
    }
    const stored = await calendar.database.kysely
      .selectFrom(secrets)
      .select('uuid')
      .where('user_id', '=', idOf(caller))
      .execute()
    const reply = await calendar.ask('GET', `${site}/me/${list}`, { as: caller })
    const uuids = reply.body.map(({ uuid }: { uuid: string }) => uuid)
    yield {
      name: `${caller} lists the own ${list}`,
      expected: stored
        .map(({ uuid }) => uuid)
        .sort()
        .join(),
      actual: uuids.sort().join(),
    }
  }
}

/** What only administrators may do with others. */
async function* administerCells(calendar: Calendar, caller: MatrixCaller, user: string): AsyncGenerator<Cell> {
  const isAllowed = mayManage.others.includes(caller)
  const attempts: readonly (readonly [method: string, below: string, body?: object])[] = [
    ['PATCH', '', { roles: ['author'] }],
    ['PATCH', '', { email: `victim.of.${caller}@example.org` }],
    ['PATCH', '', { password: 'set by another' }],
    ['DELETE', '?force=true&reassign=4'],
  ]
  for (const [method, below, body] of attempts) {
    const reply = await calendar.ask(method, `${site}/${user}${below}`, { as: caller, ...(body ? { body } : {}) })
    const name = `${caller} ${method} users/others${below} ${Object.keys(body ?? {})}`
    yield { name, expected: isAllowed ? '200' : refused(caller), actual: show(reply) }
  }
  const left = await calendar.ask('GET', `${site}/${user}`, { as: 'admin' })
  yield { name: `${caller} removed users/others`, expected: isAllowed ? '404' : '200', actual: String(left.status) }
  if (caller === 'admin' || caller === 'none') return
  const self = await calendar.ask('DELETE', `${site}/me?force=true&reassign=4`, { as: caller })
  yield { name: `${caller} removes the own user`, expected: refused(caller), actual: show(self) }
}

async function* listCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  const isAllowed = mayManage.others.includes(caller)
  for (const query of ['', '?context=edit', '?search=admin', '?include=1']) {
    const reply = await calendar.ask('GET', `${site}${query}`, { as: caller })
    yield { name: `${caller} lists users ${query}`, expected: isAllowed ? '200' : refused(caller), actual: show(reply) }
  }
  const body = { username: `made by ${caller}` }
  const reply = await calendar.ask('POST', site, { as: caller, body })
  yield { name: `${caller} creates a user`, expected: isAllowed ? '201' : refused(caller), actual: show(reply) }
}
