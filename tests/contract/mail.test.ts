import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { type ReceivedMail, startMailServer } from '../support/mail-server.ts'

const [links, forgotten, welcome] = ['//kalends/v1/links', '//kalends/v1/forgotten', '//kalends/v1/welcome']

/** The link in a message, whose lines may be broken (RFC 2045, 6.7). */
const tokenIn = ({ text }: ReceivedMail): string =>
  /admin\/welcome#([\w-]{43})/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''

describe('mail (C5.5)', () => {
  let calendar: Calendar
  let server: Awaited<ReturnType<typeof startMailServer>>
  before(async () => {
    server = await startMailServer()
    calendar = await createCalendar({ environment: { KALENDS_SMTP_URL: server.url, KALENDS_SITE_NAME: 'Town, “it”' } })
  })
  beforeEach(async () => {
    server.received.length = 0
    calendar.setClock(testNow)
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('link').execute())
  })
  after(async () => {
    await calendar.close()
    await server.close()
  })

  const ask = (name: unknown, headers = {}) => calendar.ask('POST', forgotten, { body: { name }, headers })

  it('brings an invitation to the address that it names', async () => {
    const body = { kind: 'invitation', role: 'author', email: 'anna@example.org' }
    const reply = await calendar.ask('POST', links, { as: 'admin', body })
    assert.deepEqual([reply.status, reply.body.mailed], [201, true], reply.text)
    const [message] = server.received
    assert.ok(message)
    assert.deepEqual([message.from, message.to], ['kalends@calendar.test', ['anna@example.org']])
    assert.equal(tokenIn(message), reply.body.url.split('#')[1])
    assert.match(message.text, /^Content-Type: text\/plain; charset=utf-8/m)
  })

  it('brings an invitation again, with a new link', async () => {
    const body = { kind: 'invitation', role: 'author', email: 'berta@example.org' }
    const { body: made } = await calendar.ask('POST', links, { as: 'admin', body })
    const again = await calendar.ask('POST', `${links}/${made.id}`, { as: 'admin' })
    assert.deepEqual([again.status, again.body.mailed], [201, true], again.text)
    assert.deepEqual(
      server.received.map(({ to }) => to),
      [['berta@example.org'], ['berta@example.org']],
    )
    const tokens = server.received.map(tokenIn)
    assert.equal(tokens[1], again.body.url.split('#')[1])
    assert.notEqual(tokens[0], tokens[1])
  })

  it('says when an invitation could not be sent, and its link still works', async () => {
    const body = { kind: 'invitation', role: 'author', email: 'refused@example.org' }
    const reply = await calendar.ask('POST', links, { as: 'admin', body })
    assert.deepEqual([reply.status, reply.body.mailed], [201, false], reply.text)
    const token = reply.body.url.split('#')[1]
    assert.equal((await calendar.ask('POST', welcome, { body: { token } })).status, 200)
    const lines = calendar.log.join('')
    assert.match(lines, /"code":"EENVELOPE".*mail could not be sent/)
    assert.ok(!lines.includes('refused@') && !lines.includes(token) && !lines.includes('us:pass'))
    const without = await calendar.ask('POST', links, { as: 'admin', body: { kind: 'invitation', role: 'author' } })
    assert.equal(without.body.mailed, false)
  })

  it('mails a link for a new password', async () => {
    for (const name of ['Editor', 'AUTHOR@example.org']) {
      const arrived = server.next()
      assert.equal((await ask(name)).status, 202)
      await arrived
    }
    assert.deepEqual(
      server.received.map(({ to }) => to),
      [['editor@example.org'], ['author@example.org']],
    )
    const token = tokenIn(server.received[0] as ReceivedMail)
    const reply = await calendar.ask('PUT', welcome, { body: { token, password: 'a long password' } })
    assert.deepEqual([reply.status, reply.body.role], [201, 'editor'])
  })

  it('gets the same answer for every name, and is not sent to unknown people, nor twice in five minutes', async () => {
    const first = server.next()
    const known = await ask('editor')
    await first
    const unknown = await ask('nobody')
    const again = await ask('editor')
    for (const { status, text } of [unknown, again]) assert.deepEqual([status, text], [202, known.text])
    for (const name of ['set-cookie', 'cache-control', 'etag'])
      assert.equal(unknown.headers[name], known.headers[name], name)
    calendar.setClock(testNow + 5 * 60_000)
    const last = server.next()
    await ask('editor')
    await last
    // The work is done in its order, so nothing was sent for the two requests between.
    assert.deepEqual(
      server.received.map(({ to }) => to[0]),
      ['editor@example.org', 'editor@example.org'],
    )
  })

  it('is limited in requests from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await ask(`nobody ${n}`)).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [202, 429])
    // Log-ins are counted apart from it.
    const logIn = await calendar.ask('POST', '//session', { body: { name: 'x', password: 'y' } })
    assert.equal(logIn.status, 401)
  })

  it('cannot be asked for by a form of another site, and not for a list of addresses', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await calendar.ask('POST', forgotten, { payload: 'name=editor', headers })).status, 415)
    const email = 'a@example.org, b@example.org'
    const body = { kind: 'invitation', role: 'author', email }
    assert.equal((await calendar.ask('POST', links, { as: 'admin', body })).status, 400)
  })

  it('is in the description of the site', async () => {
    assert.equal((await calendar.ask('GET', '//kalends/v1/site')).body.has_mail, true)
    const without = await createCalendar()
    assert.equal((await without.ask('GET', '//kalends/v1/site')).body.has_mail, false)
    const reply = await without.ask('POST', forgotten, { body: { name: 'editor' } })
    assert.deepEqual([reply.status, reply.body.code], [503, 'kalends_no_mail'])
    assert.match(reply.body.message, /ask an administrator/)
    await without.close()
  })
})
