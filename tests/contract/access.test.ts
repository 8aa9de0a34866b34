import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { forgetFailures } from '../../src/accounts/throttle.ts'
import { removeUser, renewSecret, requireUser, setPasswordHash } from '../../src/accounts/users.ts'
import { basic, type Calendar, createCalendar } from '../support/calendar.ts'

const dates = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }

describe('credentials (B5.1)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())
  const get = (authorization: string) => calendar.ask('GET', '/events?status=draft', { headers: { authorization } })

  it('are Basic by name or address, with or without blanks, or Bearer', async () => {
    const { admin } = calendar.secrets
    const grouped = (admin.match(/.{4}/g) ?? []).join(' ')
    for (const header of [
      basic('admin', admin),
      basic('ADMIN', admin),
      basic('admin@example.org', admin),
      basic('admin', grouped),
      `Bearer ${admin}`,
      `bearer ${grouped}`,
    ]) {
      assert.equal((await get(header)).status, 200, header)
    }
  })

  const wrong: [name: string, header: (secret: string) => string, code: string][] = [
    ['a wrong password', () => basic('admin', 'wrong'), 'incorrect_password'],
    ['the password of somebody else', (secret) => basic('editor', secret), 'incorrect_password'],
    ['an unknown name', () => basic('nobody', 'x'), 'incorrect_password'],
    ['an unknown address', () => basic('nobody@example.org', 'x'), 'incorrect_password'],
    ['an empty password', () => basic('admin', ''), 'invalid_credentials'],
    ['no colon', () => `Basic ${Buffer.from('admin').toString('base64')}`, 'invalid_credentials'],
    ['no base64', () => 'Basic !!!', 'invalid_credentials'],
    ['an unknown token', () => `Bearer ${'x'.repeat(24)}`, 'invalid_credentials'],
    ['an unknown scheme', () => 'Digest x', 'invalid_credentials'],
    ['nothing', () => '', 'invalid_credentials'],
  ]
  for (const [name, header, code] of wrong) {
    it(`are 401 with ${name}, on every route`, async () => {
      const fresh = await createCalendar()
      for (const path of ['/events', '/nothing', '']) {
        const reply = await fresh.ask('GET', path, { headers: { authorization: header(fresh.secrets.admin) } })
        assert.deepEqual([reply.status, reply.body.code], [401, code], path)
        assert.ok(reply.headers['www-authenticate'])
      }
      await fresh.close()
    })
  }

  it('are ignored on reads, and 401 on writes, where a bearer token cannot be one of ours (D6)', async () => {
    const jwt = `Bearer ${['{"alg":"HS256"}', '{"sub":"1"}', 'x'.repeat(32)].map((part) => btoa(part)).join('.')}`
    for (const authorization of [jwt, 'Bearer YOUR_TOKEN', 'bearer', 'Bearer {{token}}', `Bearer ${'x'.repeat(23)}`]) {
      const headers = { authorization }
      for (const path of ['/events', '/events?_fields=total', '/venues/99999', '//wp-json', '']) {
        const plain = await calendar.ask('GET', path)
        const reply = await calendar.ask('GET', path, { headers })
        assert.deepEqual([reply.status, reply.text], [plain.status, plain.text], `${authorization} ${path}`)
      }
      assert.equal((await calendar.ask('HEAD', '/events', { headers })).status, 200)
      assert.equal((await get(authorization)).status, 400)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await calendar.ask(method, method === 'POST' ? '/events' : '/events/1', { headers, body: {} })
        assert.deepEqual([reply.status, reply.body.code], [401, 'invalid_credentials'], method)
      }
    }
  })

  it('are throttled when wrong, by account and by address, and never when right', async () => {
    const fresh = await createCalendar()
    const attempt = (login: string, secret: string) =>
      fresh.ask('GET', '/events', { headers: { authorization: basic(login, secret) } })
    const codes: number[] = []
    for (let i = 0; i < 30; i++) codes.push((await attempt('admin', `wrong ${i}`)).status)
    assert.equal(codes[0], 401)
    assert.equal(codes.at(-1), 429)
    const throttled = await attempt('editor', 'wrong')
    assert.deepEqual([throttled.status, throttled.body.code], [429, 'rest_too_many_attempts'])
    assert.ok(Number(throttled.headers['retry-after']) > 0)
    assert.equal((await attempt('admin', fresh.secrets.admin)).status, 200)
    assert.equal((await fresh.ask('GET', '/events')).status, 200)
    fresh.setClock('2026-11-20 16:00:00')
    assert.equal((await attempt('admin', 'wrong')).status, 401)
    await fresh.close()
  })

  it('may come with any name', async () => {
    const fresh = await createCalendar()
    for (const name of ['ad\0min', '\0', '\ud800', 'a'.repeat(5000)]) {
      const { status } = await fresh.ask('GET', '/events', { headers: { authorization: basic(name, 'wrong') } })
      assert.equal(status, 401, JSON.stringify(name.slice(0, 20)))
    }
    await fresh.close()
  })

  it('end at once when they are renewed', async () => {
    const fresh = await createCalendar()
    const old = fresh.secrets.author
    const secret = await fresh.database.transact((db) => renewSecret(db, 'author', Date.now()))
    assert.equal((await fresh.ask('GET', '/events', { headers: { authorization: basic('author', old) } })).status, 401)
    assert.equal(
      (await fresh.ask('GET', '/events', { headers: { authorization: basic('author', secret) } })).status,
      200,
    )
    await fresh.close()
  })

  it('are never given to a removed user', async () => {
    const fresh = await createCalendar()
    await fresh.database.transact(async (db) => removeUser(db, await requireUser(db, 'author2')))
    for (const name of ['author2', ':removed:4'])
      await assert.rejects(
        fresh.database.transact((db) => renewSecret(db, name, Date.now())),
        /no user/,
      )
    assert.equal((await fresh.ask('GET', '/events', { as: 'author2' })).status, 401)
    await fresh.close()
  })

  it('never reach the log, an error or a metric', async () => {
    const fresh = await createCalendar()
    const secrets = [fresh.secrets.admin, 'guessed-secret-123456789']
    const replies = [
      await fresh.ask('GET', '/events', { as: 'admin' }),
      await fresh.ask('GET', '/events', { headers: { authorization: basic('admin', 'guessed-secret-123456789') } }),
      await fresh.ask('POST', '/events', { as: 'admin', body: { title: 'x' } }),
      await fresh.ask('GET', '//metrics'),
      await fresh.ask('GET', '//healthz'),
    ]
    const everything = [...fresh.log, ...replies.map(({ text, headers }) => text + JSON.stringify(headers))].join('\n')
    for (const secret of secrets) assert.ok(!everything.includes(secret))
    assert.match(everything, /kalends_http_requests_total\{/)
    await fresh.close()
  })
})

