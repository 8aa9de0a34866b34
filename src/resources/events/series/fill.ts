import { type RequestContext, stampAt } from '../../../core/context.ts'
import type { Database, Db } from '../../../db/database.ts'
import { addDays, endOfDay, nowText } from '../../../lib/time-zone.ts'
import { loadLinks } from '../links.ts'
import { findSeries, insertOccurrences, readOccurrences, readTemplate, updateSeries } from './stored.ts'
import { expandSeries, findHorizon, readRecurrence } from './times.ts'

type Now = Pick<RequestContext, 'config' | 'now'>

/** Days by which the horizon may move before series are filled again. */
const slack = 7

/** The ids of the series whose occurrences end a week or more before the horizon (contract C3.2). */
export const findUnfilled = async ({ kysely }: Pick<Database, 'kysely'>, context: Now): Promise<number[]> => {
  const today = nowText(context.now())
  const rows = await kysely
    .selectFrom('series')
    .select('id')
    .where('filled_until', '<>', '')
    .where('filled_until', '<', addDays(findHorizon(context, today), -slack))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('event')
          .select('event.id')
          .whereRef('event.series_id', '=', 'series.id')
          .where('event.status', '<>', 'trash'),
      ),
    )
    .orderBy('filled_until')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds the occurrences of a series that lie between the day up to which it was filled and the horizon. */
export const fillSeries = async (db: Db, context: Now, id: number): Promise<void> => {
  const series = await findSeries(db, 'id', id)
  if (!series || series.filled_until === '') return
  const template = await readTemplate(db, id)
  if (!template) return
  const there = new Set((await readOccurrences(db, id)).map(({ recurrence_id }) => recurrence_id))
  const { starts, filled_until } = expandSeries(context, series, readRecurrence(series), there.size)
  const until = endOfDay(filled_until || (starts.at(-1) ?? series.filled_until))
  if (until <= series.filled_until) return
  const missing = starts.filter((start) => start > series.filled_until && !there.has(start))
  const like = { row: template, links: await loadLinks(db, template.id) }
  await insertOccurrences(
    db,
    { stamp: () => stampAt(context.now(), context.config.zone) },
    series,
    like,
    missing,
    starts,
  )
  await updateSeries(db, id, { filled_until })
}
