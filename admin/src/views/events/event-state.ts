import type { Event } from '../../api/calendar.ts'
import { t } from '../../texts.ts'

/** The status of an event in the API. */
export type EventState = NonNullable<Event['event_status']>

/** These states, in the order in which they are offered. */
export const eventStates = [
  'scheduled',
  'cancelled',
  'postponed',
  'rescheduled',
  'moved_online',
] as const satisfies readonly EventState[]

/** The names of these states. */
export const stateNames: Readonly<Record<EventState, () => string>> = {
  scheduled: () => t('As planned'),
  cancelled: () => t('Cancelled'),
  postponed: () => t('Postponed, without a new date'),
  rescheduled: () => t('Moved to another date'),
  moved_online: () => t('Moved online'),
}

/** How an event can be attended, as the interface writes it. */
export type Attendance = NonNullable<Event['attendance_mode']>

/** The names of these ways. */
export const attendanceNames: Readonly<Record<Attendance, () => string>> = {
  offline: () => t('In person'),
  online: () => t('Online'),
  mixed: () => t('In person and online'),
}

/** Whether a ticket can be had. */
export const availabilityNames: Readonly<Record<NonNullable<Event['offers']>[number]['availability'], () => string>> = {
  in_stock: () => t('Available'),
  limited: () => t('Few left'),
  pre_order: () => t('Pre-order'),
  sold_out: () => t('Sold out'),
}

/** The display name of a status; an unknown one is shown unchanged. */
export const nameIn = (names: Readonly<Record<string, () => string>>, word: string): string => names[word]?.() ?? word
