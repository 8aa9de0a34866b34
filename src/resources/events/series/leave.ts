import type { RequestContext } from '../../../core/context.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/write-rows.ts'
import { nowText } from '../../../lib/time-zone.ts'
import { writeRecurrence } from '../../../recurrence/recurrence.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { updatePost } from '../../shared/post-write.ts'
import { eventDefinition } from '../definition.ts'
import type { EventLinks } from '../relations.ts'
import type { EventValues } from './create.ts'
import type { Scope } from './params.ts'
import { splitSeries } from './split.ts'
import { deleteEmptySeries, deleteOccurrences, type Occurrence, readOccurrences, updateSeries } from './stored.ts'
import { recurrenceOf, type SeriesRow } from './times.ts'

const alone = { series_id: null, recurrence_id: null, own_fields: '' }

/**
 * Takes an occurrence out of its series: it is a single event from then on. With `this` the series goes on without it, with `following` it
 * ends before it, and with `all` nothing else remains of the series but its exceptions, as single events too.
 */
export const leaveSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  current: StoredRecord<'event', EventLinks> & { readonly row: Occurrence },
  { recurrence: _, scope: __, ...values }: EventValues,
  scope: Scope,
): Promise<StoredRecord<'event', EventLinks>> => {
  const { row, links } = current
  const left = scope === 'following' ? await endSeriesBefore(db, context, series, row) : series
  const others = (await readOccurrences(db, left.id)).filter(({ id }) => id !== row.id)
  await updateRow(db, 'event', row.id, alone)
  if (scope === 'this') await exclude(db, context, series, row)
  else {
    for (const { id, own_fields } of others) if (own_fields !== '') await updateRow(db, 'event', id, alone)
    await deleteOccurrences(
      db,
      others.filter(({ own_fields }) => own_fields === '').map(({ id }) => id),
    )
  }
  await deleteEmptySeries(db, left.id)
  return updatePost(db, context, eventDefinition, { row: { ...row, ...alone }, links }, values)
}

/** Ends a series before an occurrence, and returns the one that it begins; its own where it is the first. */
export const endSeriesBefore = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  row: Occurrence,
): Promise<SeriesRow> => {
  const [first] = await readOccurrences(db, series.id)
  if (!first || first.recurrence_id >= row.recurrence_id) return series
  return splitSeries(db, series, row, nowText(context.now()))
}

/** The rule of the series no longer gives the start of an occurrence. */
export const exclude = async (db: Db, context: RequestContext, series: SeriesRow, row: Occurrence): Promise<void> => {
  const recurrence = recurrenceOf(series)
  const exdate = [...recurrence.exdate, { local: row.recurrence_id, isDay: series.all_day === 1 }]
  const changed = { recurrence: writeRecurrence({ ...recurrence, exdate }), modified_utc: nowText(context.now()) }
  await updateSeries(db, series.id, changed)
}
