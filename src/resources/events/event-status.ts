import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParamType } from '../../core/params.ts'
import { wordOf, wordsOf } from '../../core/types.ts'
import {
  type AttendanceMode,
  type Availability,
  attendanceModes,
  availabilities,
  type EventStatus,
  type EventTable,
  eventStatuses,
  type Schema,
} from '../../db/schema.ts'
import { filter, type Where } from '../../query/condition.ts'

/** The spelling of the United States, which The Events Calendar has, means the same. */
const inOurSpelling = (raw: unknown): unknown => {
  if (Array.isArray(raw)) return raw.map(inOurSpelling)
  return typeof raw === 'string' ? raw.replaceAll(/\bcanceled\b/g, 'cancelled') : raw
}

const spelledEitherWay = <T>(type: ParamType<T>): ParamType<T> => ({
  ...type,
  read: (raw, context) => type.read(inOurSpelling(raw), context),
})

/** A status of an event (contract C2.1). */
export const eventStatusWord = spelledEitherWay(wordOf(...eventStatuses))

type Said = { readonly event_status?: EventStatus; readonly attendance_mode?: AttendanceMode }

/** Whether an event takes place as planned; its record says it only where it does not (contract C2.1). */
export const readEventStatus = ({ event_status = 'scheduled' }: Said): EventStatus => event_status

/** How people attend an event: one that was moved online is online, whatever it was to be before (contract C2.2). */
export const readAttendance = ({ event_status, attendance_mode = 'offline' }: Said): AttendanceMode =>
  event_status === 'moved_online' && attendance_mode === 'offline' ? 'online' : attendance_mode

type Start = Pick<EventTable, 'event_status' | 'start_utc' | 'previous_start_utc'>

/** The former start of a rescheduled event, which is kept when its start is changed; null for all others (contract C2.1). */
export const previousStart = (before: Start, after: Omit<Start, 'previous_start_utc'>): string | null => {
  if (after.event_status !== 'rescheduled') return null
  return before.start_utc === after.start_utc ? before.previous_start_utc : before.start_utc
}

type Expressions = { readonly value: RawBuilder<unknown>; readonly isUnusual: RawBuilder<SqlBool> }

/** Selects events by a word. All words but the usual one are few: they have an index of their own, which is named by its condition. */
const hasWord =
  (words: string, usual: string, express: (eb: ExpressionBuilder<Schema, 'event'>) => Expressions): Where<'event'> =>
  (eb) => {
    const wanted = words.split(',')
    const { value, isUnusual } = express(eb)
    const isWanted = sql<boolean>`${value} in (${sql.join(wanted.map((word) => sql.lit(word)))})`
    return wanted.includes(usual) ? isWanted : eb.and([isUnusual, isWanted])
  }

/** The word of a column. */
const ofColumn =
  (column: 'event_status' | 'availability', usual: string) =>
  (eb: ExpressionBuilder<Schema, 'event'>): Expressions => {
    const value = sql`${eb.ref(`event.${column}`)}`
    return { value, isUnusual: sql`${value} <> ${sql.lit(usual)}` }
  }

/** What {@link readAttendance} says of an event. */
const attendance = (eb: ExpressionBuilder<Schema, 'event'>): Expressions => {
  const [mode, status] = [eb.ref('event.attendance_mode'), eb.ref('event.event_status')]
  return {
    value: sql`case when ${mode} = 'offline' and ${status} = 'moved_online' then 'online' else ${mode} end`,
    isUnusual: sql`(${mode} <> 'offline' or ${status} = 'moved_online')`,
  }
}

const shape = (words: readonly string[]): string => words.join()

/** Selects events by their status (contract C2.1). */
export const eventStatusFilter = filter<'event', readonly EventStatus[], string>({
  type: spelledEitherWay(wordsOf(...eventStatuses)),
  about:
    'Only events with one of these states, as an array or comma-separated: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`.',
  extension: 'C2.1',
  isCheap: true,
  shape,
  where: (_, words) => hasWord(words, 'scheduled', ofColumn('event_status', 'scheduled')),
})

/** Selects events by how they are attended (contract C2.2). */
export const attendanceFilter = filter<'event', readonly AttendanceMode[], string>({
  type: wordsOf(...attendanceModes),
  about:
    'Only events with one of these kinds of attendance, as an array or comma-separated: `offline`, `online`, `mixed`. An event that was moved online counts as `online`.',
  extension: 'C2.2',
  isCheap: true,
  shape,
  where: (_, words) => hasWord(words, 'offline', attendance),
})

/** Selects events by the best availability of their offers (contract C2.3). */
export const availabilityFilter = filter<'event', readonly Availability[], string>({
  type: wordsOf(...availabilities),
  about:
    'Only events whose best offer has one of these availabilities, as an array or comma-separated: `in_stock`, `limited`, `pre_order`, `sold_out`. An event is sold out when all of its offers are.',
  extension: 'C2.3',
  isCheap: true,
  shape,
  where: (_, words) => hasWord(words, '', ofColumn('availability', '')),
})
