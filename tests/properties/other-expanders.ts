import { execFileSync } from 'node:child_process'
import ICAL from 'ical.js'
import type { DateTimeText } from '../../src/lib/time-zone.ts'
import { maxOccurrences } from '../../src/recurrence/expand.ts'
import { ruleDays } from '../../src/recurrence/rule.ts'
import type { RuleCase } from './random-rules.ts'

/** A date of a rule: its wall clock, and the instant in UTC where the program knows zones. */
export type OtherDate = { readonly local: DateTimeText; readonly utc?: DateTimeText }

/** The dates that another program gives for a rule, RDATE and EXDATE not among them, or its error. */
export type OtherDates = readonly OtherDate[] | { readonly error: string }

/** More dates than this are not compared. */
const most = maxOccurrences + 5

/** Days have no hours (RFC 5545, 3.3.10). */
const partsOf = ({ parts, series }: RuleCase): string =>
  series.isAllDay ? parts.replaceAll(/;BY(?:HOUR|MINUTE)=[^;]*/g, '') : parts

/** ical.js looks for a date of a rule that gives none for ever: here it stops after the year of the horizon. */
class PastHorizon extends Error {}

/** Expands a rule with ical.js, on the wall clock, until its horizon; COUNT and UNTIL are left to the caller. */
export const expandWithIcal = (rule: RuleCase): OtherDates => {
  const { series, horizon } = rule
  const dates: OtherDate[] = []
  const lastYear = Number(horizon.slice(0, 4)) + 1
  try {
    const recur = ICAL.Recur.fromString(forIcal(rule))
    recur.until = timeOf(horizon)
    const iterator = recur.iterator(timeOf(series.start))
    const check = iterator.check_contracting_rules
    iterator.check_contracting_rules = () => {
      if (iterator.last.year > lastYear) throw new PastHorizon()
      return check.call(iterator)
    }
    for (let next = iterator.next(); next && dates.length < most; next = iterator.next())
      dates.push({ local: next.toString().replace('T', ' ') })
  } catch (error) {
    if (!(error instanceof PastHorizon)) return { error: String(error) }
  }
  return dates
}

/** ical.js gives dates in the order of the lists. */
const forIcal = (rule: RuleCase): string =>
  partsOf(rule).replaceAll(/(BY(?:HOUR|MINUTE|MONTH)=)([^;]*)/g, (_, name, list) => {
    const numbers = list.split(',').map(Number)
    return name + numbers.sort((one: number, other: number) => one - other).join(',')
  })

const timeOf = (local: DateTimeText) => ICAL.Time.fromDateTimeString(local.replace(' ', 'T'))

/** Reads a rule a line, and prints its dates as pairs of wall clock and instant. */
const program = `
import sys, json, itertools, datetime as module
from datetime import datetime, timedelta, timezone
from dateutil import rrule, tz
form = "%Y-%m-%d %H:%M:%S"
def dates(rule):
    zone = tz.gettz(rule["zone"])
    start = datetime.strptime(rule["start"], form)
    horizon = datetime.strptime(rule["horizon"], form)
    # Until this year dateutil looks for a date of a rule that gives none.
    module.MAXYEAR = horizon.year + 1
    earlier = start - timedelta(weeks=rule["weeksEarlier"])
    for date in itertools.islice(rrule.rrulestr(rule["text"], dtstart=earlier).xafter(start, inc=True), rule["most"]):
        if date > horizon:
            return
        yield date.isoformat(" "), tz.resolve_imaginary(date.replace(tzinfo=zone)).astimezone(timezone.utc).strftime(form)
for line in sys.stdin:
    try:
        print(json.dumps(list(dates(json.loads(line)))))
    except Exception as error:
        print(json.dumps({"error": repr(error)}))
`

/**
 * The same rule in words that dateutil reads as RFC 5545 has them (3.3.10). Of `BYDAY=2MO,TU` it takes days that are both, so that `TU` becomes
 * all Tuesdays by their numbers. With BYWEEKNO alone it takes whole weeks, though "information missing from the rule" is that of the start. Of
 * a weekly rule with BYSETPOS it takes for the first week what follows the start, so that it begins a week of the rule before.
 */
const forDateutil = (rule: RuleCase): string => {
  const parts = partsOf(rule)
  if (!/BYDAY|BYMONTHDAY|BYYEARDAY/.test(parts) && /BYWEEKNO|WEEKLY/.test(parts)) {
    const weekday = ruleDays[(new Date(rule.series.start.slice(0, 10)).getUTCDay() + 6) % 7]
    return `${parts};BYDAY=${weekday}`
  }
  const numbers = Array.from({ length: /YEARLY/.test(parts) && !/BYMONTH=/.test(parts) ? 53 : 5 }, (_, at) => at + 1)
  return parts.replace(/BYDAY=([^;]*\d[^;]*)/, (_, list: string) => {
    const days = list.split(',').flatMap((day) => (/\d/.test(day) ? [day] : numbers.map((number) => `${number}${day}`)))
    return `BYDAY=${days.join(',')}`
  })
}

/** The Python that has dateutil; it may be that of the system. */
const python = ['python3', '/usr/bin/python3'].find((command) => {
  try {
    execFileSync(command, ['-c', 'import dateutil.rrule'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** Why rules are not compared with dateutil; undefined where they are. */
export const noDateutil = python ? undefined : 'the Python package dateutil is not installed'

/** Expands rules with dateutil, in the zones of their events; of each, those until its horizon. */
export const expandWithDateutil = (rules: readonly RuleCase[]): OtherDates[] => {
  const lines = rules.map((rule) =>
    JSON.stringify({
      zone: rule.zoneName,
      start: rule.series.start,
      horizon: rule.horizon,
      most,
      weeksEarlier: /WEEKLY.*BYSETPOS/.test(rule.parts) ? Number(/INTERVAL=(\d+)/.exec(rule.parts)?.[1] ?? 1) : 0,
      text: forDateutil(rule),
    }),
  )
  const printed = execFileSync(python ?? '', ['-c', program], {
    input: lines.join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  return printed
    .trim()
    .split('\n')
    .map((line) => {
      const found = JSON.parse(line)
      return Array.isArray(found) ? found.map(([local, utc]: [string, string]) => ({ local, utc })) : found
    })
}
