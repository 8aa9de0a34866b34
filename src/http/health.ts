import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import type { Front } from './front.ts'
import { stateOf } from './request-state.ts'

/** `/healthz`, `/readyz` and `/metrics`, for whoever runs the server. */
export const mountHealth = (app: FastifyInstance, context: Context, front: Front): void => {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await context.database.kysely.selectFrom('migration').select('name').limit(1).execute()
      return { status: 'ready' }
    } catch (error) {
      context.log.warn('not ready', { error })
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'unavailable', reason: 'The database does not answer.' })
    }
  })
  mountMetrics(app, front)
}

/** Milliseconds: the sampling of the event loop would wake an idle server a hundred times a second, so it is left out. */
const never = 2 ** 31 - 1

/** Counts by route and status: never a query, a body or a header. */
const mountMetrics = (app: FastifyInstance, front: Front): void => {
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: never })
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) register.removeSingleMetric(name)
  }
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'kalends_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers: [register],
    collect() {
      for (const { number, status, ...labels } of front.takeCounts())
        this.inc({ ...labels, status: String(status) }, number)
    },
  })
  const seconds = new Histogram({
    name: 'kalends_http_request_seconds',
    help: 'Time to answer what the router answers; lists and what is in memory are answered before it, in microseconds',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? (stateOf(request.raw).address.kind === 'page' ? 'page' : 'no route')
    requests.inc({ method: request.method, route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
}
