import type { SiteEndpoint, SiteResponse } from '../core/site-document.ts'
import { strongEtag } from '../lib/tag.ts'
import { siteListHeaders } from './list.ts'
import { createResponse } from './response.ts'
import { buildHeaders, readQueryValues, respond } from './rest-request.ts'
import { readFieldNames } from './select-fields.ts'
import type { Response, RestHandler, RestRequest } from './types.ts'
import { jsonAsForm } from './write.ts'

/** Descriptions change with the settings of the site alone. */
const settings = ['setting'] as const

/** Answers the index of a namespace. */
export const readIndex: RestHandler = (request) => {
  const { context, address, raw, services } = request
  const body = services.description.index(context, address, raw)
  return respond(request, { status: 200, body, cache: { validity: context.validity, dependsOn: settings } })
}

/** Answers the OpenAPI document. */
export const readDocumentation: RestHandler = (request) => {
  const { context, services } = request
  const body = services.description.doc(context)
  return respond(request, { status: 200, body, cache: { validity: context.validity, dependsOn: settings } })
}

/** Makes the handler of a site document, which belongs to no resource (D4). */
export const answerSite =
  (answer: SiteEndpoint['answer']): RestHandler =>
  async (request) => {
    const { context, services, name, route, headers, stream, uploaded, clientAddress = '' } = request
    const { mailer, renderPage, app, library } = services
    const { database } = app
    if (request.body?.isJsonText) throw jsonAsForm(request)
    const values = await readQueryValues(request)
    const names = request.names ?? { [route.pathParam ?? '']: name }
    const { documents, passing, changeFeed, waiting } = services.caches
    const client = { address: clientAddress, userAgent: headers['user-agent'] }
    const records = { documents, passing, changeFeed, waiting }
    const own = { database, library, ...records, context, values, name, names, mailer, renderPage }
    const question = {
      ...own,
      uploaded,
      stream,
      client,
      ifMatch: headers['if-match'],
      lastEventId: lastIdOf(headers['last-event-id']),
      fields: readFieldNames(request.raw),
    }
    const { page, file, live, dependsOn, bytes, ...response } = await answer(question)
    if (file) return fileResponse(request, file)
    if (live) return liveResponse(request, live)
    const list = page && { headers: { ...siteListHeaders(request, page), ...response.headers } }
    const cache = dependsOn && { cache: { validity: context.validity, dependsOn } }
    return respond(request, { status: 200, ...response, ...list, ...cache, ...(bytes && { body: bytes }) })
  }

const lastIdOf = (sent: string | string[] | undefined): string | undefined => [sent].flat().at(-1)

/** A response that goes on for as long as the client stays. Proxies must pass it on at once. */
const liveResponse = ({ context, route }: RestRequest, { type, body }: NonNullable<SiteResponse['live']>): Response =>
  createResponse({
    status: 200,
    type,
    body,
    headers: { ...buildHeaders({ context, route }), 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })

/** A file with everything that the caller may see, which no cache keeps. Its ETag changes with every change of the calendar. */
const fileResponse = (
  { context, route, services, url }: RestRequest,
  { type, name, body }: NonNullable<SiteResponse['file']>,
): Response =>
  createResponse({
    status: 200,
    type,
    body,
    etag: strongEtag(
      JSON.stringify([services.caches.changeFeed.stamp(), url, context.caller.id, context.config.publicUrl]),
    ),
    headers: {
      ...buildHeaders({ context, route }),
      'cache-control': 'no-store, private',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
