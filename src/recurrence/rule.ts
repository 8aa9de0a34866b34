/** The allowed frequencies; HOURLY, MINUTELY and SECONDLY are refused. */
const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const

type Frequency = (typeof frequencies)[number]

/** A stored rule. */
export type Rule = {
  readonly frequency: Frequency
  /** Its parts in capital letters, in the order of RFC 5545, without `COUNT` and `UNTIL`: `FREQ=WEEKLY;BYDAY=TU`. */
  readonly parts: string
  /** The number of dates, of which the start is the first. */
  readonly count?: number | undefined
  /** The last possible date as it was sent: `20271231`, `20271231T235959` or `20271231T225959Z`. */
  readonly until?: string | undefined
}

/** Thrown for an invalid recurrence; the message says what is allowed. */
export class RuleFault extends Error {}

/** Reads a list of whole numbers from `low` to `high`; negative ones may be allowed, to count from the end. */
const numbers =
  (low: number, high: number, isSigned = false) =>
  (value: string): string | undefined => {
    const fits = value.split(',').every((item) => {
      const number = Number(item)
      const size = isSigned ? Math.abs(number) : number
      return /^[+-]?\d{1,3}$/.test(item) && size >= low && size <= high && (isSigned || !/^[+-]/.test(item))
    })
    if (fits) return undefined
    const range = isSigned ? `from ${low} to ${high}, or from -${high} to -${low}` : `from ${low} to ${high}`
    return `a list of whole numbers ${range}`
  }

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const weekdays = (value: string): string | undefined =>
  value
    .split(',')
    .every(
      (item) =>
        /^(?:[+-]?[1-9]\d?)?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(item) &&
        parseInt(item, 10) !== 0 &&
        !(Math.abs(parseInt(item, 10)) > 53),
    )
    ? undefined
    : `a list of ${days.join(', ')}, each with a number from 1 to 53 or -1 to -53 in front if wanted`

/** The parts of a rule (RFC 5545, 3.3.10) in their order, each with what is wrong with a value: the text says what it must be. */
const partRules: Readonly<Record<string, (value: string) => string | undefined>> = {
  FREQ: (value) => (frequencies.some((one) => one === value) ? undefined : frequencies.join(', ')),
  UNTIL: (value) => (/^\d{8}(?:T\d{6}Z?)?$/.test(value) ? undefined : 'a date such as 20271231 or 20271231T225959Z'),
  COUNT: (value) => (/^0*[1-9]\d{0,4}$/.test(value) ? undefined : 'a whole number from 1 to 99999'),
  INTERVAL: (value) => (/^0*[1-9]\d{0,2}$/.test(value) ? undefined : 'a whole number from 1 to 999'),
  BYSECOND: numbers(0, 59),
  BYMINUTE: numbers(0, 59),
  BYHOUR: numbers(0, 23),
  BYDAY: weekdays,
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYMONTH: numbers(1, 12),
  BYSETPOS: numbers(1, 366, true),
  WKST: (value) => (days.includes(value) ? undefined : `one of ${days.join(', ')}`),
}

/**
 * Reads the value of an RRULE, with or without the name in front.
 * @throws RuleFault if RFC 5545 does not allow it, or if it is more frequent than daily.
 */
export const readRule = (text: string): Rule => {
  const parts = splitParts(text)
  for (const [name, value] of parts) {
    const expected = partRules[name]?.(value)
    if (expected !== undefined) throw new RuleFault(`${name} is ${quote(value)}; it must be ${expected}.`)
  }
  const frequency = frequencies.find((one) => one === parts.get('FREQ'))
  if (!frequency) throw new RuleFault(`A rule needs FREQ: ${frequencies.join(', ')}.`)
  checkTogether(frequency, parts)
  const kept: string[] = []
  for (const name of Object.keys(partRules)) {
    const value = parts.get(name)
    if (value !== undefined && name !== 'COUNT' && name !== 'UNTIL') kept.push(`${name}=${value}`)
  }
  const count = parts.get('COUNT')
  return {
    frequency,
    parts: kept.join(';'),
    count: count === undefined ? undefined : Number(count),
    until: parts.get('UNTIL'),
  }
}

/** The rule as RFC 5545 writes it, without `RRULE:`. */
export const writeRule = ({ parts, count, until }: Pick<Rule, 'parts' | 'count' | 'until'>): string =>
  [parts, ...(count === undefined ? [] : [`COUNT=${count}`]), ...(until === undefined ? [] : [`UNTIL=${until}`])].join(
    ';',
  )

/** The values of a part of a rule: `['MO', 'WE']` of BYDAY. */
export const partValues = ({ parts }: Pick<Rule, 'parts'>, name: string): readonly string[] =>
  parts
    .split(';')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(',') ?? []

/** The rule with a new value of a part. */
export const withPart = <R extends Pick<Rule, 'parts'>>(rule: R, name: string, value: string): R => ({
  ...rule,
  parts: rule.parts
    .split(';')
    .map((part) => (part.startsWith(`${name}=`) ? `${name}=${value}` : part))
    .join(';'),
})

/** The days of the week by their names in rules, from Monday on. */
export const ruleDays: readonly string[] = days

const quote = (value: string): string => `“${value.slice(0, 40)}”`

const splitParts = (text: string): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';')) {
    if (part === '') continue
    const [name = '', value] = part.split('=', 2)
    if (!Object.hasOwn(partRules, name) || value === undefined) {
      throw new RuleFault(
        `${quote(part)} is no part of a rule; allowed are ${Object.keys(partRules).join(', ')}, each as NAME=VALUE.`,
      )
    }
    if (parts.has(name)) throw new RuleFault(`${name} may stand only once in a rule.`)
    parts.set(name, value)
  }
  return parts
}

/** Combinations that are not allowed (RFC 5545, 3.3.10). */
const checkTogether = (frequency: Frequency, parts: ReadonlyMap<string, string>): void => {
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new RuleFault('A rule ends by COUNT or by UNTIL, not by both.')
  const onlyWith = (name: string, allowed: readonly Frequency[]) => {
    if (parts.has(name) && !allowed.includes(frequency))
      throw new RuleFault(`${name} may only stand with FREQ=${allowed.join(' or FREQ=')}.`)
  }
  onlyWith('BYWEEKNO', ['YEARLY'])
  onlyWith('BYYEARDAY', ['YEARLY'])
  onlyWith('BYMONTHDAY', ['YEARLY', 'MONTHLY', 'DAILY'])
  const hasNumber = /\d/.test(parts.get('BYDAY') ?? '')
  if (hasNumber && (!['YEARLY', 'MONTHLY'].includes(frequency) || parts.has('BYWEEKNO')))
    throw new RuleFault(
      'Numbers in BYDAY, such as 2TU, are only allowed with FREQ=MONTHLY, or with FREQ=YEARLY without BYWEEKNO.',
    )
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS'))
    throw new RuleFault('BYSETPOS may only stand with another part whose name begins with BY.')
}
