import type { Schemas } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { type EventForm, formOf } from './form-state.ts'

/** The form of a new event: on the evening of a day, or tomorrow. */
export const newForm = (day = new Date(Date.now() + 86_400_000).toLocaleDateString('sv')): EventForm => {
  return {
    title: '',
    description: '',
    startDay: day,
    startTime: '19:00',
    endDay: day,
    endTime: '21:00',
    allDay: false,
    timezone: '',
    venue: null,
    organizers: [],
    categories: [],
    tags: [],
    image: null,
    cost: '',
    website: '',
    excerpt: '',
    state: 'scheduled',
    stateReason: '',
    attendance: 'offline',
    virtualUrl: '',
    offers: [],
    slug: '',
    status: 'draft',
    date: '',
    featured: false,
    sticky: false,
    hidden: false,
    recurrence: null,
  }
}

/** The form of a new event that is like another one. */
export const copyOf = (event: Schemas['Event']): EventForm => {
  const form = formOf(event)
  return { ...form, title: t('{title} (copy)', { title: form.title }), slug: '', status: 'draft', date: '' }
}
