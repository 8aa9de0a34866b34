import { plainText } from '../../lib/text.ts'
import type { Day } from '../dates.ts'
import { takesPlace } from './event-state.ts'
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

/** Most lines of a day, however much room there is, besides a few more. */
const mostLines = 7

/** So few more are shown as well: the link to them would take almost as much room. */
const fewMore = 2

/** About as many letters are in a line of a day, of which some are its time. */
const [lettersInLine, lettersOfTime] = [22, 8]

/** About how high a bar, and an event with a time, is, in lines of text; both have a distance to the next one. */
const barHeight = 1.4
const heightOf = ({ event }: Placed): number => {
  const lines = Math.ceil((lettersOfTime + plainText(event.title).length) / lettersInLine)
  return Math.min(lines, 3) + (takesPlace(event) ? 0 : 1) + 0.4
}

const sumHeights = (timed: readonly Placed[]): number => timed.reduce((sum, one) => sum + heightOf(one), 0)

/** The height of the line that counts the rest. */
const restHeight = 1.5

/** How many of some events fit into a height: all of them or, where others are left, as many as leave room for the line that counts those. */
const countFitting = (timed: readonly Placed[], height: number, isWhole: boolean): number => {
  if (isWhole && sumHeights(timed) <= height) return timed.length
  let [count, left] = [0, height - restHeight]
  for (const one of timed) {
    left -= heightOf(one)
    if (left < 0) break
    count++
  }
  return count
}

/**
 * Lays out the events of a week: bars above, in lines that go through all of its days, and what has a time below them, in about `most` lines a
 * day, or as many as the highest day of the week leaves room for. A day with few more needs no line that counts the rest.
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
    // Of a crowded day there are not all, and bars without a line are in none.
    const isWhole = total - shown.length === timed.length
    const room = Math.max(most - barLanes, leastTimed)
    const least = isWhole && timed.length <= room + fewMore ? timed.length : Math.min(room, timed.length)
    const rest = total - shown.length - least
    const height = barLanes * barHeight + sumHeights(timed.slice(0, least)) + (rest > 0 ? restHeight : 0)
    return { day, column, total, shown, timed, barLanes, isWhole, least, height }
  })
  // A row is as high as its highest day: the others have as much room.
  const highest = Math.max(...planned.map(({ height }) => height))
  return planned.map(({ day, column, total, shown, timed, barLanes, isWhole, least }) => {
    const fitting = Math.min(countFitting(timed, highest - barLanes * barHeight, isWhole), mostLines - barLanes)
    const count = Math.max(least, fitting)
    const lines = timed.slice(0, isWhole && count + fewMore >= timed.length ? timed.length : count).map((one, at) => ({
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
