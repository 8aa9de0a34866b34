import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { stateOf } from '../../http/request-state.ts'
import { mountAssets } from '../asset-routes.ts'
import { href, rooted, type Visit } from '../page-context.ts'
import type { Visits } from '../page-contexts.ts'
import type { PageRecord, ShownPlace } from '../place.ts'
import { resolveAddress } from '../resolve-address.ts'
import { redirect, sendPage } from '../send-page.ts'
import type { Form } from '../tec-addresses.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import { indexPage } from './index-page.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'
import { organizerPage, venuePage } from './place-page.ts'

/** Answers the calendar or the feed of a place. */
export type SendFeed = (
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Exclude<Form, 'page'>,
  place: ShownPlace,
) => Promise<FastifyReply>

/** Pages of one record each. */
const pagesOfRecords: Readonly<Record<PageRecord, (visit: Visit, slug: string) => Promise<Page>>> = {
  event: eventPage,
  venue: venuePage,
  organizer: organizerPage,
}

/** What {@link resolveAddress} reads. */
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
    const found = await resolveAddress(visit, visit.path, visit.query)
    if (!found) return sendPage(request, reply, visit, notFound(visit))
    if (found.kind === 'moved') return redirect(reply, href(visit, found.path), found.dependsOnToday ? 302 : 301)
    const { form, place } = found
    if (form !== 'page') return sendFeed(visit, request, reply, form, place)
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

const show = (visit: Visit, place: ShownPlace): Promise<Page> =>
  place.kind === 'events' ? eventsPage(visit, place.state) : pagesOfRecords[place.of](visit, place.slug)
