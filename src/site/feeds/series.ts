import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NotNull } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type DateTimeText, endOfDay, offsetSecondsAt, toEpoch, toUtc, type Zone } from '../../lib/time-zone.ts'
import { basicForm, readRecurrenceDate } from '../../recurrence/dates.ts'
import { expand, givesStart } from '../../recurrence/expand.ts'
import type { Recurrence } from '../../recurrence/recurrence.ts'
import { type Rule, RuleFault, writeRule } from '../../recurrence/rule.ts'
import { endBefore, restFrom } from '../../resources/events/series/split.ts'
import { readRecurrence, type SeriesRow, seriesStart, seriesZone } from '../../resources/events/series/times.ts'
import { isTwice } from './calendar.ts'
import { contentLine } from './content-line.ts'
import { zonedRange } from './time-zone-component.ts'

/** How a calendar contains an event of a series: with which UID and additional lines, or not at all. */
export type SeriesEntry = { readonly uid: string; readonly lines: string } | 'left out'

type Member = {
  readonly id: number
  readonly series_id: number
  readonly recurrence_id: string
  readonly own_fields: string
  readonly start_date: string
  readonly start_utc: string
}

/** Events that one statement looks up. */
const perTurn = 1000

/**
 * Decides how a calendar of the events with these ids contains events of series (contract C3.5): a series is one VEVENT with its rule, and
 * exceptions are VEVENTs with RECURRENCE-ID. Other programs derive exactly these events from it. Events that are not in the map
 * are separate entries.
 */
