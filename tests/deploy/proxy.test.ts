import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventPayload, isClosed, newCalendar, newDirectory, serve, startProcess } from '../cli/program.ts'
import { basic } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

const configuration = readFileSync(join(import.meta.dirname, '../../deploy/compose/nginx.conf'), 'utf8')

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** A server that takes a request and is gone before it answers. */
const startBroken = async (test: TestContext) => {
  let requests = 0
  const server = createServer((request) => {
    requests++
    request.resume().once('end', () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, requests: () => requests }
}

/** nginx before two servers, with the configuration of the compose file, but that it asks each of the two in turn whatever happens. */
const startProxy = async (ports: readonly [number, number], gateway = '172.30.80.1'): Promise<string> => {
  const [directory, port] = [newDirectory(), await freePort()]
  const text = configuration
    .replace('kalends-1:8080 max_fails=1', `127.0.0.1:${ports[0]} max_fails=0`)
    .replace('kalends-2:8080 max_fails=1', `127.0.0.1:${ports[1]} max_fails=0`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('set_real_ip_from 172.30.80.1', `set_real_ip_from ${gateway}`)
    .replaceAll('/tmp/', `${directory}/`)
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, text)
  mkdirSync(join(directory, 'logs'))
  const { stderr, ended } = startProcess(
    'nginx',
    ['-p', directory, '-c', file, '-g', 'daemon off; master_process off;'],
    {},
  )
  while ((await isClosed(port)) && (await Promise.race([ended, sleep(50)])) === undefined);
  assert.equal(await isClosed(port), false, stderr())
  return `http://127.0.0.1:${port}`
}

describe('the proxy of the compose file', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  it('asks the other server when one is gone, whenever that does no harm', async (test) => {
    const { environment, secret } = await newCalendar()
    const [server, broken] = [await serve(environment), await startBroken(test)]
    const address = await startProxy([broken.port, server.port])
    /** The answers to eight requests, of which the broken server gets some. */
    const send = async (method: string, headers: Record<string, string> = {}): Promise<number[]> => {
      const before = broken.requests()
      const statuses: number[] = []
      for (let turn = 0; turn < 8; turn++) {
        const response = await fetch(`${address}/calendar/events/v1/events`, {
          method,
          headers: {
            authorization: basic('admin', secret),
            'content-type': 'application/json',
            ...(headers['idempotency-key'] && { 'idempotency-key': randomUUID() }),
          },
          body: method === 'POST' ? JSON.stringify(eventPayload(`Event ${turn}`)) : null,
        })
        await response.arrayBuffer()
        statuses.push(response.status)
      }
      assert.ok(broken.requests() > before)
      return statuses
    }
    const total = async (): Promise<number> => (await server.ask('GET', '/events')).body.total
    assert.deepEqual(new Set(await send('GET')), new Set([200]))
    assert.deepEqual(new Set(await send('POST', { 'idempotency-key': 'any' })), new Set([201]))
    assert.equal(await total(), 8)
    // Without a key nobody knows whether it has happened (and the test would notice a proxy that fails).
    const unkeyed = await send('POST')
    assert.deepEqual(new Set(unkeyed), new Set([201, 502]))
    assert.equal(await total(), 8 + unkeyed.filter((status) => status === 201).length)
    assert.equal((await fetch(`${address}/metrics`)).status, 404)
    assert.equal((await server.stop()).code, 0)
  })

  it('tells the one address of a visitor, which only the proxy on the host may say', async (test) => {
    const server = createServer((request, response) => response.end(request.headers['x-forwarded-for']))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    test.after(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' }
    const seenBy = async (gateway?: string) =>
      (await fetch(await startProxy([port, port], gateway), { headers })).text()
    assert.equal(await seenBy('127.0.0.1'), '198.51.100.7')
    assert.equal(await seenBy(), '127.0.0.1')
  })

  it('takes a large file where administrators import events, and nowhere else', async (test) => {
    const server = createServer((request, response) => request.resume().once('end', () => response.end()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    test.after(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const address = await startProxy([port, port])
    const body = Buffer.alloc(13 * 1024 * 1024)
    const send = async (path: string) => (await fetch(`${address}${path}`, { method: 'POST', body })).status
    assert.equal(await send('/wp-json/kalends/v1/imports?dry_run=true'), 200)
    assert.equal(await send('/wp-json/wp/v2/media'), 413)
  })
})
