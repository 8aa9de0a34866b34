import type { Speech } from '../i18n/pages/texts.ts'
import { addDays, addMonths, epochOf, startOfDay } from '../lib/time-zone.ts'

/** A day `YYYY-MM-DD` of a wall clock. */
export type Day = string

type Style =
  | 'day'
  | 'date'
  | 'dayOfYear'
  | 'weekday'
  | 'month'
  | 'monthDay'
  | 'monthDayTime'
  | 'short'
  | 'time'
  | 'weekdayShort'
  | 'whole'

const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
  monthDay: { day: 'numeric', month: 'long' },
  monthDayTime: { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  short: { month: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  whole: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Wall clocks are written as if they were UTC: which zone they are of is said beside them. */
const formatOf = (locale: string, style: Style): Intl.DateTimeFormat => {
  const key = `${locale} ${style}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC', calendar: 'gregory' })
  formats.set(key, format)
  return format
}

/** A wall clock, or a day, as the language writes it. */
export const writeDate = ({ locale }: Speech, style: Style, wall: string): string =>
  formatOf(locale, style).format(epochOf(startsWithDay(wall)))

/** From one wall clock to another, without repeating what they share. */
export const writeRange = ({ locale }: Speech, style: Style, from: string, until: string): string =>
  formatOf(locale, style).formatRange(epochOf(startsWithDay(from)), epochOf(startsWithDay(until)))

const startsWithDay = (wall: string): string => (wall.length === 10 ? startOfDay(wall) : wall)

/** The day of a wall clock. */
export const dayOf = (wall: string): Day => wall.slice(0, 10)

/** So many days later. */
export const laterBy = (day: Day, days: number): Day => dayOf(addDays(startOfDay(day), days))

/** A month `YYYY-MM`, so many months later. */
export const monthLaterBy = (month: string, months: number): string =>
  addMonths(startOfDay(`${month}-01`), months).slice(0, 7)

/** The days of the week in the order of the locale, as numbers from 1 for Monday to 7 for Sunday. */
export const weekOf = ({ locale }: Speech): readonly number[] => {
  const first = firstDayOf(locale)
  return Array.from({ length: 7 }, (_, at) => ((first - 1 + at) % 7) + 1)
}

/** The first day of the week that a day is in, in the order of the locale. */
export const startOfWeek = (speech: Speech, day: Day): Day => laterBy(day, -weekOf(speech).indexOf(weekdayOf(day)))

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(epochOf(startOfDay(day))).getUTCDay() || 7

/** The days from one to before another. */
export const daysFrom = (from: Day, until: Day): Day[] => {
  const days: Day[] = []
  for (let day = from; day < until; day = laterBy(day, 1)) days.push(day)
  return days
}

/** The weeks that a month touches, each as its seven days. */
export const weeksOfMonth = (speech: Speech, month: string): Day[][] => {
  const first = startOfWeek(speech, `${month}-01`)
  const end = `${monthLaterBy(month, 1)}-01`
  const weeks: Day[][] = []
  for (let start = first; start < end; start = laterBy(start, 7)) weeks.push(daysFrom(start, laterBy(start, 7)))
  return weeks
}

/** Older definitions of the language lack it; the years before 2026 knew it as a property. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

const firstDays = new Map<string, number>()

const firstDayOf = (locale: string): number => {
  const known = firstDays.get(locale)
  if (known !== undefined) return known
  const of = new Intl.Locale(locale) as WeekLocale
  const { firstDay = 1 } = of.getWeekInfo?.() ?? of.weekInfo ?? {}
  firstDays.set(locale, firstDay)
  return firstDay
}

/** Which way a language is written. */
export const directionOf = ({ locale }: Speech): 'ltr' | 'rtl' => {
  const of = new Intl.Locale(locale) as Intl.Locale & {
    getTextInfo?: () => { direction?: string }
    textInfo?: { direction?: string }
  }
  return (of.getTextInfo?.() ?? of.textInfo)?.direction === 'rtl' ? 'rtl' : 'ltr'
}
