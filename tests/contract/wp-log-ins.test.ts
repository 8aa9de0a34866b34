import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { basic, type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'

const site = '//wp-json/wp/v2'

const assertRefused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text)

/** Last uses are written after the answer: asks until one is there. */
const untilUsed = async (ask: () => Promise<Reply>, at: (body: Reply['body']) => string | null): Promise<string> => {
  for (let n = 0; n < 100; n++) {
    const used = at((await ask()).body)
    if (used !== null) return used
    await wait(100)
  }
  throw new Error('The last use was never written.')
}

describe('application passwords (C5)', () => {
  let calendar: Calendar
  const ask = (method: string, path: string, as: Login, body?: object) =>
    calendar.ask(method, `${site}/users/${path}`, { as, ...(body ? { body } : {}) })
  const askWith = (secret: string, path = 'me/application-passwords/introspect') =>
    calendar.ask('GET', `${site}/users/${path}`, { headers: { authorization: basic('author', secret) } })
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('begin with the one that the user was added with', async () => {
    const { status, body, headers } = await ask('GET', 'me/application-passwords', 'author')
    assert.deepEqual([status, body.length, headers['x-wp-total']], [200, 1, '1'])
    assert.deepEqual(Object.keys(body[0]), ['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', '_links'])
    assert.match(body[0].uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual([body[0].name, body[0].last_ip], ['application password', null])
    assert.equal(headers['cache-control'], 'no-store, private')
    const same = await ask('GET', `3/application-passwords/${body[0].uuid}`, 'admin')
    assert.deepEqual([same.body.uuid, same.body._links], [body[0].uuid, body[0]._links])
  })

  it('show their secret once, and work beside the others', async () => {
    const app_id = '7F2A9D7E-0F6B-4D5C-8E1A-3B2C1D0E9F8A'
    const { status, body, headers } = await ask('POST', 'me/application-passwords', 'author', { name: 'Phone', app_id })
    assert.deepEqual([status, body.name, body.app_id], [201, 'Phone', app_id.toLowerCase()])
    assert.match(body.password, /^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
    assert.equal(headers['location'], body._links.self[0].href)
    assert.equal(headers['location'], `http://calendar.test/wp-json/wp/v2/users/3/application-passwords/${body.uuid}`)
    const secret: string = body.password
    for (const spelling of [secret, secret.replaceAll(' ', '')])
      assert.equal((await askWith(spelling)).body.uuid, body.uuid)
    const bearer = await calendar.ask('GET', `${site}/users/me`, { headers: { authorization: `Bearer ${secret}` } })
    assert.equal(bearer.body.id, 3)
    assert.equal((await ask('GET', 'me', 'author')).status, 200)
    for (const as of ['author', 'admin'] as const) {
      for (const path of ['3/application-passwords', `3/application-passwords/${body.uuid}`, '3?context=edit']) {
        const { text } = await ask('GET', path, as)
        assert.ok(!text.includes(secret.slice(0, 9)) && !text.includes('"password"'), text)
      }
    }
    const stored = await calendar.database.kysely.selectFrom('credential').selectAll().execute()
    const seen = [JSON.stringify(stored), calendar.log.join('')].join().replaceAll(' ', '')
    assert.ok(!seen.includes(secret.replaceAll(' ', '')))
  })

  it('are never kept with an Idempotency-Key, by which their secret would be stored', async () => {
    const headers = { 'idempotency-key': 'one' }
    const path = `${site}/users/me/application-passwords`
    const create = () => calendar.ask('POST', path, { as: 'author2', body: { name: 'x' }, headers })
    assert.notEqual((await create()).body.uuid, (await create()).body.uuid)
    assert.deepEqual(await calendar.database.kysely.selectFrom('idempotency').selectAll().execute(), [])
  })

  it('are renamed and revoked, one or all, at once', async () => {
    const { body } = await ask('POST', '3/application-passwords', 'admin', { name: 'Tablet' })
    const path = `3/application-passwords/${body.uuid}`
    assert.equal((await askWith(body.password)).status, 200)
    assert.equal((await ask('PATCH', path, 'author', { name: 'Laptop' })).body.name, 'Laptop')
    assert.equal((await askWith(body.password)).body.name, 'Laptop')
    const gone = await ask('DELETE', path, 'author')
    assert.deepEqual([gone.body.deleted, gone.body.previous.name], [true, 'Laptop'])
    assertRefused(await askWith(body.password), 401, 'incorrect_password')
    assertRefused(await ask('GET', path, 'author'), 404, 'rest_application_password_not_found')
    assertRefused(await ask('DELETE', path, 'admin'), 404, 'rest_application_password_not_found')
    const all = await ask('DELETE', '4/application-passwords', 'admin')
    assert.deepEqual(all.body, { deleted: true, count: 3 })
    assertRefused(await ask('GET', 'me', 'author2'), 401, 'incorrect_password')
  })

  it('are those of their user alone, but for administrators', async () => {
    const [own] = (await ask('GET', 'me/application-passwords', 'editor')).body
    for (const [method, path] of [
      ['GET', '2/application-passwords'],
      ['POST', '2/application-passwords'],
      ['DELETE', '2/application-passwords'],
      ['GET', `2/application-passwords/${own.uuid}`],
      ['PATCH', `2/application-passwords/${own.uuid}`],
      ['DELETE', `2/application-passwords/${own.uuid}`],
      ['GET', '2/application-passwords/introspect'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'x' }
      assertRefused(await ask(method, path, 'author', body), 403, 'rest_forbidden')
      assertRefused(await ask(method, path, 'none', body), 401, 'rest_forbidden')
      assertRefused(await ask(method, path.replace(/^2/, '99'), 'author', body), 403, 'rest_forbidden')
    }
    // Under another user the same password is not found.
    assertRefused(
      await ask('DELETE', `me/application-passwords/${own.uuid}`, 'author'),
      404,
      'rest_application_password_not_found',
    )
    assertRefused(
      await ask('GET', '2/application-passwords/introspect', 'admin'),
      404,
      'rest_no_authenticated_app_password',
    )
    assertRefused(await ask('GET', '99/application-passwords', 'admin'), 404, 'rest_user_invalid_id')
  })

  it('are at most 100 of a user, with a name each', async () => {
    assertRefused(await ask('POST', 'me/application-passwords', 'subscriber', {}), 400, 'rest_missing_callback_param')
    const odd = { name: 'x', app_id: 'y' }
    assertRefused(await ask('POST', 'me/application-passwords', 'subscriber', odd), 400, 'rest_invalid_param')
    const create = (n: number) => ask('POST', 'me/application-passwords', 'subscriber', { name: `Number ${n}` })
    for (let n = 1; n < 100; n++) assert.equal((await create(n)).status, 201)
    assertRefused(await create(100), 400, 'rest_invalid_param')
    assert.equal((await ask('GET', 'me/application-passwords', 'subscriber')).headers['x-wp-total'], '100')
  })

  it('tell their last use, which is written at most once a minute and no change of content', async () => {
    const list = () => ask('GET', '5/application-passwords', 'admin')
    const use = () => calendar.ask('GET', '/events', { as: 'contributor' })
    assert.equal((await list()).body[0].last_used, null)
    await use()
    const first = await untilUsed(list, ([own]) => own.last_used)
    assert.equal(first, '2026-11-20T15:00:00')
    const stamp = async () =>
      (await calendar.database.kysely.selectFrom('change').select('id').orderBy('id', 'desc').executeTakeFirst())?.id
    const before = await stamp()
    calendar.setClock('2026-11-20 15:00:59')
    await use()
    await wait(1300)
    assert.equal((await list()).body[0].last_used, first)
    calendar.setClock('2026-11-20 15:02:00')
    await use()
    assert.equal(
      await untilUsed(list, ([own]) => (own.last_used === first ? null : own.last_used)),
      '2026-11-20T15:02:00',
    )
    assert.equal(await stamp(), before)
  })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

describe('sessions (C5)', () => {
  let calendar: Calendar
  type Headers = Record<string, string>
  const logIn = async (name: string, agent = firefox): Promise<Headers> => {
    const body = { name, password: 'a long password' }
    const reply = await calendar.ask('POST', '//session', { body, headers: { 'user-agent': agent } })
    assert.equal(reply.status, 201, reply.text)
    return { cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '', 'x-wp-nonce': reply.body.nonce }
  }
  const ask = (method: string, path: string, headers: Headers) =>
    calendar.ask(method, `${site}/users/${path}`, { headers })
  before(async () => {
    calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    for (const name of ['author', 'editor', 'admin'])
      await calendar.database.transact((db) => setPasswordHash(db, name, hash))
  })
  after(() => calendar.close())

  it('are listed with client and times, the current one marked, without tokens', async () => {
    const own = await logIn('author@example.org')
    calendar.setClock('2026-11-20 15:10:00')
    await logIn('author', `curl/8.5.0 ${'x'.repeat(600)}`)
    const { status, body, text, headers } = await ask('GET', 'me/sessions', own)
    assert.deepEqual([status, headers['x-wp-total'], headers['cache-control']], [200, '2', 'no-store, private'])
    const [later, first] = body
    assert.deepEqual([later.client, later.created, later.is_current], ['curl', '2026-11-20T15:10:00', false])
    assert.deepEqual([first.client, first.is_current, first.expires], ['Firefox, Linux', true, '2026-11-21T03:00:00'])
    assert.ok(!text.includes(own['cookie']?.split('=')[1] ?? 'x') && !text.includes(own['x-wp-nonce'] ?? 'x'))
    const used = await untilUsed(
      () => ask('GET', 'me/sessions', own),
      (all) => all[1].last_used,
    )
    assert.equal(used, '2026-11-20T15:10:00')
    const one = await ask('GET', `me/sessions/${first.uuid}`, own)
    assert.deepEqual([one.body.uuid, one.body.is_current], [first.uuid, true])
    const byPassword = await calendar.ask('GET', `${site}/users/me/sessions`, { as: 'author' })
    assert.ok(byPassword.body.every((it: { is_current: boolean }) => !it.is_current))
  })

  it('are ended one by one, all but the present one, or all', async () => {
    const [own, other, third] = [await logIn('editor'), await logIn('editor'), await logIn('editor')]
    const [{ uuid }] = (await ask('GET', 'me/sessions', other)).body.filter(
      (it: { is_current: boolean }) => it.is_current,
    )
    const gone = await ask('DELETE', `me/sessions/${uuid}`, own)
    assert.deepEqual([gone.body.deleted, gone.body.previous.uuid], [true, uuid])
    assertRefused(await ask('GET', 'me', other), 403, 'rest_cookie_invalid_nonce')
    assertRefused(await ask('DELETE', `me/sessions/${uuid}`, own), 404, 'rest_session_not_found')
    assert.deepEqual((await ask('DELETE', 'me/sessions?keep_current=true', own)).body, { deleted: true, count: 1 })
    assertRefused(await ask('GET', 'me', third), 403, 'rest_cookie_invalid_nonce')
    assert.equal((await ask('GET', 'me', own)).status, 200)
    assert.deepEqual((await ask('DELETE', 'me/sessions', own)).body, { deleted: true, count: 1 })
    assertRefused(await ask('GET', 'me', own), 403, 'rest_cookie_invalid_nonce')
  })

  it('of other users are ended only by administrators', async () => {
    const [editor, admin] = [await logIn('editor'), await logIn('admin')]
    for (const path of ['3/sessions', '99/sessions']) {
      assertRefused(await ask('GET', path, editor), 403, 'rest_forbidden')
      assertRefused(await ask('DELETE', path, editor), 403, 'rest_forbidden')
      assertRefused(await ask('GET', path, {}), 401, 'rest_forbidden')
    }
    assert.equal((await ask('GET', '2/sessions', admin)).body.length, 1)
    assert.equal((await ask('DELETE', '2/sessions', admin)).body.count, 1)
    assertRefused(await ask('GET', 'me', editor), 403, 'rest_cookie_invalid_nonce')
  })

  it('have the role that their user has now, and end with the user', async () => {
    const editor = await logIn('editor')
    const settings = () => calendar.ask('GET', `${site}/settings`, { headers: editor })
    assert.equal((await settings()).status, 403)
    const promote = { as: 'admin', body: { roles: ['administrator'] } } as const
    assert.equal((await calendar.ask('PATCH', `${site}/users/2`, promote)).status, 200)
    assert.equal((await settings()).status, 200)
    assert.equal((await calendar.ask('DELETE', `${site}/users/2?force=true&reassign=1`, { as: 'admin' })).status, 200)
    assertRefused(await settings(), 403, 'rest_cookie_invalid_nonce')
  })

  it('are at most 100 of a user: the oldest ends', async () => {
    calendar.setClock('2026-11-20 15:09:00')
    const oldest = await logIn('admin')
    const { kysely, transact } = calendar.database
    const found = await kysely.selectFrom('session').selectAll().where('user_id', '=', 1).execute()
    const [like] = found
    assert.ok(like)
    const more = Array.from({ length: 100 - found.length }, (_, n) => ({
      ...like,
      uuid: `made-${n}`,
      token_hash: `made-${n}`,
      created_utc: '2026-11-20 15:11:00',
    }))
    await transact((db) => db.kysely.insertInto('session').values(more).execute())
    calendar.setClock('2026-11-20 15:12:00')
    const latest = await logIn('admin')
    assert.equal((await ask('GET', 'me/sessions', latest)).headers['x-wp-total'], '100')
    assertRefused(await ask('GET', 'me', oldest), 403, 'rest_cookie_invalid_nonce')
  })
})

describe('whether an account exists (C5)', () => {
  it('is not revealed by any answer to a log-in, by password or application password', async () => {
    const calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'author', hash))
    const logIn = (name: string) => calendar.ask('POST', '//session', { body: { name, password: 'a wrong password' } })
    const basicAs = (name: string) =>
      calendar.ask('GET', `${site}/users/me`, { headers: { authorization: basic(name, 'x'.repeat(24)) } })
    const shownOf = ({ status, text, headers }: Reply) =>
      JSON.stringify([status, text, { ...headers, date: '', 'content-length': '' }])
    // Failures of an hour ago count no more.
    let now = Date.parse('2026-11-20T15:00:00Z')
    const later = (): void => {
      now += 3_600_000
      calendar.setClock(now)
    }
    const compare = async (ask: (name: string) => Promise<Reply>, known: string, unknown: string): Promise<void> => {
      for (let n = 0; n < 2; n++) {
        later()
        const first = shownOf(await ask(known))
        later()
        assert.equal(first, shownOf(await ask(unknown)))
      }
    }
    for (const [known, unknown] of [
      ['author', 'nobody'],
      ['editor', 'nobodies'],
      ['author@example.org', 'nobody@example.org'],
    ] as const) {
      await compare(basicAs, known, unknown)
      await compare(logIn, known, unknown)
    }
    await calendar.close()
  })
})
