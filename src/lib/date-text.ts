import { type Phrase, readPhrase } from './date-text-grammar.ts'
import {
  type DateTimeText,
  daysInMonth,
  epochOfDay,
  nowText,
  offsetSecondsAt,
  startOfDay,
  textAt,
  toEpoch,
  toUtc,
  type Zone,
} from './time-zone.ts'

/** The meaning of a written date: a local time that still needs a zone (`wall`), or an instant in UTC. */
export type Moment = { kind: 'wall'; local: DateTimeText } | { kind: 'instant'; utc: DateTimeText }

/** `now` returns epoch milliseconds, and is called only for texts that depend on it; `zone` is that of local times; with `rollsOver`, November 31st is December 1st (contract D5.1). */
export type DateTextOptions = { readonly now: () => number; readonly zone: Zone; readonly rollsOver?: boolean }

const longestText = 100

const midnight = '00:00:00'

/** `YYYY-MM-DD`, `YYYY-MM-DD HH:MM` and `YYYY-MM-DD HH:MM:SS`, without February 29th: a short way for what nearly all clients send. The grammar would read the same. */
const plainDateTime =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/

/**
 * Reads a written date (contract B4.5): calendar dates and times in the usual spellings, RFC 2822 dates, English
 * phrases like `next wednesday 4pm`, `YYYYMMDD`, and unix timestamps of nine digits or more (or with `@` or `-`).
 * Timestamps, `now` and texts that carry an offset or zone are instants; all else is a wall clock, where words like
 * `tomorrow` count from `options.now` (epoch milliseconds) in `options.zone`. Undefined when the text cannot be read
 * or names a date or time that does not exist.
 */
export function parseDateText(input: string, options: DateTextOptions): Moment | undefined {
  if (input.length > longestText) return undefined
  if (plainDateTime.test(input)) {
    const time = input.slice(11)
    return { kind: 'wall', local: `${input.slice(0, 10)} ${time}${midnight.slice(time.length)}` }
  }
  const text = input.trim().replace(/\s+/g, ' ').toLowerCase()
  if (/^(?:[-@]|@-)?\d+(?:\.\d+)?$/.test(text) && !/^\d{8}$/.test(text)) return readTimestamp(text)
  const phrase = readPhrase(text)
  return phrase && resolvePhrase(phrase, options)
}

/**
 * Gives a moment its place in a zone: a wall clock is read there, an instant is converted into it (contract B4.5,
 * B7.3). Undefined when either side leaves the years 0000 to 9999.
 */
export function resolveMoment(moment: Moment, zone: Zone): { local: DateTimeText; utc: DateTimeText } | undefined {
  if (moment.kind === 'wall') return toUtc(moment.local, zone)
  const instant = toEpoch(moment.utc)
  const local = textAt(instant + offsetSecondsAt(instant, zone) * 1000)
  return local === undefined ? undefined : { local, utc: moment.utc }
}

/** Bare digits are ambiguous with years and days, so without a mark only nine or more make a timestamp. */
function readTimestamp(text: string): Moment | undefined {
  if (/^\d{1,8}(?:\.|$)/.test(text)) return undefined
  // Thirteen digits are the milliseconds of JavaScript (D5.2): as seconds they would lie beyond the year 9999.
  const unit = /^-?\d{13}$/.test(text) ? 1 : 1000
  return instantOf(Number(text.replace('@', '')) * unit)
}

function resolvePhrase(phrase: Phrase, options: DateTextOptions): Moment | undefined {
  if (isClockOnly(phrase)) return instantOf(options.now() + phrase.seconds * 1000)
  const zone = phrase.zone ?? options.zone
  const present = () => nowText(options.now() + offsetSecondsAt(options.now(), zone) * 1000)
  const local = readWallClock(phrase, present, options.rollsOver === true)
  if (local === undefined) return undefined
  if (phrase.zone === undefined) return { kind: 'wall', local }
  const placed = toUtc(local, phrase.zone)
  return placed && { kind: 'instant', utc: placed.utc }
}

/** `now` and distances in hours, minutes and seconds alone are exact, whatever the clocks do in between. */
function isClockOnly(phrase: Phrase): boolean {
  return (phrase.isNow || phrase.hasClockShift) && !phrase.hasCalendarPart && phrase.time === undefined
}

function instantOf(epochMs: number): Moment | undefined {
  const utc = textAt(epochMs)
  return utc === undefined ? undefined : { kind: 'instant', utc }
}

type CalendarDate = { year: number; month: number; day: number }

const dayMs = 86_400_000

/**
 * The wall clock a phrase means when it is `present` (the wall clock of now, which is asked for only where it matters). The date comes first, then shifts by
 * months (a day the month lacks becomes its last), a day within the month, the weekday, and shifts by days and hours.
 * Undefined when the parts contradict each other, or name a date that does not exist or lies outside the years 0000
 * to 9999; with `rollsOver`, a day up to the 31st that the month lacks is counted on into the next month (contract D5.1).
 */
