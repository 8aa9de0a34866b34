import { sql } from 'kysely'
import type { CacheDependency } from '../cache/change-feed.ts'
import { cached } from '../cache/result-cache.ts'
import type { ListedTable } from '../core/store.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { type Condition, condition, type Rule } from './condition.ts'
import type { QuerySource } from './find-ids.ts'
import { idsBy, tooMany } from './ids-by.ts'

/** Rows that may be tested one by one, or counted, before a request is answered; more are left to {@link Database.queryAside}. */
export const fewRows = { tested: 2000, counted: 20_000 }

/** Whether there is an index, and of what, is asked once for each process. */
const forGood = (dependency: CacheDependency): CacheDependency => ({ ...dependency, isRightSince: () => true })

/** The ids that an index answers for these patterns, if they are few. */
const idsFor = idsBy<readonly string[], number>(
  (kysely, { param, dialect }, count) => {
    const patterns = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
    const query = sql`${dialect.search.select(patterns)} limit ${sql.lit(fewRows.tested + 1)}`
    return { compile: () => query.compile(kysely) }
  },
  { shape: (patterns) => patterns.length, most: fewRows.tested },
)

/**
 * Rows among which are all that the searches of some conditions find, where an index knows that they are few: whoever looks at these
 * alone has the same list. A word that many have is soon met where rows are read in their order.
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
    cached(forGood(dependency), 'reach of searches', () => search.findReach(database.query)),
    (reach) => {
      const usable = needles.filter((needle) => reach.test(needle))
      if (usable.length === 0) return undefined
      return after(idsFor(database, context, search.patternsOf(usable), dependency), (ids) =>
        ids === tooMany ? undefined : (condition(isCandidate[table], ids) as unknown as Condition<T>),
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
