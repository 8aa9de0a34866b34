import { addDays, startOfDay, toEpoch, type Zone } from './time-zone.ts'

type WeekInfo = { firstDay: number; weekend: number[] }

/** Older type definitions lack these methods; older runtimes have properties instead. */
type WeekLocale = Intl.Locale & {
  getWeekInfo?: () => WeekInfo
  weekInfo?: WeekInfo
  getTimeZones?: () => string[] | undefined
  timeZones?: string[]
}

const firstDays = new Map<string, number>()

/** The first day of the week in a locale such as `en-GB`: 1 for Monday to 7 for Sunday. */
export const firstDayOfWeek = (locale: string): number => {
  const known = firstDays.get(locale)
  if (known !== undefined) return known
  const { firstDay = 1 } = weekInfoOf(new Intl.Locale(locale))
  firstDays.set(locale, firstDay)
  return firstDay
}

/** The days of the weekend in a locale: 1 for Monday to 7 for Sunday. */
export const weekendDays = (locale: string): readonly number[] => weekInfoOf(new Intl.Locale(locale)).weekend ?? [6, 7]

/** The windows of a calendar that are named after days. */
export const dayWindows = ['today', 'tomorrow', 'weekend', 'week'] as const

/** A window that is named after days. */
export type DayWindow = (typeof dayWindows)[number]

/** The names of what visitors ask for most, in the order in which it is offered: days, and the evening of today. */
export const whenNames = ['today', 'tonight', 'tomorrow', 'weekend', 'week'] as const

/** A name of what visitors ask for most. */
export type When = (typeof whenNames)[number]

/** The evening of a day: from five in the afternoon until five in the morning after it, by the clock of the site. */
export const evening = { from: '17:00:00', until: '05:00:00' } as const

/** Days `YYYY-MM-DD`, the last one included. */
export type DaySpan = { readonly first: string; readonly last: string }

/**
 * The days of a window, seen from a day: `week` are the seven days that begin with it, and `weekend` is what is left of the weekend in which it is,
 * or else the next one.
 */
export const findWindowDays = (window: DayWindow, today: string, site: Omit<Site, 'startOfWeek'>): DaySpan => {
  const later = (days: number): string => addDays(startOfDay(today), days).slice(0, 10)
  if (window === 'today') return { first: today, last: today }
  if (window === 'tomorrow') return { first: later(1), last: later(1) }
  if (window === 'week') return { first: today, last: later(6) }
  const weekend = weekendAt(site)
  const isOfWeekend = (days: number): boolean =>
    weekend.includes(new Date(toEpoch(startOfDay(later(days)))).getUTCDay() || 7)
  let first = 0
  while (!isOfWeekend(first)) first++
  let last = first
  while (isOfWeekend(last + 1)) last++
  return { first: later(first), last: later(last) }
}

const weekInfoOf = (of: WeekLocale): Partial<WeekInfo> => of.getWeekInfo?.() ?? of.weekInfo ?? {}

/** What decides on the first day of the week at a site: the setting, 0 for Sunday to 6 for Saturday, its locale, and its time zone. */
type Site = { readonly startOfWeek: number | undefined; readonly locale: string; readonly zone: Zone }

/**
 * The first day of the week of a site, 1 for Monday to 7 for Sunday: the one that is set, or else that of the region in its locale, or of the
 * country of its time zone, because a language says nothing about the country. Without any of these, as for `en` and UTC, the language of the page decides.
 */
export const startOfWeekAt = ({ startOfWeek, locale, zone }: Site, ofPage: string = locale): number => {
  if (startOfWeek !== undefined) return startOfWeek === 0 ? 7 : startOfWeek
  if (new Intl.Locale(locale).region !== undefined) return firstDayOfWeek(locale)
  return zone.kind === 'region' ? (weekIn(zone.id).firstDay ?? 1) : firstDayOfWeek(ofPage)
}

/**
 * The days of the weekend at a site, 1 for Monday to 7 for Sunday: those of the region in its locale, or else of the country of its time zone. In
 * countries whose week begins on Monday these are Saturday and Sunday.
 */
const weekendAt = ({ locale, zone }: Omit<Site, 'startOfWeek'>): readonly number[] => {
  const of = new Intl.Locale(locale)
  if (of.region !== undefined || zone.kind !== 'region') return weekInfoOf(of).weekend ?? [6, 7]
  return weekIn(zone.id).weekend ?? [6, 7]
}

const weeksByZone = new Map<string, Partial<WeekInfo>>()

/** The week in the country of an IANA time zone. The runtime has lists of zones by country alone, whose reading takes some time. */
const weekIn = (id: string): Partial<WeekInfo> => {
  const known = weeksByZone.get(id)
  if (known) return known
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions()
  const country = countriesWithOwnWeek().find((it) => (it.getTimeZones?.() ?? it.timeZones ?? []).includes(timeZone))
  const week = country ? weekInfoOf(country) : {}
  weeksByZone.set(id, week)
  return week
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The countries in which the week does not begin on Monday. */
const countriesWithOwnWeek = (): readonly WeekLocale[] =>
  letters
    .flatMap((first) => letters.map((second): WeekLocale => new Intl.Locale(`und-${first}${second}`)))
    .filter((it) => weekInfoOf(it).firstDay !== 1)
