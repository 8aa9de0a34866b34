import {
  monthNumber,
  monthPattern,
  rankNumber,
  stepNumber,
  unitPattern,
  unitSpan,
  weekdayNumber,
  weekdayPattern,
} from './date-text-words.ts'
import { mondayOfWeek, parseZone, type Zone } from './time-zone.ts'
import { offsetByAbbreviation } from './time-zone-names.ts'

/**
 * The parts of a written date, in whatever order they came. Each part may be given once; shifts add up. Months and
 * hours are as written, so a phrase may still name a date that does not exist.
 */
export type Phrase = {
  /** A calendar date; without a year it is in the current one, without a day it means the month. */
  date?: { year: number | undefined; month: number; day: number | undefined }
  /** `today` (0), `tomorrow` (1) or `yesterday` (-1). */
  nearDay?: number
  /** The time of day in seconds; 86400 is the next midnight. */
  time?: number
  zone?: Zone
  /** A weekday (0 is Sunday): on or after (0), after (1) or before (-1) the day reached so far. */
  weekday?: { day: number; step: number }
  /** This (0), next (1) or last (-1) week: its Monday, or the given weekday. */
  week?: number
  /** A day within the month reached: its first (1) or last (-1) day or, with `weekday`, its nth or last such weekday. */
  within?: { rank: number; weekday: number | undefined }
  months: number
  days: number
  /** Days from Monday to Friday. */
  weekdays: number
  seconds: number
  isNow: boolean
  hasClockShift: boolean
  /** Whether there is anything besides a clock time, a clock shift, a zone or `now`. */
  hasCalendarPart: boolean
}

type Groups = readonly (string | undefined)[]
/** A pattern at the current place, and what it adds to the phrase; false refuses the whole text. */
type Rule = readonly [pattern: RegExp, apply: (groups: Groups, phrase: Phrase) => boolean]

const year = '(\\d{4})(?![\\d:])'

