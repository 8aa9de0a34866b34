import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { siteRoutes } from '../../src/app.ts'
import { type ErrorCode, errorCatalogue } from '../../src/core/errors.ts'
import { isWritable } from '../../src/core/resource.ts'
import { indexParams } from '../../src/http/openapi/describe-self.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { isDocumented } from '../../src/http/openapi/errors.ts'
import { allRoutes } from '../../src/http/routes.ts'
import { interfaceLanguages } from '../../src/i18n/catalogue.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/lib/json.ts'
import { namespace } from '../../src/lib/links.ts'
import { resources } from '../../src/resources/list.ts'

const serverUrl = 'https://example.org/calendar/events/v1/'
const routes = [...allRoutes(resources, indexParams), ...siteRoutes]
const documents = new Map(
  interfaceLanguages.map(
    (language) => [language, openApiDocument({ routes, language, site: 'https://example.org' })] as const,
  ),
)
const english = documents.get('en') ?? {}

/** Walks every value of a document, with its path. */
const walk = (
  value: Json,
  visit: (value: Json, path: readonly string[]) => void,
  path: readonly string[] = [],
): void => {
  visit(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) walk(part as Json, visit, [...path, name])
}

const at = (document: JsonObject, pointer: string): Json | undefined => {
  let value: Json | undefined = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isJsonObject(value) ? (value[name] as Json | undefined) : undefined
  }
  return value
}

const object = (value: unknown): JsonObject => {
  assert.ok(isJsonObject(value), `not an object: ${JSON.stringify(value)}`)
  return value as JsonObject
}

type Operation = {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly operation: JsonObject
}

const operations: readonly Operation[] = Object.entries(object(english['paths'])).flatMap(([path, item]) =>
  Object.entries(object(item))
    .filter(([key]) => key !== 'servers')
    .map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation: object(operation),
    })),
)

/** The codes that an operation answers under a status. */
const codesOf = ({ operation }: Operation, status: string): readonly string[] => {
  const response = object(object(operation['responses'])[status] ?? {})
  const pointer = response['$ref']
  const resolved = typeof pointer === 'string' ? object(at(english, pointer.slice(1))) : response
  const codes: string[] = []
  walk(resolved, (value, path) => {
    if (path.at(-1) === 'enum' && path.at(-2) === 'code') codes.push(...(value as string[]))
  })
  return codes
}

const statusesOf = ({ operation }: Operation): string[] => Object.keys(object(operation['responses']))

describe('the document', () => {
  for (const [language, document] of documents) {
    it(`is valid OpenAPI 3.1 in ${language}`, async () => {
      const validator = new Validator()
      const result = await validator.validate(structuredClone(document) as Record<string, unknown>)
      assert.deepEqual(result.errors, undefined)
      assert.equal(result.valid, true)
      assert.equal(validator.version, '3.1')
    })
  }

  it('would be found invalid with a fault in it', async () => {
    const broken = structuredClone(english) as { paths: Record<string, { get: Record<string, unknown> }> }
    const operation = broken.paths['/events']?.get
    assert.ok(operation)
    operation['parameters'] = [{ name: 'page', in: 'body' }]
    assert.equal((await new Validator().validate(broken)).valid, false)
  })

  it('is served below the namespace root, with a trailing slash (contract B8.2)', () => {
    assert.deepEqual(
      (english['servers'] as JsonObject[]).map(({ url }) => url),
      [serverUrl],
    )
  })

  it('has the schemas that clients of The Events Calendar know, and those of terms and errors', () => {
    const names = Object.keys(object(at(english, '/components/schemas')))
    const wanted =
      'ImageSize CostDetails Term Image DateDetails Event Venue Organizer Category Tag Error EventList TagList'
    for (const name of wanted.split(' ')) assert.ok(names.includes(name), name)
  })

  it('refers to every component, and to nothing else', () => {
    const used = new Set<string>()
    walk(english, (value, path) => {
      if (path.at(-1) !== '$ref') return
      assert.notEqual(at(english, String(value).slice(1)), undefined, String(value))
      used.add(String(value))
    })
    const { securitySchemes: _, ...components } = object(english['components'])
    const defined = Object.entries(components).flatMap(([group, entries]) =>
      Object.keys(object(entries)).map((name) => `#/components/${group}/${name}`),
    )
    assert.deepEqual([...used].sort(), defined.sort())
  })

  it('has every route with its methods, and no other', () => {
    // The namespace of images has an index of its own, which is no part of this document.
    const described = routes.filter(({ namespace: own, path }) => own === namespace || path !== '')
    const wanted = described.flatMap(({ path, endpoints }) =>
      endpoints.flatMap(({ methods }) => methods.map((method) => `${method} ${path || '/'}`)),
    )
    assert.deepEqual(operations.map(({ name }) => name).sort(), wanted.sort())
  })

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation['operationId'])
    assert.equal(new Set(ids).size, ids.length)
  })

  it('declares every variable of a path', () => {
    for (const { name, path, operation } of operations) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = (operation['parameters'] as JsonObject[]).filter((param) => param['in'] === 'path')
      assert.deepEqual(
        declared.map((param) => param['name']),
        variables,
        name,
      )
    }
  })

  it('defines the items of every array (D7)', () => {
    walk(english, (value, path) => {
      if (isJsonObject(value) && [value['type']].flat().includes('array')) assert.ok('items' in value, path.join('/'))
    })
  })

  it('leaves defaults of fields to their descriptions: generated types take them for required (D7)', () => {
    for (const [name, schema] of Object.entries(object(at(english, '/components/schemas')))) {
      walk(schema as Json, (_, path) => assert.notEqual(path.at(-1), 'default', `${name} ${path.join('/')}`))
    }
  })

  it('puts everything into one component that goes by one title', () => {
    const seen = new Map<string, string>()
    for (const { schemas } of resources) {
      walk([schemas.item, schemas.single], (value) => {
        if (!isJsonObject(value) || typeof value['title'] !== 'string') return
        const { description: _, ...schema } = value
        const text = JSON.stringify(schema)
        assert.equal(seen.get(value['title']) ?? text, text, value['title'])
        seen.set(value['title'], text)
      })
    }
    assert.ok(seen.size > 10)
  })
})

