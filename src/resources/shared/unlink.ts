import type { Db } from '../../db/database.ts'
import type { LinkedTable } from './linked-filters.ts'
import type { PostChange } from './post-definition.ts'

/** A venue or organizer that goes to the trash leaves all events, and only it does (contract B7.7). */
export const unlinkWhenGone = async <T extends LinkedTable>(
  db: Db,
  table: T,
  changes: readonly PostChange<T>[],
): Promise<void> => {
  for (const { id, after } of changes) {
    if (after && after.status !== 'trash') continue
    if (table === 'venue') await db.kysely.deleteFrom('event_venue').where('venue_id', '=', id).execute()
    else await db.kysely.deleteFrom('event_organizer').where('organizer_id', '=', id).execute()
  }
}
