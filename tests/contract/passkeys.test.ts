import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { codeAt, stepAt } from '../../src/accounts/totp.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { type Authenticator, createAuthenticator } from '../support/authenticator.ts'
import { assertRefused, type BrowserSession, browserOf } from '../support/browser-session.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'

const own = '//kalends/v1/second-factor'
const passkeys = '//kalends/v1/passkeys'
const password = 'a long password'
const site = 'https://calendar.example'
const minute = 60_000

describe('passkeys (C5.8)', () => {
  let calendar: Calendar
  let now = testNow
  let key: Authenticator
  before(async () => {
    calendar = await createCalendar({
      environment: { KALENDS_PUBLIC_URL: site, KALENDS_TWO_FACTORS: 'administrator' },
    })
  })
  beforeEach(async () => {
    at(testNow)
    key = createAuthenticator(site)
    const hash = await hashPassword(password)
    await calendar.database.transact(async (db) => {
      for (const table of ['throttle', 'second_factor', 'recovery_code', 'passkey'] as const)
        await db.kysely.deleteFrom(table).execute()
      for (const name of ['admin', 'editor', 'author']) await setPasswordHash(db, name, hash)
    })
  })
  after(() => calendar.close())

  const at = (time: number): void => {
    now = time
    calendar.setClock(time)
  }
  const logIn = (name: string, code?: string) =>
    calendar.ask('POST', '//session', { body: { name, password, ...(code === undefined ? {} : { code }) } })
  const from = (browser: BrowserSession, method: string, path: string, body?: object) =>
    calendar.ask(method, path, { headers: { ...browser }, ...(body ? { body } : {}) })
  const offer = async (browser: BrowserSession) => {
    const offered = await from(browser, 'POST', `${passkeys}/options`, { current_password: password })
    assert.equal(offered.status, 201, offered.text)
    return offered.body
  }
  const add = async (browser: BrowserSession, made = key) =>
    from(browser, 'POST', passkeys, { name: 'Phone', response: made.create(await offer(browser)) })
  const ask = async () => (await calendar.ask('POST', '//session/passkey/options')).body
  const send = (response: unknown) => calendar.ask('POST', '//session/passkey', { body: { response } })

  it('are made with the password, and log their owner in without it', async () => {
    const other = browserOf(await logIn('editor'))
    const browser = browserOf(await logIn('editor'))
    const wrong = { current_password: 'not the password' }
    assertRefused(await from(browser, 'POST', `${passkeys}/options`, wrong), 403, 'rest_user_invalid_password')
    const options = await offer(browser)
    assert.deepEqual([options.rp, options.user.name], [{ name: 'Kalends', id: 'calendar.example' }, 'editor'])
    assert.equal(options.authenticatorSelection.userVerification, 'required')
    const added = await from(browser, 'POST', passkeys, { name: 'Phone', response: key.create(options) })
    assert.equal(added.status, 201, added.text)
    assert.equal(added.body.recovery_codes.length, 10)
    assert.equal((await from(other, 'GET', own)).status, 403)
    const [shown] = (await from(browser, 'GET', own)).body.passkeys
    assert.deepEqual(shown, { uuid: added.body.uuid, name: 'Phone', created: '2026-11-20T15:00:00', last_used: null })

    at(testNow + minute)
    const opened = await send(key.get(await ask()))
    assert.deepEqual([opened.status, opened.body.user, opened.body.role], [201, 2, 'editor'], opened.text)
    const entered = browserOf(opened)
    assert.equal((await from(entered, 'GET', '/events?status=draft')).status, 200)
    assert.equal((await from(entered, 'GET', own)).body.passkeys[0].last_used, '2026-11-20T15:01:00')
    // From then on the password alone is not enough; a recovery code helps who has lost the device.
    assertRefused(await logIn('editor'), 403, 'kalends_code_required')
    assertRefused(await logIn('editor', '123456'), 403, 'kalends_code_wrong')
    browserOf(await logIn('editor', added.body.recovery_codes[0]))
    const { user, passkeys: count } = (await calendar.ask('GET', '//kalends/v1/second-factors', { as: 'admin' }))
      .body[0]
    assert.deepEqual([user, count], [2, 1])
  })

  it('are refused where a response was made for another site, challenge or person, or without recognizing its owner', async () => {
    const browser = browserOf(await logIn('editor'))
    const author = browserOf(await logIn('author'))
    const offered = await offer(browser)
    const foreign = await offer(author)
    const made: [string, object][] = [
      ['another origin', key.create(offered, { origin: 'https://evil.example' })],
      ['another host', key.create(offered, { rpId: 'evil.example' })],
      ['unverified', key.create(offered, { isVerified: false })],
      ['made up', key.create(offered, { challenge: Buffer.from('2.1.a.b').toString('base64url') })],
      ['of somebody else', key.create(foreign)],
      ['of a log-in', key.create(await ask())],
      ['of a log-in in form', key.get(offered)],
      ['empty', { id: 'a', response: {} }],
    ]
    for (const [what, response] of made) {
      const reply = await from(browser, 'POST', passkeys, { name: 'Phone', response })
      assert.deepEqual([what, reply.status, reply.body.code], [what, 403, 'kalends_passkey_wrong'])
    }
    for (const response of [
      'text',
      { id: 'a\0', response: {} },
      { id: 'a' },
      { id: 'a', response: { long: 'x'.repeat(10_000) } },
    ])
      assertRefused(await from(browser, 'POST', passkeys, { name: 'Phone', response }), 400, 'rest_invalid_param')
    assert.equal((await add(browser)).status, 201)
    // The same key is nobody else's.
    assertRefused(await add(author), 403, 'kalends_passkey_wrong')

    at(testNow + minute)
    const asked = await ask()
    const sent: [string, object][] = [
      ['another origin', key.get(asked, { origin: 'https://evil.example' })],
      ['another host', key.get(asked, { rpId: 'evil.example' })],
      ['unverified', key.get(asked, { isVerified: false })],
      ['of a set-up', key.get(await offer(browser))],
      ['of an unknown key', createAuthenticator(site).get(asked)],
      ['of a key with another id', { ...createAuthenticator(site).get(asked), id: key.id, rawId: key.id }],
    ]
    for (const [what, response] of sent) {
      const reply = await send(response)
      assert.deepEqual([what, reply.status, reply.body.code], [what, 403, 'kalends_passkey_wrong'])
      assert.equal(reply.headers['set-cookie'], undefined)
    }
    assertRefused(await send('text'), 400, 'rest_missing_callback_param')
    assert.equal((await send(key.get(asked))).status, 201)
  })

  it('log in once by a response, within five minutes, and in the order of the challenges', async () => {
    const browser = browserOf(await logIn('editor'))
    assert.equal((await add(browser)).status, 201)
    const [early, late] = [await ask(), await ask()]
    at(testNow + 5 * minute)
    assertRefused(await send(key.get(early)), 403, 'kalends_passkey_wrong')
    assertRefused(await send(key.get(late)), 403, 'kalends_passkey_wrong')
    const first = await ask()
    at(now + 1000)
    const second = await ask()
    const response = key.get(second)
    const replies = await Promise.all([send(response), send(response)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 403])
    assertRefused(await send(response), 403, 'kalends_passkey_wrong')
    assertRefused(await send(key.get(first)), 403, 'kalends_passkey_wrong')
  })

  it('count as failed log-ins of the address where they are wrong', async () => {
    for (let n = 0; n < 20; n++) await send(createAuthenticator(site).get(await ask()))
    assertRefused(await send(key.get({ challenge: 'AAAA' })), 429, 'rest_too_many_attempts')
    assertRefused(await calendar.ask('POST', '//session/passkey/options'), 429, 'rest_too_many_attempts')
  })

  it('are removed with the password, the last one with the recovery codes, and all by an administrator', async () => {
    const browser = browserOf(await logIn('editor'))
    const { uuid } = (await add(browser)).body
    const more = await add(browser, createAuthenticator(site))
    assert.deepEqual(more.body.recovery_codes, [])
    const path = `${passkeys}/${uuid}`
    assertRefused(await from(browser, 'DELETE', path, { current_password: 'wrong' }), 403, 'rest_user_invalid_password')
    const author = browserOf(await logIn('author'))
    const right = { current_password: password }
    assertRefused(await from(author, 'DELETE', path, right), 404, 'kalends_passkey_not_found')
    assert.deepEqual((await from(browser, 'DELETE', path, right)).body, { deleted: true })
    at(testNow + minute)
    assertRefused(await send(key.get(await ask())), 403, 'kalends_passkey_wrong')
    assertRefused(await logIn('editor'), 403, 'kalends_code_required')
    assert.equal((await from(browser, 'DELETE', `${passkeys}/${more.body.uuid}`, right)).status, 200)
    assert.equal((await from(browser, 'GET', own)).body.recovery_codes, 0)
    browserOf(await logIn('editor'))

    assert.equal((await add(browser)).status, 201)
    assert.equal((await calendar.ask('DELETE', '//kalends/v1/second-factors/2', { as: 'admin' })).status, 200)
    at(testNow + 2 * minute)
    assertRefused(await send(key.get(await ask())), 403, 'kalends_passkey_wrong')
    browserOf(await logIn('editor'))
  })

  it('outlast the authenticator app, and keep the recovery codes', async () => {
    const browser = browserOf(await logIn('editor'))
    assert.equal((await add(browser)).status, 201)
    const { secret } = (await from(browser, 'POST', own, { current_password: password })).body
    const confirmed = await from(browser, 'PUT', own, { code: codeAt(secret, stepAt(now)) })
    assert.equal(confirmed.status, 200, confirmed.text)
    const off = { current_password: password, code: codeAt(secret, stepAt(now) + 1) }
    assert.equal((await from(browser, 'DELETE', own, off)).status, 200)
    assertRefused(await logIn('editor', codeAt(secret, stepAt(now))), 403, 'kalends_code_wrong')
    browserOf(await logIn('editor', confirmed.body.recovery_codes[3]))
  })

  it('are the second factor that a role needs', async () => {
    const opened = await logIn('admin')
    assert.equal(opened.body.needs_second_factor, true)
    const browser = browserOf(opened)
    assertRefused(await from(browser, 'GET', '/events'), 403, 'kalends_second_factor_required')
    assert.equal((await add(browser)).status, 201)
    assert.equal((await from(browser, 'GET', '/events')).status, 200)
    at(testNow + minute)
    const entered = await send(key.get(await ask()))
    assert.equal(entered.body.needs_second_factor, undefined)
  })

  it('are bounded, and go with their user', async () => {
    const browser = browserOf(await logIn('editor'))
    for (let n = 0; n < 20; n++) assert.equal((await add(browser, createAuthenticator(site))).status, 201)
    assertRefused(await add(browser), 400, 'rest_invalid_param')
  })

  it('need a public address for which browsers have them', async () => {
    const plain = await createCalendar()
    assertRefused(await plain.ask('POST', '//session/passkey/options'), 409, 'kalends_no_passkeys')
    assertRefused(await plain.ask('POST', '//session/passkey', { body: { response: {} } }), 409, 'kalends_no_passkeys')
    await plain.close()
  })
})
