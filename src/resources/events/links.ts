import type { Selectable } from 'kysely'
import type { Scope } from '../../context.ts'
import { invalidParams } from '../../crud/errors.ts'
import type { ParamTable, Values } from '../../crud/params.ts'
import { mayRead } from '../../crud/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Schema, Taxonomy } from '../../db/schema.ts'
import type { LinkInput } from '../../kinds/link-input.ts'
import type { LinkedTable } from '../../kinds/linked-filters.ts'
import type { PostChange } from '../../kinds/post-definition.ts'
import { createPost } from '../../kinds/post-write.ts'
import { createTerm, type TermValues } from '../../kinds/term.ts'
import type { TermInput } from '../../kinds/term-input.ts'
import { slugify } from '../../lib/slug.ts'
import { keyOf } from '../../lib/text.ts'
import { ImageWanted } from '../../media/intake.ts'
import { organizerDefinition } from '../organizers/definition.ts'
import { venueDefinition } from '../venues/definition.ts'

/**
 * Stores what an event links to, after its own row: venues and organizers in their order, terms, and the counters of terms.
 * Nested records are created in the same transaction, under the same policy as on their own routes (contract B5.4, B7.5).
 */
export const writeLinks = async (db: Db, scope: Scope, change: PostChange<'event'>): Promise<void> => {
  const termsBefore = change.before ? await termIdsOf(db, change.id) : []
  if (change.after) {
    await writeRecordLinks(db, scope, 'venue', change)
    await writeRecordLinks(db, scope, 'organizer', change)
    await writeTermLinks(db, scope, change, termsBefore)
  }
  const termsAfter = change.after ? await termIdsOf(db, change.id) : []
  const counted = (row: PostChange<'event'>['before'], ids: readonly number[]) => (row?.status === 'publish' ? ids : [])
  await countTerms(db, counted(change.before, termsBefore), counted(change.after, termsAfter))
}

const termIdsOf = async (db: Db, eventId: number): Promise<number[]> => {
  const rows = await db.kysely.selectFrom('event_term').select('term_id').where('event_id', '=', eventId).execute()
  return rows.map(({ term_id }) => term_id)
}

/** Moves the counters of published events by what a change took away and brought. */
export const countTerms = async (db: Db, before: readonly number[], after: readonly number[]): Promise<void> => {
  const move = async (ids: readonly number[], by: number): Promise<void> => {
    if (ids.length === 0) return
    await db.kysely
      .updateTable('term')
      .set((eb) => ({ count: eb('count', '+', by) }))
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .execute()
  }
  await move(
    before.filter((id) => !after.includes(id)),
    -1,
  )
  await move(
    after.filter((id) => !before.includes(id)),
    1,
  )
}

const writeRecordLinks = async (
  db: Db,
  scope: Scope,
  table: LinkedTable,
  { id, values }: PostChange<'event'>,
): Promise<void> => {
  const inputs = values[table] as readonly LinkInput[] | undefined
  if (inputs === undefined) return
  const present = await linkedRows(db, table, id)
  const ids: number[] = []
  for (const input of inputs) {
    const linked = 'id' in input ? input.id : await createLinked(db, scope, table, input.create)
    if (!ids.includes(linked)) ids.push(linked)
  }
  const known = present.map((row) => row.id)
  await refuseHidden(
    db,
    scope,
    table,
    inputs.flatMap((input) => ('id' in input && !known.includes(input.id) ? [input.id] : [])),
  )
  // Who does not see a link cannot mean to remove it (contract B5.3, B7.2).
  for (const [position, row] of present.entries()) {
    if (!mayRead(scope.caller, row) && !ids.includes(row.id)) ids.splice(position, 0, row.id)
  }
  await replaceLinks(db, table, id, ids)
}

type Linked = Pick<Selectable<Schema['venue']>, 'id' | 'author_id' | 'status' | 'trashed_from'>

