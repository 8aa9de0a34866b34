import type { ErrorCode } from '../../core/errors.ts'
import { type Language, type MessageKey, translate } from '../../i18n/catalogue.ts'
import type { JsonObject } from '../../lib/json.ts'
import { allErrors, errorSchema, errorsOf, type Spot } from './errors.ts'
import { requireKey } from './message-keys.ts'
import { type Draft, listSchema, writeSchema } from './schema.ts'

/** The answers of one method of an endpoint: the one of success, 304 for reads, and every error with its codes. */
export const writeResponses = (draft: Draft, spot: Spot): JsonObject => {
  const errors = [...errorsOf(spot)].map(
    ([status, codes]) => [String(status), writeError(draft, status, codes)] as const,
  )
  const unchanged = spot.method === 'GET' ? { 304: refer(draft, 'NotModified', notModified(draft)) } : {}
  return { ...writeSuccess(draft, spot), ...unchanged, ...Object.fromEntries(errors) }
}

const writeSuccess = (draft: Draft, spot: Spot): JsonObject => {
  const status = spot.endpoint.operation === 'create' ? 201 : 200
  return {
    [status]: {
      description: translate(draft.language, `response.${status}`),
      headers: Object.fromEntries(successHeaders(spot).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      content: { 'application/json': { schema: writeSchema(draft, successSchema(spot)) } },
    },
  }
}

const successHeaders = ({ route: { resource }, endpoint }: Spot): HeaderName[] => {
  if (endpoint.operation === 'list') {
    const own: HeaderName[] =
      resource?.kind === 'attachment' ? ['X-WP-Total', 'X-WP-TotalPages'] : ['X-TEC-Total', 'X-TEC-TotalPages']
    return [...own, 'Link', 'ETag']
  }
  return endpoint.operation === 'create' ? ['Location', 'ETag'] : ['ETag']
}

/** Posts have `json_ld` on reads alone (F2.1), terms `_links` on writes as well (F2.5). */
const successSchema = ({ route: { resource }, endpoint }: Spot): JsonObject => {
  if (!resource) return { type: 'object', additionalProperties: true }
  if (endpoint.operation === 'list') return listSchema(resource)
  if (endpoint.operation === 'remove' && resource.schemas.deleted) return resource.schemas.deleted
  const isWrite = endpoint.operation === 'create' || endpoint.operation === 'update'
  const isSingle = endpoint.operation === 'read' || (isWrite && resource.kind === 'term')
  return isSingle ? resource.schemas.single : resource.schemas.item
}

/** An answer that is the same on all operations that have it is written once, among the components. */
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
    properties: { code: { type: 'string', enum: [...codes], description: 'error.code' satisfies MessageKey } },
  }
  return {
    description: translate(draft.language, requireKey(`response.${status}`)),
    ...(waits ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } : {}),
    content: { 'application/json': { schema: writeSchema(draft, { allOf: [errorSchema, narrowed] }) } },
  }
}

const notModified = ({ language }: Draft): JsonObject => ({
  description: translate(language, 'response.304'),
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
})

const headers = {
  'X-TEC-Total': { about: 'header.x_tec_total', schema: { type: 'integer', minimum: 0 } },
  'X-TEC-TotalPages': { about: 'header.x_tec_totalpages', schema: { type: 'integer', minimum: 0 } },
  'X-WP-Total': { about: 'header.x_tec_total', schema: { type: 'integer', minimum: 0 } },
  'X-WP-TotalPages': { about: 'header.x_tec_totalpages', schema: { type: 'integer', minimum: 0 } },
  Link: { about: 'header.link', schema: { type: 'string' } },
  ETag: { about: 'header.etag', schema: { type: 'string' } },
  Location: { about: 'header.location', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { about: 'header.retry_after', schema: { type: 'integer', minimum: 0 } },
} as const satisfies Record<string, { about: MessageKey; schema: JsonObject }>

type HeaderName = keyof typeof headers

/** The headers that answers refer to. */
export const headerComponents = (language: Language): JsonObject =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { about, schema }]) => [
      name,
      { description: translate(language, about), schema },
    ]),
  )
