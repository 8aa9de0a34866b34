import { type Calendar, createCalendar, DayGrid, destroyCalendar, Interaction, TimeGrid } from '@event-calendar/core'
import { adminPath, startOfWeek } from '../../api/root.ts'
import { locale, t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { nameIn, stateNames } from '../events/event-state.ts'
import type { CalendarEvent } from './calendar-events.ts'

/** An event with its new dates in the format of the API; `revert` moves it back. */
export type MovedEvent = {
  readonly event: CalendarEvent
  readonly start: string
  readonly end: string
  readonly revert: () => void
}

/** Where a new event is to be: days such as `2027-05-01`, and times such as `19:00`. */
export type NewSpan = { readonly day: string; readonly until?: string; readonly from?: string; readonly to?: string }

/** How much a calendar shows. */
export type CalendarSpan = 'month' | 'week' | 'day'

const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const

/** What a calendar needs to know and to do. */
type Work = {
  /** What it shows first: the span around a day, `2027-05-01`. */
  readonly span: CalendarSpan
  readonly day: string
  /** Whether it has buttons for other spans. */
  readonly hasSpans: boolean
  /** Another day is shown. */
  readonly onDay: (day: string) => void
  readonly read: (span: { start_date: string; end_date: string }) => Promise<readonly CalendarEvent[]>
  /** Begins a new event on the days, and at the times where hours are shown. */
  readonly create: (span: NewSpan) => void
  readonly move: (moved: MovedEvent) => void
  readonly onError: (error: unknown) => void
}

const dayMilliseconds = 86_400_000

/** Hours scroll by themselves, so that they begin with the morning. */
const hoursHeight = 'max(24rem, 100dvh - 16rem)'

/** Shows a calendar in a place. All dates are on the wall clock of their event: the zone of the browser does not matter. */
export const showCalendar = (place: HTMLElement, work: Work): { reload: () => void; destroy: () => void } => {
  // Events are drawn anew when they have been moved: the one that was moved by key keeps the focus, for the next key.
  let movedByKey: string | undefined
  place.addEventListener('pointerdown', () => {
    movedByKey = undefined
  })
  const shown: Calendar = createCalendar(place, [DayGrid, TimeGrid, Interaction], {
    view: views[work.span],
    date: work.day,
    datesSet: () => work.onDay(dayOf(shown.getOption('date') as Date)),
    headerToolbar: {
      start: 'prev,today,next',
      center: 'title',
      end: work.hasSpans ? Object.values(views).join() : '',
    },
    buttonText: {
      today: t('Today'),
      dayGridMonth: t('Month'),
      timeGridWeek: t('Week'),
      timeGridDay: t('Day'),
      prev: t('Previous'),
      next: t('Next'),
      close: t('Close'),
    },
    locale,
    firstDay: startOfWeek as NonNullable<Calendar.Options['firstDay']>,
    scrollTime: '08:00:00',
    allDayContent: t('All day'),
    views: { timeGridWeek: { height: hoursHeight }, timeGridDay: { height: hoursHeight } },
    dayMaxEvents: true,
    nowIndicator: true,
    editable: true,
    eventSources: [
      {
        events: async ({ start, end }: { start: Date; end: Date }) => {
          const found = await work.read({ start_date: dayOf(start), end_date: dayOf(end) }).catch((error) => {
            work.onError(error)
            return []
          })
          return found.map(inputOf)
        },
      },
    ],
    eventContent: ({ event, timeText, view }) => {
      // What somebody drags over for a new event is no record yet.
      if (event.display !== 'auto') return timeText
      const record = recordOf(event)
      return { domNodes: [linkTo(record, view.type === views.month ? unlessLater(record, timeText) : timeText)] }
    },
    dateClick: ({ date, allDay }) => work.create({ day: dayOf(date), ...(allDay ? {} : { from: timeOf(date) }) }),
    // Days, or hours, over which somebody drags.
    selectable: true,
    select: ({ start, end, allDay }) =>
      work.create(
        allDay
          ? { day: dayOf(start), until: dayOf(new Date(end.getTime() - 1)) }
          : { day: dayOf(start), until: dayOf(end), from: timeOf(start), to: timeOf(end) },
      ),
    eventDrop: ({ event, revert }) => work.move(movedOf(event, revert)),
    eventResize: ({ event, revert }) => work.move(movedOf(event, revert)),
    eventDidMount: ({ el, event }) => {
      el.addEventListener('keydown', (key) => {
        if (moveByKey(key, event, work)) movedByKey = String(event.id)
      })
      if (String(event.id) !== movedByKey) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) el.querySelector('a')?.focus()
      })
    },
  })
  const observer = mendRoles(place)
  return {
    reload: () => void shown.refetchEvents(),
    destroy: () => {
      observer.disconnect()
      destroyCalendar(shown)
    },
  }
}

/** An event in the calendar is a link to its form, which takes the focus and opens as other links do. */
const linkTo = (event: CalendarEvent, timeText: string): HTMLElement => {
  const link = document.createElement('a')
  const title = plainText(event.title)
  link.href = `${adminPath}/events/${event.id}`
  link.draggable = false
  link.textContent = `${timeText === '' || isByDays(event) ? '' : `${timeText} `}${title}${statesOf(event)}`
  return link
}

