import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../core/context.ts'
import type { Caches } from '../http/caches.ts'
import { createPageContexts, mostRecords } from './page-contexts.ts'
import { pageRoutes, paramsOf } from './routes.ts'

/** Mounts everything of the site besides the REST interface. Calendars and GeoJSON read `perPage` ids at once. */
export const mountSite = (server: FastifyInstance, app: AppContext, caches: Caches, perPage = mostRecords): void => {
  const contexts = createPageContexts(app, caches, paramsOf, perPage)
  for (const { kind, path, answer } of pageRoutes) server.get(path, contexts[kind](answer))
}
