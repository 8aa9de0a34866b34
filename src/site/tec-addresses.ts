import type { When } from '../lib/week.ts'
import type { FilterName, View } from './page-state.ts'

/*
 * The addresses of The Events Calendar (TEC), and where they lead (contract D1, D3). Routing reads these tables, the tests go through them
 * one by one, and `docs/compatibility.md` has them. In paths `:day` is `YYYY-MM-DD`, `:month` is `YYYY-MM`, `:page` a number, `:format` the
 * name of a feed.
 */

/** The form in which an address answers its events. */
export type Form = 'page' | 'calendar' | 'rss' | 'atom'

/** A path below `/events/`, or below the path of a category or a tag, and the view that it names. */
export type ViewPath = {
  readonly path: string
  readonly view: View
  /** It is the canonical address of a page; the others redirect to one. */
  readonly isOurs?: true
  /** It is the present day. */
  readonly isToday?: true
  /** It is narrowed to these days. */
  readonly when?: When
}

export const viewPaths: readonly ViewPath[] = [
  { path: '', view: 'list', isOurs: true },
  { path: 'list', view: 'list' },
  { path: 'list/:day', view: 'list', isOurs: true },
  { path: 'upcoming', view: 'list' },
  { path: 'summary', view: 'list' },
  { path: 'photo', view: 'photo', isOurs: true },
  { path: 'photo/:day', view: 'photo', isOurs: true },
  { path: 'map', view: 'map', isOurs: true },
  { path: 'past', view: 'past', isOurs: true },
  { path: 'past/:day', view: 'past', isOurs: true },
  { path: 'month', view: 'month', isOurs: true },
  { path: 'month/:month', view: 'month', isOurs: true },
  { path: ':month', view: 'month' },
  { path: 'week', view: 'week', isOurs: true },
  { path: 'week/:day', view: 'week', isOurs: true },
  { path: 'day', view: 'day', isOurs: true },
  { path: 'day/:day', view: 'day', isOurs: true },
  { path: ':day', view: 'day' },
  { path: 'today', view: 'day', isToday: true },
  // TEC does not have these; people type them.
  { path: 'tonight', view: 'list', when: 'tonight' },
  { path: 'tomorrow', view: 'list', when: 'tomorrow' },
  { path: 'weekend', view: 'list', when: 'weekend' },
]

/** What may follow the path of a view. */
export type Suffix = { readonly path: string; readonly form?: Exclude<Form, 'page'>; readonly isFeatured?: true }

export const viewSuffixes: readonly Suffix[] = [
  { path: '' },
  { path: 'page/:page' },
  { path: 'ical', form: 'calendar' },
  { path: 'feed', form: 'rss' },
  { path: 'feed/:format' },
  { path: 'featured', isFeatured: true },
  { path: 'featured/page/:page', isFeatured: true },
  { path: 'featured/ical', isFeatured: true, form: 'calendar' },
  { path: 'featured/feed', isFeatured: true, form: 'rss' },
  { path: 'featured/feed/:format', isFeatured: true },
]

const listSuffixes = [
  { path: '' },
  { path: 'page/:page' },
  { path: 'ical', form: 'calendar' },
  { path: 'feed', form: 'rss' },
  { path: 'feed/:format' },
] as const satisfies readonly Suffix[]

/** What may follow the path of a record: pages of its events, and their calendar or feed. */
export const recordSuffixes = {
  event: [{ path: '' }, { path: 'ical', form: 'calendar' }],
  venue: listSuffixes,
  organizer: listSuffixes,
} as const satisfies Readonly<Record<string, readonly Suffix[]>>

/** The names of feeds in paths and in `feed=`. RSS 1.0 (`rdf`) is not supported. */
export const feedFormats: Readonly<Record<string, 'rss' | 'atom'>> = {
  feed: 'rss',
  rss: 'rss',
  rss2: 'rss',
  atom: 'atom',
}

/** The names of views in `eventDisplay=` and `tribe_event_display=`. */
export const displays: Readonly<Record<string, View>> = {
  default: 'list',
  list: 'list',
  upcoming: 'list',
  photo: 'photo',
  summary: 'list',
  map: 'map',
  past: 'past',
  month: 'month',
  week: 'week',
  day: 'day',
}

/** Parameters that request a calendar, unless they are `0`. */
export const calendarParams = ['ical', 'outlook-ical'] as const

/** Parameters that choose the form of an answer. */
export const formParams = [...calendarParams, 'feed'] as const

/** Parameters that choose what a page of events shows, besides those of our own. */
export const viewParams = {
  display: ['eventDisplay', 'tribe_event_display'],
  date: ['tribe-bar-date', 'eventDate'],
  page: ['paged', 'tribe_paged'],
} as const

/** Parameters with the meaning of one of our filters. */
export const filterParams: Readonly<Record<string, FilterName>> = {
  'tribe-bar-search': 'search',
  s: 'search',
  tribe_eventcategory: 'categories',
  tribe_venues: 'venue',
  tribe_organizers: 'organizer',
}

/** Parameters that narrow a page by a distance: pages have no such filter. */
export const distanceParams = ['tribe-bar-geoloc', 'tribe-bar-geoloc-lat', 'tribe-bar-geoloc-lng'] as const

/** Parameters of `/` that name a record by its slug, and the record. */
export const slugParams = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

/** Parameters of `/` that name a category or a tag by its slug. */
export const termParams = { tribe_events_cat: 'category', tag: 'tag' } as const

/** The values of `post_type=`: the kind of record to which the id in `p=` or the slug in `name=` belongs. */
export const postTypes = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

/** Every parameter of these tables. */
export const tecParams: readonly string[] = [
  ...formParams,
  ...Object.values(viewParams).flat(),
  ...Object.keys(filterParams),
  ...distanceParams,
  ...Object.keys(slugParams),
  ...Object.keys(termParams),
  ...['post_type', 'p', 'name'],
]

/** The entries of a table. */
export const listEntries = <V>(table: Readonly<Record<string, V>>): readonly (readonly [string, V])[] =>
  Object.entries(table)

/** An entry of a table, but not an inherited member such as `constructor`. */
export const findEntry = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
