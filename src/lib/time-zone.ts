import { Temporal } from 'temporal-polyfill'
import { abbreviationByLongName, nameSources, numericZones } from './time-zone-names.ts'

/** A date and time `YYYY-MM-DD HH:MM:SS` of the years 0000 to 9999, without a zone: a wall clock, or UTC. */
export type DateTimeText = string

/**
 * A time zone. `name` is the text it was asked for by, trimmed; records return it. A fixed zone keeps one offset from
 * UTC, in seconds, and prints one abbreviation; a regional zone is looked up in the zone database by `id`.
 */
export type Zone =
  | { readonly kind: 'fixed'; readonly name: string; readonly seconds: number; readonly abbreviation: string }
  | { readonly kind: 'region'; readonly name: string; readonly id: string }

const earliest = -62_167_219_200_000
const latest = 253_402_300_799_000
/** Date.UTC takes the years 0 to 99 for 1900 to 1999; the calendar repeats every 400 years. */
const fourCenturies = 146_097 * 86_400_000
const zonesKept = 1000
/** UTC. */
export const utcZone: Zone = { kind: 'fixed', name: 'UTC', seconds: 0, abbreviation: 'UTC' }

const zones = new Map<string, Zone>()
const nameFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Reads a time zone: an IANA name in any letter case, `Z`, `±hh:mm`, `±hhmm`, or `UTC±h`, `UTC±h:mm` and decimal hours
 * like `UTC-5.5` up to 14 hours (contract B7.3). Anything else is undefined.
 */
export function parseZone(text: string): Zone | undefined {
  const name = text.trim()
  const known = zones.get(name)
  if (known !== undefined || name === '' || name.length > 64) return known
  const zone = parseFixedZone(name) ?? findRegion(name)
  if (zone === undefined) return undefined
  // Letter case alone gives one name endless spellings, so the cache is bounded.
  if (zones.size >= zonesKept) zones.clear()
  zones.set(name, zone)
  return zone
}

/**
 * Places a wall clock in a zone. A time skipped by a clock change moves forward by the length of the gap, so `local`
 * may differ from what was given; of a repeated time the earlier instant is taken (RFC 5545, 3.3.5; contract B7.3).
 * Undefined when the instant lies outside the years 0000 to 9999.
 */
export function toUtc(local: DateTimeText, zone: Zone): { local: DateTimeText; utc: DateTimeText } | undefined {
  const wall = toEpoch(local)
  const instant = zone.kind === 'fixed' ? wall - zone.seconds * 1000 : instantIn(zone.id, wall)
  const utc = textAt(instant)
  const moved = textAt(instant + offsetSecondsAt(instant, zone) * 1000)
  return utc === undefined || moved === undefined ? undefined : { local: moved, utc }
}

/** The local time of a zone at a UTC instant, limited to the first or last second of the years 0000 to 9999. */
export function toLocal(utc: DateTimeText, zone: Zone): DateTimeText {
  const instant = toEpoch(utc)
  return nowText(instant + offsetSecondsAt(instant, zone) * 1000)
}

/** How far a zone is ahead of UTC at an instant given in milliseconds, in seconds. */
export function offsetSecondsAt(epochMs: number, zone: Zone): number {
  return zone.kind === 'fixed' ? zone.seconds : spanAt(epochMs, zone.id).seconds
}

/**
 * The times of one offset each that touch a range of instants in milliseconds, in their order; the first may have begun at any time
 * before, for ever before there is `-Infinity`.
 */
export function offsetsBetween(zone: Zone, from: number, until: number): { from: number; seconds: number }[] {
  if (zone.kind === 'fixed') return [{ from: Number.NEGATIVE_INFINITY, seconds: zone.seconds }]
  const found: { from: number; seconds: number }[] = []
  for (let at = from; at < until; ) {
    const span = spanAt(at, zone.id)
    found.push({ from: span.from, seconds: span.seconds })
    at = span.until
  }
  return found
}

/** The offset of a zone at a UTC instant as `+02:00`; seconds of historic local times are dropped. */
export function offsetAt(utc: DateTimeText, zone: Zone): string {
  const { sign, hours, minutes } = splitOffset(offsetSecondsAt(toEpoch(utc), zone))
  return `${sign}${hours}:${minutes}`
}

