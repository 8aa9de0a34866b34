import type { Param, ParamTable } from '../core/params.ts'
import { isWritable, type ReadResource } from '../core/resource.ts'
import type { SiteDocument } from '../core/site-document.ts'
import { textParams } from '../core/text-params.ts'
import { bool } from '../core/types.ts'
import { namespace } from '../lib/links.ts'
import { writeBatch } from './batch.ts'
import { batchParams } from './batch-params.ts'
import { batchLimit } from './body.ts'
import { answerSite, readDocumentation, readIndex } from './describe.ts'
import { listRecords } from './list.ts'
import { noParams, readExternal, readRecord } from './read.ts'
import { streamRecords } from './stream.ts'
import { type Endpoint, type PathParam, pathPatterns, type Route } from './types.ts'
import { writeRecord } from './write.ts'

/** Replaces each path parameter of a path by what `write` makes of its name and its pattern. */
export const writePath = (path: string, write: (name: string, pattern: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: PathParam) => write(name, pathPatterns[name]))

/** The names of the path parameters of a path. */
export const listPathParams = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The parameter `force` deletes a record permanently instead of moving it to the trash (contract B7.7). */
const removeParams = {
  force: {
    type: bool,
    default: false,
    about:
      '`true`: removes the record for good instead of moving it to the trash; default `false`. Categories and tags are always removed for good; images, which have no trash, are removed only with `true`.',
    extension: 'B7.7',
  } satisfies Param<boolean>,
}

/** Makes the routes of a resource: collection, items by id and, for post-like records, items by slug (contract A2). */
export const createRoutes = (namespace: string, resource: ReadResource): readonly Route[] => {
  const { fields, filters, writeRight: right } = resource
  const takesFile = resource.objectType === 'attachment'
  const isAdapter = resource.isAdapter === true
  // Adapters show texts in their own way.
  const form = resource.plain && !isAdapter ? textParams : noParams
  const base = `/${resource.plural}`
  const list: Endpoint = { operation: 'list', methods: ['GET'], params: filters, handle: listRecords(resource) }
  const read: Endpoint = {
    operation: 'read',
    methods: ['GET'],
    params: resource.readParams ?? form,
    handle: readRecord(resource),
  }
  if (!isWritable(resource)) {
    return [
      { namespace, resource, path: base, endpoints: [list] },
      { namespace, resource, path: `${base}/{id}`, pathParam: 'id', endpoints: [read] },
    ]
  }
  const { page, per_page, cursor, ...kept } = filters
  const stream: Endpoint = { operation: 'stream', methods: ['GET'], params: kept, handle: streamRecords(resource) }
  const create: Endpoint = {
    operation: 'create',
    methods: ['POST'],
    params: { ...fields, ...form },
    takesFile,
    right,
    handle: writeRecord(resource, 'create'),
  }
  const update: Endpoint = {
    operation: 'update',
    methods: ['POST', 'PUT', 'PATCH'],
    params: { ...fields, ...form },
    right,
    handle: writeRecord(resource, 'update'),
  }
  const isPost = resource.objectType === 'post' && !isAdapter
  const remove: Endpoint = {
    operation: 'remove',
    methods: ['DELETE'],
    params: {
      ...(resource.objectType === 'term' && !isAdapter ? {} : { ...removeParams, ...resource.removeParams }),
      ...form,
    },
    right,
    handle: writeRecord(resource, 'remove'),
  }
  const { source, external_id, ...others } = fields
  const put: Endpoint = {
    operation: 'put',
    methods: ['PUT'],
    params: externalParams({ ...others, ...form }),
    right,
    handle: writeRecord(resource, 'put'),
  }
  const batch: Endpoint = {
    operation: 'batch',
    methods: ['POST'],
    params: { ...batchParams, ...form },
    right,
    isJsonOnly: true,
    bodyLimit: batchLimit,
    handle: writeBatch(resource, { create, update, put, remove }),
  }
  const external: readonly Endpoint[] = [
    { ...read, handle: readExternal(resource) },
    { ...remove, params: externalParams(remove.params) },
    put,
  ]
  const item = isPost ? [read, remove, update] : [read, update, remove]
  const route = { namespace, resource, isAdapter }
  return [
    { ...route, path: base, endpoints: [list, create] },
    { ...route, path: `${base}/{id}`, pathParam: 'id', endpoints: item },
    ...(isPost ? [{ ...route, path: `${base}/by-slug/{slug}`, pathParam: 'slug', endpoints: item } as const] : []),
    ...(isPost
      ? [
          {
            ...route,
            path: `${base}/by-external-id/{source}/{external_id}`,
            pathParam: 'external_id',
            endpoints: external,
          } as const,
        ]
      : []),
    ...(isPost ? [{ ...route, path: `${base}/batch`, endpoints: [batch] }] : []),
    ...(isPost ? [{ ...route, path: `${base}.ndjson`, endpoints: [stream] }] : []),
    // What is received with a file takes the place of the one that an image has.
    ...(takesFile
      ? [
          {
            ...route,
            path: `${base}/{id}/file`,
            pathParam: 'id',
            endpoints: [{ ...update, methods: ['POST'], takesFile }],
          } as const,
        ]
      : []),
  ]
}

