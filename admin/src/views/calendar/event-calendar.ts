import { type Calendar, createCalendar, DayGrid, destroyCalendar, Interaction, TimeGrid } from '@event-calendar/core'
import { render } from 'preact'
import { adminPath, startOfWeek } from '../../api/root.ts'
import { language, t } from '../../texts.ts'
import { ColorDot } from '../../ui/color-field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { nameIn, stateNames } from '../events/event-state.ts'
import type { CalendarEvent } from './calendar-event.ts'

/** An event with its new dates in the format of the API; `revert` moves it back. */
export type MovedEvent = {
  readonly event: CalendarEvent
  readonly start: string
  readonly end: string
  readonly revert: () => void
}

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
  readonly create: (day: string) => void
  readonly move: (moved: MovedEvent) => void
  readonly onError: (error: unknown) => void
}

const dayMilliseconds = 86_400_000

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
    locale: language,
    firstDay: startOfWeek as NonNullable<Calendar.Options['firstDay']>,
    scrollTime: '08:00:00',
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
    eventContent: ({ event, timeText }) => ({ domNodes: [linkTo(recordOf(event), timeText)] }),
    dateClick: ({ date }) => work.create(dayOf(date)),
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
  link.textContent = `${event.all_day ? '' : `${timeText} `}${title}${statesOf(event)}`
  if (event.color) link.prepend(dotOf(event.color))
  return link
}

/** The note after the title of an event: that it is not public, or does not take place as planned. */
const statesOf = ({ status, event_status }: CalendarEvent): string => {
  const states = [status === 'publish' ? '' : statusName(status), event_status ? nameIn(stateNames, event_status) : '']
  return states.some(Boolean) ? ` (${states.filter(Boolean).join(', ')})` : ''
}

/** A dot in the colour of the category, hidden from screen readers. */
const dotOf = (color: string): Element => {
  const place = document.createElement('span')
  render(ColorDot({ color }), place)
  return place
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
  const shift = (text: string): string => textOf(addDays(new Date(text.replace(' ', 'T')), days))
  move({ event, start: shift(event.start_date), end: shift(event.end_date), revert: () => undefined })
  return true
}

const addDays = (date: Date, days: number): Date => {
  const moved = new Date(date)
  moved.setDate(moved.getDate() + days)
  return moved
}

/** The calendar takes an end as the first moment after an event; the interface says the last day of one that lasts all day. */
const inputOf = (event: CalendarEvent): Calendar.EventInput => {
  const lastDay = new Date(Date.parse(`${event.end_date.slice(0, 10)}T00:00:00Z`) + dayMilliseconds)
  return {
    id: event.id,
    title: plainText(event.title),
    allDay: event.all_day,
    start: event.start_date.replace(' ', 'T'),
    end: event.all_day ? lastDay.toISOString().slice(0, 19) : event.end_date.replace(' ', 'T'),
    editable: event.may_edit,
    classNames: [`status-${event.status}`],
    extendedProps: { record: event },
  }
}

const recordOf = (event: Calendar.Event): CalendarEvent => event.extendedProps['record'] as CalendarEvent

const movedOf = (shown: Calendar.Event, revert: () => void): MovedEvent => {
  const event = recordOf(shown)
  const end = shown.allDay ? new Date(shown.end.getTime() - 1000) : shown.end
  return { event, start: textOf(shown.start), end: textOf(end), revert }
}

/** A date on the wall clock as the interface writes it. */
const textOf = (date: Date): string => `${dayOf(date)} ${date.toTimeString().slice(0, 8)}`

const dayOf = (date: Date): string => date.toLocaleDateString('sv')
