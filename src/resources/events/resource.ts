import type { Resource } from '../../core/resource.ts'
import { eventDefinition } from './definition.ts'
import type { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { planEventsBy } from './find/list.ts'
import { multiDayFilter } from './multi-day.ts'
import { eventOperations } from './series/operations.ts'

/** The resource of events. */
export const events: Resource<typeof eventFields, typeof eventFilters> = {
  ...eventDefinition,
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
