import { LRUCache } from 'lru-cache'
import type { Scope } from '../../context.ts'
import { type Bound as BoundTo, type Condition, condition, type Where } from '../../crud/conditions.ts'
import { invalidParams } from '../../crud/errors.ts'
import type { ParamTable, Values } from '../../crud/params.ts'
import type { Adjustment } from '../../crud/resource.ts'
import { type Moment, resolveMoment } from '../../lib/date-text.ts'
import { addDays, addMonths, endOfDay, epochOf, startOfDay, textAt, toUtc, type Zone } from '../../lib/time-zone.ts'

const relative = {
  starts_before: ['start_utc', '<'],
  starts_after: ['start_utc', '>'],
  ends_before: ['end_utc', '<'],
  ends_after: ['end_utc', '>'],
} as const

type RelativeName = keyof typeof relative

/** The parameters that make the window; they mean something only together. */
export const windowParams = ['start_date', 'end_date', ...Object.keys(relative), 'strict_dates'] as const

/** A bound: the instant in UTC, and the text by which links say it. */
type Bound = { readonly utc: string; readonly text: string }

/**
 * The window of the list of events (contract B4.1 to B4.4): bounds are instants, compared with the UTC start; whole days of the
 * site's zone unless `strict_dates`; the defaults are dropped when one of the four relative bounds is sent; `include` ignores
 * it all and orders by publication date (F4.3).
 */
export const eventWindow = (scope: Scope, values: Values<ParamTable>): Partial<Adjustment<'event'>> => {
  if (values['include'] !== undefined) {
    return {
      dropped: windowParams,
      order: [
        ['date', 'asc'],
        ['id', 'asc'],
      ],
    }
  }
  const isStrict = values['strict_dates'] === true
  const where: Condition<'event'>[] = []
  const echo: Record<string, string> = {}
  const names = Object.keys(relative) as RelativeName[]
  const hasRelative = names.some((name) => values[name] !== undefined)
  const start = sentBound(scope, values, 'start_date', isStrict) ?? (hasRelative ? undefined : defaultStart(scope))
  const end = sentBound(scope, values, 'end_date', isStrict) ?? (hasRelative ? undefined : defaultEnd(scope))
  if (start) {
    echo['start_date'] = start.text
    where.push(condition(startsFrom, start.utc, undefined))
  }
  if (end) {
    echo['end_date'] = end.text
    where.push(condition(startsUntil, end.utc, undefined))
  }
  for (const name of names) {
    const bound = sentBound(scope, values, name, isStrict)
    if (!bound) continue
    echo[name] = bound.text
    where.push(condition(isRelative, bound.utc, name))
  }
  return { where, echo }
}

const utcOf = ({ param }: BoundTo<string>) => param((utc) => utc)

const startsFrom =
  (bound: BoundTo<string>): Where<'event'> =>
  (eb) =>
    eb('event.start_utc', '>=', utcOf(bound))

const startsUntil =
  (bound: BoundTo<string>): Where<'event'> =>
  (eb) =>
    eb('event.start_utc', '<=', utcOf(bound))

const isRelative =
  (bound: BoundTo<string>, name: RelativeName): Where<'event'> =>
  (eb) => {
    const [column, operator] = relative[name]
    return eb(`event.${column}`, operator, utcOf(bound))
  }

/** The default window as texts in the site's zone, for the namespace index (F7.1). */
export const defaultWindow = (scope: Scope) => ({
  start_date: defaultStart(scope).text,
  end_date: defaultEnd(scope).text,
})

/** The first moment of yesterday (contract B4.1). */
const defaultStart = (scope: Scope): Bound =>
  once(`${scope.zone.name} default from ${scope.today}`, () => firstOf(addDays(scope.today, -1), scope.zone))

/** The last second of the day in 24 months. */
const defaultEnd = (scope: Scope): Bound =>
  once(`${scope.zone.name} default until ${scope.today}`, () => lastOf(addMonths(scope.today, 24), scope.zone))

const sentBound = (
  scope: Scope,
  values: Values<ParamTable>,
  name: 'start_date' | 'end_date' | RelativeName,
  isStrict: boolean,
): Bound | undefined => {
  const moment = values[name] as Moment | undefined
  if (moment === undefined) return undefined
  const { utc, text: local } = once(`${scope.zone.name} ${moment.kind} ${instantOrWall(moment)}`, () => {
    const resolved = resolveMoment(moment, scope.zone)
    if (!resolved) throw invalidParams(new Map([[name, 'The date lies outside the years 0 to 9999.']]))
    return { utc: resolved.utc, text: resolved.local }
  })
  if (isStrict) return { utc, text: `${utc.replace(' ', 'T')}Z` }
  return name === 'start_date' ? dayStart(scope, local) : dayEnd(scope, local)
}

const instantOrWall = (moment: Moment): string => (moment.kind === 'wall' ? moment.local : moment.utc)

/** Bounds that were asked for: reading a clock of a zone costs more than all the rest of a list. */
const known = new LRUCache<string, Bound>({ max: 2000 })

const once = (key: string, make: () => Bound): Bound => {
  const found = known.get(key)
  if (found) return found
  const bound = make()
  known.set(key, bound)
  return bound
}

const dayStart = ({ zone }: Scope, local: string): Bound =>
  once(`${zone.name} from ${local.slice(0, 10)}`, () => firstOf(local, zone))

const dayEnd = ({ zone }: Scope, local: string): Bound =>
  once(`${zone.name} until ${local.slice(0, 10)}`, () => lastOf(local, zone))

const firstOf = (local: string, zone: Zone): Bound => {
  const text = startOfDay(local)
  return { utc: toUtc(text, zone)?.utc ?? text, text }
}

/** A second before the next day begins: in an overlap of clocks the last 23:59:59 is meant, not the first. */
const lastOf = (local: string, zone: Zone): Bound => {
  const text = endOfDay(local)
  const next = toUtc(startOfDay(addDays(local, 1)), zone)
  const utc = next && next.local > text ? textAt(epochOf(next.utc) - 1000) : undefined
  return { utc: utc ?? toUtc(text, zone)?.utc ?? text, text }
}
