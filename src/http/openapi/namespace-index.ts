import type { ParamTable } from '../../core/params.ts'
import { type Language, translate } from '../../i18n/catalogue.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { listPathParams, writePath } from '../routes.ts'
import type { Endpoint, Route } from '../types.ts'
import { paramText, pathParamText } from './texts.ts'

/** The properties of a request on which the description of a route depends. */
export type IndexOptions = {
  /** The name in the request: `calendar/events/v1` or `tribe/events/v1`. */
  readonly namespace: string
  readonly language: Language
  /** The REST root of the request with its trailing slash, such as `https://host/wp-json/`. */
  readonly restRoot: string
  /** Defaults of list filters that depend on the date, such as `start_date`. */
  readonly defaults: Readonly<Record<string, string>>
}

/** The index of the namespace (contract B8.1, F7.1): every route with its methods and arguments. */
export const namespaceIndex = ({ routes, ...options }: IndexOptions & { readonly routes: readonly Route[] }) => ({
  namespace: options.namespace,
  routes: Object.fromEntries(
    routes.map((route) => [patternOf(route, options), routeDescription(route, options)] as const),
  ),
  _links: { up: [{ href: options.restRoot }] },
})

/** Describes one route for the index and for the response to `OPTIONS` (F0.5); only routes without a path parameter have a link. */
export const routeDescription = (route: Route, options: IndexOptions): JsonObject => ({
  namespace: options.namespace,
  methods: [...new Set(route.endpoints.flatMap(({ methods }) => methods))],
  endpoints: route.endpoints.map((endpoint) => ({
    methods: [...endpoint.methods],
    args: describeArgs(route, endpoint, options),
  })),
  ...(route.pathParam ? {} : { _links: { self: [{ href: `${options.restRoot}${options.namespace}${route.path}` }] } }),
})

/** The route as a regular expression, which is its key in the index of WordPress. */
const patternOf = ({ path }: Route, { namespace }: IndexOptions): string =>
  `/${namespace}${writePath(path, (name, pattern) => `(?P<${name}>${pattern})`)}`

/** Describes the arguments of an endpoint; without arguments it is an empty array, as with The Events Calendar (TEC) (F7.1). */
const describeArgs = (route: Route, endpoint: Endpoint, options: IndexOptions): Json => {
  const inPath = listPathParams(route.path)
  const names = Object.keys(endpoint.params).filter((name) => !inPath.includes(name))
  const args = [
    ...inPath.map((name) => [name, describePathArg(route, endpoint, name, options)] as const),
    ...names.map((name) => [name, describeArg(route, endpoint, name, options)] as const),
  ]
  return args.length === 0 ? [] : Object.fromEntries(args)
}

/** Describes a path parameter. When the body has a field `slug` as well, that field is described, and it is not required (contract A2). */
const describePathArg = (route: Route, endpoint: Endpoint, name: string, options: IndexOptions): JsonObject => {
  if (name in endpoint.params) return describeArg(route, endpoint, name, options)
  return {
    type: name === 'id' ? 'integer' : 'string',
    ...(route.isAdapter ? {} : { description: translate(options.language, pathParamText(route, name)) }),
    required: true,
  }
}

const describeArg = (route: Route, endpoint: Endpoint, name: string, options: IndexOptions): JsonObject => {
  const param = endpoint.params[name]
  return {
    ...describeDefault(endpoint, name, options),
    ...(route.isAdapter ? {} : { description: translate(options.language, paramText(route, endpoint, name)) }),
    ...param?.type.index,
    required: ['create', 'batch', 'site'].includes(endpoint.operation) && param?.isRequired === true,
  }
}

const describeDefault = (endpoint: Endpoint, name: string, { namespace, defaults }: IndexOptions): JsonObject => {
  if (endpoint.operation === 'index' && name === 'namespace') return { default: namespace }
  const isList = endpoint.operation === 'list' || endpoint.operation === 'stream'
  const moving = isList ? defaults[name] : undefined
  if (moving !== undefined) return { default: moving }
  const param: ParamTable[string] | undefined = endpoint.params[name]
  // A default of true is the text '1', as with The Events Calendar (F7.1).
  if (param?.default !== undefined) return { default: param.default === true ? '1' : param.default }
  return param?.empty !== undefined && !param.isRequired ? { default: null } : {}
}
