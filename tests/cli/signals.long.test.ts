import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../src/settings.ts'
import { basic } from '../support/calendar.ts'
import {
  asServer,
  eventPayload,
  isClosed,
  newCalendar,
  newDirectory,
  openSocket,
  run,
  type Server,
  serve,
  startProcess,
} from './program.ts'

/** Milliseconds between the signal and the end. Five seconds are promised, where the machine has nothing else to do. */
const longestStop = 60_000

/** Waits for what must come; a test that waits for ever is ended by its runner. */
const untilTrue = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await sleep(10)
}

/** Sends a signal; answers how the process ended, and after how many milliseconds. */
const stopTimed = async (server: Server, signal: NodeJS.Signals) => {
  const from = performance.now()
  const end = await server.stop(signal)
  return { ...end, milliseconds: performance.now() - from }
}

/** Begins to send an event: the head and half of the body. Answers the other half. */
const beginUpload = (socket: { write: (text: string) => void }, secret: string, title: string): string => {
  const body = JSON.stringify(eventPayload(title))
  const head = [
    'POST /calendar/events/v1/events HTTP/1.1',
    'Host: test',
    `Authorization: ${basic('admin', secret)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  return body.slice(20)
}

const titlesOf = async (server: Server): Promise<string[]> => {
  const { body } = await server.ask('GET', '/events?per_page=50')
  return body.events.map(({ title }: { title: string }) => title)
}

/** Starts `npm start` with a Node that is found first. */
const npmStart = (environment: Environment, firstNode: string | undefined): Promise<Server> => {
  const path = process.env['PATH'] ?? ''
  const PATH = firstNode === undefined ? path : `${dirname(firstNode)}${delimiter}${path}`
  return asServer(startProcess('npm', ['start'], { KALENDS_PORT: '0', ...environment, PATH }))
}

describe('a signal', { concurrency: 3 }, () => {
  it('leaves as much time for requests in flight as a setting says', async () => {
    const { environment, secret } = await newCalendar()
    const server = await serve({ ...environment, KALENDS_STOP_SECONDS: '60' })
    const { socket, got } = await openSocket(server.port)
    const rest = beginUpload(socket, secret, 'Slow')
    await sleep(300)
    const stopped = server.stop('SIGTERM')
    // Without the setting it would be cut off after three and a half.
    await sleep(6000)
    socket.write(rest)
    await untilTrue(() => got().includes('\r\n\r\n'))
    assert.match(got(), /^HTTP\/1\.1 201 /)
    assert.equal((await stopped).code, 0)
  })

  it('cuts off endless requests within five seconds; slow readers get everything', async () => {
    const { environment, directory, secret } = await newCalendar()
    // An answer that no buffer between server and client can hold.
    const description = 'word '.repeat(50_000)
    const lines = Array.from({ length: 50 }, (_, n) => JSON.stringify({ ...eventPayload(`Long ${n}`), description }))
    const file = join(directory, 'long.ndjson')
    writeFileSync(file, lines.join('\n'))
    assert.equal((await run(['import', file], environment)).code, 0)
    const server = await serve(environment)
    const stuck = await openSocket(server.port)
    beginUpload(stuck.socket, secret, 'never')
    const [deaf, slow] = await Promise.all([openSocket(server.port), openSocket(server.port)])
    for (const { socket, got } of [deaf, slow]) {
      // At the first bytes: on a busy machine, all could have come by the time that somebody looks.
      socket.once('data', () => socket.pause())
      socket.write('GET /calendar/events/v1/events?per_page=50 HTTP/1.1\r\nHost: test\r\n\r\n')
      await untilTrue(() => got().includes('\r\n\r\n'))
    }
    const stopped = stopTimed(server, 'SIGTERM')
    await untilTrue(() => isClosed(server.port))
    slow.socket.resume()
    await slow.closed
    const [head = '', ...body] = slow.got().split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    assert.ok(length > 10_000_000)
    assert.equal(body.join('\r\n\r\n').length, length)
    const { code, milliseconds } = await stopped
    assert.equal(code, 0)
    assert.ok(milliseconds < longestStop, `${milliseconds} ms`)
    deaf.socket.resume()
    await Promise.all([deaf.closed, stuck.closed])
    assert.ok(deaf.got().length < length)
    assert.equal(stuck.got(), '')
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`${signal} accepts no new connection, finishes open requests, exits with 0 and keeps all writes`, async () => {
      const { environment, secret } = await newCalendar()
      const server = await serve(environment)
      assert.equal((await server.ask('POST', '/events', { as: secret, body: eventPayload('before') })).status, 201)
      const [idle, unused] = await Promise.all([openSocket(server.port), openSocket(server.port)])
      idle.socket.write('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n')
      await untilTrue(() => idle.got().includes('"ok"'))
      const upload = await openSocket(server.port)
      const rest = beginUpload(upload.socket, secret, 'in flight')
      // The upload is in flight once the server answers what was sent after it.
      assert.equal((await server.ask('GET', '//healthz')).status, 200)
      const stopped = server.stop(signal)
      await untilTrue(() => isClosed(server.port))
      await Promise.all([idle.closed, unused.closed])
      assert.equal(upload.got(), '')
      upload.socket.write(rest)
      await untilTrue(() => upload.got().includes('\r\n\r\n'))
      assert.match(upload.got(), /^HTTP\/1\.1 201 /)
      const end = await stopped
      assert.deepEqual([end.code, end.signal], [0, null])
      const again = await serve(environment)
      assert.deepEqual((await titlesOf(again)).sort(), ['before', 'in flight'])
      await again.stop()
    })
  }

  it('that comes when hundreds of clients have just gone is no reason to ask a closed database', async () => {
    const { environment, directory } = await newCalendar()
    // Looking for words in long texts takes a while.
    const description = 'word '.repeat(20_000)
    const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify({ ...eventPayload(`Event ${n}`), description }))
    const file = join(directory, 'many.ndjson')
    writeFileSync(file, lines.join('\n'))
    assert.equal((await run(['import', file], environment)).code, 0)
    const server = await serve(environment)
    const clients = await Promise.all(Array.from({ length: 300 }, () => openSocket(server.port)))
    for (const [at, { socket }] of clients.entries()) {
      socket.write(`GET /calendar/events/v1/events?search=event+missing${at} HTTP/1.1\r\nHost: test\r\n\r\n`)
    }
    await untilTrue(() => clients.some(({ got }) => got() !== ''))
    for (const { socket } of clients) socket.destroy()
    const { code, stderr } = await server.stop('SIGTERM')
    assert.equal(code, 0)
    assert.doesNotMatch(stderr, /a request failed/)
  })

  for (const [name, firstNode, signal] of [
    ['npm start, on the Node that npm finds', undefined, 'SIGTERM'],
    ['npm start, on the Node of the tests', process.execPath, 'SIGINT'],
  ] as const) {
    it(`${signal} to ${name} ends it the same way`, async () => {
      const { environment, secret } = await newCalendar()
      const server = await npmStart(environment, firstNode)
      const upload = await openSocket(server.port)
      const rest = beginUpload(upload.socket, secret, 'in flight')
      assert.equal((await server.ask('GET', '//healthz')).status, 200)
      const stopped = stopTimed(server, signal)
      await untilTrue(() => isClosed(server.port))
      upload.socket.write(rest)
      await untilTrue(() => upload.got().includes('\r\n\r\n'))
      assert.match(upload.got(), /^HTTP\/1\.1 201 /)
      const { code, milliseconds, stderr } = await stopped
      assert.equal(code, 0, stderr)
      assert.match(stderr, /"message":"stopped"/)
      assert.ok(milliseconds < longestStop, `${milliseconds} ms`)
    })
  }

  it('that comes while the server starts, and comes twice, stops it too', async () => {
    const environment = { KALENDS_DATA: newDirectory(), KALENDS_PORT: '0' }
    const started = startProcess(process.execPath, ['src/main.ts', 'serve'], environment)
    // The first user is made before the server listens.
    await untilTrue(() => started.stdout() !== '')
    started.child.kill('SIGTERM')
    started.child.kill('SIGTERM')
    const { code, signal } = await started.ended
    assert.deepEqual([code, signal], [0, null])
  })
})
