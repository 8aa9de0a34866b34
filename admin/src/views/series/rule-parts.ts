import { formatDay, formatLocal, language, t, tn } from '../../texts.ts'
import type { Recurrence } from './series-place.ts'

/** The days of the week as rules name them, from Monday on. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const workdays = 'MO,TU,WE,TH,FR'

/** The kinds of rules that the dialog can express; `dates` has no rule, and `other` is kept unchanged. */
type RuleKind = 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'yearly' | 'dates' | 'other'

/** A rule as the dialog shows it; numbers are texts, as they are typed. */
export type RuleParts = {
  readonly kind: RuleKind
  readonly interval: string
  /** For a weekly rule: its days; none means the day of the start. */
  readonly days: readonly string[]
  /** Of a monthly rule: `BYMONTHDAY=15`, `BYDAY=2TU`, `BYDAY=-1FR`, or '' for the day of the start. */
  readonly on: string
  readonly end: 'never' | 'day' | 'count'
  /** The last day, `2027-12-31`. */
  readonly until: string
  readonly count: string
  /** The rule as it was. */
  readonly rrule: string
}

/** When a series begins, on the wall clock of its zone: `2027-01-05 18:00:00`. */
export type RuleStart = { readonly start: string; readonly timezone?: string | undefined }

/** A rule that was not changed yet. */
export const newParts: RuleParts = {
  kind: 'weekly',
  interval: '1',
  days: [],
  on: '',
  end: 'never',
  until: '',
  count: '10',
  rrule: '',
}

/** Reads a rule as the server writes it. */
export const readParts = (rrule: string, start: RuleStart): RuleParts => {
  if (rrule === '') return { ...newParts, kind: 'dates' }
  const { UNTIL, COUNT, ...parts } = Object.fromEntries(rrule.split(';').map((part) => part.split('=', 2)))
  const ended = {
    end: UNTIL ? ('day' as const) : COUNT ? ('count' as const) : ('never' as const),
    until: UNTIL ? lastDayOf(UNTIL, start) : '',
    count: COUNT ?? newParts.count,
    rrule,
  }
  const { INTERVAL: interval = '1', FREQ, WKST = 'MO', ...by } = parts
  // Which day begins the week matters only to a rule that leaves weeks out.
  const said = WKST !== 'MO' && interval !== '1' ? undefined : readBy(FREQ ?? '', interval, by)
  return { ...newParts, ...ended, interval, kind: 'other', ...said }
}

const readBy = (
  frequency: string,
  interval: string,
  { BYDAY, BYMONTHDAY, BYSETPOS, ...others }: Readonly<Record<string, string>>,
): Partial<RuleParts> | undefined => {
  if (Object.keys(others).length > 0) return undefined
  const isPlain = !BYDAY && !BYMONTHDAY && !BYSETPOS
  if (BYDAY === workdays && interval === '1' && !BYMONTHDAY && !BYSETPOS && /^(DAILY|WEEKLY)$/.test(frequency))
    return { kind: 'weekdays' }
  if (frequency === 'DAILY' && isPlain) return { kind: 'daily' }
  if (frequency === 'YEARLY' && isPlain) return { kind: 'yearly' }
  if (frequency === 'WEEKLY' && !BYMONTHDAY && !BYSETPOS) return { kind: 'weekly', days: BYDAY?.split(',') ?? [] }
  if (frequency !== 'MONTHLY') return undefined
  if (isPlain) return { kind: 'monthly' }
  if (!BYDAY && !BYSETPOS && /^(-1|\d+)$/.test(BYMONTHDAY ?? ''))
    return { kind: 'monthly', on: `BYMONTHDAY=${BYMONTHDAY}` }
  if (BYMONTHDAY) return undefined
  const day = BYSETPOS && /^[A-Z]{2}$/.test(BYDAY ?? '') ? `${BYSETPOS}${BYDAY}` : BYSETPOS ? '' : (BYDAY ?? '')
  return /^(-1|[1-5])[A-Z]{2}$/.test(day) ? { kind: 'monthly', on: `BYDAY=${day}` } : undefined
}

/** The last day on which a rule with this `UNTIL` may give the start: an instant or a time before that of the start ends it a day earlier. */
const lastDayOf = (until: string, { start, timezone }: RuleStart): string => {
  const [, year, month, day, hour, minute, second, mark] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(until) ?? []
  if (!year) return ''
  const text = `${year}-${month}-${day}`
  if (!hour) return text
  const local = mark ? localOf(`${text}T${hour}:${minute}:${second}Z`, timezone) : `${text} ${hour}:${minute}:${second}`
  return local.slice(11) >= start.slice(11) ? local.slice(0, 10) : addDays(local.slice(0, 10), -1)
}

