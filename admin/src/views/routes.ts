import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import type { Right } from './menu.ts'

/** A view and the path below `/admin` at which it is shown; a part of the path that begins with a colon is a property of the view. */
type ViewRoute = {
  readonly path: string
  /** The right that it needs, if it differs from that of the page of the menu above it. */
  readonly right?: Right
  // biome-ignore lint/suspicious/noExplicitAny: each view has other properties, which its path gives it as texts.
  readonly View: ComponentType<any> & { readonly preload: () => Promise<unknown> }
}

const events = lazy(() => import('./events/events.tsx').then(({ Events }) => Events))
const event = lazy(() => import('./events/event.tsx').then(({ EventView }) => EventView))

const series = lazy(() => import('./series/series.tsx').then(({ SeriesView }) => SeriesView))
const users = lazy(() => import('./people/users.tsx').then(({ Users }) => Users))
const account = lazy(() => import('./people/account.tsx').then(({ Account }) => Account))
const review = lazy(() => import('./events/review.tsx').then(({ Review }) => Review))
const settings = lazy(() => import('./site/settings.tsx').then(({ Settings }) => Settings))
const categories = lazy(() => import('./terms/categories.tsx').then(({ Categories }) => Categories))
const tags = lazy(() => import('./terms/tags.tsx').then(({ Tags }) => Tags))
const images = lazy(() => import('./images/images.tsx').then(({ Images }) => Images))
const calendar = lazy(() => import('./calendar/calendar.tsx').then(({ CalendarView }) => CalendarView))
const imports = lazy(() => import('./imports/imports.tsx').then(({ Imports }) => Imports))
const sources = lazy(() => import('./sources/sources.tsx').then(({ Sources }) => Sources))
const activity = lazy(() => import('./activity/activity.tsx').then(({ Activity }) => Activity))
const state = lazy(() => import('./site/state.tsx').then(({ StateView }) => StateView))

const venues = lazy(() => import('./places/places.tsx').then(({ Venues }) => Venues))
const venue = lazy(() => import('./places/place.tsx').then(({ VenueView }) => VenueView))
const venueDuplicates = lazy(() => import('./places/duplicates.tsx').then(({ VenueDuplicates }) => VenueDuplicates))
const organizers = lazy(() => import('./places/places.tsx').then(({ Organizers }) => Organizers))
const organizer = lazy(() => import('./places/place.tsx').then(({ OrganizerView }) => OrganizerView))
const organizerDuplicates = lazy(() =>
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
