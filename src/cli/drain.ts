import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two looks for connections that have nothing left to do. */
const interval = 100

/** Milliseconds that clients have to send or to take the rest: the server has promised to end within five seconds. */
const patience = 4000

/**
 * Lets a server be closed without cutting off what is in flight. Node would destroy a connection as idle although its answer still
 * waits for a client that reads slowly, and would keep one open whose answer is complete.
 * @returns what to call when the server is about to be closed.
 */
export const prepareDrain = (server: Server): (() => void) => {
  const inFlight = new Map<Socket, number>()
  const add = (socket: Socket, change: number): void => {
    const known = inFlight.get(socket)
    if (known !== undefined) inFlight.set(socket, known + change)
  }
  server.on('connection', (socket) => {
    inFlight.set(socket, 0)
    socket.once('close', () => inFlight.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  })
  server.closeIdleConnections = () => undefined
  return () => {
    const closeIdle = (): void => {
      for (const [socket, count] of inFlight) if (count === 0) socket.destroy()
    }
    // The first look comes later too: requests that have arrived and are not read yet count as in flight.
    const looking = setInterval(closeIdle, interval)
    const cutting = setTimeout(() => server.closeAllConnections(), patience)
    server.once('close', () => {
      clearInterval(looking)
      clearTimeout(cutting)
    })
  }
}
