import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParamTable } from '../../src/core/params.ts'
import { bool, text } from '../../src/core/types.ts'
import { indexParams } from '../../src/http/openapi/describe-self.ts'
import { type IndexOptions, namespaceIndex, routeDescription } from '../../src/http/openapi/namespace-index.ts'
import { allRoutes } from '../../src/http/routes.ts'
import type { Endpoint, Operation, Route } from '../../src/http/types.ts'
import { interfaceLanguages, translate } from '../../src/i18n/catalogue.ts'
import type { JsonObject } from '../../src/lib/json.ts'
import { namespace } from '../../src/lib/links.ts'
import { eventFilters } from '../../src/resources/events/filters.ts'
import { resources } from '../../src/resources/list.ts'

const options: IndexOptions = {
  namespace: 'tribe/events/v1',
  language: 'en',
  restRoot: 'https://example.org/wp-json/',
  defaults: { start_date: '2026-11-19 00:00:00', end_date: '2028-11-20 23:59:59' },
}
const routes = allRoutes(resources, indexParams)
const withoutDescriptions = (value: JsonObject): string =>
  JSON.stringify(value, (name, part) => (name === 'description' && typeof part === 'string' ? undefined : part))

const routeAt = (path: string): Route => {
  const route = routes.find((it) => it.path === path)
  assert.ok(route, path)
  return route
}

/** The arguments of the endpoint at `position` of a route. */
const argsOf = (path: string, position: number): unknown => {
  const { endpoints } = routeDescription(routeAt(path), options) as { endpoints: { args: unknown }[] }
  return endpoints[position]?.args
}

describe('the index of the namespace', () => {
  it('names the namespace as the request did, and leads up to the root (F7.1)', () => {
    const index = namespaceIndex({ ...options, routes })
    assert.equal(index['namespace'], 'tribe/events/v1')
    assert.deepEqual(index['_links'], { up: [{ href: 'https://example.org/wp-json/' }] })
    assert.deepEqual(Object.keys(index), ['namespace', 'routes', '_links'])
  })

  it('keys routes by the patterns that clients of The Events Calendar know', () => {
    const index = namespaceIndex({ ...options, routes: ['', '/events/{id}', '/venues/by-slug/{slug}'].map(routeAt) })
    assert.deepEqual(Object.keys(index['routes'] as JsonObject), [
      '/tribe/events/v1',
      '/tribe/events/v1/events/(?P<id>\\d+)',
      '/tribe/events/v1/venues/by-slug/(?P<slug>[^/]+)',
    ])
  })

  for (const language of interfaceLanguages) {
    it(`differs in descriptions alone in ${language} (contract B1.4)`, () => {
      const own = namespaceIndex({ ...options, routes, language })
      assert.equal(withoutDescriptions(own), withoutDescriptions(namespaceIndex({ ...options, routes })))
      assert.ok(JSON.stringify(own).includes(JSON.stringify(translate(language, eventFilters.start_date.about ?? ''))))
    })
  }
})

describe('the description of a route', () => {
  const methods: readonly [string, readonly string[], readonly (readonly string[])[]][] = [
    ['/doc', ['GET'], [['GET']]],
    ['/events', ['GET', 'POST'], [['GET'], ['POST']]],
    ['/events/{id}', ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'], [['GET'], ['DELETE'], ['POST', 'PUT', 'PATCH']]],
    ['/tags/{id}', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], [['GET'], ['POST', 'PUT', 'PATCH'], ['DELETE']]],
  ]
  for (const [path, all, each] of methods) {
    it(`of ${path} has its methods together and by endpoint, in The Events Calendar's order`, () => {
      const description = routeDescription(routeAt(path), options)
      assert.deepEqual(description['methods'], all)
      assert.deepEqual(
        (description['endpoints'] as JsonObject[]).map((endpoint) => endpoint['methods']),
        each,
      )
    })
  }

  const links: readonly [string, string, string | undefined][] = [
    ['https://example.org/wp-json/', '/events', 'https://example.org/wp-json/tribe/events/v1/events'],
    ['https://example.org/', '', 'https://example.org/tribe/events/v1'],
    ['https://example.org/?rest_route=/', '/doc', 'https://example.org/?rest_route=/tribe/events/v1/doc'],
    ['https://example.org/', '/events/{id}', undefined],
    ['https://example.org/', '/venues/by-slug/{slug}', undefined],
  ]
  for (const [restRoot, path, href] of links) {
    it(`of ${path || '/'} below ${restRoot} links to ${href ?? 'nothing, since it has a variable'}`, () => {
      const description = routeDescription(routeAt(path), { ...options, restRoot })
      assert.deepEqual(description['_links'], href === undefined ? undefined : { self: [{ href }] })
    })
  }

  it('has an empty list where an endpoint takes nothing (F7.1)', () => assert.deepEqual(argsOf('/doc', 0), []))
})