// The first matching rule is used, so a longer form is before the shorter one that it starts with.
const rules: readonly Rule[] = [
  rule('(\\d{4})-?w(\\d{2})(?:-?([1-7]))?(?![\\d:-])', ([y, week, day], phrase) => setWeekDate(phrase, y, week, day)),
  rule('(\\d{4})-(\\d{1,2})-(\\d{1,2})(?!\\d)', ([y, m, d], phrase) => setDate(phrase, y, Number(m), d)),
  rule('(\\d{4})/(\\d{1,2})/(\\d{1,2})(?!\\d)', ([y, m, d], phrase) => setDate(phrase, y, Number(m), d)),
  rule('(\\d{4})(\\d{2})(\\d{2})(?![\\d:])', ([y, m, d], phrase) => setDate(phrase, y, Number(m), d)),
  rule('(\\d{4})-(\\d{2})(?![\\d:-])', ([y, m], phrase) => setDate(phrase, y, Number(m), '1')),
  rule(`(\\d{1,2})([.-])(\\d{1,2})\\2${year}`, ([d, , m, y], phrase) => setDate(phrase, y, Number(m), d)),
  rule(`(\\d{1,2})/(\\d{1,2})/${year}`, ([m, d, y], phrase) => setDate(phrase, y, Number(m), d)),
  rule('(\\d{1,2})/(\\d{1,2})/(\\d{2})(?![\\d:])', ([m, d, y], phrase) =>
    // A year of two digits is in 1970 to 2069, as in programs that write one.
    setDate(phrase, `${Number(y) < 70 ? 20 : 19}${y}`, Number(m), d),
  ),
  rule(`(\\d{4})[ -]?${monthPattern}(?![a-z])(?:[ -]?(\\d{1,2})(?![\\d:]))?`, ([y, m, d], phrase) =>
    setDate(phrase, y, monthNumber(m ?? ''), d),
  ),
  rule(`${monthPattern}\\.?[ -]?${year}`, ([m, y], phrase) => setDate(phrase, y, monthNumber(m ?? ''), undefined)),
  rule(
    `${monthPattern}\\.?[ -]?(\\d{1,2})(?:st|nd|rd|th)?(?:[ ,-]+${year})?(?![\\d:]| ?[ap]\\.?m(?![a-z]))`,
    ([m, d, y], phrase) => setDate(phrase, y, monthNumber(m ?? ''), d),
  ),
  rule(`(\\d{1,2})(?:st|nd|rd|th)?[ .-]*(?:of )?${monthPattern}(?![a-z])\\.?(?:[ ,-]*${year})?`, ([d, m, y], phrase) =>
    setDate(phrase, y, monthNumber(m ?? ''), d),
  ),
  rule(`${monthPattern}(?![a-z])\\.?`, ([m], phrase) => setDate(phrase, undefined, monthNumber(m ?? ''), undefined)),

  rule('t?(\\d{1,2})(?::(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?)? ?([ap])\\.?m(?![a-z])\\.?', ([h, m, s, half], phrase) => {
    const hour = Number(h)
    if (hour < 1 || hour > 12) return false
    return setTime(phrase, (hour % 12) + (half === 'p' ? 12 : 0), m, s)
  }),
  rule('t?(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,]\\d+)?)?(?![\\d:])', ([h, m, s], phrase) =>
    setTime(phrase, Number(h), m, s),
  ),
  rule('t(\\d{2})(\\d{2})(\\d{2})?(?!\\d)', ([h, m, s], phrase) => setTime(phrase, Number(h), m, s)),
  // Programs that cut off the time leave the `T` behind the date (D5.2).
  rule('t(?![\\w:])', (_, { date }) => date !== undefined),

  rule('now(?![a-z])', (_, phrase) => {
    phrase.isNow = true
    return true
  }),
  rule('noon(?![a-z])', (_, phrase) => setTime(phrase, 12, undefined, undefined)),
  rule('midnight(?![a-z])', (_, phrase) => setTime(phrase, 0, undefined, undefined)),
  rule('(today|tomorrow|yesterday)(?![a-z])', ([word], phrase) => {
    if (phrase.nearDay !== undefined) return false
    phrase.nearDay = word === 'today' ? 0 : word === 'tomorrow' ? 1 : -1
    return markCalendar(phrase)
  }),
  rule('(first|last) day of(?![a-z])', ([rank], phrase) => setWithin(phrase, rank, undefined)),
  rule(`(first|second|third|fourth|fifth|last) ${weekdayPattern} of(?![a-z])`, ([rank, day], phrase) =>
    setWithin(phrase, rank, day),
  ),
  rule('(this|next|last|previous) week(?![a-z])', ([step], phrase) => {
    if (phrase.week !== undefined) return false
    phrase.week = stepNumber(step ?? '')
    return markCalendar(phrase)
  }),
  rule('(this|next|last|previous) weekday(?![a-z])', ([step], phrase) => addWeekdays(phrase, stepNumber(step ?? ''))),
  rule('([+-]?) ?(\\d{1,5}) ?weekdays?(?![a-z])', ([sign, count], phrase) =>
    addWeekdays(phrase, Number(`${sign}${count}`)),
  ),
  rule(`(this|next|last|previous) ${unitPattern}s?(?![a-z])`, ([step, unit], phrase) =>
    addSpan(phrase, stepNumber(step ?? ''), unit),
  ),
  rule(`(?:(this|next|last|previous) )?${weekdayPattern}(?![a-z])\\.?`, ([step, day], phrase) => {
    if (phrase.weekday !== undefined) return false
    phrase.weekday = { day: weekdayNumber(day ?? ''), step: stepNumber(step ?? 'this') }
    return markCalendar(phrase)
  }),
  rule(`([+-]?) ?(\\d{1,7}) ?${unitPattern}s?(?![a-z])`, ([sign, count, unit], phrase) =>
    addSpan(phrase, Number(`${sign}${count}`), unit),
  ),
  rule('ago(?![a-z])', (_, phrase) => negateShifts(phrase)),

  rule('(?:gmt|utc)?([+-]\\d{2}:?\\d{2}|[+-]\\d:\\d{2})(?![\\d:])', ([offset], phrase) =>
    setZone(phrase, `UTC${offset}`),
  ),
  // After a date, a sign and one or two digits are more likely a misspelt date than an offset.
  rule('(?:gmt|utc|(?<![/-]\\d{1,4}))([+-]\\d{1,2})(?![\\d:])', ([offset], phrase) => setZone(phrase, `UTC${offset}`)),
  // JavaScript says the name of the zone once more, in brackets.
  rule('\\([^()]*\\)', (_, { zone }) => zone !== undefined),
  rule('([a-z][\\w+/-]*)', ([word], phrase) => setZone(phrase, offsetByAbbreviation.get(word ?? '') ?? word)),
  // In the dates of C's asctime, the year follows the time.
  rule(year, ([y], phrase) => {
    const { date } = phrase
    if (date === undefined || date.year !== undefined) return false
    date.year = Number(y)
    return true
  }),
]

