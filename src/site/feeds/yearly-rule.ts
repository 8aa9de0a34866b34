import { daysInMonth, toEpoch } from '../../lib/time-zone.ts'

/** A rule that gives one time a year, as the value of RRULE without UNTIL (RFC 5545, 3.3.10): `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`. */
export type YearlyRule = string

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/**
 * The rule that some times `YYYY-MM-DD HH:MM:SS` of the same month and time of day follow, one in each year without a gap; undefined
 * where there is none: they fall on several weekdays, or on days too far apart.
 */
export const findYearlyRule = (times: readonly string[]): YearlyRule | undefined => {
  const dates = times.map((text) => ({
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(5, 7)),
    day: Number(text.slice(8, 10)),
    weekday: new Date(toEpoch(text)).getUTCDay(),
  }))
  const [first] = dates
  if (!first || dates.some(({ year }, index) => year !== first.year + index)) return undefined
  const month = `FREQ=YEARLY;BYMONTH=${first.month}`
  const days = dates.map(({ day }) => day)
  const weekday = weekdays[first.weekday]
  if (dates.some((date) => date.weekday !== first.weekday)) {
    return days.every((day) => day === first.day) ? `${month};BYMONTHDAY=${first.day}` : undefined
  }
  if (dates.every(({ year, month: of, day }) => day + 7 > daysInMonth(year, of))) return `${month};BYDAY=-1${weekday}`
  const ordinal = Math.ceil(first.day / 7)
  if (days.every((day) => Math.ceil(day / 7) === ordinal)) return `${month};BYDAY=${ordinal}${weekday}`
  // A weekday on or after a day, such as the Friday from the 23rd on.
  const earliest = Math.min(...days)
  if (Math.max(...days) > earliest + 6) return undefined
  const week = Array.from({ length: 7 }, (_, index) => earliest + index)
  return `${month};BYMONTHDAY=${week.join()};BYDAY=${weekday}`
}
