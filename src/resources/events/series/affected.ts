import type { RequestContext } from '../../../core/context.ts'
import { forbidden, mayEdit } from '../../../core/policy.ts'
import type { Db } from '../../../db/database.ts'
import { nowText } from '../../../lib/time-zone.ts'
import type { Scope } from './params.ts'
import { splitSeries } from './split.ts'
import { type Occurrence, readOccurrences } from './stored.ts'
import type { SeriesRow } from './times.ts'

/** The occurrences that a write is about, those in the trash too, and whether they are all of their series. */
export type Affected = { readonly rows: readonly Occurrence[]; readonly isWhole: boolean }

/**
 * The occurrences that a write of one of them with a scope is about (contract C3.4).
 * @throws ApiError `rest_forbidden` where the caller may not change one of them.
 */
export const findAffected = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  addressed: Occurrence,
  scope: Exclude<Scope, 'this'>,
): Promise<Affected> => {
  const all = await readOccurrences(db, series.id)
  const isAffected = (row: Occurrence) => scope === 'all' || row.recurrence_id >= addressed.recurrence_id
  const rows = all.filter(isAffected)
  for (const row of rows)
    if (!mayEdit(context.caller, row))
      throw forbidden(context.caller, `You may not change the event ${row.id} of this series.`)
  return { rows, isWhole: rows.length === all.length }
}

/** Makes a series of their own of the affected occurrences, where they are not the whole one, and returns them as they are in it. */
export const separate = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  addressed: Occurrence,
  { rows, isWhole }: Affected,
): Promise<{ readonly series: SeriesRow; readonly rows: readonly Occurrence[] }> => {
  if (isWhole) return { series, rows }
  const rest = await splitSeries(db, series, addressed, nowText(context.now()))
  return { series: rest, rows: rows.map((row) => ({ ...row, series_id: rest.id })) }
}
