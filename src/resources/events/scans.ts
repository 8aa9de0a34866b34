import { type CacheDependency, dependencyOn, type TimeSpan } from '../../cache/change-feed.ts'
import { type ListedStatuses, readable } from '../../core/policy.ts'
import type { Status } from '../../db/schema.ts'
import { type Awaitable, after, allOf } from '../../lib/awaitable.ts'
import { type Condition, condition, keyedIds, type Rule } from '../../query/condition.ts'
import { countUpTo, fewRows, type QuerySource } from '../../query/find-ids.ts'
import { type IndexScan, type ScanPart, scanStatements } from '../../query/index-scan.ts'

/** Selects a page of a list of events in the order of their start. */
export type EventQuery = {
  readonly statuses: readonly Status[] | undefined
  readonly range: TimeSpan
  readonly where: readonly Condition<'event'>[]
  readonly page: number
  readonly perPage: number
}

/** Restricts the dependency to events with one of the tags: an event that enters or leaves the list has, or had, one of them. */
export const withTags = (dependency: CacheDependency, tags: readonly string[] | undefined): CacheDependency => {
  const { changeFeed, kinds, range, version } = dependency
  return tags && range ? dependencyOn(changeFeed, kinds, { ...range, tags }, version) : dependency
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
export const shortestOf = (
  source: QuerySource,
  first: IndexScan,
  others: readonly IndexScan[],
): Awaitable<CountedScan> => {
  const counting: Awaitable<number>[] = []
  for (const scan of others) counting.push(countFew(source, scan))
  return after(allOf([countFew(source, first), allOf(counting)]), ([ofFirst, counts]) => {
    let shortest: CountedScan = { scan: first, count: ofFirst }
    for (const [at, scan] of others.entries()) {
      const count = counts[at] ?? ofFirst
      if (count < shortest.count) shortest = { scan, count }
    }
    return shortest
  })
}

/** Counts the events of a scan without its tests, up to one more than `fewRows.tested`. */
export const countFew = (source: QuerySource, scan: IndexScan): Awaitable<number> => {
  if (scan.key === 'event') return scan.ids.length
  const { untested } = scanStatements(source.database, source.context.caller.role, scan)
  return countUpTo(source, untested, partOf(scan), fewRows.tested)
}

/** A part of a scan. */
export const partOf = (scan: IndexScan, limit = 0, offset = 0): ScanPart => ({ ...scan, limit, offset, most: 0 })
