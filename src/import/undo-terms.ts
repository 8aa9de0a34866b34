import type { RequestContext } from '../core/context.ts'
import type { TermRow } from '../core/params.ts'
import type { Db } from '../db/database.ts'
import { removeTerm } from '../resources/shared/term.ts'
import type { Kept, Portion } from './undo-records.ts'

/** Terms that share a transaction. */
const portion = 20

/** Undoes the next categories and tags of an import, children before their parents; returns undefined when none are left. */
export const undoTerms = async (db: Db, context: RequestContext, importId: number): Promise<Portion | undefined> => {
  const { kysely } = db
  const rows = await kysely
    .selectFrom('import_term')
    .innerJoin('term', 'term.id', 'import_term.term_id')
    .selectAll('term')
    .where('import_term.import_id', '=', importId)
    .orderBy('import_term.term_id', 'desc')
    .limit(portion)
    .execute()
  if (rows.length === 0) return undefined
  const kept: Kept[] = []
  const unchanged = await findUnchanged(db, rows)
  for (const row of rows) {
    if (!unchanged.has(row.id) || (await isUsed(db, row))) {
      kept.push({ id: row.id, kind: row.taxonomy, title: row.name })
      const note = kysely.deleteFrom('import_term').where('import_id', '=', importId)
      await note.where('term_id', '=', row.id).execute()
    } else await removeTerm(db, context, row)
  }
  return { removed: rows.length - kept.length, kept }
}

/** Whether an event or a child term uses it. */
const isUsed = async ({ kysely }: Db, { id }: TermRow): Promise<boolean> => {
  const links = kysely.selectFrom('event_term').select('event_id as id').where('term_id', '=', id).limit(1)
  const below = kysely.selectFrom('term').select('id').where('parent_id', '=', id).limit(1)
  for (const found of [links, below]) if (await found.executeTakeFirst()) return true
  return false
}

/** The terms that nobody has changed; none if the history of the import has been removed, because then this is unknown. */
const findUnchanged = async ({ kysely, dialect }: Db, terms: readonly TermRow[]): Promise<ReadonlySet<number>> => {
  const ids = terms.map(({ id }) => id)
  const history = kysely
    .selectFrom('revision')
    .select(['record_id', 'action'])
    .where('kind', 'in', ['category', 'tag'])
    .where((eb) => dialect.isIn(eb.ref('record_id'), ids))
  const rows = await history.execute()
  const having = (wanted: string) => rows.filter(({ action }) => action === wanted).map((row) => row.record_id)
  const changed = new Set(having('updated'))
  return new Set(having('created').filter((id) => !changed.has(id)))
}
