import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventPayload, newCalendar, run, type Server, serve } from './program.ts'

const rounds = 3
const clients = 8
const wanted = 60

/**
 * Creates events on many connections until the server is killed in the middle of it; answers the ids that were acknowledged.
 * Each event brings a venue and a tag along, so that a write is several rows.
 */
const createUntilKilled = async (server: Server, secret: string, round: number): Promise<number[]> => {
  const acknowledged: number[] = []
  const client = async (name: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const title = `${round} ${name} ${turn}`
      const body = { ...eventPayload(title), venue: { venue: `Hall ${title}` }, tags: [`tag ${name}`] }
      const reply = await server.ask('POST', '/events', { as: secret, body }).catch(() => undefined)
      if (reply === undefined) return
      assert.equal(reply.status, 201, reply.text)
      acknowledged.push(reply.body.id)
      if (acknowledged.length === wanted) server.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  assert.equal((await server.ended).signal, 'SIGKILL')
  return acknowledged
}

/** Those of the ids that the server does not have. */
const missingOf = async (server: Server, ids: readonly number[]): Promise<number[]> => {
  const { status, body } = await server.ask('GET', `/events?per_page=1000&include=${ids.join(',')}`)
  assert.equal(status, 200)
  const found = new Set(body.events.map(({ id }: { id: number }) => id))
  return ids.filter((id) => !found.has(id))
}

describe('a server that is killed under load', () => {
  it('has every acknowledged event after its restart, and nothing in halves', async () => {
    const { environment: given, secret } = await newCalendar()
    const environment = { ...given, KALENDS_MAX_PER_PAGE: '1000' }
    const acknowledged: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await serve(environment)
      if (round > 0) assert.deepEqual(await missingOf(server, acknowledged), [])
      acknowledged.push(...(await createUntilKilled(server, secret, round)))
    }
    assert.ok(acknowledged.length >= rounds * wanted)
    assert.equal(new Set(acknowledged).size, acknowledged.length)
    const check = await run(['check'], environment)
    assert.deepEqual([check.code, check.stdout], [0, 'The database is sound.\n'])

    const server = await serve(environment)
    assert.deepEqual(await missingOf(server, acknowledged), [])
    const { body } = await server.ask('GET', '/events?per_page=1000')
    for (const { title, venue, tags } of body.events) {
      assert.equal(venue.venue, `Hall ${title}`)
      assert.equal(tags.length, 1)
    }
    // The comparison notices a row that is gone.
    const lost = acknowledged[7] ?? 0
    assert.equal((await server.ask('DELETE', `/events/${lost}?force=true`, { as: secret })).status, 200)
    assert.deepEqual(await missingOf(server, acknowledged), [lost])
    await server.stop()
  })
})