/**
 * The abbreviation in force in a zone at a UTC instant: letters where they are in common use (`CEST`), else numbers
 * (`-03`, `+0545`). Fixed zones answer the name as it was sent (contract B10).
 */
export function abbreviationAt(utc: DateTimeText, zone: Zone): string {
  if (zone.kind === 'fixed') return zone.abbreviation
  const instant = toEpoch(utc)
  const offset = offsetSecondsAt(instant, zone)
  if (offset % 60 !== 0) return 'LMT'
  const letters = abbreviationByLongName.get(longNameAt(instant, zone.id))
  if (letters !== undefined && !numericZones.has(zone.id.toLowerCase())) return letters
  const { sign, hours, minutes } = splitOffset(offset)
  return `${sign}${hours}${minutes === '00' ? '' : minutes}`
}

/** The UTC text of an instant in milliseconds, limited to the first or last second of the years 0000 to 9999. */
export function nowText(epochMs: number): DateTimeText {
  return textAt(Math.min(Math.max(epochMs, earliest), latest)) ?? nowText(0)
}

/** The UTC text of an instant in milliseconds, rounded down to seconds; undefined outside the years 0000 to 9999. */
export function textAt(epochMs: number): DateTimeText | undefined {
  const second = Math.floor(epochMs / 1000) * 1000
  if (!(second >= earliest && second <= latest)) return undefined
  const text = new Date(second).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** A UTC text as ISO 8601 has it: `2027-06-12T14:00:00Z`. */
export function toIso(utc: DateTimeText): string {
  return `${utc.replace(' ', 'T')}Z`
}

/** The instant of a UTC text in milliseconds; a text without a time of day counts from midnight. */
export function toEpoch(utc: DateTimeText): number {
  // It is called so often that the text is not split into pieces.
  const numbers: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
  let place = 0
  for (let at = 0; at < utc.length; at++) {
    const digit = utc.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) place++
    else numbers[place] = 10 * (numbers[place] ?? 0) + digit
  }
  const [year, month, day, hour, minute, second] = numbers
  return Date.UTC(year + 400, month - 1, day, hour, minute, second) - fourCenturies
}

/** Midnight UTC of a calendar day in milliseconds; month (1 to 12) and day may overflow and are carried. */
export function epochOfDay(year: number, month: number, day: number): number {
  return Date.UTC(year + 400, month - 1, day) - fourCenturies
}

/** Midnight UTC, in milliseconds, of the Monday that begins a week of ISO 8601: week 1 has the 4th of January. */
export function mondayOfWeek(year: number, week: number): number {
  const fourth = epochOfDay(year, 1, 4)
  const sinceMonday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth + ((week - 1) * 7 - sinceMonday) * 86_400_000
}

/** The number of days of a month (1 to 12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The first second of the day of a date or date-time text. */
export function startOfDay(text: string): DateTimeText {
  return `${text.slice(0, 10)} 00:00:00`
}

/** The last second of the day of a date or date-time text. */
export function endOfDay(text: string): DateTimeText {
  return `${text.slice(0, 10)} 23:59:59`
}

/** Whether a text is a day that the calendar has, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text
}

/** Moves a date or date-time text by whole days, keeping the time of day; stops at the years 0000 and 9999. */
export function addDays(text: string, days: number): string {
  const moved = toEpoch(startOfDay(text)) + days * 86_400_000
  return nowText(moved).slice(0, 10) + text.slice(10)
}

/** The days from one to before another. */
export function daysFrom(from: string, until: string): string[] {
  const days: string[] = []
  const end = toEpoch(startOfDay(until))
  for (let at = toEpoch(startOfDay(from)); at < end; at += 86_400_000) days.push(nowText(at).slice(0, 10))
  return days
}

/** A stored time for a payload: the wall clock or, where clocks overlap and it means an instant too early, the instant. */
export function wallOrInstant(local: DateTimeText, utc: DateTimeText, zoneName: string): string {
  const zone = parseZone(zoneName)
  return zone && toUtc(local, zone)?.utc !== utc ? toIso(utc) : local
}

