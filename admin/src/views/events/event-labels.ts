import type { EventFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import type { FormKind } from '../record/form.ts'
import type { EventForm } from './form-state.ts'

/** The names of the fields of an event. */
export const eventLabels: FormKind<EventForm, EventFields>['labels'] = {
  title: () => t('Title'),
  description: () => t('Description'),
  startDay: () => t('First day'),
  startTime: () => t('Start'),
  endDay: () => t('Last day'),
  endTime: () => t('End'),
  allDay: () => t('All day'),
  timezone: () => t('Time zone'),
  venue: () => t('Venue'),
  organizers: () => t('Organizers'),
  categories: () => t('Categories'),
  tags: () => t('Tags'),
  image: () => t('Picture'),
  cost: () => t('Price'),
  website: () => t('Website'),
  excerpt: () => t('Summary'),
  state: () => t('Event status'),
  stateReason: () => t('Reason'),
  attendance: () => t('Attendance'),
  virtualUrl: () => t('Address online'),
  offers: () => t('Tickets'),
  slug: () => t('Slug (URL)'),
  status: () => t('Status'),
  date: () => t('Becomes public on'),
  featured: () => t('Featured'),
  sticky: () => t('Sticky in month view'),
  hidden: () => t('Hidden from lists'),
  recurrence: () => t('Recurrence'),
}
