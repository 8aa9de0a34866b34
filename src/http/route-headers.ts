import type { RequestContext } from '../core/context.ts'
import { hasRight } from '../core/policy.ts'
import type { Method, Route } from './routes.ts'

type Headers = Readonly<Record<string, string>>

/** The headers of every answer of a route (contract B1.3, F0.5), with those that are the answer's own. */
export const routeHeaders = (context: RequestContext, route: Route, own: Headers = {}): Record<string, string> => {
  const root = `<${context.links.site}/wp-json/>; rel="https://api.w.org/"`
  const { link } = own
  return {
    allow: allowOf(context, route),
    ...own,
    link: link === undefined ? root : `${root}, ${link}`,
  }
}

const known = new WeakMap<Route, Map<string, string>>()

const allowOf = (context: RequestContext, route: Route): string => {
  const byRole = known.get(route) ?? new Map<string, string>()
  known.set(route, byRole)
  const { role } = context.caller
  const allow = byRole.get(role) ?? allowedMethods(context, route).join(', ')
  byRole.set(role, allow)
  return allow
}

/** The methods that the caller's role may use on this path (F0.5). */
const allowedMethods = ({ caller }: RequestContext, { endpoints }: Route): Method[] =>
  endpoints.flatMap(({ methods, right }) => (right === undefined || hasRight(caller, right) ? [...methods] : []))
