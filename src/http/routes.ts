import { bool } from '../crud/param-types.ts'
import type { Param, ParamTable } from '../crud/params.ts'
import type { Resource } from '../crud/resource.ts'
import { namespace } from '../lib/links.ts'

/** A method of the interface; HEAD and OPTIONS follow from these. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an endpoint does. */
export type Operation = 'index' | 'doc' | 'list' | 'create' | 'read' | 'update' | 'remove'

/** How a path names a record. */
export type PathParam = 'id' | 'slug'

/** One operation under one path: data that mounting, the namespace index, `/doc` and the tests all read. */
export type Endpoint = {
  readonly operation: Operation
  readonly methods: readonly Method[]
  /** What the query or the body may hold. */
  readonly params: ParamTable
  /** The body is a file, or multipart with one. */
  readonly takesFile?: boolean
}

/** A path below a namespace with its endpoints. */
export type Route = {
  /** `calendar/events/v1`, which is the peer's namespace as well (contract B1.1), or `wp/v2`. */
  readonly namespace: string
  /** With the path parameter in braces, as OpenAPI writes it: `/events/{id}`; '' is the namespace itself. */
  readonly path: string
  readonly pathParam?: PathParam
  readonly resource?: Resource
  readonly endpoints: readonly Endpoint[]
}

/** `force` removes a post for good instead of moving it to the trash (contract B7.7). */
const removeParams = { force: { type: bool, default: false } satisfies Param<boolean> }

/** All routes of a resource: a collection, items by id, and for posts items by slug (contract A2). */
export const routesOf = (namespace: string, resource: Resource): readonly Route[] => {
  const list: Endpoint = { operation: 'list', methods: ['GET'], params: resource.filters }
  const takesFile = resource.kind === 'attachment'
  const create: Endpoint = { operation: 'create', methods: ['POST'], params: resource.fields, takesFile }
  const read: Endpoint = { operation: 'read', methods: ['GET'], params: {} }
  const update: Endpoint = {
    operation: 'update',
    methods: ['POST', 'PUT', 'PATCH'],
    params: resource.fields,
  }
  const isPost = resource.kind === 'post'
  const remove: Endpoint = {
    operation: 'remove',
    methods: ['DELETE'],
    params: resource.kind === 'term' ? {} : removeParams,
  }
  const item = isPost ? [read, remove, update] : [read, update, remove]
  const base = `/${resource.plural}`
  return [
    { namespace, path: base, resource, endpoints: [list, create] },
    { namespace, path: `${base}/{id}`, pathParam: 'id', resource, endpoints: item },
    ...(isPost
      ? [{ namespace, path: `${base}/by-slug/{slug}`, pathParam: 'slug', resource, endpoints: item } satisfies Route]
      : []),
  ]
}

/** The route that describes a namespace. */
export const indexRoute = (namespace: string, indexParams: ParamTable): Route => ({
  namespace,
  path: '',
  endpoints: [{ operation: 'index', methods: ['GET'], params: indexParams }],
})

/** All routes of the calendar's namespace, in the order of its index (F7.1). */
export const allRoutes = (resources: readonly Resource[], indexParams: ParamTable): readonly Route[] => [
  indexRoute(namespace, indexParams),
  { namespace, path: '/doc', endpoints: [{ operation: 'doc', methods: ['GET'], params: {} }] },
  ...resources.flatMap((resource) => routesOf(namespace, resource)),
]
