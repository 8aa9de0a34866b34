import { sql } from 'kysely'
import type { RequestContext } from '../../../core/context.ts'
import { readable } from '../../../core/policy.ts'
import type { Database } from '../../../db/database.ts'
import { nowText } from '../../../lib/time-zone.ts'

/**
 * The event to which the slug of a series leads (contract C3.2): the next occurrence that is not over, or the last one when all are; 0 where
 * the caller may read none.
 */
export const nextOccurrence = async (
  { kysely }: Pick<Database, 'kysely'>,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
  slug: string,
): Promise<number> => {
  const series = await kysely.selectFrom('series').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!series) return 0
  const isOver = sql`(end_utc <= ${nowText(now())})`
  const row = await kysely
    .selectFrom('event')
    .select('id')
    .where('series_id', '=', series.id)
    .where('status', '<>', 'trash')
    .where(readable(caller, 'event'))
    .orderBy(isOver)
    .orderBy(sql`case when ${isOver} then '' else start_utc end`)
    .orderBy('start_utc', 'desc')
    // Of several that start at the same time: the first by id as in lists, or the last if all are over.
    .orderBy(sql`case when ${isOver} then -id else id end`)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
