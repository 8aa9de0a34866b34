import type { AppContext } from '../core/context.ts'
import { createLimiter, createSlots } from '../core/limiter.ts'
import type { Pace } from './types.ts'

/** How many answers that are sent as they are made a process has under way, of all clients and of one. */
const [most, mostOfClient] = [64, 8]

/** How many of them are being made at a time. One that waits for its client is not. */
const mostMade = 4

/** Seconds after which a client that was refused may ask again. */
export const retryAfter = 5

/** Milliseconds between two lines in the log about answers that were refused. */
const tellEvery = 60_000

/**
 * A client that takes nothing for half a minute, or less than this on average, is disconnected. Systems take some hundred kilobytes at once
 * for a slow client and then nothing for a while, so that a shorter pause would also end what is received steadily.
 */
export const usualPace: Pace = { longestPause: 30_000, bytesPerSecond: 8192, during: 30_000 }

/** An answer that may be sent as it is made. */
export type LongAnswer = {
  /** Makes the parts one after the other, in turn with other clients, as fast as the client takes them. */
  readonly make: <T>(parts: AsyncGenerator<T>) => AsyncGenerator<T>
  /** Ends the answer. */
  readonly end: () => void
}

/** Makes the function that begins a long answer; undefined where too many are under way. */
export const createLongAnswers = () => {
  const slots = createSlots(most, mostOfClient)
  const inTurn = createLimiter({ running: mostMade, waiting: most, perClient: mostOfClient })
  let [refused, toldAt] = [0, Number.NEGATIVE_INFINITY]
  return ({ log, clock }: Pick<AppContext, 'log' | 'clock'>, client: string): LongAnswer | undefined => {
    const end = slots.take(client)
    if (!end) {
      refused++
      if (clock() - toldAt < tellEvery) return undefined
      log.warn({ refused }, 'long answers were refused, since too many are being sent')
      ;[refused, toldAt] = [0, clock()]
      return undefined
    }
    return { make: (parts) => makeInTurn(parts, (work) => inTurn(client, work)), end }
  }
}

async function* makeInTurn<T>(
  parts: AsyncGenerator<T>,
  inTurn: (work: () => Promise<IteratorResult<T>>) => Promise<IteratorResult<T>>,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const next = await inTurn(() => parts.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await parts.return(undefined)
  }
}
