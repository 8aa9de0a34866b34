import type { AppContext } from '../core/context.ts'

/** Work in the background. */
export type BackgroundJob = {
  readonly start: () => void
  /** No other round begins; the present one ends after its step. */
  readonly close: () => void
}

type Rounds = {
  /** Milliseconds from `start` to the first round. */
  readonly first: number
  /** Milliseconds between the end of a round and the next one. */
  readonly interval: number
  /** What the log says of a round that failed; the next one does the rest. */
  readonly fault: string
}

/**
 * Makes a job that works in rounds, from `start` on, until `close`. A round of many steps asks between them whether the job is still open. A
 * round without a database fails in silence: the requests of that time say so.
 */
export const repeat = (
  { database, log }: AppContext,
  { first, interval, fault }: Rounds,
  work: (isOpen: () => boolean) => Promise<void>,
): BackgroundJob => {
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  const run = async (): Promise<void> => {
    try {
      await work(() => isOpen)
    } catch (error) {
      if (!database.dialect.isUnavailable(error)) log.warn({ error }, fault)
    }
    if (isOpen) timer = setTimeout(run, interval).unref()
  }
  return {
    start: () => {
      timer = setTimeout(run, first).unref()
    },
    close: () => {
      isOpen = false
      clearTimeout(timer)
    },
  }
}
