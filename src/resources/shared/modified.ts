import { type SqlBool, sql } from 'kysely'
import type { PostTableName } from '../../db/schema.ts'
import { type Condition, condition, filter, idsBy, type QuerySource, type Rule } from '../../query/condition.ts'
import { fewRows } from '../../query/find-ids.ts'
import { type SiteDate, siteDate } from './site-lists.ts'

/** Records that were changed after, or before, an instant (contract C1.4). */
export const modifiedFilters = <T extends PostTableName>(table: T) => {
  const compared = (operator: '>=' | '<', about: string) =>
    filter<T, SiteDate>({
      type: siteDate,
      about,
      extension: 'C1.4',
      isCheap: true,
      where: ({ param }) => {
        const bound = param(({ utc }) => utc)
        return () => sql<SqlBool>`${sql.ref(`${table}.modified_utc`)} ${sql.raw(operator)} ${bound}`
      },
    })
  return {
    modified_after: compared(
      // Changes are known to the second: what was changed later in the same one is not to be missed.
      '>=',
      'Only records that were changed after this instant, read in the site’s time zone unless it carries an offset.',
    ),
    modified_before: compared(
      '<',
      'Only records that were changed before this instant, read in the site’s time zone unless it carries an offset.',
    ),
  }
}

const changedEvents = idsBy<SiteDate>(
  (kysely, { param }) =>
    kysely
      .selectFrom('event')
      .select('event.id')
      .where(
        'event.modified_utc',
        '>=',
        param(({ utc }) => utc),
      )
      .orderBy('event.modified_utc', 'desc')
      .limit(sql.lit(fewRows.tested + 1)),
  { kinds: ['event'] },
)

/** Keeps the events with these ids. */
export const isOneOf: Rule<'event', readonly number[]> = {
  isCheap: true,
  key: 'event',
  where:
    ({ isIn }) =>
    (eb) =>
      isIn(eb.ref('event.id'), (ids) => ids),
}

/** Adds that events are those which were changed last, where these are few: an index has them in the order of changes. */
export const withChanged = async (
  { database, context, dependency }: QuerySource,
  instant: SiteDate,
  where: readonly Condition<'event'>[],
): Promise<readonly Condition<'event'>[]> => {
  const ids = await changedEvents(database, context, instant, dependency)
  return ids.length > fewRows.tested ? where : [condition(isOneOf, ids), ...where]
}
