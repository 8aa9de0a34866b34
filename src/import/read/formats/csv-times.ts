import { parseDateText, resolveMoment } from '../../../lib/date-text.ts'
import type { JsonObject } from '../../../lib/json.ts'
import {
  addDays,
  type DateTimeText,
  daysInMonth,
  nowText,
  toEpoch,
  toLocal,
  type Zone,
} from '../../../lib/time-zone.ts'
import { foldTitle } from './csv-titles.ts'
import type { Notes } from './texts.ts'
import { findZone, nameZone } from './zone-names.ts'

/** How the times of a table are read. */
export type TableTimes = {
  /** The zone of times that name none. */
  readonly zone: Zone
  readonly reading: DateReading
  /** It is a table of Outlook, or of a program that writes the same. */
  readonly isOfOutlook: boolean
  /** The first row whose dates may be read in two ways says so. */
  isTold: boolean
}

/** The times of an event in a row. `values` gives the text of the cell for a field. */
export const readTimes = (
  table: TableTimes,
  values: (field: string) => string,
  notes: Notes,
): JsonObject | { readonly fault: string } => {
  const written = values('timezone')
  const named = written === '' ? undefined : findZone(written)
  if (written !== '' && !named)
    notes.add(`The time zone “${written.slice(0, 60)}” is unknown: the times were read in ${nameZone(table.zone)}.`)
  const zone = named ?? table.zone
  const edge = (name: 'start' | 'end'): TableDate | { readonly fault: string } | undefined => {
    const [date, time] = [values(`${name}_date`), values(`${name}_time`)]
    if (date === '') return undefined
    const read = readTableDate(date, table.reading, zone)
    if (!read)
      return {
        fault: `Its ${name} is “${date.slice(0, 40)}”, which is no date such as 2027-06-01 or 2027-06-01 10:00.`,
      }
    if (!table.isTold && !table.reading.isCertain && isAmbiguous(date)) {
      table.isTold = true
      notes.add(
        `Dates such as ${date.slice(0, 10)} may be read in two ways: the month was read first, in this and all other rows.`,
      )
    }
    if (time === '') return read
    const clocks = readClocks(time)
    if (!clocks)
      return { fault: `Its ${name} is at “${time.slice(0, 40)}”, which is no time such as 14:00 or 2:00 PM.` }
    const placed = placeClock(read.local, clocks.start, zone)
    const until = clocks.end && endAfter(placed, read.end?.local ?? read.local, clocks.end, zone)
    const last = until ?? read.end
    return last ? { ...placed, end: last } : placed
  }
  const start = edge('start')
  if (!start) return { fault: 'It has no start.' }
  if ('fault' in start) return start
  const end = edge('end') ?? endWithoutDate(values('end_time'), start, zone)
  if ('fault' in end) return end
  const isAllDay = readSwitch(values('all_day')) ?? (!start.hasTime && !end.hasTime)
  const isReversed = isAllDay ? end.local.slice(0, 10) < start.local.slice(0, 10) : end.local < start.local
  if (isReversed) notes.add('It ended before its start: the end was left out.')
  const last = isReversed
    ? start.local
    : isExclusive(table, isAllDay, start, end, values)
      ? addDays(end.local, -1)
      : end.local
  return {
    timezone: nameZone(zone),
    all_day: isAllDay,
    start_date: isAllDay ? start.local.slice(0, 10) : start.local,
    end_date: isAllDay ? last.slice(0, 10) : last,
  }
}

/** Outlook ends whole days at midnight after the last one, and writes the time. */
const isExclusive = (
  { isOfOutlook }: TableTimes,
  isAllDay: boolean,
  start: TableDate,
  end: TableDate,
  values: (field: string) => string,
): boolean =>
  isOfOutlook &&
  isAllDay &&
  values('end_time') !== '' &&
  [start, end].every(({ local }) => local.endsWith(' 00:00:00')) &&
  end.local > start.local

