import type { FastifyInstance } from 'fastify'
import type { AppContext } from './core/context.ts'
import { createMailer } from './core/mailer.ts'
import { followSettings } from './core/stored-settings.ts'
import { exportDocuments } from './export/documents.ts'
import { rootPath } from './http/address.ts'
import { requestState } from './http/admission.ts'
import { createFastPath } from './http/fast-path.ts'
import { mountHealth } from './http/health.ts'
import { mountMediaFiles } from './http/media-files.ts'
import { createContext, mountRoutes } from './http/mount.ts'
import { describeSelf, indexParams } from './http/openapi/describe-self.ts'
import { noteMethods } from './http/options.ts'
import { reply, restResponse } from './http/response.ts'
import { allRoutes, createRoutes, indexRoute, siteRoute } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { mountSession } from './http/session-routes.ts'
import { mountSignOn } from './http/sign-on-routes.ts'
import type { Caches } from './http/types.ts'
import { importDocuments } from './import/run/documents.ts'
import { createImportRunner } from './import/run/runner.ts'
import { sourceDocuments } from './import/run/sources/documents.ts'
import { fillAllSeries } from './jobs/fill-series.ts'
import { forgetRemoved } from './jobs/forget-removed.ts'
import { numberLinked } from './jobs/number-linked.ts'
import { sweepHistory } from './jobs/sweep-history.ts'
import { tellStaff } from './jobs/tell-staff.ts'
import { tellSubmitters } from './jobs/tell-submitters.ts'
import { ownNamespace, siteNamespace } from './lib/links.ts'
import { createLibrary } from './media/library.ts'
import { createCaches } from './process-caches.ts'
import { defaultWindow } from './resources/events/find/window.ts'
import { readPrices } from './resources/events/price.ts'
import { ownDocuments } from './resources/kalends/documents.ts'
import { adapters, resources, siteResources } from './resources/list.ts'
import { siteDocuments } from './resources/wordpress/documents.ts'
import { createSite, mountSite } from './site/mount.ts'
import { isPage, pageQuery } from './site/routes.ts'

/** Every route of the calendar's namespace. */
export const routes = allRoutes(resources, indexParams)

/** The routes of the site's namespace: images. */
export const siteRoutes = [
  indexRoute(siteNamespace, indexParams),
  ...siteResources.flatMap((resource) => createRoutes(siteNamespace, resource)),
]

/** The routes of the site's namespace that show the calendar to clients of WordPress (D4). */
export const adapterRoutes = [
  ...adapters.flatMap((resource) => createRoutes(siteNamespace, resource)),
  ...siteDocuments.map((document) => siteRoute(siteNamespace, document)),
]

/** The routes of the namespace for what neither The Events Calendar nor WordPress has a shape for (contract C6). */
export const ownRoutes = [
  indexRoute(ownNamespace, indexParams),
  ...[...ownDocuments, ...importDocuments, ...sourceDocuments, ...exportDocuments].map((document) =>
    siteRoute(ownNamespace, document),
  ),
]

/** Builds the server with all routes. The caller lets it listen or injects requests; tests may pass other caches. */
export const buildApp = async (given: AppContext, made?: Caches): Promise<FastifyInstance> => {
  await readPrices(given.database)
  const { app, follow } = followSettings(given)
  const caches = follow(made ?? createCaches(app))
  const all = [...routes, ...siteRoutes, ...adapterRoutes, ...ownRoutes]
  const library = createLibrary(app)
  const description = describeSelf(all, defaultWindow)
  const mailer = await createMailer(given)
  const site = createSite(app, caches, { library, mailer })
  const services = { app, caches, library, description, mailer, renderPage: site.renderPage }
  const fastPath = createFastPath(services, all, { query: pageQuery, isPage })
  const server = await createServer(app, caches, fastPath)
  const mountOptions = noteMethods(server)
  server.addHook('onReady', () => library.sweep())
  const imports = createImportRunner(app, library)
  server.addHook('onReady', async () => imports.start())
  server.addHook('preClose', () => imports.close())
  server.addHook('preClose', async () => caches.waiting.close())
  const historySweep = sweepHistory(app)
  // What is not urgent begins when the server listens.
  server.addHook('onListen', async () => historySweep.start())
  server.addHook('onClose', async () => historySweep.close())
  const seriesFilling = fillAllSeries(app)
  server.addHook('onListen', async () => seriesFilling.start())
  server.addHook('onClose', async () => seriesFilling.close())
  const linked = numberLinked(app, caches.changeFeed)
  server.addHook('onReady', async () => linked.start())
  server.addHook('onClose', async () => linked.close())
  const forgetting = forgetRemoved(app)
  server.addHook('onListen', async () => forgetting.start())
  server.addHook('onClose', async () => forgetting.close())
  const submitterMail = mailer && tellSubmitters({ app, mailer })
  server.addHook('onReady', async () => submitterMail?.start())
  server.addHook('onClose', async () => submitterMail?.close())
  const staffMail = mailer && tellStaff({ app, mailer, changeFeed: caches.changeFeed })
  server.addHook('onReady', async () => staffMail?.start())
  server.addHook('onClose', async () => staffMail?.close())
  server.addHook('onClose', () => library.close())
  server.addHook('onClose', () => mailer?.close())
  server.addHook('onClose', () => caches.lastUses.close())
  mountHealth(server, app, fastPath)
  mountSession(server, app)
  mountSignOn(server, app)
  server.get(rootPath, (request, to) => {
    const context = createContext(app, request)
    const body = description.site(context, requestState(request.raw).address)
    return reply(request, to, restResponse({ status: 200, body, isPublic: context.caller.id === 0 }))
  })
  mountMediaFiles(server, (path) => library.open(path))
  mountSite(server, site)
  mountRoutes(server, services, all)
  mountOptions()
  return server
}
