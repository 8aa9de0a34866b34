import type { Phrase } from './date-text-grammar.ts'
import { readPhrase } from './date-text-grammar.ts'
import { wallOf } from './date-text-wall.ts'
import type { DateTimeText, Zone } from './time-zone.ts'
import { epochOf, nowText, offsetSecondsAt, textAt, toUtc } from './time-zone.ts'

/** The meaning of a written date: a local time that still needs a zone (`wall`), or an instant in UTC. */
export type Moment = { kind: 'wall'; local: DateTimeText } | { kind: 'instant'; utc: DateTimeText }

/** `now` returns epoch milliseconds, and is called only for texts that depend on it; `zone` is that of local times; with `rollsOver`, November 31st is December 1st (contract D5.1). */
export type DateTextOptions = { readonly now: () => number; readonly zone: Zone; readonly rollsOver?: boolean }

const longestText = 100

const midnight = '00:00:00'

/** `YYYY-MM-DD`, `YYYY-MM-DD HH:MM` and `YYYY-MM-DD HH:MM:SS`, without February 29th: a short way for what nearly all clients send. The grammar would read the same. */
const plainDateTime =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/

/**
 * Reads a written date (contract B4.5): calendar dates and times in the usual spellings, RFC 2822 dates, English
 * phrases like `next wednesday 4pm`, `YYYYMMDD`, and unix timestamps of nine digits or more (or with `@` or `-`).
 * Timestamps, `now` and texts that carry an offset or zone are instants; all else is a wall clock, where words like
 * `tomorrow` count from `options.now` (epoch milliseconds) in `options.zone`. Undefined when the text cannot be read
 * or names a date or time that does not exist.
 */
export function parseDateText(input: string, options: DateTextOptions): Moment | undefined {
  if (input.length > longestText) return undefined
  if (plainDateTime.test(input)) {
    const time = input.slice(11)
    return { kind: 'wall', local: `${input.slice(0, 10)} ${time}${midnight.slice(time.length)}` }
  }
  const text = input.trim().replace(/\s+/g, ' ').toLowerCase()
  if (/^(?:[-@]|@-)?\d+(?:\.\d+)?$/.test(text) && !/^\d{8}$/.test(text)) return readTimestamp(text)
  const phrase = readPhrase(text)
  return phrase && resolvePhrase(phrase, options)
}

/**
 * Gives a moment its place in a zone: a wall clock is read there, an instant is converted into it (contract B4.5,
 * B7.3). Undefined when either side leaves the years 0000 to 9999.
 */
export function resolveMoment(moment: Moment, zone: Zone): { local: DateTimeText; utc: DateTimeText } | undefined {
  if (moment.kind === 'wall') return toUtc(moment.local, zone)
  const instant = epochOf(moment.utc)
  const local = textAt(instant + offsetSecondsAt(instant, zone) * 1000)
  return local === undefined ? undefined : { local, utc: moment.utc }
}

/** Bare digits are ambiguous with years and days, so without a mark only nine or more make a timestamp. */
function readTimestamp(text: string): Moment | undefined {
  if (/^\d{1,8}(?:\.|$)/.test(text)) return undefined
  // Thirteen digits are the milliseconds of JavaScript (D5.2): as seconds they would lie beyond the year 9999.
  const unit = /^-?\d{13}$/.test(text) ? 1 : 1000
  return instantOf(Number(text.replace('@', '')) * unit)
}

function resolvePhrase(phrase: Phrase, options: DateTextOptions): Moment | undefined {
  if (isClockOnly(phrase)) return instantOf(options.now() + phrase.seconds * 1000)
  const zone = phrase.zone ?? options.zone
  const present = () => nowText(options.now() + offsetSecondsAt(options.now(), zone) * 1000)
  const local = wallOf(phrase, present, options.rollsOver === true)
  if (local === undefined) return undefined
  if (phrase.zone === undefined) return { kind: 'wall', local }
  const placed = toUtc(local, phrase.zone)
  return placed && { kind: 'instant', utc: placed.utc }
}

/** `now` and distances in hours, minutes and seconds alone are exact, whatever the clocks do in between. */
function isClockOnly(phrase: Phrase): boolean {
  return (phrase.isNow || phrase.hasClockShift) && !phrase.hasCalendarPart && phrase.time === undefined
}

function instantOf(epochMs: number): Moment | undefined {
  const utc = textAt(epochMs)
  return utc === undefined ? undefined : { kind: 'instant', utc }
}
