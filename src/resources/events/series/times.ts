import type { Selectable } from 'kysely'
import type { RequestContext } from '../../../core/context.ts'
import { invalidParams } from '../../../core/errors.ts'
import type { SeriesTable } from '../../../db/schema.ts'
import {
  abbreviationAt,
  addMonths,
  type DateTimeText,
  endOfDay,
  nowText,
  parseZone,
  startOfDay,
  textAt,
  toEpoch,
  toLocal,
  toUtc,
  utcZone,
  type Zone,
} from '../../../lib/time-zone.ts'
import { type Expansion, expand, maxOccurrences, type SeriesStart } from '../../../recurrence/expand.ts'
import { parseRecurrence, type Recurrence } from '../../../recurrence/recurrence.ts'
import { RuleFault } from '../../../recurrence/rule.ts'
import type { DateColumns } from '../dates.ts'

/** A series as it is stored. */
export type SeriesRow = Selectable<SeriesTable>

/** When a series is: its start, its zone, and how long each occurrence takes. */
export type SeriesTimes = Pick<SeriesRow, 'start_date' | 'timezone' | 'all_day' | 'length'>

/** The zone of a series; one that is no longer known is read as UTC. */
export const seriesZone = ({ timezone }: Pick<SeriesTimes, 'timezone'>): Zone => parseZone(timezone) ?? utcZone

/** Where the recurrence of a series begins. */
export const seriesStart = (series: SeriesTimes): SeriesStart => ({
  start: series.start_date,
  zone: seriesZone(series),
  isAllDay: series.all_day === 1,
})

/** The recurrence of a stored series. */
export const readRecurrence = (series: SeriesTimes & Pick<SeriesRow, 'recurrence'>): Recurrence => {
  const { start, zone, isAllDay } = seriesStart(series)
  return parseRecurrence(series.recurrence, start, zone, isAllDay)
}

/** The times of a series of which an event with these dates is an occurrence. */
export const seriesTimes = (dates: DateColumns): SeriesTimes => ({
  start_date: dates.start_date,
  timezone: dates.timezone,
  all_day: dates.all_day,
  // A concert takes three hours also in the night of a change of clocks; a whole day takes a day (RFC 5545, 3.8.5.3).
  length:
    (dates.all_day === 1
      ? toEpoch(startOfDay(dates.end_date)) - toEpoch(dates.start_date)
      : toEpoch(dates.end_utc) - toEpoch(dates.start_utc)) / 1000,
})

/** The dates of the occurrence that the rule starts at this wall clock. One that a change of clocks skips is later (contract B7.3). */
export const datesAt = (series: SeriesTimes, local: DateTimeText): DateColumns => {
  const zone = seriesZone(series)
  const start = toUtc(local, zone) ?? { local, utc: local }
  const end = endOf(series, start, zone)
  return {
    all_day: series.all_day,
    start_date: start.local,
    end_date: end.local,
    start_utc: start.utc,
    end_utc: end.utc,
    timezone: series.timezone,
    timezone_abbr: abbreviationAt(start.utc, zone),
  }
}

type Pair = { readonly local: DateTimeText; readonly utc: DateTimeText }

const endOf = ({ all_day, length }: SeriesTimes, start: Pair, zone: Zone): Pair => {
  if (all_day === 1) {
    const local = endOfDay(later(start.local, length))
    return toUtc(local, zone) ?? { local, utc: local }
  }
  const end = later(start.utc, length)
  return { local: toLocal(end, zone), utc: end }
}

/** A wall clock or an instant in UTC, later by so many seconds; it stops at the end of the year 9999. */
export const later = (text: DateTimeText, seconds: number): DateTimeText => {
  const at = toEpoch(text) + 1000 * seconds
  return textAt(at) ?? nowText(at)
}

/** The day up to which a series without an end has its occurrences: so many months from today, or from its start. */
export const findHorizon = (
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
  start: DateTimeText,
): DateTimeText => {
  const today = nowText(now())
  return endOfDay(addMonths(start > today ? start : today, config.seriesMonths))
}

/**
 * The starts of a series up to its horizon, and the day up to which it is then filled. A series that has grown with the years may have more
 * than a new one: as many as it `had` besides.
 * @throws ApiError `rest_invalid_param` on `recurrence` for a rule that gives too many dates or none (contract C3.2).
 */
export const expandSeries = (
  context: Pick<RequestContext, 'config' | 'now'>,
  times: SeriesTimes,
  recurrence: Recurrence,
  had = 0,
): Expansion & { readonly filled_until: string } =>
  refusing(() => {
    const until = findHorizon(context, times.start_date)
    const expansion = expand(recurrence, seriesStart(times), until, maxOccurrences + had)
    return { ...expansion, filled_until: expansion.isWhole ? '' : until }
  })

/** Runs what reads a recurrence. @throws ApiError `rest_invalid_param` on `recurrence` in place of its fault. */
export const refusing = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleFault) return refuse(error.message)
    throw error
  }
}

/** @throws ApiError `rest_invalid_param` on `recurrence` for a date before the start: a series begins with its event. */
export const requireLater = ({ rdate }: Recurrence, start: DateTimeText): void => {
  const [earliest = start] = rdate
  if (earliest < start)
    refuse(
      `RDATE has ${earliest}, which lies before the start (${start}): a series begins with the start of its event.`,
    )
}

/** Refuses a recurrence. @throws ApiError `rest_invalid_param` on `recurrence`. */
const refuse = (message: string): never => {
  throw invalidParams(new Map([['recurrence', message]]))
}

/** The columns of an event that say when it is. */
export const dateColumns = [
  'all_day',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'timezone',
  'timezone_abbr',
] as const satisfies readonly (keyof DateColumns)[]
