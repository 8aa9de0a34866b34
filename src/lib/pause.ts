import { setImmediate as nextTurn } from 'node:timers/promises'

/** Most milliseconds that long work goes on before other requests are answered. */
const turn = 15

/** Most records that are written at once, before the next pause: what else wants to write waits for them. */
export const atOnce = 64

/** Makes the function that long work calls between its parts: it lets other requests be answered when the work has gone on long enough. */
export const createPause = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turn) return
    await nextTurn()
    since = performance.now()
  }
}
