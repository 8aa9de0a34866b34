import { startOfDay, toEpoch } from '../../lib/time-zone.ts'
import { type Day, laterBy } from '../dates.ts'
import type { Placed } from './placed-events.ts'

/** Quarters of an hour in a day. Days of 23 and 25 hours have as many: positions follow the clock on the wall. */
const quartersOfDay = 96

/** What stands in the hours of a day; times are quarters of an hour since midnight. */
export type Span = { readonly from: number; readonly until: number }

/** An event beside those that overlap it: it begins at `column` of so many `columns`, and takes `width` of them. */
export type Block = Span & {
  readonly placed: Placed
  readonly column: number
  readonly columns: number
  readonly width: number
  /** It began on the day before, or goes on after midnight. */
  readonly isBefore: boolean
  readonly isAfter: boolean
  /** Beside it there are more events than stand in columns. */
  readonly hasRest: boolean
}

/** Events for which there is no room beside the others: those that begin in one hour. */
export type Rest = Span & { readonly placed: readonly Placed[] }

type Piece = Span & Pick<Block, 'placed' | 'isBefore' | 'isAfter'>

/** The least height of an event, in quarters: two lines of text, whenever it ends. */
const least = 3

const quarterOf = (day: Day, local: string): number => {
  const quarters = Math.round((toEpoch(local) - toEpoch(startOfDay(day))) / 900_000)
  return Math.min(Math.max(quarters, 0), quartersOfDay)
}

/** The part of an event that is on a day. */
const pieceOf = (placed: Placed, day: Day): Piece => {
  const next = startOfDay(laterBy(day, 1))
  const from = Math.min(quarterOf(day, placed.start), quartersOfDay - least)
  return {
    placed,
    from,
    until: Math.max(quarterOf(day, placed.end), from + least),
    isBefore: placed.start < startOfDay(day),
    isAfter: placed.end > next,
  }
}

/** Events that overlap directly or through others; they share the width of the day. */
const clustersOf = (pieces: readonly Piece[]): Piece[][] => {
  const clusters: Piece[][] = []
  let end = 0
  for (const piece of pieces) {
    const current = clusters.at(-1)
    if (current && piece.from < end) current.push(piece)
    else clusters.push([piece])
    end = Math.max(end, piece.until)
  }
  return clusters
}

/**
 * Lays out the events of a day in its hours: those that overlap stand side by side in at most `most` columns, each as wide as its neighbours
 * allow. Those that have no column are counted at their hours.
 */
export const layOutHours = (
  placed: readonly Placed[],
  day: Day,
  most: number,
): { readonly blocks: readonly Block[]; readonly rest: readonly Rest[] } => {
  const next = laterBy(day, 1)
  const pieces = placed
    .filter(
      ({ isBar, start, end, first }) =>
        !isBar && start < next && (first === day || (first < day && end > startOfDay(day))),
    )
    .map((one) => pieceOf(one, day))
    .sort(
      (one, other) => one.from - other.from || other.until - one.until || one.placed.event.id - other.placed.event.id,
    )
  const blocks: Block[] = []
  const rest: Piece[] = []
  for (const cluster of clustersOf(pieces)) {
    const { columns, left } = packColumns(cluster, most)
    for (const [column, stack] of columns.entries()) {
      for (const piece of stack) {
        const width = widthOf(piece, column, columns)
        // What has the whole width needs no room beside it at other hours; what has a neighbour is as narrow as that one.
        const hasRest =
          left.length > 0 && (width < columns.length || left.some(({ from }) => overlap(hourOf(from), piece)))
        blocks.push({ ...piece, column, columns: columns.length, width, hasRest })
      }
    }
    rest.push(...left)
  }
  blocks.sort((one, other) => one.from - other.from || one.column - other.column)
  const byHour = Map.groupBy(rest, ({ from }) => hourOf(from).from)
  return {
    blocks,
    rest: [...byHour].map(([from, some]) => ({ ...hourOf(from), placed: some.map((it) => it.placed) })),
  }
}

/** Puts each event into the first column that is free at its time; what finds none is left. */
const packColumns = (cluster: readonly Piece[], most: number): { columns: Piece[][]; left: readonly Piece[] } => {
  const columns: Piece[][] = []
  const left: Piece[] = []
  for (const piece of cluster) {
    const free = columns.find((stack) => (stack.at(-1)?.until ?? 0) <= piece.from)
    if (free) free.push(piece)
    else if (columns.length < most) columns.push([piece])
    else left.push(piece)
  }
  return { columns, left }
}

/** The hour that a quarter is in. */
const hourOf = (quarter: number): Span => {
  const from = quarter - (quarter % 4)
  return { from, until: from + 4 }
}

const overlap = (one: Span, other: Span): boolean => one.from < other.until && other.from < one.until

/** The number of columns from its own to the next one with an event at the same time. */
const widthOf = (piece: Span, column: number, columns: readonly Piece[][]): number => {
  const next = columns.findIndex((stack, at) => at > column && stack.some((other) => overlap(piece, other)))
  return (next < 0 ? columns.length : next) - column
}
