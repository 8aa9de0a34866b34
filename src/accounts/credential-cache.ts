import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Caller } from '../core/policy.ts'

/** Callers by their Authorization headers. It is emptied when a user, a credential or a failed attempt is stored. */
export type CredentialCache = {
  readonly find: (header: string) => Caller | undefined
  /** Finds the caller of a header and caches it; errors are not cached. */
  readonly learn: (header: string, recognise: () => Promise<Caller>) => Promise<Caller>
}

/** Most cached callers. */
const maxKnown = 1000

/** Makes the cache; `note` is called with the caller of each request. */
export const createCredentialCache = (changeFeed: ChangeFeed, note: (caller: Caller) => void): CredentialCache => {
  // The keys are hashes of the headers, so that no secret stays in memory.
  const cache = new LRUCache<string, { readonly caller: Caller; readonly version: number }>({ max: maxKnown })
  return {
    find: (header) => {
      const known = cache.get(hash('sha256', header, 'base64'))
      if (!known || changeFeed.haveChanged(['user'], known.version)) return undefined
      note(known.caller)
      return known.caller
    },
    learn: async (header, recognise) => {
      const version = changeFeed.version
      const caller = await recognise()
      note(caller)
      cache.set(hash('sha256', header, 'base64'), { caller, version })
      return caller
    },
  }
}
