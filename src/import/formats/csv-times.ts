import type { JsonObject } from '../../lib/json.ts'
import { addDays, type Zone } from '../../lib/time-zone.ts'
import { readClock, readClocks } from './csv-clock.ts'
import { type DateReading, endAfter, isAmbiguous, placeClock, readTableDate, type TableDate } from './csv-dates.ts'
import { readSwitch } from './csv-switch.ts'
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
