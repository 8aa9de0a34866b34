import type { Db } from '../../db/database.ts'
import type { LinkedTable } from './linked-filters.ts'
import type { LinkSteps } from './post-definition.ts'

/**
 * Venues and organizers link to nothing. When one goes to the trash it leaves all events, and only it does (contract B7.7); what is
 * removed for good takes its links with it.
 */
export const unlinkWhenTrashed = <T extends LinkedTable>(table: T): LinkSteps<T, undefined, undefined, undefined> => ({
  load: async () => undefined,
  plan: async () => undefined,
  store: async (db, _context, writes) => {
    for (const { id, after } of writes) if (after.status === 'trash') await unlink(db, table, id)
    return []
  },
  show: () => undefined,
})

const unlink = async (db: Db, table: LinkedTable, id: number): Promise<void> => {
  if (table === 'venue') await db.kysely.deleteFrom('event_venue').where('venue_id', '=', id).execute()
  else await db.kysely.deleteFrom('event_organizer').where('organizer_id', '=', id).execute()
}
