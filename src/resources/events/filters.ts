import { type ExpressionBuilder, sql } from 'kysely'
import type { Bound, Where } from '../../crud/conditions.ts'
import { moment } from '../../crud/date-types.ts'
import { idList, statusList } from '../../crud/list-types.ts'
import { bool, flag, numberBetween, searchText } from '../../crud/param-types.ts'
import { invalid, type ParamType } from '../../crud/params.ts'
import { readable } from '../../crud/permissions.ts'
import { recordId, recordIds, termRefs } from '../../crud/reference-types.ts'
import { filter } from '../../crud/resource.ts'
import { everyWordSomewhere } from '../../crud/search-fields.ts'
import type { Schema, Status } from '../../db/schema.ts'
import type { LinkedTable } from '../../kinds/linked-filters.ts'
import { pageParams } from '../../kinds/page-params.ts'
import type { Moment } from '../../lib/date-text.ts'
import { defaultDistance, hasCoordinates } from './geolocation.ts'

type Ids = readonly (number | string)[]

/** `start_date` and the others of the window act together: see `window.ts`. */
const bound = filter<'event', Moment>({ type: moment })

/** Tickets are not sold here: to ask for ticketed events is refused, as by a peer without its companion (F3.1). */
const ticketed: ParamType<boolean> = {
  ...bool,
  read: (raw, scope) => {
    const value = bool.read(raw, scope)
    return value === true ? invalid('This server sells no tickets; leave it out or send false.') : value
  },
}

/** How the list of events is narrowed (contract A3, B4); the order is that of the links (F1.3). */
export const eventFilters = {
  ...pageParams,
  start_date: bound,
  end_date: bound,
  starts_before: bound,
  starts_after: bound,
  ends_before: bound,
  ends_after: bound,
  strict_dates: filter<'event', boolean>({ type: flag(), default: 'false' }),
  search: filter<'event', string, number>({ type: searchText, ...everyWordSomewhere('event') }),
  categories: filter<'event', Ids>({ type: termRefs('category'), where: hasTerm }),
  tags: filter<'event', Ids>({ type: termRefs('tag'), where: hasTerm }),
  venue: filter<'event', readonly number[]>({
    type: recordIds('venue'),
    where: (bound) => linksTo('venue', bound),
  }),
  organizer: filter<'event', readonly number[]>({
    type: recordIds('organizer'),
    where: (bound) => linksTo('organizer', bound),
  }),
  featured: filter<'event', boolean, boolean>({
    type: bool,
    shape: (wanted) => wanted,
    where: (_, wanted) => (eb) => eb('event.featured', '=', eb.lit(wanted ? 1 : 0)),
  }),
  status: filter<'event', readonly Status[]>({ type: statusList }),
  geoloc: filter<'event', boolean, boolean>({
    type: bool,
    shape: (wanted) => wanted,
    where: ({ caller }, wanted) => {
      const has = hasCoordinates(caller)
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  geoloc_lat: filter<'event', number>({ type: numberBetween(-90, 90) }),
  geoloc_lng: filter<'event', number>({ type: numberBetween(-180, 180) }),
  geoloc_distance: filter<'event', number>({ type: numberBetween(0, 20_100), default: defaultDistance }),
  include: filter<'event', readonly number[]>({
    type: idList,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('event.id'), (ids) => ids),
  }),
  post_parent: filter<'event', number>({
    type: recordId('event'),
    where:
      ({ param, caller }) =>
      (eb) =>
        eb(
          'event.parent_id',
          'in',
          eb
            .selectFrom('event')
            .select('event.id')
            .where(
              'event.id',
              '=',
              param((id) => id),
            )
            .where((inner) => readable(caller, 'event')(inner)),
        ),
  }),
  ticketed: filter<'event', boolean>({ type: ticketed }),
}

/** Events with one of the terms or, of categories, one of their descendants (contract B4.8). */
function hasTerm({ isIn }: Bound<Ids>): Where<'event'> {
  const isAsked = isIn(sql.ref('term.id'), (ids) => ids)
  return (eb) =>
    sql<boolean>`${eb.ref('event.id')} in (
      select event_term.event_id from event_term where event_term.term_id in (
        with recursive below (id) as (
          select term.id from term where ${isAsked}
          union select term.id from term join below on term.parent_id = below.id where term.parent_id <> 0)
        select id from below))`
}

/** Events linked to one of the records, as far as the caller may know of it. */
const linksTo =
  (table: LinkedTable, { isIn, caller }: Bound<readonly number[]>): Where<'event'> =>
  (eb) => {
    // Both link tables have the same shape; the compiler sees one of them.
    const [link, column] = [`event_${table}` as 'event_venue', `${table}_id` as 'venue_id']
    return eb(
      'event.id',
      'in',
      eb
        .selectFrom(link)
        .innerJoin(table as 'venue', `${table}.id` as 'venue.id', `${link}.${column}`)
        .select(`${link}.event_id`)
        .where((inner) => isIn(inner.ref(`${link}.${column}`), (ids) => ids))
        .where((inner) => readable(caller, table)(inner as unknown as ExpressionBuilder<Schema, LinkedTable>)),
    )
  }
