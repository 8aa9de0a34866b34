import type { Scope } from '../context.ts'
import { hasRight } from '../crud/permissions.ts'
import type { Method, Route } from './routes.ts'

type Headers = Readonly<Record<string, string>>

/** The headers of every answer of a route (contract B1.3, F0.5), with those that are the answer's own. */
export const routeHeaders = (scope: Scope, route: Route, own: Headers = {}): Record<string, string> => {
  const root = `<${scope.links.site}/wp-json/>; rel="https://api.w.org/"`
  const { link } = own
  return {
    allow: allowedMethods(scope, route).join(', '),
    ...own,
    link: link === undefined ? root : `${root}, ${link}`,
  }
}

/** The methods that the caller's role may use on this path (F0.5). */
const allowedMethods = ({ caller }: Scope, { endpoints, resource }: Route): Method[] =>
  endpoints.flatMap(({ methods, operation }) => {
    const isRead = operation !== 'create' && operation !== 'update' && operation !== 'remove'
    return isRead || (resource && hasRight(caller, resource.writeRight)) ? [...methods] : []
  })
