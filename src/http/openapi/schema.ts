import type { Param, ParamTable } from '../../core/params.ts'
import { createSchema, fieldsSchema, titleOf } from '../../core/payload-schema.ts'
import type { Resource } from '../../core/resource.ts'
import { type Language, type MessageKey, translate } from '../../i18n/catalogue.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import type { Endpoint } from '../routes.ts'
import { requireKey } from './message-keys.ts'

/** A document in the making: its language, and the components that it refers to so far. */
export type Draft = {
  readonly language: Language
  readonly schemas: Map<string, JsonObject>
  readonly responses: Map<string, JsonObject>
}

/**
 * Writes a schema whose descriptions are message keys: puts in the texts, and moves each part that has a `title` to the
 * components of the document, under that name.
 */
export const writeSchema = (draft: Draft, schema: JsonObject): JsonObject => {
  const { title, description, ...rest } = schema
  const about =
    typeof description === 'string' ? { description: translate(draft.language, requireKey(description)) } : {}
  if (typeof title === 'string') {
    if (!draft.schemas.has(title)) draft.schemas.set(title, writeParts(draft, rest))
    return { $ref: `#/components/schemas/${title}`, ...about }
  }
  return { ...writeParts(draft, rest), ...about }
}

const subschemas = ['items', 'additionalProperties']
const schemaLists = ['anyOf', 'allOf', 'oneOf']

/** Only where JSON Schema has schemas: the names of properties are any, also `title` and `description`. */
const writeParts = (draft: Draft, parts: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(parts).map(([keyword, value]) => [keyword, writeKeyword(draft, keyword, value)]))

const writeKeyword = (draft: Draft, keyword: string, value: Json): Json => {
  const write = (part: Json): Json => (isSchema(part) ? writeSchema(draft, part) : part)
  if (subschemas.includes(keyword)) return write(value)
  if (schemaLists.includes(keyword) && Array.isArray(value)) return value.map(write)
  if (keyword === 'properties' && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, write(part)]))
  }
  return value
}

const isSchema = (value: Json): value is JsonObject => isJsonObject(value)

/** The schema of a parameter with its default, where that is a value of its type. */
export const paramSchema = (param: ParamTable[string]): JsonObject => {
  const { schema } = param.type
  const value = schema['type'] === 'boolean' ? readSwitch(param.default) : param.default
  return value === undefined || value === null ? schema : { ...schema, default: value }
}

/** A switch may print its default as a text in the index (F7.1, `strict_dates`). */
const readSwitch = (value: Param<boolean>['default']): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === 'true'

/** The body of a write: all writable fields; `create` demands those that it needs (contract A1, A2). */
export const payloadSchema = (resource: Resource, { operation, takesFile }: Endpoint): JsonObject => {
  const { name, fields } = resource
  if (!takesFile) return operation === 'update' ? fieldsSchema(name, fields) : createSchema(name, fields)
  const file = { type: 'string', contentMediaType: 'image/*', description: `${name}.field.file` }
  return { allOf: [fieldsSchema(name, fields), { type: 'object', properties: { file } }], required: ['file'] }
}

/** The envelope of a list (F1.1): post-like lists begin with the records, term-like ones with the numbers, others have none. */
export const listSchema = (resource: Resource): JsonObject => {
  if (resource.kind === 'attachment') return { type: 'array', items: resource.schemas.item }
  const about = (description: MessageKey) => ({ description })
  const records = { [resource.plural]: { type: 'array', items: resource.schemas.item, ...about('list.items') } }
  const url = { type: 'string', format: 'uri' }
  const self = { rest_url: { ...url, ...about('list.rest_url') } }
  const neighbours = {
    next_rest_url: { ...url, ...about('list.next_rest_url') },
    previous_rest_url: { ...url, ...about('list.previous_rest_url') },
  }
  const count = { type: 'integer', minimum: 0 }
  const totals = {
    total: { ...count, ...about('list.total') },
    total_pages: { ...count, ...about('list.total_pages') },
  }
  const properties =
    resource.kind === 'post'
      ? { ...records, ...self, ...neighbours, ...totals }
      : { ...self, ...totals, ...records, ...neighbours }
  const required = Object.keys(properties).filter((name) => !(name in neighbours))
  return { title: `${nameOf(resource)}List`, type: 'object', required, properties, additionalProperties: false }
}

/** The name of a resource in names of schemas and operations: `Event`. */
export const nameOf = ({ name }: Resource): string => titleOf(name)