const localOf = (instant: string, timeZone: string | undefined): string => {
  try {
    return new Date(instant).toLocaleString('sv', { timeZone })
  } catch {
    // Browsers do not know fixed offsets such as UTC+2.
    return new Date(instant).toLocaleString('sv', { timeZone: 'UTC' })
  }
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The rule that these parts say. */
export const writeRule = (parts: RuleParts): string => {
  const { kind, interval, days, on, end, until, count, rrule } = parts
  if (kind === 'dates') return ''
  if (kind === 'other') return rrule
  const every = Number(interval) > 1 && kind !== 'weekdays' ? [`INTERVAL=${Number(interval)}`] : []
  return [
    `FREQ=${kind === 'weekdays' ? 'WEEKLY' : kind.toUpperCase()}`,
    ...every,
    ...(kind === 'weekdays' ? [`BYDAY=${workdays}`] : []),
    ...(kind === 'weekly' && days.length > 0 ? [`BYDAY=${weekdays.filter((day) => days.includes(day)).join()}`] : []),
    ...(kind === 'monthly' && on !== '' ? [on] : []),
    ...(end === 'count' ? [`COUNT=${Number(count)}`] : []),
    ...(end === 'day' ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
  ].join(';')
}

/** The day of the week of a date, as rules name it. */
export const weekdayOf = (date: string): string =>
  weekdays[(new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** The options of a monthly rule for the day of its start: `BYDAY=2TU`, and `BYDAY=-1TU` if it is the last one of its month. */
export const monthlyChoices = (start: string): readonly string[] => {
  const day = Number(start.slice(8, 10))
  const isLast = addDays(start.slice(0, 10), 7).slice(5, 7) !== start.slice(5, 7)
  const isEnd = addDays(start.slice(0, 10), 1).slice(5, 7) !== start.slice(5, 7)
  const weekday = weekdayOf(start)
  return [
    ...(isEnd ? ['BYMONTHDAY=-1'] : []),
    `BYDAY=${Math.ceil(day / 7)}${weekday}`,
    ...(isLast ? [`BYDAY=-1${weekday}`] : []),
  ]
}

/** Whether a rule gives the day of its start; otherwise that is a date besides. What is kept as it is is not looked into. */
export const givesStart = ({ kind, days, on }: RuleParts, start: string): boolean => {
  if (kind === 'weekdays') return workdays.includes(weekdayOf(start))
  if (kind === 'weekly') return days.length === 0 || days.includes(weekdayOf(start))
  if (kind !== 'monthly' || on === '') return true
  return on === `BYMONTHDAY=${Number(start.slice(8, 10))}` || monthlyChoices(start).includes(on)
}

/** The name of a day of the week; the first week of 2024 began with a Monday. */
export const weekdayName = (day: string): string => {
  const at = (weekdays as readonly string[]).indexOf(day)
  return formatDay(`2024-01-0${at + 1}`, { weekday: 'long' })
}

const often: Readonly<Record<'daily' | 'weekly' | 'monthly' | 'yearly', (count: number) => string>> = {
  daily: (count) => (count === 1 ? t('Daily') : t('Every {count} days', { count })),
  weekly: (count) => (count === 1 ? t('Weekly') : t('Every {count} weeks', { count })),
  monthly: (count) => (count === 1 ? t('Monthly') : t('Every {count} months', { count })),
  yearly: (count) => (count === 1 ? t('Yearly') : t('Every {count} years', { count })),
}

const ordinals: Readonly<Record<string, (weekday: string) => string>> = {
  '1': (weekday) => t('on the first {weekday}', { weekday }),
  '2': (weekday) => t('on the second {weekday}', { weekday }),
  '3': (weekday) => t('on the third {weekday}', { weekday }),
  '4': (weekday) => t('on the fourth {weekday}', { weekday }),
  '5': (weekday) => t('on the fifth {weekday}', { weekday }),
  '-1': (weekday) => t('on the last {weekday}', { weekday }),
}

/** The day of the month of a monthly rule in words. */
export const monthDayInWords = (on: string, start: string): string => {
  if (on === 'BYMONTHDAY=-1') return t('on the last day')
  const [, position = '', weekday = ''] = /^BYDAY=(-1|\d)(\w\w)$/.exec(on) ?? []
  const ordinal = ordinals[position]
  if (ordinal) return ordinal(weekdayName(weekday))
  return t('on day {day}', { day: Number(on.split('=')[1] ?? start.slice(8, 10)) })
}

/** A list of weekdays in words. */
const daysInWords = (days: readonly string[]): string => new Intl.ListFormat(language).format(days.map(weekdayName))

const ruleInWords = (parts: RuleParts, start: string): readonly string[] => {
  const { kind, interval, days, on, end, until, count, rrule } = parts
  if (kind === 'dates') return [t('On chosen dates')]
  if (kind === 'other') return [rrule]
  const said =
    kind === 'weekdays'
      ? [t('Every weekday')]
      : [
          often[kind](Number(interval) || 1),
          ...(kind === 'weekly' && days.length > 0 ? [t('on {days}', { days: daysInWords(days) })] : []),
          ...(kind === 'monthly' ? [monthDayInWords(on, start)] : []),
        ]
  if (end === 'count') return [...said, tn('{count} time', '{count} times', Number(count))]
  return end === 'day' ? [...said, t('until {date}', { date: formatLocal(until, true) })] : said
}

/** A recurrence in plain words: “Weekly, on Tuesday, 10 times”. Other rules are shown unchanged. */
export const inWords = ({ rrule, rdate, exdate }: Recurrence, start: RuleStart): string =>
  [
    ...ruleInWords(readParts(rrule, start), start.start),
    ...(rdate.length > 0 ? [tn('{count} further date', '{count} further dates', rdate.length)] : []),
    ...(exdate.length > 0 ? [tn('{count} date left out', '{count} dates left out', exdate.length)] : []),
  ].join(language === 'ja' ? '、' : ', ')
