import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createLink } from '../../src/accounts/links.ts'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { codeAt, stepAt } from '../../src/accounts/totp.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { ownRoutes } from '../../src/app.ts'
import { assertRefused, type BrowserSession, browserOf } from '../support/browser-session.ts'
import { type Calendar, createCalendar, type Login, testNow } from '../support/calendar.ts'

const own = '//kalends/v1/second-factor'
const all = '//kalends/v1/second-factors'
const password = 'a long password'
const minute = 60_000

/** What the tests ask of a calendar whose users have a password. */
const actOn = (calendar: Calendar) => {
  let now = testNow
  const at = (time: number): void => {
    now = time
    calendar.setClock(time)
  }
  const logIn = (name: string, code?: unknown, word = password) =>
    calendar.ask('POST', '//session', { body: { name, password: word, ...(code === undefined ? {} : { code }) } })
  const from = (browser: BrowserSession, method: string, path: string, body?: object) =>
    calendar.ask(method, path, { headers: { ...browser }, ...(body ? { body } : {}) })
  const start = async (browser: BrowserSession): Promise<string> => {
    const started = await from(browser, 'POST', own, { current_password: password })
    assert.equal(started.status, 201, started.text)
    return started.body.secret
  }
  const codeOf = (secret: string, by = 0): string => codeAt(secret, stepAt(now) + by)
  /** A user with an authenticator app, and the time a minute later. */
  const enrol = async (name: Login) => {
    const browser = browserOf(await logIn(name))
    const secret = await start(browser)
    const confirmed = await from(browser, 'PUT', own, { code: codeOf(secret) })
    assert.equal(confirmed.status, 200, confirmed.text)
    at(now + minute)
    return { browser, secret, codes: confirmed.body.recovery_codes as string[] }
  }
  return { at, logIn, from, start, codeOf, enrol, now: () => now }
}

const prepare = async (calendar: Calendar): Promise<void> => {
  calendar.setClock(testNow)
  const hash = await hashPassword(password)
  await calendar.database.transact(async (db) => {
    await db.kysely.deleteFrom('throttle').execute()
    await db.kysely.deleteFrom('second_factor').execute()
    await db.kysely.deleteFrom('recovery_code').execute()
    for (const name of ['admin', 'editor', 'author']) await setPasswordHash(db, name, hash)
  })
}

