import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { mayRead } from '../../core/policy.ts'
import type { Db } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { ImageWanted } from '../../media/intake.ts'
import { rowsBy } from '../../query/statement-cache.ts'
import { organizerDefinition } from '../organizers/definition.ts'
import type { LinkInput } from '../shared/link-input.ts'
import type { LinkedTable } from '../shared/linked-filters.ts'
import type { PostChange } from '../shared/post-definition.ts'
import { createPost } from '../shared/post-write.ts'
import { venueDefinition } from '../venues/definition.ts'

/** The venues or organizers that a change has to link; where it says nothing of them, none, and what was linked stays. */
export const linkRecords = async (
  db: Db,
  context: RequestContext,
  table: LinkedTable,
  { id, values, before }: PostChange<'event'>,
  named: readonly Linked[],
): Promise<readonly number[]> => {
  const inputs = inputsOf(values, table)
  if (inputs === undefined) return []
  const present = before ? await linkedRows(db, { table, eventId: id }) : []
  const ids: number[] = []
  for (const input of inputs) {
    const linked = 'id' in input ? input.id : await createLinked(db, context, table, input.create)
    if (!ids.includes(linked)) ids.push(linked)
  }
  const known = present.map((row) => row.id)
  const added = inputs.flatMap((input) => ('id' in input && !known.includes(input.id) ? [input.id] : []))
  refuseHidden(
    context,
    table,
    named.filter((row) => added.includes(row.id)),
  )
  // Who does not see a link cannot mean to remove it (contract B5.3, B7.2).
  for (const [position, row] of present.entries()) {
    if (!mayRead(context.caller, row) && !ids.includes(row.id)) ids.splice(position, 0, row.id)
  }
  if (present.length > 0) await removeLinks(db, table, id)
  return ids
}

/** What the policy asks of a record that is linked. */
export type Linked = Pick<Selectable<Schema['venue']>, 'id' | 'author_id' | 'status' | 'trashed_from'>

const linkedRows = rowsBy(
  (kysely, { param }, table) =>
    // The tables have the same shape; the compiler sees those of venues.
    kysely
      .selectFrom(`event_${table}` as 'event_venue')
      .innerJoin(`${table} as linked` as 'venue as linked', 'linked.id', `${table}_id` as 'venue_id')
      .select(['linked.id', 'linked.author_id', 'linked.status', 'linked.trashed_from'])
      .where(
        'event_id',
        '=',
        param(({ eventId }) => eventId),
      )
      .orderBy('position'),
  ({ table }: { readonly table: LinkedTable; readonly eventId: number }) => table,
)

const inputsOf = (values: PostChange<'event'>['values'], table: LinkedTable) =>
  values[table] as readonly LinkInput[] | undefined

/** The venues or organizers that the changes name by id. */
export const namedRows = async (
  db: Db,
  table: LinkedTable,
  changes: readonly PostChange<'event'>[],
): Promise<readonly Linked[]> => {
  const inputs = changes.flatMap(({ values }) => inputsOf(values, table) ?? [])
  const ids = [...new Set(inputs.flatMap((input) => ('id' in input ? [input.id] : [])))]
  return ids.length === 0 ? [] : readLinked(db, { table, ids })
}

const readLinked = rowsBy(
  (kysely, { isIn }, table) =>
    kysely
      .selectFrom(table as 'venue')
      .select(['id', 'author_id', 'status', 'trashed_from'])
      .where((eb) => isIn(eb.ref('id'), ({ ids }) => ids)),
  ({ table }: { readonly table: LinkedTable; readonly ids: readonly number[] }) => table,
)

/** What the caller may not read, or lies in the trash, is not there to be linked. */
const refuseHidden = ({ caller }: RequestContext, table: LinkedTable, rows: readonly Linked[]): void => {
  const bad = rows.filter((row) => row.status === 'trash' || !mayRead(caller, row)).map((row) => row.id)
  if (bad.length > 0)
    throw invalidParams(new Map([[table, `No ${table} that you may read has the id ${bad.join(', ')}.`]]))
}

const removeLinks = async (db: Db, table: LinkedTable, id: number): Promise<void> => {
  if (table === 'venue') await db.kysely.deleteFrom('event_venue').where('event_id', '=', id).execute()
  else await db.kysely.deleteFrom('event_organizer').where('event_id', '=', id).execute()
}

const createLinked = async (
  db: Db,
  context: RequestContext,
  table: LinkedTable,
  values: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const payload = values as Values<ParamTable>
  try {
    const row =
      table === 'venue'
        ? await createPost(db, context, venueDefinition, payload)
        : await createPost(db, context, organizerDefinition, payload)
    return row.id
  } catch (error) {
    throw error instanceof ImageWanted ? new ImageWanted(error.url, table) : error
  }
}
