import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

/** Slots for expensive work, of which each client may take some. A client is named by its network address, or by its user. */
export type Slots = {
  /** Takes a slot, and returns what gives it back, once; undefined where there is none left. */
  readonly take: (client: string) => (() => void) | undefined
}

/** Makes so many slots in all, and so many of them for one client. */
export const createSlots = (all: number, perClient: number): Slots => {
  const clients = new Map<string, number>()
  let taken = 0
  return {
    take: (client) => {
      const own = clients.get(client) ?? 0
      if (taken >= all || own >= perClient) return undefined
      taken++
      clients.set(client, own + 1)
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        taken--
        const left = (clients.get(client) ?? 1) - 1
        if (left === 0) clients.delete(client)
        else clients.set(client, left)
      }
    },
  }
}

/** How much expensive work may be in progress in one process. */
export type Limits = {
  /** Pieces of work that run at once. */
  readonly running: number
  /** Pieces that wait for their turn, besides those that run. */
  readonly waiting: number
  /** Pieces of one client, running and waiting together. */
  readonly perClient: number
  /** What a refusal says, unless it is what the catalogue says. */
  readonly message?: string
  /** Seconds after which a client that was refused may try again. */
  readonly retryAfter?: number
}

/** Runs `work` for a client. */
export type Limiter = <T>(client: string, work: () => Promise<T>) => Promise<T>

/**
 * Bounds expensive work, so that one client cannot keep the others from being answered. Work that exceeds the limits is refused at once,
 * with ApiError 503 `rest_service_unavailable` and `Retry-After`.
 */
export const createLimiter = ({ running, waiting, perClient, message, retryAfter = 1 }: Limits): Limiter => {
  const limit = pLimit(running)
  const slots = createSlots(running + waiting, perClient)
  return async (client, work) => {
    const giveBack = slots.take(client)
    if (!giveBack) {
      const headers = { 'retry-after': String(retryAfter) }
      throw new ApiError('rest_service_unavailable', { headers, ...(message === undefined ? {} : { message }) })
    }
    try {
      return await limit(work)
    } finally {
      giveBack()
    }
  }
}
