import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isJsonObject, type Json, type JsonObject } from '../../src/lib/json.ts'

/** How the answers of one status must look. A status without a body, such as 304, has neither. */
export type DeclaredAnswer = {
  readonly validate: ValidateFunction | undefined
  /** For bodies of which `_fields` kept a part: the same without what is required. */
  readonly validatePart: ValidateFunction | undefined
}

/** One method under one path, as the document of a running server declares it. */
export type DeclaredOperation = {
  /** `POST /events/{id}`. */
  readonly name: string
  readonly path: string
  readonly method: string
  readonly query: ReadonlyMap<string, JsonObject>
  /** The writable fields with their schemas. */
  readonly fields: ReadonlyMap<string, JsonObject>
  readonly required: readonly string[]
  readonly answers: ReadonlyMap<number, DeclaredAnswer>
}

/** A document as the random requests need it. */
export type InterfaceDocument = {
  readonly paths: readonly string[]
  /** By name: `POST /events/{id}`. */
  readonly operations: ReadonlyMap<string, DeclaredOperation>
  /** The body of every error, whatever its code. */
  readonly validateError: ValidateFunction
}

/** Reads an OpenAPI document, and compiles the schema of every answer that it declares, each once. */
export const readDocument = (document: JsonObject): InterfaceDocument => {
  const compile = createCompiler(document)
  const operations = new Map<string, DeclaredOperation>()
  const paths = object(document['paths'])
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, raw] of Object.entries(object(item)).filter(([key]) => key !== 'servers')) {
      const name = `${method.toUpperCase()} ${path}`
      operations.set(name, readOperation(document, compile, { name, path, method: method.toUpperCase() }, object(raw)))
    }
  }
  const { full: validateError } = compile({ $ref: '#/components/schemas/Error' })
  return { paths: Object.keys(paths), operations, validateError }
}

type Compile = (schema: Json) => { readonly full: ValidateFunction; readonly part: ValidateFunction }

const createCompiler = (document: JsonObject): Compile => {
  const full = new Ajv2020({ strict: false, allErrors: false })
  const part = new Ajv2020({ strict: false, allErrors: false })
  for (const ajv of [full, part]) formats.default(ajv)
  const components: Json = document['components'] ?? {}
  full.addSchema({ $id: 'doc', components })
  part.addSchema({ $id: 'doc', components: withoutRequired(components) })
  const known = new Map<string, ReturnType<Compile>>()
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')
    const found = known.get(text)
    if (found) return found
    const own: JsonObject = JSON.parse(text)
    // Nothing left of an object is an empty list (F0.6).
    const picked = { anyOf: [withoutRequired(own), { type: 'array', maxItems: 0 }] }
    const compiled = { full: full.compile(own), part: part.compile(picked) }
    known.set(text, compiled)
    return compiled
  }
}

/** A schema that asks for nothing to be there. */
const withoutRequired = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name, value]) => name !== 'required' || !Array.isArray(value))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRequired(value as Json)]))
}

const readOperation = (
  document: JsonObject,
  compile: Compile,
  key: Pick<DeclaredOperation, 'name' | 'path' | 'method'>,
  raw: JsonObject,
): DeclaredOperation => {
  const params = (raw['parameters'] as JsonObject[]).map((param) => follow(document, param))
  const query = params.flatMap((param): [string, JsonObject][] =>
    param['in'] === 'query' ? [[String(param['name']), object(param['schema'])]] : [],
  )
  const answers = Object.entries(object(raw['responses'])).map(([status, response]): [number, DeclaredAnswer] => {
    const content = follow(document, object(response))['content']
    // A stream is lines of JSON, and no JSON itself.
    const json = content && object(content)['application/json']
    const compiled = json ? compile(object(json)['schema'] ?? {}) : undefined
    return [Number(status), { validate: compiled?.full, validatePart: compiled?.part }]
  })
  return { ...key, query: new Map(query), ...readPayload(document, raw['requestBody']), answers: new Map(answers) }
}

const readPayload = (document: JsonObject, body: Json | undefined) => {
  const fields = new Map<string, JsonObject>()
  const required: string[] = []
  const read = (schema: JsonObject): void => {
    const { properties, allOf, required: names } = follow(document, schema)
    for (const [name, part] of Object.entries(object(properties ?? {}))) fields.set(name, object(part))
    if (Array.isArray(names)) required.push(...names.map(String))
    if (Array.isArray(allOf)) for (const part of allOf) read(object(part))
  }
  if (body) {
    const content = object(object(body)['content'])
    // A file is no JSON; the fields that come with it are parts of a form.
    read(object(object(content['application/json'] ?? content['multipart/form-data'])['schema']))
  }
  return { fields, required }
}

const follow = (document: JsonObject, value: JsonObject): JsonObject => {
  const pointer = value['$ref']
  if (typeof pointer !== 'string') return value
  let found: Json | undefined = document
  for (const step of pointer.split('/').slice(1)) found = object(found)[step]
  return follow(document, object(found))
}

const object = (value: unknown): JsonObject => {
  if (isJsonObject(value)) return value
  return assert.fail(`not an object: ${JSON.stringify(value)}`)
}
