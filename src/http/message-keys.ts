import { isMessageKey, type MessageKey } from '../i18n/catalogue.ts'
import type { Endpoint, Route } from './routes.ts'

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

/** The message that says what an endpoint does. */
export const operationKey = ({ resource, pathParam }: Route, { operation }: Endpoint): MessageKey => {
  if (!resource) return requireKey(`${operation}.operation`)
  const verb = operation === 'remove' ? 'delete' : operation
  return requireKey(`${resource.name}.operation.${verb}${pathParam === 'slug' ? '_by_slug' : ''}`)
}

/** @throws Error for a key that the catalogues lack: a parameter or route was added without a description. */
export const requireKey = (key: string): MessageKey => {
  if (isMessageKey(key)) return key
  throw new Error(`The message catalogues have no ${key}.`)
}