/** An event without an end ends when it starts, or at a time of the same day, or of the next if that is earlier; a span has its end. */
const endWithoutDate = (time: string, start: TableDate, zone: Zone): TableDate | { readonly fault: string } => {
  if (time === '') return start.end ?? start
  const clock = readClock(time)
  if (!clock) return { fault: `Its end is at “${time.slice(0, 40)}”, which is no time such as 14:00 or 2:00 PM.` }
  if (start.end) return placeClock(start.end.local, clock, zone)
  return endAfter(start, start.local, clock, zone)
}

/** The order of the numbers in dates such as 05/06/2027. */
type DateOrder = 'day first' | 'month first'

/** How the dates of a column are read: by their order, which `isCertain` if one of them can only be read so. */
type DateReading = { readonly order: DateOrder; readonly isCertain: boolean }

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
const isAmbiguous = (text: string): boolean => {
  const [, one, other] = slashed.exec(text.trim()) ?? []
  return one !== undefined && Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other)
}

/** A date as it stands in a table, and the end of a span such as `05.-07.06.2027`. */
type TableDate = { readonly local: DateTimeText; readonly hasTime: boolean; readonly end?: TableDate }

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
const placeClock = (date: string, { clock, offset }: Clock, zone: Zone): TableDate => {
  const day = date.slice(0, 10)
  if (clock === endOfDayClock) return { local: addDays(`${day} 00:00:00`, 1), hasTime: true }
  const local = `${day} ${clock}`
  return { local: offset === undefined ? local : toLocal(nowText(toEpoch(local) - offset * 1000), zone), hasTime: true }
}

