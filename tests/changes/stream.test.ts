import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { eventPayload, newCalendar, type Server, serve } from '../cli/program.ts'

/** A client of the stream, which gathers what has come. */
type Client = { readonly status: number; readonly next: () => Promise<string>; readonly close: () => void }

const connect = (server: Server, path: string, headers: Record<string, string> = {}): Promise<Client> =>
  new Promise((resolve, reject) => {
    const sent = request(`${server.address}${path}`, { headers, agent: false }, (response) => {
      const parts: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
      resolve({
        status: response.statusCode ?? 0,
        next: async () => String((await parts.next()).value ?? ''),
        close: () => response.destroy(),
      })
    })
    sent.on('error', reject).end()
  })

const changes = '/kalends/v1/changes'

/** The path of an address, from the root on. */
const pathOf = (address: string): string => address.replace(/^\w+:\/\/[^/]+/, '/')

describe('waiting for changes (C8.3)', () => {
  let servers: readonly [Server, Server]
  let secret: string
  before(async () => {
    const calendar = await newCalendar()
    secret = calendar.secret
    servers = await Promise.all([serve(calendar.environment), serve(calendar.environment)])
  })
  after(() => Promise.all(servers.map((server) => server.stop())))

  const create = async (title: string): Promise<number> => {
    const { status, body } = await servers[0].ask('POST', '/events', { as: secret, body: eventPayload(title) })
    assert.equal(status, 201)
    return body.id
  }

  it('sends what another server writes, and what a client has missed', async () => {
    const client = await connect(servers[1], `${changes}/stream`)
    assert.equal(client.status, 200)
    assert.match(await client.next(), /^retry: \d+\nid: \d+\n\n$/)
    const id = await create('Seen at once')
    const event = await client.next()
    assert.match(event, new RegExp(`^id: \\d+\ndata: \\{"kind":"event","id":${id},"state":"updated"\\}\n\n$`))
    client.close()
    const missed = await create('Missed')
    const number = /id: (\d+)/.exec(event)?.[1] ?? ''
    const again = await connect(servers[1], `${changes}/stream`, { 'last-event-id': number })
    await again.next()
    const rest = await again.next()
    assert.match(rest, new RegExp(`"id":${missed},`))
    assert.doesNotMatch(rest, new RegExp(`"id":${id},`))
    again.close()
  })

  it('says at once from where a client goes on that is disconnected before anything changes', async () => {
    const client = await connect(servers[1], `${changes}/stream`)
    const number = /id: (\d+)/.exec(await client.next())?.[1] ?? ''
    client.close()
    const missed = await create('Missed before the first')
    const again = await connect(servers[1], `${changes}/stream`, { 'last-event-id': number })
    await again.next()
    assert.match(await again.next(), new RegExp(`"id":${missed},`))
    again.close()
  })

  it('ends streams where another epoch may begin', async () => {
    const { epoch } = Object.fromEntries(new URL((await servers[1].ask('GET', `/${changes}`)).body.next).searchParams)
    const client = await connect(servers[1], `${changes}/stream?epoch=${epoch}`)
    await client.next()
    const currency = { code: 'EUR', symbol: '€', position: 'postfix' }
    await servers[0].ask('POST', '//wp-json/wp/v2/settings', { as: secret, body: { currency } })
    assert.equal(await client.next(), '')
    const again = await connect(servers[1], `${changes}/stream?epoch=${epoch}`)
    assert.equal(again.status, 410)
    again.close()
  })

  it('keeps requests until something changes', async () => {
    const read = async (path: string) => (await servers[1].ask('GET', path)).body
    let page = await read(`/${changes}`)
    while (page.items.length > 0) page = await read(pathOf(page.next))
    const waiting = read(`${pathOf(page.next)}&wait=30`)
    const id = await create('Waited for')
    const body = await waiting
    assert.ok(body?.items, JSON.stringify(body))
    assert.deepEqual(
      body.items.map((item: { id: number }) => item.id),
      [id],
    )
    assert.match(body.next, /wait=30/)
  })

  it('bounds how many wait', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect(servers[1], `${changes}/stream`)))
    assert.deepEqual(
      clients.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 503, 503],
    )
    for (const client of clients) client.close()
  })

  it('refuses numbers that say nothing', async () => {
    const cases = [
      ['?afterChangeNumber=99999999', {}, 400],
      ['?epoch=other', {}, 410],
      ['?category=3', {}, 400],
      ['', { 'last-event-id': '99999999' }, 400],
    ] as const
    for (const [query, headers, status] of cases) {
      const client = await connect(servers[0], `${changes}/stream${query}`, headers)
      assert.equal(client.status, status, query)
      client.close()
    }
  })

  it('lets the server stop while clients wait', async () => {
    const client = await connect(servers[1], `${changes}/stream`)
    await client.next()
    const { code } = await servers[1].stop()
    assert.equal(code, 0)
    client.close()
  })
})
