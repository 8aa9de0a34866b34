import type { JsonObject } from '../../../lib/json.ts'
import { addMonths, type DateTimeText, endOfDay } from '../../../lib/time-zone.ts'
import { readRecurrenceDate } from '../../../recurrence/dates.ts'
import { datesOfRule, expand, maxOccurrences } from '../../../recurrence/expand.ts'
import { placeRecurrence, readSentRecurrence } from '../../../recurrence/recurrence.ts'
import { type Rule, RuleFault, readRule, writeRule } from '../../../recurrence/rule.ts'
import type { ReadOptions } from '../record.ts'
import type { Properties, Property } from './icalendar-lines.ts'
import { dateTexts, type EventTime, inZone, readDay, readTime, type TimeContext } from './icalendar-times.ts'
import type { Notes } from './texts.ts'

/** Most dates in RDATE or EXDATE that the interface takes. */
const mostDates = 500

/** The field `recurrence`, and the start of the series, which may be another than that of the event. */
type FoundRecurrence = { readonly recurrence: JsonObject; readonly start: DateTimeText }

/** Why an event has no date at all, so that there is none (RFC 5545, 3.8.5.1). */
export type NoDate = { readonly noDate: string }

/**
 * The field `recurrence` of an event with its rule and dates (RFC 5545, 3.8.5; contract C3.1), in local times of its start. What the interface
 * does not take is left out, with a note: the event then has its first date only, or fewer dates. Undefined for a single event.
 */
export const readEventRecurrence = (
  properties: Properties,
  start: EventTime,
  context: TimeContext,
): FoundRecurrence | NoDate | undefined => {
  const { notes } = context
  if (properties.all('EXRULE').length > 0) notes.add('EXRULE was left out: rules for exceptions are not supported.')
  const rule = ruleOf(properties.all('RRULE'), start, context)
  const rdate = datesOf(properties.all('RDATE'), start, context)
  const exdate = datesOf(properties.all('EXDATE'), start, context)
  const hasEnded = rule !== undefined && endsBefore(rule, start)
  // Google leaves such a rest of a series that was ended before its first date.
  const written: Dates = hasEnded
    ? { rrule: undefined, rdate, exdate: [...exdate, start.local] }
    : { rrule: rule, rdate, exdate }
  if (isEmpty(written, start))
    return {
      noDate: hasEnded
        ? 'It has no date, and was left out: its rule ended before its start (UNTIL).'
        : 'It has no date, and was left out: EXDATE excepts all of them.',
    }
  if (rule !== undefined || properties.first('RRULE') === undefined)
    noteOthers(exdate, { rrule: rule, rdate, exdate }, start, notes)
  const { dates, first } = withEarlier(written, start, notes)
  if (dates.rrule === undefined && dates.rdate.length === 0) return undefined
  const limitedDates = {
    ...dates,
    rdate: limited('RDATE', dates.rdate, context),
    exdate: limited('EXDATE', dates.exdate, context),
  }
  const fitted = context.series
    ? fitSeries(limitedDates, { ...start, local: first }, context.series, notes)
    : { start: first, dates: limitedDates }
  if (!fitted) {
    notes.add('It has no date but its first, or too many: it was imported with its first date only.')
    return undefined
  }
  return {
    start: fitted.start,
    recurrence: {
      ...(fitted.dates.rrule === undefined ? {} : { rrule: fitted.dates.rrule }),
      ...(fitted.dates.rdate.length > 0 ? { rdate: fitted.dates.rdate } : {}),
      ...(fitted.dates.exdate.length > 0 ? { exdate: fitted.dates.exdate } : {}),
    },
  }
}

/** Whether a rule ends on a day before that of the start. On the day itself, programs mean its end. */
const endsBefore = (rule: string, { local, zone }: EventTime): boolean => {
  const { until } = readRule(rule)
  const last = until === undefined ? undefined : readRecurrenceDate(until, zone)
  return last !== undefined && last.local.slice(0, 10) < local.slice(0, 10)
}

/** The first dates of a rule: at most one more than `most`. */
const firstOfRule = (
  rrule: string | undefined,
  { local, zone, isDay }: EventTime,
  most: number,
): readonly DateTimeText[] =>
  rrule === undefined ? [] : datesOfRule(readRule(rrule), { start: local, zone, isAllDay: isDay }, undefined, most)

const isEmpty = ({ rrule, rdate, exdate }: Dates, start: EventTime): boolean => {
  const excepted = new Set(exdate)
  const isLeft = (date: DateTimeText): boolean => !excepted.has(date)
  if (isLeft(start.local) || rdate.some(isLeft) || excepted.size > mostCompared) return false
  return !firstOfRule(rrule, start, excepted.size).some(isLeft)
}

/** Most dates of a rule that are compared with exceptions. */
const mostCompared = 20_000

/** Names exceptions that are no dates of the series: they may have been meant for dates that are there. */
const noteOthers = (exdate: readonly DateTimeText[], { rrule, rdate }: Dates, start: EventTime, notes: Notes): void => {
  const last = exdate.toSorted().at(-1)
  if (last === undefined) return
  const { local, zone, isDay } = start
  const ruled =
    rrule === undefined || endsBefore(rrule, start)
      ? []
      : datesOfRule(
          readRule(rrule),
          { start: local, zone, isAllDay: isDay },
          endOfDay(last > local ? last : local),
          mostCompared,
        )
  if (ruled.length > mostCompared) return
  const dates = new Set([local, ...rdate, ...ruled])
  const others = [...new Set(exdate)].filter((date) => !dates.has(date)).sort()
  const shown = others.slice(0, 3).map((date) => (isDay ? date.slice(0, 10) : date.slice(0, 16)))
  if (others.length > 0)
    notes.add(
      `EXDATE excepts what is no date of the series: ${shown.join(', ')}${others.length > shown.length ? ` and ${others.length - shown.length} more` : ''}.`,
    )
}

