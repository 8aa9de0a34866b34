import type { PageContext } from '../page-context.ts'
import { type PageState, writeFilters } from '../page-state.ts'
import type { Page } from './layout.ts'

type Feeds = NonNullable<Page['feeds']>

const kinds = [
  ['text/calendar', 'feed.ics', 'feed.calendar'],
  ['application/rss+xml', 'feed.rss', 'feed.rss'],
  ['application/feed+json', 'feed.json', 'feed.json'],
] as const

/** The feeds below a path, such as `/events/`, with the filters of a query. */
export const feedsBelow = ({ translator, prefix }: PageContext, path: string, query = ''): Feeds =>
  kinds.map(([type, name, key]) => [
    type,
    `${prefix}${path}${name}${query === '' ? '' : `?${query}`}`,
    translator.text(key),
  ])

/** The feeds of what a page of events shows. */
export const listFeeds = (context: PageContext, { filters, term }: PageState): Feeds => {
  const path = term ? `/events/${term.taxonomy}/${encodeURIComponent(term.slug)}/` : '/events/'
  return feedsBelow(context, path, writeFilters(filters).toString())
}
