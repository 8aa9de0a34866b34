import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import { NotLoaded } from '../ui/not-loaded.tsx'
import type { Right } from './menu.ts'

/** A view and the path below `/admin` at which it is shown; a part of the path that begins with a colon is a property of the view. */
type ViewRoute = {
  readonly path: string
  /** The right that it needs, if it differs from that of the page of the menu above it. */
  readonly right?: Right
  // biome-ignore lint/suspicious/noExplicitAny: each view has other properties, which its path gives it as texts.
  readonly View: ComponentType<any> & { readonly preload: () => Promise<unknown> }
}

/** A view whose code is loaded when it is first shown. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
const view = (load: () => Promise<ComponentType<any>>) => lazy(() => load().catch(() => NotLoaded))

const events = view(() => import('./events/events.tsx').then(({ Events }) => Events))
const event = view(() => import('./events/event.tsx').then(({ EventView }) => EventView))

const series = view(() => import('./series/series.tsx').then(({ SeriesView }) => SeriesView))
const users = view(() => import('./people/users.tsx').then(({ Users }) => Users))
const account = view(() => import('./people/account.tsx').then(({ Account }) => Account))
const review = view(() => import('./events/review.tsx').then(({ Review }) => Review))
const settings = view(() => import('./site/settings.tsx').then(({ Settings }) => Settings))
const categories = view(() => import('./terms/categories.tsx').then(({ Categories }) => Categories))
const tags = view(() => import('./terms/tags.tsx').then(({ Tags }) => Tags))
const images = view(() => import('./images/images.tsx').then(({ Images }) => Images))
const calendar = view(() => import('./calendar/calendar.tsx').then(({ CalendarView }) => CalendarView))
const imports = view(() => import('./imports/imports.tsx').then(({ Imports }) => Imports))
const sources = view(() => import('./sources/sources.tsx').then(({ Sources }) => Sources))
const activity = view(() => import('./activity/activity.tsx').then(({ Activity }) => Activity))
const state = view(() => import('./site/state.tsx').then(({ StateView }) => StateView))

const venues = view(() => import('./places/places.tsx').then(({ Venues }) => Venues))
const venue = view(() => import('./places/place.tsx').then(({ VenueView }) => VenueView))
const venueDuplicates = view(() => import('./places/duplicates.tsx').then(({ VenueDuplicates }) => VenueDuplicates))
const organizers = view(() => import('./places/places.tsx').then(({ Organizers }) => Organizers))
const organizer = view(() => import('./places/place.tsx').then(({ OrganizerView }) => OrganizerView))
const organizerDuplicates = view(() =>
  import('./places/duplicates.tsx').then(({ OrganizerDuplicates }) => OrganizerDuplicates),
)

/** Every view. */
export const views: readonly ViewRoute[] = [
  { path: '/', View: events },
  { path: '/events/:id', View: event },
  { path: '/series/:id', View: series },
  { path: '/calendar', View: calendar },
  { path: '/review', View: review },
  { path: '/venues', View: venues },
  { path: '/venues/duplicates', right: 'edit-others', View: venueDuplicates },
  { path: '/venues/:id', View: venue },
  { path: '/organizers', View: organizers },
  { path: '/organizers/duplicates', right: 'edit-others', View: organizerDuplicates },
  { path: '/organizers/:id', View: organizer },
  { path: '/categories', View: categories },
  { path: '/tags', View: tags },
  { path: '/images', View: images },
  { path: '/users', View: users },
  { path: '/settings', View: settings },
  { path: '/account', View: account },
  { path: '/import', View: imports },
  { path: '/sources', View: sources },
  { path: '/activity', View: activity },
  { path: '/state', View: state },
]
