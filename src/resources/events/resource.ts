import type { Resource } from '../../core/resource.ts'
import { checkDates } from './dates.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { checkTogether, planEventsBy } from './find/list.ts'
import { multiDayFilter } from './multi-day.ts'
import { eventRecord, plainEvent } from './record.ts'
import { eventOperations } from './series/operations.ts'

/** The resource of events. */
export const events: Resource<typeof eventFields, typeof eventFilters> = {
  name: 'event',
  plural: 'events',
  objectType: 'post',
  texts: {
    title: 'Events',
    list: 'List events',
    create: 'Create an event',
    read: 'Read an event',
    update: 'Update an event',
    put: 'Create or update an event',
    batch: 'Write many events',
    remove: 'Delete an event',
    about: {
      list: 'Returns the events that start from yesterday on, for 24 months, ordered by start, unless date filters are sent. `next_rest_url` and the header `Link` contain the other pages.',
      create:
        'Venues, organizers, categories and tags are given by id, or created together with the event. Repeating a request with the same `Idempotency-Key` creates nothing more.',
    },
  },
  fields: eventFields,
  filters: eventFilters,
  removeParams: { scope: eventFields.scope },
  checks: { fields: checkDates, filters: checkTogether },
  schemas: eventRecord.schemas,
  plain: plainEvent,
  writeRight: 'edit',
  dependsOn: ['event', 'venue', 'organizer', 'term'],
  pastEnd: 'event-archive-page-not-found',
  operations: eventOperations,
}

/** The filters of {@link shownEvents}. */
export const shownFilters = { ...eventFilters, multi_day: multiDayFilter }

/** Events for pages and feeds, which have one more filter than the interface. */
export const shownEvents: Resource = {
  ...events,
  filters: shownFilters,
  operations: { ...events.operations, list: planEventsBy(shownFilters) },
}
