import type { ComponentType } from 'preact'
import type { Right } from './menu.ts'

/** A view and the path below `/admin` at which it is shown; a part of the path that begins with a colon is a property of the view. */
type ViewRoute = {
  readonly path: string
  /** The right that it needs, if it differs from that of the page of the menu above it. */
  readonly right?: Right
  /** Loads its code, which is not part of that of the first page. */
  // biome-ignore lint/suspicious/noExplicitAny: each view has other properties, which its path gives it as texts.
  readonly load: () => Promise<ComponentType<any>>
}

const events = () => import('./events/events.tsx').then(({ Events }) => Events)
const event = () => import('./events/event.tsx').then(({ EventView }) => EventView)

const series = () => import('./series/series.tsx').then(({ SeriesView }) => SeriesView)
const users = () => import('./people/users.tsx').then(({ Users }) => Users)
const account = () => import('./people/account.tsx').then(({ Account }) => Account)
const review = () => import('./events/review.tsx').then(({ Review }) => Review)
const settings = () => import('./site/settings.tsx').then(({ Settings }) => Settings)
const categories = () => import('./terms/categories.tsx').then(({ Categories }) => Categories)
const tags = () => import('./terms/tags.tsx').then(({ Tags }) => Tags)
const images = () => import('./images/images.tsx').then(({ Images }) => Images)
const calendar = () => import('./calendar/calendar.tsx').then(({ CalendarView }) => CalendarView)
const imports = () => import('./imports/imports.tsx').then(({ Imports }) => Imports)
const sources = () => import('./sources/sources.tsx').then(({ Sources }) => Sources)
const activity = () => import('./activity/activity.tsx').then(({ Activity }) => Activity)
const state = () => import('./site/state.tsx').then(({ StateView }) => StateView)

const venues = () => import('./places/places.tsx').then(({ Venues }) => Venues)
const venue = () => import('./places/place.tsx').then(({ VenueView }) => VenueView)
const venueDuplicates = () => import('./places/duplicates.tsx').then(({ VenueDuplicates }) => VenueDuplicates)
const organizers = () => import('./places/places.tsx').then(({ Organizers }) => Organizers)
const organizer = () => import('./places/place.tsx').then(({ OrganizerView }) => OrganizerView)
const organizerDuplicates = () =>
  import('./places/duplicates.tsx').then(({ OrganizerDuplicates }) => OrganizerDuplicates)

/** Every view. */
export const views: readonly ViewRoute[] = [
  { path: '/', load: events },
  { path: '/events/:id', load: event },
  { path: '/series/:id', load: series },
  { path: '/calendar', load: calendar },
  { path: '/review', load: review },
  { path: '/venues', load: venues },
  { path: '/venues/duplicates', right: 'edit-others', load: venueDuplicates },
  { path: '/venues/:id', load: venue },
  { path: '/organizers', load: organizers },
  { path: '/organizers/duplicates', right: 'edit-others', load: organizerDuplicates },
  { path: '/organizers/:id', load: organizer },
  { path: '/categories', load: categories },
  { path: '/tags', load: tags },
  { path: '/images', load: images },
  { path: '/users', load: users },
  { path: '/settings', load: settings },
  { path: '/account', load: account },
  { path: '/import', load: imports },
  { path: '/sources', load: sources },
  { path: '/activity', load: activity },
  { path: '/state', load: state },
]
