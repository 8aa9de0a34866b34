import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import type { Schema, Taxonomy } from '../../db/schema.ts'
import { slugify } from '../../lib/slug.ts'
import { keyOf } from '../../lib/text.ts'
import { type Given, rowsBy } from '../../query/statement-cache.ts'
import type { PostChange } from '../shared/post-definition.ts'
import { createTerm, type TermValues } from '../shared/term.ts'
import type { TermInput } from '../shared/term-input.ts'

/** The terms of an event. */
export const termIdsOf = async (db: Db, eventId: number): Promise<number[]> => {
  return (await readTermIds(db, eventId)).map(({ term_id }) => term_id)
}

const readTermIds = rowsBy((kysely, { param }: Given<number>) =>
  kysely
    .selectFrom('event_term')
    .select('term_id')
    .where(
      'event_id',
      '=',
      param((id) => id),
    ),
)

/** All terms of an event after a change; those that it removes are unlinked. */
export const linkTerms = async (
  db: Db,
  context: RequestContext,
  { id, values }: PostChange<'event'>,
  before: readonly number[],
): Promise<readonly number[]> => {
  let ids = before
  for (const [name, taxonomy] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const inputs = values[name] as readonly TermInput[] | undefined
    if (inputs === undefined) continue
    // Of a new event the others are those that it has just been given.
    const others = before.length > 0 ? await otherTerms(db, ids, taxonomy) : ids
    ids = [...others, ...(await termIds(db, context, taxonomy, inputs))]
  }
  const removed = before.filter((term) => !ids.includes(term))
  if (removed.length > 0) {
    await db.kysely
      .deleteFrom('event_term')
      .where('event_id', '=', id)
      .where((eb) => db.dialect.isIn(eb.ref('term_id'), removed))
      .execute()
  }
  return ids
}

/** The terms among `ids` of the other taxonomy than the one that is written. */
const otherTerms = async (db: Db, ids: readonly number[], taxonomy: Taxonomy): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await db.kysely
    .selectFrom('term')
    .select('id')
    .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
    .where('taxonomy', '<>', taxonomy)
    .execute()
  return rows.map((row) => row.id)
}

const termIds = async (
  db: Db,
  context: RequestContext,
  taxonomy: Taxonomy,
  inputs: readonly TermInput[],
): Promise<readonly number[]> => {
  const ids = new Set<number>()
  for (const input of inputs) ids.add('id' in input ? input.id : await findOrCreateTerm(db, context, taxonomy, input))
  return [...ids]
}

/** Looks again inside the transaction: the same payload, or another writer, may have made the term meanwhile. */
const findOrCreateTerm = async (
  db: Db,
  context: RequestContext,
  taxonomy: Taxonomy,
  input: Exclude<TermInput, { id: number }>,
): Promise<number> => {
  const values: TermValues = 'named' in input ? { name: input.named } : input.create
  const known = await findTermRow(db, taxonomy, values)
  if (known) return known.id
  const writeRight = taxonomy === 'category' ? 'publish' : 'edit-others'
  return (await createTerm(db, context, { taxonomy, writeRight }, values)).id
}

const findTermRow = (
  db: Db,
  taxonomy: Taxonomy,
  { name = '', parent }: TermValues,
): Promise<Pick<Selectable<Schema['term']>, 'id'> | undefined> =>
  db.kysely
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where((eb) =>
      parent === undefined
        ? eb.or([eb('slug', '=', slugify(name)), eb('name_key', '=', keyOf(name))])
        : eb.and([eb('name_key', '=', keyOf(name)), eb('parent_id', '=', parent)]),
    )
    .orderBy('id')
    .executeTakeFirst()
