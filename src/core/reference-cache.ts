import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Database } from '../db/database.ts'
import type { ChangeKind } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { Found, References } from './params.ts'
import { lookUpReferences } from './references.ts'

/** What references met, and the kinds of records they met: after changeFeed of these they may meet something else. */
export type CachedReferences = { readonly found: Found; readonly kinds: readonly ChangeKind[] }

/** Looks references of lists up; those that met something are remembered until a record of its kind changeFeed. */
export type ReferenceCache = (references: readonly References[]) => Awaitable<CachedReferences>

/** Sets of references that are remembered at most. */
const maxKnown = 1000

/** Longer ones are not remembered: they are lists of ids that hardly come twice. */
const maxLength = 500

export const createReferenceCache = (database: Database, changeFeed: ChangeFeed): ReferenceCache => {
  const cache = new LRUCache<string, CachedReferences & { readonly version: number }>({ max: maxKnown })
  return (references) => {
    const key = JSON.stringify(references)
    const known = cache.get(key)
    if (known && !changeFeed.haveChanged(known.kinds, known.version)) return known
    const version = changeFeed.version()
    return after(lookUpReferences(database, references), (found) => {
      const kinds = [...new Set([...(found.terms.size > 0 ? (['term'] as const) : []), ...found.kinds.values()])]
      const met = { found, kinds, version }
      if (kinds.length > 0 && key.length <= maxLength) cache.set(key, met)
      return met
    })
  }
}
