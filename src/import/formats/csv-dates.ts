import { parseDateText, resolveMoment } from '../../lib/date-text.ts'
import { addDays, type DateTimeText, daysInMonth, epochOf, nowText, toLocal, type Zone } from '../../lib/time-zone.ts'
import { type Clock, endOfDayClock, readClock, readClocks, splits } from './csv-clock.ts'
import { isWeekday, findMonth } from './date-words.ts'

/** The order of the numbers in dates such as 05/06/2027. */
export type DateOrder = 'day first' | 'month first'

/** How the dates of a column are read: by their order, which `isCertain` if one of them can only be read so. */
export type DateReading = { readonly order: DateOrder; readonly isCertain: boolean }

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/

/**
 * Decides how dates with slashes are read, by all dates of the first rows: a number over 12 is a day. If none has one, the month comes first, as
 * The Events Calendar reads them.
 */
export const decideOrder = (texts: readonly string[]): DateReading => {
  let [dayFirst, monthFirst] = [0, 0]
  for (const text of texts) {
    const [, one, other] = slashed.exec(text.trim()) ?? []
    if (Number(one) > 12) dayFirst++
    if (Number(other) > 12) monthFirst++
  }
  return { order: dayFirst > monthFirst ? 'day first' : 'month first', isCertain: dayFirst !== monthFirst }
}

/** Whether a date may be read in two ways. */
export const isAmbiguous = (text: string): boolean => {
  const [, one, other] = slashed.exec(text.trim()) ?? []
  return one !== undefined && Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other)
}

/** A date as it stands in a table, and the end of a span such as `05.-07.06.2027`. */
export type TableDate = { readonly local: DateTimeText; readonly hasTime: boolean; readonly end?: TableDate }

/** Most characters of a date that are read. */
const longestText = 100

/**
 * Reads a date with or without a time, or a span of two: `2027-06-01 10:00`, `1.6.2027`, `01-06-2027`, `6/1/2027 7:00 PM`, `Di, 12. Juni 2027`,
 * `12 juin 2027`, `2027年6月12日`, `12-Jun-27`, the number of a day in spreadsheets, `05.-07.06.2027`, and what the interface reads, except phrases that
 * depend on the present. A text with an offset is converted into the zone. Undefined for anything else.
 */
export const readTableDate = (text: string, reading: DateReading, zone: Zone): TableDate | undefined => {
  const written = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:du|le|el|il|del|dal|dia|vom|am|von|from|de|van) (?=\d)/i, '')
  if (written.length > longestText) return undefined
  return readDays(written, reading, zone) ?? readMoment(written, reading, zone) ?? readSpan(written, reading, zone)
}

/** Some short days of the week are months too: `mar. 1 juin 2027`, `Mar 1, 2027`. */
const readMoment = (text: string, reading: DateReading, zone: Zone): TableDate | undefined =>
  readDate(text, reading, zone) ?? readDate(withoutWeekday(text), reading, zone)

const readDate = (written: string, reading: DateReading, zone: Zone): TableDate | undefined => {
  const serial = /^(\d{5})(?:[.,](\d+))?$/.exec(written)
  if (serial) return ofSerial(Number(serial[1]), serial[2] === undefined ? undefined : `0.${serial[2]}`)
  const named = readNumbers(written, reading) ?? readNames(written)
  if (named) return named.date === undefined ? undefined : withClock(named.date, named.rest, zone)
  if (!/\d{4}/.test(written)) return undefined
  try {
    const moment = parseDateText(written, { now: noPresent, zone })
    const placed = moment && resolveMoment(moment, zone)
    return placed && { local: placed.local, hasTime: /\d:\d|\d ?[ap]m\b|t\d{4}|^\d{9,}$/i.test(written) }
  } catch (error) {
    if (error instanceof NoPresent) return undefined
    throw error
  }
}

/** Days of the week before or after a date, which says the same. */
const withoutWeekday = (text: string): string => {
  const [, first = '', others = ''] = /^(\p{L}+)\.?,? (?=[\p{L}\d])(.*)$/u.exec(text) ?? []
  const rest = isWeekday(first) ? others : text
  return rest.replaceAll(/,? ?[([](\p{L}+)\.?[)\]]|,? (\p{L}+)$/gu, (all, bracketed?: string, last?: string) =>
    isWeekday(bracketed ?? last ?? '') ? '' : all,
  )
}

/** January 1st, 2000, and the last day of 2099 as spreadsheets count days. */
const [firstSerial, lastSerial] = [36_526, 73_050]

const ofSerial = (day: number, fraction: string | undefined): TableDate | undefined => {
  if (day < firstSerial || day > lastSerial) return undefined
  const seconds = Math.round(Number(fraction ?? 0) * 86_400)
  return { local: nowText(Date.UTC(1899, 11, 30) + day * 86_400_000 + seconds * 1000), hasTime: fraction !== undefined }
}

/** A date that begins a text; undefined as `date` if there is no such day. */
type Begun = { readonly date: string | undefined; readonly rest: string }

const readNumbers = (written: string, { order }: DateReading): Begun | undefined => {
  const numbers = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?!\d)/.exec(written)
  if (!numbers) return undefined
  const [all, one = '', separator, other = '', year = ''] = numbers
  const [day, month] = separator === '/' && order === 'month first' ? [other, one] : [one, other]
  return { date: dateOf(year, month, day), rest: written.slice(all.length) }
}

