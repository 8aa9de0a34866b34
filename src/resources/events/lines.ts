import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { type Caller, mayRead } from '../../core/policy.ts'
import type { Database } from '../../db/database.ts'
import type { EventStatus, Status } from '../../db/schema.ts'
import { showText } from '../../lib/text.ts'
import { showCost } from './cost.ts'
import type { EventRecord } from './record.ts'

/**
 * What one line of a calendar shows of an event, with the names and the values of its record. `categories` has only the first one, which gives
 * the event its colour; `venue` is always a list, and of the parts of the cost there are only the amounts.
 */
export type EventLine = Pick<
  EventRecord,
  | 'id'
  | 'title'
  | 'slug'
  | 'all_day'
  | 'start_date'
  | 'end_date'
  | 'utc_start_date'
  | 'utc_end_date'
  | 'timezone'
  | 'timezone_abbr'
  | 'featured'
  | 'event_status'
  | 'cost'
> & {
  readonly cost_details: Pick<EventRecord['cost_details'], 'values'>
  readonly series?: { readonly id: number }
  readonly categories: readonly { readonly id: number }[]
  readonly venue: readonly { readonly venue: string; readonly city: string }[]
}

/** When an event is, and the series of which it is a date. */
export type EventTimes = Pick<
  EventLine,
  'id' | 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone' | 'series'
>

/**
 * Reads lines of the events with these ids in their order; those that do not exist, or that the caller may not read, are left out, and so are
 * venues.
 */
export type ReadEventLines = (context: Asking, ids: readonly number[]) => Promise<readonly EventLine[]>

type Asking = Pick<RequestContext, 'caller' | 'config'>

/** The columns of the statement, which returns rows as lists: to make an object of each takes as long as to read it. */
type Row = readonly [
  id: number,
  author_id: number,
  status: Status,
  trashed_from: Status | '',
  title: string,
  slug: string,
  all_day: number,
  start_date: string,
  end_date: string,
  start_utc: string,
  end_utc: string,
  timezone: string,
  timezone_abbr: string,
  featured: number,
  event_status: EventStatus,
  cost: string,
  series_id: number | null,
  category: number | null,
]

type TimesRow = readonly [
  id: number,
  author_id: number,
  status: Status,
  trashed_from: Status | '',
  all_day: number,
  start_date: string,
  end_date: string,
  start_utc: string,
  end_utc: string,
  timezone: string,
  series_id: number | null,
]

type VenueRow = readonly [
  event_id: number,
  author_id: number,
  status: Status,
  trashed_from: Status | '',
  title: string,
  city: string,
]

/**
 * The first category of an event, in the order of its record. With `cross join`, SQLite begins with the terms of the event; otherwise it tries
 * all categories in their order.
 */
const firstCategory = sql<number | null>`(select term.id from event_term cross join term
  where term.id = event_term.term_id and event_term.event_id = event.id and term.taxonomy = 'category'
  order by term.name_key, term.id limit 1)`

/**
 * Makes the reader of lines. They come from the rows: a calendar shows hundreds of events, and whole records have descriptions, venues and
 * organizers besides, which take many times as long to read.
 */
export const readEventLines = ({ kysely, dialect, query }: Database): ReadEventLines => {
  const events = kysely
    .selectFrom('event')
    .select(['id', 'author_id', 'status', 'trashed_from', 'title', 'slug', 'all_day', 'start_date', 'end_date'])
    .select(['start_utc', 'end_utc', 'timezone', 'timezone_abbr', 'featured', 'event_status', 'cost', 'series_id'])
    .select(firstCategory.as('category'))
    .where((eb) => dialect.isIn(eb.ref('event.id'), []))
    .compile()
  const venues = kysely
    .selectFrom('event_venue')
    .innerJoin('venue', 'venue.id', 'event_venue.venue_id')
    .select(['event_venue.event_id', 'venue.author_id', 'venue.status', 'venue.trashed_from'])
    .select(['venue.title', 'venue.city'])
    .where((eb) => dialect.isIn(eb.ref('event_venue.event_id'), []))
    .orderBy('event_venue.position')
    .compile()
  return async ({ caller, config }, ids) => {
    if (ids.length === 0) return []
    const list = [dialect.encodeIds(ids)]
    const [rows, venueRows] = await Promise.all([query(events.sql, list), query(venues.sql, list)])
    const found = new Map((rows as readonly Row[]).map((row) => [row[0], row]))
    const byEvent = Map.groupBy(venueRows as readonly VenueRow[], ([event_id]) => event_id)
    const lines: EventLine[] = []
    for (const id of ids) {
      const row = found.get(id)
      // The event may have been hidden after the ids were found.
      if (!row || !mayReadRow(caller, row)) continue
      const shown = (byEvent.get(id) ?? []).filter((venue) => mayReadRow(caller, venue))
      lines.push(lineOf(config, row, shown))
    }
    return lines
  }
}

/** Makes the reader of the times of events, in the order of their ids: a day may have thousands of events of which it shows five. */
export const readEventTimes = ({
  kysely,
  dialect,
  query,
}: Database): ((caller: Caller, ids: readonly number[]) => Promise<readonly EventTimes[]>) => {
  const times = kysely
    .selectFrom('event')
    .select(['id', 'author_id', 'status', 'trashed_from', 'all_day', 'start_date', 'end_date'])
    .select(['start_utc', 'end_utc', 'timezone', 'series_id'])
    .where((eb) => dialect.isIn(eb.ref('event.id'), []))
    .compile()
  return async (caller, ids) => {
    const rows = await query(times.sql, [dialect.encodeIds(ids)])
    const found = new Map((rows as readonly TimesRow[]).map((row) => [row[0], row]))
    const read: EventTimes[] = []
    for (const id of ids) {
      const row = found.get(id)
      if (!row || !mayReadRow(caller, row)) continue
      const [, , , , all_day, start_date, end_date, utc_start_date, utc_end_date, timezone, series] = row
      read.push({
        ...{ id, all_day: all_day === 1, start_date, end_date, utc_start_date, utc_end_date, timezone },
        ...(series !== null && { series: { id: series } }),
      })
    }
    return read
  }
}

const mayReadRow = (caller: Caller, [, author_id, status, trashed_from]: Row | VenueRow | TimesRow): boolean =>
  mayRead(caller, { author_id, status, trashed_from })

const lineOf = (
  { currency }: Asking['config'],
  [
    id,
    ,
    ,
    ,
    title,
    slug,
    all_day,
    start_date,
    end_date,
    start_utc,
    end_utc,
    timezone,
    abbr,
    featured,
    status,
    stored,
    series,
    category,
  ]: Row,
  venues: readonly VenueRow[],
): EventLine => {
  const { cost, details } = showCost(stored, currency)
  return {
    id,
    title: showText(title),
    slug,
    all_day: all_day === 1,
    start_date,
    end_date,
    utc_start_date: start_utc,
    utc_end_date: end_utc,
    timezone,
    timezone_abbr: abbr,
    featured: featured === 1,
    ...(status !== 'scheduled' && { event_status: status }),
    cost,
    cost_details: { values: details.values },
    ...(series !== null && { series: { id: series } }),
    categories: category === null ? [] : [{ id: category }],
    venue: venues.map(([, , , , name, city]) => ({ venue: showText(name), city: showText(city) })),
  }
}
