import type { ErrorCode } from '../../core/errors.ts'
import { capitalize } from '../../core/payload-schema.ts'
import { type Language, translate } from '../../i18n/catalogue.ts'
import type { JsonObject } from '../../lib/json.ts'
import { batchSchema } from '../batch-params.ts'
import { aboutErrorCode, allErrors, errorSchema, listErrors, type Spot } from './errors.ts'
import { type Draft, listSchema, writeSchema } from './schema.ts'

/** Describes the responses of one method of an endpoint: success, 304 for reads, and every error with its codes. */
export const writeResponses = (draft: Draft, spot: Spot): JsonObject => {
  const errors = [...listErrors(spot)].map(
    ([status, codes]) => [String(status), writeError(draft, status, codes)] as const,
  )
  const unchanged = spot.method === 'GET' ? { 304: refer(draft, 'NotModified', notModified(draft)) } : {}
  return { ...writeSuccess(draft, spot), ...unchanged, ...Object.fromEntries(errors) }
}

const writeSuccess = (draft: Draft, spot: Spot): JsonObject => {
  const { operation } = spot.endpoint
  const statuses = operation === 'create' ? [201] : operation === 'put' ? [200, 201] : [200]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: translate(draft.language, statusTexts[status] ?? ''),
        headers: Object.fromEntries(
          successHeaders(spot, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content:
          operation === 'stream'
            ? { 'application/x-ndjson': { schema: { type: 'string' } } }
            : { 'application/json': { schema: writeSchema(draft, successSchema(spot)) } },
      },
    ]),
  )
}

const successHeaders = ({ route: { resource }, endpoint }: Spot, status: number): HeaderName[] => {
  if (endpoint.operation === 'batch') return []
  if (endpoint.operation === 'list') {
    const own: HeaderName[] =
      resource?.objectType === 'attachment' ? ['X-WP-Total', 'X-WP-TotalPages'] : ['X-TEC-Total', 'X-TEC-TotalPages']
    return [...own, 'Link', 'ETag']
  }
  return status === 201 ? ['Location', 'ETag'] : ['ETag']
}

/** The schema of a successful response. Posts have `json_ld` only on reads (F2.1), terms have `_links` on writes as well (F2.5). */
const successSchema = ({ route: { resource }, endpoint }: Spot): JsonObject => {
  if (!resource) return { type: 'object', additionalProperties: true }
  if (endpoint.operation === 'list') return listSchema(resource)
  if (endpoint.operation === 'batch') return batchSchema(capitalize(resource.name), resource.schemas.item, errorSchema)
  if (endpoint.operation === 'remove' && resource.schemas.deleted) return resource.schemas.deleted
  const isWrite = endpoint.operation === 'create' || endpoint.operation === 'update'
  const isSingle = endpoint.operation === 'read' || (isWrite && resource.objectType === 'term')
  return isSingle ? resource.schemas.single : resource.schemas.item
}

/** Describes an error response; one that all its operations share becomes a component. */
const writeError = (draft: Draft, status: number, codes: readonly ErrorCode[]): JsonObject => {
  const response = errorResponse(draft, status, codes)
  return codes.length === allErrors.get(status)?.length ? refer(draft, `Error${status}`, response) : response
}

const refer = (draft: Draft, name: string, response: JsonObject): JsonObject => {
  draft.responses.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

const errorResponse = (draft: Draft, status: number, codes: readonly ErrorCode[]): JsonObject => {
  const waits = [429, 503, 507].includes(status)
  const narrowed = {
    type: 'object',
    properties: { code: { type: 'string', enum: [...codes], description: aboutErrorCode } },
  }
  return {
    description: translate(draft.language, statusTexts[status] ?? ''),
    ...(waits ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } : {}),
    content: { 'application/json': { schema: writeSchema(draft, { allOf: [errorSchema, narrowed] }) } },
  }
}

const notModified = ({ language }: Draft): JsonObject => ({
  description: translate(language, statusTexts[304] ?? ''),
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
})

/** The description of each status. */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'The request succeeded; the body contains the result.',
  201: 'The record was created; the body contains it, and the header `Location` its address.',
  304: 'The client’s copy is still current; the response has no body.',
  400: 'The request is malformed, or a parameter is missing or invalid; the error lists all of them.',
  401: 'Credentials are required, or those sent are not valid.',
  403: 'The caller does not have the right to do this, or may not read the record.',
  404: 'There is no such record, page, namespace or route.',
  408: 'The request came with long pauses, or too slowly.',
  410: 'The record is already in the trash.',
  412: 'The record has changed since the ETag sent in `If-Match`; nothing was written.',
  413: 'The body of the request is larger than allowed.',
  414: 'The address of the request is longer than allowed.',
  415: 'The body has a media type that is not supported.',
  422: 'The request is well-formed but cannot be executed with this content.',
  429: 'Too many requests in a short time; the header `Retry-After` says when to try again.',
  431: 'The header fields of the request are larger than allowed.',
  500: 'The server failed to execute the request; this is not the client’s fault.',
  503: 'The server is overloaded or cannot reach its database; the header `Retry-After` says when to try again.',
  507: 'The disk of the server is full, and nothing was written; the header `Retry-After` says when to try again.',
}

const headers = {
  'X-TEC-Total': {
    about: 'Number of records on all pages that match the filters.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-TEC-TotalPages': { about: 'Number of pages at the current page size.', schema: { type: 'integer', minimum: 0 } },
  'X-WP-Total': {
    about: 'Number of records on all pages that match the filters.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-WP-TotalPages': { about: 'Number of pages at the current page size.', schema: { type: 'integer', minimum: 0 } },
  Link: {
    about: 'Addresses of other pages of the list by relation: `next`, `prev`, `first` and `last` (RFC 8288).',
    schema: { type: 'string' },
  },
  ETag: {
    about: 'Identifies the current version of the record or response, for use in `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
  },
  Location: { about: 'Address of the new record in this interface.', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { about: 'Number of seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
} as const satisfies Record<string, { about: string; schema: JsonObject }>

type HeaderName = keyof typeof headers

/** Makes the components of response headers. */
export const headerComponents = (language: Language): JsonObject =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { about, schema }]) => [
      name,
      { description: translate(language, about), schema },
    ]),
  )
