import { dependencyOn } from '../cache/change-feed.ts'
import { ApiError } from '../core/errors.ts'
import type { ParamTable, Values } from '../core/params.ts'
import { type Document, type ListPlan, type ReadResource, readDocument } from '../core/resource.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { etagOf, tagOf } from '../lib/tag.ts'
import { type Envelope, envelope } from './envelope.ts'
import type { CacheRule, Response } from './response.ts'
import { type RestHandler, type RestRequest, readQueryValues, respond } from './rest-request.ts'
import type { Collection } from './select-fields.ts'

/**
 * Answers a list: parameters → plan (what is visible, and the filters) → ids and total → documents → response.
 * @throws ApiError `rest_invalid_param`, or the resource's error for a page past the end (contract B3.2).
 */
export const listRecords =
  (resource: ReadResource): RestHandler =>
  (request) => {
    const { services, context } = request
    const { database } = services.app
    const { changeFeed, documents } = services.caches
    return after(readQueryValues(request), (values) => {
      const plan = resource.operations.list(database, context, values)
      return after(plan.find(dependencyOn(changeFeed, resource.dependsOn, plan.range)), (page) => {
        if (resource.pastEnd && plan.page > 1 && page.ids.length === 0 && !page.cursor)
          throw new ApiError(resource.pastEnd)
        const frame = envelope(request, resource, plan, page)
        const cache = {
          validity: context.validity,
          dependsOn: resource.dependsOn,
          range: plan.range && { ...plan.range, tags: page.tags },
        }
        const shown = { context, route: request.route, raw: request.raw }
        const list: List = { shown, resource, plan: { ...plan, ...presentation(resource, values) }, frame, cache }
        const read = (): Awaitable<Response> =>
          after(documents[resource.name](context.caller, page.ids), (found) =>
            listResponse(list, shownOf(found, values), read),
          )
        return read()
      })
    })
  }

/** How records are shown where plain texts are asked for. */
const presentation = ({ plain }: ReadResource, values: Values<ParamTable>): Pick<ListPlan, 'present'> =>
  values['text'] === 'plain' && plain ? { present: plain } : {}

/** Plain records have nothing that only adapters show. */
const shownOf = (documents: readonly Document[], values: Values<ParamTable>): readonly Document[] =>
  values['text'] === 'plain' ? documents.map(({ more, ...document }) => document) : documents

/** All of a list but its records. */
type List = {
  readonly shown: Pick<RestRequest, 'context' | 'route' | 'raw'>
  readonly resource: ReadResource
  readonly plan: Pick<ListPlan, 'present'>
  readonly frame: Envelope
  readonly cache: CacheRule
}

const listResponse = (
  { shown, resource, plan, frame, cache }: List,
  documents: readonly Document[],
  renew: () => Awaitable<Response>,
): Response => {
  const body: Buffer[] = [Buffer.from(frame.before)]
  let tags = frame.before + frame.after
  for (const [at, document] of documents.entries()) {
    if (at > 0) body.push(comma)
    if (plan.present) {
      const text = JSON.stringify(plan.present(readDocument(document)))
      body.push(Buffer.from(text))
      tags += tagOf(text)
    } else {
      body.push(document.bytes)
      tags += document.tag
    }
  }
  body.push(Buffer.from(frame.after))
  return respond(shown, {
    status: 200,
    body,
    headers: frame.headers,
    etag: etagOf(tags),
    collection: () => collectionOf(resource),
    cache: { ...cache, flags: documents.map(({ flags }) => flags), renew },
  })
}

const comma = Buffer.from(',')

const collectionOf = ({ plural, schemas }: ReadResource): Collection => ({
  name: plural,
  fields: new Set(Object.keys(schemas.item['properties'] ?? {})),
})
