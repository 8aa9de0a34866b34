import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { indexParams } from '../../src/http/openapi/describe-self.ts'
import { allRoutes, listPathParams } from '../../src/http/routes.ts'
import type { Endpoint, Operation, Route } from '../../src/http/types.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/lib/json.ts'
import { resources } from '../../src/resources/list.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { indexTable, type Row, resourceTables, routeTable, sharedParams } from './interface-tables.ts'

const routes = allRoutes(resources, indexParams)

/** What the document says of an endpoint, and what entries add to it by a clause of their own. */
type Expectation = { readonly rows: readonly Row[]; readonly added: readonly string[] }

const expectationOf = ({ resource, path }: Route, { operation, params }: Endpoint): Expectation => {
  if (!resource) return { rows: operation === 'index' ? indexTable : [], added: [] }
  const table = resourceTables[resource.plural]
  assert.ok(table, resource.plural)
  const parts: Partial<Record<Operation, 'fields' | 'filters'>> = {
    list: 'filters',
    stream: 'filters',
    create: 'fields',
    update: 'fields',
    put: 'fields',
  }
  const part = parts[operation]
  // A stream has no pages (C1.5).
  const isOfStream = ({ name }: Row) => operation !== 'stream' || !['page', 'per_page'].includes(name)
  const listed = part ? table[part].filter(isOfStream) : []
  // All parameters of updates are optional except the path identifier, and a body `slug` is optional (A2).
  const rows = operation === 'update' || operation === 'put' ? listed.map(({ isRequired: _, ...row }) => row) : listed
  const identifiers = listPathParams(path)
    .filter((param) => !rows.some(({ name }) => name === param))
    .map((name): Row => ({ name, type: name === 'id' ? 'integer' : 'string', isRequired: true }))
  return {
    rows: [...identifiers, ...rows],
    added: Object.keys(params).filter((name) => params[name]?.extension !== undefined),
  }
}

const endpoints = routes.flatMap((route) =>
  route.endpoints.map((endpoint) => ({
    name: `${endpoint.methods.join('|')} ${route.path || '/'}`,
    route,
    endpoint,
    ...expectationOf(route, endpoint),
  })),
)

const sorted = (names: Iterable<string>): string[] => [...names].sort()

const object = (value: unknown): JsonObject => {
  assert.ok(isJsonObject(value), `not an object: ${JSON.stringify(value)}`)
  return value as JsonObject
}

let calendar: Calendar
let index: JsonObject
let doc: JsonObject

before(async () => {
  calendar = await createCalendar()
  index = object((await calendar.ask('GET', '')).body)
  doc = object((await calendar.ask('GET', '/doc')).body)
})

after(() => calendar.close())

describe('the routes', () => {
  it('are those of the document with their methods, and no others (A2)', () => {
    const ours = routes.map(({ path, endpoints: own }) => [path, sorted(own.flatMap(({ methods }) => methods))])
    const theirs = Object.entries(routeTable).map(([path, methods]) => [path, sorted(methods)])
    assert.deepEqual(Object.fromEntries(ours), Object.fromEntries(theirs))
  })

  for (const { name, endpoint, route, rows, added } of endpoints) {
    it(`${name} takes the parameters of the document and the listed extensions`, () => {
      const own = Object.keys(endpoint.params)
      assert.deepEqual(
        sorted(new Set([...own, ...listPathParams(route.path)])),
        sorted([...rows.map((row) => row.name), ...added]),
      )
    })
  }

  for (const { name, endpoint, rows } of endpoints) {
    it(`${name} names the clause of each of its extensions, and of nothing else`, () => {
      for (const [param, { extension }] of Object.entries(endpoint.params)) {
        if (extension !== undefined) assert.match(extension, /^[BCF]\d+(\.\d+)?$/, param)
        const isOfDocument = rows.some((row) => row.name === param)
        assert.equal(extension === undefined, isOfDocument, param)
      }
    })
  }

  it('have extensions at all', () => assert.ok(endpoints.some(({ added }) => added.length > 0)))
})

