import { plainText } from '../../lib/text.ts'
import { daysFrom, startOfDay, toLocal, type Zone } from '../../lib/time-zone.ts'
import type { DaySpan } from '../../lib/week.ts'
import type { EventLine, EventTimes } from '../../resources/events/lines.ts'
import { hueClass } from '../category-hues.ts'
import { type Day, laterBy, toDay } from '../dates.ts'
import { findAll } from '../feeds/find-all.ts'
import { writeCost } from '../money.ts'
import type { PageContext } from '../page-context.ts'
import { atDay } from '../upcoming.ts'
import { findLastDay } from './event-card.ts'
import { fromTo, mostAtOnce, runningOn, type Shown } from './events-view.ts'
import { shorten } from './layout.ts'

/**
 * When an event is in a calendar of days. An event that lasts all day is on its dates; any other is on the days of the site's clock, wherever it takes
 * place, as in lists that are filtered by date.
 */
type Timed<E extends EventTimes = EventTimes> = {
  readonly event: E
  /** Local times, by the clock of the site. */
  readonly start: string
  readonly end: string
  /** A night of less than twelve hours has only its first day. */
  readonly first: Day
  readonly last: Day
  /** It lasts all day, or for several days. */
  readonly isBar: boolean
}

/** An event in a calendar of days. */
export type Placed = Timed<EventLine> & {
  /** The class of the hue of its category; empty where it has none. */
  readonly hue: string
  /** Its category, and what it costs, in the lists of a day and of a week. */
  readonly about?: readonly string[]
}

/** Most days of an event that has a place on each of them; what lasts longer is shown once. */
const mostDays = 7

/** Whether an event goes on for so long that a calendar shows it once, and not on each of its days. */
export const isLong = ({ isBar, first, last }: Timed): boolean => isBar && laterBy(first, mostDays) <= last

/** Places events in the calendar of a site in this time zone. */
const placeIn =
  (zone: Zone) =>
  <E extends EventTimes>(event: E): Timed<E> => {
    const isOwnClock = event.all_day || event.timezone === zone.name
    const local = isOwnClock
      ? event
      : {
          ...event,
          start_date: toLocal(event.utc_start_date, zone),
          end_date: toLocal(event.utc_end_date, zone),
        }
    const { start_date: start, end_date: end } = local
    const [first, last] = [toDay(start), findLastDay(local)]
    return { event, start, end, first, last, isBar: event.all_day || first !== last }
  }

/** The order of events in a day: longer than a day, all day, then by time. */
const compare = (one: Timed, other: Timed): number =>
  Number(other.isBar) - Number(one.isBar) ||
  (one.start < other.start ? -1 : one.start > other.start ? 1 : 0) ||
  (one.last > other.last ? -1 : one.last < other.last ? 1 : one.event.id - other.event.id)

/** The events of a day: all of them, or the first ones. */
export type OfDay = { readonly placed: readonly Placed[]; readonly total: number }