function readWallClock(phrase: Phrase, present: () => DateTimeText, rollsOver: boolean): DateTimeText | undefined {
  const start = startDate(phrase, present, rollsOver)
  const month = start && shiftMonths(start, phrase.months)
  const within = month && placeWithin(month, phrase.within)
  if (within === undefined) return undefined
  const reached = epochOfDay(within.year, within.month, within.day)
  const day = placeWeekday(reached, phrase)
  if (day === undefined) return undefined
  const time = phrase.time ?? (keepsTime(phrase) ? secondsOfDay(present()) : 0)
  return textAt(shiftWeekdays(day + phrase.days * dayMs, phrase.weekdays) + (time + phrase.seconds) * 1000)
}

function secondsOfDay(text: DateTimeText): number {
  return (toEpoch(text) - toEpoch(startOfDay(text))) / 1000
}

function startDate(phrase: Phrase, present: () => DateTimeText, rollsOver: boolean): CalendarDate | undefined {
  const { date, nearDay } = phrase
  if (date === undefined) return dateOf(toEpoch(present()) + (nearDay ?? 0) * dayMs)
  // `june` alone could mean any of its days, so a month without a year needs a day named within it.
  if (date.year === undefined && date.day === undefined && phrase.within === undefined) return undefined
  if (phrase.isNow || nearDay !== undefined) return undefined
  const { year = dateOf(toEpoch(present())).year, month, day = 1 } = date
  if (month < 1 || month > 12 || day < 1 || day > (rollsOver ? 31 : daysInMonth(year, month))) return undefined
  return dateOf(epochOfDay(year, month, day))
}

function shiftMonths(date: CalendarDate, months: number): CalendarDate | undefined {
  const index = date.year * 12 + date.month - 1 + months
  if (index < 0 || index >= 120_000) return undefined
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  return { year, month, day: Math.min(date.day, daysInMonth(year, month)) }
}

function placeWithin(date: CalendarDate, within: Phrase['within']): CalendarDate | undefined {
  if (within === undefined) return date
  const { year, month } = date
  const length = daysInMonth(year, month)
  const { rank, weekday } = within
  if (weekday === undefined) return { year, month, day: rank === -1 ? length : 1 }
  const first = 1 + daysUntil(weekdayAt(epochOfDay(year, month, 1)), weekday)
  const day = rank === -1 ? first + Math.floor((length - first) / 7) * 7 : first + (rank - 1) * 7
  return day <= length ? { year, month, day } : undefined
}

function placeWeekday(reached: number, phrase: Phrase): number | undefined {
  const { weekday, week } = phrase
  const here = weekdayAt(reached)
  if (week !== undefined) {
    // Weeks begin on Monday (ISO 8601): `sunday next week` closes the week that `monday next week`, or `next week`, opens.
    const monday = reached - daysUntil(1, here) * dayMs
    const { day, step } = weekday ?? { day: 1, step: 0 }
    return step === 0 ? monday + (week * 7 + daysUntil(1, day)) * dayMs : undefined
  }
  if (weekday === undefined) return reached
  const isDated = phrase.date?.day !== undefined && phrase.within === undefined
  if (weekday.step === 0 && isDated) return here === weekday.day ? reached : undefined
  const ahead = daysUntil(here, weekday.day)
  if (weekday.step === 0) return reached + ahead * dayMs
  return reached + (weekday.step === 1 ? ahead || 7 : ahead - 7) * dayMs
}

/** Goes on, or back, by days from Monday to Friday; the days of a weekend count as the last such day, or back as the next one. */
function shiftWeekdays(from: number, count: number): number {
  if (count === 0) return from
  const direction = Math.sign(count)
  const weeks = Math.floor(Math.abs(count) / 5)
  let day = from
  for (let left = Math.abs(count) - weeks * 5; left > 0; ) {
    day += direction * dayMs
    if (isWeekday(day)) left--
  }
  // From a weekend, whole weeks end on the weekday before, or after where one goes back.
  if (Math.abs(count) % 5 === 0) while (!isWeekday(day)) day -= direction * dayMs
  return day + direction * weeks * 7 * dayMs
}

function isWeekday(epochMs: number): boolean {
  return weekdayAt(epochMs) % 6 !== 0
}

/** A shift alone keeps the time of day; what names a day begins at its midnight. */
function keepsTime(phrase: Phrase): boolean {
  const { date, nearDay, weekday, within } = phrase
  return date === undefined && nearDay === undefined && weekday === undefined && within?.weekday === undefined
}

function daysUntil(from: number, to: number): number {
  return (to - from + 7) % 7
}

function weekdayAt(epochMs: number): number {
  return new Date(epochMs).getUTCDay()
}

function dateOf(epochMs: number): CalendarDate {
  const date = new Date(epochMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