/** Dates with the name of a month, and Japanese ones. */
const nameForms = [
  /^(?<day>\d{1,2})(?:\.|[oa°](?= )|er|st|nd|rd|th|e(?= ))?(?: of\b| de\b| d['’]|-| )* ?(?<month>\p{L}+)\.?,?(?: del?|-| )* ?['’]?(?<year>\d{4}|\d{2})(?!\d)/iu,
  /^(?<month>\p{L}+)\.?[ -](?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/iu,
  /^(?<year>\d{4})[-. ](?<month>\p{L}+)\.?[-. ](?<day>\d{1,2})(?!\d)/iu,
  /^(?<year>\d{4})年 ?(?<month>\d{1,2})月 ?(?<day>\d{1,2})日(?: ?\p{L}曜日?)?/u,
]

const readNames = (written: string): Begun | undefined => {
  for (const form of nameForms) {
    const { 0: all = '', groups } = form.exec(written) ?? {}
    const { year = '', month: word = '', day = '' } = groups ?? {}
    const month = /^\d+$/.test(word) ? Number(word) : findMonth(word)
    if (month !== undefined) return { date: dateOf(year, String(month), day), rest: written.slice(all.length) }
  }
  return undefined
}

/** A date with what stands behind it: nothing, a time, or two. */
const withClock = (date: string, text: string, zone: Zone): TableDate | undefined => {
  const rest = text.replace(/^[,;T]? ?/, '')
  if (rest === '') return { local: `${date} 00:00:00`, hasTime: false }
  const clocks = readClocks(rest)
  if (!clocks) return undefined
  const start = placeClock(date, clocks.start, zone)
  return clocks.end ? { ...start, end: endAfter(start, date, clocks.end, zone) } : start
}

/** A time on a day, as a local time of the zone. */
export const placeClock = (date: string, { clock, offset }: Clock, zone: Zone): TableDate => {
  const day = date.slice(0, 10)
  if (clock === endOfDayClock) return { local: addDays(`${day} 00:00:00`, 1), hasTime: true }
  const local = `${day} ${clock}`
  return { local: offset === undefined ? local : toLocal(nowText(epochOf(local) - offset * 1000), zone), hasTime: true }
}

/** The end at a time of the day of the start, or of the next if that is earlier. */
export const endAfter = (start: TableDate, date: string, clock: Clock, zone: Zone): TableDate => {
  const end = placeClock(date, clock, zone)
  return end.local < start.local ? { ...end, local: addDays(end.local, 1) } : end
}

/** Days of a month between its name and the year: `June 5-7, 2027`. */
const readDays = (text: string, reading: DateReading, zone: Zone): TableDate | undefined => {
  const [, before, first, last, after] =
    /^(\p{L}+\.? )(\d{1,2}) ?[-–—~] ?(\d{1,2})(,? \d{4}.*)$/u.exec(withoutWeekday(text)) ?? []
  if (before === undefined) return undefined
  const start = readMoment(`${before}${first}${after}`, reading, zone)
  const end = readMoment(`${before}${last}${after}`, reading, zone)
  return start && end && end.local > start.local ? { ...start, end } : undefined
}

/** Two dates with something between them, of which one may lack what the other has: `05.-07.06.2027`, `28. Juni bis 2. Juli 2027`. */
const readSpan = (written: string, reading: DateReading, zone: Zone): TableDate | undefined => {
  for (const [first, last] of splits(written)) {
    const start = readMoment(first, reading, zone)
    const clock = start?.hasTime ? readClock(last) : undefined
    if (start && clock) return { ...start, end: endAfter(start, start.local, clock, zone) }
    const [, month = '', year = ''] = /^((\d{4}年)\d{1,2}月)/.exec(first) ?? []
    const end =
      readMoment(last, reading, zone) ??
      (year === '' ? undefined : readMoment(`${last.includes('月') ? year : month}${last}`, reading, zone))
    const day = end?.local.slice(0, 10)
    const whole =
      start ?? (day === undefined ? undefined : readMoment(completed(withoutWeekday(first), day), reading, zone))
    if (whole && end && end.local >= whole.local) return { ...whole, end }
  }
  return undefined
}

/** The beginning of a span with the month and the year of its end, where it lacks them. */
const completed = (first: string, day: string): string => {
  const [year, month] = [day.slice(0, 4), day.slice(5, 7)]
  if (/^\d{1,2}\.?$/.test(first)) return `${first.replace('.', '')}.${month}.${year}`
  const [, own, other] = /^(\d{1,2})([./])(?:\d{1,2})\2?$/.exec(first) ?? []
  if (own !== undefined && other !== undefined) return `${first.replace(/[./]$/, '')}${other}${year}`
  return `${first} ${year}`
}

class NoPresent extends Error {}

/** The same file must always be the same events. */
const noPresent = (): number => {
  throw new NoPresent()
}

const dateOf = (year: string, month: string, day: string): string | undefined => {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const [m, d] = [Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > daysInMonth(full, m)) return undefined
  return `${String(full).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}
