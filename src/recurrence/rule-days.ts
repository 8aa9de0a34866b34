import { daysInMonth, epochOfDay } from '../lib/time-zone.ts'
import { partValues, type Rule, ruleDays } from './rule.ts'

/** A day of the calendar. */
export type Day = {
  /** Days since 1970-01-01. */
  readonly number: number
  readonly year: number
  readonly month: number
  readonly day: number
  /** From 1 for the 1st of January on. */
  readonly yearDay: number
  /** From 0 for Monday on. */
  readonly weekday: number
}

/** The number of a day, counted from 1970-01-01 on; month (1 to 12) and day may overflow and are carried. */
export const dayNumber = (year: number, month: number, day: number): number => epochOfDay(year, month, day) / 86_400_000

/** The day with a number. */
export const dayAt = (number: number): Day => {
  const date = new Date(number * 86_400_000)
  const year = date.getUTCFullYear()
  const yearDay = number - dayNumber(year, 1, 1) + 1
  return { number, year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), yearDay, weekday: weekdayOf(number) }
}

/** From 0 for Monday on: 1970 began on a Thursday. */
const weekdayOf = (number: number): number => (((number + 3) % 7) + 7) % 7

/** The number of days since the beginning of the week, which begins on the given weekday. */
export const dayOfWeek = ({ weekday }: Day, weekStart: number): number => (weekday - weekStart + 7) % 7

/** The weekday on which weeks begin: that of `WKST`, or Monday. */
export const findWeekStart = (rule: Rule): number => ruleDays.indexOf(partValues(rule, 'WKST')[0] ?? 'MO')

type Condition = (day: Day) => boolean

/**
 * Whether a rule includes a day within a period of its frequency (RFC 5545, 3.3.10): the day must match all BY… parts that select days;
 * the start provides the missing ones.
 */
export const listConditions = (rule: Rule, start: Day): readonly Condition[] => {
  const numbers = (name: string) => new Set(partValues(rule, name).map(Number))
  const [months, weeks] = [numbers('BYMONTH'), numbers('BYWEEKNO')]
  const [yearDays, monthDays] = [numbers('BYYEARDAY'), numbers('BYMONTHDAY')]
  const weekdays = partValues(rule, 'BYDAY')
  const conditions: Condition[] = []
  if (months.size > 0) conditions.push(({ month }) => months.has(month))
  if (monthDays.size > 0) conditions.push((day) => hasPlace(monthDays, day.day, daysInMonth(day.year, day.month)))
  if (yearDays.size > 0) conditions.push((day) => hasPlace(yearDays, day.yearDay, daysInYear(day.year)))
  if (weeks.size > 0) {
    const weekStart = findWeekStart(rule)
    conditions.push((day) => hasPlace(weeks, ...weekOf(day, weekStart)))
  }
  if (weekdays.length > 0) conditions.push(weekdayCondition(weekdays, rule.frequency === 'YEARLY' && months.size === 0))
  else if (rule.frequency === 'WEEKLY' || weeks.size > 0) {
    if (monthDays.size + yearDays.size === 0) conditions.push(({ weekday }) => weekday === start.weekday)
  } else if (monthDays.size + yearDays.size === 0 && rule.frequency !== 'DAILY') {
    conditions.push(({ day }) => day === start.day)
    if (rule.frequency === 'YEARLY' && months.size === 0) conditions.push(({ month }) => month === start.month)
  }
  return conditions
}

/** Whether a list contains a position, counted from 1 for the first or from -1 for the last. */
const hasPlace = (list: ReadonlySet<number>, place: number, length: number): boolean =>
  list.has(place) || list.has(place - length - 1)

const daysInYear = (year: number): number => 337 + daysInMonth(year, 2)

/** The number of a day's week, and how many weeks its year has: a week belongs to the year in which it has four days or more. */
const weekOf = (day: Day, weekStart: number): [week: number, weeks: number] => {
  let { year, yearDay: fourth } = day
  // The year of a week is that of its fourth day.
  fourth += 3 - dayOfWeek(day, weekStart)
  if (fourth < 1) fourth += daysInYear(--year)
  else if (fourth > daysInYear(year)) fourth -= daysInYear(year++)
  const week = Math.ceil(fourth / 7)
  return [week, week + Math.floor((daysInYear(year) - fourth) / 7)]
}

/** The days of BYDAY: every Tuesday, or with a number the nth one of the month or the year. */
const weekdayCondition = (names: readonly string[], isInYear: boolean): Condition => {
  const places = new Map<number, Set<number>>()
  for (const name of names) {
    const weekday = ruleDays.indexOf(name.slice(-2))
    const place = name.length > 2 ? Number(name.slice(0, -2)) : 0
    places.set(weekday, (places.get(weekday) ?? new Set()).add(place))
  }
  return ({ weekday, year, month, day, yearDay }) => {
    const own = places.get(weekday)
    if (!own || own.has(0)) return own !== undefined
    const [at, length] = isInYear ? [yearDay, daysInYear(year)] : [day, daysInMonth(year, month)]
    return own.has(Math.ceil(at / 7)) || own.has(-Math.floor((length - at) / 7) - 1)
  }
}