describe('second factors (C5.8)', () => {
  let calendar: Calendar
  let act: ReturnType<typeof actOn>
  before(async () => {
    calendar = await createCalendar()
  })
  beforeEach(async () => {
    await prepare(calendar)
    act = actOn(calendar)
  })
  after(() => calendar.close())

  it('are set up with the password and a first code, and end other sessions', async () => {
    const other = browserOf(await act.logIn('editor'))
    const browser = browserOf(await act.logIn('editor'))
    const none = await act.from(browser, 'GET', own)
    assert.deepEqual(none.body, {
      since: null,
      passkeys: [],
      recovery_codes: 0,
      has_password: true,
      is_required: false,
    })
    assertRefused(await act.from(browser, 'POST', own, {}), 400, 'rest_missing_callback_param')
    const guess = { current_password: 'a wrong password' }
    assertRefused(await act.from(browser, 'POST', own, guess), 403, 'rest_user_invalid_password')
    assertRefused(await act.from(browser, 'PUT', own, { code: '123456' }), 404, 'kalends_second_factor_not_found')
    const started = await act.from(browser, 'POST', own, { current_password: password })
    const { secret, url, qr } = started.body
    assert.equal(url, `otpauth://totp/Kalends:editor?secret=${secret}&issuer=Kalends`)
    assert.match(qr, /^<svg .*<\/svg>$/)
    assert.match(started.headers['cache-control'] ?? '', /no-store/)
    // Nothing counts before the first code.
    browserOf(await act.logIn('editor'))
    assertRefused(await act.from(browser, 'PUT', own, { code: act.codeOf(secret, 5) }), 403, 'kalends_code_wrong')
    const confirmed = await act.from(browser, 'PUT', own, { code: act.codeOf(secret) })
    const codes: string[] = confirmed.body.recovery_codes
    assert.equal(new Set(codes).size, 10, confirmed.text)
    for (const code of codes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    assert.equal((await act.from(other, 'GET', own)).status, 403)
    const state = await act.from(browser, 'GET', own)
    assert.deepEqual(state.body, {
      since: '2026-11-20T15:00:00',
      passkeys: [],
      recovery_codes: 10,
      has_password: true,
      is_required: false,
    })
    assertRefused(
      await act.from(browser, 'POST', own, { current_password: password }),
      409,
      'kalends_second_factor_exists',
    )
    assertRefused(await act.from(browser, 'PUT', own, { code: '123456' }), 404, 'kalends_second_factor_not_found')
  })

  it('are asked for by the log-in once the password is right, and their codes work once', async () => {
    const { secret } = await act.enrol('editor')
    const [wrong, without] = [await act.logIn('editor', act.codeOf(secret), 'wrong'), await act.logIn('editor')]
    assertRefused(wrong, 401, 'invalid_credentials')
    assertRefused(without, 403, 'kalends_code_required')
    assert.equal(without.headers['set-cookie'], undefined)
    assertRefused(await act.logIn('editor', 5), 400, 'rest_invalid_param')
    for (const code of ['', '000000', act.codeOf(secret, 2), act.codeOf(secret, -2), 'x'.repeat(100)])
      assertRefused(await act.logIn('editor', code), 403, 'kalends_code_wrong')
    act.at(act.now() + 15 * minute)
    const code = act.codeOf(secret)
    browserOf(await act.logIn('editor', code))
    assertRefused(await act.logIn('editor', code), 403, 'kalends_code_wrong')
    // An earlier step than the last one is used up as well; the next one is not.
    assertRefused(await act.logIn('editor', act.codeOf(secret, -1)), 403, 'kalends_code_wrong')
    browserOf(await act.logIn('editor', act.codeOf(secret, 1)))
    // Others are asked for nothing.
    browserOf(await act.logIn('author'))
  })

  it('take a code once, however many send it at the same time', async () => {
    const { secret } = await act.enrol('editor')
    const code = act.codeOf(secret)
    const replies = await Promise.all([1, 2, 3].map(() => act.logIn('editor', code)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 403, 403])
  })

  it('take each recovery code once, and new ones in their place', async () => {
    const { browser, secret, codes } = await act.enrol('editor')
    const [first = '', second = '', third = ''] = codes
    browserOf(await act.logIn('editor', first))
    assertRefused(await act.logIn('editor', first), 403, 'kalends_code_wrong')
    browserOf(await act.logIn('editor', ` ${second.toLowerCase().replaceAll('-', ' ')} `))
    assert.equal((await act.from(browser, 'GET', own)).body.recovery_codes, 8)
    const more = `${own}/recovery-codes`
    const ask = (body: object) => act.from(browser, 'POST', more, body)
    assertRefused(await ask({ current_password: password }), 400, 'rest_missing_callback_param')
    const code = act.codeOf(secret)
    assertRefused(await ask({ current_password: 'wrong', code }), 403, 'rest_user_invalid_password')
    assertRefused(await ask({ current_password: password, code: '12345x' }), 403, 'kalends_code_wrong')
    const renewed = await ask({ current_password: password, code })
    assert.equal(renewed.status, 201, renewed.text)
    assertRefused(await act.logIn('editor', third), 403, 'kalends_code_wrong')
    browserOf(await act.logIn('editor', renewed.body.recovery_codes[9]))
  })

  it('compare five wrong codes, and no further one for a quarter of an hour', async () => {
    const { secret, codes } = await act.enrol('editor')
    for (let n = 0; n < 5; n++) assertRefused(await act.logIn('editor', '12345x'), 403, 'kalends_code_wrong')
    for (const code of [act.codeOf(secret), codes[0]]) {
      const refused = await act.logIn('editor', code)
      assertRefused(refused, 429, 'rest_too_many_attempts')
      assert.equal(refused.headers['retry-after'], '900')
    }
    act.at(act.now() + 15 * minute - 1000)
    assertRefused(await act.logIn('editor', act.codeOf(secret)), 429, 'rest_too_many_attempts')
    act.at(act.now() + 1000)
    assertRefused(await act.logIn('editor', '12345x'), 403, 'kalends_code_wrong')
    browserOf(await act.logIn('editor', act.codeOf(secret)))
  })

  it('count wrong codes for the address, too', async () => {
    await act.enrol('editor')
    for (let n = 0; n < 5; n++) await act.logIn('editor', '12345x')
    for (let n = 0; n < 15; n++) await act.logIn('author', undefined, 'wrong')
    assertRefused(await act.logIn('author'), 429, 'rest_too_many_attempts')
  })

  it('are turned off with the password and a code', async () => {
    const { browser, secret } = await act.enrol('editor')
    const other = browserOf(await act.logIn('editor', act.codeOf(secret)))
    const off = (body: object) => act.from(browser, 'DELETE', own, body)
    act.at(act.now() + minute)
    assertRefused(await off({ current_password: password }), 400, 'rest_missing_callback_param')
    assertRefused(await off({ current_password: 'wrong', code: act.codeOf(secret) }), 403, 'rest_user_invalid_password')
    assertRefused(await off({ current_password: password, code: '12345x' }), 403, 'kalends_code_wrong')
    assert.deepEqual((await off({ current_password: password, code: act.codeOf(secret) })).body, { deleted: true })
    assert.equal((await act.from(other, 'GET', own)).status, 403)
    browserOf(await act.logIn('editor'))
    const left = await calendar.database.kysely.selectFrom('recovery_code').selectAll().execute()
    assert.deepEqual(left, [])
  })

  it('outlast a link for a new password', async () => {
    const { secret } = await act.enrol('editor')
    const { token } = await calendar.database.transact((db) => createLink(db, { kind: 'reset', userId: 2 }, act.now()))
    const come = (body: object) => calendar.ask('PUT', '//kalends/v1/welcome', { body: { token, ...body } })
    const fresh = 'another long password'
    assertRefused(await come({ password: fresh }), 403, 'kalends_code_required')
    assertRefused(await come({ password: fresh, code: '12345x' }), 403, 'kalends_code_wrong')
    browserOf(await come({ password: fresh, code: act.codeOf(secret) }))
    assertRefused(await act.logIn('editor', undefined, fresh), 403, 'kalends_code_required')
  })

  it('are reset by administrators, for others', async () => {
    const { browser } = await act.enrol('editor')
    assert.deepEqual((await calendar.ask('GET', all, { as: 'admin' })).body, [
      { user: 2, since: '2026-11-20T15:00:00', passkeys: 0 },
    ])
    assertRefused(await calendar.ask('DELETE', `${all}/1`, { as: 'admin' }), 403, 'rest_forbidden')
    assertRefused(await calendar.ask('DELETE', `${all}/3`, { as: 'admin' }), 404, 'kalends_second_factor_not_found')
    assertRefused(await calendar.ask('DELETE', `${all}/99`, { as: 'admin' }), 404, 'rest_user_invalid_id')
    const reset = await calendar.ask('DELETE', `${all}/2`, { as: 'admin' })
    assert.deepEqual(reset.body, { deleted: true, user: 2 })
    const told = await calendar.ask('GET', '//kalends/v1/activity?kind=user', { as: 'admin' })
    const [{ user, action, record, title, date, url }] = told.body
    assert.deepEqual([user.id, action, record, title, url], [1, 'factor_removed', 2, 'editor', null])
    assert.equal(date, '2026-11-20T15:01:00Z')
    for (const query of ['', '?kind=user', '?action=factor_removed', '?user=1'])
      assert.ok(!(await calendar.ask('GET', `//kalends/v1/activity${query}`, { as: 'editor' })).text.includes('factor'))
    assert.equal((await act.from(browser, 'GET', own)).status, 403)
    browserOf(await act.logIn('editor'))
    assert.deepEqual((await calendar.ask('GET', all, { as: 'admin' })).body, [])
  })

  it('are not asked of programs, and go with their user', async () => {
    await act.enrol('author')
    assert.equal((await calendar.ask('GET', '//wp-json/wp/v2/users/me', { as: 'author' })).status, 200)
    const made = { username: 'guest', password, roles: ['author'] }
    const guest = await calendar.ask('POST', '//wp-json/wp/v2/users', { as: 'admin', body: made })
    await act.enrol('guest' as Login)
    const query = '?force=true&reassign=1'
    const removed = await calendar.ask('DELETE', `//wp-json/wp/v2/users/${guest.body.id}${query}`, { as: 'admin' })
    assert.equal(removed.status, 200, removed.text)
    const left = await calendar.database.kysely.selectFrom('second_factor').select('user_id').execute()
    assert.deepEqual(
      left.map(({ user_id }) => user_id),
      [3],
    )
  })

  it('are in no answer and no line of the log once they were shown', async () => {
    const { browser, secret, codes } = await act.enrol('editor')
    browserOf(await act.logIn('editor', codes[0]))
    const answers = [
      await act.from(browser, 'GET', own),
      await calendar.ask('GET', all, { as: 'admin' }),
      await calendar.ask('GET', '//wp-json/wp/v2/users/2?context=edit', { as: 'admin' }),
    ]
    const seen = [...answers.map(({ text }) => text), ...calendar.log].join('\n')
    const rows = JSON.stringify(await calendar.database.kysely.selectFrom('recovery_code').selectAll().execute())
    assert.ok(!seen.includes(secret))
    for (const code of codes) assert.ok(!seen.includes(code) && !rows.includes(code))
  })
})

describe('second factors that a role needs (C5.8)', () => {
  let calendar: Calendar
  let act: ReturnType<typeof actOn>
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TWO_FACTORS: 'administrator, editor' } })
  })
  beforeEach(async () => {
    await prepare(calendar)
    act = actOn(calendar)
  })
  after(() => calendar.close())

  it('leave a session nothing but to set one up, by any route of any namespace', async () => {
    const event = await calendar.ask('POST', '/events', {
      as: 'admin',
      body: { title: 'Fair', start_date: '2027-01-01' },
    })
    const opened = await act.logIn('editor')
    assert.equal(opened.body.needs_second_factor, true)
    const browser = browserOf(opened)
    const found = await calendar.ask('GET', '//session', { headers: { ...browser } })
    assert.equal(found.body.needs_second_factor, true)
    const paths = [
      '/events',
      `/events/${event.body.id}`,
      '/events?status=draft',
      '/events.ndjson',
      '//wp-json/tribe/events/v1/events',
      '//?rest_route=/tribe/events/v1/events',
      '//wp-json/wp/v2/users/me',
      '//wp-json/wp/v2/users/me/application-passwords',
      '//wp-json/wp/v2/tribe_events',
      '//wp-json',
      '//kalends/v1/no-such-path',
      ...ownRoutes.map(({ path }) => `//kalends/v1${path.replace(/\{\w+\}/g, '2')}`),
    ].filter((path) => path !== own && !path.startsWith('//kalends/v1/passkeys'))
    assert.ok(paths.length > 30)
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
        assertRefused(
          await act.from(browser, method, path, method === 'GET' ? undefined : {}),
          403,
          'kalends_second_factor_required',
        )
    for (const path of [own, '//kalends/v1/passkeys/any'])
      assertRefused(await act.from(browser, 'DELETE', path, {}), 403, 'kalends_second_factor_required')
    const byQuery = `/events?_wpnonce=${browser['x-wp-nonce']}`
    const { cookie } = browser
    assertRefused(await calendar.ask('GET', byQuery, { headers: { cookie } }), 403, 'kalends_second_factor_required')
    // Without the nonce the request is anonymous, as everybody's.
    assert.equal((await calendar.ask('GET', '/events', { headers: { cookie } })).status, 200)

    assert.deepEqual((await act.from(browser, 'GET', own)).body, {
      since: null,
      passkeys: [],
      recovery_codes: 0,
      has_password: true,
      is_required: true,
    })
    const secret = await act.start(browser)
    assert.equal((await act.from(browser, 'PUT', own, { code: act.codeOf(secret) })).status, 200)
    assert.equal((await act.from(browser, 'GET', '/events?status=draft')).status, 200)
    const again = await calendar.ask('GET', '//session', { headers: { ...browser } })
    assert.deepEqual(Object.keys(again.body), ['user', 'role', 'nonce'])
  })

  it('are not asked of other roles, nor of programs', async () => {
    const opened = await act.logIn('author')
    assert.equal(opened.body.needs_second_factor, undefined)
    assert.equal((await act.from(browserOf(opened), 'GET', '/events?status=draft')).status, 200)
    assert.equal((await calendar.ask('GET', '/events?status=draft', { as: 'editor' })).status, 200)
  })

  it('close the session again once they are turned off or reset, and let it log out', async () => {
    const { browser, secret } = await act.enrol('editor')
    const off = { current_password: password, code: act.codeOf(secret) }
    assert.equal((await act.from(browser, 'DELETE', own, off)).status, 200)
    assertRefused(await act.from(browser, 'GET', '/events'), 403, 'kalends_second_factor_required')
    assert.equal((await act.from(browser, 'DELETE', '//session')).status, 204)
  })

  it('close sessions from before, once somebody gets such a role', async () => {
    const browser = browserOf(await act.logIn('author'))
    await calendar.ask('POST', '//wp-json/wp/v2/users/3', { as: 'admin', body: { roles: ['editor'] } })
    assertRefused(await act.from(browser, 'GET', '/events'), 403, 'kalends_second_factor_required')
    await calendar.ask('POST', '//wp-json/wp/v2/users/3', { as: 'admin', body: { roles: ['author'] } })
    assert.equal((await act.from(browser, 'GET', '/events')).status, 200)
  })
})