describe('sessions (B5.1)', () => {
  it('are not opened by a password that is changed meanwhile, nor for a user who is removed', async () => {
    const calendar = await createCalendar()
    const { transact } = calendar.database
    const hash = await hashPassword('a long password')
    const ends = [
      transact((db) => setPasswordHash(db, 'editor', hash)).then(() => hashPassword('another password')),
      transact((db) => setPasswordHash(db, 'author', hash)),
    ] as const
    const [other] = await Promise.all(ends)
    const logIn = (name: string) => calendar.ask('POST', '//session', { body: { name, password: 'a long password' } })
    // Comparing takes longer than either.
    const attempts = [logIn('editor'), logIn('author')]
    await new Promise((resolve) => setImmediate(resolve))
    await transact((db) => setPasswordHash(db, 'editor', other))
    await transact(async (db) => removeUser(db, await requireUser(db, 'author')))
    assert.deepEqual(
      (await Promise.all(attempts)).map(({ status, body }) => [status, body.code]),
      [
        [401, 'invalid_credentials'],
        [401, 'invalid_credentials'],
      ],
    )
    const sessions = await calendar.database.kysely.selectFrom('session').selectAll().execute()
    assert.deepEqual(sessions, [])
    await calendar.close()
  })

  it('are refused before the password is compared once too many attempts of an address failed', async () => {
    const calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
    const logIn = async (password: string, remoteAddress: string) => {
      const { statusCode, headers } = await calendar.app.inject({
        method: 'POST',
        url: '/session',
        payload: { name: 'editor', password },
        remoteAddress,
      })
      return { status: statusCode, wait: headers['retry-after'] }
    }
    const statuses: number[] = []
    for (let turn = 0; turn < 25; turn++) statuses.push((await logIn(`wrong ${turn}`, '192.0.2.1')).status)
    assert.deepEqual([...new Set(statuses)], [401, 429])
    // A guess that is right is not told from the others.
    assert.deepEqual(await logIn('a long password', '192.0.2.1'), { status: 429, wait: '6' })
    assert.equal((await logIn('a long password', '192.0.2.2')).status, 201, 'the account is not locked')
    calendar.setClock('2026-11-20 15:00:06')
    assert.equal((await logIn('a long password', '192.0.2.1')).status, 201)
    await calendar.close()
  })

  it('count a client by what its proxy wrote of it, whatever port stands there, and rubbish as the proxy', async () => {
    const calendar = await createCalendar({ environment: { KALENDS_TRUSTED_PROXIES: '127.0.0.1' } })
    const fail = async (forwarded: string): Promise<number> =>
      (
        await calendar.app.inject({
          method: 'POST',
          url: '/session',
          payload: { name: 'nobody', password: 'a wrong password' },
          remoteAddress: '127.0.0.1',
          headers: { 'x-forwarded-for': forwarded },
        })
      ).statusCode
    const forms: readonly ((turn: number) => string)[] = [
      (turn) => `192.0.2.1:${1000 + turn}`,
      (turn) => `[2001:db8::1]:${1000 + turn}`,
      (turn) => `rubbish ${turn}`,
      (turn) => (turn % 2 === 0 ? '::ffff:192.0.2.7' : '192.0.2.7'),
    ]
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
    for (const form of forms) {
      const statuses: number[] = []
      for (let turn = 0; turn < 11; turn++) {
        // The account counts by itself.
        statuses.push(await fail(form(turn)))
        await calendar.database.transact((db) => forgetFailures(db, 'nobody'))
      }
      assert.deepEqual([statuses[9], statuses[10]], [401, 429], form(0))
    }
    assert.equal(await fail('192.0.2.200'), 401)
    await calendar.close()
  })

  for (const [publicUrl, name, path] of [
    ['http://calendar.test', 'kalends_session', '/'],
    ['http://calendar.test/cal', 'kalends_session', '/cal/'],
    ['https://calendar.test', '__Host-kalends_session', '/'],
    ['https://calendar.test/our/cal', '__Secure-kalends_session', '/our/cal/'],
  ] as const)
    it(`have a cookie for the path of the calendar alone: ${publicUrl}`, async () => {
      const calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: publicUrl } })
      const hash = await hashPassword('a long password')
      await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
      const { body, headers } = await calendar.ask('POST', '//session', {
        body: { name: 'editor', password: 'a long password' },
      })
      const [cookie = '', ...attributes] = String(headers['set-cookie']).split('; ')
      const secure = publicUrl.startsWith('https:') ? ['Secure'] : []
      assert.deepEqual(
        [cookie.split('=')[0], attributes],
        [name, [`Path=${path}`, 'HttpOnly', 'SameSite=Lax', ...secure]],
      )
      const read = async (sent: string): Promise<number> =>
        (await calendar.ask('GET', '//session', { headers: { cookie: sent } })).status
      assert.equal(await read(cookie), 200)
      // What another host of the domain may have planted is not read.
      if (secure.length > 0) assert.equal(await read(cookie.replace(/^[^=]*/, 'kalends_session')), 401)
      const own = { cookie, 'x-wp-nonce': body.nonce }
      const out = await calendar.ask('DELETE', '//session', { headers: own })
      assert.equal(out.headers['set-cookie'], `${name}=; ${[...attributes, 'Max-Age=0'].join('; ')}`)
      assert.equal(await read(cookie), 401)
      await calendar.close()
    })

  it('from other addresses are not refused because one address sends many at once', async () => {
    const calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
    const logIn = async (remoteAddress: string): Promise<number> =>
      (
        await calendar.app.inject({
          method: 'POST',
          url: '/session',
          payload: { name: 'editor', password: 'a long password' },
          remoteAddress,
        })
      ).statusCode
    const one = Array.from({ length: 12 }, () => logIn('2001:db8::1'))
    const network = [logIn('2001:db8::2')]
    const others = ['192.0.2.1', '192.0.2.2', '2001:db8:1::1'].map(logIn)
    // How many are on their way at once depends on how fast each is: tests/crud/limiter.test.ts counts them.
    const statuses = new Set(await Promise.all([...one, ...network]))
    assert.deepEqual(
      [...statuses].filter((status) => status !== 503),
      [201],
    )
    assert.deepEqual(await Promise.all(others), [201, 201, 201])
    await calendar.close()
  })

  it('need the nonce beside the cookie, and end by logging out', async () => {
    const calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
    const logIn = (password: string) => calendar.ask('POST', '//session', { body: { name: 'editor', password } })
    assert.equal((await logIn('a wrong password')).status, 401)
    const { status, body, headers } = await logIn('a long password')
    assert.deepEqual([status, body.user, body.role], [201, 2, 'editor'])
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    assert.match(String(headers['set-cookie']), /HttpOnly; SameSite=Lax/)
    const drafts = (more: Record<string, string>) =>
      calendar.ask('GET', '/events?status=draft', { headers: { cookie, ...more } })
    assert.equal((await drafts({})).status, 400)
    assert.equal((await drafts({ 'x-wp-nonce': body.nonce })).status, 200)
    for (const nonce of ['wrong', '']) {
      const reply = await drafts({ 'x-wp-nonce': nonce })
      assert.deepEqual([reply.status, reply.body.code], [403, 'rest_cookie_invalid_nonce'])
    }
    const own = { cookie, 'x-wp-nonce': body.nonce }
    assert.equal((await calendar.ask('GET', '//session', { headers: { cookie } })).body.nonce, body.nonce)
    assert.equal((await calendar.ask('DELETE', '//session', { headers: { cookie } })).status, 403)
    assert.equal((await calendar.ask('DELETE', '//session', { headers: own })).status, 204)
    assert.equal((await drafts({ 'x-wp-nonce': body.nonce })).status, 403)
    assert.equal(
      (await calendar.ask('GET', '/events', { headers: { authorization: basic('editor', 'a long password') } })).status,
      401,
    )
    const form = await calendar.ask('POST', '//session', {
      headers: { 'content-type': 'text/plain' },
      payload: '{"name":"editor","password":"a long password"}',
    })
    assert.equal(form.status, 415)
    await calendar.close()
  })

  it('expire', async () => {
    const calendar = await createCalendar()
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
    const { body, headers } = await calendar.ask('POST', '//session', {
      body: { name: 'editor', password: 'a long password' },
    })
    const own = { cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'x-wp-nonce': body.nonce }
    calendar.setClock('2026-11-21 04:00:00')
    assert.equal((await calendar.ask('GET', '/events', { headers: own })).status, 403)
    await calendar.close()
  })
})

