import { sql } from 'kysely'
import type { TermRow } from '../../core/params.ts'
import type { Db } from '../../db/database.ts'

/** What a merge of terms does to them. */
export type MergedTerms = {
  /** The term into which each of the others is merged, by their ids. */
  readonly targets: ReadonlyMap<number, TermRow>
  /** The terms that get another parent, by that. */
  readonly moved: ReadonlyMap<number, readonly TermRow[]>
}

/**
 * Decides what becomes of terms that are merged into one. What is below them goes below that one; where it has a term of the same name, they
 * are merged as well, since there are no siblings of the same name. What the target lies in stays above it.
 */
export const planMerge = async (db: Db, from: readonly number[], target: TermRow): Promise<MergedTerms> => {
  const targets = new Map(from.map((id) => [id, target]))
  const moved = new Map<number, TermRow[]>()
  const above = await readAbove(db, target.id)
  // Those that are found on the way are visited too.
  for (const [id, into] of targets) {
    const arrived = moved.get(into.id) ?? []
    const beside = [...(await readBelow(db, into.id)), ...arrived].filter((row) => !targets.has(row.id))
    for (const row of await readBelow(db, id)) {
      if (targets.has(row.id) || above.has(row.id)) continue
      const namesake = beside.find(({ name_key }) => name_key === row.name_key)
      if (namesake) {
        if (namesake.id !== row.id) targets.set(row.id, namesake)
        continue
      }
      arrived.push(row)
      beside.push(row)
    }
    moved.set(into.id, arrived)
  }
  return { targets, moved }
}

const readBelow = ({ kysely }: Db, id: number): Promise<TermRow[]> =>
  kysely.selectFrom('term').selectAll().where('parent_id', '=', id).orderBy('id').execute()

/** The ids of a term and of those that it lies in. */
const readAbove = async ({ kysely }: Db, id: number): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select cast(${id} as bigint) union select term.parent_id from term join above on term.id = above.id)
    select id from above`.execute(kysely)
  return new Set(rows.map((row) => Number(row.id)))
}
