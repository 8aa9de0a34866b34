import type { Selectable } from 'kysely'
import type { Scope } from '../../context.ts'
import { type Caller, readable } from '../../crud/permissions.ts'
import type { Db } from '../../db/database.ts'
import { type Given, rowsBy } from '../../db/prepared.ts'
import type { PostRow, Schema } from '../../db/schema.ts'
import { imageOf, type Shown } from '../../kinds/post-image.ts'

type OfEvent<R> = R & { readonly event_id: number }

/** What the events of a page link to, by event id, each in the order in which records show it. */
export type EventRelations = {
  readonly venues: ReadonlyMap<number, readonly Shown<PostRow<'venue'>>[]>
  readonly organizers: ReadonlyMap<number, readonly Shown<PostRow<'organizer'>>[]>
  readonly terms: ReadonlyMap<number, readonly Selectable<Schema['term']>[]>
}

/** The events whose links are read, and who reads them. */
type Asked = { readonly caller: Caller; readonly ids: readonly number[] }

const roleOf = ({ caller }: Asked) => caller.role

const readVenues = rowsBy(
  (kysely, { dialect, param, isIn }, role) =>
    kysely
      .selectFrom('event_venue')
      .innerJoin('venue', 'venue.id', 'event_venue.venue_id')
      .selectAll('venue')
      .select(imageOf(dialect, 'venue'))
      .select('event_venue.event_id')
      .where((eb) => isIn(eb.ref('event_venue.event_id'), ({ ids }) => ids))
      .where((eb) => readable({ role, id: param(({ caller }) => caller.id) }, 'venue')(eb as never))
      .orderBy('event_venue.event_id')
      .orderBy('event_venue.position'),
  roleOf,
)

const readOrganizers = rowsBy(
  (kysely, { dialect, param, isIn }, role) =>
    kysely
      .selectFrom('event_organizer')
      .innerJoin('organizer', 'organizer.id', 'event_organizer.organizer_id')
      .selectAll('organizer')
      .select(imageOf(dialect, 'organizer'))
      .select('event_organizer.event_id')
      .where((eb) => isIn(eb.ref('event_organizer.event_id'), ({ ids }) => ids))
      .where((eb) => readable({ role, id: param(({ caller }) => caller.id) }, 'organizer')(eb as never))
      .orderBy('event_organizer.event_id')
      .orderBy('event_organizer.position'),
  roleOf,
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
  { caller }: Pick<Scope, 'caller'>,
  events: readonly { readonly id: number }[],
): Promise<EventRelations> => {
  if (events.length === 0) return { venues: new Map(), organizers: new Map(), terms: new Map() }
  const asked = { caller, ids: events.map(({ id }) => id) }
  return {
    venues: groupByEvent(await readVenues(db, asked)),
    organizers: groupByEvent(await readOrganizers(db, asked)),
    terms: groupByEvent(await readTerms(db, asked)),
  }
}

const groupByEvent = <R>(rows: readonly OfEvent<R>[]): Map<number, OfEvent<R>[]> =>
  Map.groupBy(rows, (row) => row.event_id)
