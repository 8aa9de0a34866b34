import { isJsonObject } from '../lib/json.ts'
import type { DateTimeText, Zone } from '../lib/time-zone.ts'
import { basicForm, type RecurrenceDate, readRecurrenceDate, readTzid } from './dates.ts'
import { type Rule, RuleFault, readRule, writeRule } from './rule.ts'

/** How an event recurs (RFC 5545): a rule, additional dates, and excluded dates. Dates are local times in the event's zone. */
export type Recurrence = {
  readonly rule: Rule | undefined
  readonly rdate: readonly DateTimeText[]
  /** A whole day excludes every date on it. */
  readonly exdate: readonly RecurrenceDate[]
}

/** A recurrence as it was sent; the dates are not read yet, because they depend on the event's zone. */
export type SentRecurrence = {
  readonly rule: Rule | undefined
  readonly rdate: readonly SentDate[]
  readonly exdate: readonly SentDate[]
}

type SentDate = { readonly text: string; readonly tzid?: string }

/** Most dates in RDATE or EXDATE. */
const maxDates = 500

/** Most characters of the text of a recurrence. */
const maxLength = 16_000

const allowed = 'Allowed are one line RRULE:…, and lines RDATE:… and EXDATE:… with dates such as 20270105T200000.'

/**
 * Reads the lines of a recurrence, or an object `{rrule, rdate, exdate}`. A rule alone needs no `RRULE:` in front.
 * @throws RuleFault
 */
export const readSentRecurrence = (sent: unknown): SentRecurrence => {
  if (typeof sent === 'string') return readLines(sent)
  const { rrule, rdate, exdate, ...others } = isJsonObject(sent) ? sent : {}
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new RuleFault(`“${other.slice(0, 40)}” is no part of a recurrence; it has rrule, rdate and exdate.`)
  if ((rrule ?? '') !== '' && typeof rrule !== 'string')
    throw new RuleFault('rrule must be a text such as FREQ=WEEKLY;BYDAY=TU.')
  const lines = typeof rrule === 'string' && rrule !== '' ? readLines(rrule) : empty
  return bounded({
    rule: lines.rule,
    rdate: [...lines.rdate, ...sentDates('rdate', rdate)],
    exdate: [...lines.exdate, ...sentDates('exdate', exdate)],
  })
}

const empty: SentRecurrence = { rule: undefined, rdate: [], exdate: [] }

const sentDates = (name: string, sent: unknown): readonly SentDate[] => {
  const items =
    sent === undefined || sent === null || sent === '' ? [] : typeof sent === 'string' ? sent.split(',') : sent
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string'))
    throw new RuleFault(`${name} must be a list of dates such as 2027-01-05 20:00:00.`)
  return items.map((text: string) => ({ text: text.trim() }))
}

const readLines = (text: string): SentRecurrence => {
  if (text.length > maxLength) throw new RuleFault(`A recurrence may have at most ${maxLength} characters.`)
  let rule: Rule | undefined
  const dates: Record<'RDATE' | 'EXDATE', SentDate[]> = { RDATE: [], EXDATE: [] }
  // A line that begins with a blank continues the one before (RFC 5545, 3.1).
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (line.trim() === '') continue
    const [, name = '', params = '', value = ''] = /^(?:([A-Za-z-]+)((?:;[^:]*)?):)?(.*)$/.exec(line.trim()) ?? []
    const property = name.toUpperCase() || 'RRULE'
    if (property === 'RRULE') {
      if (rule) throw new RuleFault(`A recurrence has one RRULE. ${allowed}`)
      if (params !== '')
        throw new RuleFault('RRULE takes no parameters: a rule runs on the clock of the event’s own timezone.')
      rule = readRule(value)
    } else if (property === 'RDATE' || property === 'EXDATE') {
      dates[property].push(...readDates(property, params, value))
    } else throw new RuleFault(`“${property.slice(0, 40)}” is not understood. ${allowed}`)
  }
  return bounded({ rule, rdate: dates.RDATE, exdate: dates.EXDATE })
}

