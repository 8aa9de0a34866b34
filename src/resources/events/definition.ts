import type { RequestContext } from '../../core/context.ts'
import { blankOf, searchTextsOf } from '../../core/fields.ts'
import type { Values } from '../../core/params.ts'
import type { PostRow } from '../../db/schema.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { pageUrl } from '../shared/post-record.ts'
import { readCost, showCost } from './cost.ts'
import { decideDates } from './dates.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { eventLinks, type LinkPlan } from './links.ts'
import { planEventsBy } from './list.ts'
import { composeStored, type EventLinks } from './relations.ts'
import { nextOccurrence } from './series/next.ts'

/** Events: what the calendar is for. */
export const eventDefinition: PostDefinition<'event', EventLinks, LinkPlan, typeof eventFields, typeof eventFilters> = {
  name: 'event',
  titleField: 'title',
  fields: eventFields,
  filters: eventFilters,
  plan: planEventsBy(eventFilters),
  reusesNamesakes: false,
  resolveSlug: nextOccurrence,
  blank: { ...blankOf(eventFields), series_id: null, recurrence_id: null, own_fields: '' },
  prepare: (context, values, current) => ({
    ...decideDates(context, values, current),
    ...(current ? keepShown(context, values, current) : {}),
  }),
  links: eventLinks,
  searchFields: searchTextsOf(eventFields),
  compose: composeStored,
}

/** Cost and website are shown otherwise than they are stored; who writes back what was read changes neither (contract B6.2). */
const keepShown = (
  context: RequestContext,
  values: Values<typeof eventFields>,
  current: PostRow<'event'>,
): Partial<PostRow<'event'>> => {
  const sent = values['cost']
  const isShown = sent !== undefined && sent === readCost(showCost(current.cost, context.config.currency).cost)?.stored
  return {
    ...(isShown ? { cost: current.cost, is_free: current.is_free } : {}),
    ...(current.website === null && values.website === pageUrl(context, 'event', current) ? { website: null } : {}),
  }
}
