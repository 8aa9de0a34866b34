import { addMonths, type DateTimeText, endOfDay } from '../../lib/time-zone.ts'
import { datesOfRule, expand, maxOccurrences } from '../../recurrence/expand.ts'
import { placeRecurrence, readSentRecurrence } from '../../recurrence/recurrence.ts'
import { type Rule, RuleFault, readRule, writeRule } from '../../recurrence/rule.ts'
import type { ReadOptions } from '../record.ts'
import type { EventTime } from './icalendar-times.ts'
import type { Notes } from './texts.ts'

/** A rule, dates and exceptions, in local times of the start. */
export type Dates = {
  readonly rrule: string | undefined
  readonly rdate: readonly DateTimeText[]
  readonly exdate: readonly DateTimeText[]
}

/** A series with its start, which may be later than in the source. */
export type Fitted = { readonly start: DateTimeText; readonly dates: Dates }

/** Most dates of a rule that are looked at: more than one for each day of forty years. */
const mostRuleDates = 20_000

/**
 * Fits a series with more dates than the interface takes (contract C3.2), such as a daily one that began years ago: it begins with the earliest year
 * from which on all its dates are taken, or else has as many as are taken. Undefined if it has no date at all.
 */
export const fitSeries = (
  dates: Dates,
  start: EventTime,
  { today, months }: NonNullable<ReadOptions['series']>,
  notes: Notes,
): Fitted | undefined => {
  const { rrule } = dates
  const first: Fitted = { start: start.local, dates }
  const horizonOf = (local: DateTimeText): DateTimeText =>
    endOfDay(addMonths(local.slice(0, 10) > today ? local : today, months))
  const isTaken = (fitted: Fitted): boolean => fits(fitted, start, horizonOf(fitted.start))
  if (isTaken(first)) return first
  if (rrule === undefined) return undefined
  const rule = readRule(rrule)
  const left = firstLeft(rule, dates, start)
  if (left && isTaken(left)) return left
  const given = ruleDates(rule, start, horizonOf(start.local))
  let last = first
  for (let year = Number(start.local.slice(0, 4)) + 1; year <= Number(today.slice(0, 4)); year++) {
    const at = given.findIndex((date) => date >= `${year}-01-01`)
    const later = given[at]
    if (later === undefined) break
    last = { start: later, dates: beginWith(later, dates, rule, given[0] === start.local ? at : at + 1) }
    if (!isTaken(last)) continue
    notes.add(`It has too many dates: those before ${later.slice(0, 10)} were left out.`)
    return last
  }
  const { count = maxOccurrences } = readRule(last.dates.rrule ?? rrule)
  const ended = writeRule({ ...rule, count: Math.min(count, maxOccurrences), until: undefined })
  const shortened = { start: last.start, dates: { ...last.dates, rrule: ended, rdate: [] } }
  if (!isTaken(shortened)) return undefined
  notes.add(`It has too many dates: ${maxOccurrences} from ${last.start.slice(0, 10)} on were kept.`)
  return shortened
}

const fits = ({ start: local, dates }: Fitted, { zone, isDay }: EventTime, until: DateTimeText): boolean => {
  try {
    const { rrule, rdate, exdate } = dates
    const recurrence = placeRecurrence(
      readSentRecurrence({ ...(rrule === undefined ? {} : { rrule }), rdate, exdate }),
      local,
      zone,
      isDay,
    )
    expand(recurrence, { start: local, zone, isAllDay: isDay }, until)
    return true
  } catch (error) {
    if (error instanceof RuleFault) return false
    throw error
  }
}

/** The series from the first date of its rule on that is not excepted: the interface takes none without a date in the months to come. */
const firstLeft = (rule: Rule, dates: Dates, { local, zone, isDay }: EventTime): Fitted | undefined => {
  const excepted = new Set(dates.exdate)
  if (!excepted.has(local)) return undefined
  const given = datesOfRule(rule, { start: local, zone, isAllDay: isDay }, undefined, excepted.size)
  const at = given.findIndex((date) => !excepted.has(date))
  const later = given[at]
  return later === undefined || dates.rdate.some((date) => date < later)
    ? undefined
    : { start: later, dates: beginWith(later, dates, rule, given[0] === local ? at : at + 1) }
}

const ruleDates = (rule: Rule, { local, zone, isDay }: EventTime, until: DateTimeText): readonly DateTimeText[] => {
  try {
    return datesOfRule(rule, { start: local, zone, isAllDay: isDay }, until, mostRuleDates)
  } catch (error) {
    if (error instanceof RuleFault) return []
    throw error
  }
}

/** The dates of a series from a later one on; `before` of its COUNT are over. */
const beginWith = (later: DateTimeText, { rdate, exdate }: Dates, rule: Rule, before: number): Dates => ({
  rrule: writeRule({ ...rule, count: rule.count === undefined ? undefined : Math.max(rule.count - before, 1) }),
  rdate: rdate.filter((date) => date > later),
  exdate: exdate.filter((date) => date >= later),
})
