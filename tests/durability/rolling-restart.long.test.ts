import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import type { Environment } from '../../src/settings.ts'
import { eventPayload, newCalendar, run, type Server, serve } from '../cli/program.ts'
import { basic } from '../support/calendar.ts'
import { rounds } from '../support/lengths.ts'
import { type Balancer, startBalancer } from './balancer.ts'

const clients = 12

/** What all the clients together got. */
type Outcome = { answered: number; created: number; readonly failed: string[] }

/** Sends requests until `total` were answered or `isEnough` says so: nine reads of three kinds for each create. */
const sendMany = async (
  balancer: Balancer,
  secret: string,
  total: number,
  isEnough = () => false,
): Promise<Outcome> => {
  const outcome: Outcome = { answered: 0, created: 0, failed: [] }
  const ids: number[] = []
  let sent = 0
  const client = async (): Promise<void> => {
    while (sent < total && !isEnough()) {
      const turn = sent++
      const isCreate = turn % 10 === 0
      const known = ids.at(-1 - (turn % 50))
      const path = isCreate || known === undefined ? '/events' : ['/events', `/events/${known}`, '/tags'][turn % 3]
      const response = await fetch(`${balancer.address}/calendar/events/v1${path}`, {
        method: isCreate ? 'POST' : 'GET',
        headers: {
          authorization: basic('admin', secret),
          'content-type': 'application/json',
          ...(isCreate ? { 'idempotency-key': randomUUID() } : {}),
        },
        body: isCreate ? JSON.stringify({ ...eventPayload(`Event ${turn}`), tags: ['rolling'] }) : null,
      })
      const body = (await response.json().catch(() => ({}))) as { id?: number }
      outcome.answered++
      if (response.status !== (isCreate ? 201 : 200)) outcome.failed.push(`${response.status} ${path}`)
      else if (isCreate && body.id !== undefined) outcome.created = ids.push(body.id)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return outcome
}

type Pair = { environment: Environment; secret: string; servers: Server[]; ports: number[] }

const startPair = async (): Promise<Pair> => {
  const { environment, secret } = await newCalendar()
  const servers = [await serve(environment), await serve(environment)]
  return { environment, secret, servers, ports: servers.map(({ port }) => port) }
}

/** Stops one server after the other, and starts it again, while there is work. */
const restartInTurn = async ({ environment, servers, ports }: Pair, isOver: () => boolean): Promise<number> => {
  let restarts = 0
  for (; !isOver(); restarts++) {
    const at = restarts % servers.length
    assert.equal((await servers[at]?.stop())?.code, 0)
    servers[at] = await serve({ ...environment, KALENDS_PORT: String(ports[at]) })
  }
  return restarts
}

const prove = async (test: TestContext): Promise<void> => {
  const pair = await startPair()
  const balancer = await startBalancer(pair.ports, true)
  test.after(() => balancer.close())
  const total = rounds(3000, 10_000)
  let isOver = false
  const sending = sendMany(balancer, pair.secret, total).finally(() => {
    isOver = true
  })
  const restarts = await restartInTurn(pair, () => isOver)
  const { answered, created, failed } = await sending
  assert.deepEqual(failed, [])
  assert.equal(answered, total)
  assert.ok(restarts >= 2)
  // Each create happened once, also those that were sent twice.
  const [server] = pair.servers
  assert.equal((await server?.ask('GET', '/events'))?.body.total, created)
  assert.equal(created, Math.ceil(total / 10))
  test.diagnostic(`${answered} requests, ${restarts} restarts, ${balancer.repeated()} requests repeated by the proxy`)
  for (const each of pair.servers) await each.stop()
  assert.equal((await run(['check'], pair.environment)).code, 0)
}

describe('two servers behind a proxy', () => {
  it('are restarted one after the other, and no request fails', prove)

  it('would be seen to fail (negative control)', async (test) => {
    const pair = await startPair()
    const balancer = await startBalancer(pair.ports, false)
    test.after(() => balancer.close())
    let hasFailed = false
    const sending = sendMany(balancer, pair.secret, 3000, () => hasFailed)
    const killed = await pair.servers[0]?.stop('SIGKILL')
    hasFailed = killed?.signal === 'SIGKILL'
    assert.ok(hasFailed)
    // The first requests after it find nobody on the one port.
    const { failed } = await sendMany(balancer, pair.secret, 10)
    assert.ok(failed.length + (await sending).failed.length > 0)
    await pair.servers[1]?.stop()
  })
})