const linkedRows = (db: Db, table: LinkedTable, eventId: number): Promise<Linked[]> =>
  table === 'venue'
    ? db.kysely
        .selectFrom('event_venue')
        .innerJoin('venue', 'venue.id', 'event_venue.venue_id')
        .select(['venue.id', 'venue.author_id', 'venue.status', 'venue.trashed_from'])
        .where('event_id', '=', eventId)
        .orderBy('position')
        .execute()
    : db.kysely
        .selectFrom('event_organizer')
        .innerJoin('organizer', 'organizer.id', 'event_organizer.organizer_id')
        .select(['organizer.id', 'organizer.author_id', 'organizer.status', 'organizer.trashed_from'])
        .where('event_id', '=', eventId)
        .orderBy('position')
        .execute()

/** What the caller may not read, or lies in the trash, is not there to be linked. */
const refuseHidden = async (db: Db, scope: Scope, table: LinkedTable, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const rows = await db.kysely
    .selectFrom(table as 'venue')
    .select(['id', 'author_id', 'status', 'trashed_from'])
    .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
    .execute()
  const bad = rows.filter((row) => row.status === 'trash' || !mayRead(scope.caller, row)).map((row) => row.id)
  if (bad.length > 0)
    throw invalidParams(new Map([[table, `No ${table} that you may read has the id ${bad.join(', ')}.`]]))
}

const replaceLinks = async (db: Db, table: LinkedTable, id: number, ids: readonly number[]): Promise<void> => {
  if (table === 'venue') {
    await db.kysely.deleteFrom('event_venue').where('event_id', '=', id).execute()
    const rows = ids.map((venue_id, position) => ({ event_id: id, venue_id, position }))
    if (rows.length > 0) await db.kysely.insertInto('event_venue').values(rows).execute()
  } else {
    await db.kysely.deleteFrom('event_organizer').where('event_id', '=', id).execute()
    const rows = ids.map((organizer_id, position) => ({ event_id: id, organizer_id, position }))
    if (rows.length > 0) await db.kysely.insertInto('event_organizer').values(rows).execute()
  }
}

const createLinked = async (
  db: Db,
  scope: Scope,
  table: LinkedTable,
  values: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const payload = values as Values<ParamTable>
  try {
    const row =
      table === 'venue'
        ? await createPost(db, scope, venueDefinition, payload)
        : await createPost(db, scope, organizerDefinition, payload)
    return row.id
  } catch (error) {
    throw error instanceof ImageWanted ? new ImageWanted(error.url, table) : error
  }
}

const writeTermLinks = async (
  db: Db,
  scope: Scope,
  { id, values }: PostChange<'event'>,
  before: readonly number[],
): Promise<void> => {
  let ids = [...before]
  for (const [name, taxonomy] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const inputs = values[name] as readonly TermInput[] | undefined
    if (inputs === undefined) continue
    const others = await otherTerms(db, ids, taxonomy)
    ids = [...others, ...(await termIds(db, scope, taxonomy, inputs))]
  }
  const added = ids.filter((term) => !before.includes(term))
  const removed = before.filter((term) => !ids.includes(term))
  if (removed.length > 0) {
    await db.kysely
      .deleteFrom('event_term')
      .where('event_id', '=', id)
      .where((eb) => db.dialect.isIn(eb.ref('term_id'), removed))
      .execute()
  }
  const rows = added.map((term_id) => ({ event_id: id, term_id }))
  if (rows.length > 0) await db.kysely.insertInto('event_term').values(rows).execute()
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
  scope: Scope,
  taxonomy: Taxonomy,
  inputs: readonly TermInput[],
): Promise<readonly number[]> => {
  const ids = new Set<number>()
  for (const input of inputs) ids.add('id' in input ? input.id : await findOrCreateTerm(db, scope, taxonomy, input))
  return [...ids]
}

/** Looks again inside the transaction: the same payload, or another writer, may have made the term meanwhile. */
const findOrCreateTerm = async (
  db: Db,
  scope: Scope,
  taxonomy: Taxonomy,
  input: Exclude<TermInput, { id: number }>,
): Promise<number> => {
  const values: TermValues = 'named' in input ? { name: input.named } : input.create
  const known = await findTermRow(db, taxonomy, values)
  if (known) return known.id
  const writeRight = taxonomy === 'category' ? 'publish' : 'edit-others'
  return (await createTerm(db, scope, { taxonomy, writeRight }, values)).id
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
