import type { IncomingMessage } from 'node:http'
import type { Pace } from './types.ts'

/**
 * How fast a client has to send a body. There is no bound on the time in all: an import of many megabytes takes as long as the line needs. The
 * rate is that of a modem, and the slowest that a person would wait for.
 */
export const bodyPace: Pace = { longestPause: 20_000, bytesPerSecond: 2048, during: 30_000 }

/** Milliseconds between two looks at how much has come. */
const interval = 2000

/** Calls `refuse` once when the body of a request comes too slowly. Time in which the server itself does not read is not counted. */
export const watchBody = (request: IncomingMessage, refuse: () => void, pace = bodyPace): void => {
  const { socket, headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  // A request that was injected has no real connection, and all of its body.
  if (!hasBody || typeof socket.bytesRead !== 'number') return
  let [last, from, paused, waited] = [socket.bytesRead, socket.bytesRead, 0, 0]
  const stop = (): void => clearInterval(timer)
  const look = (): void => {
    if (request.complete || socket.destroyed) {
      stop()
      return
    }
    const isRead = request.readableLength === 0
    const now = socket.bytesRead
    paused = isRead && now === last ? paused + interval : 0
    waited += isRead ? interval : 0
    last = now
    const isSlow = waited >= pace.during && (now - from) * 1000 < pace.bytesPerSecond * waited
    if (paused >= pace.longestPause || isSlow) {
      stop()
      refuse()
    } else if (waited >= pace.during) [from, waited] = [now, 0]
  }
  const timer = setInterval(look, interval).unref()
  request.once('close', stop)
}