/**
 * Moves a date or date-time text by whole months, keeping the time of day. A day the month lacks becomes its last
 * one (January 31 plus one month is February 28 or 29); stops at the years 0000 and 9999.
 */
export function addMonths(text: string, months: number): string {
  const index = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + months
  const kept = Math.min(Math.max(index, 0), 9999 * 12 + 11)
  const [year, month] = [Math.floor(kept / 12), (kept % 12) + 1]
  const wanted = index < kept ? 1 : index > kept ? 31 : Number(text.slice(8, 10))
  const day = Math.min(wanted, daysInMonth(year, month))
  return nowText(epochOfDay(year, month, day)).slice(0, 10) + text.slice(10)
}

function parseFixedZone(name: string): Zone | undefined {
  if (/^z$/i.test(name)) return { kind: 'fixed', name, seconds: 0, abbreviation: name }
  const clock = /^(?:utc([+-])(\d{1,2})(?::?([0-5]\d))?|([+-])(\d{2}):?([0-5]\d))$/i.exec(name)
  const decimal = /^utc([+-])(\d{1,2}\.\d{1,2})$/i.exec(name)
  const sign = clock?.[1] ?? clock?.[4] ?? decimal?.[1]
  if (sign === undefined) return undefined
  const hours = Number(clock?.[2] ?? clock?.[5] ?? decimal?.[2])
  const minutes = Math.round(hours * 6000) / 100 + Number(clock?.[3] ?? clock?.[6] ?? 0)
  if (!Number.isInteger(minutes) || minutes > 14 * 60) return undefined
  const seconds = minutes === 0 ? 0 : minutes * (sign === '-' ? -60 : 60)
  return { kind: 'fixed', name, seconds, abbreviation: name }
}

function findRegion(name: string): Zone | undefined {
  // The runtime also knows System V names, which are not in the IANA database.
  if (!/^(?!systemv\/)[a-z][\w+/-]*$/i.test(name)) return undefined
  try {
    const canonical = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    if (canonical === 'UTC') {
      return { kind: 'fixed', name, seconds: 0, abbreviation: /gmt|greenwich/i.test(name) ? 'GMT' : 'UTC' }
    }
    const id = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
    return { kind: 'region', name, id }
  } catch {
    return undefined
  }
}

/** A stretch of time in which a zone keeps its offset from UTC. */
type Span = { readonly from: number; readonly until: number; readonly seconds: number }

const spansKept = 100
const spans = new Map<string, Span[]>()

/** Caches spans, because the times of a calendar fall into a few of them, and the zone database is slow. */
function spanAt(instant: number, id: string): Span {
  const known = spans.get(id) ?? []
  const hit = known.find(({ from, until }) => from <= instant && instant < until)
  if (hit) return hit
  const span = findSpan(instant, id)
  spans.set(id, [span, ...known.slice(0, spansKept - 1)])
  return span
}

function findSpan(instant: number, id: string): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id)
  const next = now.getTimeZoneTransition('next')
  // A change at exactly this instant counts as the last one.
  const last = now.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    seconds: Math.round(now.offsetNanoseconds / 1e9),
  }
}

const day = 86_400_000

function instantIn(id: string, wall: number): number {
  const { from, until, seconds } = spanAt(wall, id)
  // No zone is a day ahead or behind UTC: a local time far from both ends of the span is certainly in it.
  if (from <= wall - day && wall + day < until) return wall - seconds * 1000
  const text = new Date(wall).toISOString().slice(0, -1)
  return Temporal.PlainDateTime.from(text).toZonedDateTime(id, { disambiguation: 'compatible' }).epochMilliseconds
}

function longNameAt(instant: number, id: string): string {
  let format = nameFormats.get(id)
  if (format === undefined) {
    const timeZone = nameSources.get(id.toLowerCase()) ?? id
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' })
    nameFormats.set(id, format)
  }
  return format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

function splitOffset(seconds: number): { sign: string; hours: string; minutes: string } {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  return { sign: seconds < 0 ? '-' : '+', hours: pad(Math.floor(minutes / 60)), minutes: pad(minutes % 60) }
}