describe('languages', () => {
  const withoutDescriptions = (document: JsonObject): string =>
    JSON.stringify(document, (name, value) => (isText(name) && typeof value === 'string' ? undefined : value))

  const isText = (name: string | undefined): boolean => name === 'description' || name === 'summary'

  const descriptions = (document: JsonObject): string[] => {
    const texts: string[] = []
    walk(document, (value, path) => {
      if (isText(path.at(-1)) && typeof value === 'string') texts.push(value)
    })
    return texts
  }

  for (const [language, document] of documents) {
    it(`${language} differs in descriptions alone (contract B1.4)`, () => {
      assert.equal(withoutDescriptions(document), withoutDescriptions(english))
      const texts = descriptions(document)
      for (const text of texts) assert.ok(text.trim() !== '', text)
      if (language !== 'en') assert.notDeepEqual(texts, descriptions(english))
    })

    it(`${language} has a summary and a description of every operation (D7)`, () => {
      walk(document, (value, path) => {
        if (!isJsonObject(value) || value['operationId'] === undefined) return
        const { summary, description } = value
        assert.ok(typeof summary === 'string' && typeof description === 'string', path.join('/'))
        assert.ok(summary.length <= 120 && description.length > 0 && summary !== description, path.join('/'))
      })
    })

    it(`${language} describes every parameter, header, answer and property`, () => {
      const describable = (value: JsonObject, path: readonly string[]): boolean =>
        path.at(-2) === 'properties' ||
        ('in' in value && 'schema' in value) ||
        (path.at(-2) === 'headers' && path.at(-3) === 'components') ||
        (path.at(-2) === 'responses' && !('$ref' in value))
      let count = 0
      walk(document, (value, path) => {
        if (!isJsonObject(value) || path.at(-1) === 'code' || !describable(value as JsonObject, path)) return
        count++
        assert.ok(typeof value['description'] === 'string' && value['description'] !== '', path.join('/'))
      })
      assert.ok(count > 300, String(count))
    })
  }
})

