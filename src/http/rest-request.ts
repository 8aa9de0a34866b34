import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext, RequestContext } from '../core/context.ts'
import { type LookUp, type ParamTable, type RawParams, readParams, type Values } from '../core/params.ts'
import { requireRight } from '../core/policy.ts'
import { lookUpReferences } from '../core/references.ts'
import type { CacheableContext } from '../core/request-context.ts'
import type { RecordKey } from '../core/resource.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import { matchSlug } from '../lib/slug.ts'
import type { IncomingImage } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import type { Address } from './address.ts'
import type { Caches } from './caches.ts'
import type { SelfDescription } from './openapi/describe-self.ts'
import type { Source } from './raw-params.ts'
import type { Response } from './response.ts'
import { type RestAnswer, restResponse, routeHeaders } from './rest-response.ts'
import type { Endpoint, Route } from './routes.ts'

/** What the handlers of a process share. */
export type Services = {
  readonly app: AppContext
  readonly caches: Caches
  readonly library: Library
  readonly description: SelfDescription
}

/** A request of the interface with its context and parameters. */
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
  /** The value of the path parameter: an id, a slug … */
  readonly name: string
  /** The parameters of the body and the query. */
  readonly raw: RawParams
  readonly body?: Source | undefined
  /** The uploaded image. */
  readonly uploaded?: IncomingImage | undefined
  /** Aborted when the client disconnects before the response. */
  readonly signal?: AbortSignal
}

/** Answers a request of the interface; what it throws becomes an error response. */
export type RestHandler = (request: RestRequest) => Awaitable<Response>

/** Checks the right that an endpoint requires, then calls its handler. */
export const answerRest = (request: RestRequest): Awaitable<Response> => {
  const { right, handle } = request.endpoint
  if (right) requireRight(request.context.caller, right)
  return handle(request)
}

/** Makes the response to a request with the headers of its route, and applies `_fields` and `_envelope`. */
export const respond = (
  { context, route, raw }: RestRequest,
  { headers, ...answer }: Omit<RestAnswer, 'isPublic' | 'raw'>,
): Response =>
  restResponse({ ...answer, raw, isPublic: context.caller.id === 0, headers: routeHeaders(context, route, headers) })

/** Returns the key of the record in a path. Ids that JSON cannot represent exactly match no record. */
export const recordKeyOf = ({ route, name }: RestRequest): RecordKey => {
  if (route.pathParam === 'slug') return { column: 'slug', value: matchSlug(name) }
  const id = Number(name)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : 0 }
}

/**
 * Reads the parameters of an endpoint; `lookUp` finds their references.
 * @throws ApiError `rest_missing_callback_param` or `rest_invalid_param`, which name all faulty parameters.
 */
export const readValues = (
  { endpoint, raw, route }: RestRequest,
  context: RequestContext,
  lookUp: LookUp,
): Awaitable<Values<ParamTable>> => {
  const { resource } = route
  const { fields, filters } = resource?.checks ?? {}
  // The resource checks updates itself, together with the stored values.
  const check = endpoint.operation === 'list' ? filters : endpoint.operation === 'create' ? fields : undefined
  const refuseUnknown = endpoint.operation === 'list' ? resource?.refuseUnknown : undefined
  const options = { requireAll: endpoint.operation === 'create', check, refuseUnknown }
  return readParams(endpoint.params, raw, context, lookUp, options)
}

/** Reads the parameters of a read; their references are looked up in the committed content. */
export const readQueryValues = (request: RestRequest): Awaitable<Values<ParamTable>> => {
  const { database } = request.services.app
  return readValues(request, request.context, (references) => lookUpReferences(database, references))
}
