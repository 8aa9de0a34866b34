import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Measurement, measureUploads } from '../../bench/uploads.ts'
import { eventPayload, newCalendar, serve, startProcess } from '../cli/program.ts'
import type { Site } from './uploading.ts'

const maxRatio = 3

/** Measures again where other programs of the machine may have been the reason: a server that blocks does so each time. */
const measureBest = async (site: Site): Promise<Measurement> => {
  let best = await measureUploads(site)
  for (let turn = 1; turn < 5 && best.ratio > maxRatio; turn++) {
    const next = await measureUploads(site)
    if (next.ratio < best.ratio) best = next
  }
  return best
}

const tell = ({ idle, busy, ratio, slow, requests }: Measurement): string =>
  `median ${idle.toFixed(2)} ms alone, ${busy.toFixed(2)} ms during uploads (${requests} requests, 1 % above ${slow.toFixed(1)} ms), ratio ${ratio.toFixed(2)}`

/** The most memory that a process ever had, as Linux tells it. */
const peakOf = (pid: number | undefined): string => {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? (/VmHWM:\s*(.*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown') : 'unknown'
}

/** A server that is at work in its own thread for two seconds from the first upload on, in steps of 20 ms. */
const blockedServer = `
  const held = []
  let isOver = false
  const server = require('node:http').createServer((request, response) => {
    request.resume()
    if (request.method !== 'POST') return response.end('{}')
    if (isOver) return response.writeHead(201).end('{}')
    if (held.push(response) > 1) return
    const work = setInterval(() => {
      const end = Date.now() + 20
      while (Date.now() < end);
    }, 1)
    setTimeout(() => {
      clearInterval(work)
      isOver = true
      for (const answer of held) answer.writeHead(201).end('{}')
    }, 2000)
  })
  server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

describe('fifty uploads of 5 MB at once', () => {
  it('are all taken, and do not keep readers waiting', async (test) => {
    const { environment, secret } = await newCalendar()
    const server = await serve(environment)
    for (let count = 0; count < 10; count++) {
      const body = { ...eventPayload(`Concert ${count}`), venue: { venue: `Hall ${count}` }, tags: ['loud'] }
      assert.equal((await server.ask('POST', '/events', { as: secret, body })).status, 201)
    }
    assert.equal((await server.ask('GET', '/events?per_page=10')).body.events.length, 10)
    const measured = await measureBest({ address: server.address, secret })
    test.diagnostic(`${tell(measured)}; the server took at most ${peakOf(server.child.pid)}`)
    assert.deepEqual([...new Set(measured.statuses)], [201])
    assert.equal(measured.statuses.length, 50)
    assert.ok(measured.ratio <= maxRatio, tell(measured))
    await server.stop()
  })

  it('are distinguished from uploads that block a server (negative control)', async (test) => {
    const { child, stdout } = startProcess(process.execPath, ['-e', blockedServer], {})
    while (!stdout().includes('\n')) await new Promise((resolve) => child.stdout?.once('data', resolve))
    const measured = await measureUploads({ address: stdout().trim(), secret: 'x' })
    child.kill()
    test.diagnostic(tell(measured))
    assert.ok(measured.ratio > maxRatio, tell(measured))
  })
})
