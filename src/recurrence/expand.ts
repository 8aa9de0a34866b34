import { addDays, addMonths, type DateTimeText, endOfDay, toUtc, type Zone } from '../lib/time-zone.ts'
import { readRecurrenceDate } from './dates.ts'
import type { Recurrence } from './recurrence.ts'
import { type Rule, RuleFault } from './rule.ts'
import { ruleDates } from './rule-dates.ts'

/** Most occurrences that a series may have within its horizon (contract C3.2). */
export const maxOccurrences = 1000

/** The start and the time zone of a series. */
export type SeriesStart = { readonly start: DateTimeText; readonly zone: Zone; readonly isAllDay: boolean }

/** The starts of a series as local times in its zone, in ascending order; `isWhole` if there are no more after the last. */
export type Expansion = { readonly starts: readonly DateTimeText[]; readonly isWhole: boolean }

/**
 * The starts of a recurrence up to and including the local time `until` (contract C3.1, C3.2). The event's own start is the first
 * one, even if the rule does not include it. A rule that ends within {@link longest} years is expanded to its end if it gives at most
 * {@link maxOccurrences} dates.
 * @param most the allowed number of dates: more than usual for a series that has grown over the years.
 * @throws RuleFault if it gives more than that, or none.
 */
export const expand = (
  recurrence: Recurrence,
  series: SeriesStart,
  until: DateTimeText,
  most = maxOccurrences,
): Expansion => {
  const whole = endsSoon(recurrence.rule, series, most) ? startsUntil(recurrence, series, undefined, most) : undefined
  const isWhole = whole !== undefined && whole.length <= most
  const starts = isWhole ? whole : startsUntil(recurrence, series, until, most)
  if (starts.length > most)
    throw new RuleFault(
      `It gives more than ${most} dates until ${until.slice(0, 10)}; end it earlier, or make it less frequent.`,
    )
  return { starts, isWhole }
}

/** Years after the start within which a rule must give a date: in this time, every day of the year falls on every weekday. */
const longest = 41

const farthest = ({ start }: SeriesStart): DateTimeText => addMonths(start, 12 * longest)

/** Whether all dates of a rule are within the years that can be expanded at once; if this is unknown, it continues. */
const endsSoon = (rule: Rule | undefined, series: SeriesStart, most: number): boolean => {
  if (!rule) return true
  if (rule.until !== undefined) return lastOf(rule.until, series).latest <= farthest(series)
  if (rule.count === undefined || rule.count > most) return false
  const dates = datesOfRule(rule, series, undefined, most)
  return dates.length + (dates[0] === series.start ? 0 : 1) >= rule.count
}

const startsUntil = (
  { rule, rdate, exdate }: Recurrence,
  series: SeriesStart,
  until: DateTimeText | undefined,
  most: number,
): readonly DateTimeText[] => {
  const ruled = rule ? datesOfRule(rule, series, until, most) : []
  const further = rdate.filter((date) => until === undefined || date <= until)
  const starts = new Set([series.start, ...ruled, ...further])
  // This is refused even if EXDATE removes some: the rule itself was not expanded to its end.
  if (starts.size > most) return [...starts]
  const exceptedDays = new Set(exdate.filter(({ isDay }) => isDay).map(({ local }) => local.slice(0, 10)))
  for (const start of starts) if (exceptedDays.has(start.slice(0, 10))) starts.delete(start)
  for (const { local } of exdate) starts.delete(local)
  if (starts.size === 0) throw new RuleFault('It gives no date: EXDATE excepts all of them.')
  // In the hour that a clock change skips, two local times may mean the same instant; the first counts.
  return [...starts].sort()
}

/**
 * The dates of a rule with its COUNT, of which the start is the first date (RFC 5545, 3.3.10), and its UNTIL, which may be an instant. The
 * rule is expanded without clock changes, so that each date keeps its local time; a skipped time is moved later like every
 * other date (contract B7.3). If there are more than `most` dates, it returns one more than that.
 */
export const datesOfRule = (
  rule: Rule,
  series: SeriesStart,
  until: DateTimeText | undefined,
  most: number,
): readonly DateTimeText[] => {
  const { start } = series
  const last = rule.until === undefined ? undefined : lastOf(rule.until, series)
  if (last && last.latest < start) throw new RuleFault(`UNTIL lies before the start (${start}).`)
  const end = [until, last?.latest].filter((one) => one !== undefined).sort()[0]
  const count = Math.min(rule.count ?? most + 1, most + 1)
  const dates = end === undefined ? firstDates(rule, series, count) : datesWithin(rule, series, end, most + 1)
  const kept = last ? dates.filter((date) => last.has(date)) : dates
  const isEmpty =
    kept.length === 0 && (end === undefined || end === last?.latest || firstDates(rule, series, 1).length === 0)
  if (isEmpty) throw new RuleFault(`The rule gives no date from the start (${start}) on.`)
  // The start counts as the first date, whether or not the rule includes it.
  return kept.slice(0, kept[0] === start ? count : count - 1)
}

/** Whether the rule includes the start of its series; otherwise the start is an additional occurrence. */
export const givesStart = (rule: Rule, series: SeriesStart): boolean =>
  datesWithin(rule, series, series.start, 1)[0] === series.start

type Last = { readonly latest: DateTimeText; readonly has: (local: DateTimeText) => boolean }

/** Applies UNTIL: the end of a day, a local time, or an instant. */
const lastOf = (until: string, { zone, isAllDay }: SeriesStart): Last => {
  const date = readRecurrenceDate(until, zone)
  if (!date) throw new RuleFault(`UNTIL is “${until}”, which is no date.`)
  const latest = date.isDay || isAllDay ? endOfDay(date.local) : date.local
  if (!until.endsWith('Z') || isAllDay) return { latest, has: (local) => local <= latest }
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(until) ?? []
  const utc = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  // When clocks are turned back, a later local time may be an earlier instant.
  return { latest: addDays(latest, 1), has: (local) => (toUtc(local, zone)?.utc ?? local) <= utc }
}

const firstDates = (rule: Rule, series: SeriesStart, count: number): readonly DateTimeText[] =>
  datesWithin(rule, series, farthest(series), count)

const datesWithin = (
  rule: Rule,
  { start, isAllDay }: SeriesStart,
  end: DateTimeText,
  most: number,
): readonly DateTimeText[] => ruleDates(rule, { start, isAllDay, end, most })
