import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import type { Db } from '../../db/database.ts'
import { insertRows } from '../../db/write-rows.ts'
import type { PostChange } from '../shared/post-definition.ts'
import { linkRecords, namedRows } from './linked-records.ts'
import { linkTerms, termIdsOf } from './linked-terms.ts'

/**
 * Stores what events link to, after their own rows: venues and organizers in their order, terms, and the counters of terms.
 * Nested records are created in the same transaction, under the same policy as on their own routes (contract B5.4, B7.5).
 */
export const writeLinks = async (
  db: Db,
  context: RequestContext,
  changes: readonly PostChange<'event'>[],
): Promise<void> => {
  const venues: { event_id: number; venue_id: number; position: number }[] = []
  const organizers: { event_id: number; organizer_id: number; position: number }[] = []
  const terms: { event_id: number; term_id: number }[] = []
  const counts = new Map<number, number>()
  const named = { venue: await namedRows(db, 'venue', changes), organizer: await namedRows(db, 'organizer', changes) }
  for (const change of changes) {
    const { id, before, after } = change
    const termsBefore = before ? await termIdsOf(db, id) : []
    count(counts, before, termsBefore, -1)
    if (!after) continue
    const venueIds = await linkRecords(db, context, 'venue', change, named.venue)
    venues.push(...venueIds.map((venue_id, position) => ({ event_id: id, venue_id, position })))
    const organizerIds = await linkRecords(db, context, 'organizer', change, named.organizer)
    organizers.push(...organizerIds.map((organizer_id, position) => ({ event_id: id, organizer_id, position })))
    const termsAfter = await linkTerms(db, context, change, termsBefore)
    for (const term_id of termsAfter) if (!termsBefore.includes(term_id)) terms.push({ event_id: id, term_id })
    count(counts, after, termsAfter, 1)
  }
  await insertRows(db, 'event_venue', venues)
  await insertRows(db, 'event_organizer', organizers)
  await insertRows(db, 'event_term', terms)
  await moveCounts(db, counts)
}

/** Counters are about published events. */
const count = (
  counts: Map<number, number>,
  row: PostChange<'event'>['before'],
  terms: readonly number[],
  by: number,
): void => {
  if (row?.status !== 'publish') return
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + by)
}

const moveCounts = async (db: Db, counts: ReadonlyMap<number, number>): Promise<void> => {
  const moved = new Map([...counts].filter(([, by]) => by !== 0))
  if (moved.size === 0) return
  await sql`update term set count = count + moved.value from ${db.dialect.pairs(moved)} as moved
    where term.id = moved.key`.execute(db.kysely)
}
