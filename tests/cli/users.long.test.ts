import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeAt, stepAt } from '../../src/accounts/totp.ts'
import type { Environment } from '../../src/settings.ts'
import { basic } from '../support/calendar.ts'
import { newCalendar, newPlace } from './places.ts'
import { faultsOf, run, runHere, type Server, serve } from './program.ts'

const shown = /^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/

/** The status of a request that only those may make who may edit. */
const statusOf = async (server: Server, name: string, secret: string): Promise<number> => {
  const url = `${server.address}/calendar/events/v1/events?status=draft`
  const response = await fetch(url, { headers: { authorization: basic(name, secret) } })
  await response.arrayBuffer()
  return response.status
}

/** A user command that must succeed; answers the lines of standard output. */
const user = async (environment: Environment, words: string, input = ''): Promise<string[]> => {
  const { code, stdout, stderr } = await run(['user', ...words.split(' ')], environment, input)
  assert.deepEqual([code, stderr], [0, ''])
  return stdout.replace(/\n$/, '').split('\n')
}

describe('the first start', () => {
  it('without a user prints an administrator’s password and a set-up link once, and the second start how to get a new link', async () => {
    const environment = await newPlace()
    const first = await serve(environment)
    const { stdout } = first
    const password = /application password: +(.+)$/m.exec(stdout())?.[1] ?? ''
    assert.match(password, shown)
    assert.equal(stdout().split(password).length, 2)
    assert.match(stdout(), /user name: +admin$/m)
    assert.match(stdout(), /^ {2}set up in a browser: +http:\/\/127\.0\.0\.1:\d+\/admin\/welcome#[\w-]{43}$/m)
    assert.equal(await statusOf(first, 'admin', password), 200)
    assert.ok(!first.stderr().includes(password.slice(0, 4)))
    await first.stop()
    const second = await serve(environment)
    assert.equal(await statusOf(second, 'admin', password), 200)
    const reminder = /^Nobody has set this calendar up yet; for a new link: kalends user reset admin\n$/
    assert.match((await second.stop()).stdout, reminder)
    assert.deepEqual(await user(environment, 'list'), ['1\tadmin\tadministrator\t'])
    await user(environment, 'login admin', 'a long password')
    const third = await serve(environment)
    assert.equal((await third.stop()).stdout, '')
  })

  it('of two servers at once makes one administrator', async () => {
    const environment = await newPlace()
    const servers = await Promise.all([serve(environment), serve(environment)])
    const ends = await Promise.all(servers.map((server) => server.stop()))
    assert.deepEqual(ends.map(({ stdout }) => stdout.includes('password')).sort(), [false, true])
  })

  it('with a user prints nothing', async () => {
    const { environment } = await newCalendar()
    const server = await serve(environment)
    assert.equal((await server.stop()).stdout, '')
  })
})

describe('user reset', () => {
  it('prints a link that sets up the calendar, and later one by which the password is chosen', async () => {
    const environment = await newPlace()
    const server = await serve(environment)
    const tokenIn = (text: string): string => /#([\w-]{43})$/m.exec(text)?.[1] ?? ''
    const first = tokenIn(server.stdout())
    const kindOf = async (token: string) =>
      (await server.ask('POST', '//kalends/v1/welcome', { body: { token } })).body.kind
    assert.equal(await kindOf(first), 'setup')
    const second = tokenIn((await user(environment, 'reset admin')).at(-1) ?? '')
    assert.deepEqual([await kindOf(first), await kindOf(second)], [undefined, 'setup'])
    const body = { token: second, password: 'a long password', username: 'chief' }
    assert.equal((await server.ask('PUT', '//kalends/v1/welcome', { body })).status, 201)
    const third = tokenIn((await user(environment, 'reset chief')).at(-1) ?? '')
    assert.equal(await kindOf(third), 'reset')
    const unknown = await run(['user', 'reset', 'admin'], environment)
    assert.equal(unknown.code, 1)
    assert.deepEqual(faultsOf(unknown.stderr), ['There is no user named admin.'])
    assert.ok(![first, second, third].some((token) => server.stderr().includes(token)))
    await server.stop()
  })
})

describe('user commands', () => {
  it('work at once while the server runs', async () => {
    const environment = await newPlace()
    const created = await user(environment, 'add chief --role administrator')
    assert.match(created[0] ?? '', /administrator chief with the id 1\b/)
    assert.match(created.at(-1) ?? '', shown)
    const server = await serve(environment)
    assert.equal(await statusOf(server, 'chief', created.at(-1) ?? ''), 200)

    const old = (await user(environment, 'add Zoë --role editor --email Zoe@example.org')).at(-1) ?? ''
    assert.match(old, shown)
    assert.equal(await statusOf(server, 'zoë', old), 200)
    assert.equal(await statusOf(server, 'zoe@example.org', old.replaceAll(' ', '')), 200)
    assert.deepEqual(await user(environment, 'list'), ['1\tchief\tadministrator\t', '2\tZoë\teditor\tzoe@example.org'])

    const renewed = await user(environment, 'password zoë')
    assert.match(renewed.at(-1) ?? '', shown)
    assert.equal(await statusOf(server, 'zoë', old), 401)
    assert.equal(await statusOf(server, 'zoë', renewed.at(-1) ?? ''), 200)

    assert.deepEqual(await user(environment, 'role zoë --role subscriber'), ['zoë is subscriber now.'])
    assert.equal(await statusOf(server, 'zoë', renewed.at(-1) ?? ''), 400)
    await user(environment, 'role zoë --role author')
    const event = { title: 'Fair', start_date: '2027-01-01', end_date: '2027-01-01' }
    const posted = await fetch(`${server.address}/calendar/events/v1/events`, {
      method: 'POST',
      headers: { authorization: basic('zoë', renewed.at(-1) ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify(event),
    })
    assert.equal(posted.status, 201)
    await posted.arrayBuffer()

    assert.deepEqual(await user(environment, 'remove Zoë --reassign chief'), ['Removed Zoë. Records went to chief.'])
    const { body: list } = await server.ask('GET', '/events?start_date=2027-01-01')
    assert.equal(list.events[0].author, '1')
    assert.equal(await statusOf(server, 'zoë', renewed.at(-1) ?? ''), 401)
    assert.deepEqual(await user(environment, 'list'), ['1\tchief\tadministrator\t'])
    const { stderr } = await server.stop()
    for (const secret of [old, renewed.at(-1) ?? '']) assert.ok(!stderr.includes(secret.replaceAll(' ', '')))
  })

  it('remove a second factor that was lost', async () => {
    const { environment } = await newCalendar()
    const server = await serve(environment)
    await user(environment, 'login admin', 'correct horse battery')
    const send = (method: string, path: string, body: object, headers = {}) =>
      fetch(`${server.address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const logIn = () => send('POST', '/session', { name: 'admin', password: 'correct horse battery' })
    const opened = await logIn()
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const browser = { cookie, 'x-wp-nonce': ((await opened.json()) as { nonce: string }).nonce }
    const path = '/kalends/v1/second-factor'
    const started = await send('POST', path, { current_password: 'correct horse battery' }, browser)
    const { secret } = (await started.json()) as { secret: string }
    assert.equal((await send('PUT', path, { code: codeAt(secret, stepAt(Date.now())) }, browser)).status, 200)
    assert.equal((await logIn()).status, 403)
    assert.deepEqual(await user(environment, 'remove-factor admin'), [
      'Removed the second factor of admin, and ended the sessions.',
    ])
    assert.equal((await fetch(`${server.address}${path}`, { headers: browser })).status, 403)
    assert.equal((await logIn()).status, 201)
    const again = await run(['user', 'remove-factor', 'admin'], environment)
    assert.deepEqual([again.code, faultsOf(again.stderr)], [1, ['admin has no second factor.']])
    const { stderr } = await server.stop()
    assert.ok(!stderr.includes(secret))
  })

  it('set the password of browser log-ins, which the interface does not take', async () => {
    const { environment } = await newCalendar()
    const server = await serve(environment)
    const logIn = (password: string) =>
      server.ask('POST', '//session', { body: { name: 'admin', password } }).then(({ status }) => status)
    assert.equal(await logIn('correct horse battery'), 401)
    assert.deepEqual(await user(environment, 'login admin', 'correct horse battery\n'), [
      'Set the log-in password of admin.',
    ])
    assert.equal(await logIn('correct horse battery'), 201)
    assert.equal(await logIn('correct horse battery\n'), 401)
    assert.equal(await statusOf(server, 'admin', 'correct horse battery'), 401)
    await server.stop()
  })

  const refused: [words: string[], says: RegExp][] = [
    [['add', 'admin', '--role', 'editor'], /already a user named admin/],
    [['add', 'ADMIN', '--role', 'editor'], /already a user named ADMIN/],
    [['add', 'eve', '--role', 'editor', '--email', 'taken@example.org'], /taken@example.org/],
    [['add', 'eve', '--role', 'editor', '--email', 'eve'], /not an e-mail address/],
    [['add', 'eve:1', '--role', 'editor'], /1 to 60 characters/],
    [['add', 'eve@example.org', '--role', 'editor'], /1 to 60 characters/],
    [['add', ' eve', '--role', 'editor'], /1 to 60 characters/],
    [['add', 'a\nb', '--role', 'editor'], /1 to 60 characters/],
    [['add', 'x'.repeat(61), '--role', 'editor'], /1 to 60 characters/],
    [['password', 'nobody'], /no user named nobody/],
    [['remove', 'nobody'], /no user named nobody/],
    [['remove', 'admin'], /last administrator/],
    [['role', 'admin', '--role', 'editor'], /last administrator/],
    [['role', 'nobody', '--role', 'editor'], /no user named nobody/],
    [['remove', 'other', '--reassign', 'nobody'], /no user named nobody/],
  ]
  it('that cannot be done are one line and exit code 1, and change nothing', async () => {
    const { environment, secret } = await newCalendar()
    await user(environment, 'add other --role editor --email taken@example.org')
    const before = await user(environment, 'list')
    for (const [words, says] of refused) {
      const { code, faults } = await runHere(['user', ...words], environment)
      assert.deepEqual([code, faults.length], [1, 1], words.join(' '))
      assert.match(faults[0] ?? '', says)
    }
    const nobody = await run(['user', 'login', 'nobody'], environment, 'too short')
    assert.match(nobody.stderr, /There is no user named nobody/)
    const short = await run(['user', 'login', 'admin'], environment, 'too short')
    assert.deepEqual([short.code, short.stdout], [1, ''])
    assert.match(faultsOf(short.stderr).join('\n'), /^A password has 10 to 200 characters\.$/)
    assert.deepEqual(await user(environment, 'list'), before)
    const server = await serve(environment)
    assert.equal(await statusOf(server, 'admin', secret), 200)
    await server.stop()
  })

  it('remove an administrator when there is another', async () => {
    const { environment } = await newCalendar()
    await user(environment, 'add second --role administrator')
    await user(environment, 'remove admin')
    assert.match((await user(environment, 'add third --role author'))[0] ?? '', /with the id 3\b/)
  })
})
