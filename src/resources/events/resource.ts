import type { Resource } from '../../core/resource.ts'
import { postOperations } from '../shared/post.ts'
import { checkDates } from './dates.ts'
import { eventDefinition } from './definition.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { checkPoint } from './geolocation.ts'
import { planEventsBy } from './list.ts'
import { multiDayFilter } from './multi-day.ts'
import { otherTimeZoneFilter } from './other-time-zone.ts'
import { eventSchemas } from './schema.ts'

/** The resource of events, as routes and documentation read it. */
export const events: Resource = {
  name: 'event',
  plural: 'events',
  kind: 'post',
  fields: eventFields,
  filters: eventFilters,
  checks: { fields: checkDates, filters: checkPoint },
  schemas: eventSchemas,
  writeRight: 'edit',
  dependsOn: ['event', 'venue', 'organizer', 'term'],
  pastEnd: 'event-archive-page-not-found',
  operations: postOperations(eventDefinition),
}

/** The filters of {@link shownEvents}. */
export const shownFilters = { ...eventFilters, multi_day: multiDayFilter, elsewhere: otherTimeZoneFilter }

/** Events as pages and feeds list them: with the filters of the interface, and two of their own. */
export const shownEvents: Resource = {
  ...events,
  filters: shownFilters,
  operations: { ...events.operations, list: planEventsBy(shownFilters) },
}
