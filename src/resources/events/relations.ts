import type { RequestContext, Site } from '../../core/context.ts'
import type { TermRow } from '../../core/params.ts'
import { type StoredPost, selectPosts } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { runStatement } from '../../db/statement.ts'
import { organizerFragments } from '../organizers/record.ts'
import type { LinkedTable } from '../shared/linked-filters.ts'
import type { StoredRecord } from '../shared/post-definition.ts'
import { embeddedTerm, newTermFragment } from '../shared/term-record.ts'
import { venueFragments } from '../venues/record.ts'
import { composeEvent, eventSingle, makeEvent } from './compose.ts'

/** All that an event links to, whoever may see it; venues and organizers in their order. */
export type EventLinks = {
  readonly venues: readonly StoredPost<'venue'>[]
  readonly organizers: readonly StoredPost<'organizer'>[]
  readonly terms: readonly TermRow[]
}

/** A new event links to nothing yet. */
export const noLinks: EventLinks = { venues: [], organizers: [], terms: [] }

/** Reads what an event links to, by one statement for each table. */
export const loadLinks = async (db: Db, eventId: number): Promise<EventLinks> => {
  const [venues, organizers, terms] = await Promise.all([
    readLinked(db, 'venue', eventId),
    readLinked(db, 'organizer', eventId),
    readTerms(db, eventId),
  ])
  return { venues, organizers, terms }
}

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
  return runStatement<StoredPost<T>>(db, `linked ${table}`, build, [eventId])
}

const readTerms = (db: Db, eventId: number): Promise<TermRow[]> => {
  const build = () =>
    db.kysely
      .selectFrom('event_term')
      .innerJoin('term', 'term.id', 'event_term.term_id')
      .selectAll('term')
      .where('event_term.event_id', '=', eventId)
  return runStatement(db, 'linked terms', build, [eventId])
}

const newEmbeddedTerm = (row: TermRow, site: Site) => newTermFragment(row, embeddedTerm.render(row, site))

/** Makes the documents of an event that is no committed content yet, with the linked records that the caller may see. */
export const composeStored = (
  context: RequestContext,
  { row, links }: StoredRecord<'event', EventLinks>,
): ((isSingle: boolean) => Buffer) => {
  const linked = {
    venues: fragmentsOf(links.venues, venueFragments.make, context),
    organizers: fragmentsOf(links.organizers, organizerFragments.make, context),
    terms: fragmentsOf(links.terms, newEmbeddedTerm, context),
  }
  const ids = {
    venues: [...linked.venues.keys()],
    organizers: [...linked.organizers.keys()],
    terms: [...linked.terms.keys()],
  }
  const event = makeEvent(row, ids, context)
  const { caller } = context
  return (isSingle) =>
    composeEvent(event, linked, { caller, single: isSingle ? eventSingle(event, context) : undefined }).bytes
}

const fragmentsOf = <R extends { readonly id: number }, F>(
  rows: readonly R[],
  make: (row: R, site: Site) => F,
  site: Site,
): ReadonlyMap<number, F> => {
  const fragments = new Map<number, F>()
  for (const row of rows) fragments.set(row.id, make(row, site))
  return fragments
}
