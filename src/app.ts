import type { FastifyInstance } from 'fastify'
import { createReading } from './caches.ts'
import type { Context } from './core/context.ts'
import { rootPath } from './http/address.ts'
import { createFront } from './http/fast-path.ts'
import { mountHealth } from './http/health.ts'
import { mountMediaFiles } from './http/media-files.ts'
import { mountRoutes, scopeOf } from './http/mount.ts'
import { describeSelf, indexParams } from './http/openapi/describe-self.ts'
import { noteMethods } from './http/options.ts'
import { stateOf } from './http/request-state.ts'
import { send } from './http/respond.ts'
import { allRoutes, indexRoute, routesOf, siteRoute } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { mountSession } from './http/session-routes.ts'
import { siteNamespace } from './lib/links.ts'
import { createLibrary } from './media/library.ts'
import { defaultWindow } from './resources/events/window.ts'
import { adapters, resources, siteResources } from './resources/list.ts'
import { siteDocuments } from './resources/wordpress/documents.ts'
import { mountEmbeds } from './site/embeds/embeds.ts'
import { mountFeeds } from './site/feeds/routes.ts'
import { pageQuery } from './site/known-params.ts'
import { createVisits } from './site/page-contexts.ts'
import { mountDocs } from './site/pages/docs.ts'
import { mountPages } from './site/pages/pages.ts'
import { mountSitemap } from './site/pages/sitemap.ts'

/** Every route of the calendar's namespace. */
export const routes = allRoutes(resources, indexParams)

/** The routes of the site's namespace: images. */
export const siteRoutes = [
  indexRoute(siteNamespace, indexParams),
  ...siteResources.flatMap((resource) => routesOf(siteNamespace, resource)),
]

/** The rest of that namespace: what shows the calendar to clients of WordPress (D4). */
export const adapterRoutes = [
  ...adapters.flatMap((resource) => routesOf(siteNamespace, resource)),
  ...siteDocuments.map((document) => siteRoute(siteNamespace, document)),
]

/** Plugs everything together; nothing else registers anything. The caller listens, or injects requests; tests bring another memory. */
export const buildApp = async (context: Context, reading = createReading(context)): Promise<FastifyInstance> => {
  const all = [...routes, ...siteRoutes, ...adapterRoutes]
  const front = createFront(context, reading, all, pageQuery)
  const app = await createServer(context, reading, front)
  const mountOptions = noteMethods(app)
  const library = createLibrary(context)
  app.addHook('onReady', () => library.sweep())
  app.addHook('onClose', () => library.close())
  const description = describeSelf(context.config, all, defaultWindow)
  mountHealth(app, context, front)
  mountSession(app, context)
  app.get(rootPath, (request, reply) => {
    const scope = scopeOf(context, request)
    const body = description.site(scope, stateOf(request.raw).address)
    return send(request, reply, { status: 200, body, isPublic: scope.caller.id === 0 })
  })
  mountMediaFiles(app, (path) => library.open(path))
  const visits = createVisits(context, reading)
  const sendFeed = mountFeeds(app, context, reading, visits)
  mountPages(app, visits, sendFeed)
  mountSitemap(app, context, visits)
  mountEmbeds(app, visits)
  mountDocs(app, visits)
  mountRoutes(app, context, reading, all, library, description)
  mountOptions()
  return app
}
