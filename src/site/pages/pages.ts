import { ApiError } from '../../core/errors.ts'
import { isLongPage, requestState } from '../../http/admission.ts'
import { matchSlug } from '../../lib/text.ts'
import { selectTarget } from '../feeds/selection.ts'
import { href, type PageContext } from '../page-context.ts'
import { pageResponse, redirectTo } from '../page-response.ts'
import type { PageRecord, ShownTarget } from '../page-target.ts'
import { resolveAddress } from '../read-address.ts'
import type { Answer } from '../route.ts'
import { eventPath } from './event-card.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import type { Page } from './layout.ts'
import { notFound, tooLong } from './messages.ts'
import { organizerPage, venuePage } from './place-page.ts'

/** Pages of one record each. */
const pagesOfRecords: Readonly<Record<PageRecord, (context: PageContext, slug: string) => Promise<Page>>> = {
  event: eventPage,
  venue: venuePage,
  organizer: organizerPage,
}

/**
 * Answers the addresses that {@link resolveAddress} reads: the calendar in its views, events, venues and organizers. All of them show what
 * the public may see. Some of the addresses of The Events Calendar name a calendar or a feed instead of a page.
 */
export const answerPage: Answer = async (context, request) => {
  const found = await resolveAddress(context, context.path, context.query)
  if (!found) return pageResponse(request, context, await notFound(context))
  if (found.kind === 'moved') return redirectTo(href(context, found.path), found.dependsOnToday ? 302 : 301)
  const { form, target } = found
  if (form === 'page') {
    const page = await showTarget(context, target)
    // The address of a series leads to its next occurrence (contract C3.2).
    if (isOfSeries(target, page)) return redirectTo(href(context, page.canonical ?? ''), 302)
    return pageResponse(request, context, page)
  }
  const format = form === 'calendar' ? 'ics' : form
  return context.feeds.respond(context, request, format, () => selectTarget(context, target))
}

/** Whether an address names a series, so that its page is that of an event with another address. */
const isOfSeries = (target: ShownTarget, { canonical }: Page): boolean =>
  target.kind === 'record' && target.of === 'event' && canonical !== eventPath({ slug: matchSlug(target.slug) })

/** The page that an address names. */
export const showTarget = (context: PageContext, target: ShownTarget): Promise<Page> =>
  target.kind === 'events' ? eventsPage(context, target.state) : pagesOfRecords[target.of](context, target.slug)

/** Answers a path that no route has: with a page where a browser asks for one. */
export const answerNothing: Answer = async (context, request) => {
  const isPage = requestState(request.raw).address.kind === 'page'
  if (!isPage || !request.headers.accept?.includes('text/html')) throw new ApiError('rest_no_route')
  return pageResponse(request, context, isLongPage(request.raw) ? tooLong(context) : await notFound(context))
}
