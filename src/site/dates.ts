import type { Translator } from '../i18n/catalogue.ts'
import { addDays, addMonths, daysFrom, parseZone, startOfDay, toEpoch } from '../lib/time-zone.ts'
import { firstDayOfWeek } from '../lib/week.ts'

/** A day `YYYY-MM-DD` in local time. */
export type Day = string

type Style =
  | 'day'
  | 'date'
  | 'dayOfYear'
  | 'dayShort'
  | 'dayShortYear'
  | 'weekday'
  | 'month'
  | 'monthDay'
  | 'monthDayTime'
  | 'dateTime'
  | 'short'
  | 'shortYear'
  | 'time'
  | 'weekdayShort'
  | 'whole'

const clock = { hour: 'numeric', minute: '2-digit' } as const

const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long' },
  dayShort: { weekday: 'short', day: 'numeric', month: 'short' },
  dayShortYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
  monthDay: { day: 'numeric', month: 'long' },
  monthDayTime: { day: 'numeric', month: 'long', ...clock },
  dateTime: { day: 'numeric', month: 'long', year: 'numeric', ...clock },
  short: { month: 'short' },
  shortYear: { month: 'short', year: 'numeric' },
  time: clock,
  whole: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...clock },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Local times are formatted as if they were UTC; the zone is written separately. */
const utc = { timeZone: 'UTC', calendar: 'gregory' } as const

const formatOf = (
  { locale, clock: written }: Translator,
  style: Style,
  { hasMinutes = true }: { readonly hasMinutes?: boolean } = {},
): Intl.DateTimeFormat => {
  const key = `${locale} ${style} ${written}${hasMinutes}`
  const known = formats.get(key)
  if (known) return known
  const { minute, ...others } = styles[style]
  const options = hasMinutes && minute ? { ...others, minute } : others
  const hour = options.hour && {
    hour: written === '24' ? ('2-digit' as const) : written === '12' ? ('numeric' as const) : hourOf(locale),
    ...(written !== '' && { hourCycle: cycles[written] }),
  }
  const format = new Intl.DateTimeFormat(locale, { ...options, ...hour, ...utc })
  formats.set(key, format)
  return format
}

/** The format of some times: full hours by a clock of twelve hours have no minutes, as in `3 PM`. */
const formatFor = (translator: Translator, style: Style, ...walls: readonly string[]): Intl.DateTimeFormat => {
  const whole = formatOf(translator, style)
  const isFull = walls.every((wall) => wall.slice(14, 16) === '00')
  return isFull && whole.resolvedOptions().hour12 === true ? formatOf(translator, style, { hasMinutes: false }) : whole
}

const cycles = { '24': 'h23', '12': 'h12' } as const

/** The number of digits that the language gives an hour. With another number, the runtime formats a single time differently from a range. */
const hourOf = (locale: string): 'numeric' | '2-digit' => {
  const nine = toEpoch('2026-01-01 09:00:00')
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...utc }).formatToParts(nine)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
}

/** A local time, or a day, as the language writes it. */
export const writeDate = (translator: Translator, style: Style, wall: string): string => {
  const format = formatFor(translator, style, wall)
  if (style === 'weekdayShort') return format.format(momentOf(wall)).replace(beforeWeekday, '')
  // Parts take three times as long, and only French has something to change in them.
  return keepTogether(
    translator.language === 'fr'
      ? textOf(translator, format.formatToParts(momentOf(wall)))
      : format.format(momentOf(wall)),
  )
}

/** Keeps a day and the name of its month that follows in one line: `5. Mai`, `5 de mayo`. */
const keepTogether = (date: string): string =>
  date.replace(
    /\b(\d{1,2}\.?|1er) (de )?(?=\p{L}{3})/gu,
    (_, day: string, of?: string) => `${day}\u00a0${of === undefined ? '' : 'de\u00a0'}`,
  )

/** A day in little room, such as `Fri, May 7`; its year is written unless it is that of today. */
export const writeShortDay = (translator: Translator, day: Day, today: string): string =>
  writeDate(translator, day.slice(0, 4) === today.slice(0, 4) ? 'dayShort' : 'dayShortYear', day)

/** The Arabic article and the Hebrew word for a day, for which columns have no room. */
const beforeWeekday = /^(?:ال|יום )/

/** A time of day, with the half of the day before or after its digits where the clock has twelve hours: `7`, ` PM`. */
type TimeParts = { readonly before: string; readonly digits: string; readonly after: string }

const times = new WeakMap<Translator, Map<string, TimeParts>>()

