import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../../../cache/change-feed.ts'
import type { RequestContext } from '../../../core/context.ts'
import { invalidParams } from '../../../core/errors.ts'
import { readable } from '../../../core/policy.ts'
import { wordOf } from '../../../core/types.ts'
import { type Moment, resolveMoment } from '../../../lib/date-text.ts'
import {
  addDays,
  addMonths,
  endOfDay,
  startOfDay,
  textAt,
  toEpoch,
  toIso,
  toUtc,
  type Zone,
} from '../../../lib/time-zone.ts'
import { type DayWindow, evening, findWindowDays, whenNames } from '../../../lib/week.ts'
import { type Condition, condition, filter, type QuerySource, type Rule } from '../../../query/condition.ts'
import type { OrderTerm } from '../../../query/ordered-page.ts'
import { isOneOf } from '../../shared/modified.ts'
import { type SortKey, sortBy } from '../../shared/sort.ts'
import { findPresent, findRunning, type Present } from '../present.ts'
import { always } from './scans.ts'

const boundNames = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

type BoundName = (typeof boundNames)[number]

/** The parameters that together define the window. */
export const windowParams = ['window', ...boundNames, 'strict_dates'] as const

type WindowValues = { readonly [name in BoundName]?: Moment } & {
  readonly strict_dates?: boolean
  readonly window?: WindowName
}

/** A bound of the window: the instant in UTC, and its text in links. */
type Bound = { readonly utc: string; readonly text: string }

/** The window of a list: conditions on the start and the end of events, and the effective values for links (contract B3.1). */
export type EventWindow = {
  readonly range: TimeSpan
  readonly ends: readonly Condition<'event'>[]
  readonly echo: Readonly<Record<string, string>>
  /** The present narrows it further; see {@link narrowByName}. */
  readonly name: WindowName | undefined
}

/**
 * The window of the list of events (contract B4.1 to B4.4): bounds are instants, compared with the UTC start; whole days of the
 * site's zone unless `strict_dates`; the defaults are dropped when one of the four relative bounds or a named window is sent (contract C1.2).
 */
export const eventWindow = (context: RequestContext, values: WindowValues): EventWindow => {
  const bounds: { [name in BoundName]?: Bound } = {}
  let hasDefaults = values.window === undefined
  for (const name of boundNames) {
    const moment = values[name]
    if (moment === undefined) continue
    bounds[name] = boundAt(context.zone, name, moment, values.strict_dates === true)
    if (name !== 'start_date' && name !== 'end_date') hasDefaults = false
  }
  if (hasDefaults) {
    bounds.start_date ??= defaultStart(context)
    bounds.end_date ??= defaultEnd(context)
  }
  const { start_date: start, end_date: end, starts_before, starts_after, ends_before, ends_after } = bounds
  let { from, until } = always
  if (start) from = start.utc
  // `!` sorts before all other visible characters, so that only the instant itself is excluded or included.
  if (starts_after && `${starts_after.utc}!` > from) from = `${starts_after.utc}!`
  if (end) until = `${end.utc}!`
  if (starts_before && starts_before.utc < until) until = starts_before.utc
  const ends: Condition<'event'>[] = []
  if (ends_before) ends.push(condition(isBeforeEnd, ends_before.utc))
  if (ends_after) ends.push(condition(isAfterEnd, ends_after.utc))
  const echo: Record<string, string> = {}
  for (const name of boundNames) if (bounds[name]) echo[name] = bounds[name].text
  return { range: { from, until }, ends, echo, name: values.window }
}

const isBeforeEnd: Rule<'event', string> = {
  where:
    ({ param }) =>
    (eb) =>
      eb(
        'event.end_utc',
        '<',
        param((utc) => utc),
      ),
}

const isAfterEnd: Rule<'event', string> = {
  where:
    ({ param }) =>
    (eb) =>
      eb(
        'event.end_utc',
        '>',
        param((utc) => utc),
      ),
}

