import { addDays, type DateTimeText, parseZone, type Zone } from '../../src/lib/time-zone.ts'
import type { SeriesStart } from '../../src/recurrence/expand.ts'
import type { Random } from './random.ts'

/** A recurrence of random parts, the event that it belongs to, and the day up to which it is expanded. */
export type RuleCase = {
  readonly series: SeriesStart
  readonly zoneName: string
  /** The parts of the rule without COUNT and UNTIL: `FREQ=WEEKLY;BYDAY=TU`. */
  readonly parts: string
  readonly count: number | undefined
  readonly until: string | undefined
  readonly rdate: readonly DateTimeText[]
  /** Dates, or whole days. */
  readonly exdate: readonly string[]
  readonly horizon: DateTimeText
}

/** Zones whose clocks change by an hour, by half an hour, at midnight, by a whole day, and never. */
export const zoneNames = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Apia',
  'Asia/Kolkata',
]

/** Hours in which clocks change somewhere, and one of a concert. */
const times = ['00:00:00', '00:30:00', '01:30:00', '02:00:00', '02:15:00', '02:30:00', '03:00:00', '20:00:00']

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** One to three different ones of some values. */
const someOf = (random: Random, value: () => number | string, most = 3): string => {
  const values = new Set<number | string>()
  for (let left = 1 + random.below(most); left > 0; left--) values.add(value())
  return [...values].join(',')
}

/** A number from 1 to `most`, or as often one that counts from the end. */
const signed = (random: Random, most: number): number => (1 + random.below(most)) * (random.chance(40) ? -1 : 1)

/** The parts of a rule that RFC 5545 (3.3.10) allows together. */
const randomParts = (random: Random): string => {
  const frequency = random.oneOf(['YEARLY', 'YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'DAILY'])
  const isYearly = frequency === 'YEARLY'
  const parts = [`FREQ=${frequency}`]
  const add = (percent: number, name: string, value: () => string | number): boolean => {
    const isAdded = random.chance(percent)
    if (isAdded) parts.push(`${name}=${value()}`)
    return isAdded
  }
  const { below } = random
  add(40, 'INTERVAL', () => 1 + below(isYearly ? 3 : 8))
  let by = 0
  const hasMonths = add(25, 'BYMONTH', () => someOf(random, () => 1 + below(12), 5))
  if (hasMonths) by++
  // The 52nd week from the end may begin in December of the year before, where dateutil looks for week 1 only.
  const week = () => Math.max(signed(random, 53), -51)
  const hasWeeks = isYearly && add(20, 'BYWEEKNO', () => someOf(random, week))
  if (hasWeeks) by++
  if (isYearly && !hasWeeks && add(15, 'BYYEARDAY', () => someOf(random, () => signed(random, 366), 5))) by++
  if (frequency !== 'WEEKLY' && !hasWeeks && add(25, 'BYMONTHDAY', () => someOf(random, () => signed(random, 31)))) by++
  const mayCount = (isYearly && !hasWeeks) || frequency === 'MONTHLY'
  const dayNumber = () => (mayCount && random.chance(50) ? signed(random, isYearly && !hasMonths ? 20 : 5) : '')
  if (add(45, 'BYDAY', () => someOf(random, () => `${dayNumber()}${random.oneOf(weekdays)}`))) by++
  if (add(12, 'BYHOUR', () => someOf(random, () => below(24)))) by++
  if (add(8, 'BYMINUTE', () => someOf(random, () => below(60), 2))) by++
  if (by > 0) add(25, 'BYSETPOS', () => someOf(random, () => signed(random, random.oneOf([2, 5, 30]))))
  add(30, 'WKST', () => random.oneOf(weekdays))
  return parts.join(';')
}

/** An end by COUNT, or by UNTIL as a day, a wall clock or an instant; or none. */
const randomEnd = (random: Random, start: DateTimeText, isAllDay: boolean): Pick<RuleCase, 'count' | 'until'> => {
  if (random.chance(30)) return { count: 1 + random.below(40), until: undefined }
  if (random.chance(40)) return { count: undefined, until: undefined }
  const day = addDays(start, random.below(900)).slice(0, 10).replaceAll('-', '')
  const time = `T${random.oneOf([start.slice(11), ...times]).replaceAll(':', '')}`
  return { count: undefined, until: day + (isAllDay ? '' : random.oneOf(['', time, `${time}Z`])) }
}

/** A random recurrence of a random event, near a change of clocks as often as not. */
export const randomRule = (random: Random): RuleCase => {
  const zoneName = random.oneOf(zoneNames)
  const zone = parseZone(zoneName) as Zone
  // The clocks change at these times in one of the zones; Apia skipped the 30th of December 2011.
  const day = addDays(
    random.oneOf(['2026-03-29', '2026-10-25', '2024-02-29', '2011-12-28', '2027-01-01']),
    random.below(400),
  )
  const isAllDay = random.chance(15)
  const start = `${day.slice(0, 10)} ${isAllDay ? '00:00:00' : random.oneOf(times)}`
  const someDates = () =>
    Array.from({ length: random.chance(25) ? 1 + random.below(4) : 0 }, () => addDays(start, random.below(300)))
  return {
    series: { start, zone, isAllDay },
    zoneName,
    parts: randomParts(random),
    ...randomEnd(random, start, isAllDay),
    rdate: someDates(),
    exdate: someDates().map((date) => (random.chance(50) ? date.slice(0, 10) : date)),
    horizon: addDays(start, 900 + random.below(900)),
  }
}
