import { sql } from 'kysely'
import { readable } from '../../core/policy.ts'
import type { OrderTerm } from '../../query/ordered-page.ts'
import { type SortKey, sortBy } from '../shared/sort.ts'

/** The values by which lists of events are ordered (contract C1.3). */
export const eventSort = sortBy('start_date', 'end_date', 'title', 'date', 'modified', 'id', 'distance')

/** What is asked of the order of a list of events. */
export type EventSortKeys = readonly SortKey<
  'start_date' | 'end_date' | 'title' | 'date' | 'modified' | 'id' | 'distance'
>[]

type Point = { readonly lat: number; readonly lng: number }

const columns = {
  start_date: 'start_utc',
  end_date: 'end_utc',
  title: 'title_order',
  date: 'date',
  modified: 'modified_utc',
} as const

/** The terms of an order; the id comes last, in the direction of the term before it. */
export const orderTerms = (keys: EventSortKeys, point: Point | undefined): readonly OrderTerm[] => {
  const terms: OrderTerm[] = []
  for (const { by, direction } of keys) {
    if (by === 'id') return [...terms, idTerm(direction)]
    if (by !== 'distance') terms.push({ name: by, direction, by: columns[by], kind: 'text' })
    else terms.push({ name: by, direction, by: nearest, value: point, kind: 'number' })
  }
  return [...terms, idTerm(terms.at(-1)?.direction ?? 'asc')]
}

const idTerm = (direction: OrderTerm['direction']): OrderTerm => ({ name: 'id', direction, by: 'id', kind: 'number' })

/** The kilometres from a point to the nearest venue of an event that the caller may read. */
const nearest: Exclude<OrderTerm['by'], string> = ({ param, caller, dialect }) => {
  const from = { lat: param(({ lat }: Point) => lat), lng: param(({ lng }: Point) => lng) }
  const distance = dialect.distance(from, sql.ref('venue.geo_lat'), sql.ref('venue.geo_lng'))
  return sql<number>`(select min(${distance}) from event_venue join venue on venue.id = event_venue.venue_id
    where event_venue.event_id = event.id and venue.geo_lat is not null and ${readable(caller, 'venue')()})`
}

const indexes: Readonly<Record<string, string>> = {
  start_date: 'event_in_order_start',
  end_date: 'event_in_order_end',
  title: 'event_in_order_title',
  date: 'event_in_order_date',
  modified: 'event_in_order_modified',
  id: '',
}

/** The index that has events in an order, '' for that of the table, by ids; undefined for a distance, which no index has. */
export const indexOf = ([first]: readonly OrderTerm[]): string | undefined => indexes[first?.name ?? '']
