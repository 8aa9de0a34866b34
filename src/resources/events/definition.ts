import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import type { PostRow } from '../../db/schema.ts'
import { definePost } from '../shared/post-definition.ts'
import { pageUrl } from '../shared/post-record.ts'
import { composeStored } from './compose.ts'
import { readCost, showCost } from './cost.ts'
import { changesDates, checkDates, decideDates } from './dates.ts'
import { previousStart } from './event-status.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { checkTogether, planEventsBy } from './find/list.ts'
import { eventLinks } from './links.ts'
import { costOfOffers, storedOffers } from './offers.ts'
import { type CostColumns, costColumns } from './price.ts'
import { eventRecord, plainEvent } from './record.ts'
import { nextOccurrence } from './series/next.ts'

/** What events are; those that are occurrences of series differ in how they are written (`series/operations.ts`). */
export const eventDefinition = definePost({
  name: 'event',
  plural: 'events',
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
  titleField: 'title',
  fields: eventFields,
  filters: eventFilters,
  removeParams: { scope: eventFields.scope },
  checks: { fields: checkDates, filters: checkTogether },
  schemas: eventRecord.schemas,
  plain: plainEvent,
  dependsOn: ['event', 'venue', 'organizer', 'term'],
  pastEnd: 'event-archive-page-not-found',
  plan: planEventsBy(eventFilters),
  reusesNamesakes: false,
  resolveSlug: nextOccurrence,
  blank: {
    series_id: null,
    recurrence_id: null,
    own_fields: '',
    previous_start_utc: null,
    submission_id: null,
  },
  prepare: (context, values, current) => {
    const dates = current && !changesDates(values) ? undefined : decideDates(context, values, current)
    const event_status = values.event_status ?? current?.event_status ?? 'scheduled'
    return {
      ...dates,
      ...(current ? { previous_start_utc: previousStart(current, { ...current, ...dates, event_status }) } : {}),
      ...(values.cost !== undefined || values.offers !== undefined ? decideCost(context, values, current) : {}),
      ...(values.website !== undefined ? keepWebsite(context, values, current) : {}),
    }
  },
  links: eventLinks,
  compose: composeStored,
})

type EventValues = Values<typeof eventFields>

type CurrentEvent = PostRow<'event'> | undefined

/**
 * The cost that follows from offers, unless a cost is sent too (contract C2.3). A cost is shown otherwise than it is stored: who writes back
 * what was read does not change it (contract B6.2).
 */
const decideCost = (
  { config }: RequestContext,
  { cost, offers }: EventValues,
  current: CurrentEvent,
): Partial<CostColumns> => {
  const isShown =
    current && cost !== undefined && cost === readCost(showCost(current.cost, config.currency).cost)?.stored
  const presentCost = isShown ? costColumns(current.cost) : {}
  if (offers === undefined || (cost !== undefined && !isShown)) return presentCost
  const isFollowing =
    current !== undefined && current.offers !== '' && current.cost === costOfOffers(storedOffers(current))
  // If there were no offers, the cost is kept.
  if (!isFollowing && (isShown || offers.length === 0)) return presentCost
  return costColumns(costOfOffers(offers))
}

/** An event without a website shows its own page there; who writes that back gives it none (contract B6.3). */
const keepWebsite = (
  context: RequestContext,
  { website }: EventValues,
  current: CurrentEvent,
): Partial<Pick<PostRow<'event'>, 'website'>> =>
  current?.website === null && website === pageUrl(context, 'event', current) ? { website: null } : {}
