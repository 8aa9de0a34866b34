import type { ExpressionBuilder } from 'kysely'
import { statusList } from '../crud/list-types.ts'
import { flag, searchText } from '../crud/param-types.ts'
import { readable } from '../crud/permissions.ts'
import { recordId } from '../crud/reference-types.ts'
import { type FilterScope, filter } from '../crud/resource.ts'
import { oneFieldWithAllWords } from '../crud/search-fields.ts'
import type { Where } from '../crud/store.ts'
import type { Schema, Status } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import { pageParams } from './page-params.ts'

/** The resources that events link to. */
export type LinkedTable = 'venue' | 'organizer'

type EventBuilder = ExpressionBuilder<Schema, 'event' | 'event_venue'>

/** The list parameters of venues and organizers (contract A3). */
export const linkedFilters = <T extends LinkedTable>(table: T) => ({
  ...pageParams,
  search: filter<T, string>({
    type: searchText,
    where: (query, { db }) => oneFieldWithAllWords(db, table, query),
  }),
  event: filter<T, number>({
    type: recordId('event'),
    where: (id, filterScope) => hasEvent(table, filterScope, (eb) => eb('event.id', '=', id)),
  }),
  has_events: filter<T, boolean>({
    type: flag(),
    where: (wanted, filterScope) => {
      const has = hasEvent(table, filterScope, (eb) => eb('event.status', '=', 'publish'))
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  only_with_upcoming: filter<T, boolean>({
    type: flag(),
    default: false,
    where: (wanted, filterScope) => {
      const isUpcoming = (eb: EventBuilder) =>
        eb.and([eb('event.start_utc', '>=', nowText(filterScope.scope.now)), eb('event.status', '<>', 'trash')])
      return wanted ? hasEvent(table, filterScope, isUpcoming) : (eb) => eb.lit(true)
    },
  }),
  status: filter<T, readonly Status[]>({ type: statusList }),
})

/** Some event of the record fits and may be read by the caller: a link to a hidden event is not told (contract B5.2). */
const hasEvent =
  <T extends LinkedTable>(
    table: T,
    { scope }: FilterScope,
    fits: (eb: EventBuilder) => ReturnType<Where<'event'>>,
  ): Where<T> =>
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
        .where((inner) => readable(scope.caller, 'event')(inner as never)),
    )
  }
