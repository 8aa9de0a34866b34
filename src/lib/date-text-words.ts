/** The English months as a pattern, whole or cut to three letters (`sept` too); their first three letters tell them. */
export const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** The English weekdays as a pattern, whole or in their usual short forms. */
export const weekdayPattern =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)'

/** The units of a relative date as a pattern, without a plural s. */
export const unitPattern = '(second|sec|minute|min|hour|day|week|fortnight|month|year)'

/** A length of time in the three parts that calendars do not convert into each other. */
export type Span = { readonly months: number; readonly days: number; readonly seconds: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

const spans: Readonly<Record<string, Span>> = {
  second: { months: 0, days: 0, seconds: 1 },
  sec: { months: 0, days: 0, seconds: 1 },
  minute: { months: 0, days: 0, seconds: 60 },
  min: { months: 0, days: 0, seconds: 60 },
  hour: { months: 0, days: 0, seconds: 3600 },
  day: { months: 0, days: 1, seconds: 0 },
  week: { months: 0, days: 7, seconds: 0 },
  fortnight: { months: 0, days: 14, seconds: 0 },
  month: { months: 1, days: 0, seconds: 0 },
  year: { months: 12, days: 0, seconds: 0 },
}

/** The number (1 to 12) of a month matched by `monthPattern`. */
export function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3)) + 1
}

/** The number (0 is Sunday) of a weekday matched by `weekdayPattern`. */
export function weekdayNumber(name: string): number {
  return weekdays.indexOf(name.slice(0, 3))
}

/** The rank (1 to 5) of `first` to `fifth`; -1 for `last`. */
export function rankNumber(name: string): number {
  return name === 'last' ? -1 : ordinals.indexOf(name) + 1
}

/** The length of one unit matched by `unitPattern`. */
export function unitSpan(unit: string): Span | undefined {
  return spans[unit]
}

/** Steps for `this` (0), `next` (1), `last` and `previous` (-1). */
export function stepNumber(name: string): number {
  return name === 'this' ? 0 : name === 'next' ? 1 : -1
}
