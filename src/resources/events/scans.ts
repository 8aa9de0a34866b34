import { LRUCache } from 'lru-cache'
import { type CacheDependency, dependencyOn, type TimeSpan } from '../../cache/change-feed.ts'
import { cachedResult, perChangeFeed } from '../../cache/result-cache.ts'
import { type ListedStatuses, readable } from '../../core/policy.ts'
import type { Status } from '../../db/schema.ts'
import { rank } from '../../lib/rank.ts'
import { epochOf } from '../../lib/time-zone.ts'
import { type Condition, condition, keyedIds, type Rule, resultKey } from '../../query/condition.ts'
import { countUpTo, fewRows, type QuerySource } from '../../query/find-ids.ts'
import { type IndexScan, type ScanPart, scanStatements } from '../../query/index-scan.ts'
import { bind } from '../../query/statement-cache.ts'

/** Selects a page of a list of events in the order of their start. */
export type EventQuery = {
  readonly statuses: readonly Status[] | undefined
  readonly range: TimeSpan
  readonly where: readonly Condition<'event'>[]
  readonly page: number
  readonly perPage: number
}

/** Restricts the dependency to events with one of the facets: an event that enters or leaves the list has, or had, one of them. */
export const withFacets = (dependency: CacheDependency, facets: readonly string[] | undefined): CacheDependency => {
  const { changeFeed, kinds, range, version } = dependency
  return facets && range ? dependencyOn(changeFeed, kinds, { ...range, facets }, version) : dependency
}

/** Tests whether the caller may read an event, for statuses in which only some events are readable. */
const isReadable: Rule<'event', undefined> = { where: ({ caller }) => readable(caller, 'event') }

/** The caller may read the event. */
export const readableEvents = condition(isReadable, undefined)

/** Makes the scan that starts from the condition at this position, or from all events of the window (-1); it tests the other conditions. */
export const scanBy = (
  query: EventQuery,
  visible: ListedStatuses,
  values: readonly unknown[],
  driver: number,
): IndexScan => {
  const key = query.where[driver]?.rule.key
  const tests: Condition<'event'>[] = []
  const others: unknown[] = []
  for (const [at, one] of query.where.entries()) {
    if (at === driver) continue
    tests.push(one)
    others.push(values[at])
  }
  return {
    ...(key && { key }),
    ids: key ? keyedIds(values, driver) : [],
    ...visible,
    isReadable: readableEvents,
    range: query.range,
    tests,
    values: others,
  }
}

/** A scan with the number of its events, which is exact up to `fewRows.tested`. */
export type CountedScan = { readonly scan: IndexScan; readonly count: number }

/** Returns the scan with the fewest events and their number, which is exact up to `fewRows.tested`. */
export const shortestOf = async (
  source: QuerySource,
  first: IndexScan,
  others: readonly IndexScan[],
): Promise<CountedScan> => {
  const counted = await Promise.all(
    [first, ...others].map(async (scan): Promise<CountedScan> => ({ scan, count: await countFew(source, scan) })),
  )
  return counted.reduce((shortest, one) => (one.count < shortest.count ? one : shortest))
}

/** Counts the events of a scan without its tests, up to one more than `fewRows.tested`. */
export const countFew = async (source: QuerySource, scan: IndexScan): Promise<number> => {
  if (scan.key === 'event') return scan.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, scan)
  return await countUpTo(source, untested, partOf(scan), fewRows.tested)
}

/** A part of a scan. */
export const partOf = (scan: IndexScan, limit = 0, offset = 0): ScanPart => ({ ...scan, limit, offset, most: 0 })

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
 * is cached until one of the events with these facets changes.
 */
export const readEventSet = async (
  { database, context, dependency }: QuerySource,
  scan: IndexScan,
  facets: readonly string[] | undefined,
): Promise<EventSet | undefined> => {
  const whole: IndexScan = { ...scan, range: always, tests: [], values: [] }
  const { page } = scanStatements(database, context.caller.role, whole)
  const limit = fewRows.tested + 1
  const parameters = bind(page, { ...whole, limit, offset: 0, most: 0 }, context)
  const key = `set ${resultKey(page, parameters)}`
  const large = largeKeys(dependency)
  if (large.has(key)) return undefined
  const { changeFeed, kinds, version } = dependency
  const atAnyTime = dependencyOn(changeFeed, kinds, { range: always, facets }, version)
  return await cachedResult(atAnyTime, key, async () => {
    const rows = await database.query(page.text, parameters)
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
  })
}

/** Returns the ids of the events within a span that are in all of the sets, of which there is at least one. */
export const idsWithin = (sets: readonly EventSet[], { from, until }: TimeSpan): readonly number[] => {
  let [least] = sets
  if (!least) return []
  for (const set of sets) if (set.ids.length < least.ids.length) least = set
  let ids: readonly number[] = least.ids.slice(
    rank(least.starts, instantOf(from)),
    rank(least.starts, instantOf(until)),
  )
  for (const other of sets) {
    if (other === least) continue
    const members = new Set(other.ids)
    const common: number[] = []
    for (const id of ids) if (members.has(id)) common.push(id)
    ids = common
  }
  return ids
}

/** The instant of a bound. A bound with `!` means just after its second, so half a second is added. */
const instantOf = (bound: string): number => {
  if (bound === always.from) return Number.NEGATIVE_INFINITY
  if (bound === always.until) return Number.POSITIVE_INFINITY
  return epochOf(bound) + (bound.endsWith('!') ? 500 : 0)
}
