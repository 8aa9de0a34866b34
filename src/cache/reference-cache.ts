import { LRUCache } from 'lru-cache'
import type { Found, References } from '../core/params.ts'
import { lookUpReferences } from '../core/references.ts'
import type { Database } from '../db/database.ts'
import type { ChangeKind } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { Changes } from './change-feed.ts'

/** What references met, and the kinds of records they met: after changes of these they may meet something else. */
export type KnownReferences = { readonly found: Found; readonly kinds: readonly ChangeKind[] }

/** Looks references of lists up; those that met something are remembered until a record of its kind changes. */
export type KnowReferences = (references: readonly References[]) => Awaitable<KnownReferences>

/** Sets of references that are remembered at most. */
const maxKnown = 1000

/** Longer ones are not remembered: they are lists of ids that hardly come twice. */
const maxLength = 500

export const createKnownReferences = (database: Database, changes: Changes): KnowReferences => {
  const cache = new LRUCache<string, KnownReferences & { readonly version: number }>({ max: maxKnown })
  return (references) => {
    const key = JSON.stringify(references)
    const known = cache.get(key)
    if (known && !changes.haveChanged(known.kinds, known.version)) return known
    const version = changes.version()
    return after(lookUpReferences(database, references), (found) => {
      const kinds = [...new Set([...(found.terms.size > 0 ? (['term'] as const) : []), ...found.kinds.values()])]
      const met = { found, kinds, version }
      if (kinds.length > 0 && key.length <= maxLength) cache.set(key, met)
      return met
    })
  }
}
