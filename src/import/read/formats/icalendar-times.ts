import {
  addDays,
  type DateTimeText,
  nowText,
  parseZone,
  toEpoch,
  toLocal,
  toUtc,
  utcZone,
  type Zone,
} from '../../../lib/time-zone.ts'
import { readRecurrenceDate } from '../../../recurrence/dates.ts'
import { datesOfRule } from '../../../recurrence/expand.ts'
import { partValues, type Rule, RuleFault, readRule } from '../../../recurrence/rule.ts'
import type { ReadOptions } from '../record.ts'
import { type Component, type Property, textOfLine, unescapeText } from './icalendar-lines.ts'
import type { Notes } from './texts.ts'
import { findZone, nameZone, windowsZones } from './zone-names.ts'

/** What the times of an event depend on. */
export type TimeContext = {
  readonly zones: CalendarZones
  /** The zone of the calendar, or that of the import: of floating times, and of single events whose times are in UTC. */
  readonly own: Zone
  readonly notes: Notes
  /** How many dates a series may have. */
  readonly series: ReadOptions['series']
}

/** A time of an event: a local time in a zone, or a day. `isUtc` if it was written in UTC. */
export type EventTime = {
  readonly local: DateTimeText
  readonly zone: Zone
  readonly isDay: boolean
  readonly isUtc: boolean
}

/** The texts of a property that hold dates, as they were written; a period is `start/end`. */
export const dateTexts = ({ value }: Property): readonly string[] => value.split(',').map((text) => text.trim())

/** Reads a date or a time with its zone (RFC 5545, 3.3.4 and 3.3.5); undefined where it is none. */
export const readTime = (text: string, tzid: string | undefined, context: TimeContext): EventTime | undefined => {
  const written = text
    .trim()
    .replace(/^(\d{8}T\d{4})(Z?)$/i, '$100$2')
    .replace(/T24(\d{4})/i, 'T24$1')
  const midnight = /^(\d{8})T240000(Z?)$/i.exec(written)
  const date = readRecurrenceDate(midnight ? `${midnight[1]}T000000${midnight[2]}` : written, utcZone)
  if (!date) return undefined
  const local = midnight ? addDays(date.local, 1) : date.local
  if (date.isDay) return { local, zone: context.own, isDay: true, isUtc: false }
  if (/z$/i.test(written)) return { local, zone: utcZone, isDay: false, isUtc: true }
  if (tzid === undefined) return { local, zone: context.own, isDay: false, isUtc: false }
  const found: EventZone = context.zones.find(tzid, Number(local.slice(0, 4)), context.own)
  if (found.note !== undefined) context.notes.add(found.note)
  const { zone } = found
  return {
    local: found.convert?.(local) ?? local,
    zone,
    isDay: false,
    isUtc: zone.kind === 'fixed' && zone.seconds === 0,
  }
}

/** The same instant on the clock of another zone; days have none. */
export const inZone = (time: EventTime, zone: Zone): DateTimeText => {
  if (time.isDay || time.zone === zone) return time.local
  const placed = toUtc(time.local, time.zone)
  return placed ? toLocal(placed.utc, zone) : time.local
}

/** The day of whole days that a time means: the one that it was written with, but midnight of the calendar may be written in UTC. */
export const readDay = (time: EventTime, { own }: TimeContext): string => {
  const placed = time.isUtc ? inZone(time, own) : time.local
  return (placed.endsWith(' 00:00:00') ? placed : time.local).slice(0, 10)
}

/** Weeks and days of a duration on the clock of a zone, and seconds that pass (RFC 5545, 3.3.6). */
type Duration = { readonly days: number; readonly seconds: number }

const durationForm = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i

/** Reads a duration; undefined where it is none, or is negative. */
export const readDuration = (text: string): Duration | undefined => {
  const found = durationForm.exec(text.trim())
  if (!found || text.trim().length < 3) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds }
}

