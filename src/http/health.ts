import { statfs } from 'node:fs/promises'
import type { BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { programVersion, readLastBackup } from '../core/program-state.ts'
import { isInNetworks, listNetworks } from '../lib/networks.ts'
import { requestState } from './admission.ts'
import type { FastPath } from './fast-path.ts'
import { createResponse, jsonParts, reply } from './response.ts'
import type { Response } from './types.ts'

/** Adds `/healthz`, `/readyz` and `/metrics` for operators. */
export const mountHealth = (server: FastifyInstance, app: AppContext, fastPath: FastPath): void => {
  const headers = { 'cache-control': 'no-store' }
  server.get('/healthz', (request, to) =>
    reply(request, to, createResponse({ status: 200, ...jsonParts({ status: 'ok' }), headers })),
  )
  const readiness = async (): Promise<Response> => {
    try {
      await app.database.kysely.selectFrom('migration').select('name').limit(1).execute()
      return createResponse({ status: 200, ...jsonParts({ status: 'ready' }), headers })
    } catch (error) {
      app.log.warn({ error }, 'not ready')
      const reason = 'The database does not answer.'
      const parts = jsonParts({ status: 'unavailable', reason })
      return createResponse({ status: 503, ...parts, headers: { ...headers, 'retry-after': '1' } })
    }
  }
  server.get('/readyz', async (request, to) => reply(request, to, await readiness()))
  mountMetrics(server, app, fastPath)
}

const labels = new Map<string, string>()

/** Converts a route from the router's spelling, `:id(^\\d+$)`, to that of the documentation, `{id}`, and keeps it in `labels`. */
const labelOf = (url: string): string => {
  const label = url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}')
  labels.set(url, label)
  return label
}

const loopback = ['127.0.0.0/8', '::1']

/** Headers by which proxies say that they forward a request. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/**
 * Whether a request may read the metrics. Requests that an untrusted proxy forwards are refused, since their address is that of the proxy.
 * A request of the host itself may use any of its addresses, so that both ends of the connection have the same address.
 */
const isReader = (request: FastifyRequest, readers: BlockList, { trustedProxies }: Config): boolean => {
  const isForwarded = proxyHeaders.some((name) => request.headers[name] !== undefined)
  if (isForwarded && trustedProxies.length === 0) return false
  const { localAddress, remoteAddress } = request.socket
  const isItself = !isForwarded && localAddress !== undefined && localAddress === remoteAddress
  return isItself || isInNetworks(readers, request.ip)
}

/** The longest interval of a timer in milliseconds. It turns off sampling of the event loop, which would wake an idle server often. */
const never = 2 ** 31 - 1

/** Counts responses by route and status; the metrics contain no queries, bodies or headers. */
const mountMetrics = (server: FastifyInstance, app: AppContext, fastPath: FastPath): void => {
  const { config } = app
  const register = new Registry()
  addGauges(register, app)
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
      for (const [key, number] of fastPath.takeCounts()) {
        const [method = '', status = '', route = ''] = key.split(' ')
        this.inc({ method, status, route: labelOf(route) }, number)
      }
    },
  })
  const seconds = new Histogram({
    name: 'kalends_http_request_seconds',
    help: 'Time to answer what the router answers; lists and what is in memory are answered before it, in microseconds',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  server.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    const other = requestState(request.raw).address.kind === 'page' ? 'page' : 'no route'
    const route = url === undefined ? other : (labels.get(url) ?? labelOf(url))
    requests.inc({ method: request.method, route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
  })
  const readers = listNetworks([...loopback, ...config.metricsNetworks])
  server.get('/metrics', async (request, to) => {
    if (!isReader(request, readers, config)) {
      throw new ApiError('rest_forbidden', {
        message: 'Only the host itself and the networks in KALENDS_METRICS_NETWORKS may read metrics.',
      })
    }
    const body = await register.metrics()
    const headers = { 'cache-control': 'no-store' }
    return reply(request, to, createResponse({ status: 200, type: register.contentType, body, headers }))
  })
}

/** What is read only when somebody asks for the metrics. A value that cannot be read is left out. */
const addGauges = (register: Registry, { config, database }: AppContext): void => {
  const registers = [register]
  const gauge = (name: string, help: string, read: (own: Gauge) => void | Promise<void>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          await read(this)
        } catch {
          this.reset()
        }
      },
    })
  }
  new Gauge({
    name: 'kalends_build_info',
    help: 'Always 1',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version: programVersion, node: process.version, database: database.version }, 1)
  let last = performance.eventLoopUtilization()
  gauge(
    'kalends_event_loop_utilization',
    'Share of the time since the last reading in which the event loop was busy',
    (own) => {
      const now = performance.eventLoopUtilization()
      own.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  )
  const { connections } = database
  if (connections) {
    gauge('kalends_database_connections_used', 'Connections to PostgreSQL in use', (own) => own.set(connections().used))
    gauge('kalends_database_waiting', 'Queries that wait for a connection', (own) => own.set(connections().waiting))
  }
  gauge(
    'kalends_last_backup_timestamp_seconds',
    'When the last backup was made; 0 where there is none',
    async (own) => {
      own.set(Date.parse((await readLastBackup(database)) ?? '1970-01-01') / 1000)
    },
  )
  for (const [name, help] of [
    ['free', 'Bytes that Kalends may still write on the disk of KALENDS_DATA'],
    ['total', 'Bytes of the disk of KALENDS_DATA'],
  ] as const)
    gauge(`kalends_disk_${name}_bytes`, help, async (own) => {
      const disk = await statfs(config.dataDirectory)
      own.set((name === 'free' ? disk.bavail : disk.blocks) * disk.bsize)
    })
}
