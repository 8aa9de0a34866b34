import type { Db } from '../../db/database.ts'
import type { LinkedTable } from './linked-filters.ts'
import type { LinkSteps } from './post-definition.ts'

/**
 * The steps of venues and organizers, which link to nothing themselves. A record that goes to the trash is unlinked from all events; the
 * records that were linked beside it stay linked (contract B7.7). A record that is removed for good takes its links with it.
 */
export const unlinkWhenTrashed = <T extends LinkedTable>(table: T): LinkSteps<T, undefined, undefined> => ({
  idsOf: () => ({}),
  load: async () => undefined,
  plan: async () => undefined,
  settle: async (db, _context, writes) => {
    for (const { id, after } of writes) if (after.status === 'trash') await unlink(db, table, id)
    return { settled: writes.map(({ after }) => ({ row: after, links: undefined })), rows: [] }
  },
})

const unlink = async (db: Db, table: LinkedTable, id: number): Promise<void> => {
  if (table === 'venue') await db.kysely.deleteFrom('event_venue').where('venue_id', '=', id).execute()
  else await db.kysely.deleteFrom('event_organizer').where('organizer_id', '=', id).execute()
}
