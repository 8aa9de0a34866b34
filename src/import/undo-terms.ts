import type { RequestContext } from '../core/context.ts'
import type { TermRow } from '../core/params.ts'
import type { Db } from '../db/database.ts'
import type { Taxonomy } from '../db/schema.ts'
import { removeTerm } from '../resources/shared/term.ts'

/** A category or a tag that an import has created. */
export type TermCreated = Pick<TermRow, 'id' | 'name'> & { readonly taxonomy: Taxonomy }

/**
 * The terms that an import has created and nobody has changed since, children before their parents. The history has them: written by the
 * same user at the moment of the import, among the first and the last record that it created. Where the history was removed, there are none.
 */
export const termsCreatedBy = async ({ kysely }: Db, importId: number): Promise<TermCreated[]> => {
  const span = await kysely
    .selectFrom('import_record')
    .innerJoin('revision', 'revision.record_id', 'import_record.record_id')
    .innerJoin('import', 'import.id', 'import_record.import_id')
    .select(['import.user_id', 'import_record.modified_utc'])
    .select((eb) => [eb.fn.min('revision.id').as('first'), eb.fn.max('revision.id').as('last')])
    .where('import_record.import_id', '=', importId)
    .where('revision.action', '=', 'created')
    .where('revision.kind', 'in', ['event', 'venue', 'organizer'])
    .groupBy(['import.user_id', 'import_record.modified_utc'])
    .execute()
  const terms: TermCreated[] = []
  // A restart divides an import into several runs, each with its moment.
  for (const { user_id, modified_utc, first, last } of span) {
    const created = kysely
      .selectFrom('revision')
      .leftJoin('term', (join) =>
        join.onRef('term.id', '=', 'revision.record_id').onRef('term.taxonomy', '=', 'revision.kind'),
      )
      .select(['term.id', 'term.name', 'term.taxonomy'])
      .where('revision.id', '<', Number(last))
    const ofImport = created
      .where('revision.action', '=', 'created')
      .where('revision.user_id', '=', user_id)
      .where('revision.date_utc', '=', modified_utc)
      .where('revision.id', '>', Number(first))
    terms.push(...(await ofImport.execute()).flatMap((row) => termOf(row) ?? []))
    // The terms of the first event are written right before it.
    const before = created
      .select(['revision.action', 'revision.user_id', 'revision.date_utc'])
      .where('revision.id', '<', Number(first))
      .orderBy('revision.id', 'desc')
      .limit(maxTermsBefore)
    for (const row of await before.execute()) {
      const term = termOf(row)
      const isOfImport = row.action === 'created' && row.user_id === user_id && row.date_utc === modified_utc
      if (!term || !isOfImport) break
      terms.push(term)
    }
  }
  return terms.sort((one, other) => other.id - one.id)
}

/** Most terms that the first event can bring. */
const maxTermsBefore = 1000

type Joined = { readonly [Name in keyof TermCreated]: TermCreated[Name] | null }

const termOf = ({ id, name, taxonomy }: Joined): TermCreated | undefined =>
  id === null || name === null || taxonomy === null ? undefined : { id, name, taxonomy }

/** Removes terms that no event has and that are above no other, and returns those that stay. */
export const removeCreatedTerms = async (
  db: Db,
  context: RequestContext,
  terms: readonly TermCreated[],
): Promise<TermCreated[]> => {
  const kept: TermCreated[] = []
  for (const term of terms) {
    const row = await db.kysely.selectFrom('term').selectAll().where('id', '=', term.id).executeTakeFirst()
    if (!row) continue
    if (await isUsed(db, term)) kept.push(term)
    else await removeTerm(db, context, row)
  }
  return kept
}

const isUsed = async ({ kysely }: Db, { id, taxonomy }: TermCreated): Promise<boolean> => {
  const links = kysely.selectFrom('event_term').select('event_id as id').where('term_id', '=', id).limit(1)
  const below = kysely.selectFrom('term').select('id').where('parent_id', '=', id).limit(1)
  const changes = kysely
    .selectFrom('revision')
    .select('id')
    .where('record_id', '=', id)
    .where('kind', '=', taxonomy)
    .where('action', '=', 'updated')
    .limit(1)
  for (const found of [links, below, changes]) if (await found.executeTakeFirst()) return true
  return false
}
