import type { JsonObject } from '../../lib/json.ts'
import type { DateTimeText } from '../../lib/time-zone.ts'
import { datesOfRule } from '../../recurrence/expand.ts'
import { readSentRecurrence } from '../../recurrence/recurrence.ts'
import { RuleFault, readRule } from '../../recurrence/rule.ts'
import { type Dates, fitSeries } from './icalendar-fit.ts'
import type { Properties, Property } from './icalendar-properties.ts'
import { dateTexts, type EventTime, inZone, readTime, type TimeContext } from './icalendar-times.ts'

/** Most dates in RDATE or EXDATE that the interface takes. */
const mostDates = 500

/** The field `recurrence`, and the start of the series, which may be later than that of the event. */
export type FoundRecurrence = { readonly recurrence: JsonObject; readonly start: DateTimeText }

/**
 * The field `recurrence` of an event with its rule and dates (RFC 5545, 3.8.5; contract C3.1), in local times of its start. What the interface
 * does not take is left out, with a note: the event then has its first date only, or fewer dates. Undefined for a single event.
 */
export const recurrenceOf = (
  properties: Properties,
  start: EventTime,
  context: TimeContext,
): FoundRecurrence | undefined => {
  const { notes } = context
  if (properties.all('EXRULE').length > 0) notes.add('EXRULE was left out: rules for exceptions are not supported.')
  const written: Dates = {
    rrule: ruleOf(properties.all('RRULE'), start, context),
    rdate: datesOf(properties.all('RDATE'), start, context).filter((date) => date > start.local),
    exdate: datesOf(properties.all('EXDATE'), start, context),
  }
  if (written.rrule === undefined && written.rdate.length === 0) return undefined
  const limitedDates = {
    ...written,
    rdate: limited('RDATE', written.rdate, context),
    exdate: limited('EXDATE', written.exdate, context),
  }
  const fitted = context.series
    ? fitSeries(limitedDates, start, context.series, notes)
    : { start: start.local, dates: limitedDates }
  if (!fitted) {
    notes.add('It has no date but its first, or too many: it was imported with its first date only.')
    return undefined
  }
  const { rrule, rdate, exdate } = fitted.dates
  return {
    start: fitted.start,
    recurrence: {
      ...(rrule === undefined ? {} : { rrule }),
      ...(rdate.length > 0 ? { rdate } : {}),
      ...(exdate.length > 0 ? { exdate } : {}),
    },
  }
}

const limited = (name: string, dates: readonly DateTimeText[], { notes }: TimeContext): readonly DateTimeText[] => {
  const sorted = [...new Set(dates)].sort()
  if (sorted.length > mostDates) notes.add(`Only ${mostDates} of the ${sorted.length} dates of ${name} were kept.`)
  return sorted.slice(0, mostDates)
}

/** The dates of RDATE or EXDATE as local times; of a period its start, since each occurrence lasts as long as the first. */
const datesOf = (properties: readonly Property[], start: EventTime, context: TimeContext): readonly DateTimeText[] =>
  properties.flatMap((property) =>
    dateTexts(property).flatMap((text) => {
      const [from = '', until] = text.split('/')
      if (until !== undefined) context.notes.add('Periods of RDATE have the length of the event.')
      const time = readTime(from, property.param('TZID'), context)
      if (!time) {
        if (text !== '') context.notes.add(`A date of ${property.name} was left out: “${text.slice(0, 40)}” is none.`)
        return []
      }
      // A day stands for the event on it (docs/recurrence.md).
      if (time.isDay && !start.isDay) return [`${time.local.slice(0, 10)}${start.local.slice(10)}`]
      // For whole days, a time means the day that it was written with.
      return [start.isDay ? `${time.local.slice(0, 10)} 00:00:00` : inZone(time, start.zone)]
    }),
  )

const ruleOf = (rules: readonly Property[], start: EventTime, { notes }: TimeContext): string | undefined => {
  const [first, ...others] = rules
  if (!first) return undefined
  if (others.length > 0) notes.add('Only the first of several rules was kept.')
  const rule = mend(first.value, start)
  try {
    readSentRecurrence({ rrule: rule })
    datesOfRule(readRule(rule), { start: start.local, zone: start.zone, isAllDay: start.isDay }, undefined, 1)
    return rule
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error
    notes.add(`The rule was left out, and the event has its first date only: ${error.message}`)
    return undefined
  }
}

/** Mends what programs often write: blanks, empty parts, an end by COUNT and UNTIL, parts of their own, and UNTIL as a day with a time of midnight. */
const mend = (value: string, start: EventTime): string => {
  const parts = value
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .filter((part) => /^[A-Z]+=./.test(part))
  const hasCount = parts.some((part) => part.startsWith('COUNT='))
  return parts
    .filter((part, at) => parts.findIndex((other) => nameOfPart(other) === nameOfPart(part)) === at)
    .filter((part) => !(hasCount && part.startsWith('UNTIL=')) && !/^(?:X-|SKIP=OMIT|RSCALE=GREGORIAN)/.test(part))
    .map((part) => (start.isDay ? part.replace(/^(UNTIL=\d{8})T\d{6}Z?$/, '$1') : part))
    .join(';')
}

const nameOfPart = (part: string): string => part.slice(0, part.indexOf('='))
