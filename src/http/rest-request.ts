import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext, RequestContext } from '../core/context.ts'
import { type LookUp, type ParamTable, type RawParams, readParams, type Values } from '../core/params.ts'
import { requireRight } from '../core/policy.ts'
import { lookUpReferences } from '../core/references.ts'
import type { CacheableContext } from '../core/request-context.ts'
import type { Key } from '../core/resource.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import { matchSlug } from '../lib/slug.ts'
import type { IncomingImage } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import type { Address } from './address.ts'
import type { Caches } from './caches.ts'
import type { SelfDescription } from './openapi/describe-self.ts'
import type { Source } from './raw-params.ts'
import type { Response } from './response.ts'
import type { RestAnswer } from './rest-response.ts'
import { restResponse, routeHeaders } from './rest-response.ts'
import type { Endpoint, Route } from './routes.ts'

/** What handlers have to answer with: one of each in a process. */
export type Services = {
  readonly app: AppContext
  readonly caches: Caches
  readonly library: Library
  readonly description: SelfDescription
}

/** A request of the interface after its address, its caller and its body have been read. */
export type RestRequest = {
  readonly services: Services
  readonly route: Route
  readonly endpoint: Endpoint
  readonly context: CacheableContext
  readonly address: Address
  readonly method: string
  /** The path and query as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** What the path names: an id, a slug … */
  readonly name: string
  /** The parameters of the body and the query. */
  readonly raw: RawParams
  readonly body?: Source | undefined
  /** The image that was sent. */
  readonly uploaded?: IncomingImage | undefined
  /** Says that the client has gone without its response. */
  readonly signal?: AbortSignal
}

/** Answers a request of the interface; what it throws becomes an error response. */
export type RestHandler = (request: RestRequest) => Awaitable<Response>

/** Asks for the right that an endpoint needs, then answers. */
export const answerRest = (request: RestRequest): Awaitable<Response> => {
  const { right, handle } = request.endpoint
  if (right) requireRight(request.context.caller, right)
  return handle(request)
}

/** The response to a request: with the headers of its route, and the fields that it picks. */
export const respond = (
  { context, route, raw }: RestRequest,
  { headers, ...answer }: Omit<RestAnswer, 'isPublic' | 'raw'>,
): Response =>
  restResponse({ ...answer, raw, isPublic: context.caller.id === 0, headers: routeHeaders(context, route, headers) })

/** The record that a path names. Ids beyond what JSON can hold exactly name nothing. */
export const keyOf = ({ route, name }: RestRequest): Key => {
  if (route.pathParam === 'slug') return { column: 'slug', value: matchSlug(name) }
  const id = Number(name)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : 0 }
}

/**
 * Reads the parameters of an endpoint; `lookUp` finds what they refer to.
 * @throws ApiError `rest_missing_callback_param` or `rest_invalid_param`, naming all that are wrong.
 */
export const readValues = (
  { endpoint, raw, route }: RestRequest,
  context: RequestContext,
  lookUp: LookUp,
): Awaitable<Values<ParamTable>> => {
  const { resource } = route
  const { fields, filters } = resource?.checks ?? {}
  // An update is checked against what is stored, by its resource.
  const check = endpoint.operation === 'list' ? filters : endpoint.operation === 'create' ? fields : undefined
  const refuseUnknown = endpoint.operation === 'list' ? resource?.refuseUnknown : undefined
  const options = { requireAll: endpoint.operation === 'create', check, refuseUnknown }
  return readParams(endpoint.params, raw, context, lookUp, options)
}

/** The parameters of a read, with what they refer to as it is committed. */
export const readReadValues = (request: RestRequest): Awaitable<Values<ParamTable>> => {
  const { database } = request.services.app
  return readValues(request, request.context, (references) => lookUpReferences(database, references))
}
