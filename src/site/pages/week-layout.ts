import type { Day } from '../dates.ts'
import type { OfDay, Placed } from './placed-events.ts'

/** An event in a line of a week: a bar over its days, or the line of one day. */
export type Line = {
  readonly placed: Placed
  /** The line, counted from 0. */
  readonly lane: number
  /** The number of days that it spans. */
  readonly span: number
  /** It began before the week, or goes on after it. */
  readonly isBefore: boolean
  readonly isAfter: boolean
}

/** A day of a week. A bar is among the lines of the first of its days. */
export type WeekDay = {
  readonly day: Day
  readonly lines: readonly Line[]
  /** The lines that bars take, which are equally high on all days; those below are as high as their texts. */
  readonly barLanes: number
  /** The number of events that the day has besides those in its lines and the bars over it. */
  readonly rest: number
  /** The line that counts them, below all others of the day. */
  readonly restLane: number
}

/** A bar, and the last column of the week that it covers. */
type Bar = Line & { readonly column: number; readonly end: number }

/** Gives each bar a lane in which nothing else is on its days: those that begin first come first, and of these the longest. */
const assignLanes = (placed: Iterable<Placed>, days: readonly Day[]): readonly Bar[] => {
  const last = days.length - 1
  const taken: number[] = []
  return [...placed].sort(compareBars).map((one) => {
    const isBefore = one.first < (days[0] ?? '')
    const isAfter = one.last > (days[last] ?? '')
    const column = isBefore ? 0 : days.indexOf(one.first)
    const end = isAfter ? last : days.indexOf(one.last)
    const span = end - column + 1
    // One bit for each day.
    const columns = ((1 << span) - 1) << column
    let lane = 0
    while (((taken[lane] ?? 0) & columns) !== 0) lane++
    taken[lane] = (taken[lane] ?? 0) | columns
    return { placed: one, lane, span, isBefore, isAfter, column, end }
  })
}

const compareBars = (one: Placed, other: Placed): number =>
  (one.first < other.first ? -1 : one.first > other.first ? 1 : 0) ||
  (one.last > other.last ? -1 : one.last < other.last ? 1 : one.event.id - other.event.id)

/** The least number of events with a time that a day shows below however many bars. */
const leastTimed = 2

/**
 * Lays out the events of a week: bars above, in lines that go through all of its days, and what has a time below them, in at most `most` lines a
 * day, or as many as the highest day of the week leaves room for. A day with one line more needs no line that counts the rest.
 */
export const layOutWeek = (days: readonly Day[], byDay: ReadonlyMap<Day, OfDay>, most: number): readonly WeekDay[] => {
  const bars = new Map<number, Placed>()
  for (const day of days) for (const one of byDay.get(day)?.placed ?? []) if (one.isBar) bars.set(one.event.id, one)
  const lanes = assignLanes(bars.values(), days)
  const planned = days.map((day, column) => {
    const { placed = [], total = 0 } = byDay.get(day) ?? {}
    const over = lanes.filter((bar) => bar.column <= column && bar.end >= column)
    const shown = over.filter(({ lane }) => lane < most)
    const timed = placed.filter(({ isBar }) => !isBar)
    const barLanes = Math.max(-1, ...shown.map(({ lane }) => lane)) + 1
    const room = Math.max(most - barLanes, leastTimed)
    // Whether so many lines have all events of the day, so that none has to count the rest.
    const holdAll = (lines: number): boolean => total - shown.length === timed.length && timed.length <= lines
    const least = Math.min(holdAll(room + 1) ? room + 1 : room, timed.length)
    return { day, column, total, shown, timed, barLanes, holdAll, least }
  })
  // A row is as high as its highest day: the others have as much room. A bar is about half as high as an event with its time.
  const highest = Math.max(...planned.map(({ least, barLanes }) => least + barLanes / 2))
  return planned.map(({ day, column, total, shown, timed, barLanes, holdAll, least }) => {
    const room = Math.floor(highest - barLanes / 2)
    const lines = timed.slice(0, holdAll(room) ? room : Math.max(least, room - 1)).map((one, at) => ({
      placed: one,
      lane: barLanes + at,
      span: 1,
      isBefore: false,
      isAfter: false,
    }))
    return {
      day,
      lines: [...shown.filter((bar) => bar.column === column), ...lines],
      barLanes,
      rest: total - shown.length - lines.length,
      restLane: barLanes + lines.length,
    }
  })
}
