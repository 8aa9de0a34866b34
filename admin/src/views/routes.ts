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

/** Every view. */
export const views: readonly ViewRoute[] = [
  { path: '/', load: () => import('./home/home.tsx').then(({ Home }) => Home) },
  { path: '/events', load: () => import('./events/events.tsx').then(({ Events }) => Events) },
  { path: '/events/:id', load: () => import('./events/event.tsx').then(({ EventView }) => EventView) },
  { path: '/series/:id', load: () => import('./series/series.tsx').then(({ SeriesView }) => SeriesView) },
  { path: '/calendar', load: () => import('./calendar/calendar.tsx').then(({ CalendarView }) => CalendarView) },
  { path: '/review', load: () => import('./events/review.tsx').then(({ Review }) => Review) },
  { path: '/venues', load: () => import('./places/places.tsx').then(({ Venues }) => Venues) },
  {
    path: '/venues/duplicates',
    right: 'edit-others',
    load: () => import('./places/duplicates.tsx').then(({ VenueDuplicates }) => VenueDuplicates),
  },
  { path: '/venues/:id', load: () => import('./places/place.tsx').then(({ VenueView }) => VenueView) },
  { path: '/organizers', load: () => import('./places/places.tsx').then(({ Organizers }) => Organizers) },
  {
    path: '/organizers/duplicates',
    right: 'edit-others',
    load: () => import('./places/duplicates.tsx').then(({ OrganizerDuplicates }) => OrganizerDuplicates),
  },
  { path: '/organizers/:id', load: () => import('./places/place.tsx').then(({ OrganizerView }) => OrganizerView) },
  { path: '/categories', load: () => import('./terms/categories.tsx').then(({ Categories }) => Categories) },
  { path: '/tags', load: () => import('./terms/tags.tsx').then(({ Tags }) => Tags) },
  { path: '/images', load: () => import('./images/images.tsx').then(({ Images }) => Images) },
  { path: '/users', load: () => import('./people/users.tsx').then(({ Users }) => Users) },
  { path: '/settings/:group?', load: () => import('./site/settings.tsx').then(({ Settings }) => Settings) },
  { path: '/account', load: () => import('./people/account.tsx').then(({ Account }) => Account) },
  { path: '/import', load: () => import('./imports/imports.tsx').then(({ Imports }) => Imports) },
  { path: '/sources', load: () => import('./sources/sources.tsx').then(({ Sources }) => Sources) },
  { path: '/activity', load: () => import('./activity/activity.tsx').then(({ Activity }) => Activity) },
  { path: '/state', load: () => import('./site/state.tsx').then(({ StateView }) => StateView) },
]
