import type { RequestContext } from '../../../core/context.ts'
import { invalidParams } from '../../../core/errors.ts'
import { addDays, type DateTimeText, epochOf, startOfDay, toUtc } from '../../../lib/time-zone.ts'
import { basicForm, readRecurrenceDate } from '../../../recurrence/dates.ts'
import { givesStart } from '../../../recurrence/expand.ts'
import { placeRecurrence, type Recurrence, type SentRecurrence } from '../../../recurrence/recurrence.ts'
import { type Rule, ruleDays, valuesOf, withPart } from '../../../recurrence/rule.ts'
import { decideDates } from '../dates.ts'
import type { EventValues } from './create.ts'
import type { Occurrence } from './stored.ts'
import {
  dateColumns,
  expandSeries,
  later,
  recurrenceOf,
  refusing,
  type SeriesRow,
  type SeriesTimes,
  startOf,
  timesOf,
  zoneOf,
} from './times.ts'

/** The times of a changed series. */
export type MovedSeries = {
  readonly times: SeriesTimes
  readonly recurrence: Recurrence
  readonly starts: readonly DateTimeText[]
  readonly filled_until: string
  /** Seconds by which every start has moved on the wall clock. */
  readonly shift: number
  /** The payload says when the occurrences are; otherwise only the recurrence is another one. */
  readonly hasDates: boolean
}

/**
 * What a payload changes in the times of a whole series: what it says of one occurrence is said of all of them (contract C3.4). Undefined
 * where it changes nothing.
 * @throws ApiError `rest_invalid_param` for a rule that cannot be, or a day that the rule does not give.
 */
export const moveSeries = (
  context: RequestContext,
  series: SeriesRow,
  row: Occurrence,
  values: EventValues,
  /** How many occurrences the series has. */
  had: number,
): MovedSeries | undefined => {
  const sent = values.recurrence ?? undefined
  const dates = decideDates(context, values, row)
  const isMoved = dateColumns.some((column) => dates[column] !== row[column])
  if (!isMoved && !sent) return undefined
  const isStartMoved = dates.start_date !== row.start_date
  const shift = isStartMoved ? (epochOf(dates.start_date) - epochOf(row.recurrence_id)) / 1000 : 0
  const times: SeriesTimes = {
    start_date: later(series.start_date, shift),
    // An occurrence may have a zone or a length of its own, which the payload leaves alone.
    ...(isMoved
      ? { timezone: dates.timezone, all_day: dates.all_day, length: timesOf(dates).length }
      : { timezone: series.timezone, all_day: series.all_day, length: series.length }),
  }
  const recurrence = sent ? placed(sent, times) : shifted(recurrenceOf(series), series, shift)
  const before = recurrenceOf(series).rule
  if (!sent && shift !== 0 && recurrence.rule && before) {
    if (givesStart(before, startOf(series)) && !givesStart(recurrence.rule, startOf(times)))
      throw invalidParams(
        new Map([
          ['start_date', 'The rule of the series gives no occurrence on that day: send another recurrence too.'],
        ]),
      )
  }
  return { times, recurrence, shift, hasDates: isMoved, ...expandSeries(context, times, recurrence, had) }
}

const placed = (sent: SentRecurrence, times: SeriesTimes): Recurrence => {
  const { start, zone, isAllDay } = startOf(times)
  return refusing(() => placeRecurrence(sent, start, zone, isAllDay))
}

/** The recurrence of a series that has moved: dates move with it, and so do the days of a weekly rule. */
const shifted = ({ rule, rdate, exdate }: Recurrence, series: SeriesTimes, seconds: number): Recurrence => {
  if (seconds === 0) return { rule, rdate, exdate }
  const days = daysBetween(series.start_date, later(series.start_date, seconds))
  return {
    rule: rule && shiftRule(rule, series, seconds, days),
    rdate: rdate.map((date) => later(date, seconds)),
    exdate: exdate.map(({ local, isDay }) => ({ local: isDay ? addDays(local, days) : later(local, seconds), isDay })),
  }
}

const daysBetween = (from: DateTimeText, to: DateTimeText): number =>
  (epochOf(startOfDay(to)) - epochOf(startOfDay(from))) / 86_400_000

const shiftRule = (rule: Rule, series: SeriesTimes, seconds: number, days: number): Rule => {
  const weekdays = valuesOf(rule, 'BYDAY')
  const turned = weekdays.map((day) => ruleDays[(((ruleDays.indexOf(day) + days) % 7) + 7) % 7] ?? day)
  const moved = rule.frequency === 'WEEKLY' && weekdays.length > 0 ? withPart(rule, 'BYDAY', turned.join(',')) : rule
  return rule.until === undefined ? moved : { ...moved, until: shiftUntil(rule.until, series, seconds, days) }
}

/** The last date of a moved rule, in the form that it had. It moves on the wall clock, as the events do: clocks may change in between. */
const shiftUntil = (until: string, series: SeriesTimes, seconds: number, days: number): string => {
  const zone = zoneOf(series)
  const date = readRecurrenceDate(until, zone)
  if (!date) return until
  if (date.isDay) return basicForm(addDays(date.local, days)).slice(0, 8)
  const local = later(date.local, seconds)
  return until.endsWith('Z') ? `${basicForm(toUtc(local, zone)?.utc ?? local)}Z` : basicForm(local)
}

/** Which occurrence has which start of a changed series. */
export type Match = {
  readonly kept: readonly (readonly [row: Occurrence, start: DateTimeText])[]
  /** Occurrences for which there is no start any more. */
  readonly without: readonly Occurrence[]
  /** Starts that have no occurrence yet. */
  readonly free: readonly DateTimeText[]
}

/**
 * Gives each occurrence the start that takes the place of its own (contract C3.4): the one as much later as the series has moved, or else
 * one on the same day; the addressed occurrence gets the nearest that is left.
 */
export const matchStarts = (
  rows: readonly Occurrence[],
  { starts, shift }: Pick<MovedSeries, 'starts' | 'shift'>,
  addressed: number,
): Match => {
  const free = new Set(starts)
  const found = new Map<Occurrence, DateTimeText>()
  const give = (row: Occurrence, start: DateTimeText | undefined) => {
    if (start === undefined || found.has(row) || !free.delete(start)) return
    found.set(row, start)
  }
  for (const row of rows) give(row, later(row.recurrence_id, shift))
  const byDay = new Map<string, DateTimeText>()
  for (const start of free) byDay.set(start.slice(0, 10), start)
  for (const row of rows) give(row, byDay.get(later(row.recurrence_id, shift).slice(0, 10)))
  for (const row of rows)
    if (row.id === addressed && !found.has(row)) give(row, nearest([...free], later(row.recurrence_id, shift)))
  return { kept: [...found], without: rows.filter((row) => !found.has(row)), free: [...free].sort() }
}

const nearest = (starts: readonly DateTimeText[], to: DateTimeText): DateTimeText | undefined => {
  const distance = (start: DateTimeText) => Math.abs(epochOf(start) - epochOf(to))
  return starts.toSorted((one, other) => distance(one) - distance(other))[0]
}
