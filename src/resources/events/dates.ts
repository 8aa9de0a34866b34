import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { type Check, isInvalid, type ReadContext } from '../../core/params.ts'
import { readMoment } from '../../core/types.ts'
import type { EventTable } from '../../db/schema.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import { abbreviationAt, endOfDay, parseZone, startOfDay, toUtc, type Zone } from '../../lib/time-zone.ts'

/** What a payload may say about when an event is. */
export type DateValues = {
  readonly start_date?: string
  readonly end_date?: string
  /** Null for the site's zone. */
  readonly timezone?: Zone | null
  readonly all_day?: boolean
}

/** The columns that follow from it. */
export type DateColumns = Pick<
  EventTable,
  'all_day' | 'start_date' | 'end_date' | 'start_utc' | 'end_utc' | 'timezone' | 'timezone_abbr'
>

/** Whether a payload says anything about when an event is. */
export const changesDates = ({ start_date, end_date, timezone, all_day }: DateValues): boolean =>
  start_date !== undefined || end_date !== undefined || timezone !== undefined || all_day !== undefined

type Pair = { readonly local: string; readonly utc: string }

/**
 * The dates of a new or changed event. What is not sent is kept; a new zone alone re-reads the stored wall clock in it (F5.2);
 * an all-day event spans whole days (F5.3).
 * @throws ApiError `rest_invalid_param` on `end_date` when it lies before the start (contract B7.3).
 */
export const decideDates = (
  context: RequestContext,
  values: DateValues,
  current: DateColumns | undefined,
): DateColumns => {
  const zone = decideZone(context, values, current)
  const isAllDay = values.all_day ?? current?.all_day === 1
  const keep = current && zone.name === current.timezone ? current : undefined
  const start = decideEdge(context, zone, {
    name: 'start_date',
    sent: values.start_date,
    kept: keep && { local: keep.start_date, utc: keep.start_utc },
    storedLocal: current?.start_date,
    snap: isAllDay ? startOfDay : undefined,
  })
  const end = decideEdge(context, zone, {
    name: 'end_date',
    sent: values.end_date,
    kept: keep && { local: keep.end_date, utc: keep.end_utc },
    storedLocal: current?.end_date,
    snap: isAllDay ? endOfDay : undefined,
  })
  if (end.utc < start.utc) {
    throw invalidParams(new Map([['end_date', endsEarly(start, end)]]))
  }
  return {
    all_day: isAllDay ? 1 : 0,
    start_date: start.local,
    end_date: end.local,
    start_utc: start.utc,
    end_utc: end.utc,
    timezone: zone.name,
    timezone_abbr: abbreviationAt(start.utc, zone),
  }
}

/** Reports an end before the start, where the payload alone shows it; {@link decideDates} also knows the stored dates. */
export const checkDates = (
  { start_date, end_date, timezone, all_day }: DateValues,
  { now, zone }: Pick<ReadContext, 'now' | 'zone'>,
): ReturnType<Check> => {
  if (start_date === undefined || end_date === undefined) return []
  const own = timezone ?? zone
  const [from, to] = [readMoment(start_date, { now, zone: own }), readMoment(end_date, { now, zone: own })]
  if (isInvalid(from) || isInvalid(to)) return []
  const [start, end] = [resolveMoment(from, own), resolveMoment(to, own)]
  if (!start || !end) return []
  const isReversed = all_day ? end.local.slice(0, 10) < start.local.slice(0, 10) : end.utc < start.utc
  return isReversed ? [['end_date', endsEarly(start, end)]] : []
}

const endsEarly = (start: Pair, end: Pair): string => `The end (${end.local}) lies before the start (${start.local}).`

const decideZone = (context: RequestContext, { timezone }: DateValues, current: DateColumns | undefined): Zone => {
  if (timezone) return timezone
  const stored = timezone === undefined && current ? parseZone(current.timezone) : undefined
  return stored ?? context.zone
}

type Edge = {
  readonly name: 'start_date' | 'end_date'
  readonly sent: string | undefined
  /** The stored pair, where the zone has not changed. */
  readonly kept: Pair | undefined
  /** The stored wall clock, to be read in a new zone. */
  readonly storedLocal: string | undefined
  readonly snap: ((local: string) => string) | undefined
}

const decideEdge = (context: RequestContext, zone: Zone, { name, sent, kept, storedLocal, snap }: Edge): Pair => {
  const stored = () => kept ?? (storedLocal === undefined ? undefined : toUtc(storedLocal, zone))
  const pair = sent === undefined ? stored() : readSent(context, zone, sent, kept)
  const snapped = pair && snap && snap(pair.local) !== pair.local ? toUtc(snap(pair.local), zone) : pair
  if (!snapped) throw invalidParams(new Map([[name, 'The date is outside the years 0 to 9999.']]))
  return snapped
}

/** A written offset or a timestamp is an instant, shown on the clock of the event's zone (contract B4.5). */
const readSent = (context: RequestContext, zone: Zone, text: string, kept: Pair | undefined): Pair | undefined => {
  const moment = readMoment(text, { now: context.now, zone })
  // Where clocks overlap one text means two instants: written back as it was read, it means the stored one.
  if (!isInvalid(moment) && moment.kind === 'wall' && moment.local === kept?.local) return kept
  return isInvalid(moment) ? undefined : resolveMoment(moment, zone)
}
