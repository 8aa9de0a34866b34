import { type Language, translate } from '../../i18n/catalogue.ts'
import type { JsonObject } from '../../lib/json.ts'
import { batchParams, batchPayload } from '../batch-params.ts'
import { listPathParams } from '../routes.ts'
import type { Method } from '../types.ts'
import type { Spot } from './errors.ts'
import { writeResponses } from './responses.ts'
import { type Draft, nameResource, paramSchema, payloadSchema, writeSchema } from './schema.ts'
import { aboutText, isReplacement, operationText, paramText, pathParamText } from './texts.ts'

/** Describes one method of a path: parameters, body and responses (contract B8.2). */
export const writeOperation = (draft: Draft, spot: Spot): JsonObject => {
  const { resource } = spot.route
  const body = writeBody(draft, spot)
  return {
    operationId: operationId(spot),
    tags: [resource?.plural ?? 'index'],
    summary: translate(draft.language, operationText(spot.route, spot.endpoint)),
    description: translate(draft.language, aboutText(spot.route, spot.endpoint)),
    ...(spot.method === 'GET' ? {} : { security: [{ basic: [] }, { bearer: [] }] }),
    parameters: [...pathParams(draft, spot), ...queryParams(draft, spot), ...sharedParams(spot)],
    ...(body ? { requestBody: body } : {}),
    responses: writeResponses(draft, spot),
  }
}

/** Verbs of operation ids: PUT and POST update like PATCH (contract B7.2), but each id must be unique. */
const updateVerbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  DELETE: 'delete',
  PATCH: 'update',
  PUT: 'put',
  POST: 'post',
}

const operationId = ({ route, endpoint, method }: Spot): string => {
  if (!route.resource) return `read${endpoint.operation === 'doc' ? 'Documentation' : 'Index'}`
  const name = nameResource(route.resource)
  if (endpoint.operation === 'list') return `list${route.resource.plural.replace(/^./, (it) => it.toUpperCase())}`
  if (isReplacement(endpoint)) return `replace${name}File`
  if (endpoint.operation === 'batch') return `batch${route.resource.plural.replace(/^./, (it) => it.toUpperCase())}`
  if (endpoint.operation === 'stream') return `stream${route.resource.plural.replace(/^./, (it) => it.toUpperCase())}`
  const verbs = { create: 'create', read: 'read', remove: 'delete', put: 'put', update: updateVerbs[method] }
  const { [endpoint.operation]: verb }: Readonly<Record<string, string>> = verbs
  const ways: Readonly<Record<string, string>> = { slug: 'BySlug', external_id: 'ByExternalId' }
  return `${verb}${name}${ways[route.pathParam ?? ''] ?? ''}`
}

/** The path parameters of documented routes. */
const pathSchemas: Readonly<Record<string, JsonObject>> = {
  id: { type: 'integer', minimum: 1 },
  slug: { type: 'string', minLength: 1, pattern: '^[^/]+$' },
  source: { type: 'string', minLength: 1, maxLength: 200 },
  external_id: { type: 'string', minLength: 1, maxLength: 500 },
}

const pathParams = ({ language }: Draft, { route }: Spot): JsonObject[] =>
  listPathParams(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: translate(language, pathParamText(route, name)),
    schema: pathSchemas[name] ?? {},
  }))

/** Describes the parameters of the query: all parameters except the payload of a write. */
const queryParams = ({ language }: Draft, { route, endpoint }: Spot): JsonObject[] =>
  Object.entries(endpoint.params)
    .filter(([name]) => endpoint.operation !== 'batch' || !Object.hasOwn(batchParams, name))
    .filter(([name]) => !takesPayload(endpoint.operation) || !route.resource || !(name in route.resource.fields))
    .map(([name, param]) => ({
      name,
      in: 'query',
      description: translate(language, paramText(route, endpoint, name)),
      // Lists are accepted in every spelling (contract B3.3); only the comma-separated one is documented.
      ...(param.type.isList ? { style: 'form', explode: false } : {}),
      schema: paramSchema(param),
    }))

const takesPayload = (operation: string): operation is 'create' | 'update' | 'put' =>
  operation === 'create' || operation === 'update' || operation === 'put'

const writeBody = (draft: Draft, { route, endpoint }: Spot): JsonObject | undefined => {
  if (endpoint.operation === 'batch') {
    return { required: true, content: { 'application/json': { schema: writeSchema(draft, batchPayload) } } }
  }
  if (!route.resource || !takesPayload(endpoint.operation)) return undefined
  const schema = writeSchema(draft, payloadSchema(route.resource, endpoint))
  if (endpoint.takesFile) {
    return {
      required: true,
      content: {
        'image/*': { schema: fileSchema },
        'application/octet-stream': { schema: fileSchema },
        'multipart/form-data': { schema },
      },
    }
  }
  return {
    required: endpoint.operation !== 'update',
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema },
    },
  }
}

/** Binary content has an empty schema (OpenAPI 3.1, 4.8.14.4.1). */
const fileSchema = {}

type SharedParam = {
  readonly name: string
  readonly in: 'query' | 'header'
  readonly about: string
  readonly schema: JsonObject
  readonly isList?: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Parameters that belong to no resource (contract B3.4, B3.5, B7.8), by the name of their component. */
const shared = {
  fields: {
    name: '_fields',
    in: 'query',
    about:
      'Names of the fields to return, as an array or comma-separated; dotted paths such as `image.url` select inside objects.',
    schema: { type: 'array', items: { type: 'string' } },
    isList: true,
  },
  envelope: {
    name: '_envelope',
    in: 'query',
    about: 'Wraps the response into an object with `body`, `status` and `headers`; the HTTP status is then always 200.',
    schema: { type: 'string' },
  },
  method: {
    name: '_method',
    in: 'query',
    about:
      'On a POST request, the method to apply instead, such as `PUT` or `DELETE`; the header `X-HTTP-Method-Override` has the same effect.',
    schema: { type: 'string', enum: methods },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    about: 'ETag that the record must still have; if it has changed, the response is 412 and nothing is written.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    about: 'ETag of the copy the client already has; if it is still current, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    about:
      'A key of the client’s choice that makes repeating a POST request safe: requests with the same key and body are executed once and get the same response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
} as const satisfies Record<string, SharedParam>

const sharedParams = ({ endpoint, method }: Spot): JsonObject[] => {
  const names: (keyof typeof shared)[] = ['fields', 'envelope']
  if (method === 'POST') names.push('method', 'idempotencyKey')
  if (method === 'GET') names.push('ifNoneMatch')
  if (['update', 'put', 'remove'].includes(endpoint.operation)) names.push('ifMatch')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** Makes the components of parameters that several operations share. */
export const sharedParamComponents = (language: Language): JsonObject =>
  Object.fromEntries(
    Object.entries<SharedParam>(shared).map(([component, { about, isList, ...param }]) => [
      component,
      { ...param, description: translate(language, about), ...(isList ? { style: 'form', explode: false } : {}) },
    ]),
  )
