/** Older type definitions lack this method; older runtimes have a property instead. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

const firstDays = new Map<string, number>()

/** The first day of the week in a locale such as `en-GB`: 1 for Monday to 7 for Sunday. */
export const firstDayOf = (locale: string): number => {
  const known = firstDays.get(locale)
  if (known !== undefined) return known
  const of: WeekLocale = new Intl.Locale(locale)
  const { firstDay = 1 } = of.getWeekInfo?.() ?? of.weekInfo ?? {}
  firstDays.set(locale, firstDay)
  return firstDay
}
