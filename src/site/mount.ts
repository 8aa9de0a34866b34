import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../core/context.ts'
import type { Caches } from '../http/types.ts'
import type { PageTools } from './page-context.ts'
import { mostRecords } from './page-context.ts'
import { createPageContexts } from './page-contexts.ts'
import { pageRoutes, pathParamNames } from './routes.ts'

/**
 * Mounts everything of the site besides the REST interface. Calendars and GeoJSON read `perPage` ids at once; without `tools` visitors can
 * send nothing.
 */
export const mountSite = (
  server: FastifyInstance,
  app: AppContext,
  caches: Caches,
  perPage = mostRecords,
  tools?: PageTools,
): void => {
  const contexts = createPageContexts(app, caches, pathParamNames, perPage, tools)
  for (const { kind, path, answer, post } of pageRoutes) {
    server.get(path, contexts[kind](answer))
    if (post) server.post(path, { errorHandler: contexts.fault }, contexts[kind](post))
  }
}
