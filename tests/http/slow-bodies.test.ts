import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { basic, type Calendar, createCalendar } from '../support/calendar.ts'
import { listen, open } from './raw-request.ts'

describe('a body that comes slowly', () => {
  let calendar: Calendar
  let port = 0
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_SUBMISSIONS: 'on' } })
    port = await listen(calendar.app)
  })
  after(() => calendar.close())

  const errors = () => calendar.log.filter((line) => JSON.parse(line).level === 'error')

  /** Begins a request, and waits until it is read. */
  const begin = async (path: string, type: string, length: number, body: string) => {
    const socket = await open(port)
    const came = once(calendar.app.server, 'request') as Promise<[IncomingMessage]>
    const authorization = basic('admin', calendar.secrets.admin)
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${length}`
    socket.write(`${head}\r\n\r\n${body}`)
    const [request] = await came
    while (request.socket.bytesRead < body.length || request.readableLength > 0) await nextTurn()
    return { socket, request, answer: readAll(socket) }
  }
  const readAll = async (socket: Socket): Promise<string> => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await new Promise((resolve) => socket.once('close', resolve))
    return text
  }
  const send = async (socket: Socket, request: IncomingMessage, text: string): Promise<void> => {
    const { bytesRead } = request.socket
    socket.write(text)
    const isThere = () => request.socket.bytesRead >= bytesRead + text.length && request.readableLength === 0
    while (!request.socket.destroyed && !isThere()) await nextTurn()
  }

  const imports = '/kalends/v1/imports?source=slow'
  const line = `${JSON.stringify({ title: 'x', start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00' })}\n`

  for (const [name, path, type] of [
    ['JSON', '/calendar/events/v1/events', 'application/json'],
    ['an import', imports, 'application/x-ndjson'],
    ['a form of a visitor', '/submit/', 'multipart/form-data; boundary=x'],
    ['an image', '/wp-json/wp/v2/media', 'multipart/form-data; boundary=x'],
  ] as const)
    it(`is 408 when it pauses for 20 seconds: ${name}`, async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] })
      const { answer } = await begin(path, type, 1000, name === 'JSON' ? '{' : name === 'an import' ? line : '--x\r\n')
      t.mock.timers.tick(18_000)
      await nextTurn()
      t.mock.timers.tick(4000)
      const text = await answer
      assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n/)
      assert.match(text, /"code":"rest_request_timeout"/)
      assert.deepEqual(errors(), [])
    })

  it('is 408 when it is slower than 2 KB a second for half a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { socket, request, answer } = await begin(imports, 'application/x-ndjson', 1_000_000, line)
    for (let second = 0; second < 32; second += 2) {
      await send(socket, request, 'x'.repeat(1000))
      t.mock.timers.tick(2000)
    }
    assert.match(await answer, /^HTTP\/1\.1 408 /)
    assert.deepEqual(errors(), [])
  })

  it('may take as long as it needs at a decent rate', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const pieces = 400
    const piece = line.repeat(100)
    const { socket, request, answer } = await begin(imports, 'application/x-ndjson', (pieces + 1) * piece.length, piece)
    for (let at = 0; at < pieces; at++) {
      await send(socket, request, piece)
      t.mock.timers.tick(2000)
    }
    // Thirteen minutes later.
    assert.match(await answer, /^HTTP\/1\.1 (?:202|409) /)
  })

  it('is no error of the server when its client breaks it off', async () => {
    for (const [path, type] of [
      [imports, 'application/x-ndjson'],
      ['/calendar/events/v1/events', 'application/json'],
      ['/wp-json/wp/v2/media', 'multipart/form-data; boundary=x'],
      ['/submit/', 'multipart/form-data; boundary=x'],
    ] as const) {
      const { socket, request } = await begin(path, type, 1000, type.startsWith('multi') ? '--x\r\n' : line.slice(0, 5))
      const gone = once(request.socket, 'close')
      socket.destroy()
      await gone
      for (let turn = 0; turn < 50; turn++) await nextTurn()
    }
    assert.deepEqual(errors(), [])
  })
})
