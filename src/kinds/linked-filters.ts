import type { ExpressionBuilder } from 'kysely'
import type { Where } from '../crud/conditions.ts'
import { statusList } from '../crud/list-types.ts'
import { flag, searchText } from '../crud/param-types.ts'
import { readable, type Viewer } from '../crud/permissions.ts'
import { recordId } from '../crud/reference-types.ts'
import { filter } from '../crud/resource.ts'
import { oneFieldWithAllWords } from '../crud/search-fields.ts'
import type { Schema, Status } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import { pageParams } from './page-params.ts'

/** The resources that events link to. */
export type LinkedTable = 'venue' | 'organizer'

type EventBuilder = ExpressionBuilder<Schema, 'event' | 'event_venue'>

type Fits = (eb: EventBuilder) => ReturnType<Where<'event'>>

/** The list parameters of venues and organizers (contract A3). */
export const linkedFilters = <T extends LinkedTable>(table: T) => ({
  ...pageParams,
  search: filter<T, string, number, readonly string[]>({ type: searchText, ...oneFieldWithAllWords(table) }),
  event: filter<T, number>({
    type: recordId('event'),
    isCheap: true,
    where: ({ param, caller }) => {
      const id = param((event) => event)
      return (eb) =>
        eb(`${table}.id` as never, 'in', linksOf(table, eb, caller, (link) => link('event.id', '=', id)) as never)
    },
  }),
  has_events: filter<T, boolean, boolean>({
    type: flag(),
    shape: (wanted) => wanted,
    where: (bound, wanted) => {
      const has = hasEvent(table, bound.caller, (eb) => eb('event.status', '=', 'publish'))
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  only_with_upcoming: filter<T, boolean, boolean>({
    type: flag(),
    default: false,
    shape: (wanted) => wanted,
    where: (bound, wanted) => {
      if (!wanted) return (eb) => eb.lit(true)
      const now = bound.param((_, scope) => nowText(scope.now))
      const isUpcoming = (eb: EventBuilder) =>
        eb.and([eb('event.start_utc', '>=', now), eb('event.status', '<>', 'trash')])
      return hasEvent(table, bound.caller, isUpcoming)
    },
  }),
  status: filter<T, readonly Status[]>({ type: statusList }),
})

/** Some event of the record fits and may be read by the caller: a link to a hidden event is not told (contract B5.2). */
const hasEvent =
  <T extends LinkedTable>(table: T, caller: Viewer, fits: Fits): Where<T> =>
  (eb) => {
    const links = linksOf(table, eb, caller, fits)
    return eb.exists(
      links.whereRef(`event_${table}.${table}_id` as 'event_venue.venue_id', '=', `${table}.id` as never),
    )
  }

/** The ids of records with such an event. */
const linksOf = <T extends LinkedTable>(table: T, eb: ExpressionBuilder<Schema, T>, caller: Viewer, fits: Fits) => {
  // Both link tables have the same shape; the compiler sees one of them.
  const [link, column] = [`event_${table}` as 'event_venue', `${table}_id` as 'venue_id']
  return (eb as unknown as ExpressionBuilder<Schema, 'venue'>)
    .selectFrom(link)
    .innerJoin('event', 'event.id', `${link}.event_id`)
    .select(`${link}.${column}`)
    .where((inner) => fits(inner as unknown as EventBuilder))
    .where((inner) => readable(caller, 'event')(inner as never))
}
