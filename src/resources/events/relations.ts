import type { TermRow } from '../../core/params.ts'
import { type Caller, mayRead } from '../../core/policy.ts'
import { type StoredPost, selectPosts } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { runStatement } from '../../db/statement.ts'
import type { LinkedTable } from '../shared/linked-filters.ts'

/** All that an event links to, whoever may see it; venues and organizers in their order. */
export type EventLinks = {
  readonly venues: readonly StoredPost<'venue'>[]
  readonly organizers: readonly StoredPost<'organizer'>[]
  readonly terms: readonly TermRow[]
}

/** What events link to, by event id, each in the order in which records show it. */
export type EventRelations = {
  readonly venues: ReadonlyMap<number, readonly StoredPost<'venue'>[]>
  readonly organizers: ReadonlyMap<number, readonly StoredPost<'organizer'>[]>
  readonly terms: ReadonlyMap<number, readonly TermRow[]>
}

/** A new event links to nothing yet. */
export const noLinks: EventLinks = { venues: [], organizers: [], terms: [] }

/** Reads what an event links to, by one statement for each table. */
export const loadLinks = async (db: Db, eventId: number): Promise<EventLinks> => ({
  venues: await readLinked(db, 'venue', eventId),
  organizers: await readLinked(db, 'organizer', eventId),
  terms: await readTerms(db, eventId),
})

const readLinked = async <T extends LinkedTable>(
  db: Db,
  table: T,
  eventId: number,
): Promise<readonly StoredPost<T>[]> => {
  // The tables have the same shape, as far as this goes, and the compiler sees those of venues.
  const build = () =>
    selectPosts<'venue'>(db, table as 'venue')
      .innerJoin(`event_${table} as link` as 'event_venue as link', (join) =>
        join.on(`link.${table}_id` as 'link.venue_id', '=', (eb) => eb.ref(`${table}.id` as 'event.id')),
      )
      .where('link.event_id', '=', eventId)
      .orderBy('link.position')
  return (await runStatement(db, `linked ${table}`, build, [eventId])) as unknown as StoredPost<T>[]
}

const readTerms = (db: Db, eventId: number): Promise<TermRow[]> => {
  const build = () =>
    db.kysely
      .selectFrom('event_term')
      .innerJoin('term', 'term.id', 'event_term.term_id')
      .selectAll('term')
      .where('event_term.event_id', '=', eventId)
      .orderBy('term.name_key')
      .orderBy('term.id')
  return runStatement(db, 'linked terms', build, [eventId])
}

/** What the caller may see of the links of one event (contract B5.3). */
export const showLinks = (caller: Caller, id: number, { venues, organizers, terms }: EventLinks): EventRelations => ({
  venues: new Map([[id, readableOf(caller, venues)]]),
  organizers: new Map([[id, readableOf(caller, organizers)]]),
  terms: new Map([[id, terms]]),
})

const readableOf = <R extends StoredPost<LinkedTable>>(caller: Caller, rows: readonly R[]): R[] => {
  const shown: R[] = []
  for (const row of rows) if (mayRead(caller, row)) shown.push(row)
  return shown
}
