import type { ParamTable } from '../../core/params.ts'
import { type Language, translate } from '../../i18n/catalogue.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { type Endpoint, pathPatterns, type Route } from '../routes.ts'
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
const patternOf = ({ path, pathParam }: Route, { namespace }: IndexOptions): string => {
  const pattern = pathParam ? path.replace(`{${pathParam}}`, `(?P<${pathParam}>${pathPatterns[pathParam]})`) : path
  return `/${namespace}${pattern}`
}

/** Describes the arguments of an endpoint; without arguments it is an empty array, as with The Events Calendar (TEC) (F7.1). */
const describeArgs = (route: Route, endpoint: Endpoint, options: IndexOptions): Json => {
  const { pathParam } = route
  const names = Object.keys(endpoint.params).filter((name) => name !== pathParam)
  const args = names.map((name) => [name, describeArg(route, endpoint, name, options)] as const)
  if (pathParam) args.unshift([pathParam, describePathArg(route, endpoint, options)])
  return args.length === 0 ? [] : Object.fromEntries(args)
}

/** Describes the path parameter. When the body has a field `slug` as well, that field is described, and it is not required (contract A2). */
const describePathArg = (route: Route, endpoint: Endpoint, options: IndexOptions): JsonObject => {
  if (route.pathParam && route.pathParam in endpoint.params)
    return describeArg(route, endpoint, route.pathParam, options)
  return {
    type: route.pathParam === 'id' ? 'integer' : 'string',
    ...(route.isAdapter ? {} : { description: translate(options.language, pathParamText(route)) }),
    required: true,
  }
}

const describeArg = (route: Route, endpoint: Endpoint, name: string, options: IndexOptions): JsonObject => {
  const param = endpoint.params[name]
  return {
    ...describeDefault(endpoint, name, options),
    ...(route.isAdapter ? {} : { description: translate(options.language, paramText(route, endpoint, name)) }),
    ...param?.type.index,
    required: endpoint.operation === 'create' && param?.isRequired === true,
  }
}

const describeDefault = (endpoint: Endpoint, name: string, { namespace, defaults }: IndexOptions): JsonObject => {
  if (endpoint.operation === 'index' && name === 'namespace') return { default: namespace }
  const moving = endpoint.operation === 'list' ? defaults[name] : undefined
  if (moving !== undefined) return { default: moving }
  const param: ParamTable[string] | undefined = endpoint.params[name]
  // A default of true is the text '1', as with The Events Calendar (F7.1).
  if (param?.default !== undefined) return { default: param.default === true ? '1' : param.default }
  return param?.empty !== undefined && !param.isRequired ? { default: null } : {}
}
