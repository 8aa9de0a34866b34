import { EventEmitter, once } from 'node:events'

/** Milliseconds between two looks for changes while somebody waits. */
const tick = 500

/** Clients that wait until something changes. */
export type ChangeWaiting = {
  /**
   * Waits until the number of the newest change is greater than one, for so many milliseconds at most, or until the signal is aborted or the
   * server stops.
   */
  readonly next: (after: number, milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Whether the server stops: nobody may wait any longer. */
  readonly isClosed: () => boolean
  readonly close: () => void
}

/**
 * Makes the place where clients of a process wait for changes, also for those of other processes. One timer looks for all of them, and only
 * while somebody waits: who waits costs nothing, and however often something changes, each learns of it twice a second at most.
 * @param look reads the changes that were committed meanwhile, and returns the number of the newest one.
 */
export const createChangeWaiting = (look: () => Promise<number>): ChangeWaiting => {
  const looked = new EventEmitter().setMaxListeners(0)
  let waiting = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let newest = 0
  const lookOnce = async (): Promise<void> => {
    try {
      newest = await look()
    } catch {
      // Without a database nothing is known to have changed; the requests of that time say so.
    }
    looked.emit('looked')
    timer = waiting > 0 && !isClosed ? setTimeout(lookOnce, tick).unref() : undefined
  }
  return {
    next: async (after, milliseconds, signal) => {
      if (isClosed) return
      const end = AbortSignal.any([AbortSignal.timeout(Math.ceil(milliseconds)), ...(signal ? [signal] : [])])
      waiting++
      timer ??= setTimeout(lookOnce, tick).unref()
      try {
        // What was known before may be of a log that has gone back since.
        do await once(looked, 'looked', { signal: end })
        while (newest <= after && !isClosed)
      } catch (error) {
        if (!end.aborted) throw error
      } finally {
        waiting--
      }
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      clearTimeout(timer)
      looked.emit('looked')
    },
  }
}
