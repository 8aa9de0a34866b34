import { setImmediate as nextTurn } from 'node:timers/promises'
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { cachedResult, type TimeSpan } from '../../../cache/change-feed.ts'
import { invalid, type ParamType } from '../../../core/params.ts'
import type { Database } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { readStatement } from '../../../db/statement.ts'
import { firstOfEach } from '../../../lib/first-of-each.ts'
import { hashTag } from '../../../lib/tag.ts'
import { type Bound, type Condition, lookUp, type QuerySource, type Rule, shapeKey } from '../../../query/condition.ts'

/** How a list shows series: `series` has only the first occurrence of each in it (contract C3.3). */
export const collapse: ParamType<'series'> = {
  schema: { type: 'string', enum: ['series'] },
  index: { type: 'string' },
  read: (raw) => (raw === 'series' ? raw : invalid('It must be series.')),
}

/** The list in which the first occurrence of each series is looked for: its span, and what else its events meet. */
type Listed = { readonly range: TimeSpan; readonly conditions: readonly Condition<'event'>[] }

/** The values that the conditions have looked up. */
type Found = { readonly range: TimeSpan; readonly values: readonly unknown[] }

/** The conditions as a shape: the texts of statements with equal keys are equal. */
type Shape = { readonly conditions: readonly Condition<'event'>[]; readonly toString: () => string }

/**
 * Keeps only the first occurrence of each series among the events of the list, and all events outside of series. One index seek for each
 * series finds the first occurrences; the total still tests every event of the window, so it takes longer the more occurrences there are.
 */
export const isFirstOfSeries: Rule<'event', Listed, Shape, Found> = {
  shape: ({ conditions }) => ({ conditions, toString: () => `(${shapeKey(conditions)})` }),
  lookUp: async (database, context, { range, conditions }, dependency) => {
    const values = await Promise.all(conditions.map((one) => lookUp(database, context, one, dependency)))
    return { range, values }
  },
  where: (bound, { conditions }) => {
    const eb = expressionBuilder<Schema, 'event'>()
    const [from, until] = [bound.param(({ range }) => range.from), bound.param(({ range }) => range.until)]
    const met = conditions.map(({ rule, shape }, at) => rule.where(valuesAt(bound, at), shape)(eb))
    return () => sql<SqlBool>`(event.series_id is null or event.id in (
      select first_id from (
        select (select event.id from event
          where event.series_id = series.id and event.start_utc >= ${from} and event.start_utc < ${until}
            and ${sql.join(met, sql` and `)}
          order by event.start_utc, event.id limit 1) as first_id
        from series) as firsts
      where first_id is not null))`
  },
}

/** Leaves out all but the first occurrence of each series; the events are few, and in the order of their start. */
export const leaveOutRepeats = (
  { database, dependency }: QuerySource,
  ids: readonly number[],
): Promise<readonly number[]> => {
  if (ids.length < 2) return Promise.resolve(ids)
  return cachedResult(dependency, `first of each series ${hashTag(ids.join())}`, async () => {
    const seriesById = new Map<number, number>()
    for (let at = 0; at < ids.length; at += portion) {
      // Other requests are answered in between.
      if (at > 0) await nextTurn()
      const rows = await readStatement(database, 'series of events', () => seriesOfEach(database), [
        database.dialect.encodeIds(ids.slice(at, at + portion)),
      ])
      for (const [id, series] of rows) seriesById.set(Number(id), Number(series))
    }
    return firstOfEach(ids, (id) => seriesById.get(id))
  })
}

/** Events whose series are read at once. */
const portion = 500

const seriesOfEach = ({ dialect }: Database): RawBuilder<unknown> =>
  sql`select event.id, event.series_id from ${dialect.eachOf(sql`${''}`, 'event', 'id')}
    where event.id = listed.value and event.series_id is not null`

/** The parameters of one of the conditions. */
const valuesAt = (bound: Bound<Found>, at: number): Bound<unknown> => ({
  ...bound,
  param: (read) => bound.param(({ values }, context) => read(values[at], context)),
  isIn: (column, read) => bound.isIn(column, ({ values }, context) => read(values[at], context)),
  isText: (column, read) => bound.isText(column, ({ values }, context) => read(values[at], context)),
})