export const planSeries = async (
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SeriesEntry>> => {
  const members = new Map<number, Member[]>()
  for (let at = 0; at < ids.length; at += perTurn) {
    if (at > 0) await nextTurn()
    for (const member of await readMembers(database, ids.slice(at, at + perTurn))) {
      const others = members.get(member.series_id)
      if (others) others.push(member)
      else members.set(member.series_id, [member])
    }
  }
  const entries = new Map<number, SeriesEntry>()
  for (const series of await readSeries(database, [...members.keys()])) {
    await nextTurn()
    const own = members.get(series.id) ?? []
    for (const [id, entry] of entriesOf(series, own)) entries.set(id, entry)
  }
  return entries
}

const readMembers = async ({ kysely, dialect }: Database, ids: readonly number[]): Promise<readonly Member[]> => {
  const rows = await kysely
    .selectFrom('event')
    .select(['id', 'series_id', 'recurrence_id', 'own_fields', 'start_date', 'start_utc'])
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .where('series_id', 'is not', null)
    // Occurrences have both.
    .$narrowType<{ series_id: NotNull; recurrence_id: NotNull }>()
    .execute()
  return rows
}

const readSeries = ({ kysely, dialect }: Database, ids: readonly number[]): Promise<SeriesRow[]> =>
  kysely
    .selectFrom('series')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute()

const entriesOf = (series: SeriesRow, members: readonly Member[]): readonly (readonly [number, SeriesEntry])[] => {
  const inOrder = onePerDate(members)
  const form = formOf(series)
  const able = inOrder.filter((member) => canBegin(series, member))
  // A further date is no start for the rule, which would lose its rhythm; before it, it stands for itself.
  const further = furtherDates(series)
  const base = able.find(({ recurrence_id }) => !further.has(recurrence_id)) ?? able[0]
  const rest = inOrder.filter((member) => base && member.recurrence_id >= base.recurrence_id)
  if (!base || !form || !inOrder.every(isZoned)) return []
  const lines = ruleLines(series, base, rest, form)
  if (lines === undefined) return []
  const uid = `series-${series.id}`
  return rest.map((member) => {
    if (member === base) return [member.id, { uid, lines }]
    if (member.own_fields === '') return [member.id, 'left out']
    return [member.id, { uid, lines: form.line('RECURRENCE-ID', [member.recurrence_id]) }]
  })
}

/**
 * The occurrences of a series in the order of their dates, one for each: RECURRENCE-ID cannot name two (RFC 5545, 3.8.4.4). A series that was
 * moved may have given one the date of an exception that it kept (contract C3.4). That exception is a separate entry then.
 */
const onePerDate = (members: readonly Member[]): readonly Member[] => {
  const byDate = new Map<string, Member>()
  for (const member of members) {
    const other = byDate.get(member.recurrence_id)
    if (!other || isBefore(member, other)) byDate.set(member.recurrence_id, member)
  }
  return [...byDate.values()].sort((one, other) => (one.recurrence_id < other.recurrence_id ? -1 : 1))
}

/** Of two occurrences on one date, the one without changes of its own keeps it, else the older one. */
const isBefore = (one: Member, other: Member): boolean =>
  (one.own_fields === '') === (other.own_fields === '') ? one.id < other.id : one.own_fields === ''

/** Whether an occurrence can represent the series: it does not differ from it, and its local start occurs only once. */
const canBegin = (series: SeriesRow, { own_fields, start_date, recurrence_id }: Member): boolean =>
  own_fields === '' && start_date === recurrence_id && !isTwice(start_date, seriesZone(series))

/** The dates of a series that RDATE names beside its rule. */
const furtherDates = (series: SeriesRow): ReadonlySet<string> => {
  const { rule, rdate } = readRecurrence(series)
  return new Set(rule ? rdate : [])
}

/** Whether calendars write a start as local time. */
const isZoned = ({ start_utc }: Member): boolean => {
  const start = toEpoch(start_utc)
  return zonedRange.from <= start && start < zonedRange.until
}

/** How dates of a series are written, and whether its rule means the same in that zone. */
type Form = {
  readonly line: (name: string, dates: readonly DateTimeText[]) => string
  readonly takesRule: boolean
}

const formOf = (series: SeriesRow): Form | undefined => {
  const zone = seriesZone(series)
  const joined = (dates: readonly DateTimeText[], write: (date: DateTimeText) => string) => dates.map(write).join(',')
  if (series.all_day === 1) {
    return {
      line: (name, dates) =>
        contentLine(
          name,
          joined(dates, (date) => basicForm(date).slice(0, 8)),
          { VALUE: 'DATE' },
        ),
      takesRule: true,
    }
  }
  if (zone.kind === 'region' && zone.id !== 'UTC') {
    return { line: (name, dates) => contentLine(name, joined(dates, basicForm), { TZID: zone.name }), takesRule: true }
  }
  // Times with a fixed offset are in UTC, where a day may be another one.
  return {
    line: (name, dates) =>
      contentLine(
        name,
        joined(dates, (date) => utcForm(date, zone)),
      ),
    takesRule: offsetSecondsAt(0, zone) === 0,
  }
}

const utcForm = (local: DateTimeText, zone: Zone): string => `${basicForm(toUtc(local, zone)?.utc ?? local)}Z`

/** The additional lines with which the first of some occurrences represents all of them. */
const ruleLines = (
  series: SeriesRow,
  base: Member,
  members: readonly Member[],
  { line, takesRule }: Form,
): string | undefined => {
  const times = { ...series, start_date: base.recurrence_id }
  const { start, recurrence } = restFrom(readRecurrence(series), series, base.recurrence_id)
  const wanted = new Set(members.map(({ recurrence_id }) => recurrence_id))
  const dates = (name: string, some: readonly DateTimeText[]) => (some.length === 0 ? '' : line(name, some))
  const { rule } = recurrence
  if (!rule || !takesRule || start !== base.recurrence_id || !givesStart(rule, seriesStart(times))) {
    // Some programs do not count the start itself if there are only additional dates (RFC 5545, 3.8.5.2, counts equal ones once).
    return dates('RDATE', [...wanted])
  }
  const starts = startsOf({ rule, rdate: [], exdate: [] }, series, times)
  if (!starts) return undefined
  const last = [...wanted].sort().at(-1) ?? ''
  const next = starts.find((start) => start > last)
  const ended: Rule = next === undefined ? rule : { ...rule, count: undefined, until: endBefore(times, next) }
  const given = new Set(starts)
  return (
    contentLine('RRULE', writeRule({ ...ended, until: ended.until && untilOf(ended.until, series) })) +
    dates(
      'RDATE',
      [...wanted].filter((start) => !given.has(start)),
    ) +
    dates(
      'EXDATE',
      starts.filter((start) => start <= last && !wanted.has(start)),
    )
  )
}

const startsOf = (recurrence: Recurrence, series: SeriesRow, times: SeriesRow): readonly DateTimeText[] | undefined => {
  try {
    return expand(
      recurrence,
      seriesStart(times),
      series.filled_until || '9999-12-31 23:59:59',
      Number.POSITIVE_INFINITY,
    ).starts
  } catch (error) {
    if (error instanceof RuleFault) return undefined
    throw error
  }
}

/** UNTIL as programs expect it: a day for whole days, an instant for times (RFC 5545, 3.3.10). */
const untilOf = (until: string, series: SeriesRow): string => {
  if (series.all_day === 1) return until.slice(0, 8)
  if (until.endsWith('Z')) return until
  const zone = seriesZone(series)
  const date = readRecurrenceDate(until, zone)
  return date ? utcForm(date.isDay ? endOfDay(date.local) : date.local, zone) : until
}
