import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

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
  const clients = new Map<string, number>()
  return async (client, work) => {
    const started = clients.get(client) ?? 0
    if (started >= perClient || limit.activeCount + limit.pendingCount >= running + waiting) {
      throw new ApiError('rest_service_unavailable', { headers: { 'retry-after': '1' } })
    }
    clients.set(client, started + 1)
    try {
      return await limit(work)
    } finally {
      const left = (clients.get(client) ?? 1) - 1
      if (left === 0) clients.delete(client)
      else clients.set(client, left)
    }
  }
}
