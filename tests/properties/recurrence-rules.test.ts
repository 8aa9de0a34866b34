import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { addDays, type DateTimeText, parseZone, toUtc, type Zone } from '../../src/lib/time-zone.ts'
import { expand, maxOccurrences } from '../../src/recurrence/expand.ts'
import { placeRecurrence, readSentRecurrence } from '../../src/recurrence/recurrence.ts'
import { RuleFault, ruleDays } from '../../src/recurrence/rule.ts'
import { isLong, lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { expandWithDateutil, expandWithIcal, noDateutil, type OtherDates } from './other-expanders.ts'
import { createRandom } from './random.ts'
import { type RuleCase, randomRule } from './random-rules.ts'

const random = createRandom(seed)
const rules = Array.from({ length: lengthOf(400, 5000) }, () => randomRule(random))

/**
 * Where ical.js differs from RFC 5545: the clause, and a pattern of the rules concerned, written as in `describeRule`. A difference is
 * excused only where dateutil, if it is installed, gives the dates that we give.
 */
const faultsOfIcal: readonly (readonly [clause: string, pattern: RegExp])[] = [
  ['3.3.10: BYSETPOS is of all dates of a year, month, week or day; ical.js knows days of months only', /BYSETPOS/],
  ['3.3.10: BYWEEKNO; ical.js counts weeks of seven days, and leaves out BYDAY', /BYWEEKNO/],
  [
    '3.3.10, table: BYMONTH, BYMONTHDAY and BYDAY limit a daily rule; ical.js misses days at its begin',
    /DAILY.*BY(?:MONTH|DAY)/,
  ],
  [
    '3.3.10, table: BYMONTH limits monthly and weekly rules; ical.js begins in the first month of the list',
    /(?:MONTHLY|WEEKLY).*BYMONTH=/,
  ],
  ['3.3.10: invalid dates are ignored; ical.js has the 1st of March for the 30th of February', /YEARLY.*BYMONTH=/],
  ['3.3.10: invalid dates are ignored; ical.js has the 1st of March for the 29th of February', /-02-29 .*YEARLY/],
  ['3.3.10, table: BYMONTHDAY of a yearly rule is of each month; ical.js misses days', /YEARLY.*BYMONTHDAY/],
  ['3.3.10, table: BYDAY limits BYMONTHDAY; ical.js misses days', /BYMONTHDAY.*BYDAY/],
  [
    '3.3.10, table: parts limit each other; ical.js refuses BYYEARDAY with BYMONTH or BYMONTHDAY',
    /BY(?:MONTH|MONTHDAY).*BYYEARDAY/,
  ],
  ['3.3.10: BYDAY with numbers in a year; ical.js misses those before the start’s month', /YEARLY.*BYDAY/],
  ['3.3.10: months without a fifth weekday have no date; ical.js refuses the rule', /MONTHLY.*BYDAY=[^;]*5/],
  [
    '3.3.10: BYHOUR and BYMINUTE; ical.js misses or adds some on the first day',
    /(?:MONTHLY|YEARLY).*BY(?:HOUR|MINUTE)/,
  ],
]

/**
 * Rules for which dateutil differs from RFC 5545 (3.3.10): it counts the weeks of the year before wrongly, so that the first days of
 * January are sometimes missing in its weeks 52 and 53, and sometimes too many. A test of its own counts these weeks by their definition.
 */
const faultOfDateutil = /BYWEEKNO=(?:[^;]*,)?5[23]/

/** The start and the parts of a rule: `2024-02-29 20:00:00 FREQ=YEARLY;INTERVAL=2`. */
const describeRule = ({ series, parts }: RuleCase): string => `${series.start} ${parts}`

/** What RFC 5545 makes of the dates that a rule gives from the start to the horizon; undefined where Kalends takes no such recurrence. */
const startsOf = (rule: RuleCase, dates: readonly DateTimeText[]): readonly DateTimeText[] => {
  const { series, count, rdate, exdate, horizon } = rule
  // "The DTSTART property value SHOULD be synchronized with the rule": it is the first date of a count also where it is not.
  const ruled = [series.start, ...dates.filter((date) => date !== series.start)]
    .slice(0, count)
    .filter((date) => isUntil(rule, date))
  const all = new Set([series.start, ...ruled, ...rdate.filter((date) => date > series.start)])
  return [...all].filter((date) => date <= horizon && !exdate.some((excepted) => date.startsWith(excepted))).sort()
}

/** UNTIL bounds the rule "in an inclusive manner": as a day, a wall clock, or an instant. */
const isUntil = ({ until, zoneName }: RuleCase, date: DateTimeText): boolean => {
  if (until === undefined) return true
  const basic = date.replaceAll(/[- :]/g, '').replace(/^(\d{8})/, '$1T')
  if (!until.endsWith('Z')) return basic.slice(0, until.length) <= until
  const instant = Temporal.PlainDateTime.from(date.replace(' ', 'T')).toZonedDateTime(zoneName).toInstant()
  return instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '') <= until
}

