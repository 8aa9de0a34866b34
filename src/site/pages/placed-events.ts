import { startOfDay, toLocal, type Zone } from '../../lib/time-zone.ts'
import type { EventLine } from '../../resources/events/lines.ts'
import { type CategoryHues, hueClass } from '../category-hues.ts'
import { type Day, dayOf, daysFrom, laterBy } from '../dates.ts'
import type { EventFilters } from '../reader.ts'
import { lastDayOf } from './event-card.ts'
import {
  type Find,
  findLines,
  findLinesWithVenues,
  findRunning,
  fromTo,
  mostAtOnce,
  type Shown,
} from './events-view.ts'

/**
 * An event in a calendar of days. An event that lasts all day is on its dates; any other is on the days of the site's clock, wherever it takes place, as in
 * lists that are filtered by date.
 */
export type Placed = {
  readonly event: EventLine
  /** Local times, by the clock of the site. */
  readonly start: string
  readonly end: string
  /** A night of less than twelve hours has only its first day. */
  readonly first: Day
  readonly last: Day
  /** It lasts all day, or for several days. */
  readonly isBar: boolean
  /** The class of the hue of its category; empty where it has none. */
  readonly hue: string
}

/** Places events in the calendar of a site in this time zone. */
const placeIn =
  (zone: Zone, hues: CategoryHues) =>
  (event: EventLine): Placed => {
    const isOwnClock = event.all_day || event.timezone === zone.name
    const local = isOwnClock
      ? event
      : {
          ...event,
          start_date: toLocal(event.utc_start_date, zone),
          end_date: toLocal(event.utc_end_date, zone),
        }
    const { start_date: start, end_date: end } = local
    const [first, last] = [dayOf(start), lastDayOf(local)]
    return { event, start, end, first, last, isBar: event.all_day || first !== last, hue: hueClass(hues, event).trim() }
  }

/** The order of events in a day: longer than a day, all day, then by time. */
const compare = (one: Placed, other: Placed): number =>
  Number(other.isBar) - Number(one.isBar) ||
  (one.start < other.start ? -1 : one.start > other.start ? 1 : 0) ||
  (one.last > other.last ? -1 : one.last < other.last ? 1 : one.event.id - other.event.id)

/** The events of a day: all of them, or the first ones. */
export type OfDay = { readonly placed: readonly Placed[]; readonly total: number }

/** The days that have events, with all events of each. */
export const groupByDay = (placed: readonly Placed[], from: Day, until: Day): ReadonlyMap<Day, readonly Placed[]> => {
  const byDay = new Map<Day, Placed[]>()
  const add = (day: Day, one: Placed): void => {
    const some = byDay.get(day)
    if (some) some.push(one)
    else byDay.set(day, [one])
  }
  for (const one of placed) {
    const { first, last } = one
    if (first >= until || last < from) continue
    if (first === last) add(first, one)
    else for (const day of daysFrom(first > from ? first : from, last < until ? laterBy(last, 1) : until)) add(day, one)
  }
  for (const some of byDay.values()) some.sort(compare)
  return byDay
}

/** Lists find events by the clock of the site; the dates of an event that lasts all day elsewhere are up to 26 hours away from it. */
const around = (from: Day, until: Day): readonly [Day, Day] => [laterBy(from, -2), laterBy(until, 1)]

/**
 * Events that began before a day from which `around` reads, and continue on the days that are shown: as they last for more than 24 hours, they end
 * on a later day in whichever time zone.
 */
const findContinuing = (shown: Shown, day: Day, find: Find<EventLine>): Promise<readonly EventLine[]> =>
  findRunning(shown, day, (shown, own) => find(shown, { ...own, multi_day: true }))

/**
 * Events that begin or continue on the days from one to before another, among others that do not.
 * @returns undefined if there are more than `most`.
 */
const findWhole = async (
  shown: Shown,
  from: Day,
  until: Day,
  most: number,
  find: Find<EventLine>,
): Promise<Placed[] | undefined> => {
  const [first, last] = around(from, until)
  const [hues, running, starting] = await Promise.all([
    shown.context.hues(),
    findContinuing(shown, first, find),
    find(shown, { ...fromTo(first, last), per_page: most }),
  ])
  if (starting.total > most) return undefined
  return [...running, ...starting.records].map(placeIn(shown.context.config.zone, hues))
}