/**
 * Splits a text (lower case, trimmed, single blanks) into the parts of a date. Undefined when something in it is not
 * known, a part comes twice, or a time of day does not exist.
 */
export function readPhrase(text: string): Phrase | undefined {
  const phrase: Phrase = {
    months: 0,
    days: 0,
    weekdays: 0,
    seconds: 0,
    isNow: false,
    hasClockShift: false,
    hasCalendarPart: false,
  }
  let place = 0
  while (place < text.length) {
    const next = applyRule(text, place, phrase)
    if (next === undefined) return undefined
    place = next
    while (text[place] === ' ' || text[place] === ',') place += 1
  }
  const isEmpty = !phrase.isNow && !phrase.hasClockShift && !phrase.hasCalendarPart && phrase.time === undefined
  return isEmpty ? undefined : phrase
}

function applyRule(text: string, place: number, phrase: Phrase): number | undefined {
  for (const [pattern, apply] of rules) {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match !== null) return apply(match.slice(1), phrase) ? place + match[0].length : undefined
  }
  return undefined
}

function rule(source: string, apply: (groups: Groups, phrase: Phrase) => boolean): Rule {
  return [new RegExp(source, 'y'), apply]
}

function markCalendar(phrase: Phrase): true {
  phrase.hasCalendarPart = true
  return true
}

function setDate(phrase: Phrase, year: string | undefined, month: number, day: string | undefined): boolean {
  if (phrase.date !== undefined) return false
  phrase.date = { year: toNumber(year), month, day: toNumber(day) }
  return markCalendar(phrase)
}

/** Sets a day of an ISO 8601 week (the first one of a year has the 4th of January); without `day`, its Monday. */
function setWeekDate(phrase: Phrase, year: string | undefined, week: string | undefined, day = '1'): boolean {
  const [weekYear, number] = [Number(year), Number(week)]
  const monday = mondayOfWeek(weekYear, number)
  if (number < 1 || monday >= mondayOfWeek(weekYear + 1, 1)) return false
  const date = new Date(monday + (Number(day) - 1) * 86_400_000)
  return setDate(phrase, String(date.getUTCFullYear()), date.getUTCMonth() + 1, String(date.getUTCDate()))
}

/** 24:00 is the next midnight (ISO 8601); a leap second is refused since clocks here do not have it. */
function setTime(phrase: Phrase, hour: number, minute: string | undefined, second: string | undefined): boolean {
  const [minutes, seconds] = [Number(minute ?? 0), Number(second ?? 0)]
  const time = (hour * 60 + minutes) * 60 + seconds
  if (phrase.time !== undefined || minutes > 59 || seconds > 59 || time > 86_400) return false
  phrase.time = time
  return true
}

function setWithin(phrase: Phrase, rank: string | undefined, day: string | undefined): boolean {
  if (phrase.within !== undefined) return false
  phrase.within = { rank: rankNumber(rank ?? ''), weekday: day === undefined ? undefined : weekdayNumber(day) }
  return markCalendar(phrase)
}

function setZone(phrase: Phrase, name: string | undefined): boolean {
  const zone = phrase.zone === undefined ? parseZone(name ?? '') : undefined
  if (zone === undefined) return false
  phrase.zone = zone
  return true
}

function addSpan(phrase: Phrase, count: number, unit: string | undefined): boolean {
  const span = unitSpan(unit ?? '')
  if (span === undefined) return false
  phrase.months += span.months * count
  phrase.days += span.days * count
  phrase.seconds += span.seconds * count
  if (span.seconds === 0) return markCalendar(phrase)
  phrase.hasClockShift = true
  return true
}

function addWeekdays(phrase: Phrase, count: number): true {
  phrase.weekdays += count
  return markCalendar(phrase)
}

function negateShifts(phrase: Phrase): boolean {
  if (phrase.months === 0 && phrase.days === 0 && phrase.weekdays === 0 && phrase.seconds === 0) return false
  phrase.months = -phrase.months
  phrase.days = -phrase.days
  phrase.weekdays = -phrase.weekdays
  phrase.seconds = -phrase.seconds
  return true
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}
