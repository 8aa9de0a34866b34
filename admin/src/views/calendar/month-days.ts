import type { CalendarEvent } from './calendar-event.ts'

/** A day as the interface writes it, `2027-05-01`, some days after another one. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The same day some months later, or the last one of a shorter month. */
export const addMonths = (day: string, months: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months + 1, 0)
  const last = first.toISOString().slice(0, 10)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** The weeks that a month touches, as days; `startOfWeek` is 0 for Sunday to 6 for Saturday. */
export const weeksOf = (day: string, startOfWeek: number): readonly (readonly string[])[] => {
  const first = `${day.slice(0, 8)}01`
  const next = addMonths(first, 1)
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() - startOfWeek + 7) % 7
  const weeks: string[][] = []
  for (let start = addDays(first, -before); start < next; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)))
  return weeks
}

/** The events of a day, those that last all day first. One that ends as a day begins is not on that day. */
export const eventsOn = (events: readonly CalendarEvent[], day: string): readonly CalendarEvent[] =>
  events
    .filter(({ start_date: start, end_date: end }) => {
      const first = start.slice(0, 10)
      return first <= day && (first === day || end > `${day} 00:00:00`)
    })
    .sort((one, other) => Number(other.all_day) - Number(one.all_day))
