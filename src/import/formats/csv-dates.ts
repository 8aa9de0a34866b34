import { parseDateText, resolveMoment } from '../../lib/date-text.ts'
import { type DateTimeText, daysInMonth, type Zone } from '../../lib/time-zone.ts'

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

/** A date as it stands in a table. */
export type TableDate = { readonly local: DateTimeText; readonly hasTime: boolean }

/**
 * Reads a date with or without a time: `2027-06-01 10:00`, `1.6.2027`, `01-06-2027`, `6/1/2027 7:00 PM`, and what the interface reads, except phrases that
 * depend on the present. A text with an offset is converted into the zone. Undefined for anything else.
 */
export const readTableDate = (text: string, { order }: DateReading, zone: Zone): TableDate | undefined => {
  const written = text.trim().replaceAll(/\s+/g, ' ')
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(written)
  if (numbers) {
    const [all, one = '', separator, other = '', year = ''] = numbers
    const [day, month] = separator === '/' && order === 'month first' ? [other, one] : [one, other]
    const date = dateOf(year, month, day)
    const rest = written.slice(all.length).replace(/^,? ?(?:um |at |à )?/i, '')
    if (date === undefined || rest === '')
      return date === undefined ? undefined : { local: `${date} 00:00:00`, hasTime: false }
    const time = readTableTime(rest)
    return time === undefined ? undefined : { local: `${date} ${time}`, hasTime: true }
  }
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

const timeForm = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))? ?(am|pm|a\.m\.|p\.m\.|uhr|h)?$/i

/** Reads a time of day as `HH:MM:SS`: `14:00`, `2:00 PM`, `2pm`, `14.30`, `14h30`, `14 Uhr`. */
export const readTableTime = (text: string): string | undefined => {
  const [, hours, minutes = '00', seconds = '00', mark = ''] = timeForm.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? []
  if (hours === undefined) return undefined
  const half = mark[0]?.toLowerCase()
  const isTwelve = half === 'a' || half === 'p'
  if (isTwelve && (Number(hours) > 12 || Number(hours) < 1)) return undefined
  const hour = isTwelve ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}
