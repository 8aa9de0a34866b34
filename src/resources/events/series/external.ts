import { sql } from 'kysely'
import type { RequestContext } from '../../../core/context.ts'
import { selectPosts } from '../../../core/stored-post.ts'
import type { Db } from '../../../db/database.ts'
import { runStatement } from '../../../db/statement.ts'
import { toEpoch } from '../../../lib/time-zone.ts'
import { placeRecurrence, writeRecurrence } from '../../../recurrence/recurrence.ts'
import { decideDates } from '../dates.ts'
import type { EventValues } from './create.ts'
import { dateFields } from './own-fields.ts'
import { type Occurrence, readTemplate } from './stored.ts'
import { dateColumns, datesAt, later, refusing, type SeriesRow, seriesStart, seriesTimes } from './times.ts'

/** The occurrence that stands for a series where another system names it: the first that is not in the trash, or else the first. */
export const findFirst = async (db: Db, seriesId: number): Promise<Occurrence | undefined> => {
  const build = () =>
    selectPosts(db, 'event')
      .where('event.series_id', '=', 0)
      .orderBy(sql`(event.status = 'trash')`)
      .orderBy('event.recurrence_id')
      .limit(sql<number>`${1}`)
  const [row] = await runStatement<Occurrence>(db, 'first of series', build, [seriesId, 1])
  return row
}

/** A change of a series by one of its occurrences. */
type Addressed = { readonly row: Occurrence; readonly values: EventValues }

/**
 * The occurrence by which a whole series is changed, and the values for it, where the payload speaks of the series as on its creation: its
 * dates are those of the first occurrence. The addressed occurrence differs in as little as possible from the series; it is moved by as much
 * as the beginning. Times and a rule that the series already has are left out.
 */
export const addressSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  first: Occurrence,
  sent: EventValues,
): Promise<Addressed> => {
  const row = first.own_fields === '' ? first : ((await readTemplate(db, series.id)) ?? first)
  const beginning = { ...row, ...datesAt(series, series.start_date) }
  const dates = decideDates(context, sent, beginning)
  const isMoved = dateColumns.some((column) => dates[column] !== beginning[column])
  const { recurrence, start_date: _, end_date: __, ...others } = sent
  const { start, zone, isAllDay } = seriesStart(seriesTimes(dates))
  const text = recurrence && writeRecurrence(refusing(() => placeRecurrence(recurrence, start, zone, isAllDay)))
  if (!isMoved && (text === undefined || text === series.recurrence)) {
    const entries = Object.entries(others).filter(([name]) => !dateFields.some((one) => one === name))
    return { row, values: Object.fromEntries(entries) }
  }
  const kept = recurrence === undefined ? others : { ...others, recurrence }
  if (!isMoved) return { row, values: kept }
  const seconds = (toEpoch(row.recurrence_id) - toEpoch(series.start_date)) / 1000
  const moved = { start_date: later(dates.start_date, seconds), end_date: later(dates.end_date, seconds) }
  return { row, values: { ...kept, ...moved } }
}
