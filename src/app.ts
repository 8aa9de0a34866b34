import type { FastifyInstance } from 'fastify'
import { createThrottle } from './accounts/throttle.ts'
import type { Context } from './context.ts'
import { rootPath } from './http/address.ts'
import { describeSelf, indexParams } from './http/describe-self.ts'
import { mountHealth } from './http/health.ts'
import { mountRoutes, scopeOf } from './http/mount.ts'
import { stateOf } from './http/request-state.ts'
import { send } from './http/respond.ts'
import { allRoutes } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { mountSession } from './http/session-routes.ts'
import { publishDue } from './kinds/schedule.ts'
import { defaultWindow } from './resources/events/window.ts'
import { resources } from './resources/list.ts'

/** Every route of the interface. */
export const routes = allRoutes(resources, indexParams)

/** Plugs everything together; nothing else registers anything. The caller listens, or injects requests. */
export const buildApp = async (context: Context): Promise<FastifyInstance> => {
  const throttle = createThrottle()
  const app = await createServer(context, {
    throttle,
    beforeRequest: (now) => publishDue(context.database, now),
  })
  const description = describeSelf(context.config, routes, defaultWindow)
  mountHealth(app, context)
  mountSession(app, context, throttle)
  app.get(rootPath, (request, reply) => {
    const scope = scopeOf(context, request)
    const body = description.site(scope, stateOf(request.raw).address)
    return send(request, reply, { status: 200, body, isPublic: scope.caller.id === 0 })
  })
  mountRoutes(app, context, routes, description)
  return app
}
