import { sql } from 'kysely'
import type { RequestContext, Site } from '../../core/context.ts'
import { readLinkedRows } from '../../core/named-rows.ts'
import type { TermRow } from '../../core/params.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { organizerFragments } from '../organizers/record.ts'
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

/** Reads what an event links to. */
export const loadLinks = async (db: Db, eventId: number): Promise<EventLinks> => {
  const ids = [eventId, eventId, eventId]
  const { venue, organizer, term } = await readLinkedRows(db, 'links of event', partsOfEvent, ids)
  return { venues: venue, organizers: organizer, terms: term }
}

const partsOfEvent = () => {
  const linked = (table: 'venue' | 'organizer' | 'term') =>
    sql`${sql.table(table)} join ${sql.table(`event_${table}`)} as link on ${sql.ref(`link.${table}_id`)} = ${sql.ref(`${table}.id`)}
      where link.event_id = ${0}`
  const order = sql`link.position`
  return {
    venue: { from: linked('venue'), order },
    organizer: { from: linked('organizer'), order },
    term: { from: linked('term') },
  }
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