/** Selects events that start in the range. */
export const startsIn: Rule<'event', TimeSpan> = {
  isCheap: true,
  where: ({ param }) => {
    const [from, until] = [param((range) => range.from), param((range) => range.until)]
    return (eb) => eb.and([eb('event.start_utc', '>=', from), eb('event.start_utc', '<', until)])
  },
}

/** Excludes events with `hide_from_listings`, which no list has, not even by `include` (F4.5). */
export const isListed: Rule<'event', undefined> = {
  where: () => (eb) => eb('event.hide_from_listings', '=', eb.lit(0)),
}

/** The default window as texts in the site's zone, for the namespace index (F7.1). */
export const defaultWindow = (context: RequestContext) => ({
  start_date: defaultStart(context).text,
  end_date: defaultEnd(context).text,
})

/** The first moment of yesterday (contract B4.1). */
const defaultStart = (context: RequestContext): Bound => {
  const key = `${context.zone.name} default from ${context.today()}`
  return known.get(key) ?? keep(key, firstOf(addDays(context.today(), -1), context.zone))
}

/** The last second of the day in 24 months. */
const defaultEnd = (context: RequestContext): Bound => {
  const key = `${context.zone.name} default until ${context.today()}`
  return known.get(key) ?? keep(key, lastOf(addMonths(context.today(), 24), context.zone))
}

/** @throws ApiError `rest_invalid_param` for a date outside the years 0 to 9999. */
const boundAt = (zone: Zone, name: BoundName, moment: Moment, isStrict: boolean): Bound => {
  const side = isStrict ? 'at' : name === 'start_date' ? 'from' : 'until'
  const key = `${zone.name} ${side} ${moment.kind} ${moment.kind === 'wall' ? moment.local : moment.utc}`
  const cached = known.get(key)
  if (cached) return cached
  const resolved = resolveMoment(moment, zone)
  if (!resolved) throw invalidParams(new Map([[name, 'The date is outside the years 0 to 9999.']]))
  const { utc, local } = resolved
  const ofDay = side === 'from' ? firstOf : lastOf
  const bound = isStrict ? { utc, text: toIso(utc) } : ofDay(local, zone)
  known.set(key, bound)
  return bound
}

/** Computing a bound in a time zone costs more than the rest of a cached list. */
const known = new LRUCache<string, Bound>({ max: 10_000 })

const keep = (key: string, bound: Bound): Bound => {
  known.set(key, bound)
  return bound
}

const firstOf = (local: string, zone: Zone): Bound => {
  const text = startOfDay(local)
  return { utc: toUtc(text, zone)?.utc ?? text, text }
}

/** The second before the next day begins. Where clocks are turned back, that is the second 23:59:59 of the day, not the first. */
const lastOf = (local: string, zone: Zone): Bound => {
  const text = endOfDay(local)
  const next = toUtc(startOfDay(addDays(local, 1)), zone)
  const utc = next && next.local > text ? textAt(toEpoch(next.utc) - 1000) : undefined
  return { utc: utc ?? toUtc(text, zone)?.utc ?? text, text }
}

/** The windows that have a name (contract C1.2). */
export const windowNames = ['upcoming', 'ongoing', 'current', 'past', 'all', ...whenNames] as const

/** A window with a name. */
export type WindowName = (typeof windowNames)[number]

/** The window that takes the place of the default one. */
export const namedWindow = filter<'event', WindowName>({
  type: wordOf(...windowNames),
  about:
    'Replaces the default window: `upcoming` (starts after now), `ongoing` (has started and is not over), `current` (upcoming or ongoing), `past` (is over, latest first), `all`, or `today`, `tomorrow`, `weekend` or `week` (on in these days of the site’s time zone and not over; `weekend` is this one or the next, `week` the seven days from today), or `tonight` (starts from 17:00 today until before 5:00 tomorrow, not all day, and is not over). Dates narrow it further.',
  extension: 'C1.2',
})

type Narrowed = { readonly range: TimeSpan; readonly ends: readonly Condition<'event'>[] }

