import type { JsonObject } from '../lib/json.ts'
import type { ParamTable } from './params.ts'

/** The description of an id in a path or in a nested payload. */
export const aboutRecordId = 'Id of the record: one or more decimal digits.'

/**
 * The schema of the writable fields of a resource for `/doc`, all of them optional. Defaults are in the descriptions only, since generators
 * of types treat a property with a default as always present.
 */
export const fieldsSchema = (noun: string, fields: ParamTable): JsonObject => {
  const properties = Object.entries(fields).map(([name, { type, empty, about }]) => {
    const schema = empty === undefined ? type.schema : orEmpty(type.schema)
    return [name, about === undefined ? schema : { ...schema, description: about }] as const
  })
  return { title: `${capitalize(noun)}Fields`, type: 'object', properties: Object.fromEntries(properties) }
}

/** The schema of a payload that creates a record; `required` is beside `allOf`, where generators of types expect it. */
export const createSchema = (noun: string, fields: ParamTable): JsonObject => {
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired)
  return { allOf: [fieldsSchema(noun, fields)], ...(required.length > 0 ? { required } : {}) }
}

/**
 * The schema of nested values (contract B7.5): a value that `plain` allows, an object with the id of an existing record, an object with the
 * fields of a new one, or a list of these.
 */
export const nestedSchema = (noun: string, fields: ParamTable, plain: JsonObject): JsonObject => {
  const properties = { id: { type: 'integer', minimum: 1, description: aboutRecordId } }
  const byId = { type: 'object', required: ['id'], properties }
  const nested = { title: `Nested${capitalize(noun)}`, anyOf: [byId, createSchema(noun, fields)] }
  return { anyOf: [plain, nested, { type: 'array', items: { anyOf: [plain, nested] } }] }
}

/** `null` empties a field that may be empty (contract B7.2). */
const orEmpty = (schema: JsonObject): JsonObject => {
  if (Array.isArray(schema['anyOf'])) return { ...schema, anyOf: [...schema['anyOf'], { type: 'null' }] }
  return { ...schema, type: [...new Set([schema['type'] ?? [], 'null'].flat())] }
}

/** The name of a resource in names of schemas and operations: `Event`. */
export const capitalize = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
