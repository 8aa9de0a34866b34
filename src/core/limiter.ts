import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

/** Places for expensive work, of which each client may take some. A client is named by its network address. */
export type Slots = {
  /** Takes a place, and returns what gives it back, once; undefined where there is none left. */
  readonly take: (client: string) => (() => void) | undefined
}

/** Makes so many places in all, and so many of them for one client. */
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

/** How much expensive work may be under way in one process. */
export type Limits = {
  /** Pieces of work that run at once. */
  readonly running: number
  /** Pieces that wait for their turn, besides those that run. */
  readonly waiting: number
  /** Pieces of one client, running and waiting together. */
  readonly perClient: number
}

/** Runs `work` for a client, which is named by its network address. */
export type Limiter = <T>(client: string, work: () => Promise<T>) => Promise<T>

/**
 * Bounds expensive work, so that one client cannot keep the others from being answered. Work that exceeds the limits is refused at once,
 * with ApiError 503 `rest_service_unavailable` and `Retry-After`.
 */
export const createLimiter = ({ running, waiting, perClient }: Limits): Limiter => {
  const limit = pLimit(running)
  const places = createSlots(running + waiting, perClient)
  return async (client, work) => {
    const giveBack = places.take(client)
    if (!giveBack) throw new ApiError('rest_service_unavailable', { headers: { 'retry-after': '1' } })
    try {
      return await limit(work)
    } finally {
      giveBack()
    }
  }
}
