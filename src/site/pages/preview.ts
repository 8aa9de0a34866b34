import type { FastifyRequest } from 'fastify'
import { findCaller } from '../../accounts/users.ts'
import { ApiError } from '../../core/errors.ts'
import { anonymous, mayRead } from '../../core/policy.ts'
import { readDocument } from '../../core/resource.ts'
import { findPost } from '../../core/stored-post.ts'
import type { Response } from '../../http/types.ts'
import { eventDefinition } from '../../resources/events/definition.ts'
import { readPreview } from '../../resources/kalends/preview-token.ts'
import type { PageContext } from '../page-context.ts'
import { privatePageResponse } from '../page-response.ts'
import { asRecord } from '../record-types.ts'
import { type Answer, pathPart } from '../route.ts'
import { eventPage } from './event-page.ts'
import type { Page } from './layout.ts'
import { notFound } from './messages.ts'

/** Shows the page of an event as visitors will see it to everybody with a valid link. */
export const answerPreview: Answer = async (context, request): Promise<Response> =>
  privatePageResponse(context, await previewPage(context, request))

const previewPage = async (context: PageContext, request: FastifyRequest): Promise<Page> => {
  const token = pathPart(request, 'token')
  const { database, clock } = context.app
  const claim = await readPreview(database, token, clock())
  const row = claim && (await findPost(database, 'event', 'id', claim.eventId))
  // Who made the link may have lost the right to read since, and the event may have been hidden or thrown away.
  const issuer = claim && (await findCaller(database, claim.issuerId))
  if (!row || !issuer || row.status === 'trash' || !mayRead(issuer, row)) return await notFound(context)
  const links = await eventDefinition.links.load(database, row.id)
  // Visitors see only what is public of the venues and organizers.
  const compose = eventDefinition.compose({ ...context.request, caller: anonymous }, { row, links })
  const event = asRecord('event', readDocument({ bytes: compose(true) }))
  const { records } = context
  const bySlug = async (slug: string) => {
    if (slug !== row.slug) throw new ApiError('rest-event-not-found')
    return event
  }
  return eventPage({ ...context, records: { ...records, events: { ...records.events, bySlug } } }, row.slug)
}
