import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { ImageWanted } from '../media/intake.ts'
import type { BatchResult, Outcome } from './apply.ts'

/** Records what some items created and the progress of the import, in the transaction of these items, so that a crash repeats none. */
export const noteBy =
  (import_id: number, now: number) =>
  async (db: Db, last: number, work: () => Promise<BatchResult>): Promise<BatchResult> => {
    const { kysely } = db
    const newest = kysely.selectFrom('revision').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
    const { id: before } = await newest.executeTakeFirstOrThrow()
    const result = await work()
    // The history also contains the venues, organizers and terms of the events. Nobody else writes meanwhile.
    const created = await kysely
      .selectFrom('revision')
      .select(['record_id', 'kind'])
      .where('id', '>', Number(before))
      .where('action', '=', 'created')
      .execute()
    const modified_utc = nowText(now)
    const isTerm = ({ kind }: (typeof created)[number]): boolean => kind === 'category' || kind === 'tag'
    const terms = created.filter(isTerm).map(({ record_id }) => ({ import_id, term_id: record_id }))
    const records = created
      .filter((one) => !isTerm(one))
      .map(({ record_id }) => ({ import_id, record_id, modified_utc }))
    if (records.length > 0) await kysely.insertInto('import_record').values(records).execute()
    if (terms.length > 0) await kysely.insertInto('import_term').values(terms).execute()
    // Records whose images are fetched now follow by themselves: until then the import is only as far as the one before the first of them.
    const waiting = [...result.refusals].flatMap(([{ item }, error]) =>
      error instanceof ImageWanted ? [item.number - 1] : [],
    )
    const outcomes = [...result.outcomes.values()]
    const count = (done: Outcome['done']): number => outcomes.filter((one) => one.done === done).length
    await kysely
      .updateTable('import')
      .set((eb) => ({
        done: Math.min(last, ...waiting),
        created: eb('created', '+', count('created')),
        updated: eb('updated', '+', count('updated')),
        unchanged: eb('unchanged', '+', count('unchanged')),
        skipped: eb('skipped', '+', count('skipped')),
        beat_utc: modified_utc,
      }))
      .where('id', '=', import_id)
      .execute()
    return result
  }
