import { sql } from 'kysely'
import type { CacheDependency } from '../cache/change-feed.ts'
import { cachedResult } from '../cache/result-cache.ts'
import type { ListedTable } from '../core/store.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { type Condition, condition, type Rule } from './condition.ts'
import type { QuerySource } from './find-ids.ts'
import { idsBy, tooManyIds } from './ids-by.ts'

/** Most rows that a request tests one by one, or counts, by itself; a query with more rows runs in the background worker. */
export const fewRows = { tested: 2000, counted: 20_000 }

/** Makes a result valid as long as the process runs: which index of words a database has does not change. */
const untilExit = (dependency: CacheDependency): CacheDependency => ({ ...dependency, isValidSince: () => true })

/** Looks up the ids of the texts that match all patterns in the index of words. */
const idsMatching = idsBy<readonly string[], number>(
  (kysely, { param, dialect }, count) => {
    const patterns = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
    const query = sql`${dialect.search.select(patterns)} limit ${sql.lit(fewRows.tested + 1)}`
    return { compile: () => query.compile(kysely) }
  },
  { shape: (patterns) => patterns.length, most: fewRows.tested },
)

/**
 * Finds a condition that only a small superset of the matching rows meets, from the index of words. It returns undefined when the conditions
 * search for nothing that the index covers, or when too many rows match: rows with a frequent word are found quickly in the order of the list.
 */
export const findCandidates = <T extends ListedTable>(
  { database, context, dependency }: QuerySource,
  table: T,
  conditions: readonly Condition<T>[],
): Awaitable<Condition<T> | undefined> => {
  const needles = conditions.flatMap(({ rule, value }) => rule.needles?.(value) ?? [])
  if (needles.length === 0) return undefined
  const { search } = database.dialect
  return after(
    cachedResult(untilExit(dependency), 'reach of searches', () => search.findReach(database.query)),
    (reach) => {
      const usable = needles.filter((needle) => reach.test(needle))
      if (usable.length === 0) return undefined
      return after(idsMatching(database, context, search.patternsOf(usable), dependency), (ids) =>
        ids === tooManyIds ? undefined : (condition(isCandidate[table], ids) as unknown as Condition<T>),
      )
    },
  )
}

const isOneOf = (table: ListedTable): Rule<'event', readonly number[]> => ({
  isCheap: true,
  key: 'event',
  where:
    ({ isIn }) =>
    (eb) =>
      isIn(eb.ref(`${table}.id` as 'event.id'), (ids) => ids),
})

const isCandidate = {
  event: isOneOf('event'),
  venue: isOneOf('venue'),
  organizer: isOneOf('organizer'),
  term: isOneOf('term'),
  image: isOneOf('image'),
}
