import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'

/** A view and the path below `/admin` at which it is shown; a part of the path that begins with a colon is a property of the view. */
type ViewRoute = {
  readonly path: string
  // biome-ignore lint/suspicious/noExplicitAny: each view has other properties, which its path gives it as texts.
  readonly View: ComponentType<any>
}

const events = lazy(() => import('./events/events.tsx').then(({ Events }) => Events))
const event = lazy(() => import('./events/event.tsx').then(({ EventView }) => EventView))

const users = lazy(() => import('./people/users.tsx').then(({ Users }) => Users))
const account = lazy(() => import('./people/account.tsx').then(({ Account }) => Account))
const review = lazy(() => import('./events/review.tsx').then(({ Review }) => Review))
const settings = lazy(() => import('./site/settings.tsx').then(({ Settings }) => Settings))
const categories = lazy(() => import('./terms/categories.tsx').then(({ Categories }) => Categories))
const tags = lazy(() => import('./terms/tags.tsx').then(({ Tags }) => Tags))
const images = lazy(() => import('./images/images.tsx').then(({ Images }) => Images))
const calendar = lazy(() => import('./calendar/calendar.tsx').then(({ CalendarView }) => CalendarView))

/** Every view. */
export const views: readonly ViewRoute[] = [
  { path: '/', View: events },
  { path: '/events/new', View: event },
  { path: '/events/:id', View: event },
  { path: '/calendar', View: calendar },
  { path: '/review', View: review },
  { path: '/categories', View: categories },
  { path: '/tags', View: tags },
  { path: '/images', View: images },
  { path: '/users', View: users },
  { path: '/settings', View: settings },
  { path: '/account', View: account },
]