/** The local time after a duration. */
export const addDuration = (local: DateTimeText, zone: Zone, { days, seconds }: Duration): DateTimeText => {
  const day = days === 0 ? local : addDays(local, days)
  const placed = seconds === 0 ? undefined : toUtc(day, zone)
  return placed ? toLocal(nowText(toEpoch(placed.utc) + seconds * 1000), zone) : day
}

/** The zone in which the times of an event are kept. */
type EventZone = {
  readonly zone: Zone
  /** What is not as the source has it. */
  readonly note?: string
  /** Moves local times of the source, where its rules are those of no known zone. */
  readonly convert?: (local: DateTimeText) => DateTimeText
}

/** The zones of a calendar, by the names that it gives them. */
export type CalendarZones = {
  readonly define: (component: Component) => void
  readonly find: (tzid: string, year: number, fallback: Zone) => EventZone
}

/** Most zones that a calendar may define, and most characters of all. */
const [mostZones, mostCharacters] = [1000, 1024 * 1024]

/** Most characters of a name. */
const longestName = 300

/** Collects the VTIMEZONE components of a calendar (RFC 5545, 3.6.5). */
export const createZones = (): CalendarZones => {
  const definitions = new Map<string, Component>()
  const found = new Map<string, EventZone>()
  let characters = 0
  return {
    define: (component) => {
      const tzid = nameOfZone(textOfLine(component, 'TZID') ?? '')
      for (const { lines } of [component, ...component.inner])
        characters += lines.reduce((sum, { text }) => sum + text.length, 0)
      if (tzid !== '' && definitions.size < mostZones && characters <= mostCharacters) definitions.set(tzid, component)
    },
    find: (written, year, fallback) => {
      const tzid = nameOfZone(written)
      const known = found.get(tzid)
      if (known) return known
      const zone = lookUp(tzid, definitions.get(tzid), year, fallback)
      if (found.size >= mostZones) found.clear()
      found.set(tzid, zone)
      return zone
    },
  }
}

/** TZID is a text in a definition, so that a comma is escaped (RFC 5545, 3.8.3.1), and is not in a parameter; not every program knows. */
const nameOfZone = (written: string): string =>
  unescapeText(
    written
      .slice(0, longestName)
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  ).trim()

const lookUp = (tzid: string, definition: Component | undefined, year: number, fallback: Zone): EventZone => {
  const named = findZone(tzid) ?? (definition && findZone(textOfLine(definition, 'X-LIC-LOCATION') ?? ''))
  if (named) return { zone: named }
  const shown = `“${tzid.slice(0, 64)}”`
  const observances = definition?.inner.flatMap((one) => readObservance(one) ?? []) ?? []
  if (observances.length === 0)
    return { zone: fallback, note: `The time zone ${shown} is unknown: its times were read in ${nameZone(fallback)}.` }
  const compared = Math.min(Math.max(year, 1971), 2100)
  return match(shown, offsetsOf(observances, compared), compared, fallback)
}

/** A STANDARD or DAYLIGHT component: from `start` on, and from each date of the rule on, clocks are `to` seconds ahead of UTC. */
type Observance = {
  readonly start: DateTimeText
  readonly from: number
  readonly to: number
  readonly rule: Rule | undefined
  readonly dates: readonly DateTimeText[]
}

const readObservance = (component: Component): Observance | undefined => {
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => readOffset(textOfLine(component, name)))
  const start = readRecurrenceDate(textOfLine(component, 'DTSTART') ?? '', utcZone)?.local
  if (from === undefined || to === undefined || start === undefined) return undefined
  const dates = (textOfLine(component, 'RDATE') ?? '')
    .split(',')
    .flatMap((text) => readRecurrenceDate(text, utcZone)?.local ?? [])
  return { start, from, to, dates, rule: tryRule(textOfLine(component, 'RRULE')) }
}

const readOffset = (text: string | undefined): number | undefined => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? []
  if (hours === undefined) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1)
}

const tryRule = (text: string | undefined): Rule | undefined => {
  try {
    return text === undefined ? undefined : readRule(text)
  } catch (error) {
    if (error instanceof RuleFault) return undefined
    throw error
  }
}

