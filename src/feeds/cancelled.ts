import type { Context } from '../context.ts'
import type { Caller } from '../crud/permissions.ts'
import { addDays } from '../lib/time-zone.ts'
import { shownEvents } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import { newScope } from '../scope.ts'
import type { Visit } from '../web/visit.ts'
import { mostRecords } from '../web/visits.ts'
import type { Cancelled } from './calendar.ts'

/** Days for which subscribers are told that an event has gone. */
const toldFor = 30

/** Who may know what lies in the trash: not the subscriber, but the server that tells him of it. */
const server: Caller = { id: 0, role: 'administrator' }

/**
 * Filters by which calendars of cancelled events may be narrowed: when an event was, and what it was linked to. Any other would let subscribers find
 * out by trying what an event in the trash is about.
 */
const harmless = new Set([
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates'],
  ...['categories', 'tags', 'venue', 'organizer'],
])

/**
 * The events that were public, match the filters of a calendar, and went to the trash in the last 30 days. Their times are all that is
 * taken from them.
 */
export const findCancelled = async (
  { database, clock }: Context,
  visit: Visit,
  query: URLSearchParams,
): Promise<readonly Cancelled[]> => {
  const { records, scope } = visit
  const names = [...query.keys()].filter((name) => name !== 'per_page')
  if (!names.every((name) => harmless.has(name)) || !(await areShown(visit, query))) return []
  const trashed = new URLSearchParams(query)
  trashed.set('status', 'trash')
  trashed.set('per_page', String(mostRecords))
  const { config, links, language, version } = scope
  const own = newScope({
    config,
    links,
    now: clock(),
    version,
    caller: server,
    language,
  })
  const { ids } = await records.find(own, shownEvents, trashed.toString())
  if (ids.length === 0) return []
  const rows = await database.kysely
    .selectFrom('event')
    .select(['id', 'all_day', 'start_date', 'end_date', 'start_utc', 'end_utc', 'modified_utc'])
    .where((eb) => database.dialect.isIn(eb.ref('event.id'), ids))
    .where('status', '=', 'trash')
    .where('trashed_from', '=', 'publish')
    .where('modified_utc', '>=', addDays(scope.today, -toldFor))
    .orderBy('id')
    .execute()
  return rows.map(({ all_day, start_utc, end_utc, ...row }) => ({
    ...row,
    all_day: all_day === 1,
    utc_start_date: start_utc,
    utc_end_date: end_utc,
  }))
}

/** Whether the public may see every venue and organizer that is asked for: by others it finds nothing. */
const areShown = async ({ records, scope }: Visit, query: URLSearchParams): Promise<boolean> => {
  for (const [name, resource] of [
    ['venue', venues],
    ['organizer', organizers],
  ] as const) {
    const ids = (query.get(name) ?? '').split(',').map(Number).filter(Number.isSafeInteger)
    const asked = [...new Set(ids)].filter((id) => id > 0)
    if ((await records.records(scope, resource, asked)).length < asked.length) return false
  }
  return true
}
