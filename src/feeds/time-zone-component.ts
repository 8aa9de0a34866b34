import { LRUCache } from 'lru-cache'
import { abbreviationAt, nowText, offsetsBetween, type Zone } from '../lib/time-zone.ts'
import { basicTime, contentLine } from './content-line.ts'

/**
 * A VTIMEZONE with every change of the clock in a range of instants in milliseconds (RFC 5545, 3.6.5). Changes are listed one by one:
 * rules of zones are changed by governments, and what is listed is what the events were placed by.
 */
export const timeZoneComponent = (zone: Zone, from: number, until: number): string => {
  const key = `${zone.name} ${from} ${until}`
  const component = known.get(key) ?? build(zone, from, until)
  known.set(key, component)
  return component
}

/** Calendars of a day have the same zones in the same time. */
const known = new LRUCache<string, string>({ max: 200 })

const build = (zone: Zone, from: number, until: number): string => {
  const spans = offsetsBetween(zone, from, until)
  const least = Math.min(...spans.map(({ seconds }) => seconds))
  const lines = spans.map(({ from: begin, seconds }, at) => {
    const start = Math.max(begin, earliest)
    const before = spans[at - 1]?.seconds ?? offsetBefore(zone, start) ?? seconds
    // What is not the least offset of its time is taken for summer time; only the label depends on it.
    const name = seconds > least ? 'DAYLIGHT' : 'STANDARD'
    return [
      contentLine('BEGIN', name),
      // The clock as it was when it was changed.
      contentLine('DTSTART', basicTime(nowText(start + before * 1000))),
      contentLine('TZOFFSETFROM', offsetText(before)),
      contentLine('TZOFFSETTO', offsetText(seconds)),
      contentLine('TZNAME', abbreviationAt(nowText(start), zone)),
      contentLine('END', name),
    ].join('')
  })
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', zone.name),
    ...lines,
    contentLine('END', 'VTIMEZONE'),
  ].join('')
}

/** Calendars know no times before the year 1601 or so; zones had none either. */
const earliest = Date.UTC(1601, 0, 1)

const offsetBefore = (zone: Zone, instant: number): number | undefined =>
  instant <= earliest ? undefined : offsetsBetween(zone, instant - 1, instant)[0]?.seconds

/** `+0200`; seconds only where there are some (RFC 5545, 3.3.14). */
const offsetText = (seconds: number): string => {
  const [size, pad] = [Math.abs(seconds), (value: number) => String(value).padStart(2, '0')]
  const rest = size % 60
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(size / 3600))}${pad(Math.floor(size / 60) % 60)}${rest === 0 ? '' : pad(rest)}`
}
