import { parseZone, utcZone, type Zone } from '../../lib/time-zone.ts'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../record.ts'
import { type Component, componentsOf } from './icalendar-components.ts'
import { type CalendarContext, readEvent, type SeriesStart } from './icalendar-event.ts'
import { createZones } from './icalendar-zones.ts'
import { findZone } from './zone-names.ts'

/** Reads iCalendar (RFC 5545), also several calendars one after the other in a file. */
export const readICalendar: ReadFormat = async function* (source, options) {
  const series = createSeries()
  const counts = new Map<string, number>()
  let calendar = beginCalendar(options)
  let isCalendar = false
  let isOpen = false
  for await (const part of componentsOf(source)) {
    if ('line' in part) {
      const { text } = part.line
      if (/^BEGIN[ \t]*:[ \t]*VCALENDAR/i.test(text)) {
        isCalendar = true
        isOpen = true
        yield* series.end()
        calendar = beginCalendar(options)
      } else if (/^END[ \t]*:[ \t]*VCALENDAR\b/i.test(text)) isOpen = false
      else if (text.length < longestLine) readCalendarLine(calendar, text)
      continue
    }
    isCalendar = true
    if (part.name === 'VTIMEZONE') calendar.zones.define(part)
    else if (part.name === 'VEVENT') {
      // An event that the file has cut off is a fault itself.
      if (part.end === 'file') isOpen = false
      yield* series.add(part, calendar)
    } else counts.set(part.name, (counts.get(part.name) ?? 0) + 1)
  }
  yield* series.end()
  if (isOpen)
    yield { place: 'the end', fault: 'The calendar ends before its END:VCALENDAR; what may have followed was cut off.' }
  for (const [name, count] of counts)
    yield {
      place: 'the calendar',
      fault: `${count} ${name} ${count === 1 ? 'was' : 'were'} left out: only events are imported.`,
      isExpected: true,
    }
  if (!isCalendar) yield { place: 'line 1', fault: 'This is no iCalendar file: it has no line BEGIN:VCALENDAR.' }
}

/** Longest line of a calendar that is read, outside of its events. */
const longestLine = 1000

type Calendar = Omit<CalendarContext, 'own' | 'isCancelled' | 'isKalends' | 'seriesOf'> & {
  own: Zone
  isCancelled: boolean
  isKalends: boolean
}

const beginCalendar = ({ timezone, series }: ReadOptions): Calendar => ({
  series,
  zones: createZones(),
  own: parseZone(timezone) ?? utcZone,
  isCancelled: false,
  isKalends: false,
})

const readCalendarLine = (calendar: Calendar, text: string): void => {
  const [, name = '', value = ''] = /^([\w-]+)(?:;[^:]*)?:(.*)$/.exec(text) ?? []
  if (/^(?:X-WR-TIMEZONE|TIMEZONE-ID)$/i.test(name)) calendar.own = findZone(value) ?? calendar.own
  if (/^METHOD$/i.test(name)) calendar.isCancelled = /^\s*CANCEL\s*$/i.test(value)
  if (/^PRODID$/i.test(name)) calendar.isKalends = value.startsWith('-//Kalends//')
}

/** Most series whose starts are remembered. */
const mostSeries = 20_000

/** Most changes of occurrences that wait for their series, and most characters of them. */
const [mostWaiting, mostCharacters] = [1000, 8 * 1024 * 1024]

/** A change of an occurrence that waits for its series, to be read in its zone. */
type Waiting = { readonly read: () => ImportRecord | UnreadPart; readonly size: number }

/**
 * Brings the changes of occurrences after their series, which a file may have in any order. Of very many, the ones that have waited longest go
 * before it.
 */
const createSeries = () => {
  const starts = new Map<string, SeriesStart>()
  const waiting = new Map<string, Waiting[]>()
  let [count, characters] = [0, 0]
  function* release(uid: string): Generator<ImportRecord | UnreadPart> {
    const changes = waiting.get(uid) ?? []
    waiting.delete(uid)
    for (const { read, size } of changes) {
      count--
      characters -= size
      yield read()
    }
  }
  function* add(component: Component, calendar: Calendar): Generator<ImportRecord | UnreadPart> {
    const read = () => readEvent(component, { ...calendar, seriesOf: (uid) => starts.get(uid) })
    const record = read()
    if ('fault' in record) {
      yield record
      return
    }
    const { occurrence, externalId, payload } = record
    if (occurrence && !starts.has(occurrence.of)) {
      const size = component.lines.reduce((sum, { text }) => sum + text.length, 0)
      const changes = waiting.get(occurrence.of)
      if (changes) changes.push({ read, size })
      else waiting.set(occurrence.of, [{ read, size }])
      count++
      characters += size
      const [oldest] = waiting.keys()
      if ((count > mostWaiting || characters > mostCharacters) && oldest !== undefined) yield* release(oldest)
      return
    }
    yield record
    if (externalId === undefined || !payload['recurrence']) return
    const zone = parseZone(String(payload['timezone']))
    const isAllDay = payload['all_day'] === true
    const time = isAllDay ? '00:00:00' : String(payload['start_date']).slice(11)
    if (zone && starts.size < mostSeries) starts.set(externalId, { zone, isAllDay, time })
    yield* release(externalId)
  }
  function* end(): Generator<ImportRecord | UnreadPart> {
    for (const uid of [...waiting.keys()]) yield* release(uid)
  }
  return { add, end }
}
