import { listedStatuses } from '../../core/policy.ts'
import { idsOf } from '../../db/statement.ts'
import { keyedIds } from '../../query/condition.ts'
import { listByDay } from '../../query/day-counters.ts'
import { fewRows, type QuerySource } from '../../query/find-ids.ts'
import { type IndexScan, scanStatements } from '../../query/index-scan.ts'
import { bind } from '../../query/statement-cache.ts'
import { type EventQuery, type EventSet, idsWithin, partOf, readEventSet, scanBy, shortestOf } from './scans.ts'

/**
 * Finds the few events among which all events of a list are, by its window and those conditions which an index knows; the others are not
 * tested. Undefined where there are more than a request reads by itself.
 */
export const findCandidates = async (
  source: QuerySource,
  query: EventQuery,
  /** The values that the rules of the conditions have looked up. */
  values: readonly unknown[],
): Promise<readonly number[] | undefined> => {
  const visible = listedStatuses(source.context.caller, query.statuses)
  const { where, range } = query
  const most = fewRows.tested
  if (where.length === 0 && visible.own.length === 0) {
    const list = (limit: number) => listByDay(source, visible.statuses, range, { limit, offset: 0 })
    const { total } = await list(0)
    return total > most ? undefined : (await list(most)).ids
  }
  const scans: IndexScan[] = []
  const reading: Promise<EventSet | undefined>[] = []
  for (const [at, { rule }] of where.entries()) {
    if (!rule.key) continue
    if (keyedIds(values, at).length === 0) {
      // Nobody waits for what is read already.
      void Promise.allSettled(reading)
      return []
    }
    const scan = scanBy(query, visible, values, at)
    scans.push(scan)
    if (visible.own.length === 0) reading.push(readEventSet(source, scan, rule.facets?.(values[at])))
  }
  const sets = (await Promise.all(reading)).filter((set) => set !== undefined)
  if (sets.length > 0) return idsWithin(sets, range)
  const all = scanBy({ ...query, where: [] }, visible, [], -1)
  const { scan, count } = await shortestOf(source, all, scans)
  return count > most ? undefined : await readIds(source, scan)
}

const readIds = async ({ database, context }: QuerySource, scan: IndexScan): Promise<readonly number[]> => {
  const whole: IndexScan = { ...scan, tests: [], values: [] }
  const { page } = scanStatements(database, context.caller.role, whole)
  return idsOf(await database.query(page.text, bind(page, partOf(whole, fewRows.tested), context)), 1)
}
