import { plainTitle } from './column-titles.ts'

/** Languages whose names of months and days of the week are read: those of the interface. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja']

/** Further short forms that people write. */
const otherMonths: Readonly<Record<string, number>> = {
  sept: 9,
  marz: 3,
  mrz: 3,
  janner: 1,
  jaenner: 1,
  feber: 2,
  maerz: 3,
  okt: 10,
  dez: 12,
}

let months: ReadonlyMap<string, number> | undefined
let days: ReadonlySet<string> | undefined

/** The number of a month from 1 on, by its name in a language of the interface, long or short; undefined for other words. */
export const findMonth = (word: string): number | undefined => {
  months ??= new Map([...Object.entries(otherMonths), ...languages.flatMap(monthsIn)])
  return months.get(plainTitle(word))
}

/** Whether a word is a day of the week in a language of the interface, long or short. */
export const isWeekday = (word: string): boolean => {
  days ??= new Set(languages.flatMap(daysIn))
  return days.has(plainTitle(word))
}

const monthsIn = (language: string): readonly (readonly [string, number])[] =>
  (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => [plainTitle(format.format(Date.UTC(2027, at, 15))), at + 1] as const)
  })

const daysIn = (language: string): readonly string[] =>
  (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    // January 3rd, 2027 is a Sunday.
    return Array.from({ length: 7 }, (_, at) => plainTitle(format.format(Date.UTC(2027, 0, 3 + at))))
  })
