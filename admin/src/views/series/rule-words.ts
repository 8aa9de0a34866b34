import { formatDay, formatLocal, language, t, tn } from '../../texts.ts'
import { partsOf, type RuleParts, type RuleStart, weekdays } from './rule-parts.ts'
import type { Recurrence } from './series-place.ts'

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
    ...ruleInWords(partsOf(rrule, start), start.start),
    ...(rdate.length > 0 ? [tn('{count} further date', '{count} further dates', rdate.length)] : []),
    ...(exdate.length > 0 ? [tn('{count} date left out', '{count} dates left out', exdate.length)] : []),
  ].join(language === 'ja' ? '、' : ', ')
