import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { eventPayload, faultsOf, newCalendar, run, serve, told, until } from './program.ts'

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('several processes on one file', () => {
  it("show each other's writes, replace one that dies, and end together", async () => {
    const { environment, secret } = await newCalendar()
    const server = await serve({ ...environment, KALENDS_WORKERS: '3' })
    await until(() => told(server, 'listening').length === 3)
    assert.equal(new Set(told(server, 'listening').map(({ address }) => address)).size, 1)

    // A connection for each request, so that they come to different processes.
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${server.address}/calendar/events/v1${path}`, {
        method,
        headers: {
          connection: 'close',
          authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const slugs = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const reply = await ask('POST', '/events', { ...eventPayload('The same'), categories: ['Shared'] })
        const { id, slug } = (await reply.json()) as { id: number; slug: string }
        for (let read = 0; read < 3; read++) assert.equal((await ask('GET', `/events/${id}`)).status, 200)
        return slug
      }),
    )
    assert.equal(new Set(slugs).size, 30)
    // Each process counts what it has answered; on a busy machine, one may take many connections before another does.
    const counts = new Set<string>()
    await until(async () => {
      const metrics = await (await fetch(`${server.address}/metrics`, { headers: { connection: 'close' } })).text()
      counts.add(/^kalends_http_requests_total\{method="POST",.*status="201"\} (\d+)$/m.exec(metrics)?.[1] ?? '0')
      return counts.size > 1 || !counts.has('30')
    })

    const [ended] = told(server, 'listening')
    process.kill(Number(ended?.['pid']), 'SIGKILL')
    await until(() => told(server, 'a process has ended and is replaced').length === 1)
    await until(() => told(server, 'listening').length === 4)
    assert.equal((await ask('GET', '/events')).status, 200)

    assert.equal((await server.stop()).code, 0)
    assert.equal(told(server, 'stopped').length, 3)
  })

  it('do not outlive the one that has started them', async () => {
    const { environment } = await newCalendar()
    const server = await serve({ ...environment, KALENDS_WORKERS: '2' })
    await until(() => told(server, 'listening').length === 2)
    const pids = told(server, 'listening').map(({ pid }) => Number(pid))
    await server.stop('SIGKILL')
    await until(() => pids.every((pid) => !isAlive(pid)))
  })

  it('report once why they cannot start', async () => {
    const { environment } = await newCalendar()
    const taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await run(['serve'], {
      ...environment,
      KALENDS_WORKERS: '2',
      KALENDS_PORT: String(port),
    })
    taken.close()
    assert.equal(code, 78)
    assert.match(faultsOf(stderr)[0] ?? '', /it cannot listen .*EADDRINUSE/)
  })
})
