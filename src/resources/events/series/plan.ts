import type { RequestContext } from '../../../core/context.ts'
import { invalidParams } from '../../../core/errors.ts'
import { type FieldTable, listColumns } from '../../../core/fields.ts'
import type { PostRow } from '../../../db/schema.ts'
import { addDays, type DateTimeText, startOfDay, toEpoch, toUtc } from '../../../lib/time-zone.ts'
import { basicForm, readRecurrenceDate } from '../../../recurrence/dates.ts'
import { givesStart } from '../../../recurrence/expand.ts'
import { placeRecurrence, type Recurrence, type SentRecurrence } from '../../../recurrence/recurrence.ts'
import { partValues, type Rule, ruleDays, withPart } from '../../../recurrence/rule.ts'
import { plainSlug } from '../../shared/slugs.ts'
import { decideDates } from '../dates.ts'
import { previousStart } from '../event-status.ts'
import { eventFields } from '../fields.ts'
import type { EventValues } from './create.ts'
import { countByDay, type Occurrence, occurrenceSlug, readOwnFields } from './stored.ts'
import {
  dateColumns,
  datesAt,
  expandSeries,
  later,
  readRecurrence,
  refusing,
  type SeriesRow,
  type SeriesTimes,
  seriesStart,
  seriesTimes,
  seriesZone,
} from './times.ts'

type Row = PostRow<'event'>

/** The times of a changed series. */
export type NewTimes = {
  readonly times: SeriesTimes
  readonly recurrence: Recurrence
  readonly starts: readonly DateTimeText[]
  readonly filled_until: string
  /** Seconds by which every start has moved on the wall clock. */
  readonly shift: number
  /** The payload says when the occurrences are; otherwise only the recurrence is another one. */
  readonly hasDates: boolean
}

/**
 * What a payload changes in the times of a whole series: what it says of one occurrence is said of all of them (contract C3.4). Undefined
 * where it changes nothing.
 * @throws ApiError `rest_invalid_param` for a rule that cannot be, or a day that the rule does not give.
 */
export const planTimes = (
  context: RequestContext,
  series: SeriesRow,
  row: Occurrence,
  values: EventValues,
  /** How many occurrences the series has. */
  had: number,
): NewTimes | undefined => {
  const sent = values.recurrence ?? undefined
  const dates = decideDates(context, values, row)
  const isMoved = dateColumns.some((column) => dates[column] !== row[column])
  if (!isMoved && !sent) return undefined
  const isStartMoved = dates.start_date !== row.start_date
  const shift = isStartMoved ? (toEpoch(dates.start_date) - toEpoch(row.recurrence_id)) / 1000 : 0
  const times: SeriesTimes = {
    start_date: later(series.start_date, shift),
    // An occurrence may have a zone or a length of its own, which the payload leaves alone.
    ...(isMoved
      ? { timezone: dates.timezone, all_day: dates.all_day, length: seriesTimes(dates).length }
      : { timezone: series.timezone, all_day: series.all_day, length: series.length }),
  }
  const recurrence = sent ? placed(sent, times) : shifted(readRecurrence(series), series, shift)
  const before = readRecurrence(series).rule
  if (!sent && shift !== 0 && recurrence.rule && before) {
    if (givesStart(before, seriesStart(series)) && !givesStart(recurrence.rule, seriesStart(times)))
      throw invalidParams(
        new Map([
          ['start_date', 'The rule of the series gives no occurrence on that day: send another recurrence too.'],
        ]),
      )
  }
  return { times, recurrence, shift, hasDates: isMoved, ...expandSeries(context, times, recurrence, had) }
}

const placed = (sent: SentRecurrence, times: SeriesTimes): Recurrence => {
  const { start, zone, isAllDay } = seriesStart(times)
  return refusing(() => placeRecurrence(sent, start, zone, isAllDay))
}

/** The recurrence of a series that has moved: dates move with it, and so do the days of a weekly rule. */
const shifted = ({ rule, rdate, exdate }: Recurrence, series: SeriesTimes, seconds: number): Recurrence => {
  if (seconds === 0) return { rule, rdate, exdate }
  const days = daysBetween(series.start_date, later(series.start_date, seconds))
  return {
    rule: rule && shiftRule(rule, series, seconds, days),
    rdate: rdate.map((date) => later(date, seconds)),
    exdate: exdate.map(({ local, isDay }) => ({ local: isDay ? addDays(local, days) : later(local, seconds), isDay })),
  }
}

