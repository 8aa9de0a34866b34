import { parseZone, toUtc, utcZone, type Zone } from '../../../lib/time-zone.ts'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../record.ts'
import { type CalendarContext, describePlace, readEvent, type SeriesStart } from './icalendar-event.ts'
import {
  type Component,
  readComponents,
  readProperties,
  readRevision,
  readSequence,
  textOfLine,
  unescapeText,
} from './icalendar-lines.ts'
import { createZones, readTime, type TimeContext } from './icalendar-times.ts'
import { createNotes } from './texts.ts'
import { findZone } from './zone-names.ts'

/**
 * Reads iCalendar (RFC 5545), also several calendars one after the other in a file. Events are gathered first: zones may be defined after them, and
 * a newer revision of one may follow. Of a large file this holds for parts of it, since not all of it is kept in memory.
 */
export const readICalendar: ReadFormat = async function* (source, options) {
  const series = createSeries()
  const counts = new Map<string, number>()
  let gathered: Gathered[] = []
  let size = 0
  let calendar = beginCalendar(options)
  let isCalendar = false
  let isOpen = false
  function* release(): Generator<ImportRecord | UnreadPart> {
    const parts = gathered
    gathered = []
    size = 0
    yield* readGathered(parts, series)
    yield* series.end(calendar)
  }
  for await (const part of readComponents(source)) {
    if ('line' in part) {
      const { text } = part.line
      if (/^BEGIN[ \t]*:[ \t]*VCALENDAR/i.test(text)) {
        isCalendar = true
        isOpen = true
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
      gathered.push({ component: part, calendar })
    } else counts.set(part.name, (counts.get(part.name) ?? 0) + 1)
    size += sizeOf(part)
    if (size > mostGathered) yield* release()
  }
  yield* release()
  yield* series.end()
  if (isOpen)
    yield { place: 'the end', fault: 'The calendar ends before its END:VCALENDAR; what may have followed was cut off.' }
  for (const [name, count] of counts)
    yield {
      place: 'the calendar',
      fault:
        count === 1
          ? `1 ${name} was left out: only events are imported.`
          : `${count} ${name} were left out: only events are imported.`,
      isExpected: true,
    }
  if (!isCalendar) yield { place: 'line 1', fault: 'This is no iCalendar file: it has no line BEGIN:VCALENDAR.' }
}

/** An event with the calendar that it stands in. */
type Gathered = { readonly component: Component; readonly calendar: Calendar }

/** Most characters of components that are gathered, of which each line takes some more. */
const mostGathered = 4 * 1024 * 1024

const perLine = 40

const sizeOf = ({ lines, inner }: Component): number =>
  lines.reduce((sum, { text }) => sum + text.length + perLine, 0) + inner.reduce((sum, one) => sum + sizeOf(one), 0)

function* readGathered(
  gathered: readonly Gathered[],
  series: ReturnType<typeof createSeries>,
): Generator<ImportRecord | UnreadPart> {
  const verdicts = judgeRevisions(
    gathered.map(({ component, calendar: { zones, own, series } }) => ({
      component,
      context: { zones, own, series, notes: createNotes() },
    })),
  )
  for (const { component, calendar } of gathered) {
    const { leftOut, id } = verdicts.get(component) ?? {}
    if (leftOut !== undefined)
      yield { place: describePlace(component), fault: leftOut, isExpected: true, isSkipped: true }
    else yield* series.add(component, calendar, id)
  }
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
type Waiting = {
  readonly read: () => ImportRecord | UnreadPart
  readonly size: number
  readonly calendar: Calendar
}

/** Why a change of an occurrence is left out whose series has no date. */
const ofNone = 'It was left out, since it changes an event of a series that has no date.'

/**
 * Brings the changes of occurrences after their series, which a file may have in any order. Of very many, the ones that have waited longest go
 * before it.
 */
const createSeries = () => {
  const starts = new Map<string, SeriesStart>()
  /** The UIDs of series without any date. */
  const empty = new Set<string>()
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
  function* add(component: Component, calendar: Calendar, id?: string): Generator<ImportRecord | UnreadPart> {
    const read = (): ImportRecord | UnreadPart => {
      const record = readEvent(component, { ...calendar, seriesOf: (uid) => starts.get(uid) }, id)
      if ('fault' in record || !record.occurrence || !empty.has(record.occurrence.of)) return record
      return { place: record.place, fault: ofNone, isExpected: true, isSkipped: true }
    }
    const record = read()
    if ('fault' in record) {
      yield record
      if (!record.isSkipped || record.externalId === undefined) return
      if (empty.size < mostSeries) empty.add(record.externalId)
      yield* release(record.externalId)
      return
    }
    const { occurrence, externalId, payload } = record
    if (occurrence && !starts.has(occurrence.of)) {
      const size = component.lines.reduce((sum, { text }) => sum + text.length, 0)
      const changes = waiting.get(occurrence.of)
      if (changes) changes.push({ read, size, calendar })
      else waiting.set(occurrence.of, [{ read, size, calendar }])
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
  /** Changes whose series is not there; those of the calendar that is still being read may wait. */
  function* end(open?: Calendar): Generator<ImportRecord | UnreadPart> {
    for (const [uid, changes] of [...waiting])
      if (changes.every(({ calendar }) => calendar !== open)) yield* release(uid)
  }
  return { add, end }
}

/** What becomes of an event of a file: it is read, perhaps under an id of its own, or left out, with the reason. */
type Verdict = { readonly id?: string; readonly leftOut?: string }

/** The UID of an event, but not that of a change of an occurrence. */
const uidOf = (component: Component): string =>
  textOfLine(component, 'RECURRENCE-ID') === undefined ? unescapeText(textOfLine(component, 'UID') ?? '').trim() : ''

/** The instant at which an event begins, or its day; undefined if that cannot be read. */
const startOf = (component: Component, context: TimeContext): string | undefined => {
  const own = component.lines.filter(({ text }) => /^DTSTART[;:]/i.test(text))
  const property = readProperties({ lines: own }, context.notes).first('DTSTART')
  const time = property && readTime(property.value, property.param('TZID'), context)
  if (!time) return undefined
  return time.isDay ? time.local.slice(0, 10) : (toUtc(time.local, time.zone)?.utc ?? time.local)
}

type Candidate = {
  readonly component: Component
  readonly start: string
  readonly title: string
  readonly revision: string
}

const isSeries = ({ component }: Candidate): boolean =>
  ['RRULE', 'RDATE'].some((name) => textOfLine(component, name) !== undefined)

/**
 * Decides on events with the same UID: those with the same start are revisions, of which the newest counts, and so are those of which each has a
 * SEQUENCE of its own. Others with different starts, or with different titles and nothing that tells which is newer, are different events, as in
 * schedules that give all talks of a room or a day one UID: each gets an id with its start, except for the first series, whose occurrences may be changed. What is not in the result is read as it is.
 */
const judgeRevisions = (
  components: Iterable<{ readonly component: Component; readonly context: TimeContext }>,
): ReadonlyMap<Component, Verdict> => {
  const groups = new Map<string, { readonly component: Component; readonly context: TimeContext }[]>()
  for (const one of components) {
    const uid = uidOf(one.component)
    const group = groups.get(uid)
    if (group) group.push(one)
    else if (uid !== '') groups.set(uid, [one])
  }
  const verdicts = new Map<Component, Verdict>()
  for (const [uid, group] of groups) {
    if (group.length === 1) continue
    const candidates = group.flatMap(({ component, context }): Candidate[] => {
      const start = startOf(component, context)
      const title = textOfLine(component, 'SUMMARY') ?? ''
      return start === undefined ? [] : [{ component, start, title, revision: readRevision(component) }]
    })
    const newest = newestOf(candidates)
    const first = newest.find(isSeries)
    const idOf = ({ start, title }: Candidate): string =>
      newest.filter((one) => one.start === start).length > 1 ? `${uid} ${start} ${title}` : `${uid} ${start}`
    for (const one of candidates) {
      const own = newest.length > 1 && one !== first ? { id: idOf(one) } : {}
      verdicts.set(one.component, newest.includes(one) ? own : { leftOut: reasonOf(one, newest) })
    }
  }
  return verdicts
}

const newestOf = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const all = [...Map.groupBy(candidates, ({ start }) => start).values()].flatMap((group) => {
    const [first = '', ...others] = group.map(({ revision }) => revision)
    const last = others.reduce((newest, one) => (one > newest ? one : newest), first)
    // A revision has another time or number: what has neither and another title is another event.
    const titles = new Map(group.toReversed().flatMap((one) => (one.revision === last ? [[one.title, one]] : [])))
    return [...titles.values()]
  })
  const areRevisions = new Set(all.map(({ component }) => readSequence(component))).size === all.length
  return areRevisions ? all.toSorted((a, b) => (a.revision < b.revision ? 1 : -1)).slice(0, 1) : all
}

const reasonOf = ({ start, title, revision }: Candidate, newest: readonly Candidate[]): string => {
  const other =
    newest.find((one) => one.start === start && one.title === title) ??
    newest.find((one) => one.start === start) ??
    newest[0]
  const line = other?.component.number
  return other && other.revision > revision
    ? `It was left out, since line ${line} has a newer revision of it (SEQUENCE, DTSTAMP, LAST-MODIFIED).`
    : `It was left out, since line ${line} has the same event (UID and start).`
}
