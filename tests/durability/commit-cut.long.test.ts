import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventPayload, type Reply, run, type Server, serve } from '../cli/program.ts'
import { findBroken, makeNoise, readFiles } from '../media/uploading.ts'
import { basic } from '../support/calendar.ts'
import { startPostgres } from '../support/postgres.ts'
import { type CutMoment, startCutProxy } from './cut-proxy.ts'
import { newPostgresCalendar } from './on-postgres.ts'

const postgres = await startPostgres()

/** A server that reaches its database through a proxy, and what its administrator sends. */
const serveBehindProxy = async (postgresUrl: string, name: string) => {
  const { environment, secret } = await newPostgresCalendar(postgresUrl, name)
  const proxy = await startCutProxy(postgresUrl)
  // A commit is then a message that says so.
  const settings = { KALENDS_DATABASE: `${proxy.url}/${name}`, KALENDS_PREPARED_STATEMENTS: 'off' }
  const server = await serve({ ...environment, ...settings })
  const post = async (
    path: string,
    key: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ) => {
    const authorization = basic('admin', secret)
    const idempotency = key === '' ? {} : { 'idempotency-key': key }
    const all = { authorization, ...idempotency, ...headers }
    const response = await fetch(server.address + path, { method: 'POST', headers: all, body })
    const answer: Reply['body'] = await response.json()
    return { status: response.status, headers: response.headers, body: answer }
  }
  return { environment, server, proxy, post }
}

type Behind = Awaited<ReturnType<typeof serveBehindProxy>>

/** Cuts the commit of the next transaction that fills a table. */
const cutCommit = ({ proxy }: Behind, moment: CutMoment, table: string): void => {
  let isFilled = false
  proxy.cut(moment, (message) => {
    isFilled ||= message.includes(`insert into "${table}"`)
    return isFilled && message.includes('commit\0')
  })
}

type Post = (key: string) => ReturnType<Behind['post']>

/** Sends a write whose commit is cut, and sends it again. */
const sendTwice = async (behind: Behind, moment: CutMoment, table: string, key: string, post: Post) => {
  cutCommit(behind, moment, table)
  const first = await post(key)
  assert.ok(behind.proxy.hasCut())
  assert.deepEqual([first.status, first.body.code], [503, 'rest_service_unavailable'])
  assert.ok(Number(first.headers.get('retry-after')) >= 1)
  const second = await post(key)
  assert.equal(second.status, 201)
  return second.body
}

const totalOf = async (server: Server, plural: string, title: string): Promise<number> => {
  const { status, body } = await server.ask('GET', `/${plural}?search=${encodeURIComponent(title)}`)
  return status === 404 ? 0 : body.total
}

const check = async ({ environment }: Behind) => {
  const { code, stdout } = await run(['check'], environment)
  return { code, findings: stdout.trim().split('\n') }
}

describe('a commit whose answer never comes', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.stop())

  it('is 503, and makes one event however often it is sent with the same key', async () => {
    const behind = await serveBehindProxy(postgres.url, 'events')
    const { server, post } = behind
    const sendEvent = (title: string) => (key: string) => {
      const body = { ...eventPayload(title), venue: { venue: `Hall of ${title}` }, tags: [title] }
      return post('/calendar/events/v1/events', key, JSON.stringify(body), { 'content-type': 'application/json' })
    }
    const count = async (title: string) => {
      const { body } = await server.ask('GET', `/tags?search=${title}`)
      return [await totalOf(server, 'events', title), await totalOf(server, 'venues', title), body.tags[0].count]
    }
    for (const moment of ['before', 'after'] as const) {
      const { id } = await sendTwice(behind, moment, 'event', randomUUID(), sendEvent(moment))
      assert.deepEqual(await count(moment), [1, 1, 1])
      assert.equal((await server.ask('GET', `/events/${id}`)).body.title, moment)
    }
    // Nothing but the key keeps the second from being made.
    await sendTwice(behind, 'before', 'event', '', sendEvent('keyless'))
    assert.deepEqual(await count('keyless'), [1, 1, 1])
    await sendTwice(behind, 'after', 'event', '', sendEvent('keyless'))
    assert.deepEqual(await count('keyless'), [3, 1, 3])
    assert.equal((await server.stop()).code, 0)
    assert.deepEqual(await check(behind), { code: 0, findings: ['The database is intact.'] })
  })

  it('leaves no image without its files, and no file without its image', async () => {
    const behind = await serveBehindProxy(postgres.url, 'images')
    const { server, post, environment } = behind
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="noise.jpg"' }
    const picture = new Uint8Array(await makeNoise(400, 300))
    const sendImage = (key: string) => post('/wp-json/wp/v2/media', key, picture, headers)
    for (const [moment, key, total] of [
      ['before', randomUUID(), 1],
      ['after', randomUUID(), 2],
      ['before', '', 3],
      ['after', '', 5],
    ] as const) {
      const image = await sendTwice(behind, moment, 'image', key, sendImage)
      assert.deepEqual(await findBroken(image, await readFiles(server.address, image)), [])
      const { headers: told } = await server.ask('GET', '//wp-json/wp/v2/media')
      assert.equal(told.get('x-wp-total'), String(total), `${moment} ${key}`)
      assert.deepEqual(await check(behind), { code: 0, findings: ['The database is intact.'] })
    }
    assert.equal((await server.stop()).code, 0)
    const [file = ''] = globSync(join(environment['KALENDS_DATA'] ?? '', 'media/*/*/*.jpg'))
    renameSync(file, file.replace('.jpg', '-astray.jpg'))
    const { code, findings } = await check(behind)
    assert.equal(code, 1)
    assert.match(findings.join('\n'), /belongs to no image\.\nThe image \d+ lacks its file /)
  })
})
