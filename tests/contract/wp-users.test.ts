import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { drawPicture } from '../media/pictures.ts'
import { basic, type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'
import { addCopies, copies } from '../support/copies.ts'

const site = '//wp-json/wp/v2'

const idsOf = ({ body }: Reply): number[] => body.map(({ id }: { id: number }) => id)

const assertRefused = (reply: Reply, status: number, code: string, hint: RegExp = /./): void => {
  assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text)
  assert.match(reply.text, hint)
}

describe('the list of users (C5)', () => {
  let calendar: Calendar
  const list = (query = '', as: Login = 'admin') => calendar.ask('GET', `${site}/users${query}`, { as })
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is for administrators, and in no cache', async () => {
    assertRefused(await list('', 'none'), 401, 'rest_forbidden')
    for (const as of ['subscriber', 'author', 'editor'] as const)
      assertRefused(await list('', as), 403, 'rest_forbidden')
    const { status, headers, body } = await list()
    assert.deepEqual([status, headers['cache-control'], headers['x-wp-total']], [200, 'no-store, private', '6'])
    assert.ok(!('email' in body[0]) && !('roles' in body[0]))
  })

  for (const [query, ids] of [
    ['', [1, 3, 4, 5, 2, 6]],
    ['?order=desc', [6, 2, 5, 4, 3, 1]],
    ['?orderby=id', [1, 2, 3, 4, 5, 6]],
    ['?orderby=registered_date&order=desc', [6, 5, 4, 3, 2, 1]],
    ['?orderby=email', [1, 4, 3, 5, 2, 6]],
    ['?orderby=slug&order=desc', [6, 2, 5, 4, 3, 1]],
    ['?orderby=include&include=5,1,99,3', [5, 1, 3]],
    ['?orderby=include&include=5,1,3&per_page=1&page=2', [1]],
    ['?include=3,1', [1, 3]],
    ['?exclude=1,2,6', [3, 4, 5]],
    ['?roles=author', [3, 4]],
    ['?roles[]=author&roles[]=editor&orderby=id', [2, 3, 4]],
    ['?slug=editor,admin', [1, 2]],
    ['?search=AUTHOR', [3, 4]],
    ['?search=tor@', [5, 2]],
    ['?search=*tor*%20example', [5, 2]],
    ['?search=100%25', []],
    ['?search=_____', []],
    ['?per_page=2&page=2&orderby=id', [3, 4]],
    ['?per_page=2&offset=5&orderby=id', [6]],
    ['?page=9', []],
  ] as const) {
    it(`answers ${query || 'all'}`, async () => {
      const reply = await list(query)
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(idsOf(reply), ids)
    })
  }

  it('has totals, links to other pages, ETags, fields and envelopes as every list', async () => {
    const { headers } = await list('?per_page=2&page=2&roles=author,editor,contributor&orderby=id')
    assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['4', '2'])
    assert.match(headers['link'] ?? '', /wp\/v2\/users\/\?[^>]*per_page=2[^>]*roles=author%2Ceditor%2Ccontributor/)
    assert.match(headers['link'] ?? '', /rel="prev"/)
    const etag = headers['etag'] ?? ''
    const path = `${site}/users?per_page=2&page=2&roles=author,editor,contributor&orderby=id`
    assert.equal((await calendar.ask('GET', path, { as: 'admin', headers: { 'if-none-match': etag } })).status, 304)
    assert.deepEqual((await list('?_fields=id,slug&include=1')).body, [{ id: 1, slug: 'admin' }])
    const wrapped = await list('?_envelope=1&per_page=1')
    assert.deepEqual([wrapped.body.status, wrapped.body.headers['X-WP-TotalPages']], [200, 6])
  })

  it('shows with context=edit what log-ins need, and nothing that is secret', async () => {
    const { body, text } = await list('?context=edit&include=3')
    const [{ username, email, roles, registered_date, capabilities }] = body
    assert.deepEqual([username, email, roles], ['author', 'author@example.org', ['author']])
    assert.match(registered_date, /^2026-11-20T\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(capabilities.publish_posts, true)
    assert.doesNotMatch(text, /hash|argon|secret/)
  })

  it('refuses what it does not know', async () => {
    for (const query of ['?who=authors', '?orderby=url', '?per_page=101', '?roles=king', '?include=x', '?search=']) {
      assertRefused(await list(query), 400, 'rest_invalid_param')
    }
    assert.match((await list('?who=authors')).body.data.params.who, /it knows .*roles/)
  })

  it('is found by every address of the interface', async () => {
    for (const path of ['//wp/v2/users/', '//index.php?rest_route=/wp/v2/users', '//de/wp-json/wp/v2/users']) {
      const reply = await calendar.ask('GET', path, { as: 'admin' })
      assert.deepEqual([reply.status, reply.headers['x-wp-total']], [200, '6'], path)
    }
    const options = await calendar.ask('OPTIONS', `${site}/users`, { as: 'editor' })
    assert.deepEqual([options.status, options.headers['allow']], [200, ''])
    assert.deepEqual(options.body.endpoints[1].args.username, { type: 'string', required: true })
    const own = await calendar.ask('OPTIONS', `${site}/users/3`, { as: 'author' })
    assert.equal(own.headers['allow'], 'GET, POST, PUT, PATCH')
  })
})

