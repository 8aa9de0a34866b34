import type { Zone } from './time-zone.ts'

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
  return zone.kind === 'region' ? firstDayIn(zone.id) : firstDayOfWeek(ofPage)
}

const firstDaysByZone = new Map<string, number>()

/** The first day of the week in the country of an IANA time zone. The runtime has lists of zones by country alone, whose reading takes some time. */
const firstDayIn = (id: string): number => {
  const known = firstDaysByZone.get(id)
  if (known !== undefined) return known
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions()
  const country = countriesWithOwnWeek().find((it) => (it.getTimeZones?.() ?? it.timeZones ?? []).includes(timeZone))
  const firstDay = (country && weekInfoOf(country).firstDay) ?? 1
  firstDaysByZone.set(id, firstDay)
  return firstDay
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The countries in which the week does not begin on Monday. */
const countriesWithOwnWeek = (): readonly WeekLocale[] =>
  letters
    .flatMap((first) => letters.map((second): WeekLocale => new Intl.Locale(`und-${first}${second}`)))
    .filter((it) => weekInfoOf(it).firstDay !== 1)