describe('the order of checks (B2)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is credentials, route, body, right, missing, invalid, record, right on it, conflict', async () => {
    const bad = { authorization: basic('admin', 'wrong'), 'content-type': 'application/json' }
    const json = { 'content-type': 'application/json' }
    const { body: draft } = await calendar.ask('POST', '/events', {
      as: 'admin',
      body: { title: 'x', ...dates, status: 'draft' },
    })
    const steps: [expected: string, ReturnType<Calendar['ask']>][] = [
      ['401 incorrect_password', calendar.ask('POST', '/nothing', { headers: bad, payload: '{' })],
      ['404 rest_no_route', calendar.ask('POST', '/nothing', { headers: json, payload: '{' })],
      ['404 rest_no_route', calendar.ask('PUT', '/events', { headers: json, payload: '{' })],
      ['400 rest_invalid_json', calendar.ask('POST', '/events', { headers: json, payload: '{' })],
      ['401 rest_forbidden', calendar.ask('POST', '/events', { body: {} })],
      ['403 rest_forbidden', calendar.ask('POST', '/events', { as: 'subscriber', body: {} })],
      [
        '400 rest_missing_callback_param',
        calendar.ask('POST', '/events', { as: 'admin', body: { status: 'nonsense' } }),
      ],
      ['400 rest_invalid_param', calendar.ask('PATCH', '/events/99999', { as: 'admin', body: { status: 'nonsense' } })],
      [
        '404 rest-event-not-found',
        calendar.ask('PATCH', '/events/99999', { as: 'admin', body: {}, headers: { 'if-match': '"x"' } }),
      ],
      [
        '403 rest_forbidden',
        calendar.ask('PATCH', `/events/${draft.id}`, { as: 'author', body: {}, headers: { 'if-match': '"x"' } }),
      ],
      [
        '412 rest_precondition_failed',
        calendar.ask('PATCH', `/events/${draft.id}`, { as: 'admin', body: {}, headers: { 'if-match': '"x"' } }),
      ],
      ['401 rest_forbidden', calendar.ask('DELETE', '/venues/99999')],
    ]
    for (const [expected, reply] of steps) {
      const { status, body } = await reply
      assert.equal(`${status} ${body.code}`, expected)
    }
  })

  it('names every bad parameter at once', async () => {
    const body = {
      title: '',
      start_date: 'x',
      end_date: 'y',
      venue: 99_999,
      author: 99,
      categories: [99_999],
      website: 'x',
      all_day: 'maybe',
    }
    const reply = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.deepEqual(Object.keys(reply.body.data.params).sort(), Object.keys(body).sort())
    assert.equal(reply.body.data.status, 400)
  })

  for (const [plural, code] of [
    ['events', 'event'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'category'],
    ['tags', 'tag'],
  ]) {
    it(`answers 404 for unknown ${plural}, by every method, by id and by slug`, async () => {
      const paths = [
        `/${plural}/99999`,
        `/${plural}/0`,
        `/${plural}/99999999999999999999`,
        ...(plural?.match(/s$/) && !['categories', 'tags'].includes(plural) ? [`/${plural}/by-slug/unknown`] : []),
      ]
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const reply = await calendar.ask(method, path, {
            as: 'admin',
            ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
          })
          assert.deepEqual([reply.status, reply.body.code], [404, `rest-${code}-not-found`], `${method} ${path}`)
        }
      }
    })
  }

  it('answers 404 for the id of another kind', async () => {
    const { body: venue } = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'Kind' } })
    const { body: tag } = await calendar.ask('POST', '/tags', { as: 'admin', body: { name: 'Kind' } })
    for (const path of [`/events/${venue.id}`, `/organizers/${venue.id}`, `/categories/${tag.id}`]) {
      assert.equal((await calendar.ask('GET', path)).status, 404, path)
    }
  })
})

