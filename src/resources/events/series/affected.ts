import type { RequestContext } from '../../../core/context.ts'
import { forbidden, mayEdit } from '../../../core/policy.ts'
import type { Db } from '../../../db/database.ts'
import { noExternalId } from '../../shared/external-id.ts'
import type { Scope } from './params.ts'
import { splitSeries } from './split.ts'
import { type Occurrence, readOccurrences } from './stored.ts'
import type { SeriesRow } from './times.ts'

/** The occurrences that a write is about, those in the trash too, and the first one of their series. */
export type Affected = { readonly rows: readonly Occurrence[]; readonly first: Occurrence }

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
  return { rows, first: all[0] ?? addressed }
}

/** Makes a series of their own of the affected occurrences, where they are not the whole one, and returns them as they are in it. */
export const separate = async (
  db: Db,
  context: RequestContext,
  series: SeriesRow,
  addressed: Occurrence,
  { rows, first }: Affected,
): Promise<{ readonly series: SeriesRow; readonly rows: readonly Occurrence[] }> => {
  if (rows.some(({ id }) => id === first.id)) return { series, rows }
  const places = { at: addressed.recurrence_id, first: first.recurrence_id }
  const rest = await splitSeries(db, series, places, context.stamp().utc)
  return { series: rest, rows: rows.map((row) => ({ ...row, series_id: rest.id, ...noExternalId })) }
}
