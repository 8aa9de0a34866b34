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

/** The list parameters of venues and organizers (contract A3). */
export const linkedFilters = <T extends LinkedTable>(table: T) => ({
  ...pageParams,
  search: filter<T, string, number>({
    type: searchText,
    ...oneFieldWithAllWords(table),
  }),
  event: filter<T, number>({
    type: recordId('event'),
    where: (bound) =>
      hasEvent(table, bound.caller, (eb) =>
        eb(
          'event.id',
          '=',
          bound.param((id) => id),
        ),
      ),
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
      const now = bound.param((_, scope) => nowText(scope.now))
      const isUpcoming = (eb: EventBuilder) =>
        eb.and([eb('event.start_utc', '>=', now), eb('event.status', '<>', 'trash')])
      return wanted ? hasEvent(table, bound.caller, isUpcoming) : (eb) => eb.lit(true)
    },
  }),
  status: filter<T, readonly Status[]>({ type: statusList }),
})

/** Some event of the record fits and may be read by the caller: a link to a hidden event is not told (contract B5.2). */
const hasEvent =
  <T extends LinkedTable>(table: T, caller: Viewer, fits: (eb: EventBuilder) => ReturnType<Where<'event'>>): Where<T> =>
  (eb) => {
    // Both link tables have the same shape; the compiler sees one of them.
    const [link, column] = [`event_${table}` as 'event_venue', `${table}_id` as 'venue_id']
    const outer = eb as unknown as ExpressionBuilder<Schema, 'venue'>
    return outer.exists(
      outer
        .selectFrom(link)
        .innerJoin('event', 'event.id', `${link}.event_id`)
        .select('event.id')
        .whereRef(`${link}.${column}`, '=', `${table}.id` as 'venue.id')
        .where((inner) => fits(inner as unknown as EventBuilder))
        .where((inner) => readable(caller, 'event')(inner as never)),
    )
  }