/**
 * Dates of RDATE that are before the start: a series that ends is given as its dates, the first of which is its start. Of one without an end, whose
 * rule counts from the start, they are left out.
 */
const withEarlier = (
  written: Dates,
  start: EventTime,
  notes: Notes,
): { readonly dates: Dates; readonly first: DateTimeText } => {
  const excepted = new Set(written.exdate)
  const earlier = written.rdate.filter((date) => date < start.local && !excepted.has(date))
  const rdate = written.rdate.filter((date) => date > start.local)
  if (earlier.length === 0) return { dates: { ...written, rdate }, first: start.local }
  const rule = written.rrule === undefined ? undefined : readRule(written.rrule)
  const ruled = firstOfRule(written.rrule, start, mostDates)
  const all = [...new Set([...earlier, start.local, ...ruled, ...rdate])].filter((date) => !excepted.has(date)).sort()
  const [first = start.local, ...others] = all
  const isWhole = !rule || ((rule.count ?? rule.until) !== undefined && ruled.length <= mostDates)
  if (isWhole && others.length <= mostDates) return { dates: { rrule: undefined, rdate: others, exdate: [] }, first }
  notes.add(
    `Dates of RDATE before the start were left out: ${earlier.slice(0, 3).join(', ')}${earlier.length > 3 ? ' …' : ''}.`,
  )
  return { dates: { ...written, rdate }, first: start.local }
}

const limited = (name: string, dates: readonly DateTimeText[], { notes }: TimeContext): readonly DateTimeText[] => {
  const sorted = [...new Set(dates)].sort()
  if (sorted.length > mostDates) notes.add(`Only ${mostDates} of the ${sorted.length} dates of ${name} were kept.`)
  return sorted.slice(0, mostDates)
}

/** The dates of RDATE or EXDATE as local times; of a period its start, since each occurrence lasts as long as the first. */
const datesOf = (properties: readonly Property[], start: EventTime, context: TimeContext): readonly DateTimeText[] =>
  properties.flatMap((property) =>
    dateTexts(property).flatMap((text) => {
      const [from = '', until] = text.split('/')
      if (until !== undefined) context.notes.add('Periods of RDATE have the length of the event.')
      const time = readTime(from, property.param('TZID'), context)
      if (!time) {
        if (text !== '') context.notes.add(`A date of ${property.name} was left out: “${text.slice(0, 40)}” is none.`)
        return []
      }
      // A day stands for the event on it (docs/recurrence.md).
      if (time.isDay && !start.isDay) return [`${time.local.slice(0, 10)}${start.local.slice(10)}`]
      return [start.isDay ? `${readDay(time, context)} 00:00:00` : inZone(time, start.zone)]
    }),
  )

const ruleOf = (rules: readonly Property[], start: EventTime, { notes }: TimeContext): string | undefined => {
  const [first, ...others] = rules
  if (!first) return undefined
  if (others.length > 0) notes.add('Only the first of several rules was kept.')
  const rule = mend(first.value, start, notes)
  if (rule === '') {
    notes.add('The rule was left out, and the event has its first date only: it is empty.')
    return undefined
  }
  try {
    readSentRecurrence({ rrule: rule })
    if (!endsBefore(rule, start)) firstOfRule(rule, start, 1)
    return rule
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error
    notes.add(`The rule was left out, and the event has its first date only: ${error.message}`)
    return undefined
  }
}

/**
 * Mends what programs often write: blanks, empty parts, an end by COUNT and UNTIL, a COUNT such as -1 for a series without one, parts of their own,
 * and UNTIL as a day with a time of midnight.
 */
const mend = (value: string, start: EventTime, notes: Notes): string => {
  const parts = value
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .filter((part) => /^[A-Z-]+=./.test(part) && !/^COUNT=(?:-\d+|0+)$/.test(part))
  const hasCount = parts.some((part) => part.startsWith('COUNT='))
  const isKept = (part: string, at: number): boolean =>
    parts.findIndex((other) => nameOfPart(other) === nameOfPart(part)) === at &&
    !(hasCount && part.startsWith('UNTIL=')) &&
    !/^X-/.test(part)
  for (const part of parts.filter((one, at) => !isKept(one, at) && parts.indexOf(one) === at))
    notes.add(`“${part.slice(0, 40)}” of the rule was left out.`)
  return parts
    .filter(isKept)
    .filter((part) => !/^(?:SKIP=OMIT|RSCALE=GREGORIAN)/.test(part))
    .map((part) => (start.isDay ? part.replace(/^(UNTIL=\d{8})T\d{6}Z?$/, '$1') : part))
    .join(';')
}

const nameOfPart = (part: string): string => part.slice(0, part.indexOf('='))

/** A rule, dates and exceptions, in local times of the start. */
type Dates = {
  readonly rrule: string | undefined
  readonly rdate: readonly DateTimeText[]
  readonly exdate: readonly DateTimeText[]
}

/** A series with its start, which may be later than in the source. */
type Fitted = { readonly start: DateTimeText; readonly dates: Dates }

/** Most dates of a rule that are looked at: more than one for each day of forty years. */
const mostRuleDates = 20_000

/**
 * Fits a series with more dates than the interface takes (contract C3.2), such as a daily one that began years ago: it begins with the earliest year
 * from which on all its dates are taken, or else has as many as are taken. Undefined if it has no date at all.
 */
const fitSeries = (
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