/** The parts of a time of day. A calendar has many, so each is formatted once. */
const splitTime = (translator: Translator, wall: string): TimeParts => {
  const ofDay = wall.slice(11, 16)
  const known = times.get(translator) ?? new Map<string, TimeParts>()
  times.set(translator, known)
  const time = known.get(ofDay) ?? formatTime(translator, wall)
  known.set(ofDay, time)
  return time
}

/** A time of day as every page writes it: a full hour by a clock of twelve hours has no minutes. */
export const writeTime = (translator: Translator, wall: string): string => {
  const { before, digits, after } = splitTime(translator, wall)
  return before + digits + after
}

/** The parts of two times of day: `shared` is the half of the day that both have, which stands with the second alone. */
type TimeRange = {
  readonly from: TimeParts
  readonly shared: string
  readonly dash: string
  readonly until: TimeParts
}

/** The parts of a range of times. A range of the language takes many times as long to write as two times, and a month has hundreds. */
export const splitTimes = (translator: Translator, start: string, end: string): TimeRange => {
  const [from, until] = [splitTime(translator, start), splitTime(translator, end)]
  const dash = translator.language === 'ja' ? '～' : ' – '
  const isSame = from.before === until.before && from.after === until.after
  return isSame
    ? { from: { ...from, after: '' }, shared: from.after, dash, until: { ...until, before: '' } }
    : { from, shared: '', dash, until }
}

/** From one time of day to another, as every page writes it: `3 – 8 PM`, `15:00 – 20:00`. */
export const writeTimes = (translator: Translator, start: string, end: string): string => {
  const { from, dash, until } = splitTimes(translator, start, end)
  const range = [from.before, from.digits, from.after, dash, until.before, until.digits, until.after].join('')
  // In Hebrew, a range of numbers is read from the left.
  return translator.language === 'he' ? `\u2066${range}\u2069` : range
}

const formatTime = (translator: Translator, wall: string): TimeParts => {
  const format = formatFor(translator, 'time', wall)
  if (format.resolvedOptions().hour12 !== true)
    return { before: '', digits: writeDate(translator, 'time', wall), after: '' }
  const parts = format.formatToParts(momentOf(wall))
  const [first, last] = [parts.findIndex(isOfClock), parts.findLastIndex(isOfClock) + 1]
  const [before = '', digits = '', after = ''] = [
    parts.slice(0, first),
    parts.slice(first, last),
    parts.slice(last),
  ].map((some) => textOf(translator, some))
  return { before, digits, after }
}

const isOfClock = ({ type }: DatePart): boolean => type === 'hour' || type === 'minute'

const relatives = new Map<string, Intl.RelativeTimeFormat>()

/** How far a day is from another one, in words: `today`, `in 3 days`, `in 2 weeks`, `last month`. */
export const writeDistance = ({ locale }: Translator, day: Day, from: Day): string => {
  const format = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  relatives.set(locale, format)
  const days = Math.round((toEpoch(startOfDay(day)) - toEpoch(startOfDay(from))) / 86_400_000)
  const size = Math.abs(days)
  if (size < 14) return format.format(days, 'day')
  if (size < 62) return format.format(Math.trunc(days / 7), 'week')
  return size < 731
    ? format.format(Math.trunc(days / 30.44), 'month')
    : format.format(Math.trunc(days / 365.25), 'year')
}

/** A distance in the language: tenths below ten kilometres. */
export const writeKilometres = ({ locale }: Translator, kilometres: number): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: kilometres < 10 ? 1 : 0,
  }).format(kilometres)

/** A range of two local times, without repeating common parts. */
export const writeRange = (translator: Translator, style: Style, from: string, until: string): string => {
  const format = formatFor(translator, style, from, until)
  const ends = [momentOf(from), momentOf(until)] as const
  if (translator.language !== 'ja')
    return keepTogether(inReadingOrder(translator, textOf(translator, format.formatRangeToParts(...ends))))
  // For ranges in Japanese the runtime changes to numbers: `2026/10/01～2026/10/07`.
  const [start, end] = [format.formatToParts(ends[0]), format.formatToParts(ends[1])]
  if (textOf(translator, start) === textOf(translator, end)) return textOf(translator, start)
  const differs = end.findIndex(({ type, value }, at) => type === 'hour' || value !== start[at]?.value)
  return `${textOf(translator, start)}～${textOf(translator, end.slice(differs))}`
}

/**
 * In Hebrew, a range of numbers is read from the left, as in `19:00–21:00`; a dash that is longer than a hyphen would turn it. It stays
 * in one line, where its ends are in order.
 */
