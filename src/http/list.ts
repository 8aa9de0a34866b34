import { dependencyOn, type EventRange } from '../cache/change-feed.ts'
import { positionHeaders } from '../core/change-position.ts'
import { ApiError } from '../core/errors.ts'
import {
  type Document,
  type DocumentReaders,
  type IdPage,
  type ListPlan,
  type ReadResource,
  readDocument,
} from '../core/resource.ts'
import type { SitePage } from '../core/site-document.ts'
import { namespace, siteNamespace } from '../lib/links.ts'
import { hashTag, strongEtag } from '../lib/tag.ts'
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
    // Before the read: what is committed meanwhile must have a greater number than the list says.
    const position = positionHeaders(services.caches.changeFeed, context.config)
    const page = await plan.find(dependencyOn(services.caches.changeFeed, resource.dependsOn, plan.range))
    if (resource.pastEnd && plan.page > 1 && page.ids.length === 0 && !page.cursor) throw new ApiError(resource.pastEnd)
    const { present } = plan
    const frame = envelope(request, resource, plan, page)
    const headers = { ...position, ...frame.headers }
    const wantsPlainText = values['text'] === 'plain'
    return await readList({
      shown: { context, route: request.route, raw: request.raw },
      resource,
      documents: services.caches.documents,
      ids: page.ids,
      wantsPlainText,
      present: wantsPlainText && resource.plain ? resource.plain : present,
      frame: { ...frame, headers },
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
      tags += hashTag(text)
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
    etag: strongEtag(tags),
    collection: () => collectionOf(resource),
    cache: { validity, dependsOn: resource.dependsOn, range, flags, renew: () => readList(list) },
  })
}

const comma = Buffer.from(',')

const collectionOf = ({ plural, schemas }: ReadResource): Collection => ({
  name: plural,
  fields: new Set(Object.keys(schemas.item['properties'] ?? {})),
})