/** The number of the week that a day is in, counted from the begin and from the end of its year; weeks begin on a day from 0 (Monday). */
const weekNumbers = (day: DateTimeText, firstWeekday: number): readonly number[] => {
  const date = Temporal.PlainDate.from(day.slice(0, 10))
  const fourth = date.add({ days: 3 - ((date.dayOfWeek - 1 - firstWeekday + 7) % 7) })
  const left = fourth.daysInYear - fourth.dayOfYear
  return [Math.ceil(fourth.dayOfYear / 7), -1 - Math.floor(left / 7)]
}

/** The dates, or why there are none. */
type Starts = readonly DateTimeText[] | { readonly fault: string }

type Expand = (rule: RuleCase) => Starts

const expandHere: Expand = (rule) => {
  const { series, parts, count, until, horizon } = rule
  const end = count === undefined ? (until === undefined ? '' : `;UNTIL=${until}`) : `;COUNT=${count}`
  const sent = { rrule: parts + end, rdate: [...rule.rdate], exdate: [...rule.exdate] }
  try {
    const recurrence = placeRecurrence(readSentRecurrence(sent), series.start, series.zone, series.isAllDay)
    return expand(recurrence, series, horizon).starts.filter((start) => start <= horizon)
  } catch (error) {
    if (error instanceof RuleFault) return { fault: error.message }
    throw error
  }
}

/** Whether what we give is what another program gives; a refusal must have its reason in the other's dates. */
const agrees = (rule: RuleCase, ours: Starts, other: OtherDates): boolean => {
  if ('error' in other) return false
  const dates = other.map(({ local }) => local)
  const starts = startsOf(rule, dates)
  // Too many are too many whatever EXDATE leaves of them.
  const isTooMany = startsOf({ ...rule, exdate: [] }, dates).length > maxOccurrences
  if (!('fault' in ours)) return !isTooMany && String(ours) === String(starts)
  if (/more than/.test(ours.fault)) return isTooMany
  if (/EXDATE excepts all/.test(ours.fault)) return starts.length === 0
  if (/before the start/.test(ours.fault)) return !isUntil(rule, rule.series.start)
  return dates.filter((date) => isUntil(rule, date)).length === 0
}

const show = (rule: RuleCase, ours: Starts, name: string, other: OtherDates): string => {
  const theirs =
    'error' in other
      ? other.error
      : String(
          startsOf(
            rule,
            other.map(({ local }) => local),
          ),
        )
  return `${JSON.stringify(rule)}\n  ours ${JSON.stringify(ours).slice(0, 400)}\n  ${name} ${theirs.slice(0, 400)}`
}

