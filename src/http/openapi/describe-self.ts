import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { text } from '../../core/types.ts'
import type { JsonObject } from '../../lib/json.ts'
import { namespace, ownNamespace, siteNamespace, tecNamespace } from '../../lib/links.ts'
import { nowText, offsetAt } from '../../lib/time-zone.ts'
import type { Address } from '../address.ts'
import type { Route, SelfDescription } from '../types.ts'
import { openApiDocument } from './document.ts'
import { namespaceIndex, routeDescription } from './namespace-index.ts'

/** The parameters of the namespace index (contract A2). */
export const indexParams = {
  namespace: {
    type: text(200),
    default: namespace,
    about: 'Namespace to describe; only the namespace of this interface, which is also the default, is accepted.',
  },
  context: {
    type: text(200),
    default: 'view',
    about: 'Scope of the description; default `view`. Other values are accepted and make no difference.',
  },
}

/** The defaults that depend on now, as the index prints them. */
export type WindowDefaults = (context: RequestContext) => { readonly start_date: string; readonly end_date: string }

/** Makes the descriptions; the OpenAPI document of each language is cached. */
export const describeSelf = (allRoutes: readonly Route[], windowDefaults: WindowDefaults): SelfDescription => {
  const options = (context: RequestContext, address: Address) => ({
    language: context.language,
    restRoot: `${context.links.site}${address.root}`,
    defaults: windowDefaults(context),
  })
  const routesOf = (name: string): readonly Route[] => allRoutes.filter((route) => route.namespace === mountedOf(name))
  const published = new Map(namespaces.map((name) => [name, routesOf(name)]))
  const described = allRoutes.filter(({ isAdapter }) => !isAdapter)
  const documents = new Map<string, string>()
  return {
    index: (context, address, raw) => {
      const asked = raw.one['namespace'] ?? address.namespace
      const wanted = typeof asked === 'string' ? asked : ''
      const routes = published.get(wanted)
      // Each name of the calendar's namespace is accepted in place of the other.
      if (!routes || mountedOf(wanted) !== mountedOf(address.namespace)) throw new ApiError('rest_invalid_namespace')
      return namespaceIndex({ ...options(context, address), routes, namespace: wanted })
    },
    doc: ({ language, links }) => {
      const cached = documents.get(language)
      if (cached !== undefined) return cached
      const document = JSON.stringify(openApiDocument({ routes: described, language, site: links.site }))
      documents.set(language, document)
      return document
    },
    route: (context, address, route) =>
      routeDescription(route, { ...options(context, address), namespace: address.namespace }),
    site: (context, address) => {
      const asked = options(context, address)
      const routes = [...published].map(
        ([name, own]) => namespaceIndex({ ...asked, routes: own, namespace: name }).routes,
      )
      const root = { namespace: '', methods: ['GET'], endpoints: [{ methods: ['GET'], args: [] }] }
      const link = { _links: { self: [{ href: asked.restRoot }] } }
      return siteIndex(context, Object.assign({ '/': { ...root, ...link } }, ...routes))
    },
  }
}

/** The namespaces as the index of the site names them. */
const namespaces: readonly string[] = [namespace, tecNamespace, siteNamespace, ownNamespace]

/** Both names of the calendar's namespace have the same routes (contract B1.1). */
const mountedOf = (name: string): string => (name === tecNamespace ? namespace : name)

/** The index of the site: its name, addresses, namespaces and routes (contract B1.3). */
const siteIndex = ({ config, links, now, zone }: RequestContext, routes: JsonObject): JsonObject => ({
  name: config.siteName,
  description: config.siteDescription,
  url: links.site,
  home: links.site,
  gmt_offset: hoursOf(offsetAt(nowText(now()), zone)),
  timezone_string: zone.name,
  namespaces: [...namespaces],
  authentication: {
    basic: { description: 'HTTP Basic with an application password' },
    bearer: { description: 'The application password as a bearer token' },
  },
  routes,
  _links: { help: [{ href: links.api('doc') }] },
})

/** Converts an offset such as '+05:30' to decimal hours, as in the index of WordPress. */
const hoursOf = (offset: string): number => {
  const [hours = '0', minutes = '0'] = offset.slice(1).split(':')
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}
