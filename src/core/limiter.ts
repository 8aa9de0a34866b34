import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

/** Bounds how much work is under way, in all and for each client. A client is identified by its network address or its user. */
export type Slots = {
  /** Takes a slot and returns the function that releases it; undefined when no slot is free. */
  readonly take: (client: string) => (() => void) | undefined
}

/** Makes `all` slots, of which one client can take at most `perClient`. */
export const createSlots = (all: number, perClient: number): Slots => {
  const clients = new Map<string, number>()
  let taken = 0
  return {
    take: (client) => {
      const own = clients.get(client) ?? 0
      if (taken >= all || own >= perClient) return undefined
      taken++
      clients.set(client, own + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        taken--
        const left = (clients.get(client) ?? 1) - 1
        if (left === 0) clients.delete(client)
        else clients.set(client, left)
      }
    },
  }
}

/** How many tasks one process accepts. */
export type Limits = {
  /** Most tasks that run at once. */
  readonly running: number
  /** Most tasks in the queue. */
  readonly waiting: number
  /** Most tasks of one client, running and queued together. */
  readonly perClient: number
  /** What a refusal says, unless it is what the catalogue says. */
  readonly message?: string
  /** Seconds after which a client that was refused may try again. */
  readonly retryAfter?: number
}

/** Runs `work` for a client, which is identified by its network address or its user. */
export type Limiter = <T>(client: string, work: () => Promise<T>) => Promise<T>

/**
 * Makes a limiter of expensive work, so that one client cannot block the others. Work that exceeds the limits is refused at once with
 * ApiError 503 `rest_service_unavailable` and `Retry-After`.
 */
export const createLimiter = ({ running, waiting, perClient, message, retryAfter = 1 }: Limits): Limiter => {
  const limit = pLimit(running)
  const slots = createSlots(running + waiting, perClient)
  return async (client, work) => {
    const release = slots.take(client)
    if (!release) {
      const headers = { 'retry-after': String(retryAfter) }
      throw new ApiError('rest_service_unavailable', { headers, ...(message === undefined ? {} : { message }) })
    }
    try {
      return await limit(work)
    } finally {
      release()
    }
  }
}
