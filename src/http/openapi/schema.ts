import type { Param, ParamTable } from '../../core/params.ts'
import { capitalize, createSchema, fieldsSchema } from '../../core/payload-schema.ts'
import type { ReadResource } from '../../core/resource.ts'
import { type Language, translate } from '../../i18n/catalogue.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import type { Endpoint } from '../types.ts'

/** A document that is being written: its language, and the components that it has referred to so far. */
export type Draft = {
  readonly language: Language
  readonly schemas: Map<string, JsonObject>
  readonly responses: Map<string, JsonObject>
}

/**
 * Writes a schema into a document: translates its descriptions, and moves each part with a `title` to the components of the document under
 * that name.
 */
export const writeSchema = (draft: Draft, schema: JsonObject): JsonObject => {
  const { title, description, ...rest } = schema
  const about = typeof description === 'string' ? { description: translate(draft.language, description) } : {}
  if (typeof title === 'string') {
    if (!draft.schemas.has(title)) draft.schemas.set(title, writeParts(draft, rest))
    return { $ref: `#/components/schemas/${title}`, ...about }
  }
  return { ...writeParts(draft, rest), ...about }
}

const subschemas = ['items', 'additionalProperties']
const schemaLists = ['anyOf', 'allOf', 'oneOf']

/** Writes the nested schemas. Names of properties are not keywords: a property may be called `title` or `description`. */
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

/** The schema of a parameter, with its default if that is a value of its type. */
export const paramSchema = (param: ParamTable[string]): JsonObject => {
  const { schema } = param.type
  const value = schema['type'] === 'boolean' ? readSwitch(param.default) : param.default
  return value === undefined || value === null ? schema : { ...schema, default: value }
}

/** Reads the default of a switch, which is a text for `strict_dates` (F7.1). */
const readSwitch = (value: Param<boolean>['default']): boolean | undefined =>
  value === undefined || value === null ? undefined : value === true || value === 'true'

const aboutFile =
  'The image: a JPEG, PNG, GIF, WebP or AVIF file of at most 10 MiB and 40 megapixels, all frames together. It is stored without its metadata.'

/** The schema of a payload: all writable fields, of which `create` requires some (contract A1, A2). */
export const payloadSchema = (resource: ReadResource, { operation, takesFile }: Endpoint): JsonObject => {
  const { name, fields } = resource
  if (operation === 'put') {
    // The path says which record it is.
    const { source, external_id, ...others } = fields
    return fieldsSchema(`external${capitalize(name)}`, others)
  }
  if (!takesFile) return operation === 'update' ? fieldsSchema(name, fields) : createSchema(name, fields)
  const file = { type: 'string', contentMediaType: 'image/*', description: aboutFile }
  return { allOf: [fieldsSchema(name, fields), { type: 'object', properties: { file } }], required: ['file'] }
}

/** The schema of a list (F1.1): post-like lists begin with the records, lists of terms with the numbers, others are arrays. */
export const listSchema = (resource: ReadResource): JsonObject => {
  if (resource.objectType === 'attachment') return { type: 'array', items: resource.schemas.item }
  const about = (description: string) => ({ description })
  const records = {
    [resource.plural]: {
      type: 'array',
      items: resource.schemas.item,
      ...about('The records of this page, in the order of the list.'),
    },
  }
  const url = { type: 'string', format: 'uri' }
  const self = { rest_url: { ...url, ...about('Address of this list with the filters in effect.') } }
  const neighbours = {
    next_rest_url: { ...url, ...about('Address of the next page with the same filters; absent on the last page.') },
    previous_rest_url: {
      ...url,
      ...about('Address of the previous page with the same filters; absent on the first page.'),
    },
  }
  const count = { type: 'integer', minimum: 0 }
  const totals = {
    total: {
      ...count,
      ...about('Number of records on all pages that match the filters and that the caller may read.'),
    },
    total_pages: { ...count, ...about('Number of pages at the current page size; 0 when nothing matches.') },
  }
  const cursor = {
    next_cursor: {
      type: 'string',
      ...about(
        'Send this as `cursor` to get the next page; only present when `cursor` was sent and there is a next page.',
      ),
    },
  }
  const properties =
    resource.objectType === 'post'
      ? { ...records, ...self, ...neighbours, ...cursor, ...totals }
      : { ...self, ...totals, ...records, ...neighbours }
  // A list that is read by a cursor has no totals.
  const isOptional = (name: string) =>
    name in neighbours || name in cursor || (resource.objectType === 'post' && name in totals)
  const required = Object.keys(properties).filter((name) => !isOptional(name))
  return { title: `${nameResource(resource)}List`, type: 'object', required, properties, additionalProperties: false }
}

/** The name of a resource in names of schemas and operations: `Event`. */
export const nameResource = ({ name }: ReadResource): string => capitalize(name)
