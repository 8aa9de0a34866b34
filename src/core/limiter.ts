import { ApiError } from './errors.ts'

/** Bounds how much work is under way, in all and for each client. A client is identified by its network address or its user. */
export type Slots = {
  /** Takes a slot and returns the function that releases it; undefined when no slot is free. */
  readonly take: (client: string) => (() => void) | undefined
  /** Whether the client has taken all that one client can take. */
  readonly isShareTaken: (client: string) => boolean
}

/** Makes `all` slots, of which one client can take at most `perClient`. */
export const createSlots = (all: number, perClient: number): Slots => {
  const clients = new Map<string, number>()
  let taken = 0
  const isShareTaken = (client: string): boolean => (clients.get(client) ?? 0) >= perClient
  return {
    isShareTaken,
    take: (client) => {
      const own = clients.get(client) ?? 0
      if (taken >= all || isShareTaken(client)) return undefined
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
  /** A client that has too much of its own is told so by 429, which is no fault of the server; otherwise by 503, as all others. */
  readonly tellsShare?: boolean
  /** Seconds after which a client that was refused may try again. */
  readonly retryAfter?: number
}

/**
 * Runs `work` for a client, which is identified by its network address or its user. Work that waits when the signal is aborted is dropped: nobody
 * waits for it any more.
 */
export type Limiter = <T>(client: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Makes a limiter of expensive work, so that one client cannot block the others: clients whose work waits take turns. Work that exceeds the
 * limits is refused at once with ApiError 503 `rest_service_unavailable` and `Retry-After`.
 */
export const createLimiter = ({
  running,
  waiting,
  perClient,
  message,
  tellsShare = false,
  retryAfter = 1,
}: Limits): Limiter => {
  const slots = createSlots(running + waiting, perClient)
  const turns = createTurns(running)
  const refusal = (code: 'rest_service_unavailable' | 'rest_too_many_requests' = 'rest_service_unavailable') => {
    const headers = { 'retry-after': String(retryAfter) }
    return new ApiError(code, { headers, ...(message === undefined ? {} : { message }) })
  }
  return async (client, work, signal) => {
    const release = slots.take(client)
    if (!release)
      throw refusal(tellsShare && slots.isShareTaken(client) ? 'rest_too_many_requests' : 'rest_service_unavailable')
    try {
      const end = await turns(client, signal)
      // The response of one that has gone is sent to nobody.
      if (!end) throw refusal()
      return await work().finally(end)
    } finally {
      release()
    }
  }
}

/** Waits for the turn of a client, and returns the function that ends it; undefined when the signal was aborted before. */
type Turns = (client: string, signal: AbortSignal | undefined) => Promise<(() => void) | undefined>

/** Gives so many turns at once. Clients who wait are served one after the other, however much each of them waits for. */
const createTurns = (most: number): Turns => {
  const waiting = new Map<string, Set<() => void>>()
  let taken = 0
  const end = (): void => {
    taken--
    const [next] = waiting
    if (!next) return
    const [client, own] = next
    waiting.delete(client)
    const [begin] = own
    if (begin) own.delete(begin)
    // It comes after all others that wait.
    if (own.size > 0) waiting.set(client, own)
    begin?.()
  }
  return (client, signal) => {
    if (signal?.aborted) return Promise.resolve(undefined)
    if (taken < most) {
      taken++
      return Promise.resolve(end)
    }
    return new Promise((resolve) => {
      const own = waiting.get(client) ?? new Set()
      waiting.set(client, own)
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        taken++
        resolve(end)
      }
      const leave = (): void => {
        own.delete(begin)
        if (own.size === 0 && waiting.get(client) === own) waiting.delete(client)
        resolve(undefined)
      }
      signal?.addEventListener('abort', leave, { once: true })
      own.add(begin)
    })
  }
}
