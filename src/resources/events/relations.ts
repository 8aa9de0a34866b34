import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { type Caller, readable } from '../../core/policy.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, Schema } from '../../db/schema.ts'
import { type Given, rowsBy } from '../../query/statement-cache.ts'
import type { LinkedTable } from '../shared/linked-filters.ts'
import { imageOf, type Shown } from '../shared/post-image.ts'

type OfEvent<R> = R & { readonly event_id: number }

/** What the events of a page link to, by event id, each in the order in which records show it. */
export type EventRelations = {
  readonly venues: ReadonlyMap<number, readonly Shown<PostRow<'venue'>>[]>
  readonly organizers: ReadonlyMap<number, readonly Shown<PostRow<'organizer'>>[]>
  readonly terms: ReadonlyMap<number, readonly Selectable<Schema['term']>[]>
}

type LinkedOrganizer = OfEvent<Shown<PostRow<'organizer'>>>

/** The events whose links are read, and who reads them. */
type Asked = { readonly caller: Caller; readonly ids: readonly number[] }

/** Venues or organizers in their order: the tables have the same shape, as far as this goes, and the compiler sees those of venues. */
const readLinked = rowsBy(
  (kysely, { dialect, param, isIn }, { table, role }) =>
    kysely
      .selectFrom(`event_${table} as link` as 'event_venue as link')
      // SQLite reads what is cross joined in this order; else it goes through all that are published, and looks for their links.
      .crossJoin(table as 'venue')
      .whereRef(`${table}.id` as 'venue.id', '=', `link.${table}_id` as 'link.venue_id')
      .selectAll(table as 'venue')
      .select(imageOf(dialect, table))
      .select('link.event_id')
      .where((eb) => isIn(eb.ref('link.event_id'), ({ ids }) => ids))
      .where((eb) => readable({ role, id: param(({ caller }) => caller.id) }, table)(eb as never))
      .orderBy('link.event_id')
      .orderBy('link.position'),
  ({ table, caller: { role } }: Asked & { readonly table: LinkedTable }) => ({ table, role }),
)

const readTerms = rowsBy((kysely, { isIn }: Given<Asked>) =>
  kysely
    .selectFrom('event_term')
    .innerJoin('term', 'term.id', 'event_term.term_id')
    .selectAll('term')
    .select('event_term.event_id')
    .where((eb) => isIn(eb.ref('event_term.event_id'), ({ ids }) => ids))
    .orderBy('term.name_key')
    .orderBy('term.id'),
)

/** Three statements whatever the number of events; records that the caller may not read are left out (contract B5.3). */
export const loadRelations = async (
  db: Db,
  { caller }: Pick<RequestContext, 'caller'>,
  events: readonly { readonly id: number }[],
): Promise<EventRelations> => {
  if (events.length === 0) return { venues: new Map(), organizers: new Map(), terms: new Map() }
  const asked = { caller, ids: events.map(({ id }) => id) }
  return {
    venues: groupByEvent(await readLinked(db, { ...asked, table: 'venue' })),
    organizers: groupByEvent((await readLinked(db, { ...asked, table: 'organizer' })) as unknown as LinkedOrganizer[]),
    terms: groupByEvent(await readTerms(db, asked)),
  }
}

const groupByEvent = <R>(rows: readonly OfEvent<R>[]): Map<number, OfEvent<R>[]> =>
  Map.groupBy(rows, (row) => row.event_id)
