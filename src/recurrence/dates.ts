import { type DateTimeText, parseZone, textAt, toEpoch, toLocal, toUtc, type Zone } from '../lib/time-zone.ts'

/** A date of a recurrence: a local time in the event's zone, or a whole day. */
export type RecurrenceDate = { readonly local: DateTimeText; readonly isDay: boolean }

const basic = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i
const extended = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(Z?))?$/i

/**
 * Reads a date as iCalendar writes it (`20270105`, `20270105T200000`, `20270105T190000Z`) or as this interface does (`2027-01-05 20:00:00`).
 * A time is local time in `own`, or in the zone that is given with it; with `Z` it is UTC. Undefined for anything else.
 */
export const readRecurrenceDate = (text: string, own: Zone, zone: Zone = own): RecurrenceDate | undefined => {
  const found = basic.exec(text) ?? extended.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour, minute = '', second = '00', mark] = found
  const isDay = hour === undefined
  const local = `${year}-${month}-${day} ${isDay ? '00:00:00' : `${hour}:${minute}:${second}`}`
  // epochOf carries a day such as February 31st into the next month, so that the text differs.
  if (textAt(toEpoch(local)) !== local) return undefined
  if (isDay) return { local, isDay }
  if (mark) return { local: toLocal(local, own), isDay }
  return { local: zone === own ? local : inOtherZone(local, zone, own), isDay }
}

const inOtherZone = (local: DateTimeText, from: Zone, to: Zone): DateTimeText => {
  const placed = toUtc(local, from)
  return placed === undefined ? local : toLocal(placed.utc, to)
}

/** Reads the parameter `TZID` of a property; undefined where no such zone exists. */
export const readTzid = (text: string): Zone | undefined => parseZone(text.replace(/^"|"$/g, ''))

/** The basic form of iCalendar: `20270105T200000`. */
export const basicForm = (local: DateTimeText): string => local.replaceAll(/[-:]/g, '').replace(' ', 'T')