/** The end at a time of the day of the start, or of the next if that is earlier. */
const endAfter = (start: TableDate, date: string, clock: Clock, zone: Zone): TableDate => {
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

/** A time of day `HH:MM:SS`, which may be the end of a day, `24:00:00`, and the seconds that its clock is ahead of UTC, if it says so. */
type Clock = { readonly clock: string; readonly offset?: number }

/** The end of a day. */
const endOfDayClock = '24:00:00'

/** Words before a time: at, from, about. */
const before =
  /^(?:at|from|um|ab|von|gegen|ca\.?|à|a|de|dès|des|vers|a partir de|à partir de|desde|a la|a las|desde las|alle|dalle|dalle ore|ore|ora|om|vanaf|van|às|as|das|a partir das|@)\s*(?=\d)/i

const form =
  /^(\d{1,2})(?:\s?[:.h時时]\s?(\d{2}))?(?::(\d{2})(?:[.,]\d{1,6})?)?\s?(am|pm|a\.\s?m\.|p\.\s?m\.|uhr|uur|hrs?|hs|h|時|时|分|o['’]clock)?\.?\s?(z|utc|gmt|[+-]\d\d:?\d\d)?$/i

/** Day fractions of spreadsheets, such as `0,791666667` for 19:00. */
const fraction = /^0?[.,](?:\d|\d{3,})$/

/**
 * Reads a time of day: `14:00`, `2:00 PM`, `2pm`, `14.30`, `14h30`, `14 Uhr`, `ab 19:00`, `à 19h`, `1900`, `19時`, `24:00`, `19:00:00-07:00`, or a
 * fraction of a day. Undefined for anything else.
 */
const readClock = (text: string): Clock | undefined => {
  const written = plain(text).replace(before, '')
  if (fraction.test(written))
    return ofSeconds(Math.round(Number(`0${written.replace(/^0/, '').replace(',', '.')}`) * 86_400))
  const [, half, rest] = /^(午前|午後)\s?(.+)$/.exec(written) ?? []
  const [, joined] = /^((?:[01]\d|2[0-4])[0-5]\d)(?: ?(?:uhr|h|hrs))?$/i.exec(written) ?? []
  const spaced = joined === undefined ? (rest ?? written) : `${joined.slice(0, 2)}:${joined.slice(2)}`
  const [, hours, minutes = '00', seconds = '00', mark = '', zone = ''] = form.exec(spaced) ?? []
  if (hours === undefined) return undefined
  const letter = half === undefined ? mark[0]?.toLowerCase() : half === '午後' ? 'p' : 'a'
  const isTwelve = letter === 'a' || letter === 'p'
  // Japanese half days begin at 0.
  if (isTwelve && (Number(hours) > 12 || (Number(hours) < 1 && half === undefined))) return undefined
  const hour = isTwelve ? (Number(hours) % 12) + (letter === 'p' ? 12 : 0) : Number(hours)
  if (hour === 24 && Number(minutes) === 0 && Number(seconds) === 0) return { clock: endOfDayClock }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const clock = `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  // Without seconds, `19:00-21:00` is a span and no offset.
  if (/^-/.test(zone) && !/:\d\d:/.test(spaced)) return undefined
  return zone === '' ? { clock } : { clock, offset: offsetOf(zone) }
}

const offsetOf = (zone: string): number => {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
}

const ofSeconds = (seconds: number): Clock => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return { clock: parts.map((part) => String(part).padStart(2, '0')).join(':') }
}

/** Between two dates or times: `19:00 - 21:00`, `5. bis 7. Juni`. */
const between = / ?[-–—~〜] ?| (?:bis|to|until|till|à|au|a|al|alle|hasta|tot|t\/m|até|às|から) |から ?/gi

/** A text with characters of full width as usual ones, and single blanks. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** The pairs of texts around each place that may stand between two dates or times. */
function* splits(text: string): Generator<readonly [string, string]> {
  for (const {
    index,
    0: { length },
  } of text.matchAll(between))
    if (index > 0) yield [text.slice(0, index), text.slice(index + length).replace(/まで$/, '')]
}

/** Reads a time, or a span of two: `19:00 - 21:00`, `7–9 pm`, `von 19 bis 21 Uhr`. */
const readClocks = (text: string): { readonly start: Clock; readonly end?: Clock } | undefined => {
  const start = readClock(text)
  if (start) return { start }
  for (const [one, other] of splits(plain(text))) {
    const end = readClock(other)
    const [, half = ''] = /\d\s?([ap]\.?\s?m\.?)$/i.exec(other.trim()) ?? []
    const first =
      (half !== '' && /\d$/.test(one.trim()) ? readClock(`${one.trim()} ${half}`) : undefined) ?? readClock(one)
    if (first && end) return { start: first, end }
  }
  return undefined
}

/** Languages whose names of months and days of the week are read: those of the interface. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja']

/** Further short forms that people write. */
const otherMonths: Readonly<Record<string, number>> = {
  sept: 9,
  marz: 3,
  mrz: 3,
  janner: 1,
  jaenner: 1,
  feber: 2,
  maerz: 3,
  okt: 10,
  dez: 12,
}

let months: ReadonlyMap<string, number> | undefined
let days: ReadonlySet<string> | undefined

/** The number of a month from 1 on, by its name in a language of the interface, long or short; undefined for other words. */
const findMonth = (word: string): number | undefined => {
  months ??= new Map([...Object.entries(otherMonths), ...languages.flatMap(monthsIn)])
  return months.get(foldTitle(word))
}

/** Whether a word is a day of the week in a language of the interface, long or short. */
const isWeekday = (word: string): boolean => {
  days ??= new Set(languages.flatMap(daysIn))
  return days.has(foldTitle(word))
}

const monthsIn = (language: string): readonly (readonly [string, number])[] =>
  (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => [foldTitle(format.format(Date.UTC(2027, at, 15))), at + 1] as const)
  })

const daysIn = (language: string): readonly string[] =>
  (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    // January 3rd, 2027 is a Sunday.
    return Array.from({ length: 7 }, (_, at) => foldTitle(format.format(Date.UTC(2027, 0, 3 + at))))
  })

const yes = new Set(
  '1 true yes y on x ja wahr oui vrai sí si verdadero sim verdadeiro vero waar ein activé activado attivato aan ligado オン はい'.split(
    ' ',
  ),
)
const no = new Set(
  '0 false no n off nein falsch non faux falso não nao nee onwaar aus désactivé desactivado disattivato uit desligado オフ いいえ'.split(
    ' ',
  ),
)

/** Reads yes or no in the languages of the interface; undefined for anything else. */
export const readSwitch = (text: string): boolean | undefined =>
  yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined
