import type { Translator } from '../../i18n/catalogue.ts'
import { type DateTimeText, parseZone } from '../../lib/time-zone.ts'
import { readRecurrenceDate } from '../../recurrence/dates.ts'
import { partValues, type Rule, readRule, ruleDays } from '../../recurrence/rule.ts'
import type { SeriesRecord } from '../../resources/events/series/record.ts'
import { type Day, isoWeekday, laterBy, toDay, writeDate } from '../dates.ts'

/**
 * Describes a recurrence in words: `Every Tuesday and Friday, until 24 June 2027`. Complicated rules are “on several dates”. The year of the last
 * date is left out where it is that of `today`.
 */
export const recurrenceWords = (translator: Translator, series: SeriesRecord, today?: Day): string => {
  const { recurrence, start_date, timezone } = series
  const rule = recurrence.rrule === '' || recurrence.rdate.length > 0 ? undefined : readRule(recurrence.rrule)
  const words = rule && wordsOf(translator, rule, start_date)
  if (!rule || words === undefined) return translator.text('recurrence.several')
  const zone = parseZone(timezone)
  const until = rule.until !== undefined && zone ? readRecurrenceDate(rule.until, zone) : undefined
  if (until) {
    // A rule that ends before the hour of its events has its last day before: one that is cut ends a second before the first date left out.
    const isEarlier = rule.until?.includes('T') && until.local.slice(11) < start_date.slice(11)
    const day = toDay(until.local)
    return writeEnd(translator, words, isEarlier ? laterBy(day, -1) : day, today)
  }
  if (rule.count === undefined) return words
  return writeEnd(translator, words, toDay(series.last.start_date), today)
}

const writeEnd = (translator: Translator, rule: string, day: Day, today: Day | undefined): string => {
  const style = today !== undefined && day.slice(0, 4) === today.slice(0, 4) ? 'monthDay' : 'date'
  return translator.text('recurrence.until', { rule, date: writeDate(translator, style, day) })
}

/** The parts that can be described. */
const spoken = new Set(['FREQ', 'INTERVAL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS'])

const wordsOf = (translator: Translator, rule: Rule, start: DateTimeText): string | undefined => {
  if (rule.parts.split(';').some((part) => !spoken.has(part.split('=')[0] ?? ''))) return undefined
  const interval = Number(partValues(rule, 'INTERVAL')[0] ?? 1)
  if (isEveryWeekday(rule, interval)) return translator.text('recurrence.weekdays')
  const days = rule.frequency === 'DAILY' ? '' : daysOf(translator, rule, start)
  if (days === undefined) return undefined
  if (rule.frequency === 'DAILY') {
    return partValues(rule, 'BYDAY').length +
      partValues(rule, 'BYMONTHDAY').length +
      partValues(rule, 'BYMONTH').length >
      0
      ? undefined
      : translator.count('recurrence.daily', interval)
  }
  const keys = { WEEKLY: 'recurrence.weekly', MONTHLY: 'recurrence.monthly', YEARLY: 'recurrence.yearly' } as const
  const key = keys[rule.frequency]
  // Languages without plural forms have words of their own for every week, too.
  const words = interval === 1 ? translator.text(`${key}.one`) : translator.count(key, interval)
  return words.replace('{days}', () => days)
}

const isEveryWeekday = (rule: Rule, interval: number): boolean =>
  rule.frequency === 'WEEKLY' &&
  interval === 1 &&
  partValues(rule, 'BYDAY').toSorted(byWeekday).join() === ruleDays.slice(0, 5).join()

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** The days of a week, a month or a year on which a rule falls. */
const daysOf = (translator: Translator, rule: Rule, start: DateTimeText): string | undefined => {
  const [weekdays, monthDays] = [partValues(rule, 'BYDAY'), partValues(rule, 'BYMONTHDAY')]
  if (partValues(rule, 'BYSETPOS').length > 0 && weekdays.length !== 1) return undefined
  if (rule.frequency === 'WEEKLY') {
    const days = weekdays.length > 0 ? weekdays : [ruleDays[isoWeekday(start.slice(0, 10)) - 1] ?? 'MO']
    return joined(
      translator,
      days.toSorted(byWeekday).map((day) => weekdayName(translator, day)),
    )
  }
  if (rule.frequency === 'YEARLY') {
    const isPlain = weekdays.length === 0 && monthDays.length === 0 && partValues(rule, 'BYMONTH').length === 0
    return isPlain ? writeDate(translator, 'monthDay', start) : undefined
  }
  if (partValues(rule, 'BYMONTH').length > 0) return undefined
  if (weekdays.length > 0) {
    const place = partValues(rule, 'BYSETPOS')[0]
    const names = weekdays.map((day) => weekdayOfMonth(translator, place === undefined ? day : place + day))
    const known = names.filter((name) => name !== undefined)
    return monthDays.length > 0 || known.length < names.length ? undefined : joined(translator, known)
  }
  const numbers = monthDays.length > 0 ? monthDays : [String(Number(start.slice(8, 10)))]
  if (numbers.some((number) => Number(number) < 1)) return undefined
  return joined(
    translator,
    numbers.map((number) => translator.text('recurrence.monthDay', { number: Number(number) })),
  )
}

/** `second Tuesday` of `2TU`. */
const weekdayOfMonth = (translator: Translator, value: string): string | undefined => {
  const place = Number.parseInt(value, 10)
  const name = ordinals[place - 1] ?? (place === -1 ? 'last' : undefined)
  return name && translator.text(`recurrence.${name}`, { day: weekdayName(translator, value.slice(-2)) })
}

const byWeekday = (one: string, other: string): number => ruleDays.indexOf(one) - ruleDays.indexOf(other)

/** The name of a day of the week; the 4th of January 2027 is a Monday. */
const weekdayName = (translator: Translator, day: string): string =>
  writeDate(translator, 'weekday', `2027-01-${String(4 + ruleDays.indexOf(day)).padStart(2, '0')} 00:00:00`)

const joined = ({ locale }: Translator, names: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
