import { isMessageKey, type MessageKey } from '../../i18n/catalogue.ts'
import type { Endpoint, Route } from '../routes.ts'

/** The message that describes a parameter of an endpoint, in the namespace index and in `/doc` alike. */
export const paramKey = (route: Route, endpoint: Endpoint, name: string): MessageKey => {
  const group = paramGroup(route, endpoint)
  const own = `${group}.${name}`
  const shared = `list.${name}`
  return requireKey(endpoint.operation === 'list' && !isMessageKey(own) && isMessageKey(shared) ? shared : own)
}

const paramGroup = ({ resource }: Route, { operation }: Endpoint): string => {
  if (!resource) return operation
  if (operation === 'remove') return 'delete'
  return `${resource.name}.${operation === 'list' ? 'filter' : 'field'}`
}

/** The message that describes the path parameter of a route. */
export const pathParamKey = ({ resource, pathParam }: Route): MessageKey =>
  requireKey(`${resource?.name}.path.${pathParam}`)

/** The message that names in a few words what an endpoint does. */
export const operationKey = ({ resource, pathParam }: Route, endpoint: Endpoint): MessageKey => {
  if (!resource) return requireKey(`${endpoint.operation}.operation`)
  return requireKey(`${resource.name}.operation.${verbOf(endpoint)}${pathParam === 'slug' ? '_by_slug' : ''}`)
}

/** The message that says more of what an endpoint does: one for all resources, where a resource has none of its own. */
export const aboutKey = ({ resource }: Route, endpoint: Endpoint): MessageKey => {
  const shared = `about.${verbOf(endpoint)}`
  const own = `${resource?.name}.${shared}`
  return requireKey(isMessageKey(own) ? own : shared)
}

const verbOf = ({ operation }: Endpoint): string => (operation === 'remove' ? 'delete' : operation)

/** @throws Error for a key that the catalogues lack: a parameter or route was added without a description. */
export const requireKey = (key: string): MessageKey => {
  if (isMessageKey(key)) return key
  throw new Error(`The message catalogues have no ${key}.`)
}