describe('one user (C5)', () => {
  let calendar: Calendar
  const user = (method: string, path: string, as: Login, body?: object, headers?: Record<string, string>) =>
    calendar.ask(method, `${site}/users${path}`, { as, ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('is read by that user and by administrators; to others it looks the same whether or not it exists', async () => {
    assert.equal((await user('GET', '/3', 'author')).body.slug, 'author')
    assert.equal((await user('GET', '/3?context=edit', 'admin')).body.email, 'author@example.org')
    assertRefused(await user('GET', '/99', 'admin'), 404, 'rest_user_invalid_id', /99/)
    assertRefused(await user('GET', '/99999999999999999999', 'admin'), 404, 'rest_user_invalid_id')
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      for (const as of ['none', 'author', 'editor'] as const) {
        const [there, missing] = [await user(method, '/1', as, body), await user(method, '/99', as, body)]
        assertRefused(there, as === 'none' ? 401 : 403, 'rest_forbidden')
        assert.deepEqual([there.status, there.text], [missing.status, missing.text])
      }
    }
  })

  it('changes itself, but neither role, nor name for log-ins, nor address', async () => {
    const about = { name: 'Ada <b>& Bob</b>', first_name: 'Ada', url: 'https://ada.example/', description: 'Writes.' }
    const { status, body } = await user('POST', '/me', 'author', about)
    assert.deepEqual([status, body.name, body.first_name, body.slug], [200, 'Ada &#038; Bob', 'Ada', 'author'])
    const { text } = await user('GET', '/3?context=edit', 'author')
    assert.deepEqual(JSON.parse(text), body)
    // What was read can be written back.
    const again = await user('PUT', '/3', 'author', body)
    assert.deepEqual([again.status, again.body], [200, body])
    assertRefused(await user('PATCH', '/me', 'author', { roles: ['editor'] }), 403, 'rest_forbidden', /administrator/)
    assertRefused(
      await user('PATCH', '/me', 'author', { email: 'a@b.example' }),
      403,
      'rest_forbidden',
      /administrator/,
    )
    assertRefused(await user('PATCH', '/me', 'author', { email: 'admin@example.org' }), 403, 'rest_forbidden')
    assertRefused(await user('PATCH', '/me', 'author', { username: 'ada' }), 400, 'rest_invalid_param', /cannot/)
    assert.deepEqual((await user('GET', '/3?context=edit', 'author')).body, body)
    const cleared = await user('PATCH', '/me', 'author', { first_name: '', url: null, description: '' })
    assert.deepEqual([cleared.body.first_name, cleared.body.url, cleared.body.description], ['', '', ''])
  })

  it('is changed by If-Match only as it was read', async () => {
    const { headers } = await user('GET', '/4', 'admin')
    const match = { 'if-match': headers['etag'] ?? '' }
    const first = await user('PATCH', '/4', 'author2', { description: 'First.' }, match)
    assert.equal(first.status, 200)
    assertRefused(await user('PATCH', '/4', 'admin', { description: 'x' }, match), 412, 'rest_precondition_failed')
    const next = { 'if-match': first.headers['etag'] ?? '' }
    assert.equal((await user('PATCH', '/4', 'admin', { description: 'Second.' }, next)).status, 200)
  })

  it('is created by administrators, once for each name and address', async () => {
    const ida = {
      username: 'Ida Müller',
      email: 'Ida@Example.org',
      name: 'Ida',
      password: 'correct horse',
      roles: 'author',
    }
    assertRefused(await user('POST', '', 'editor', ida), 403, 'rest_forbidden')
    const { status, body, headers, text } = await user('POST', '', 'admin', ida)
    assert.deepEqual(
      [status, body.username, body.slug, body.email],
      [201, 'Ida Müller', 'ida-muller', 'ida@example.org'],
    )
    assert.equal(headers['location'], `http://calendar.test/wp-json/wp/v2/users/${body.id}`)
    assert.doesNotMatch(text, /correct horse|argon/)
    for (const [change, code] of [
      [{}, 'existing_user_email'],
      [{ email: '' }, 'existing_user_login'],
      [{ username: 'other' }, 'existing_user_email'],
      [{ username: 'ada@b', email: '' }, 'rest_invalid_param'],
      [{ username: 'short', email: '', password: 'short' }, 'rest_invalid_param'],
      [{ username: 'king', email: '', roles: ['king'] }, 'rest_invalid_param'],
      [{ username: 'both', email: '', roles: ['author', 'editor'] }, 'rest_invalid_param'],
    ] as const) {
      assertRefused(await user('POST', '', 'admin', { ...ida, ...change }), 400, code)
    }
    assertRefused(await user('POST', '', 'admin', {}), 400, 'rest_missing_callback_param', /username/)
    const plain = await user('POST', '', 'admin', { username: 'ida-muller', name: 'Plain' })
    assert.deepEqual([plain.body.roles, plain.body.email, plain.body.slug], [['subscriber'], '', 'ida-muller-2'])
    const login = { name: 'ida@example.org', password: ida.password }
    const session = await calendar.ask('POST', '//session', { body: login })
    assert.deepEqual([session.status, session.body.role], [201, 'author'])
  })

  it('cannot be read from JSON that is sent as a form', async () => {
    const reply = await calendar.ask('POST', `${site}/users/me`, {
      as: 'author',
      payload: '{"name": "x"}',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assertRefused(reply, 400, 'rest_invalid_body', /application\/json/)
  })
})

describe('the password of a user (C5)', () => {
  let calendar: Calendar
  const logIn = (name: string, password: string) => calendar.ask('POST', '//session', { body: { name, password } })
  const change = (as: Login, path: string, body: object) => calendar.ask('PATCH', `${site}/users/${path}`, { as, body })
  before(async () => {
    calendar = await createCalendar()
    const hash = await hashPassword('the first password')
    for (const name of ['author', 'admin']) await calendar.database.transact((db) => setPasswordHash(db, name, hash))
  })
  after(() => calendar.close())

  it('is changed with the current one, which ends all other sessions', async () => {
    const [own, other] = [await logIn('author', 'the first password'), await logIn('author', 'the first password')]
    const password = 'the second password'
    assertRefused(await change('author', 'me', { password }), 400, 'rest_invalid_param', /current_password/)
    const wrong = { password, current_password: 'the third password' }
    assertRefused(
      await change('author', 'me', wrong),
      403,
      'rest_user_invalid_password',
      /"The current password is wrong\."/,
    )
    const cookieOf = (reply: Reply) => ({
      cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
      'x-wp-nonce': reply.body.nonce,
    })
    const body = { password, current_password: 'the first password' }
    const done = await calendar.ask('POST', `${site}/users/me`, { body, headers: cookieOf(own) })
    assert.equal(done.status, 200, done.text)
    assert.equal((await calendar.ask('GET', `${site}/users/me`, { headers: cookieOf(own) })).status, 200)
    assertRefused(
      await calendar.ask('GET', `${site}/users/me`, { headers: cookieOf(other) }),
      403,
      'rest_cookie_invalid_nonce',
    )
    assert.equal((await logIn('author', 'the first password')).status, 401)
    assert.equal((await logIn('author', password)).status, 201)
  })

  it('is set by administrators for others, and requires the current one for their own', async () => {
    const password = 'set by an administrator'
    assert.equal((await change('admin', '2', { password })).status, 200)
    assert.equal((await logIn('editor', password)).status, 201)
    assertRefused(await change('admin', '1', { password }), 400, 'rest_invalid_param', /current_password/)
    assertRefused(await change('editor', '3', { password }), 403, 'rest_forbidden')
    assert.equal((await change('admin', 'me', { password, current_password: 'the first password' })).status, 200)
    // Who has none cannot make one of a stolen application password.
    const own = { password, current_password: password }
    assertRefused(await change('contributor', 'me', own), 403, 'rest_user_invalid_password')
  })

  it('cannot be guessed with a stolen session, whatever other log-ins fail', async () => {
    const guess = () => change('author2', 'me', { password: 'x'.repeat(12), current_password: 'a guess' })
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) statuses.push((await guess()).status)
    assert.deepEqual([statuses[0], statuses[19], statuses.at(-1)], [403, 403, 429])
    assert.equal((await calendar.ask('GET', `${site}/users/me`, { as: 'author2' })).status, 200)
    // Log-ins of the same account are counted apart.
    assertRefused(await logIn('author2', 'wrong password'), 401, 'invalid_credentials')
  })

  it('is in no answer and in no line of the log, nor is its hash', async () => {
    assert.doesNotMatch(calendar.log.join(''), /the first password|set by an administrator|argon2/)
    const { text } = await calendar.ask('GET', `${site}/users?context=edit`, { as: 'admin' })
    assert.doesNotMatch(text, /password|argon2/)
  })
})

describe('roles and removals (C5)', () => {
  let calendar: Calendar
  const user = (method: string, path: string, as: Login, body?: object) =>
    calendar.ask(method, `${site}/users/${path}`, { as, ...(body ? { body } : {}) })
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  it('change at once, even in caches', async () => {
    const drafts = () => calendar.ask('GET', '/events?status=draft', { as: 'contributor' })
    assert.equal((await drafts()).status, 200)
    assert.equal((await drafts()).status, 200)
    assert.deepEqual((await user('PATCH', '5', 'admin', { roles: ['subscriber'] })).body.roles, ['subscriber'])
    assertRefused(await drafts(), 400, 'rest_invalid_param')
    assert.equal((await user('PATCH', '5', 'admin', { roles: ['contributor'] })).status, 200)
    assert.equal((await drafts()).status, 200)
  })

  it('are never changed by a person for itself, and never leave a calendar without administrators', async () => {
    assertRefused(await user('PATCH', 'me', 'admin', { roles: ['editor'] }), 403, 'rest_forbidden')
    assert.equal((await user('PATCH', 'me', 'admin', { roles: ['administrator'] })).status, 200)
    const self = await user('DELETE', 'me?force=true&reassign=2', 'admin')
    assertRefused(self, 400, 'last_administrator', /last administrator/)
    assert.equal((await user('PATCH', '2', 'admin', { roles: ['administrator'] })).status, 200)
    // Of two who demote each other at the same time only one can succeed.
    const both = await Promise.all([
      user('PATCH', '2', 'admin', { roles: ['editor'] }),
      user('PATCH', '1', 'editor', { roles: ['editor'] }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403])
    const left = await calendar.database.kysely
      .selectFrom('user')
      .selectAll()
      .where('role', '=', 'administrator')
      .execute()
    assert.equal(left.length, 1)
    if (left[0]?.name === 'editor') await user('PATCH', '1', 'editor', { roles: ['administrator'] })
    if (left[0]?.name === 'editor') await user('PATCH', '2', 'admin', { roles: ['editor'] })
  })

  it('require force and a user who gets the records', async () => {
    assertRefused(await user('DELETE', '3', 'admin'), 400, 'rest_missing_callback_param', /reassign/)
    assertRefused(await user('DELETE', '3?reassign=2', 'admin'), 400, 'rest_trash_not_supported', /force=true/)
    for (const [reassign, hint] of [
      ['0', /not deleted with a user/],
      ['', /not deleted with a user/],
      ['false', /not deleted with a user/],
      ['3', /to be removed/],
      ['99', /no user with the id 99/],
    ] as const) {
      const reply = await user('DELETE', `3?force=true&reassign=${reassign}`, 'admin')
      assertRefused(reply, 400, 'rest_user_invalid_reassign', hint)
    }
    assertRefused(await user('DELETE', '3?force=true&reassign=x', 'admin'), 400, 'rest_invalid_param')
    assertRefused(await user('DELETE', '99?force=true&reassign=2', 'admin'), 404, 'rest_user_invalid_id')
    assertRefused(await user('DELETE', '3?force=true&reassign=2', 'editor'), 403, 'rest_forbidden')
  })

  it('give the records of a removed user to another, whom lists show at once', async () => {
    const dates = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00' }
    const event = await calendar.ask('POST', '/events', { as: 'author', body: { title: 'Fair', ...dates } })
    const venue = await calendar.ask('POST', '/venues', { as: 'author', body: { venue: 'Hall' } })
    const organizer = await calendar.ask('POST', '/organizers', { as: 'author', body: { organizer: 'Club' } })
    const payload = await drawPicture().png().toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="fair.png"' }
    const image = await calendar.ask('POST', `${site}/media`, { as: 'author', payload, headers })
    assert.deepEqual([event.status, venue.status, organizer.status, image.status], [201, 201, 201, 201])
    const authors = async () => {
      const found: string[] = []
      for (const list of ['events', 'venues', 'organizers']) {
        for (let n = 0; n < 3; n++) found.push((await calendar.ask('GET', `/${list}`)).body[list][0].author)
      }
      for (let n = 0; n < 3; n++) found.push((await calendar.ask('GET', `${site}/media`)).body[0].author)
      return found.join()
    }
    assert.equal(await authors(), Array(12).fill('3').join())
    const { status, body } = await user('DELETE', '3?force=true&reassign=4', 'admin')
    assert.deepEqual([status, body.deleted, body.previous.username], [200, true, 'author'])
    assert.equal(await authors(), Array(12).fill('4').join())
    const own = await calendar.ask('GET', `${site}/tribe_events?author=4`)
    assert.deepEqual([own.headers['x-wp-total'], own.body[0].author], ['1', 4])
    assertRefused(await user('GET', '3', 'admin'), 404, 'rest_user_invalid_id')
    assertRefused(await user('GET', 'me', 'author'), 401, 'incorrect_password')
    assert.deepEqual((await calendar.ask('GET', `${site}/users?search=author`, { as: 'admin' })).body.length, 1)
    // The name and the address are free again.
    const again = { username: 'author', email: 'author@example.org', roles: ['author'] }
    const created = await user('POST', '', 'admin', again)
    assert.deepEqual([created.status, created.body.slug, created.body.id > 6], [201, 'author', true])
  })

  it('give away more records than are moved at once', async () => {
    const dates = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00' }
    const { body } = await calendar.ask('POST', '/events', { as: 'editor', body: { title: 'Many', ...dates } })
    await addCopies(calendar.database, 'event', body.id, 'many')
    const totalOf = async (author: number) =>
      (await calendar.ask('GET', `${site}/tribe_events?author=${author}`)).headers['x-wp-total']
    assert.equal(await totalOf(2), String(copies + 1))
    const reads: number[] = []
    const removal = user('DELETE', '2?force=true&reassign=6', 'admin')
    while (reads.length < 3) reads.push((await calendar.ask('GET', '/events')).status)
    assert.deepEqual([(await removal).status, reads], [200, [200, 200, 200]])
    assert.deepEqual([await totalOf(2), await totalOf(6)], ['0', String(copies + 1)])
  })

  it('end sessions and application passwords of another process at once', async () => {
    const other = await calendar.connect()
    await other.transact(({ kysely }) =>
      kysely.updateTable('user').set({ role: 'subscriber' }).where('id', '=', 5).execute(),
    )
    assertRefused(await calendar.ask('GET', '/events?status=draft', { as: 'contributor' }), 400, 'rest_invalid_param')
    await other.transact(({ kysely }) => kysely.deleteFrom('credential').where('user_id', '=', 5).execute())
    const gone = await calendar.ask('GET', '/events', {
      headers: { authorization: basic('contributor', calendar.secrets.contributor) },
    })
    assertRefused(gone, 401, 'incorrect_password')
    await other.close()
  })
})
