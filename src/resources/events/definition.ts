import type { RequestContext } from '../../core/context.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import type { PostRow } from '../../db/schema.ts'
import { htmlToText } from '../../lib/html.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { pageUrl } from '../shared/post-record.ts'
import { readCost, showCost } from './cost.ts'
import { type DateValues, decideDates } from './dates.ts'
import { eventFields } from './fields.ts'
import { eventFilters } from './filters.ts'
import { eventLinks, type LinkPlan } from './links.ts'
import { planEventsBy } from './list.ts'
import { renderEvent } from './record.ts'
import type { EventLinks, EventRelations } from './relations.ts'

/** Events: what the calendar is for. */
export const eventDefinition: PostDefinition<'event', EventRelations, EventLinks, LinkPlan> = {
  name: 'event',
  titleField: 'title',
  fields: eventFields,
  filters: eventFilters,
  plan: planEventsBy(eventFilters),
  reusesNamesakes: false,
  blank: {
    all_day: 0,
    start_date: '',
    end_date: '',
    start_utc: '',
    end_utc: '',
    timezone: '',
    timezone_abbr: '',
    cost: '',
    is_free: 0,
    website: null,
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: 0,
    sticky: 0,
    featured: 0,
    parent_id: null,
  },
  prepare: (context, values, current) => ({
    ...decideDates(context, values as DateValues, current),
    ...(current ? keepShown(context, values, current) : {}),
  }),
  links: eventLinks,
  searchFields: (row) => ({
    title: row.title,
    description: htmlToText(row.description),
    excerpt: htmlToText(row.excerpt),
  }),
  render: renderEvent,
}

/** Cost and website are shown otherwise than they are stored; who writes back what was read changes neither (contract B6.2). */
const keepShown = (
  context: RequestContext,
  values: Values<ParamTable>,
  current: PostRow<'event'>,
): Partial<PostRow<'event'>> => {
  const sent = values['cost']
  const isShown = sent !== undefined && sent === readCost(showCost(current.cost, context.config.currency).cost)?.stored
  return {
    ...(isShown ? { cost: current.cost, is_free: current.is_free } : {}),
    ...(current.website === null && values['website'] === pageUrl(context, 'event', current) ? { website: null } : {}),
  }
}