describe('an argument', () => {
  const describeOnly = (operation: Operation, params: ParamTable): JsonObject => {
    const { resource } = routeAt('/events')
    assert.ok(resource)
    const described = Object.entries(params).map(([name, param]) => [name, { about: 'A text.', ...param }])
    const endpoint: Endpoint = {
      operation,
      methods: ['GET'],
      params: Object.fromEntries(described),
      handle: () => assert.fail('nobody asks'),
    }
    const route: Route = { namespace, path: '/events', resource, endpoints: [endpoint] }
    const [shown] = routeDescription(route, options)['endpoints'] as { args: JsonObject }[]
    return shown?.args ?? {}
  }

  const cases: readonly [string, Operation, ParamTable, JsonObject][] = [
    ['without a default', 'list', { search: { type: text(9) } }, { type: 'string', required: false }],
    [
      'that is required on create',
      'create',
      { title: { type: text(9), isRequired: true } },
      { type: 'string', required: true },
    ],
    [
      'that is not required on update',
      'update',
      { title: { type: text(9), isRequired: true } },
      { type: 'string', required: false },
    ],
    [
      'with a default',
      'create',
      { all_day: { type: bool, default: false } },
      { default: false, type: 'boolean', required: false },
    ],
    [
      'with a default of true',
      'list',
      { featured: { type: bool, default: true } },
      { default: '1', type: 'boolean', required: false },
    ],
    [
      'that may be empty',
      'create',
      { website: { type: text(9), empty: '' } },
      { default: null, type: 'string', required: false },
    ],
    [
      'whose default depends on now',
      'list',
      { start_date: { type: text(9) } },
      { default: '2026-11-19 00:00:00', type: 'string', required: false },
    ],
    ['of that name on a write', 'create', { start_date: { type: text(9) } }, { type: 'string', required: false }],
  ]
  for (const [name, operation, params, wanted] of cases) {
    it(`${name} is printed so`, () => {
      for (const arg of Object.values(describeOnly(operation, params)) as JsonObject[]) {
        const { description, ...rest } = arg
        assert.deepEqual(rest, wanted)
        assert.ok(typeof description === 'string' && description !== '')
      }
    })
  }

  it('without a description is a fault of the program', () => {
    const params = { unheard_of: { type: bool } }
    const endpoint: Endpoint = { operation: 'list', methods: ['GET'], params, handle: () => assert.fail('nobody asks') }
    const route: Route = { namespace, path: '/events', endpoints: [endpoint] }
    assert.throws(() => routeDescription(route, options), /unheard_of of GET \/events has no description/)
  })

  it('of the path comes first and is required, unless the body may hold it too (contract A2)', () => {
    const first = (path: string, position: number) => Object.entries(argsOf(path, position) as JsonObject)[0]
    const cases: readonly [string, number, string, string, boolean][] = [
      ['/events/{id}', 0, 'id', 'integer', true],
      ['/events/{id}', 2, 'id', 'integer', true],
      ['/venues/by-slug/{slug}', 2, 'slug', 'string', true],
      ['/events/by-slug/{slug}', 0, 'slug', 'string', true],
      ['/events/by-slug/{slug}', 2, 'slug', 'string', false],
    ]
    for (const [path, position, name, type, isRequired] of cases) {
      const [found, arg] = first(path, position) ?? []
      assert.equal(found, name, path)
      assert.equal((arg as JsonObject)['type'], type, path)
      assert.equal((arg as JsonObject)['required'], isRequired, `${path} ${position}`)
    }
  })

  it('of the index defaults to the namespace itself', () => {
    const args = argsOf('', 0) as Record<string, JsonObject>
    assert.equal(args['namespace']?.['default'], 'tribe/events/v1')
    assert.equal(args['context']?.['default'], 'view')
  })
})
