import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'

/** Results that a process remembers of a database at most; each is a number or a short list. */
const maxKnown = 2000

const memories = new WeakMap<Database, LRUCache<string, { readonly version: number; readonly value: unknown }>>()

/** What `compute` answers; at the same version of the content it is asked once for each key. */
export const remember = <T>(
  database: Database,
  version: number,
  key: string,
  compute: () => Awaitable<T>,
): Awaitable<T> => {
  let memory = memories.get(database)
  if (!memory) {
    memory = new LRUCache({ max: maxKnown })
    memories.set(database, memory)
  }
  const known = memory.get(key)
  if (known?.version === version) return known.value as T
  return after(compute(), (value) => {
    memory.set(key, { version, value })
    return value
  })
}
