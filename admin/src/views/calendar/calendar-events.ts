import { read } from '../../api/site.ts'
import { t } from '../../texts.ts'
import { notify } from '../../ui/notices.tsx'
import type { EventState } from '../events/event-state.ts'
import { colorOf, readColors } from '../terms/colors.ts'

/** An event as `kalends/v1/calendar` lists it; dates are on the wall clock of its zone. */
export type CalendarEvent = {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly status: string
  /** Only if it does not take place as planned (contract C2.1). */
  readonly event_status?: EventState
  readonly categories: readonly number[]
  /** That of its category. */
  readonly color?: string | undefined
  readonly etag: string
  readonly may_edit: boolean
  /** The id of its series. */
  readonly series?: number
}

/** The first day of a span and the day after it, each as `2027-05-01`. */
type Span = { readonly start_date: string; readonly end_date: string }

/** Reads the events of a span with the colours of their categories. @throws CalendarError */
export const readSpan = async (span: Span): Promise<readonly CalendarEvent[]> => {
  const [{ events, total }, colors] = await Promise.all([
    read<{ events: CalendarEvent[]; total: number }>('kalends/v1', 'calendar', span),
    readColors(),
  ])
  if (total > events.length) notify(t('There are more events than can be shown: {total}.', { total }))
  return events.map((event) => ({ ...event, color: colorOf(colors, event.categories) }))
}

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
export const divideWeeks = (day: string, startOfWeek: number): readonly (readonly string[])[] => {
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
