import { attempt } from '../db/savepoint.ts'
import { applyLate } from './apply.ts'
import type { Running } from './engine.ts'
import type { Incomplete } from './incomplete.ts'
import type { Item } from './item.ts'
import { promisedName } from './item-links.ts'
import { count, placeOf, type Result } from './result.ts'
import type { Outcome } from './work.ts'

/** Links to records that have come later are set when all are there. */
export const setLateLinks = async (
  to: Running,
  last: number,
  batchSize: number,
  { result, onBatch }: { readonly result: Result; readonly onBatch: () => boolean | Promise<boolean> },
): Promise<void> => {
  const { incomplete: late } = to
  while (late.length > 0) {
    if (!(await onBatch())) break
    const some = late.splice(0, batchSize)
    tellMissing(result, to.isDry ? promisedLate(to, some, result) : await importLate(to, some, last, result))
  }
  tellMissing(result, late)
}

const importLate = async (
  { database, context, run, around }: Running,
  late: readonly Incomplete[],
  last: number,
  result: Result,
): Promise<readonly Incomplete[]> => {
  const { outcomes, incomplete } = await database.transact((db) =>
    around(db, last, () => applyLate(db, context, late, { run, attempt })),
  )
  for (const [{ item }, outcome] of outcomes) recount(result, item, outcome)
  return incomplete
}

/** Of a dry run: what would be missing at its end. */
const promisedLate = ({ run }: Running, late: readonly Incomplete[], result: Result): readonly Incomplete[] =>
  late.map((one) => {
    const missing = one.missing.filter(({ kind, id }) => !run.promised?.has(promisedName(kind, id)))
    if (missing.length < one.missing.length && one.was === 'unchanged')
      recount(result, one.keyed.item, { done: 'updated', was: 'unchanged' })
    return { ...one, missing }
  })

const recount = (result: Result, item: Item, outcome: Outcome): void => {
  if (!('was' in outcome) || outcome.was === undefined) return
  count(result, item.kind, outcome.was, -1)
  count(result, item.kind, outcome.done)
  if (outcome.remark !== undefined) result.remarks.push({ ...placeOf(item), message: outcome.remark })
}

/** Names the links that are missing. */
export const tellMissing = (result: Result, incomplete: readonly Incomplete[]): void => {
  for (const { keyed, missing } of incomplete)
    for (const { kind, id } of missing) {
      const message = `It links to the ${kind} with the id ${id}, which is not imported from this source. Once it is, importing this again sets the link.`
      result.remarks.push({ ...placeOf(keyed.item), message })
    }
}