/** The time with which a bar of the month begins; none where it goes on from the week before, as if the event began at midnight. */
const unlessLater = ({ start_date }: CalendarEvent, timeText: string): string => {
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const start = new Intl.DateTimeFormat(locale, time).format(new Date(start_date.replace(' ', 'T')))
  return timeText === start ? timeText : ''
}

/** The note after the title of an event: that it is not public, or does not take place as planned. */
const statesOf = ({ status, event_status }: CalendarEvent): string => {
  const states = [status === 'publish' ? '' : statusName(status), event_status ? nameIn(stateNames, event_status) : '']
  return states.some(Boolean) ? ` (${states.filter(Boolean).join(', ')})` : ''
}

/**
 * Removes wrong roles: cells without rows, and articles that are buttons. Screen readers then read days with
 * their dates, and links.
 */
const mendRoles = (place: HTMLElement): MutationObserver => {
  const mend = (): void => {
    for (const element of place.querySelectorAll(
      '[role=table], [role=row], [role=rowgroup], [role=cell], [role=columnheader]',
    )) {
      for (const name of ['role', 'aria-colindex', 'aria-rowindex', 'aria-colcount', 'aria-rowcount'])
        element.removeAttribute(name)
    }
    for (const element of place.querySelectorAll('article[role], article[tabindex]')) {
      element.removeAttribute('role')
      element.removeAttribute('tabindex')
    }
  }
  const observer = new MutationObserver(mend)
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['role', 'tabindex'] })
  mend()
  return observer
}

/** Days by which an arrow key moves an event. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Moves an event by a key; returns whether it does. */
const moveByKey = (key: KeyboardEvent, shown: Calendar.Event, { move }: Work): boolean => {
  const days = key.altKey ? steps[key.key] : undefined
  const event = recordOf(shown)
  if (days === undefined || !event.may_edit) return false
  key.preventDefault()
  move({ event, start: shift(event.start_date, days), end: shift(event.end_date, days), revert: () => undefined })
  return true
}

/** A date as if its clock were that of UTC, in milliseconds: the same for every browser. */
const clockOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

const clockText = (clock: number): string => new Date(clock).toISOString().replace('T', ' ').slice(0, 19)

/** A date so many days later, at the same time of the day. */
const shift = (text: string, days: number): string => clockText(clockOf(text) + days * dayMilliseconds)

/** The number of days from one date to another, whatever their hours. */
const daysBetween = (from: string, to: string): number =>
  (clockOf(`${to.slice(0, 10)} 00:00:00`) - clockOf(`${from.slice(0, 10)} 00:00:00`)) / dayMilliseconds

/** The last day of an event: what ends at midnight has nothing of the day that begins. */
const lastDayOf = ({ start_date, end_date }: CalendarEvent): string =>
  clockText(Math.max(clockOf(end_date) - 1, clockOf(start_date))).slice(0, 10)

/** Whether an event is shown by its days and not by its hours: an exhibition would fill the column of each day that it lasts. */
const isByDays = ({ all_day, start_date, end_date }: CalendarEvent): boolean =>
  all_day || clockOf(end_date) - clockOf(start_date) >= dayMilliseconds

/** The calendar takes an end as the first moment after an event, and days as the midnights between which they lie. */
const inputOf = (event: CalendarEvent): Calendar.EventInput => {
  const days = isByDays(event)
  const [start, end] = days
    ? [`${event.start_date.slice(0, 10)} 00:00:00`, shift(`${lastDayOf(event)} 00:00:00`, 1)]
    : [event.start_date, event.end_date]
  return {
    id: event.id,
    title: plainText(event.title),
    allDay: days,
    start: start.replace(' ', 'T'),
    end: end.replace(' ', 'T'),
    editable: event.may_edit,
    classNames: [`status-${event.status}`],
    styles: event.color ? [`--color: ${event.color}`] : [],
    extendedProps: { record: event },
  }
}

const recordOf = (event: Calendar.Event): CalendarEvent => event.extendedProps['record'] as CalendarEvent

/** The dates of an event that was moved or stretched; by days it keeps its hours, and into the hours it keeps its length. */
const movedOf = (shown: Calendar.Event, revert: () => void): MovedEvent => {
  const event = recordOf(shown)
  const { start_date, end_date } = event
  const days = daysBetween(start_date, dayOf(shown.start))
  const moved = (start: string, end: string): MovedEvent => ({ event, start, end, revert })
  if (isByDays(event) && shown.allDay) {
    const last = dayOf(new Date(shown.end.getTime() - 1))
    return moved(shift(start_date, days), shift(end_date, daysBetween(lastDayOf(event), last)))
  }
  if (event.all_day || shown.allDay) return moved(shift(start_date, days), shift(end_date, days))
  const start = textOf(shown.start)
  if (!isByDays(event)) return moved(start, textOf(shown.end))
  return moved(start, clockText(clockOf(start) + clockOf(end_date) - clockOf(start_date)))
}

/** A date on the wall clock as the interface writes it. */
const textOf = (date: Date): string => `${dayOf(date)} ${date.toTimeString().slice(0, 8)}`

/** The time of a date on the wall clock, without seconds. */
const timeOf = (date: Date): string => date.toTimeString().slice(0, 5)

const dayOf = (date: Date): string => date.toLocaleDateString('sv')