const readDates = (property: string, params: string, value: string): readonly SentDate[] => {
  const found = /^(?:;VALUE=(?:DATE-TIME|DATE))?(?:;TZID=([^;]+))?(?:;VALUE=(?:DATE-TIME|DATE))?$/i.exec(params)
  if (!found) throw new RuleFault(`${property} takes the parameters VALUE=DATE, VALUE=DATE-TIME and TZID.`)
  const [, tzid] = found
  return value.split(',').map((text) => (tzid === undefined ? { text: text.trim() } : { text: text.trim(), tzid }))
}

const bounded = (recurrence: SentRecurrence): SentRecurrence => {
  for (const name of ['rdate', 'exdate'] as const)
    if (recurrence[name].length > maxDates)
      throw new RuleFault(
        `${name.toUpperCase()} may contain at most ${maxDates} dates; it contains ${recurrence[name].length}.`,
      )
  if (!recurrence.rule && recurrence.rdate.length === 0)
    throw new RuleFault(`A recurrence needs a rule or dates. ${allowed}`)
  return recurrence
}

/**
 * Reads the dates of a recurrence for an event with this start, as local times in its zone. In RDATE, a day without a time is that day at the event's
 * own time; for all-day events every date is a day. The second part of a series that was split may have dates before its start: its rule
 * counts intervals from them.
 * @throws RuleFault for a date or a zone that does not exist.
 */
export const placeRecurrence = (
  { rule, rdate, exdate }: SentRecurrence,
  start: DateTimeText,
  zone: Zone,
  isAllDay: boolean,
): Recurrence => {
  const place = (name: string, { text, tzid }: SentDate): RecurrenceDate => {
    const own = tzid === undefined ? zone : readTzid(tzid)
    if (!own) throw new RuleFault(`${name} names the time zone “${tzid?.slice(0, 64)}”, which does not exist.`)
    const date = readRecurrenceDate(text, zone, own)
    if (!date)
      throw new RuleFault(
        `${name} has “${text.slice(0, 40)}”, which is not a date such as 20270105T200000 or 2027-01-05 20:00:00.`,
      )
    return isAllDay ? { local: `${date.local.slice(0, 10)} 00:00:00`, isDay: true } : date
  }
  const time = start.slice(10)
  const further = rdate
    .map((date) => place('RDATE', date))
    .map(({ local, isDay }) => (isDay ? local.slice(0, 10) + time : local))
  return { rule, rdate: [...new Set(further)].sort(), exdate: exdate.map((date) => place('EXDATE', date)) }
}

/** The lines of a recurrence (RFC 5545) with dates as local times, for the database. */
export const writeRecurrence = ({ rule, rdate, exdate }: Recurrence): string => {
  const lines: string[] = []
  if (rule) lines.push(`RRULE:${writeRule(rule)}`)
  if (rdate.length > 0) lines.push(`RDATE:${rdate.map(basicForm).join(',')}`)
  const days = exdate.filter(({ isDay }) => isDay)
  const times = exdate.filter(({ isDay }) => !isDay)
  if (times.length > 0) lines.push(`EXDATE:${times.map(({ local }) => basicForm(local)).join(',')}`)
  if (days.length > 0)
    lines.push(`EXDATE;VALUE=DATE:${days.map(({ local }) => basicForm(local).slice(0, 8)).join(',')}`)
  return lines.join('\n')
}

/** Reads the result of {@link writeRecurrence}. The zone does not matter, because the dates are local times in it. */
export const parseRecurrence = (lines: string, start: DateTimeText, zone: Zone, isAllDay: boolean): Recurrence =>
  placeRecurrence(parseStoredLines(lines), start, zone, isAllDay)

/** Stored recurrences may have more dates than can be sent at once: each deleted occurrence adds one. */
const parseStoredLines = (lines: string): SentRecurrence => {
  let rule: Rule | undefined
  const dates: Record<string, SentDate[]> = { RDATE: [], EXDATE: [] }
  for (const line of lines.split('\n')) {
    const at = line.indexOf(':')
    const [name = '', value] = [line.slice(0, at).split(';')[0], line.slice(at + 1)]
    if (name === 'RRULE') rule = readRule(value)
    else dates[name]?.push(...value.split(',').map((text) => ({ text })))
  }
  return { rule, rdate: dates['RDATE'] ?? [], exdate: dates['EXDATE'] ?? [] }
}