describe('scheduled records (B5.5)', () => {
  it('become public at their time, everywhere', async () => {
    const calendar = await createCalendar()
    const body = {
      title: 'Soon',
      ...dates,
      date: '2026-11-20 18:00',
      tags: 'Timed',
      venue: { venue: 'Soon hall', date: '2026-11-20 17:00' },
    }
    const { body: event } = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.deepEqual([event.status, event.venue.status], ['future', 'future'])
    const look = async () => {
      const single = await calendar.ask('GET', `/events/${event.id}`)
      const list = await calendar.ask('GET', '/events')
      const tag = await calendar.ask('GET', '/tags')
      const venues = await calendar.ask('GET', '/venues')
      return [single.status, list.body.total, tag.body.total, venues.body.total]
    }
    assert.deepEqual(await look(), [403, 0, 0, 0])
    calendar.setClock('2026-11-20 17:00:00')
    assert.deepEqual(await look(), [403, 0, 0, 1])
    calendar.setClock('2026-11-20 17:59:59')
    assert.deepEqual(await look(), [403, 0, 0, 1])
    calendar.setClock('2026-11-20 18:00:00')
    assert.deepEqual(await look(), [200, 1, 1, 1])
    assert.equal((await calendar.ask('GET', `/events/${event.id}`)).body.venue.venue, 'Soon hall')
    const back = await calendar.ask('PATCH', `/events/${event.id}`, { as: 'admin', body: { date: '2026-12-01 00:00' } })
    assert.equal(back.body.status, 'future')
    const past = await calendar.ask('PATCH', `/events/${event.id}`, {
      as: 'admin',
      body: { date: '2026-01-01', status: 'future' },
    })
    assert.equal(past.body.status, 'publish')
    await calendar.close()
  })
})
