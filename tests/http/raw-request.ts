import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What came back over a socket. */
export type RawAnswer = {
  readonly status: number
  readonly head: string
  readonly body: string
  /** Whether the server closed the connection. */
  readonly isClosed: boolean
}

/** Listens on any free port of this machine. */
export const listen = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** An open connection, for requests that are never finished. */
export const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  // The server may reset a connection on which it was sent nonsense.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are, and reads until an answer is whole or the server closes. */
export const sendRaw = async (port: number, ...pieces: readonly (string | Buffer)[]): Promise<RawAnswer> => {
  const socket = await open(port)
  let received = ''
  let isClosed = false
  const done = new Promise<void>((resolve) => {
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      received += piece
      if (isWhole(received)) resolve()
    })
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  for (const piece of pieces) socket.write(piece)
  await done
  socket.destroy()
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body, isClosed }
}

const isWhole = (received: string): boolean => {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
  return length === undefined ? received.endsWith('0\r\n\r\n') : received.length >= end + 4 + Number(length)
}