describe('errors', () => {
  it('occur on some operation, each code but those of users and editors (C5, C7), and no other code does', () => {
    const documented = new Set(operations.flatMap((it) => statusesOf(it).flatMap((status) => codesOf(it, status))))
    const own = (Object.keys(errorCatalogue) as ErrorCode[]).filter(isDocumented)
    assert.deepEqual([...documented].sort(), own.sort())
    const others = Object.keys(errorCatalogue).filter((code) => !documented.has(code))
    for (const code of others)
      assert.match(code, /user|administrator|app(?:lication)?_password|session|revision|import|link|^kalends_/)
  })

  it('stand under the status of their code', () => {
    for (const it of operations) {
      for (const status of statusesOf(it)) {
        for (const code of codesOf(it, status)) {
          const own = errorCatalogue[code as ErrorCode].status
          assert.ok(
            own === Number(status) || (code === 'rest_forbidden' && status === '401'),
            `${it.name} ${code} ${status}`,
          )
        }
      }
    }
  })

  const everywhere = ['400', '401', '403', '413', '414', '429', '431', '500', '503']
  const written = [...everywhere, '408', '415', '507']
  const cases: readonly [string, readonly string[]][] = [
    ['GET /', ['200', '304', ...everywhere, '404']],
    ['GET /doc', ['200', '304', ...everywhere]],
    ['GET /events', ['200', '304', ...everywhere, '404']],
    ['GET /venues', ['200', '304', ...everywhere, '404']],
    ['GET /categories', ['200', '304', ...everywhere]],
    ['GET /tags/{id}', ['200', '304', ...everywhere, '404']],
    ['GET /organizers/by-slug/{slug}', ['200', '304', ...everywhere, '404']],
    ['POST /events', ['201', ...written, '422']],
    ['POST /tags', ['201', ...written, '422']],
    ['POST /events/{id}', ['200', ...written, '404', '412', '422']],
    ['PATCH /venues/{id}', ['200', ...written, '404', '412']],
    ['PUT /categories/{id}', ['200', ...written, '404', '412']],
    ['DELETE /events/{id}', ['200', ...written, '404', '410', '412']],
    ['DELETE /tags/{id}', ['200', ...written, '404', '412']],
  ]
  for (const [name, statuses] of cases) {
    it(`${name} answers ${statuses.join(', ')}`, () => {
      const operation = operations.find((it) => it.name === name)
      assert.ok(operation)
      assert.deepEqual(statusesOf(operation).sort(), [...statuses].sort())
    })
  }
})

describe('operations', () => {
  const find = (name: string): JsonObject => object(operations.find((it) => it.name === name)?.operation)

  it('that write ask for credentials; reading is open to all', () => {
    for (const { name, method, operation } of operations) {
      assert.equal('security' in operation, method !== 'get', name)
    }
    assert.deepEqual(english['security'], [{}, { basic: [] }, { bearer: [] }])
  })

  it('accept the same payload as JSON and as forms, and creating requires its fields (contract A1, B7.1)', () => {
    for (const { name, plural, fields } of resources.filter(isWritable)) {
      const content = object(object(find(`POST /${plural}`)['requestBody'])['content'])
      const types = Object.keys(content)
      assert.deepEqual(types, ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      assert.equal(new Set(Object.values(content).map((it) => JSON.stringify(it))).size, 1, name)
      const required = Object.keys(fields).filter((field) => fields[field]?.isRequired)
      assert.ok(JSON.stringify(content).includes(`"required":${JSON.stringify(required)}`), name)
      assert.equal(JSON.stringify(find(`PATCH /${plural}/{id}`)['requestBody']).includes('"required":["'), false, name)
    }
  })

  it('have the headers of their answers and the conditions of their method', () => {
    const headers = (name: string, status: string) =>
      Object.keys(object(object(object(find(name)['responses'])[status])['headers']))
    assert.deepEqual(headers('GET /events', '200'), ['X-TEC-Total', 'X-TEC-TotalPages', 'Link', 'ETag'])
    assert.deepEqual(headers('POST /events', '201'), ['Location', 'ETag'])
    const params = (name: string) => (find(name)['parameters'] as JsonObject[]).map((it) => it['$ref'] ?? it['name'])
    const shared = (...names: string[]) => names.map((name) => `#/components/parameters/${name}`)
    assert.deepEqual(params('GET /tags/{id}'), ['id', 'text', ...shared('fields', 'envelope', 'ifNoneMatch')])
    assert.deepEqual(params('PATCH /tags/{id}'), ['id', 'text', ...shared('fields', 'envelope', 'ifMatch')])
    assert.deepEqual(params('POST /tags'), ['text', ...shared('fields', 'envelope', 'method', 'idempotencyKey')])
    assert.deepEqual(params('DELETE /events/{id}'), [
      'id',
      'force',
      'scope',
      'text',
      ...shared('fields', 'envelope', 'ifMatch'),
    ])
  })
})