const daysBetween = (from: DateTimeText, to: DateTimeText): number =>
  (toEpoch(startOfDay(to)) - toEpoch(startOfDay(from))) / 86_400_000

const shiftRule = (rule: Rule, series: SeriesTimes, seconds: number, days: number): Rule => {
  const weekdays = partValues(rule, 'BYDAY')
  const turned = weekdays.map((day) => ruleDays[(((ruleDays.indexOf(day) + days) % 7) + 7) % 7] ?? day)
  const moved = rule.frequency === 'WEEKLY' && weekdays.length > 0 ? withPart(rule, 'BYDAY', turned.join(',')) : rule
  return rule.until === undefined ? moved : { ...moved, until: shiftUntil(rule.until, series, seconds, days) }
}

/** The last date of a moved rule, in the form that it had. It moves on the wall clock, as the events do: clocks may change in between. */
const shiftUntil = (until: string, series: SeriesTimes, seconds: number, days: number): string => {
  const zone = seriesZone(series)
  const date = readRecurrenceDate(until, zone)
  if (!date) return until
  if (date.isDay) return basicForm(addDays(date.local, days)).slice(0, 8)
  const local = later(date.local, seconds)
  return until.endsWith('Z') ? `${basicForm(toUtc(local, zone)?.utc ?? local)}Z` : basicForm(local)
}

/** Which occurrence gets which start of a changed series. */
type Match = {
  readonly startOf: ReadonlyMap<Occurrence, DateTimeText>
  /** Starts that have no occurrence yet. */
  readonly free: readonly DateTimeText[]
}

/**
 * Gives each occurrence the start that takes the place of its own (contract C3.4): the one as much later as the series has moved, or else
 * one on the same day; the addressed occurrence gets the nearest that is left.
 */
const matchStarts = (
  rows: readonly Occurrence[],
  { starts, shift }: Pick<NewTimes, 'starts' | 'shift'>,
  addressed: number,
): Match => {
  const free = new Set(starts)
  const startOf = new Map<Occurrence, DateTimeText>()
  const give = (row: Occurrence, start: DateTimeText | undefined) => {
    if (start === undefined || startOf.has(row) || !free.delete(start)) return
    startOf.set(row, start)
  }
  for (const row of rows) give(row, later(row.recurrence_id, shift))
  const byDay = new Map<string, DateTimeText>()
  for (const start of free) byDay.set(start.slice(0, 10), start)
  for (const row of rows) give(row, byDay.get(later(row.recurrence_id, shift).slice(0, 10)))
  for (const row of rows)
    if (row.id === addressed && !startOf.has(row)) give(row, nearest([...free], later(row.recurrence_id, shift)))
  return { startOf: startOf, free: [...free].sort() }
}

