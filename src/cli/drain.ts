import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two checks for connections that are idle. */
const interval = 100

/** Milliseconds that a client has for its next request, whose response asks it to open a new connection. */
const grace = 1000

/** Milliseconds of the time to stop that remain for ending when no client has any left. */
const rest = 1500

/**
 * Closes a server without cutting off requests in flight. Node would close a connection as idle although its response still
 * waits for a client that reads slowly, and would keep a connection open whose response is complete.
 * @param seconds how long clients have, with what remains to be done, to send the rest of a request or read the rest of a response
 * @returns what to call when the server is to be closed: it takes no connections from then on, and a moment later may be closed.
 */
export const prepareDrain = (server: Server, seconds: number): (() => Promise<void>) => {
  const inFlight = new Map<Socket, { count: number }>()
  server.on('connection', (socket) => {
    inFlight.set(socket, { count: 0 })
    socket.once('close', () => inFlight.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const open = inFlight.get(socket)
    if (!open) return
    open.count++
    response.once('close', () => open.count--)
  })
  server.closeIdleConnections = () => undefined
  return async () => {
    server.close()
    setTimeout(() => server.closeAllConnections(), seconds * 1000 - rest).unref()
    // A client that opens a new connection finds no other process that is about to close as well.
    await sleep(interval)
    const closeIdle = (): void => {
      for (const [socket, { count }] of inFlight) if (count === 0) socket.destroy()
    }
    // Each check runs after arrived data has been read, so that such requests count as in flight.
    const look = (): void => void setInterval(() => setImmediate(closeIdle), interval).unref()
    setTimeout(look, grace).unref()
  }
}
