import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Caller } from '../core/policy.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'

/** Who was recognised by which Authorization header; as long as no user, no credential and no failed attempt has come since. */
export type CredentialCache = {
  readonly find: (header: string) => Caller | undefined
  /** Recognises a caller, and remembers him. What is thrown is not remembered. */
  readonly learn: (header: string, recognise: () => Awaitable<Caller>) => Awaitable<Caller>
}

/** Callers that are remembered at most. */
const maxKnown = 1000

export const createCredentialCache = (changeFeed: ChangeFeed): CredentialCache => {
  // Of a secret only its hash stays in memory.
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
