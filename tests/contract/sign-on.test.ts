import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import {
  createTestBrowser,
  passProvider,
  startProvider,
  type TestBrowser,
  type TestProvider,
  testClient,
} from '../support/oidc-provider.ts'

describe('log-ins through an OpenID Connect provider (C5.6)', () => {
  let provider: TestProvider
  let calendar: Calendar
  let address: string
  let browser: TestBrowser

  const begin = (): string => `${address}/session/oidc`
  const isCallback = (url: string): boolean => url.startsWith(`${address}/session/oidc/callback`)
  /** Logs in at the provider; returns the address with which it sends the browser back. */
  const comeBack = (name: string, start = begin()): Promise<string> => passProvider(browser, start, name, isCallback)
  /** Logs in; returns the page at which the browser arrives. */
  const logIn = async (name: string, start = begin()): Promise<string | null> =>
    (await browser.send(await comeBack(name, start))).headers.get('location')
  const session = async () => {
    const response = await browser.send(`${address}/session`)
    return { status: response.status, body: (await response.json()) as { user: number; role: string } }
  }
  const users = async () => (await calendar.ask('GET', '//wp/v2/users?context=edit&per_page=50', { as: 'admin' })).body

  before(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    provider = await startProvider(`${address}/session/oidc/callback`)
    calendar = await createCalendar({
      now: Date.now(),
      environment: {
        KALENDS_PUBLIC_URL: address,
        KALENDS_OIDC_ISSUER: provider.issuer,
        KALENDS_OIDC_CLIENT_ID: testClient.id,
        KALENDS_OIDC_SECRET: testClient.secret,
        // The provider asks for second factors of its own.
        KALENDS_TWO_FACTORS: 'editor',
        KALENDS_OIDC_ROLES: 'calendar-admins=administrator,press=editor,cn=club=contributor',
      },
    })
    await calendar.app.listen({ port, host: '127.0.0.1' })
  })
  after(async () => {
    await calendar?.close()
    await provider?.close()
  })
  beforeEach(async () => {
    browser = createTestBrowser()
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
  })

  it('create a user with the role of the claim, and find the same user the next time', async () => {
    provider.people.set('anna', {
      preferred_username: 'Anna',
      email: 'anna@town.example',
      email_verified: true,
      groups: ['x', 'press'],
    })
    assert.equal(await logIn('anna', `${begin()}?to=/admin/calendar`), `${address}/admin/calendar`)
    const first = await session()
    assert.equal(first.status, 200)
    assert.equal(first.body.role, 'editor')
    assert.ok(!('needs_second_factor' in first.body))
    const created = (await users()).find(({ id }: { id: number }) => id === first.body.user)
    assert.deepEqual([created.username, created.email, created.roles], ['Anna', 'anna@town.example', ['editor']])

    provider.people.set('anna', {
      preferred_username: 'Anna B.',
      email: 'b@town.example',
      email_verified: true,
      groups: 'cn=club',
    })
    browser = createTestBrowser()
    assert.equal(await logIn('anna'), `${address}/admin/`)
    const second = await session()
    assert.deepEqual([second.body.user, second.body.role], [first.body.user, 'contributor'])
  })

  it('open a session as cookies of browsers are: unreadable for scripts, and a new one each time', async () => {
    provider.people.set('otto', { groups: ['press'] })
    const kept = 'A'.repeat(43)
    browser.jarOf(address).set('kalends_session', kept)
    const answer = await browser.send(await comeBack('otto'))
    const cookies = answer.headers.getSetCookie()
    const [opened = ''] = cookies.filter((cookie) => cookie.startsWith('kalends_session='))
    assert.match(opened, /HttpOnly; SameSite=Lax/)
    assert.doesNotMatch(opened, new RegExp(kept))
    assert.equal(answer.headers.get('cache-control'), 'no-store, private')
    assert.equal(browser.jarOf(address).has('kalends_sign_on'), false)
  })

  it('are those of the user whose address the provider has verified', async () => {
    provider.people.set('ed', {
      preferred_username: 'ed',
      email: 'Editor@example.org',
      email_verified: true,
      groups: ['press'],
    })
    await logIn('ed')
    assert.equal((await session()).body.user, 2)

    provider.people.set('eve', {
      preferred_username: 'eve',
      email: 'author@example.org',
      email_verified: false,
      groups: ['press'],
    })
    browser = createTestBrowser()
    await logIn('eve')
    const { body } = await session()
    const eve = (await users()).find(({ id }: { id: number }) => id === body.user)
    assert.deepEqual([eve.username, eve.email], ['eve', ''])
  })

  it('revoke all earlier credentials of the linked user', async () => {
    const ask = calendar.ask
    const invitation = await ask('POST', '//kalends/v1/links', {
      as: 'admin',
      body: { kind: 'invitation', role: 'contributor' },
    })
    const password = 'a long password'
    const body = { token: invitation.body.url.split('#')[1], password, username: 'sly', email: 'Boss@example.org' }
    const entered = await ask('PUT', '//kalends/v1/welcome', { body })
    assert.equal(entered.status, 201, entered.text)
    const headers = { cookie: entered.headers['set-cookie']?.split(';')[0] ?? '', 'x-wp-nonce': entered.body.nonce }
    const made = await ask('POST', '//wp/v2/users/me/application-passwords', { headers, body: { name: 'kept' } })
    assert.equal(made.status, 201, made.text)
    const basic = `Basic ${Buffer.from(`sly:${made.body.password}`).toString('base64')}`
    const reset = await ask('POST', '//kalends/v1/links', {
      as: 'admin',
      body: { kind: 'reset', user: entered.body.user },
    })
    const status = async (sent: Record<string, string>) =>
      (await ask('GET', '//wp/v2/users/me', { headers: sent })).status
    assert.deepEqual([await status(headers), await status({ authorization: basic })], [200, 200])

    provider.people.set('boss', { email: 'boss@example.org', email_verified: true, groups: ['calendar-admins'] })
    assert.equal(await logIn('boss'), `${address}/admin/`)
    assert.deepEqual((await session()).body.user, entered.body.user)
    assert.deepEqual([await status(headers), await status({ authorization: basic })], [403, 401])
    const again = await ask('POST', '//session', { body: { name: 'sly', password } })
    assert.equal(again.status, 401, again.text)
    const link = { token: reset.body.url.split('#')[1], password }
    assert.equal((await ask('PUT', '//kalends/v1/welcome', { body: link })).status, 404)
    // The next log-in is that of the same person, and ends nothing.
    const first = browser
    browser = createTestBrowser()
    await logIn('boss')
    browser = first
    assert.equal((await session()).status, 200)
  })

  it('give a namesake a number', async () => {
    provider.people.set('second', { preferred_username: 'admin', groups: ['press'] })
    await logIn('second')
    const { body } = await session()
    const found = (await users()).find(({ id }: { id: number }) => id === body.user)
    assert.equal(found.username, 'admin-2')
  })

  it('are refused to people without a role, who lose the one they had', async () => {
    provider.people.set('guest', { groups: ['visitors'] })
    assert.equal(await logIn('guest'), `${address}/admin/?log-in=no-role`)
    assert.equal((await session()).status, 401)

    provider.people.set('left', { groups: ['press'] })
    browser = createTestBrowser()
    await logIn('left')
    const older = browser
    provider.people.set('left', {})
    browser = createTestBrowser()
    assert.equal(await logIn('left'), `${address}/admin/?log-in=no-role`)
    browser = older
    assert.equal((await session()).body.role, 'subscriber')
  })

  it('end for a removed user, for whom a new one is created', async () => {
    provider.people.set('gone', { preferred_username: 'gone', groups: ['press'] })
    await logIn('gone')
    const { user } = (await session()).body
    await calendar.ask('DELETE', `//wp/v2/users/${user}?force=true&reassign=1`, { as: 'admin' })
    browser = createTestBrowser()
    await logIn('gone')
    const again = await session()
    assert.equal(again.status, 200)
    assert.notEqual(again.body.user, user)
  })

  it('need the browser that started them: a URL of another browser does not log in', async () => {
    provider.people.set('mallory', { groups: ['press'] })
    const stolen = await comeBack('mallory')
    const victim = createTestBrowser()
    const without = await victim.send(stolen)
    assert.equal(without.headers.get('location'), `${address}/admin/?log-in=failed`)
    // A browser that has begun a log-in of its own expects another state.
    await victim.send(begin())
    const other = await victim.send(stolen)
    assert.equal(other.headers.get('location'), `${address}/admin/?log-in=failed`)
    assert.equal(victim.jarOf(address).has('kalends_session'), false)
    // The browser that has begun it is logged in by the same address: the refusals are not those of a wrong answer.
    assert.equal((await browser.send(stolen)).headers.get('location'), `${address}/admin/`)
  })

  it('are not repeated by an address from the history', async () => {
    provider.people.set('rita', { groups: ['press'] })
    const start = await browser.send(begin())
    const attempt = browser.jarOf(address).get('kalends_sign_on') ?? ''
    const back = await comeBack('rita', start.headers.get('location') ?? '')
    assert.equal((await browser.send(back)).headers.get('location'), `${address}/admin/`)
    browser.jarOf(address).set('kalends_sign_on', attempt)
    assert.equal((await browser.send(back)).headers.get('location'), `${address}/admin/?log-in=failed`)
  })

  it('count as failed if the provider refuses the code; a foreign page cannot lock anybody out', async () => {
    const callback = `${address}/session/oidc/callback?code=x&iss=${encodeURIComponent(provider.issuer)}`
    const foreign = createTestBrowser()
    for (let n = 0; n < 25; n++) await foreign.send(`${callback}&state=x`)
    await browser.send(begin())
    const attempt = browser.jarOf(address).get('kalends_sign_on') ?? ''
    for (let n = 0; n < 25; n++) {
      browser.jarOf(address).set('kalends_sign_on', attempt)
      await browser.send(`${callback}&state=x`)
    }
    const logInWrongly = () => calendar.ask('POST', '//session', { body: { name: 'editor', password: 'wrong' } })
    assert.equal((await logInWrongly()).status, 401)
    const { state } = JSON.parse(Buffer.from(attempt, 'base64url').toString())
    for (let n = 0; n < 20; n++) {
      browser.jarOf(address).set('kalends_sign_on', attempt)
      await browser.send(`${callback}&state=${state}`)
    }
    assert.equal((await logInWrongly()).status, 429)
    assert.equal((await browser.send(begin())).headers.get('location'), `${address}/admin/?log-in=too-many`)
  })

  it('leave out claims that cannot be used', async () => {
    const odd: [string, Record<string, unknown>, string, string][] = [
      [
        'no text',
        { preferred_username: 7, email: 'Odd.One@town.example', email_verified: true },
        'Odd.One',
        'odd.one@town.example',
      ],
      ['an address', { preferred_username: 'odd.two@town.example' }, 'odd.two', ''],
      [
        'a colon',
        { preferred_username: 'odd:three', name: 'Odd Three', email: 'o:t@town.example', email_verified: true },
        'Odd Three',
        '',
      ],
      ['no address', { preferred_username: 'odd four', email: 'nobody', email_verified: true }, 'odd four', ''],
      [
        'spaces',
        { preferred_username: ' odd five ', email: 'odd five@town.example', email_verified: true },
        'odd five',
        '',
      ],
      [
        'an object',
        { preferred_username: {}, name: 'Odd Six', email: ['odd@town.example'], email_verified: true },
        'Odd Six',
        '',
      ],
    ]
    for (const [person, claims, username, email] of odd) {
      browser = createTestBrowser()
      provider.people.set(person, { ...claims, groups: ['press'] })
      assert.equal(await logIn(person), `${address}/admin/`, person)
      const { body } = await session()
      const found = (await users()).find(({ id }: { id: number }) => id === body.user)
      assert.deepEqual([found.username, found.email], [username, email], person)
    }
  })

  it('need an ID token for this log-in', async () => {
    provider.people.set('nina', { groups: ['press'] })
    const start = await browser.send(begin())
    const jar = browser.jarOf(address)
    const attempt = JSON.parse(Buffer.from(jar.get('kalends_sign_on') ?? '', 'base64url').toString())
    const back = await comeBack('nina', start.headers.get('location') ?? '')
    jar.set('kalends_sign_on', Buffer.from(JSON.stringify({ ...attempt, nonce: 'another' })).toString('base64url'))
    assert.equal((await browser.send(back)).headers.get('location'), `${address}/admin/?log-in=failed`)
  })

  it('go on at no other site', async () => {
    provider.people.set('olga', { groups: ['press'] })
    for (const to of ['https://evil.example/', '//evil.example/', '/admin/../evil', '/admin/\\evil', '/events/']) {
      browser = createTestBrowser()
      assert.equal(await logIn('olga', `${begin()}?to=${encodeURIComponent(to)}`), `${address}/admin/`, to)
    }
    // Nor where a cookie says so.
    const attempt = { state: 's', nonce: 'n', verifier: 'v', to: 'https://evil.example/' }
    browser = createTestBrowser()
    browser.jarOf(address).set('kalends_sign_on', Buffer.from(JSON.stringify(attempt)).toString('base64url'))
    const answer = await browser.send(`${address}/session/oidc/callback?code=x&state=s`)
    assert.equal(answer.headers.get('location'), `${address}/admin/?log-in=failed`)
  })

  it('say when the person has refused at the provider', async () => {
    const start = await browser.send(begin())
    assert.equal(start.status, 303)
    const answer = await browser.send(`${address}/session/oidc/callback?error=access_denied&state=x`)
    assert.equal(answer.headers.get('location'), `${address}/admin/?log-in=denied`)
  })

  it('write no codes, tokens or secrets to the log', () => {
    const log = calendar.log.join('\n')
    assert.match(log, /a log-in through OpenID Connect failed/)
    assert.doesNotMatch(log, /code=|id_token|access_token|secret of/)
  })

  it('are announced by the site', async () => {
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.has_oidc, true)
  })
})

describe('without a provider', () => {
  it('there is nothing to log in by, and the site says so', async (test) => {
    const calendar = await createCalendar()
    test.after(() => calendar.close())
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.has_oidc, false)
    assert.equal((await calendar.app.inject({ url: '/session/oidc' })).statusCode, 404)
  })

  it('that answers, the page to log in says that it failed', async (test) => {
    const calendar = await createCalendar({
      environment: {
        KALENDS_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
        KALENDS_OIDC_CLIENT_ID: 'x',
        KALENDS_OIDC_SECRET: 'y',
      },
    })
    test.after(() => calendar.close())
    const { statusCode, headers } = await calendar.app.inject({ url: '/session/oidc' })
    assert.equal(statusCode, 303)
    assert.match(String(headers.location), /\/admin\/\?log-in=failed$/)
  })
})