describe(`rules of recurrence (SEED=${seed})`, () => {
  const byDateutil = noDateutil ? undefined : expandWithDateutil(rules)
  const byIcal = rules.map(expandWithIcal)

  /** The rules for which we and dateutil differ. */
  const compareWithDateutil = (expandOne: Expand, some = rules): string[] =>
    some.flatMap((rule, at) => {
      if (faultOfDateutil.test(rule.parts)) return []
      const [ours, other] = [expandOne(rule), byDateutil?.[at] ?? []]
      return agrees(rule, ours, other) ? [] : [show(rule, ours, 'dateutil', other)]
    })

  /** The rules for which we and ical.js differ, but for its known faults; and how many of them agree. */
  const compareWithIcal = (expandOne: Expand, some = rules): { differences: string[]; agreed: number } => {
    let agreed = 0
    const differences = some.flatMap((rule, at) => {
      const [ours, other] = [expandOne(rule), byIcal[at] ?? []]
      if (agrees(rule, ours, other)) {
        agreed++
        return []
      }
      const isExcused = faultsOfIcal.some(([, pattern]) => pattern.test(describeRule(rule)))
      const isBacked =
        byDateutil === undefined || faultOfDateutil.test(rule.parts) || agrees(rule, ours, byDateutil[at] ?? [])
      return isExcused && isBacked ? [] : [show(rule, ours, 'ical.js', other)]
    })
    return { differences, agreed }
  }

  it('give the dates that dateutil gives', { skip: noDateutil ?? false }, () => {
    assert.deepEqual(compareWithDateutil(expandHere).slice(0, 3), [])
  })

  it('give the dates that ical.js gives', () => {
    const { differences, agreed } = compareWithIcal(expandHere)
    assert.deepEqual(differences.slice(0, 3), [])
    assert.ok(agreed > rules.length / 3, String(agreed))
  })

  it('have the instants of dateutil: later in a gap, the earlier one in an overlap (contract B7.3)', {
    skip: noDateutil ?? false,
  }, () => {
    let moved = 0
    for (const [at, rule] of rules.entries()) {
      const dates = byDateutil?.[at] ?? []
      if (rule.series.isAllDay || 'error' in dates) continue
      for (const { local, utc } of dates) {
        const placed = toUtc(local, rule.series.zone)
        assert.equal(placed?.utc, utc, `${local} ${rule.zoneName}`)
        if (placed?.local !== local) moved++
      }
    }
    assert.ok(moved > 0, String(moved))
  })

  it('count weeks by their definition: the fourth day of a week decides on its year (RFC 5545, 3.3.10)', () => {
    const start = '2009-01-01 20:00:00'
    const horizon = isLong ? '2031-12-31 20:00:00' : '2014-12-31 20:00:00'
    const series = { start, zone: parseZone('UTC') as Zone, isAllDay: false }
    const days = Array.from({ length: 23 * 366 }, (_, days) => addDays(start, days)).filter((day) => day <= horizon)
    for (const [weekday, wkst] of ruleDays.entries()) {
      for (const week of [1, 2, 51, 52, 53, -1, -2, -51, -52, -53]) {
        const parts = `FREQ=YEARLY;BYDAY=${ruleDays.join(',')};BYWEEKNO=${week};WKST=${wkst}`
        const rule = { series, parts, zoneName: 'UTC', count: undefined, until: undefined, rdate: [], exdate: [] }
        const expected = days.filter((day) => day === start || weekNumbers(day, weekday).includes(week))
        assert.deepEqual(expandHere({ ...rule, horizon }), expected, parts)
      }
    }
  })

  it('would not agree without WKST, without BYSETPOS, or with one date less (negative control)', () => {
    const wrong: Expand[] = [
      (rule) => expandHere({ ...rule, parts: rule.parts.replace(/;WKST=../, '') }),
      (rule) => expandHere({ ...rule, parts: rule.parts.replace(/;BYSETPOS=[^;]*/, '') }),
      (rule) => {
        const starts = expandHere(rule)
        return 'fault' in starts ? starts : starts.slice(0, -1)
      },
    ]
    // Examples of RFC 5545 (3.8.5.3) that depend on these parts: random rules need not.
    const series = { start: '2027-08-03 20:00:00', zone: parseZone('UTC') as Zone, isAllDay: false }
    const examples = ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', 'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=1'].map(
      (parts): RuleCase => ({
        ...{ series, parts, zoneName: 'UTC', count: undefined, until: undefined, rdate: [], exdate: [] },
        horizon: '2028-08-03 20:00:00',
      }),
    )
    const others = [examples.map(expandWithIcal), ...(noDateutil ? [] : [expandWithDateutil(examples)])]
    for (const other of others) {
      const differing = (expandOne: Expand) =>
        examples.filter((rule, at) => !agrees(rule, expandOne(rule), other[at] ?? []))
      assert.deepEqual(differing(expandHere), [])
      for (const expandOne of wrong) assert.ok(differing(expandOne).length > 0)
    }
  })
})
