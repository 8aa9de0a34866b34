import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { nowText } from '../../src/lib/time-zone.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { listenLocally } from '../support/local-server.ts'

const sources = '//kalends/v1/sources'

const feed = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:one',
  'SUMMARY:One',
  'DTSTART:20270101T100000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

describe('sources that do not answer as calendars do (C4.4)', () => {
  let calendar: Calendar
  /** The paths that were asked for. */
  const asked: string[] = []
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/slow.ics') held.push(response)
    else if (path === '/busy.ics') response.writeHead(429, { 'retry-after': '7200' }).end()
    else if (path.startsWith('/locked/')) response.writeHead(403).end()
    else if (path.startsWith('/good.ics')) response.writeHead(200, { 'content-type': 'text/calendar' }).end(feed)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>')
  })
  let origin: string
  before(async () => {
    const listening = await listenLocally(server)
    origin = listening.origin
    calendar = await createCalendar({ environment: listening.environment })
  })
  after(async () => {
    await calendar.close()
    server.closeAllConnections()
    server.close()
  })

  const ask = (method: string, path: string, body?: object) =>
    calendar.ask(method, `${sources}${path}`, { as: 'admin', ...(body && { body }) })
  const add = async (path: string): Promise<number> => {
    const { body, status, text } = await ask('POST', '', { url: `${origin}${path}`, name: path, every: '60s' })
    assert.equal(status, 201, text)
    return body.id
  }
  const ended = async (id: number) => {
    for (;;) {
      const [run] = (await ask('GET', `/${id}/runs`)).body
      if (run && run.state !== 'running') return run
      await wait(20)
    }
  }

  it('keep neither other sources nor uploads waiting', async () => {
    const slow = await add('/slow.ics')
    while (held.length === 0) await wait(5)
    assert.equal((await ended(await add('/good.ics'))).created, 1)
    const body = Buffer.from(feed.replace('UID:one', 'UID:two'))
    const headers = { 'content-type': 'text/calendar' }
    const sent = await calendar.ask('POST', '//kalends/v1/imports', { as: 'admin', body, headers })
    assert.equal(sent.status, 202, sent.text)
    for (let state = ''; state !== 'done'; await wait(20))
      state = (await calendar.ask('GET', `//kalends/v1/imports/${sent.body.id}`, { as: 'admin' })).body.state
    assert.equal((await ask('GET', `/${slow}`)).body.is_running, true)
    held.pop()?.writeHead(200, { 'content-type': 'text/calendar' }).end(feed)
    assert.equal((await ended(slow)).state, 'done')
  })

  it('are no busy sites when they answer with a page', async () => {
    asked.length = 0
    const run = await ended(await add('/page'))
    assert.equal(run.state, 'failed')
    assert.match(run.message, /is no calendar with the interface/)
    // The page, and both interfaces below each of the usual roots.
    assert.equal(new Set(asked).size, asked.length, asked.join('\n'))
  })

  it('are told with what came from each address that was tried', async () => {
    const { message } = await ended(await add('/locked'))
    const paths = ['/wp-json', '', '/?rest_route='].flatMap((root) =>
      ['tribe', 'calendar'].map((name) => `${root}/${name}/events/v1`),
    )
    const shown = (base: string) => paths.map((path) => `${base}${path}`).join(', ')
    assert.equal(
      message,
      `${origin}/locked is no calendar with the interface of The Events Calendar. ${shown('/locked')}: it answers 403; ${shown('')}: it answers with something else than JSON.`,
    )
  })

  it('are left alone for as long as they ask', async () => {
    const id = await add('/busy.ics')
    assert.match((await ended(id)).message, /429/)
    const { next, state } = (await ask('GET', `/${id}`)).body
    assert.equal(state, 'failing')
    assert.ok(Date.parse(next) >= testNow + 7_200_000, next)
  })

  it('keep the name by which what came from them is found', async () => {
    const id = await add('/good.ics?again')
    await ended(id)
    const renamed = await ask('PATCH', `/${id}`, { name: 'another' })
    assert.equal(renamed.status, 400)
    assert.match(renamed.body.data.params.name, /must stay \/good\.ics\?again/)
    assert.equal((await ask('PATCH', `/${id}`, { name: '/good.ics?again', every: '2h' })).body.every, 7200)
    const nameless = await ask('POST', '', { url: `${origin}/good.ics`, name: ' ' })
    assert.match(nameless.body.data.params.name, /must not be empty/)
  })

  it('say what to give if the server of an address of webcal has no https', async () => {
    const url = `${origin.replace('http', 'webcal')}/good.ics`
    const { body } = await ask('POST', '', { url, name: 'no-tls', every: '30d' })
    const message = 'It does not answer with https; try http:// instead of https://.'
    assert.equal((await ended(body.id)).message, message)
    const sent = await calendar.ask('POST', `//kalends/v1/imports?url=${encodeURIComponent(` ${url} `)}`, {
      as: 'admin',
    })
    assert.equal(sent.status, 202, sent.text)
    for (let state = 'waiting'; ['waiting', 'running'].includes(state); await wait(10)) {
      const { body } = await calendar.ask('GET', `//kalends/v1/imports/${sent.body.id}`, { as: 'admin' })
      state = body.state
      if (state === 'failed') assert.match(body.message, /does not answer with https; try http:/)
      else assert.notEqual(state, 'done')
    }
  })

  it('are added by an address of webcal', async () => {
    const { body } = await ask('POST', '', { url: 'webcal://calendar.example/a.ics', every: '30d' })
    assert.equal(body.url, 'https://calendar.example/a.ics')
    const spaced = await ask('POST', '', { url: '  webcal://calendar.example/b.ics\n', every: '30d' })
    assert.equal(spaced.body.url, 'https://calendar.example/b.ics')
    const wrong = await ask('POST', '', { url: 'ftp://calendar.example/a.ics' })
    assert.match(wrong.body.data.params.url, /http, https or webcal/)
  })

  it('do not keep the server from stopping, and are read again when one starts', async () => {
    const { database } = calendar
    const before = held.length
    const { id } = (await ask('POST', '', { url: `${origin}/slow.ics`, name: 'stopped' })).body
    while (held.length === before) await wait(5)
    await calendar.app.close()
    const runs = database.kysely.selectFrom('import').selectAll().where('source_id', '=', id)
    assert.match((await runs.executeTakeFirstOrThrow()).message, /The server stopped/)
    const source = await database.kysely.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([source.state, source.failures, source.lease_utc], ['active', 0, null])
    assert.ok(source.next_utc <= nowText(testNow), source.next_utc)
  })
})
