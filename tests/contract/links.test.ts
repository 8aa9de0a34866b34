import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createLink } from '../../src/accounts/links.ts'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { type Calendar, createCalendar, type Reply, testNow } from '../support/calendar.ts'

const links = '//kalends/v1/links'
const welcome = '//kalends/v1/welcome'
const password = 'a long password'
const day = 86_400_000

const assertRefused = ({ status, body, text }: Reply, expected: number, code: string): void =>
  assert.deepEqual([status, body?.code], [expected, code], text)

describe('links by which people come in (C5.5)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  beforeEach(async () => {
    calendar.setClock(testNow)
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('link').execute())
  })
  after(() => calendar.close())

  const make = async (body: object): Promise<{ id: number; token: string; reply: Reply }> => {
    const reply = await calendar.ask('POST', links, { as: 'admin', body })
    assert.equal(reply.status, 201, reply.text)
    return { id: reply.body.id, token: reply.body.url.split('#')[1], reply }
  }
  const look = (token: string) => calendar.ask('POST', welcome, { body: { token } })
  const come = (body: object) => calendar.ask('PUT', welcome, { body })
  const logIn = (name: string, word = password) => calendar.ask('POST', '//session', { body: { name, password: word } })
  const tokenOf = async (kind: 'setup' | 'reset', userId: number): Promise<string> =>
    (await calendar.database.transact((db) => createLink(db, { kind, userId }, testNow))).token

  it('invite a user with a role, who is logged in by the link, once', async () => {
    const { id, token, reply } = await make({ kind: 'invitation', role: 'author', email: 'Anna@Example.org' })
    assert.equal(reply.body.url, `http://calendar.test/admin/welcome#${token}`)
    assert.equal(reply.headers['location'], `http://calendar.test/kalends/v1/links/${id}`)
    assert.match(token, /^[\w-]{43}$/)
    const found = await look(token)
    const about = { kind: 'invitation', role: 'author', email: 'anna@example.org', expires: '2026-11-27T15:00:00' }
    assert.deepEqual(found.body, about)
    assert.match(found.headers['cache-control'] ?? '', /no-store/)
    assertRefused(await come({ token, password }), 400, 'rest_missing_callback_param')
    assertRefused(await come({ token, password, username: 'Author' }), 400, 'existing_user_login')
    assertRefused(await come({ token, password: 'short', username: 'anna' }), 400, 'rest_invalid_param')
    const entered = await come({ token, password, username: 'anna', name: 'Anna A.' })
    assert.equal(entered.status, 201, entered.text)
    assert.deepEqual(Object.keys(entered.body), ['user', 'role', 'nonce'])
    assert.match(entered.headers['set-cookie'] ?? '', /^kalends_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = entered.headers['set-cookie']?.split(';')[0] ?? ''
    const me = await calendar.ask('GET', '//wp-json/wp/v2/users/me?context=edit', {
      headers: { cookie, 'x-wp-nonce': entered.body.nonce },
    })
    const { username, name, email, roles } = me.body
    assert.deepEqual([username, name, email, roles], ['anna', 'Anna A.', 'anna@example.org', ['author']])
    assert.equal((await logIn('anna')).status, 201)
    assertRefused(await look(token), 404, 'kalends_link_not_found')
    assertRefused(await come({ token, password, username: 'anna2' }), 404, 'kalends_link_not_found')
  })

  it('keep the address of the invitation, or let the person choose one if it has none', async () => {
    const emailOf = async (username: string) => {
      const found = await calendar.ask('GET', `//wp/v2/users?context=edit&search=${username}`, { as: 'admin' })
      return found.body[0].email
    }
    const sent = await make({ kind: 'invitation', role: 'contributor', email: 'Ivo@example.org' })
    const ivo = { token: sent.token, password, username: 'ivo', email: 'Boss@example.org' }
    assert.equal((await come(ivo)).status, 201)
    assert.equal(await emailOf('ivo'), 'ivo@example.org')
    const open = await make({ kind: 'invitation', role: 'contributor' })
    const uta = { token: open.token, password, username: 'uta', email: 'Uta@example.org' }
    assert.equal((await come(uta)).status, 201)
    assert.equal(await emailOf('uta'), 'uta@example.org')
  })

  it('are made anew for an invitation, whose earlier link ends', async () => {
    const first = await make({ kind: 'invitation', role: 'author', email: 'cleo@example.org' })
    assert.deepEqual(first.reply.body.by, { id: 1, name: 'admin' })
    calendar.setClock(testNow + 5 * day)
    const renewed = await calendar.ask('POST', `${links}/${first.id}`, { as: 'admin' })
    assert.equal(renewed.status, 201, renewed.text)
    const { id, role, email, created, expires, by, url } = renewed.body
    assert.deepEqual([id, role, email, by.name], [first.id, 'author', 'cleo@example.org', 'admin'])
    assert.deepEqual([created, expires], ['2026-11-25T15:00:00', '2026-12-02T15:00:00'])
    assertRefused(await look(first.token), 404, 'kalends_link_not_found')
    assertRefused(await come({ token: first.token, password, username: 'cleo' }), 404, 'kalends_link_not_found')
    calendar.setClock(testNow + 12 * day - 1000)
    const token = url.split('#')[1]
    assert.equal((await look(token)).status, 200)
    const { body: listed } = await calendar.ask('GET', links, { as: 'admin' })
    assert.equal(listed.length, 1)
    calendar.setClock(testNow + 12 * day)
    assertRefused(await look(token), 404, 'kalends_link_not_found')
    const again = () => calendar.ask('POST', `${links}/${id}`, { as: 'admin' })
    assertRefused(await again(), 404, 'kalends_link_not_found')
    const withdrawn = await make({ kind: 'invitation', role: 'author' })
    assert.equal((await calendar.ask('DELETE', `${links}/${withdrawn.id}`, { as: 'admin' })).status, 200)
    assertRefused(await come({ token: withdrawn.token, password, username: 'otto' }), 404, 'kalends_link_not_found')
    const others = [withdrawn.id, (await make({ kind: 'reset', user: 2 })).id, 999_999]
    for (const other of others)
      assertRefused(await calendar.ask('POST', `${links}/${other}`, { as: 'admin' }), 404, 'kalends_link_not_found')
  })

  it('are used once, however many ask at the same time', async () => {
    const { token } = await make({ kind: 'invitation', role: 'author' })
    const names = ['one', 'two', 'three']
    const replies = await Promise.all(names.map((username) => come({ token, password, username })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 404, 404])
  })

  it('set a new password, end other sessions, and end with another new one', async () => {
    const old = await hashPassword('the old password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', old))
    const session = await logIn('editor', 'the old password')
    const cookie = session.headers['set-cookie']?.split(';')[0] ?? ''
    const first = await make({ kind: 'reset', user: 2 })
    const second = await make({ kind: 'reset', user: 2 })
    assertRefused(await look(first.token), 404, 'kalends_link_not_found')
    const { kind, username, role } = (await look(second.token)).body
    assert.deepEqual([kind, username, role], ['reset', 'editor', 'editor'])
    const body = { token: second.token, password, username: 'other', email: 'other@example.org' }
    assert.equal((await come(body)).status, 201)
    assert.equal((await calendar.ask('GET', '//session', { headers: { cookie } })).status, 401)
    assert.equal((await logIn('editor')).status, 201)
    assert.equal((await logIn('editor', 'the old password')).status, 401)
    const third = await make({ kind: 'reset', user: 2 })
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', old))
    assertRefused(await look(third.token), 404, 'kalends_link_not_found')
  })

  it('expire, but for the one that sets the calendar up', async () => {
    const invitation = await make({ kind: 'invitation', role: 'author' })
    const reset = await make({ kind: 'reset', user: 3 })
    const setup = await tokenOf('setup', 1)
    const kinds = async () =>
      Promise.all([invitation.token, reset.token, setup].map(async (token) => (await look(token)).body.kind))
    calendar.setClock(testNow + day - 1000)
    assert.deepEqual(await kinds(), ['invitation', 'reset', 'setup'])
    calendar.setClock(testNow + day)
    assert.deepEqual(await kinds(), ['invitation', undefined, 'setup'])
    calendar.setClock(testNow + 7 * day)
    assert.deepEqual(await kinds(), [undefined, undefined, 'setup'])
    assertRefused(await come({ token: reset.token, password }), 404, 'kalends_link_not_found')
    const { body } = await calendar.ask('GET', links, { as: 'admin' })
    assert.deepEqual(
      body.map(({ kind, expires }: { kind: string; expires: unknown }) => [kind, expires]),
      [['setup', null]],
    )
  })

  it('let the first administrator choose name and address', async () => {
    const own = await createCalendar()
    const { token } = await own.database.transact((db) => createLink(db, { kind: 'setup', userId: 1 }, testNow))
    const body = { token, password, username: 'Ada', name: 'Ada L.', email: 'ADA@example.org' }
    assert.equal((await own.ask('PUT', welcome, { body: { ...body, email: 'editor@example.org' } })).status, 400)
    const reply = await own.ask('PUT', welcome, { body })
    assert.deepEqual([reply.status, reply.body.user, reply.body.role], [201, 1, 'administrator'], reply.text)
    const row = await own.database.kysely.selectFrom('user').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    assert.deepEqual([row.name, row.display_name, row.email, row.slug], ['Ada', 'Ada L.', 'ada@example.org', 'ada'])
    await own.close()
  })

  it('are listed without tokens, withdrawn, and kept only as hashes', async () => {
    const { id, token } = await make({ kind: 'invitation', role: 'subscriber' })
    const list = await calendar.ask('GET', links, { as: 'admin' })
    assert.deepEqual(
      list.body.map((link: { id: number }) => link.id),
      [id],
    )
    assert.ok(!list.text.includes(token))
    const rows = JSON.stringify(await calendar.database.kysely.selectFrom('link').selectAll().execute())
    assert.ok(!rows.includes(token))
    assert.ok(!calendar.log.join('').includes(token))
    assert.equal((await calendar.ask('DELETE', `${links}/${id}`, { as: 'admin' })).body.previous.id, id)
    assertRefused(await calendar.ask('DELETE', `${links}/${id}`, { as: 'admin' }), 404, 'kalends_link_not_found')
    assertRefused(await look(token), 404, 'kalends_link_not_found')
  })

  it('end with their user', async () => {
    const user = await calendar.ask('POST', '//wp-json/wp/v2/users', { as: 'admin', body: { username: 'guest' } })
    const { token } = await make({ kind: 'reset', user: user.body.id })
    await calendar.ask('DELETE', `//wp-json/wp/v2/users/${user.body.id}?force=true&reassign=1`, { as: 'admin' })
    assertRefused(await look(token), 404, 'kalends_link_not_found')
  })

  const refused: readonly (readonly [string, object, string])[] = [
    ['of a kind that is not made over HTTP', { kind: 'setup', user: 1 }, 'rest_invalid_param'],
    ['without a role', { kind: 'invitation' }, 'rest_missing_callback_param'],
    ['of an unknown role', { kind: 'invitation', role: 'chief' }, 'rest_invalid_param'],
    [
      'for somebody else’s address',
      { kind: 'invitation', role: 'author', email: 'editor@example.org' },
      'existing_user_email',
    ],
    ['without a user', { kind: 'reset' }, 'rest_missing_callback_param'],
  ]
  for (const [what, body, code] of refused) {
    it(`${what} are refused`, async () =>
      assertRefused(await calendar.ask('POST', links, { as: 'admin', body }), 400, code))
  }

  it('cannot be guessed: failures of an address count', async () => {
    const { token } = await make({ kind: 'invitation', role: 'author' })
    const replies: number[] = []
    for (let n = 0; n < 21; n++) replies.push((await look(`guess ${n}`)).status)
    assert.deepEqual([replies[0], replies.at(-1)], [404, 429])
    assertRefused(await look(token), 429, 'rest_too_many_attempts')
  })

  it('are used by JSON alone: a form of another site cannot log a visitor in', async () => {
    const { token } = await make({ kind: 'reset', user: 3 })
    const payload = new URLSearchParams({ token, password }).toString()
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const form = { payload, headers: { 'content-type': type } }
      assertRefused(await calendar.ask('POST', `${welcome}?_method=PUT`, form), 415, 'rest_unsupported_media_type')
    }
    assert.equal((await come({ token, password })).status, 201)
  })
})

describe('a log-in that is remembered', () => {
  it('lasts thirty days, also after its cookie was sent again', async () => {
    const calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: 'https://calendar.test' } })
    const hash = await hashPassword(password)
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
    const logIn = (remember: unknown) =>
      calendar.ask('POST', '//session', { body: { name: 'editor', password, remember } })
    const [kept, short] = [await logIn(true), await logIn(false)]
    assert.match(kept.headers['set-cookie'] ?? '', /; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/)
    assert.match(short.headers['set-cookie'] ?? '', /; HttpOnly; SameSite=Lax; Secure$/)
    assertRefused(await logIn('yes'), 400, 'rest_invalid_param')
    const again = ({ headers }: Reply) =>
      calendar.ask('GET', '//session', { headers: { cookie: headers['set-cookie']?.split(';')[0] ?? '' } })
    calendar.setClock(testNow + day)
    assert.match((await again(kept)).headers['set-cookie'] ?? '', /; Max-Age=2505600$/)
    assert.equal((await again(short)).status, 401)
    calendar.setClock(testNow + 30 * day)
    assert.equal((await again(kept)).status, 401)
    await calendar.close()
  })
})
