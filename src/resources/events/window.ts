import { LRUCache } from 'lru-cache'
import type { TimeSpan } from '../../cache/change-feed.ts'
import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { type Moment, resolveMoment } from '../../lib/date-text.ts'
import {
  addDays,
  addMonths,
  endOfDay,
  epochOf,
  isoOf,
  startOfDay,
  textAt,
  toUtc,
  type Zone,
} from '../../lib/time-zone.ts'
import { type Condition, condition, type Rule } from '../../query/condition.ts'
import type { WindowName } from './named-window.ts'
import { always } from './scans.ts'

const boundNames = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

type BoundName = (typeof boundNames)[number]

/** The parameters that together define the window. */
export const windowParams = ['window', ...boundNames, 'strict_dates'] as const

type WindowValues = { readonly [name in BoundName]?: Moment } & {
  readonly strict_dates?: boolean
  readonly window?: WindowName
}

/** A bound of the window: the instant in UTC, and its text in links. */
type Bound = { readonly utc: string; readonly text: string }

/** The window of a list: conditions on the start and the end of events, and the effective values for links (contract B3.1). */
export type EventWindow = {
  readonly range: TimeSpan
  readonly ends: readonly Condition<'event'>[]
  readonly echo: Readonly<Record<string, string>>
  /** The present narrows it further; see {@link narrowByName}. */
  readonly name: WindowName | undefined
}

/**
 * The window of the list of events (contract B4.1 to B4.4): bounds are instants, compared with the UTC start; whole days of the
 * site's zone unless `strict_dates`; the defaults are dropped when one of the four relative bounds or a named window is sent (contract C1.2).
 */
export const eventWindow = (context: RequestContext, values: WindowValues): EventWindow => {
  const bounds: { [name in BoundName]?: Bound } = {}
  let hasDefaults = values.window === undefined
  for (const name of boundNames) {
    const moment = values[name]
    if (moment === undefined) continue
    bounds[name] = boundAt(context.zone, name, moment, values.strict_dates === true)
    if (name !== 'start_date' && name !== 'end_date') hasDefaults = false
  }
  if (hasDefaults) {
    bounds.start_date ??= defaultStart(context)
    bounds.end_date ??= defaultEnd(context)
  }
  const { start_date: start, end_date: end, starts_before, starts_after, ends_before, ends_after } = bounds
  let { from, until } = always
  if (start) from = start.utc
  // `!` sorts before all other visible characters, so that only the instant itself is excluded or included.
  if (starts_after && `${starts_after.utc}!` > from) from = `${starts_after.utc}!`
  if (end) until = `${end.utc}!`
  if (starts_before && starts_before.utc < until) until = starts_before.utc
  const ends: Condition<'event'>[] = []
  if (ends_before) ends.push(condition(isBeforeEnd, ends_before.utc))
  if (ends_after) ends.push(condition(isAfterEnd, ends_after.utc))
  const echo: Record<string, string> = {}
  for (const name of boundNames) if (bounds[name]) echo[name] = bounds[name].text
  return { range: { from, until }, ends, echo, name: values.window }
}

const isBeforeEnd: Rule<'event', string> = {
  where:
    ({ param }) =>
    (eb) =>
      eb(
        'event.end_utc',
        '<',
        param((utc) => utc),
      ),
}

const isAfterEnd: Rule<'event', string> = {
  where:
    ({ param }) =>
    (eb) =>
      eb(
        'event.end_utc',
        '>',
        param((utc) => utc),
      ),
}

/** Selects events that start in the range. */
export const startsIn: Rule<'event', TimeSpan> = {
  isCheap: true,
  where: ({ param }) => {
    const [from, until] = [param((range) => range.from), param((range) => range.until)]
    return (eb) => eb.and([eb('event.start_utc', '>=', from), eb('event.start_utc', '<', until)])
  },
}

/** Excludes events with `hide_from_listings`, which no list has, not even by `include` (F4.5). */
export const isListed: Rule<'event', undefined> = {
  where: () => (eb) => eb('event.hide_from_listings', '=', eb.lit(0)),
}

/** The default window as texts in the site's zone, for the namespace index (F7.1). */
export const defaultWindow = (context: RequestContext) => ({
  start_date: defaultStart(context).text,
  end_date: defaultEnd(context).text,
})

/** The first moment of yesterday (contract B4.1). */
const defaultStart = (context: RequestContext): Bound => {
  const key = `${context.zone.name} default from ${context.today()}`
  return known.get(key) ?? keep(key, firstOf(addDays(context.today(), -1), context.zone))
}

/** The last second of the day in 24 months. */
const defaultEnd = (context: RequestContext): Bound => {
  const key = `${context.zone.name} default until ${context.today()}`
  return known.get(key) ?? keep(key, lastOf(addMonths(context.today(), 24), context.zone))
}

/** @throws ApiError `rest_invalid_param` for a date outside the years 0 to 9999. */
const boundAt = (zone: Zone, name: BoundName, moment: Moment, isStrict: boolean): Bound => {
  const side = isStrict ? 'at' : name === 'start_date' ? 'from' : 'until'
  const key = `${zone.name} ${side} ${moment.kind} ${moment.kind === 'wall' ? moment.local : moment.utc}`
  const cached = known.get(key)
  if (cached) return cached
  const resolved = resolveMoment(moment, zone)
  if (!resolved) throw invalidParams(new Map([[name, 'The date is outside the years 0 to 9999.']]))
  const { utc, local } = resolved
  const ofDay = side === 'from' ? firstOf : lastOf
  const bound = isStrict ? { utc, text: isoOf(utc) } : ofDay(local, zone)
  known.set(key, bound)
  return bound
}

/** Computing a bound in a time zone costs more than the rest of a cached list. */
const known = new LRUCache<string, Bound>({ max: 10_000 })

const keep = (key: string, bound: Bound): Bound => {
  known.set(key, bound)
  return bound
}

const firstOf = (local: string, zone: Zone): Bound => {
  const text = startOfDay(local)
  return { utc: toUtc(text, zone)?.utc ?? text, text }
}

/** The second before the next day begins. Where clocks are turned back, that is the second 23:59:59 of the day, not the first. */
const lastOf = (local: string, zone: Zone): Bound => {
  const text = endOfDay(local)
  const next = toUtc(startOfDay(addDays(local, 1)), zone)
  const utc = next && next.local > text ? textAt(epochOf(next.utc) - 1000) : undefined
  return { utc: utc ?? toUtc(text, zone)?.utc ?? text, text }
}