describe('the namespace index', () => {
  const patternOf = (path: string) =>
    path
      .replace('{id}', '(?P<id>\\d+)')
      .replace('{slug}', '(?P<slug>[^/]+)')
      .replace('{source}/{external_id}', '(?P<source>.+)/(?P<external_id>.+)')

  const argsOf = (route: Route, endpoint: Endpoint): JsonObject => {
    const entry = object(object(index['routes'])[`/calendar/events/v1${patternOf(route.path)}`])
    const found = (entry['endpoints'] as JsonObject[]).find((it) => String(it['methods']) === String(endpoint.methods))
    const args = object(found)['args']
    return Array.isArray(args) && args.length === 0 ? {} : object(args)
  }

  it('has the routes of the document in its order (F7.1)', () => {
    const theirs = Object.keys(routeTable).map((path) => `/calendar/events/v1${patternOf(path)}`)
    assert.deepEqual(Object.keys(object(index['routes'])), theirs)
  })

  for (const { name, route, endpoint, rows, added } of endpoints) {
    it(`gives the arguments of ${name} with type, default and necessity (A1, A3)`, () => {
      const args = argsOf(route, endpoint)
      assert.deepEqual(sorted(Object.keys(args)), sorted([...rows.map((row) => row.name), ...added]))
      for (const row of rows) {
        const arg = object(args[row.name])
        assert.equal(arg['required'], row.isRequired === true, `required of ${row.name}`)
        assertIndexType(arg, row)
        assertDefault(arg['default'] ?? undefined, row)
        assert.ok(typeof arg['description'] === 'string' && arg['description'] !== '', `description of ${row.name}`)
      }
    })
  }

  const assertIndexType = (arg: JsonObject, { name, type }: Row): void => {
    if (type === null && indexTable.some((row) => row.name === name)) return
    assert.equal(arg['type'], type === 'array of integer' ? 'array' : (type ?? undefined), `type of ${name}`)
    if (type === 'array of integer') assert.deepEqual(arg['items'], { type: 'integer' }, name)
  }

  const assertDefault = (value: Json | undefined, { name, default: wanted }: Row): void => {
    if (wanted === 'moment') assert.match(String(value), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, name)
    else assert.equal(value, wanted === 'itself' ? 'calendar/events/v1' : wanted, `default of ${name}`)
  }

  it('has a default window whose end lies after its start (A3)', () => {
    const list = endpoints.find(({ name }) => name === 'GET /events')
    assert.ok(list)
    const args = argsOf(list.route, list.endpoint)
    const [start, end] = [object(args['start_date'])['default'], object(args['end_date'])['default']]
    assert.ok(String(start) < String(end), `${start} ${end}`)
  })

  it('answers one route of itself to OPTIONS (F0.5)', async () => {
    const { status, body } = await calendar.ask('OPTIONS', '/events')
    assert.equal(status, 200)
    assert.deepEqual(body, object(index['routes'])['/calendar/events/v1/events'])
  })
})

describe('the documentation', () => {
  const operationOf = (route: Route, method: string): JsonObject =>
    object(object(object(doc['paths'])[route.path || '/'])[method.toLowerCase()])

  const resolve = (value: Json | undefined): JsonObject => {
    const part = object(value)
    if (typeof part['$ref'] !== 'string') return part
    const steps = part['$ref'].split('/').slice(1)
    return object(steps.reduce<unknown>((at, step) => object(at)[step], doc))
  }

  /** Query and path parameters of their own, and the properties of the body. */
  const inputsOf = (operation: JsonObject): Map<string, { schema: JsonObject; isRequired: boolean }> => {
    const params = (operation['parameters'] as Json[]).map(resolve)
    const own = params.filter((param) => !(String(param['name']) in sharedParams))
    const inputs = new Map(
      own.map((param) => [
        String(param['name']),
        { schema: object(param['schema']), isRequired: param['required'] === true },
      ]),
    )
    const body = operation['requestBody']
    if (body === undefined) return inputs
    const schema = resolve(object(object(object(body)['content'])['application/json'])['schema'])
    const parts = Array.isArray(schema['allOf']) ? schema['allOf'].map(resolve) : [schema]
    const required = [schema, ...parts].flatMap((part) => (part['required'] as string[] | undefined) ?? [])
    for (const [name, property] of parts.flatMap((part) => Object.entries(part['properties'] ?? {}))) {
      inputs.set(name, { schema: object(property), isRequired: required.includes(name) })
    }
    return inputs
  }

  /** The alternatives of a schema, or itself. */
  const choicesOf = (schema: JsonObject): JsonObject[] =>
    ((schema['anyOf'] as Json[] | undefined) ?? [schema]).map(resolve)

  const typesOf = (schema: JsonObject): Json[] => choicesOf(schema).flatMap((choice) => choice['type'] ?? [])

  /** The document's type is among those that the schema allows; B7.1 lets it allow more. */
  const assertAllows = (schema: JsonObject, { name, type }: Row): void => {
    if (type === null) return
    const types = typesOf(schema)
    assert.ok(types.includes(type === 'array of integer' ? 'array' : type), `type of ${name}: ${types}`)
    if (type !== 'array of integer') return
    const list = choicesOf(schema).find((choice) => choice['items'] !== undefined)
    assert.ok(typesOf(object(list?.['items'])).includes('integer'), `items of ${name}`)
  }

  /**
   * A default that depends on the moment is in the description, and so is that of a field, which generated types would take for
   * required; a true one is `true`, not PHP's `"1"`.
   */
  const assertDocumentedDefault = (schema: JsonObject, { name, default: value }: Row, isField: boolean): void => {
    const wanted = value === 'moment' || isField ? undefined : value === '1' ? true : value
    if (value !== 'itself') assert.equal(schema['default'], wanted, `default of ${name}`)
  }

  for (const { name, route, endpoint, rows, added } of endpoints) {
    for (const method of endpoint.methods) {
      it(`gives the inputs of ${method} in ${name} with type and necessity (A1, A2, A3)`, () => {
        const inputs = inputsOf(operationOf(route, method))
        assert.deepEqual(sorted(inputs.keys()), sorted([...rows.map((row) => row.name), ...added]))
        for (const row of rows) {
          const input = inputs.get(row.name)
          assert.ok(input, row.name)
          assert.equal(input.isRequired, row.isRequired === true, `required of ${row.name}`)
          assertAllows(input.schema, row)
          const isField = ['create', 'update', 'put'].includes(endpoint.operation)
          assertDocumentedDefault(input.schema, row, isField)
        }
      })
    }
  }

  it('has the parameters that belong to all, each by its clause', () => {
    const names = Object.values(object(object(doc['components'])['parameters'])).map((param) => object(param)['name'])
    assert.deepEqual(sorted(names as string[]), sorted(Object.keys(sharedParams)))
  })
})
