import type { EventFields, Schemas } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import { may } from '../menu.ts'
import { commonFaults, dateOf, type FormKind, type RecordForm } from '../record/form.ts'
import type { Recurrence } from '../series/series-place.ts'
import { eventLabels } from './event-labels.ts'
import type { Attendance, EventState } from './event-state.ts'
import { type OfferForm, offerFaultsOf, offerFormsOf, offersOf } from './offer-form.ts'

/** Something that an event links to; one with id 0 is created with the event. */
export type Linked = { readonly id: number; readonly name: string }

/** The values of the form of an event, as strings. Dates are local times in the event's zone. */
export type EventForm = RecordForm & {
  readonly description: string
  readonly startDay: string
  readonly startTime: string
  readonly endDay: string
  readonly endTime: string
  readonly allDay: boolean
  readonly timezone: string
  readonly venue: Linked | null
  readonly organizers: readonly Linked[]
  readonly categories: readonly Linked[]
  readonly tags: readonly Linked[]
  readonly image: { readonly id: number; readonly url: string } | null
  readonly cost: string
  readonly website: string
  readonly excerpt: string
  readonly state: string
  readonly stateReason: string
  readonly attendance: string
  readonly virtualUrl: string
  readonly offers: readonly OfferForm[]
  readonly featured: boolean
  readonly sticky: boolean
  readonly hidden: boolean
  /** Null for an event that does not recur. */
  readonly recurrence: Recurrence | null
}

/** Fills the form with an event; how it recurs is known of its series. */
export const formOf = (event: Schemas['Event'], recurrence: Recurrence | null = null): EventForm => {
  const { venue, image, website, url } = event
  const term = ({ id, name }: { id: number; name: string }): Linked => ({ id, name: plainText(name) })
  return {
    title: plainText(event.title),
    description: event.description,
    startDay: event.start_date.slice(0, 10),
    startTime: event.start_date.slice(11, 16),
    endDay: event.end_date.slice(0, 10),
    endTime: event.end_date.slice(11, 16),
    allDay: event.all_day,
    timezone: event.timezone,
    venue: Array.isArray(venue) ? null : { id: venue.id, name: plainText(venue.venue) },
    organizers: event.organizer.map(({ id, organizer }) => ({ id, name: plainText(organizer) })),
    categories: event.categories.map(term),
    tags: event.tags.map(term),
    image: image ? { id: Number(image.id), url: image.url } : null,
    cost: plainText(event.cost),
    // An event without a website shows its own page there (contract B6.3).
    website: website === url ? '' : website,
    excerpt: event.excerpt,
    state: event.event_status ?? 'scheduled',
    stateReason: plainText(event.event_status_reason ?? ''),
    attendance: event.attendance_mode ?? 'offline',
    virtualUrl: event.virtual_url ?? '',
    offers: offerFormsOf(event),
    slug: event.slug,
    status: event.status,
    date: event.date.slice(0, 16).replace(' ', 'T'),
    featured: event.featured,
    sticky: event.sticky,
    hidden: event.hide_from_listings,
    recurrence,
  }
}

/** The dates of a form, in the format of the API. */
export const timesOf = ({ startDay, startTime, endDay, endTime, allDay, timezone }: EventForm) => {
  const at = (day: string, time: string): string => (allDay ? day : `${day} ${time || '00:00'}:00`)
  return {
    start_date: at(startDay, startTime),
    end_date: at(endDay, endTime),
    all_day: allDay,
    ...(timezone ? { timezone } : {}),
  }
}

/** All fields of a form, in the format of the API. */
const fieldsOf = (form: EventForm): EventFields => {
  const { venue, status, recurrence } = form
  const term = ({ id, name }: Linked) => id || { name }
  return {
    title: form.title,
    description: form.description,
    ...timesOf(form),
    venue: venue ? venue.id || { venue: venue.name } : [],
    organizer: form.organizers.map(({ id, name }) => id || { organizer: name }),
    categories: form.categories.map(term),
    tags: form.tags.map(term),
    image: form.image?.id ?? null,
    cost: form.cost,
    website: form.website,
    excerpt: form.excerpt,
    // The choices have the words of the interface.
    event_status: form.state as EventState,
    event_status_reason: form.stateReason,
    attendance_mode: form.attendance as Attendance,
    virtual_url: form.virtualUrl,
    offers: offersOf(form.offers),
    slug: form.slug,
    status,
    ...dateOf(form),
    featured: form.featured,
    sticky: form.sticky,
    hide_from_listings: form.hidden,
    recurrence: recurrence && { ...recurrence, rdate: [...recurrence.rdate], exdate: [...recurrence.exdate] },
  }
}

/** The errors of a form before it is sent, by field. */
const faultsOf = (form: EventForm): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = { ...commonFaults(form) }
  if (!form.title.trim()) faults['title'] = t('An event needs a title.')
  if (!form.startDay) faults['start_date'] = t('An event needs a day on which it starts.')
  const [start, end] = [`${form.startDay} ${form.startTime}`, `${form.endDay} ${form.endTime}`]
  const isReversed = form.allDay ? form.endDay < form.startDay : end < start
  if (form.endDay && isReversed) faults['end_date'] = t('The event ends before it starts.')
  if (form.virtualUrl && !/^https?:\/\/\S+$/i.test(form.virtualUrl))
    faults['virtual_url'] = t('An address begins with https:// or http://.')
  return { ...faults, ...offerFaultsOf(form.offers) }
}

/** The fields with records that the person may not create. */
const forbiddenOf = ({ categories, tags }: EventForm): readonly string[] => {
  const isNew = ({ id }: Linked): boolean => id === 0
  return [
    ...(categories.some(isNew) && !may('publish') ? ['categories'] : []),
    ...(tags.some(isNew) && !may('edit-others') ? ['tags'] : []),
  ]
}

/** The form of events. */
export const eventForm: FormKind<EventForm, EventFields> = { labels: eventLabels, fieldsOf, faultsOf, forbiddenOf }