/** Narrows a window by the present, as its name asks for it. */
export const narrowByName = async (source: QuerySource, name: WindowName, window: Narrowed): Promise<Narrowed> =>
  name === 'all' ? window : await narrow[name](source, await findPresent(source), window)

type Narrow = (source: QuerySource, present: Present, window: Narrowed) => Narrowed | Promise<Narrowed>

/** What is on in some days and not over: of later days, what began before them has to go on in them. */
const inDays =
  (name: DayWindow): Narrow =>
  async (source, present, window) => {
    const { today: readToday, zone, config } = source.context
    const today = readToday().slice(0, 10)
    const { first, last } = findWindowDays(name, today, config)
    const { range, ends } = await narrow.current(source, present, window)
    const isLater = first > today
    return {
      range: begunBy(range, lastOf(last, zone).utc),
      ends: isLater ? [...ends, condition(isOnFrom, firstOf(first, zone).utc)] : ends,
    }
  }

/** What begins in the evening of today, by the clock of the site, and is not over. A day that begins at midnight belongs to no evening. */
const inEvening: Narrow = ({ context }, { since }, { range, ends }) => {
  const { today: readToday, zone } = context
  const today = readToday()
  const at = (day: string, time: string): string => {
    const local = `${day.slice(0, 10)} ${time}`
    return toUtc(local, zone)?.utc ?? local
  }
  return {
    range: startingBefore(startingFrom(range, at(today, evening.from)), at(addDays(today, 1), evening.until)),
    ends: [...ends, condition(isNotOver, since), condition(isTimed, undefined)],
  }
}

const narrow: Readonly<Record<Exclude<WindowName, 'all'>, Narrow>> = {
  today: inDays('today'),
  tonight: inEvening,
  tomorrow: inDays('tomorrow'),
  weekend: inDays('weekend'),
  week: inDays('week'),
  upcoming: (_, { since }, { range, ends }) => ({ range: startingAfter(range, since), ends }),
  past: (_, { since }, { range, ends }) => ({
    range: begunBy(range, since),
    ends: [...ends, condition(isOver, since)],
  }),
  ongoing: async (source, present, { range, ends }) => {
    const running = await findRunning(source, present)
    return {
      range: begunBy(range, present.since),
      ends: [...ends, running ? condition(isOneOf, running.ids) : condition(isNotOver, present.since)],
    }
  },
  current: async (source, present, { range, ends }) => {
    const running = await findRunning(source, present)
    return {
      range: running ? startingFrom(range, running.first) : range,
      ends: [...ends, condition(isNotOver, present.since)],
    }
  },
}

const startingFrom = (range: TimeSpan, from: string): TimeSpan => (from > range.from ? { ...range, from } : range)

const startingBefore = (range: TimeSpan, until: string): TimeSpan => (until < range.until ? { ...range, until } : range)

// `!` sorts before all other visible characters: just after the moment itself.
const startingAfter = (range: TimeSpan, moment: string): TimeSpan => startingFrom(range, `${moment}!`)

const begunBy = (range: TimeSpan, moment: string): TimeSpan =>
  `${moment}!` < range.until ? { ...range, until: `${moment}!` } : range

const endsBy = (operator: '<=' | '>'): Rule<'event', string> => ({
  isCheap: true,
  where: ({ param }) => {
    const moment = param((utc) => utc)
    return (eb) => eb('event.end_utc', operator, moment)
  },
})

/** An event without an end may begin with the moment, which is over for one that began before. */
const isOnFrom: Rule<'event', string> = {
  isCheap: true,
  where: ({ param }) => {
    const [end, start] = [param((utc) => utc), param((utc) => utc)]
    return (eb) => eb.or([eb('event.end_utc', '>', end), eb('event.start_utc', '>=', start)])
  },
}

const isTimed: Rule<'event', undefined> = {
  where: () => (eb) => eb('event.all_day', '=', eb.lit(0)),
}

const isOver = endsBy('<=')
const isNotOver = endsBy('>')

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
export const findIndex = ([first]: readonly OrderTerm[]): string | undefined => indexes[first?.name ?? '']