/** What is said of a series by its external id is said of all its occurrences, unless another scope is sent (contract C4.1). */
const externalParams = (params: ParamTable): ParamTable => {
  const { scope } = params
  return scope ? { ...params, scope: { ...scope, default: 'all', about: aboutScope } } : params
}

const aboutScope =
  'Which occurrences of a series to write: `all` (default), `this` for the first one alone, or `following`. Ignored for events that do not recur.'

/** The route of a document of the site below a namespace. */
export const siteRoute = (namespace: string, { endpoints, ...route }: SiteDocument): Route => ({
  ...route,
  namespace,
  isAdapter: true,
  endpoints: endpoints.map(({ answer, ...endpoint }) => ({
    ...endpoint,
    operation: 'site',
    handle: answerSite(answer),
  })),
})

/** The route that describes a namespace. */
export const indexRoute = (namespace: string, indexParams: ParamTable): Route => ({
  namespace,
  path: '',
  endpoints: [{ operation: 'index', methods: ['GET'], params: indexParams, handle: readIndex }],
})

const docEndpoint: Endpoint = { operation: 'doc', methods: ['GET'], params: {}, handle: readDocumentation }

/** All routes of the calendar's namespace, in the order of its index (F7.1). */
export const allRoutes = (resources: readonly ReadResource[], indexParams: ParamTable): readonly Route[] => [
  indexRoute(namespace, indexParams),
  { namespace, path: '/doc', endpoints: [docEndpoint] },
  ...resources.flatMap((resource) => createRoutes(namespace, resource)),
]

/** The route of a GET with its endpoint and the value of its path parameter. */
export type FoundRoute = {
  readonly route: Route
  readonly endpoint: Endpoint
  readonly name: string
  /** The path of the route with its namespace, for the metrics. */
  readonly routePath: string
}

/** Makes the function that finds the route of a GET by a normalized path; the router handles all other paths. */
export const createRouteFinder = (routes: readonly Route[]): ((path: string) => FoundRoute | undefined) => {
  const byPath = new Map<string, FoundRoute>()
  for (const route of routes) {
    const endpoint = route.endpoints.find(({ methods }) => methods.includes('GET'))
    const routePath = `/${route.namespace}${route.path}`
    // A stream is for few clients at a time, and the router knows their addresses.
    if (endpoint && endpoint.operation !== 'stream') byPath.set(routePath, { route, endpoint, name: '', routePath })
  }
  return (path) => {
    const known = byPath.get(path)
    if (known) return path.includes('{') ? undefined : known
    const at = path.lastIndexOf('/') + 1
    const name = path.slice(at)
    const isId = /^\d+$/.test(name)
    const found = byPath.get(`${path.slice(0, at)}${isId && !path.endsWith(`by-slug/${name}`) ? '{id}' : '{slug}'}`)
    return found && !name.includes('%') ? { ...found, name } : undefined
  }
}
