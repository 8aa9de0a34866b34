import { dependencyOn, type EventRange } from '../cache/change-feed.ts'
import { ApiError } from '../core/errors.ts'
import {
  type Document,
  type DocumentReaders,
  type ListPlan,
  type ReadResource,
  readDocument,
} from '../core/resource.ts'
import { etagOf, tagOf } from '../lib/tag.ts'
import { type Envelope, envelope } from './envelope.ts'
import { readQueryValues, respond } from './rest-request.ts'
import type { Collection } from './select-fields.ts'
import type { Response, RestHandler, RestRequest } from './types.ts'

/**
 * Answers a list: parameters → plan (what is visible, and the filters) → ids and total → documents → response.
 * @throws ApiError `rest_invalid_param`, or the resource's error for a page past the end (contract B3.2).
 */
export const listRecords =
  (resource: ReadResource): RestHandler =>
  async (request) => {
    const { services, context } = request
    const values = await readQueryValues(request)
    const plan = resource.operations.list(services.app.database, context, values)
    const page = await plan.find(dependencyOn(services.caches.changeFeed, resource.dependsOn, plan.range))
    if (resource.pastEnd && plan.page > 1 && page.ids.length === 0 && !page.cursor) throw new ApiError(resource.pastEnd)
    const { present } = plan
    const wantsPlainText = values['text'] === 'plain'
    return await readList({
      shown: { context, route: request.route, raw: request.raw },
      resource,
      documents: services.caches.documents,
      ids: page.ids,
      wantsPlainText,
      present: wantsPlainText && resource.plain ? resource.plain : present,
      frame: envelope(request, resource, plan, page),
      range: plan.range && { ...plan.range, facets: page.facets },
    })
  }

/** A list whose ids are found. */
type List = {
  readonly shown: Pick<RestRequest, 'context' | 'route' | 'raw'>
  readonly resource: ReadResource
  readonly documents: DocumentReaders
  readonly ids: readonly number[]
  readonly wantsPlainText: boolean
  readonly present: ListPlan['present']
  readonly frame: Envelope
  readonly range: EventRange | undefined
}

/** Reads the records of a list and makes its response. */
const readList = async (list: List): Promise<Response> => {
  const { shown, resource, wantsPlainText, present, frame, range } = list
  const documents = await list.documents[resource.name](shown.context.caller, list.ids)
  const body: Buffer[] = [Buffer.from(frame.before)]
  const flags: Document['flags'][] = []
  let tags = frame.before + frame.after
  for (const [at, document] of documents.entries()) {
    if (at > 0) body.push(comma)
    flags.push(document.flags)
    if (present) {
      // Plain records have nothing that only adapters show.
      const text = JSON.stringify(present(readDocument(wantsPlainText ? { bytes: document.bytes } : document)))
      body.push(Buffer.from(text))
      tags += tagOf(text)
    } else {
      body.push(document.bytes)
      tags += document.tag
    }
  }
  body.push(Buffer.from(frame.after))
  const { validity } = shown.context
  return respond(shown, {
    status: 200,
    body,
    headers: frame.headers,
    etag: etagOf(tags),
    collection: () => collectionOf(resource),
    cache: { validity, dependsOn: resource.dependsOn, range, flags, renew: () => readList(list) },
  })
}

const comma = Buffer.from(',')

const collectionOf = ({ plural, schemas }: ReadResource): Collection => ({
  name: plural,
  fields: new Set(Object.keys(schemas.item['properties'] ?? {})),
})