/** The offset at a local time. */
type OffsetAt = (local: DateTimeText) => number

/** The offsets of a definition around a year. */
const offsetsOf = (observances: readonly Observance[], year: number): OffsetAt => {
  const onsets = observances
    .flatMap((one) => onsetsOf(one, year).map((local) => ({ local, to: one.to })))
    .sort((one, other) => (one.local < other.local ? -1 : 1))
  const before = observances.toSorted((one, other) => (one.start < other.start ? -1 : 1))[0]?.from ?? 0
  return (local) => onsets.findLast((onset) => onset.local <= local)?.to ?? before
}

/** Years before and after that of the event in which its zone is looked at. */
const [yearsBefore, yearsAfter] = [2, 3]

const onsetsOf = ({ start, rule, dates }: Observance, year: number): readonly DateTimeText[] => {
  if (!rule) return [start, ...dates]
  // Exchange begins its rules in 1601. A year that is a multiple of INTERVAL later has the same dates.
  const interval = Number(partValues(rule, 'INTERVAL')[0] ?? 1)
  const began = Number(start.slice(0, 4))
  const later = began + Math.floor((year - yearsBefore - began) / interval) * interval
  const first = `${later}${start.slice(4)}`
  const isLater = rule.count === undefined && start < first && start.slice(5, 10) !== '02-29'
  const series = { start: isLater ? first : start, zone: utcZone, isAllDay: false }
  try {
    return [start, ...dates, ...datesOfRule(rule, series, `${year + yearsAfter}-12-31 23:59:59`, 100)]
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error
    const until = rule.until === undefined ? undefined : readRecurrenceDate(rule.until, utcZone)?.local
    return until === undefined ? [start, ...dates] : [start, ...dates, until]
  }
}

/** Zones that are tried first, since others have the same rules. */
const preferred = [
  ...['Europe/Berlin', 'Europe/London', 'Europe/Helsinki', 'America/New_York', 'America/Chicago', 'America/Denver'],
  ...['America/Los_Angeles', 'America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo', 'Australia/Sydney'],
]

const isRegion = (zone: Zone): boolean => zone.kind === 'region' && !zone.id.startsWith('Etc/')

/** Days between the times at which offsets are compared: fewer than between the changes of clocks of any two zones that are not the same. */
const step = 4

const match = (shown: string, offsetAt: OffsetAt, year: number, fallback: Zone): EventZone => {
  const samples = Array.from({ length: Math.floor(366 / step) }, (_, at) =>
    addDays(`${year}-01-01 12:00:00`, at * step),
  )
  const offsets = samples.map(offsetAt)
  const fits = (zone: Zone): boolean => samples.every((local, at) => offsetIn(zone, local) === offsets[at])
  const [first = 0] = offsets
  const isFixed = offsets.every((offset) => offset === first)
  const others = isFixed ? [] : [...preferred, ...windowsZones.values()].flatMap((name) => parseZone(name) ?? [])
  const zone = [fallback, ...others.filter(isRegion)].find(fits) ?? (isFixed ? fixedZone(first) : undefined)
  if (zone) return { zone, note: `The time zone ${shown} was taken for ${nameZone(zone)}, which has the same times.` }
  return {
    zone: fallback,
    note: `The time zone ${shown} has the rules of no known zone: its times were converted into ${nameZone(fallback)}.`,
    convert: (local) => toLocal(nowText(toEpoch(local) - offsetAt(local) * 1000), fallback),
  }
}

const offsetIn = (zone: Zone, local: DateTimeText): number =>
  (toEpoch(local) - toEpoch(toUtc(local, zone)?.utc ?? local)) / 1000

const fixedZone = (seconds: number): Zone | undefined => {
  const minutes = Math.round(Math.abs(seconds) / 60)
  if (minutes === 0) return utcZone
  const clock = `${Math.floor(minutes / 60)}${minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`}`
  return parseZone(`UTC${seconds < 0 ? '-' : '+'}${clock}`)
}
