import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../core/context.ts'
import type { Caches } from '../http/types.ts'
import type { PageTools } from './page-context.ts'
import { mostRecords } from './page-context.ts'
import { createPageContexts, type PageContexts } from './page-contexts.ts'
import { pageRoutes, pathParamNames } from './routes.ts'

/** Makes the pages of a server. Calendars and GeoJSON read `perPage` ids at once; without `tools` visitors can send nothing. */
export const createSite = (app: AppContext, caches: Caches, tools?: PageTools, perPage = mostRecords): PageContexts =>
  createPageContexts(app, caches, pathParamNames, perPage, tools)

/** Mounts everything of the site besides the REST interface. */
export const mountSite = (server: FastifyInstance, contexts: PageContexts): void => {
  for (const { kind, path, answer, post } of pageRoutes) {
    server.get(path, contexts[kind](answer))
    if (post) server.post(path, { errorHandler: contexts.fault }, contexts[kind](post))
  }
}
