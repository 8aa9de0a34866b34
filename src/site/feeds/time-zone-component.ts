import { LRUCache } from 'lru-cache'
import { abbreviationAt, nowText, offsetsBetween, type Zone } from '../../lib/time-zone.ts'
import { basicTime, contentLine } from './content-line.ts'
import { findYearlyRule, type YearlyRule } from './yearly-rule.ts'

/**
 * The instants, in milliseconds, between which calendars write times in their own zone; all others are written in UTC. Programs that
 * read calendars know no more of zones than 32 bits of seconds hold.
 */
export const zonedRange = { from: Date.UTC(1970, 0, 1), until: Date.UTC(2038, 0, 1) } as const

/**
 * The VTIMEZONE (RFC 5545, 3.6.5) of a zone for events that start at an instant in milliseconds or later, which is in
 * {@link zonedRange}. One observance at least begins before that instant, since programs fail on events that no observance covers. Changes
 * of the clock that follow a yearly rule are one observance with RRULE (contract D1.4); those that follow none are one each.
 */
export const timeZoneComponent = (zone: Zone, from: number): string => {
  const observances = observancesOf(zone)
  const current = observances
    .flatMap(({ onsets }) => onsets)
    .reduce((latest, onset) => (onset <= from && onset > latest ? onset : latest), Number.NEGATIVE_INFINITY)
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', zone.name),
    ...observances.filter(({ onsets }) => (onsets.at(-1) ?? 0) >= current).map(({ text }) => text),
    contentLine('END', 'VTIMEZONE'),
  ].join('')
}

/** A part of a VTIMEZONE, with the instants in milliseconds at which it begins to be in force. */
type Observance = { readonly onsets: readonly number[]; readonly text: string }

const known = new LRUCache<string, readonly Observance[]>({ max: 600 })

const observancesOf = (zone: Zone): readonly Observance[] => {
  const found = known.get(zone.name) ?? findObservances(zone)
  known.set(zone.name, found)
  return found
}

/** A change of the clock at an instant in milliseconds; offsets are in seconds, and `wall` is the clock as it was when it was changed. */
type Change = { readonly at: number; readonly wall: string; readonly before: number; readonly after: number }

/** Fewest years that make a rule. */
const leastYears = 3

const findObservances = (zone: Zone): readonly Observance[] => {
  const open = new Map<string, Change[]>()
  const found: Observance[] = []
  const close = (changes: readonly Change[], isOpen: boolean): void => {
    const rule = changes.length < leastYears ? undefined : findYearlyRule(changes.map(({ wall }) => wall))
    if (rule) found.push(observance(zone, changes, rule, isOpen))
    else found.push(...changes.map((change) => observance(zone, [change])))
  }
  for (const change of changesOf(zone)) {
    const key = [change.before, change.after, change.wall.slice(5, 7), change.wall.slice(11)].join()
    const run = open.get(key)
    const longer = [...(run ?? []), change]
    if (run && findYearlyRule(longer.map(({ wall }) => wall))) open.set(key, longer)
    else {
      if (run) close(run, false)
      open.set(key, [change])
    }
  }
  const lastYear = new Date(zonedRange.until).getUTCFullYear() - 1
  for (const run of open.values()) close(run, (run.at(-1)?.wall ?? '').startsWith(String(lastYear)))
  return found.sort((one, other) => (one.onsets[0] ?? 0) - (other.onsets[0] ?? 0))
}

/** The clock changes in {@link zonedRange}; the first entry is the state at the beginning. */
const changesOf = (zone: Zone): readonly Change[] => {
  const spans = offsetsBetween(zone, zonedRange.from, zonedRange.until)
  return spans.map(({ from, seconds: after }, index) => {
    const at = Math.max(from, zonedRange.from)
    const before = spans[index - 1]?.seconds ?? after
    return { at, wall: nowText(at + before * 1000), before, after }
  })
}

/** An observance that begins with the first of some changes, and again by the rule; an open one never ends. */
const observance = (zone: Zone, changes: readonly Change[], rule?: YearlyRule, isOpen = false): Observance => {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return { onsets: [], text: '' }
  // Only the label depends on it.
  const name = first.after > first.before ? 'DAYLIGHT' : 'STANDARD'
  const until = isOpen ? '' : `;UNTIL=${basicTime(nowText(last.at))}Z`
  const text = [
    contentLine('BEGIN', name),
    contentLine('DTSTART', basicTime(first.wall)),
    rule === undefined ? '' : contentLine('RRULE', `${rule}${until}`),
    contentLine('TZOFFSETFROM', offsetText(first.before)),
    contentLine('TZOFFSETTO', offsetText(first.after)),
    contentLine('TZNAME', abbreviationAt(nowText(first.at), zone)),
    contentLine('END', name),
  ].join('')
  return { onsets: changes.map(({ at }) => at), text }
}

/** `+0200`; seconds only where there are some (RFC 5545, 3.3.14). */
const offsetText = (seconds: number): string => {
  const [size, pad] = [Math.abs(seconds), (value: number) => String(value).padStart(2, '0')]
  const rest = size % 60
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(size / 3600))}${pad(Math.floor(size / 60) % 60)}${rest === 0 ? '' : pad(rest)}`
}
