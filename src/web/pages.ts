import type { FastifyInstance } from 'fastify'
import { ApiError } from '../crud/errors.ts'
import { stateOf } from '../http/request-state.ts'
import { mountAssets } from './asset-routes.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import { indexPage } from './index-page.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'
import { organizerPage, venuePage } from './place-page.ts'
import { redirect, sendPage } from './send-page.ts'
import { addressOf, readAsked, readState } from './state.ts'
import { href, rooted, type Visit } from './visit.ts'
import type { Visits } from './visits.ts'

type Show = (visit: Visit, slug: string) => Promise<Page>

/** Pages of one record each, by the beginning of their path. */
const pagesOfRecords: Readonly<Record<string, Show>> = {
  event: eventPage,
  venue: venuePage,
  organizer: organizerPage,
}

/** The pages for visitors: the calendar in its views, events, venues and organizers, and the lists of these two. All of them show what the public may see. */
export const mountPages = (app: FastifyInstance, visits: Visits): void => {
  mountAssets(app, visits.assets)
  const handler = (show: (visit: Visit) => Promise<Page> | undefined) =>
    visits.handler(async (visit, request, reply) =>
      sendPage(request, reply, visit, await (show(visit) ?? notFound(visit))),
    )
  const events = visits.handler(async (visit, request, reply) => {
    const state = readState(visit.path === '/' ? '/events/' : visit.path, visit.query)
    const asked = state && readAsked(state, visit.query)
    if (asked) return redirect(reply, href(visit, addressOf(asked)))
    return sendPage(request, reply, visit, await (state ? eventsPage(visit, state) : notFound(visit)))
  })
  for (const url of ['/', '/events', '/events/*']) app.get(url, events)
  for (const [name, show] of Object.entries(pagesOfRecords)) {
    const page = handler((visit) => {
      const slug = /^\/[a-z]+\/([^/]+)\/$/.exec(visit.path)?.[1]
      return slug === undefined ? undefined : show(visit, slug)
    })
    app.get(`/${name}/*`, page)
  }
  for (const name of ['venues', 'organizers'] as const) {
    const page = handler((visit) => indexPage(visit, name))
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
