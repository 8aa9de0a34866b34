import type { RequestContext } from '../../../core/context.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/statement.ts'
import { writeRecurrence } from '../../../recurrence/recurrence.ts'
import { noExternalId } from '../../shared/external-id.ts'
import { updatePost } from '../../shared/post.ts'
import type { StoredRecord } from '../../shared/post-definition.ts'
import { modifiedNow } from '../../shared/post-publication.ts'
import { eventDefinition } from '../definition.ts'
import type { EventLinks } from '../links.ts'
import type { EventValues } from './create.ts'
import { type Affected, splitOff } from './split.ts'
import { deleteEmptySeries, deleteOccurrences, type Occurrence, updateSeries } from './stored.ts'
import { readRecurrence, type SeriesRow } from './times.ts'

const alone = { series_id: null, recurrence_id: null, own_fields: '' }

/**
 * Takes an occurrence out of its series: it is a single event from then on. The series goes on without it or, where more than this occurrence
 * is affected, without these, of which nothing else remains but the exceptions, as single events too. The external id stays with the series
 * or, where nothing remains of that, with the addressed event.
 */
export const leaveSeries = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  current: StoredRecord<'event', EventLinks> & { readonly row: Occurrence },
  { recurrence: _, scope: __, ...values }: EventValues,
  affected: Affected | undefined,
): Promise<StoredRecord<'event', EventLinks>> => {
  const { row, links } = current
  await updateRow(db, 'event', row.id, alone)
  let isKept: boolean
  if (!affected) {
    await exclude(db, context, series, row)
    isKept = !(await deleteEmptySeries(db, series.id))
  } else {
    const left = await splitOff(db, context, series, row, affected)
    isKept = left.series.id !== series.id
    const others = left.rows.filter(({ id }) => id !== row.id)
    const single = { ...alone, ...noExternalId, ...modifiedNow(context) }
    for (const { id, own_fields } of others) if (own_fields !== '') await updateRow(db, 'event', id, single)
    await deleteOccurrences(
      db,
      others.filter(({ own_fields }) => own_fields === '').map(({ id }) => id),
    )
    await deleteEmptySeries(db, left.series.id)
  }
  return updatePost(
    db,
    context,
    eventDefinition,
    { row: { ...row, ...alone }, links },
    { ...(isKept ? noExternalId : {}), ...values },
  )
}

/** The rule of the series no longer gives the start of an occurrence. */
export const exclude = async (db: Db, context: RequestContext, series: SeriesRow, row: Occurrence): Promise<void> => {
  const recurrence = readRecurrence(series)
  const exdate = [...recurrence.exdate, { local: row.recurrence_id, isDay: series.all_day === 1 }]
  const changed = { recurrence: writeRecurrence({ ...recurrence, exdate }), modified_utc: context.stamp().utc }
  await updateSeries(db, series.id, changed)
}
