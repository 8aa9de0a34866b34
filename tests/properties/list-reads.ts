import type { categoryFilters } from '../../src/resources/categories/filters.ts'
import type { eventFilters } from '../../src/resources/events/filters.ts'
import { windowNames } from '../../src/resources/events/named-window.ts'
import type { organizerFilters } from '../../src/resources/organizers/filters.ts'
import type { tagFilters } from '../../src/resources/tags/filters.ts'
import type { venueFilters } from '../../src/resources/venues/filters.ts'
import type { Random } from './random.ts'

/** The kinds of records that have lists. */
export type Plural = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** What parameters take their values from: `id` gives an id of the kind that is known to exist. */
type Source = { readonly random: Random; readonly id: (plural: Plural) => number }

/** A value for each parameter of a list; an empty one leaves the parameter out. Few values each, so that lists come again. */
type ValuesOf<Filters> = { readonly [N in keyof Filters]-?: (source: Source) => string | number }

const oneOf =
  (...values: readonly (string | number)[]) =>
  ({ random }: Source) =>
    random.oneOf(values)

const anId =
  (plural: Plural) =>
  ({ id }: Source) =>
    id(plural)

const day = oneOf('2026-10-20', '2026-11-05', '2026-12-01', 'now')

const page = {
  page: oneOf(1, 2),
  per_page: oneOf(3, 5, 50),
  text: oneOf('html', 'plain'),
  cursor: oneOf(''),
}

const externalIds = { source: oneOf('cms', 'none'), external_id: oneOf('') }

const modified = { modified_after: day, modified_before: day }

const events: ValuesOf<typeof eventFilters> = {
  ...page,
  window: oneOf(...windowNames),
  start_date: day,
  end_date: oneOf('2026-11-10', '2026-12-31', '2028-01-01'),
  starts_before: day,
  starts_after: day,
  ends_before: day,
  ends_after: day,
  strict_dates: oneOf('true', 'false'),
  search: oneOf('music', 'e', 'hall'),
  categories: anId('categories'),
  tags: anId('tags'),
  venue: anId('venues'),
  organizer: anId('organizers'),
  featured: oneOf('true', 'false'),
  status: oneOf('publish', 'publish,draft'),
  geoloc: oneOf('true', 'false'),
  // A place needs both; they are sent together below.
  geoloc_lat: oneOf(45),
  geoloc_lng: oneOf(5),
  geoloc_distance: oneOf(200, 900),
  include: ({ id }) => `${id('events')},${id('events')}`,
  post_parent: anId('events'),
  series: oneOf(1, 2),
  collapse: oneOf('series'),
  free: oneOf('true', 'false'),
  event_status: oneOf('cancelled', 'scheduled'),
  attendance_mode: oneOf('online', 'offline'),
  availability: oneOf('in_stock', 'sold_out'),
  ticketed: oneOf('false'),
  categories_relation: oneOf('and', 'or'),
  categories_exclude: anId('categories'),
  tags_exclude: anId('tags'),
  venue_exclude: anId('venues'),
  organizer_exclude: anId('organizers'),
  ...modified,
  ...externalIds,
  sort: oneOf('title', '-start_date,title', 'modified', '-id', 'date', 'end_date'),
}

const linked: ValuesOf<typeof venueFilters> & ValuesOf<typeof organizerFilters> = {
  ...page,
  search: oneOf('music', 'hall'),
  event: anId('events'),
  has_events: oneOf('true', 'false'),
  only_with_upcoming: oneOf('true', 'false'),
  status: oneOf('publish', 'publish,draft'),
  ...modified,
  ...externalIds,
  sort: oneOf('title', '-title', 'modified', 'id', '-date'),
}

const terms = (plural: 'categories' | 'tags'): ValuesOf<typeof tagFilters> => ({
  ...page,
  search: oneOf('music', 'hall'),
  exclude: anId(plural),
  include: anId(plural),
  order: oneOf('asc', 'desc'),
  orderby: oneOf('name', 'slug', 'count', 'id'),
  hide_empty: oneOf('true', 'false'),
  post: anId('events'),
  event: anId('events'),
  slug: oneOf('loud', 'quiet', 'kind-1'),
})

/** Every parameter of every list: one that is missing here does not compile. */
const lists: Readonly<Record<Plural, Readonly<Record<string, (source: Source) => string | number>>>> = {
  events,
  venues: linked,
  organizers: linked,
  categories: {
    ...terms('categories'),
    parent: anId('categories'),
  } satisfies ValuesOf<typeof categoryFilters>,
  tags: terms('tags'),
}

/** The address of a list with a few of its parameters, whichever it has. */
export const someList = (source: Source): string => {
  const { random } = source
  const plural = random.oneOf<Plural>(['events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags'])
  const names = new Set(Array.from({ length: 1 + random.below(3) }, () => random.oneOf(Object.keys(lists[plural]))))
  // What decides by which way a list is found meets everything else often.
  if (plural === 'events' && random.chance(40)) names.add('sort')
  if (plural === 'events' && random.chance(40)) names.add(random.oneOf(['categories', 'tags', 'venue', 'organizer']))
  if ([...names].some((name) => name.startsWith('geoloc_'))) names.add('geoloc_lat').add('geoloc_lng')
  const query = [...names].map((name) => `${name}=${lists[plural][name]?.(source)}`)
  return `/${plural}?${query.join('&')}`
}

/** The same list with another value of one of its parameters, which what is in memory must tell apart. */
export const otherList = (path: string, source: Source): string => {
  const [, plural = '', query = ''] = /^\/(\w+)\?(.+)$/.exec(path) ?? []
  const pairs = query.split('&').map((pair) => pair.split('='))
  const changed = source.random.below(pairs.length)
  const values = lists[plural as Plural]
  const shown = pairs.map(([name = '', value], at) => {
    const other = at === changed ? values?.[name]?.(source) : undefined
    return `${name}=${other ?? value}`
  })
  return `/${plural}?${shown.join('&')}`
}
