import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { createLongAnswers } from '../../src/http/long-answers.ts'
import { createResponse, writeResponse } from '../../src/http/response.ts'
import type { Pace } from '../../src/http/types.ts'
import { createLog } from '../../src/lib/log.ts'

const piece = Buffer.alloc(64 * 1024, 'x')

/** More than the buffers of a connection hold. */
const pieces = 400

describe('a stream', () => {
  let pace: Pace
  let closed: Promise<unknown>
  let made = 0
  const server = createServer((request, response) => {
    made = 0
    // Node notices that nothing moves too, but later, and not always.
    request.socket.setTimeout = () => request.socket
    const parts = async function* () {
      for (; made < pieces; made++) yield piece
    }
    const body = Readable.from(parts(), { highWaterMark: 1 })
    closed = new Promise((resolve) => body.once('close', resolve))
    writeResponse(request, response, createResponse({ status: 200, body, pace }))
  })
  let port = 0
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  after(() => void server.close())

  const read = async (): Promise<{ readonly bytes: number; readonly isWhole: boolean }> => {
    const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage]
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    response.on('error', () => undefined)
    await new Promise((resolve) => response.once('close', resolve))
    return { bytes, isWhole: response.complete }
  }

  it('arrives whole at a client that takes it', async () => {
    pace = { longestPause: 60_000, bytesPerSecond: 1, during: 1 }
    assert.deepEqual(await read(), { bytes: pieces * piece.length, isWhole: true })
  })

  it('is broken off where the client takes nothing', async () => {
    pace = { longestPause: 100, bytesPerSecond: 0, during: 60_000 }
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(server, 'request')
    await closed
    assert.ok(made < pieces, `${made} pieces were made`)
    socket.destroy()
  })

  it('is broken off where the client takes less than it has to, on average', async () => {
    pace = { longestPause: 60_000, bytesPerSecond: Number.MAX_SAFE_INTEGER, during: 0 }
    const { isWhole } = await read()
    assert.equal(isWhole, false)
    assert.ok(made < pieces, `${made} pieces were made`)
  })
})

describe('long answers', () => {
  it('are made for a few clients at a time, and not while a client is waited for', async () => {
    const begin = createLongAnswers()
    const app = { log: createLog('debug', () => undefined), clock: () => 0 }
    let [making, mostMade] = [0, 0]
    const parts = async function* () {
      for (let at = 0; at < 3; at++) {
        mostMade = Math.max(mostMade, ++making)
        await new Promise((resolve) => setImmediate(resolve))
        making--
        yield at
      }
    }
    const answers = Array.from({ length: 64 }, (_, at) => begin(app, `client ${at % 8}`))
    const streams = answers.map((answer) => answer?.make(parts()))
    // All have been begun, and nobody takes more of them.
    const first = await Promise.all(streams.map((stream) => stream?.next()))
    assert.ok(first.every((next) => next?.value === 0))
    assert.equal(mostMade, 4)
    for (const stream of streams) await stream?.return(undefined)
  })

  it('are refused beyond a number, which the log tells once a minute', () => {
    const lines: string[] = []
    let now = 0
    const app = { log: createLog('debug', (line) => void lines.push(line)), clock: () => now }
    const begin = createLongAnswers()
    const ofOne = Array.from({ length: 9 }, () => begin(app, 'a'))
    assert.deepEqual(
      ofOne.map((answer) => answer !== undefined),
      [...Array(8).fill(true), false],
    )
    ofOne[0]?.end()
    ofOne[0]?.end()
    assert.ok(begin(app, 'a'))
    assert.equal(begin(app, 'a'), undefined)
    for (let at = 0; at < 56; at++) assert.ok(begin(app, `client ${at}`))
    assert.equal(begin(app, 'b'), undefined)
    assert.equal(lines.length, 1)
    now = 60_000
    assert.equal(begin(app, 'b'), undefined)
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).refused),
      [1, 3],
    )
  })
})