const nearest = (starts: readonly DateTimeText[], to: DateTimeText): DateTimeText | undefined => {
  const distance = (start: DateTimeText) => Math.abs(toEpoch(start) - toEpoch(to))
  return starts.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** What a change of a whole series is planned from. */
export type SeriesChange = {
  /** The series as it is from now on. */
  readonly series: SeriesRow
  /** Its occurrences as they are stored, in the order of their starts, those in the trash too. */
  readonly rows: readonly Occurrence[]
  /** The occurrence that the request names, which has the new values already but for its dates. */
  readonly addressed: Occurrence
  /** The names of the fields that the addressed occurrence has of its own from now on. */
  readonly ownFields: readonly string[]
  /** The names of the fields of which all occurrences get the values of the addressed one. */
  readonly fields: readonly string[]
  /** The new times; undefined where each occurrence keeps its own. */
  readonly moved: NewTimes | undefined
  /** Whether the series has another slug. */
  readonly isRenamed: boolean
}

/** What becomes of the occurrences of a changed series. */
export type SeriesPlan = {
  /** Occurrences that stay: as their rows are stored when the plan is made, which for the addressed one is with its new values, and as they become. */
  readonly changes: readonly { readonly stored: Occurrence; readonly after: Occurrence }[]
  /** The plain slugs of those whose slug is decided anew, by their ids. */
  readonly slugs: ReadonlyMap<number, string>
  /** Occurrences that differ from the series in something, and for which the rule gives no date any more: they stay as they are. */
  readonly exceptions: readonly Occurrence[]
  /** The ids of occurrences that are removed with their dates. */
  readonly removed: readonly number[]
  /** The starts of new occurrences. */
  readonly inserted: readonly DateTimeText[]
  /** The id of the occurrence that the answer shows: the addressed one, or the one in its place. */
  readonly answeredId: number
}

/**
 * Plans what becomes of each occurrence when a series is changed (contract C3.4): it gets the new values, except in the fields that it has of its
 * own. Nothing is read or written here.
 */
export const planOccurrences = (change: SeriesChange): SeriesPlan => {
  const { addressed, moved } = change
  const rows = change.rows.map((row) => (row.id === addressed.id ? addressed : row))
  const match: Match = moved
    ? matchStarts(rows, moved, addressed.id)
    : { startOf: new Map(rows.map((row) => [row, row.recurrence_id])), free: [] }
  const without = rows.filter((row) => !match.startOf.has(row))
  const exceptions = without.filter((row) => row.own_fields !== '' || row.status === 'trash')
  const staying = [...match.startOf.keys(), ...exceptions]
  const columns = change.fields.flatMap((name) => listCopied(name).map((column) => ({ name, column })))
  const changes = staying.map((stored) => {
    const row = stored === addressed ? { ...stored, own_fields: change.ownFields.join(',') } : stored
    return { stored, after: changeOccurrence(row, match.startOf.get(stored), change, columns) }
  })
  return {
    changes,
    slugs: planSlugs(changes, change),
    exceptions,
    removed: without.filter((row) => !exceptions.includes(row)).map(({ id }) => id),
    inserted: match.free,
    answeredId: (staying.includes(addressed) ? addressed : (staying[0] ?? addressed)).id,
  }
}

/** A column that occurrences take over with the value of a field. */
type Copied = { readonly name: string; readonly column: keyof Row }

const entries: FieldTable = eventFields

const listCopied = (name: string): readonly (keyof Row)[] => {
  const field = entries[name]
  // An occurrence that is in the trash gets no other status as it is; see changeStatus.
  if (!field || name === 'status') return []
  // The entries of events name columns of their table.
  const columns = listColumns(field) as readonly (keyof Row)[]
  return name === 'title' ? [...columns, 'title_key', 'title_order'] : columns
}

const changeOccurrence = (
  row: Occurrence,
  start: DateTimeText | undefined,
  { addressed, series, fields, moved }: SeriesChange,
  columns: readonly Copied[],
): Occurrence => {
  const own = readOwnFields(row)
  const after: Row & Pick<Occurrence, 'image' | 'series_id' | 'recurrence_id'> = { ...row }
  const copy = <C extends keyof Row>(column: C) => {
    after[column] = addressed[column]
  }
  // The date of publication goes with the status: an occurrence that has its own status also keeps its own date.
  for (const { name, column } of columns) if (!own.includes(name === 'date' ? 'status' : name)) copy(column)
  if (fields.includes('status')) changeStatus(after, addressed, own)
  if (start !== undefined) after.recurrence_id = start
  if (moved && start !== undefined && !own.includes('start_date')) Object.assign(after, datesAt(series, start))
  if (moved || fields.includes('event_status')) after.previous_start_utc = previousStart(row, after)
  return after
}

/** The trash takes all occurrences; those that were there before the others stay when these come back. */
const changeStatus = (row: Row, source: Row, own: readonly string[]): void => {
  if (source.status === 'trash') {
    if (row.status === 'trash') return
    row.trashed_from = row.status
    row.status = 'trash'
    return
  }
  if (!own.includes('status')) {
    row.status = source.status
    row.trashed_from = ''
  } else if (row.status === 'trash' && row.trashed_from !== '' && row.trashed_from !== source.status) {
    // It went to the trash with the series, from a status of its own; one that was there before had that of the series.
    row.status = row.trashed_from
    row.trashed_from = ''
  }
}

/** What the slugs of new occurrences end with, and a number where that was taken. */
const dated = /-\d{4}-\d\d-\d\d(?:-\d{4})?(?:-\d+)?$/

/** A slug that was chosen for an occurrence stays when its series has another one; the trash gives slugs free. */
const planSlugs = (
  changes: SeriesPlan['changes'],
  { series, isRenamed }: SeriesChange,
): ReadonlyMap<number, string> => {
  const slugs = new Map<number, string>()
  for (const { stored, after } of changes)
    if ((stored.status === 'trash') !== (after.status === 'trash'))
      slugs.set(after.id, plainSlug(after.slug, after.title))
  if (!isRenamed) return slugs
  const days = countByDay(changes.map(({ after }) => after.recurrence_id))
  for (const { after } of changes) {
    const { id, recurrence_id: start } = after
    if (dated.test(plainSlug(after.slug, after.title)))
      slugs.set(id, occurrenceSlug(series, start, days.get(start.slice(0, 10)) === 1))
  }
  return slugs
}
