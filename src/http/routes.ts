import type { Param, ParamTable } from '../core/params.ts'
import type { Right } from '../core/policy.ts'
import type { Resource } from '../core/resource.ts'
import type { SiteDocument, SiteEndpoint } from '../core/site-document.ts'
import { bool } from '../core/types/values.ts'
import { namespace } from '../lib/links.ts'

/** A method of the interface; HEAD and OPTIONS follow from these. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an endpoint does; `site` answers what belongs to no resource. */
export type Operation = 'index' | 'doc' | 'list' | 'create' | 'read' | 'update' | 'remove' | 'site'

/** The patterns of path parameters, as the router and the index of the namespace have them. */
export const pathPatterns = { id: '\\d+', slug: '[^/]+', type: '[\\w-]+', taxonomy: '[\\w-]+' } as const

/** How a path names a record, or a part of the site. */
export type PathParam = keyof typeof pathPatterns

/** One operation under one path: data that mounting, the namespace index, `/doc` and the tests all read. */
export type Endpoint = {
  readonly operation: Operation
  readonly methods: readonly Method[]
  /** What the query or the body may hold. */
  readonly params: ParamTable
  /** The body is a file, or multipart with one. */
  readonly takesFile?: boolean
  /** What `site` answers, and the right that it needs; writes of a resource need that of the resource. */
  readonly answer?: SiteEndpoint['answer']
  readonly right?: Right | undefined
}

/** A path below a namespace with its endpoints. */
export type Route = {
  /** `calendar/events/v1`, which is the peer's namespace as well (contract B1.1), or `wp/v2`. */
  readonly namespace: string
  /** With the path parameter in braces, as OpenAPI writes it: `/events/{id}`; '' is the namespace itself. */
  readonly path: string
  readonly pathParam?: PathParam
  readonly resource?: Resource
  /** It adapts the interface to clients of WordPress (D4): it is described on a page of its own, and neither in words nor in `/doc`. */
  readonly isAdapter?: boolean
  readonly endpoints: readonly Endpoint[]
}

/** `force` removes a post for good instead of moving it to the trash (contract B7.7). */
const removeParams = {
  force: {
    type: bool,
    default: false,
    about:
      '`true`: removes the record for good instead of moving it to the trash; default `false`. Categories and tags are always removed for good; images, which have no trash, are removed only with `true`.',
    extension: 'B7.7',
  } satisfies Param<boolean>,
}

/** All routes of a resource: a collection, items by id, and for posts items by slug (contract A2). */
export const routesOf = (namespace: string, resource: Resource): readonly Route[] => {
  const list: Endpoint = { operation: 'list', methods: ['GET'], params: resource.filters }
  const takesFile = resource.kind === 'attachment'
  const create: Endpoint = { operation: 'create', methods: ['POST'], params: resource.fields, takesFile }
  const read: Endpoint = { operation: 'read', methods: ['GET'], params: resource.readParams ?? {} }
  const update: Endpoint = {
    operation: 'update',
    methods: ['POST', 'PUT', 'PATCH'],
    params: resource.fields,
  }
  const isAdapter = resource.isAdapter === true
  const isPost = resource.kind === 'post' && !isAdapter
  const remove: Endpoint = {
    operation: 'remove',
    methods: ['DELETE'],
    params: resource.kind === 'term' && !isAdapter ? {} : removeParams,
  }
  const item = isPost ? [read, remove, update] : [read, update, remove]
  const base = `/${resource.plural}`
  const route = { namespace, resource, isAdapter }
  return [
    { ...route, path: base, endpoints: [list, create] },
    { ...route, path: `${base}/{id}`, pathParam: 'id', endpoints: item },
    ...(isPost ? [{ ...route, path: `${base}/by-slug/{slug}`, pathParam: 'slug', endpoints: item } as const] : []),
  ]
}

/** The route of a document of the site. */
export const siteRoute = (namespace: string, { endpoints, ...route }: SiteDocument): Route => ({
  ...route,
  namespace,
  isAdapter: true,
  endpoints: endpoints.map((endpoint) => ({ ...endpoint, operation: 'site' })),
})

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
