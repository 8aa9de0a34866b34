import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { ImageWanted } from '../media/intake.ts'
import type { BatchResult, Outcome } from './work.ts'

/** Records what some items created and the progress of the import, in the transaction of these items, so that a crash repeats none. */
export const trackProgress =
  (import_id: number, now: number) =>
  async (db: Db, last: number, work: () => Promise<BatchResult>): Promise<BatchResult> => {
    const { kysely } = db
    const before = await newestRevision(db)
    const result = await work()
    const revision_id = await newestRevision(db)
    // The history also contains the venues, organizers and terms of the events. Nobody else writes meanwhile.
    const written = await kysely
      .selectFrom('revision')
      .select(['record_id', 'kind', 'action'])
      .where('id', '>', before)
      .execute()
    const created = written.filter(({ action }) => action === 'created')
    const modified_utc = nowText(now)
    const isTerm = ({ kind }: (typeof created)[number]): boolean => kind === 'category' || kind === 'tag'
    const terms = created.filter(isTerm).map(({ record_id }) => ({ import_id, term_id: record_id }))
    const records = created
      .filter((one) => !isTerm(one))
      .map(({ record_id }) => ({ import_id, record_id, modified_utc, revision_id }))
    if (records.length > 0) await kysely.insertInto('import_record').values(records).execute()
    if (terms.length > 0) await kysely.insertInto('import_term').values(terms).execute()
    const changed = written.filter(({ action }) => action !== 'created').map(({ record_id }) => record_id)
    if (changed.length > 0) await trackChanged(db, import_id, changed, revision_id)
    // Records whose images are fetched now follow by themselves: until then the import is only as far as the one before the first of them.
    const waiting = [...result.refusals].flatMap(([{ item }, error]) =>
      error instanceof ImageWanted ? [item.number - 1] : [],
    )
    const outcomes = [...result.outcomes.values()]
    const count = (done: Outcome['done']): number =>
      outcomes.filter((one) => one.done === done).length -
      outcomes.filter((one) => 'was' in one && one.was === done).length
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

const newestRevision = async ({ kysely }: Db): Promise<number> => {
  const newest = kysely.selectFrom('revision').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
  return Number((await newest.executeTakeFirstOrThrow()).id)
}

/** What an import changes of its own records, such as an occurrence of a series, is no change by somebody. */
const trackChanged = async (
  { kysely, dialect }: Db,
  importId: number,
  ids: readonly number[],
  revisionId: number,
): Promise<void> => {
  await sql`update import_record
    set revision_id = ${revisionId},
      modified_utc = coalesce((select modified_utc from event where id = record_id), modified_utc)
    where import_id = ${importId} and (${dialect.isIn(sql.ref('record_id'), ids)} or record_id in (
      select id from event where series_id in (select series_id from event where ${dialect.isIn(sql.ref('id'), ids)})
    ))`.execute(kysely)
}