/** Events on some days. Of very many, those of each day are left out that begin last; `total` counts them all. */
export const findDays = async (
  shown: Shown,
  from: Day,
  until: Day,
): Promise<{ readonly placed: readonly Placed[]; readonly total: number }> => {
  // The hours of a day also say where its events are.
  const find = findLinesWithVenues
  const isThere = ({ first, last, end }: Placed): boolean => first < until && (last >= from || end > startOfDay(from))
  const whole = await findWhole(shown, from, until, mostAtOnce, find)
  if (whole) {
    const placed = whole.filter(isThere)
    return { placed, total: placed.length }
  }
  const [first, last] = around(from, until)
  const days = daysFrom(from, until)
  const between = (start: Day, end: Day, most: number) => find(shown, { ...fromTo(start, end), per_page: most })
  const [hues, running, before, after, ...starting] = await Promise.all([
    shown.context.hues(),
    findContinuing(shown, first, find),
    between(first, laterBy(from, -1), mostAtOnce),
    between(until, last, mostAtOnce),
    ...days.map((day) => between(day, day, Math.floor(mostAtOnce / days.length))),
  ])
  const found = [...running, ...[before, after, ...starting].flatMap(({ records }) => records)]
  const placed = found.map(placeIn(shown.context.config.zone, hues)).filter(isThere)
  const left = starting.reduce((sum, { total, records }) => sum + total - records.length, 0)
  return { placed, total: placed.length + left }
}

/** Most events of a month that is read as a whole; of a fuller one each day is read separately. */
const crowded = 300

/** Most events of several days, and of other time zones, that are read for a crowded month. */
const mostApart = 2000

/** The events that match some filters, up to {@link mostApart} of them. */
const findMany = async (
  shown: Shown,
  own: EventFilters,
): Promise<{ events: readonly EventLine[]; isWhole: boolean }> => {
  const events: EventLine[] = []
  for (let page = 1; page <= mostApart / mostAtOnce; page++) {
    const { records, total } = await findLines(shown, { ...own, per_page: mostAtOnce, page })
    events.push(...records)
    if (page * mostAtOnce >= total) return { events, isWhole: true }
  }
  return { events, isWhole: false }
}

/** The events of each day that has some: all of them or, where there are very many, the first `most` of each day. */
export const findByDay = async (
  shown: Shown,
  from: Day,
  until: Day,
  most: number,
): Promise<ReadonlyMap<Day, OfDay>> => {
  const whole = await findWhole(shown, from, until, crowded, findLines)
  if (whole) {
    return new Map([...groupByDay(whole, from, until)].map(([day, placed]) => [day, { placed, total: placed.length }]))
  }
  const [start, end] = around(from, until)
  const [hues, running, long, otherZones] = await Promise.all([
    shown.context.hues(),
    findContinuing(shown, start, findLines),
    findMany(shown, { ...fromTo(start, end), multi_day: true }),
    findMany(shown, { ...fromTo(start, end), other_time_zone: true }),
  ])
  const { zone } = shown.context.config
  const place = placeIn(zone, hues)
  // Too many events of other zones are found with the others of a day.
  const found = [...running, ...long.events, ...(otherZones.isWhole ? otherZones.events : [])]
  const apart = groupByDay([...new Map(found.map((it) => [it.id, it])).values()].map(place), from, until)
  const isFoundApart = ({ event, first }: Placed, day: Day): boolean =>
    first < day || (otherZones.isWhole && event.timezone !== zone.name)
  const days = daysFrom(from, until).map(async (day) => {
    const zones = otherZones.isWhole ? { other_time_zone: false } : undefined
    const own = await findLines(shown, { ...fromTo(day, day), per_page: most, ...zones })
    const others = (apart.get(day) ?? []).filter((one) => isFoundApart(one, day))
    const placed = [...others, ...own.records.map(place)].sort(compare)
    return [day, { placed, total: others.length + own.total }] as const
  })
  return new Map((await Promise.all(days)).filter(([, { total }]) => total > 0))
}