/** The days that have events, with all events of each. */
export const groupByDay = <T extends Timed>(
  placed: readonly T[],
  from: Day,
  until: Day,
): ReadonlyMap<Day, readonly T[]> => {
  const byDay = new Map<Day, T[]>()
  const add = (day: Day, one: T): void => {
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

/** Whose events are found, and which. */
type Finding = Pick<Shown, 'context' | 'filters'>

/** Most ids that are found by one statement; of more, other requests are answered in between. */
const idsAtOnce = 10_000

/**
 * The ids of all events that may be on the days from one to before another: by one statement those that begin there, and by one those of several
 * days that go on. Lists find events by the clock of the site; the dates of an event that lasts all day elsewhere are up to 26 hours away from it.
 */
const findIds = async ({ context, filters }: Finding, from: Day, until: Day): Promise<readonly number[]> => {
  const { events } = context.records
  const [first, last] = [laterBy(from, -2), laterBy(until, 1)]
  const [running, starting] = await Promise.all([
    // As they last for more than 24 hours, they end on a later day in whichever time zone.
    events.find({ ...filters, ...runningOn(first), multi_day: true }),
    findAll((page) => events.find({ ...filters, ...fromTo(first, last), per_page: idsAtOnce, page })),
  ])
  return [...running.ids, ...starting]
}

/** What a calendar of days shows of some events. */
const readPlaced = async ({ context }: Shown, ids: readonly number[]): Promise<readonly Placed[]> => {
  const [hues, lines] = await Promise.all([context.hues(), context.records.events.linesOf(ids)])
  const place = placeIn(context.config.zone)
  return lines.map((line) => ({ ...place(line), hue: hueClass(hues, line).trim() }))
}

/** When many events are. */
const readTimes = async ({ context }: Finding, ids: readonly number[]): Promise<readonly Timed[]> =>
  (await context.records.events.times(ids)).map(placeIn(context.config.zone))

/** Most characters of a cost in a line: some are sentences. */
const mostOfCost = 30

/** Adds to events their category and what they cost. */
const withAbout = async (context: PageContext, placed: readonly Placed[]): Promise<readonly Placed[]> => {
  const ids = new Set(placed.flatMap(({ event }) => event.categories.map(({ id }) => id)))
  const names = new Map(
    (await context.records.categories.byIds([...ids])).map(({ id, name }) => [id, plainText(name)] as const),
  )
  return placed.map((one) => {
    const { categories, cost } = one.event
    const parts = [
      ...categories.map(({ id }) => names.get(id) ?? ''),
      cost === '' ? '' : shorten(writeCost(context, one.event), mostOfCost),
    ]
    return { ...one, about: parts.filter((part) => part !== '') }
  })
}

/** The ids of events on some days; undefined where there are more than so many. */
export const findIdsOn = async (
  shown: Finding,
  { first, last }: DaySpan,
  most: number,
): Promise<readonly number[] | undefined> => {
  const until = laterBy(last, 1)
  const ids = await findIds(shown, first, until)
  if (ids.length > most) return undefined
  return (await readTimes(shown, ids)).filter(isOn(first, until)).map(({ event }) => event.id)
}

/** Whether an event is on the days from one to before another, and be it for the rest of a night. */
export const isOn =
  (from: Day, until: Day) =>
  ({ first, last, end }: Timed): boolean =>
    first < until && (last >= from || end > startOfDay(from))

/** Events on some days. Of very many, those of each day are left out that begin last; `total` counts them all. */
export const findDays = async (
  shown: Shown,
  from: Day,
  until: Day,
): Promise<{ readonly placed: readonly Placed[]; readonly total: number }> => {
  const isThere = isOn(from, until)
  const { context } = shown
  const ids = await findIds(shown, from, until)
  if (ids.length <= mostAtOnce) {
    const placed = await withAbout(context, (await readPlaced(shown, ids)).filter(isThere))
    return { placed, total: placed.length }
  }
  const all = (await readTimes(shown, ids)).filter(isThere)
  const mostOfDay = Math.floor(mostAtOnce / daysFrom(from, until).length)
  const chosen = [...Map.groupBy(all, ({ first }) => (first < from ? '' : first))].flatMap(([day, some]) =>
    day === '' ? some : some.slice(0, mostOfDay),
  )
  return {
    placed: await withAbout(
      context,
      await readPlaced(
        shown,
        chosen.map(({ event }) => event.id),
      ),
    ),
    total: all.length,
  }
}

/** Most events of a month that are all read; of a fuller one only those that are shown. */
const crowded = 300

/** Most events of several days that are read for a crowded month. */
const mostBars = 2000

/** Most events that go on for weeks of which a page shows more than their number. */
const mostLong = 60

/** The events of a month. */
export type MonthEvents = {
  /** The events of each day that has some, without those that go on for weeks. */
  readonly byDay: ReadonlyMap<Day, OfDay>
  readonly long: OfDay
  /** When all of them are, and maybe some of the days before and after. */
  readonly all: readonly Timed[]
}

/**
 * The events from one day to before another: those that go on for weeks, and of each day all others or, where there are very many, the first
 * `most` that are on no other day.
 */
export const findByDay = async (shown: Shown, from: Day, until: Day, most: number): Promise<MonthEvents> => {
  const ids = await findIds(shown, from, until)
  if (ids.length <= crowded) {
    const all = await readPlaced(shown, ids)
    const { long, others } = divide(all, from, until)
    const byDay = [...groupByDay(others, from, until)].map(([day, placed]): [Day, OfDay] => [
      day,
      { placed, total: placed.length },
    ])
    return { byDay: new Map(byDay), long: { placed: long, total: long.length }, all }
  }
  const times = await readTimes(shown, ids)
  const all = divide(times, from, until)
  const byDay = groupByDay(all.others, from, until)
  const long = all.long.slice(0, mostLong).map(({ event }) => event.id)
  const [bars, others] = [new Set<number>(), new Set<number>()]
  for (const some of byDay.values()) {
    for (const { isBar, event } of some) if (isBar && bars.size < mostBars) bars.add(event.id)
    for (const { event } of some.filter(({ isBar }) => !isBar).slice(0, most)) others.add(event.id)
  }
  const read = new Map((await readPlaced(shown, [...long, ...bars, ...others])).map((one) => [one.event.id, one]))
  const shownOf = (some: readonly Timed[]): OfDay => ({
    placed: some.flatMap(({ event }) => read.get(event.id) ?? []),
    total: some.length,
  })
  return {
    byDay: new Map([...byDay].map(([day, some]) => [day, shownOf(some)])),
    long: shownOf(all.long),
    all: times,
  }
}

/** Divides events into those that go on for weeks in some days, what ends first before the others, and all others. */
const divide = <T extends Timed>(
  placed: readonly T[],
  from: Day,
  until: Day,
): { readonly long: readonly T[]; readonly others: readonly T[] } => {
  const { long = [], others = [] } = Object.groupBy(placed, (one) => (isLong(one) ? 'long' : 'others'))
  return {
    long: long
      .filter(({ first, last }) => first < until && last >= from)
      .sort((one, other) => (one.last < other.last ? -1 : one.last > other.last ? 1 : one.event.id - other.event.id)),
    others,
  }
}

/** The first day after another on which an event begins, among those that the page shows. */
export const findNextDay = async (shown: Shown, day: Day): Promise<Day | undefined> => {
  const { context, filters } = shown
  const window = { start_date: atDay(laterBy(day, 1)), end_date: atDay('9999-12-31'), per_page: 1 }
  const { ids } = await context.records.events.find({ ...filters, ...window }, false)
  const [next] = await readTimes(shown, ids)
  // The date of an event that lasts all day in another zone may be that day itself.
  return next && next.first > day ? next.first : undefined
}
