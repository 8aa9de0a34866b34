import { type DateTimeText, textAt, toEpoch } from '../lib/time-zone.ts'
import { partValues, type Rule, RuleFault } from './rule.ts'
import { type Day, dayAt, dayNumber, dayOfWeek, findWeekStart, listConditions } from './rule-days.ts'

/** The range of an expansion, and the most dates to return. */
export type RuleSpan = {
  readonly start: DateTimeText
  /** Days have no hours (RFC 5545, 3.3.10). */
  readonly isAllDay: boolean
  readonly end: DateTimeText
  readonly most: number
}

/** Most days that are compared with a rule, some 40 milliseconds long: those of 270 years, or of as many years as it has intervals. */
const mostDays = 100_000

/**
 * The dates of a rule (RFC 5545, 3.3.10) without clock changes, from `start` to `end` (inclusive), in ascending order. COUNT
 * and UNTIL are left to the caller. The cost depends on the number of days in the range, not on the rule.
 * @throws RuleFault for a range of too many days, which have few dates.
 */
export const ruleDates = (rule: Rule, { start, isAllDay, end, most }: RuleSpan): readonly DateTimeText[] => {
  const first = readDay(start)
  const last = readDay(end).number
  const [from, until] = [toEpoch(start), toEpoch(end)]
  const conditions = listConditions(rule, first)
  const times = timesOfDay(rule, start, isAllDay)
  const places = partValues(rule, 'BYSETPOS').map(Number)
  const dates: DateTimeText[] = []
  let examined = 0
  for (const period of periodsOf(rule, first)) {
    if (period.from > last || dates.length >= most) break
    examined += period.until - period.from
    if (examined > mostDays)
      throw new RuleFault(
        `Its dates from ${start.slice(0, 10)} to ${end.slice(0, 10)} are too far apart: start it later.`,
      )
    const days: number[] = []
    for (let number = period.from; number < period.until; number++) {
      const day = dayAt(number)
      if (conditions.every((holds) => holds(day))) days.push(number)
    }
    for (const at of placesIn(days.length * times.count, places, firstAt(days, first.number) * times.count)) {
      const date = ((days[Math.floor(at / times.count)] ?? 0) * 86_400 + times.at(at % times.count)) * 1000
      if (date > until || dates.length >= most) break
      const text = date < from ? undefined : textAt(date)
      if (text !== undefined) dates.push(text)
    }
  }
  return dates
}

/** The first of some days that is not before a given day. */
const firstAt = (days: readonly number[], from: number): number => {
  const at = days.findIndex((day) => day >= from)
  return at < 0 ? days.length : at
}

/** The elements of a set that BYSETPOS selects, or all of them; those before `from` do not count. */
function* placesIn(size: number, named: readonly number[], from: number): Generator<number> {
  if (named.length === 0) for (let at = from; at < size; at++) yield at
  const places = named.map((place) => (place > 0 ? place - 1 : size + place)).filter((at) => at >= from && at < size)
  yield* new Set(places.sort((one, other) => one - other))
}

type Period = { readonly from: number; readonly until: number }

/** The years, months, weeks or days of a rule, as numbers of days, without end. */
function* periodsOf(rule: Rule, start: Day): Generator<Period> {
  const interval = Number(partValues(rule, 'INTERVAL')[0] ?? 1)
  for (let at = 0; ; at += interval) yield periodOf(rule, start, at)
}

/** The `n`th period of the rule's frequency after that of the start. */
const periodOf = (rule: Rule, start: Day, at: number): Period => {
  const { year, month, number } = start
  switch (rule.frequency) {
    case 'YEARLY':
      return { from: dayNumber(year + at, 1, 1), until: dayNumber(year + at + 1, 1, 1) }
    case 'MONTHLY':
      return { from: dayNumber(year, month + at, 1), until: dayNumber(year, month + at + 1, 1) }
    case 'WEEKLY': {
      const from = number - dayOfWeek(start, findWeekStart(rule)) + 7 * at
      return { from, until: from + 7 }
    }
    case 'DAILY':
      return { from: number + at, until: number + at + 1 }
  }
}

const readDay = (text: DateTimeText): Day =>
  dayAt(dayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))))

/** The times of day of a rule, in seconds; there may be one for each second. */
const timesOfDay = (rule: Rule, start: DateTimeText, isAllDay: boolean) => {
  const values = (name: string, own: string): readonly number[] => {
    const named = isAllDay ? [] : partValues(rule, name)
    return [...new Set((named.length > 0 ? named : [own]).map(Number))].sort((one, other) => one - other)
  }
  const hours = values('BYHOUR', start.slice(11, 13))
  const minutes = values('BYMINUTE', start.slice(14, 16))
  const seconds = values('BYSECOND', start.slice(17, 19))
  const inHour = minutes.length * seconds.length
  return {
    count: hours.length * inHour,
    at: (place: number): number =>
      (hours[Math.floor(place / inHour)] ?? 0) * 3600 +
      (minutes[Math.floor((place % inHour) / seconds.length)] ?? 0) * 60 +
      (seconds[place % seconds.length] ?? 0),
  }
}
