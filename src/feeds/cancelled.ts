import type { Context } from '../context.ts'
import type { Caller } from '../crud/permissions.ts'
import { addDays } from '../lib/time-zone.ts'
import { shownEvents } from '../resources/events/resource.ts'
import { newScope } from '../scope.ts'
import type { Visit } from '../web/visit.ts'
import type { Cancelled } from './calendar.ts'

/** Days for which subscribers are told that an event has gone. */
const toldFor = 30

/** Cancelled events of a calendar at most; more at once is somebody tidying up. */
const most = 500

/** Who may know what lies in the trash: not the subscriber, but the server that tells him of it. */
const server: Caller = { id: 0, role: 'administrator' }

/**
 * The events that were public, match the filters of a calendar, and went to the trash in the last 30 days. Their times are all that is
 * taken from them.
 */
export const findCancelled = async (
  { database, clock }: Context,
  { config, links, records, scope }: Visit,
  query: URLSearchParams,
): Promise<readonly Cancelled[]> => {
  const trashed = new URLSearchParams(query)
  trashed.set('status', 'trash')
  trashed.set('per_page', String(most))
  const { language, version } = scope
  const own = newScope({
    config: { ...config, maxPerPage: most },
    links,
    now: clock(),
    version,
    caller: server,
    language,
  })
  const ids = await records.ids(own, shownEvents, trashed.toString())
  if (ids.length === 0) return []
  return database.kysely
    .selectFrom('event')
    .select(['id', 'start_utc', 'end_utc', 'modified_utc'])
    .where((eb) => database.dialect.isIn(eb.ref('event.id'), ids))
    .where('status', '=', 'trash')
    .where('trashed_from', '=', 'publish')
    .where('modified_utc', '>=', addDays(scope.today, -toldFor))
    .orderBy('id')
    .execute()
}
