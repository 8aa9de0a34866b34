import type { RequestContext } from '../core/context.ts'
import { type ParamTable, type RawParams, type ReferenceSource, readParams, type Values } from '../core/params.ts'
import { type Caller, hasRight, requireRight } from '../core/policy.ts'
import { lookUpReferences } from '../core/references.ts'
import type { RecordKey } from '../core/resource.ts'
import { matchSlug } from '../lib/text.ts'
import { type RestAnswer, restHeaders, restResponse } from './response.ts'
import type { Endpoint, Response, RestRequest, Route } from './types.ts'

/** Checks the right that an endpoint requires, then calls its handler. */
export const answerRest = async (request: RestRequest): Promise<Response> => {
  const { right, handle } = request.endpoint
  if (right) requireRight(request.context.caller, right)
  return await handle(request)
}

/** Makes the response to a request with the headers of its route (contract B1.3, F0.5), and applies `_fields` and `_envelope`. */
export const respond = (
  { context, route, raw }: Pick<RestRequest, 'context' | 'route'> & { readonly raw?: RawParams },
  { headers: own = {}, ...answer }: Omit<RestAnswer, 'isPublic' | 'raw'> & { readonly isPublic?: boolean },
): Response => {
  const headers = buildHeaders({ context, route }, own)
  return restResponse({ isPublic: context.caller.id === 0, ...answer, raw, headers })
}

/** The headers of all responses of a route. */
export const buildHeaders = (
  { context: { caller, links }, route }: Pick<RestRequest, 'context' | 'route'>,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const root = `<${links.site}/wp-json/>; rel="https://api.w.org/"`
  return {
    ...restHeaders,
    allow: allowed.get(route)?.get(caller.role) ?? learnAllowed(route, caller),
    ...own,
    link: own['link'] === undefined ? root : `${root}, ${own['link']}`,
  }
}

const allowed = new WeakMap<Route, Map<Caller['role'], string>>()

/** Returns the methods that the caller's role may use on a path (F0.5), which are cached. */
const learnAllowed = (route: Route, caller: Caller): string => {
  const mayUse = ({ right }: Endpoint): boolean => right === undefined || hasRight(caller, right)
  const methods = route.endpoints.filter(mayUse).flatMap((endpoint) => endpoint.methods)
  const byRole = allowed.get(route) ?? new Map<Caller['role'], string>()
  allowed.set(route, byRole.set(caller.role, methods.join(', ')))
  return methods.join(', ')
}

/** Returns the key of the record in a path. Ids that JSON cannot represent exactly match no record. */
export const readRecordKey = ({ route, name }: RestRequest): RecordKey => {
  if (route.pathParam === 'slug') return { column: 'slug', value: matchSlug(name) }
  const id = Number(name)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : 0 }
}

/**
 * Reads the parameters of an endpoint; `source` has what they refer to.
 * @throws ApiError `rest_missing_callback_param` or `rest_invalid_param`, which name all faulty parameters.
 */
export const readValues = <D>(
  { endpoint, raw, route }: Pick<RestRequest, 'endpoint' | 'raw' | 'route'>,
  context: RequestContext,
  source: ReferenceSource<D>,
): Promise<Values<ParamTable>> => {
  const { resource } = route
  const { fields, filters } = resource?.checks ?? {}
  // The resource checks updates itself, together with the stored values.
  const isList = endpoint.operation === 'list' || endpoint.operation === 'stream'
  const check = isList ? filters : endpoint.operation === 'create' ? fields : undefined
  const refuseUnknown = endpoint.refuseUnknown ?? (isList ? resource?.refuseUnknown : undefined)
  const requireAll = ['create', 'batch', 'site'].includes(endpoint.operation)
  const options = { requireAll, check, refuseUnknown }
  return readParams(endpoint.params, raw, context, source, options)
}

/** Reads the parameters of a read; their references are looked up in the committed content. */
export const readQueryValues = (request: RestRequest): Promise<Values<ParamTable>> => {
  const { database } = request.services.app
  return readValues(request, request.context, { db: database, lookUp: lookUpReferences })
}
