import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventPayload, newCalendar, run, type Server, serve } from '../cli/program.ts'

describe('two servers on one file', () => {
  let servers: readonly [Server, Server]
  let secret: string
  let environment: Awaited<ReturnType<typeof newCalendar>>['environment']
  before(async () => {
    const calendar = await newCalendar()
    secret = calendar.secret
    environment = { ...calendar.environment, KALENDS_MAX_PER_PAGE: '1000' }
    servers = await Promise.all([serve(environment), serve(environment)])
  })
  after(() => Promise.all(servers.map((server) => server.stop())))

  it('see each other’s writes at once', async () => {
    const [first, second] = servers
    for (let turn = 0; turn < 10; turn++) {
      const { status, body } = await first.ask('POST', '/events', { as: secret, body: eventPayload(`Turn ${turn}`) })
      assert.equal(status, 201)
      const path = `/events/${body.id}`
      assert.equal((await second.ask('GET', path)).body.title, `Turn ${turn}`)
      assert.equal((await second.ask('PATCH', path, { as: secret, body: { title: 'New' } })).status, 200)
      assert.equal((await first.ask('GET', path)).body.title, 'New')
      assert.equal((await first.ask('DELETE', path, { as: secret })).status, 200)
      assert.equal((await second.ask('GET', `${path}?n=${turn}`)).status, 403)
    }
  })

  it('create together: all succeed, ids and slugs are unique, counters are right', async () => {
    const clients = 12
    const each = 25
    const created: { id: number; slug: string }[] = []
    const client = async (name: number): Promise<void> => {
      for (let turn = 0; turn < each; turn++) {
        const server = servers[(name + turn) % 2]
        assert.ok(server)
        const body = { ...eventPayload('Same title'), venue: { venue: `Hall ${name} ${turn}` }, tags: ['crowd'] }
        const reply = await server.ask('POST', '/events', { as: secret, body })
        assert.equal(reply.status, 201, reply.text)
        created.push({ id: reply.body.id, slug: reply.body.slug })
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
    assert.equal(created.length, clients * each)
    assert.equal(new Set(created.map(({ id }) => id)).size, created.length)
    assert.equal(new Set(created.map(({ slug }) => slug)).size, created.length)
    for (const server of servers) {
      const { body } = await server.ask('GET', '/events?per_page=1000')
      assert.equal(body.total, created.length)
      const tags = await server.ask('GET', '/tags?search=crowd')
      assert.deepEqual([tags.body.tags.length, tags.body.tags[0].count], [1, created.length])
    }
    const check = await run(['check'], environment)
    assert.equal(check.stdout, 'The database is intact.\n')
  })
})
