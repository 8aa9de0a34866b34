import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { reply } from '../../http/reply.ts'
import { stateOf } from '../../http/request-state.ts'
import type { Response } from '../../http/response.ts'
import { mountAssets } from '../asset-routes.ts'
import { href, type PageContext, rooted } from '../page-context.ts'
import type { PageContexts } from '../page-contexts.ts'
import { pageResponse, redirectTo } from '../page-response.ts'
import type { PageRecord, ShownPlace } from '../place.ts'
import { resolveAddress } from '../resolve-address.ts'
import type { Form } from '../tec-addresses.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import { indexPage } from './index-page.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'
import { organizerPage, venuePage } from './place-page.ts'

/** Answers the calendar or the feed of a place. */
export type FeedResponder = (
  context: PageContext,
  request: FastifyRequest,
  form: Exclude<Form, 'page'>,
  place: ShownPlace,
) => Promise<Response>

/** Pages of one record each. */
const pagesOfRecords: Readonly<Record<PageRecord, (context: PageContext, slug: string) => Promise<Page>>> = {
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
 * public may see. Calendars and feeds at their addresses are answered by `respondWithFeed`.
 */
export const mountPages = (server: FastifyInstance, pages: PageContexts, respondWithFeed: FeedResponder): void => {
  mountAssets(server, pages.assets)
  const answer = pages.handler(async (context, request) => {
    const found = await resolveAddress(context, context.path, context.query)
    if (!found) return pageResponse(request, context, notFound(context))
    if (found.kind === 'moved') return redirectTo(href(context, found.path), found.dependsOnToday ? 302 : 301)
    const { form, place } = found
    if (form !== 'page') return respondWithFeed(context, request, form, place)
    return pageResponse(request, context, await show(context, place))
  })
  for (const path of paths) server.get(path, answer)
  for (const name of ['venues', 'organizers'] as const) {
    const page = pages.handler(async (context, request) =>
      pageResponse(request, context, await indexPage(context, name)),
    )
    for (const url of [`/${name}`, `/${name}/`]) server.get(url, page)
  }
  server.get('/favicon.ico', async (request, to) =>
    reply(request, to, redirectTo(rooted(pages.of(request, 0), pages.assets.get('icon.svg').path))),
  )
  server.get('/*', async (request, to) => {
    const isPage = stateOf(request.raw).address.kind === 'page'
    if (!isPage || !request.headers.accept?.includes('text/html')) throw new ApiError('rest_no_route')
    const context = pages.of(request, 0)
    return reply(request, to, await pageResponse(request, context, notFound(context)))
  })
}

const show = (context: PageContext, place: ShownPlace): Promise<Page> =>
  place.kind === 'events' ? eventsPage(context, place.state) : pagesOfRecords[place.of](context, place.slug)
