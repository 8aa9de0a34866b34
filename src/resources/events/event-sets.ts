import { LRUCache } from 'lru-cache'
import { dependencyOn, type TimeSpan } from '../../cache/change-feed.ts'
import { cachedResult, perChangeFeed } from '../../cache/result-cache.ts'
import { type Awaitable, after } from '../../lib/awaitable.ts'
import { rank } from '../../lib/rank.ts'
import { epochOf } from '../../lib/time-zone.ts'
import { resultKey } from '../../query/condition.ts'
import { fewRows, type QuerySource } from '../../query/find-ids.ts'
import { type IndexScan, scanStatements } from '../../query/index-scan.ts'
import { bind } from '../../query/statement-cache.ts'

/**
 * The events of a key, such as a category, at any time, in the order of their start: the instants of the starts in epoch milliseconds, and
 * the ids. Lists of all windows are cut from it.
 */
export type EventSet = { readonly starts: readonly number[]; readonly ids: readonly number[] }

/** A span that includes every instant: their texts begin with a digit, and `:` sorts after the digits. */
export const always: TimeSpan = { from: '', until: ':' }

/** The keys that were found to have too many events: they are read by the index from then on, also if they have fewer one day. */
const largeKeys = perChangeFeed(() => new LRUCache<string, true>({ max: 1000 }))

/**
 * Reads the events of a scan, without its tests and whatever its window is; undefined when there are more than a request reads by itself. The set
 * is cached until one of the events with these tags changes.
 */
export const readEventSet = (
  { database, context, dependency }: QuerySource,
  scan: IndexScan,
  tags: readonly string[] | undefined,
): Awaitable<EventSet | undefined> => {
  const whole: IndexScan = { ...scan, range: always, tests: [], values: [] }
  const { page } = scanStatements(database, context.caller.role, whole)
  const limit = fewRows.tested + 1
  const parameters = bind(page, { ...whole, limit, offset: 0, most: 0 }, context)
  const key = `set ${resultKey(page, parameters)}`
  const large = largeKeys(dependency)
  if (large.has(key)) return undefined
  const { changeFeed, kinds, version } = dependency
  const atAnyTime = dependencyOn(changeFeed, kinds, { range: always, tags }, version)
  return cachedResult(atAnyTime, key, () =>
    after(database.query(page.text, parameters), (rows) => {
      if (rows.length >= limit) {
        large.set(key, true)
        return undefined
      }
      const starts: number[] = []
      const ids: number[] = []
      for (const [start, id] of rows) {
        starts.push(epochOf(String(start)))
        ids.push(Number(id))
      }
      return { starts, ids }
    }),
  )
}

/** Returns the ids of the events within a span that are in all of the sets, of which there is at least one. */
export const idsWithin = (sets: readonly EventSet[], { from, until }: TimeSpan): readonly number[] => {
  const [least, ...others] = sets.toSorted((one, other) => one.ids.length - other.ids.length)
  if (!least) return []
  let ids = least.ids.slice(rank(least.starts, instantOf(from)), rank(least.starts, instantOf(until)))
  for (const other of others) {
    const members = new Set(other.ids)
    ids = ids.filter((id) => members.has(id))
  }
  return ids
}

/** The instant of a bound. A bound with `!` means just after its second, so half a second is added. */
const instantOf = (bound: string): number => {
  if (bound === always.from) return Number.NEGATIVE_INFINITY
  if (bound === always.until) return Number.POSITIVE_INFINITY
  return epochOf(bound) + (bound.endsWith('!') ? 500 : 0)
}