const inReadingOrder = ({ language }: Translator, range: string): string =>
  language === 'he' ? range.replace(/(\d{1,2}(?::\d\d)?)–(\d{1,2}(?::\d\d)?)/g, '\u2066$1\u2060–\u2060$2\u2069') : range

type DatePart = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>

/** Removes the leading zero of days in some ranges; the first day of a French month is an ordinal. */
const textOf = ({ language }: Translator, parts: readonly DatePart[]): string =>
  parts
    .map(({ type, value }) => {
      const day = type === 'day' ? value.replace(/^0/, '') : value
      return type === 'day' && day === '1' && language === 'fr' ? '1er' : day
    })
    .join('')

const momentOf = (wall: string): number => toEpoch(startsWithDay(wall))

/** A text with a capital letter, for the beginning of a line or heading: many languages write months, weekdays and `all day` in lower case. */
export const beginLine = ({ locale }: Translator, text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}

/** An instant in UTC, and the zone in which it is shown. */
type Zoned = { readonly utc: string; readonly zone: string; readonly abbreviation: string }

/** The short name of a zone in the language, such as `MEZ`, or its common abbreviation where the language has only numbers. */
export const writeZone = ({ locale }: Translator, { utc: moment, zone: name, abbreviation }: Zoned): string => {
  const zone = parseZone(name)
  if (zone?.kind !== 'region') return abbreviation
  // Summer time and standard time have abbreviations of their own.
  const key = `${locale} ${zone.id} ${abbreviation}`
  const known = zoneNames.get(key)
  if (known !== undefined) return known
  const own = zoneFormatOf(locale, zone.id)
    .formatToParts(toEpoch(moment))
    .find(({ type }) => type === 'timeZoneName')?.value
  const isNumber = own === undefined || /^(?:GMT|UTC)[+\u2212-]/.test(own)
  const text = isNumber && /^[A-Z]/i.test(abbreviation) ? abbreviation : (own ?? abbreviation)
  if (zoneNames.size >= zoneNamesKept) zoneNames.clear()
  zoneNames.set(key, text)
  return text
}

const zoneNames = new Map<string, string>()
const zoneNamesKept = 10_000

const zoneFormatOf = (locale: string, timeZone: string): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  formats.set(key, format)
  return format
}

const startsWithDay = (wall: string): string => (wall.length === 10 ? startOfDay(wall) : wall)

/** The day of a local time. */
export const toDay = (wall: string): Day => wall.slice(0, 10)

/** A day, moved by a number of days. */
export const laterBy = (day: Day, days: number): Day => toDay(addDays(startOfDay(day), days))

/** A month `YYYY-MM`, moved by a number of months. */
export const monthLaterBy = (month: string, months: number): string =>
  addMonths(startOfDay(`${month}-01`), months).slice(0, 7)

/** The days of the week in the order of the site or of the locale, as numbers from 1 for Monday to 7 for Sunday. */
const weekDays = ({ locale, startOfWeek: first = firstDayOfWeek(locale) }: Translator): readonly number[] => {
  return Array.from({ length: 7 }, (_, at) => ((first - 1 + at) % 7) + 1)
}

/** The first day of the week that a day is in, in the order of the locale. */
export const startOfWeek = (translator: Translator, day: Day): Day =>
  laterBy(day, -weekDays(translator).indexOf(isoWeekday(day)))

/** 1 for Monday to 7 for Sunday. */
export const isoWeekday = (day: Day): number => new Date(toEpoch(startOfDay(day))).getUTCDay() || 7

/** The years whose months search engines may index: the last one, this one and the next two. */
export const indexedYears = (today: Day): readonly string[] =>
  [-1, 0, 1, 2].map((years) => String(Number(today.slice(0, 4)) + years).padStart(4, '0'))

/** The weeks of a month, each with its seven days, including those of neighbouring months. */
export const weeksOfMonth = (translator: Translator, month: string): Day[][] => {
  const days = daysFrom(startOfWeek(translator, `${month}-01`), laterBy(`${monthLaterBy(month, 1)}-01`, 6))
  return Array.from({ length: Math.floor(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7))
}

/** Older type definitions lack this method; older runtimes have a property instead. */
type TextLocale = Intl.Locale & { getTextInfo?: () => { direction?: string }; textInfo?: { direction?: string } }

/** The writing direction of a language. */
export const writingDirection = ({ locale }: Translator): 'ltr' | 'rtl' => {
  const of: TextLocale = new Intl.Locale(locale)
  return (of.getTextInfo?.() ?? of.textInfo)?.direction === 'rtl' ? 'rtl' : 'ltr'
}
