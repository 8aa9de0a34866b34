import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../crud/errors.ts'
import { stateOf } from '../http/request-state.ts'
import { events } from '../resources/events/resource.ts'
import { organizers } from '../resources/organizers/resource.ts'
import { venues } from '../resources/venues/resource.ts'
import { mountAssets } from './asset-routes.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import { indexPage } from './index-page.ts'
import { readKnown } from './known-params.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'
import type { PageRecord, Place, ReadAddress } from './place.ts'
import { organizerPage, venuePage } from './place-page.ts'
import { readAddress } from './read-address.ts'
import { redirect, sendPage } from './send-page.ts'
import { addressOf, changed, readAsked } from './state.ts'
import type { Form } from './tec-addresses.ts'
import { href, rooted, type Visit } from './visit.ts'
import type { Visits } from './visits.ts'

/** What a place is once the record of an id is found. */
type Found = Exclude<Place, { kind: 'id' }>

/** Answers the calendar or the feed of a place. */
export type SendFeed = (
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Exclude<Form, 'page'>,
  place: Exclude<Found, { kind: 'index' }>,
) => Promise<FastifyReply>

/** Pages of one record each. */
const pagesOfRecords: Readonly<Record<PageRecord, (visit: Visit, slug: string) => Promise<Page>>> = {
  event: eventPage,
  venue: venuePage,
  organizer: organizerPage,
}

/** What {@link readAddress} reads. */
const paths = [
  '/',
  '/index.php',
  '/events',
  '/events/*',
  '/event/*',
  '/venue/*',
  '/organizer/*',
  '/tag/*',
  '/feed',
  '/feed/*',
]

/**
 * The pages for visitors: the calendar in its views, events, venues and organizers, and the lists of these two. All of them show what the
 * public may see. Calendars and feeds at their addresses are answered by `sendFeed`.
 */
export const mountPages = (app: FastifyInstance, visits: Visits, sendFeed: SendFeed): void => {
  mountAssets(app, visits.assets)
  const answer = visits.handler(async (visit, request, reply) => {
    const sent = readKnown(visit.query)
    const read = readAddress(visit.path, sent, visit.scope)
    const place = read && (await findPlace(visit, read.place))
    if (!place) return sendPage(request, reply, visit, notFound(visit))
    if (read.form !== 'page' && place.kind !== 'index') return sendFeed(visit, request, reply, read.form, place)
    const path = await pathOf(visit, read, place, sent)
    if (path !== undefined) return redirect(reply, href(visit, path), read.dependsOnToday ? 302 : 301)
    if (place.kind === 'index') throw new ApiError('rest_no_route')
    return sendPage(request, reply, visit, await show(visit, place))
  })
  for (const path of paths) app.get(path, answer)
  for (const name of ['venues', 'organizers'] as const) {
    const page = visits.handler(async (visit, request, reply) =>
      sendPage(request, reply, visit, await indexPage(visit, name)),
    )
    for (const url of [`/${name}`, `/${name}/`]) app.get(url, page)
  }
  app.get('/favicon.ico', async (request, reply) =>
    redirect(reply, rooted(visits.of(request, 0), visits.assets.get('icon.svg').path)),
  )
  app.get('/*', async (request, reply) => {
    const isPage = stateOf(request.raw).address.kind === 'page'
    if (!isPage || !request.headers.accept?.includes('text/html')) throw new ApiError('rest_no_route')
    const visit = visits.of(request, 0)
    return sendPage(request, reply, visit, notFound(visit))
  })
}

const resourcesOf = { event: events, venue: venues, organizer: organizers } as const

/** The place itself; undefined where a record is named by an id that the public cannot see. */
const findPlace = async ({ records, scope }: Visit, place: Place): Promise<Found | undefined> => {
  if (place.kind !== 'id') return place
  for (const of of place.of ? [place.of] : (['event', 'venue', 'organizer'] as const)) {
    const [record] = await records.records<{ slug: string }>(scope, resourcesOf[of], [place.id])
    if (record) return { kind: 'record', of, slug: record.slug }
  }
  return undefined
}

/** Where a visitor is sent on to; undefined for the address of a page itself. */
const pathOf = async (
  visit: Visit,
  { isMoved }: ReadAddress,
  place: Found,
  sent: URLSearchParams,
): Promise<string | undefined> => {
  if (place.kind === 'index') return `/${place.of}/`
  if (place.kind === 'record') {
    const { of, slug, page = 1 } = place
    if (!isMoved) return undefined
    if (page === 1) return `/${of}/${slug}/`
    // The page of a venue or an organizer shows its next events, and a list the others.
    const { id } = await visit.records.read<{ id: number }>(visit.scope, resourcesOf[of], slug)
    return addressOf({ view: 'list', page, zoom: 0, filters: { [of]: String(id) } })
  }
  const { state } = place
  const asked = readAsked(state, sent)
  if (asked) return addressOf(asked)
  // Maps need a server of tiles; the list has the same events.
  if (state.view === 'map' && !visit.config.tiles) return addressOf(changed(state, { view: 'list' }))
  return isMoved ? addressOf(state) : undefined
}

const show = (visit: Visit, place: Exclude<Found, { kind: 'index' }>): Promise<Page> =>
  place.kind === 'events' ? eventsPage(visit, place.state) : pagesOfRecords[place.of](visit, place.slug)
