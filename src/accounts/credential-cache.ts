import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Caller } from '../core/policy.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'

/** Callers by their Authorization headers. It is emptied when a user, a credential or a failed attempt is stored. */
export type CredentialCache = {
  readonly find: (header: string) => Caller | undefined
  /** Finds the caller of a header and keeps it; an error is not kept. */
  readonly learn: (header: string, recognise: () => Awaitable<Caller>) => Awaitable<Caller>
}

/** The most callers that are kept. */
const maxKnown = 1000

export const createCredentialCache = (changeFeed: ChangeFeed): CredentialCache => {
  // Only the hash of a secret stays in memory.
  const keyOf = (header: string): string => hash('sha256', header, 'base64')
  const cache = new LRUCache<string, { readonly caller: Caller; readonly version: number }>({ max: maxKnown })
  return {
    find: (header) => {
      const known = cache.get(keyOf(header))
      return known && !changeFeed.haveChanged(['user'], known.version) ? known.caller : undefined
    },
    learn: (header, recognise) => {
      const version = changeFeed.version()
      return after(recognise(), (caller) => {
        cache.set(keyOf(header), { caller, version })
        return caller
      })
    },
  }
}
