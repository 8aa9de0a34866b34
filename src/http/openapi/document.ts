import { type Language, translate } from '../../i18n/catalogue.ts'
import type { JsonObject } from '../../lib/json.ts'
import { createLinks, namespace } from '../../lib/links.ts'
import type { Route } from '../types.ts'
import { sharedParamComponents, writeOperation } from './operation.ts'
import { headerComponents } from './responses.ts'
import type { Draft } from './schema.ts'
import { groupText } from './texts.ts'

/** The input of the OpenAPI document. */
export type DocumentOptions = {
  readonly routes: readonly Route[]
  readonly language: Language
  /** The public URL without a trailing slash. */
  readonly site: string
}

/** Makes the OpenAPI 3.1 document of the interface (contract B8.2). Only descriptions depend on the language (B1.4). */
export const openApiDocument = ({ routes, language, site }: DocumentOptions): JsonObject => {
  const draft: Draft = { language, schemas: new Map(), responses: new Map() }
  // The root of the namespace with a trailing slash (contract B8.2); paths outside of it have a server of their own without one (D7).
  const { api } = createLinks(site)
  const server = { url: api(''), description: translate(language, 'Event calendar interface') }
  // The document describes only the index of the calendar's namespace.
  const described = routes.filter((route) => route.namespace === namespace || route.path !== '')
  const paths = described.map((route) => [
    route.path === '' ? '/' : route.path,
    {
      ...(route.namespace === namespace
        ? {}
        : { servers: [{ ...server, url: api('', route.namespace).replace(/\/$/, '') }] }),
      ...writePath(draft, route),
    },
  ])
  return {
    openapi: '3.1.0',
    info: {
      version: '1.0.0',
      title: 'Kalends calendar/events/v1',
      description: translate(
        language,
        'Reads and writes events, venues, organizers, categories and tags. Dates may be sent as `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, unix timestamps or English phrases such as `next wednesday 4pm`; updates change only the fields that are sent.',
      ),
      // The contact is the operator of the site.
      contact: { name: new URL(site).host, url: site },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    components: {
      schemas: Object.fromEntries(draft.schemas),
      parameters: sharedParamComponents(language),
      headers: headerComponents(language),
      responses: Object.fromEntries(draft.responses),
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: translate(
            language,
            'HTTP Basic with a user name and an application password, with or without the spaces.',
          ),
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: translate(language, 'The application password alone, as a bearer token.'),
        },
      },
    },
    servers: [server],
    security: [{}, { basic: [] }, { bearer: [] }],
    tags: writeTags(routes, language),
    paths: Object.fromEntries(paths),
  }
}

const writePath = (draft: Draft, route: Route): JsonObject =>
  Object.fromEntries(
    route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map(
        (method) => [method.toLowerCase(), writeOperation(draft, { route, endpoint, method })] as const,
      ),
    ),
  )

/** Makes a tag for each resource, and one for the descriptions of the interface. */
const writeTags = (routes: readonly Route[], language: Language): JsonObject[] => {
  const groups = new Map<string, string>()
  for (const { resource } of routes) groups.set(resource?.plural ?? 'index', groupText(resource))
  return [...groups].map(([name, text]) => ({ name, description: translate(language, text) }))
}