/** The JSON before and after the records of a list, and its headers (contract B3.1, F1.1). */
export type Envelope = {
  readonly before: string
  readonly after: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Makes the envelope of a page. Lists of post-like records begin with the records, those of terms with the numbers (F1.1); below `wp/v2`
 * and `kalends/v1` the body is an array.
 */
const envelope = (
  request: RestRequest,
  resource: ListedResource,
  plan: PagePlan,
  { total, cursor }: Pick<IdPage, 'total' | 'cursor'>,
): Envelope => {
  if (cursor) return cursorEnvelope(request, resource, plan, cursor.next)
  const isBareArray = request.route.namespace !== namespace
  const totalPages = Math.ceil(total / plan.perPage)
  const links = pageLinks(request, resource, plan, totalPages)
  const name = isBareArray ? 'x-wp-total' : 'x-tec-total'
  const headers: Record<string, string> = { [name]: String(total), [`${name}pages`]: String(totalPages) }
  if (links.header !== '') headers['link'] = links.header
  if (isBareArray || resource.objectType === 'attachment') return { before: '[', after: ']', headers }
  const self = `"rest_url":${JSON.stringify(links.self)}`
  const next = links.next === undefined ? '' : `,"next_rest_url":${JSON.stringify(links.next)}`
  const previous = links.previous === undefined ? '' : `,"previous_rest_url":${JSON.stringify(links.previous)}`
  const totals = `"total":${total},"total_pages":${totalPages}`
  return resource.objectType === 'post'
    ? { before: `{"${resource.plural}":[`, after: `],${self}${next}${previous},${totals}}`, headers }
    : { before: `{${self},${totals},"${resource.plural}":[`, after: `]${next}${previous}}`, headers }
}

/** The envelope of a list that is read by a cursor: links to what comes next, and no totals (contract C1.5). */
const cursorEnvelope = (
  request: RestRequest,
  resource: ListedResource,
  plan: PagePlan,
  cursor: string | undefined,
): Envelope => {
  const base = addressOf(request, resource)
  const start = base + (base.includes('?') ? '&' : '?')
  const self = start + sentFilters(request, resource, plan, true)
  const last = `],"rest_url":${JSON.stringify(self)}`
  const before = `{"${resource.plural}":[`
  if (cursor === undefined) return { before, after: `${last}}`, headers: {} }
  const next = start + sentFilters(request, resource, { ...plan, echo: { ...plan.echo, cursor } }, true)
  const links = `"next_rest_url":${JSON.stringify(next)},"next_cursor":${JSON.stringify(cursor)}`
  return { before, after: `${last},${links}}`, headers: { link: `<${next}>; rel="next"` } }
}

/** The address of a list without its query; below `?rest_route=` it has one already. */
const addressOf = ({ address, context }: RestRequest, { plural }: ListedResource): string =>
  `${context.links.site}${address.root}${address.namespace}/${plural}/`

/** The headers of a list below `wp/v2` that is no resource: totals, and links to other pages. */
export const siteListHeaders = (request: RestRequest, { total, ...page }: SitePage): Envelope['headers'] => {
  const { route, names = { [route.pathParam ?? '']: request.name } } = request
  const plural = route.path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
  const list = { plural, objectType: 'term', filters: request.endpoint.params } as const
  return envelope(request, list, { ...page, echo: {}, dropped: [] }, { total }).headers
}

/** The parts of a resource and of the plan of its list on which the envelope depends. */
type ListedResource = Pick<ReadResource, 'plural' | 'objectType' | 'filters'>
type PagePlan = Pick<ListPlan, 'page' | 'perPage' | 'offset' | 'echo' | 'dropped'>

type PageLinks = {
  readonly self: string
  readonly next: string | undefined
  readonly previous: string | undefined
  readonly header: string
}

const pageLinks = (request: RestRequest, resource: ListedResource, plan: PagePlan, totalPages: number): PageLinks => {
  const { page } = plan
  // Links of post-like lists always contain `page` and `per_page` (F1.3), except below `wp/v2`.
  const namesPage = resource.objectType === 'post' && request.route.namespace !== siteNamespace
  const filters = sentFilters(request, resource, plan, namesPage)
  const base = addressOf(request, resource)
  const start = base + (base.includes('?') ? '&' : '?')
  // Links to the first page have no number, as with The Events Calendar (F1.3).
  const at = (number: number): string => {
    const query = number === 1 ? filters : filters === '' ? `page=${number}` : `${filters}&page=${number}`
    return query === '' ? base : start + query
  }
  const self = namesPage ? `${start}page=${page}${filters === '' ? '' : `&${filters}`}` : at(page)
  const next = page < totalPages ? at(page + 1) : undefined
  const previous = page > 1 ? at(Math.min(page - 1, Math.max(totalPages, 1))) : undefined
  let header = ''
  // Beside an offset the number of a page has no effect.
  if (plan.offset === undefined) {
    if (next !== undefined) header += `, <${next}>; rel="next"`
    if (previous !== undefined) header += `, <${previous}>; rel="prev"`
    if (totalPages > 0) header += `, <${at(1)}>; rel="first", <${at(totalPages)}>; rel="last"`
  }
  return { self, next, previous, header: header.slice(2) }
}

/** The filters of links: all filters in effect in the order of their table, so that a client that follows links gets each record once (contract B3.1). */
const sentFilters = ({ raw }: RestRequest, { filters }: ListedResource, plan: PagePlan, namesPage: boolean): string => {
  let query = ''
  for (const name of [...Object.keys(filters), '_fields', '_envelope']) {
    if (name === 'page' || plan.dropped.includes(name)) continue
    const sent = filters[name]?.type.isList ? raw.all[name] : raw.one[name]
    let value = plan.echo[name]
    if (name === 'per_page' && (namesPage || sent !== undefined)) value = String(plan.perPage)
    else if (value === undefined && sent !== undefined && sent !== null)
      value = typeof sent === 'object' ? joinTexts(sent) : String(sent)
    if (value !== undefined) query += `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  }
  return query.slice(1)
}

const joinTexts = (value: object): string => {
  const parts: unknown[] = Object.values(value)
  return parts
    .filter((part) => typeof part !== 'object')
    .map(String)
    .join(',')
}
