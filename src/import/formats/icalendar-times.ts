import {
  addDays,
  type DateTimeText,
  epochOf,
  nowText,
  toLocal,
  toUtc,
  utcZone,
  type Zone,
} from '../../lib/time-zone.ts'
import { readRecurrenceDate } from '../../recurrence/dates.ts'
import type { ReadOptions } from '../record.ts'
import type { Property } from './icalendar-properties.ts'
import type { CalendarZones, EventZone } from './icalendar-zones.ts'
import type { Notes } from './texts.ts'

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
export type Duration = { readonly days: number; readonly seconds: number }

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
  return placed ? toLocal(nowText(epochOf(placed.utc) + seconds * 1000), zone) : day
}
