import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AppContext, RequestContext } from '../core/context.ts'
import { forbidden, hasRight, requireRight } from '../core/policy.ts'
import { type CacheableContext, newRequestContext } from '../core/request-context.ts'
import { linksOf } from '../lib/links.ts'
import { formType, readBody } from './body.ts'
import { joinSources, readForm } from './raw-params.ts'
import { reply } from './reply.ts'
import { stateOf } from './request-state.ts'
import type { Response } from './response.ts'
import { answerRest, type RestRequest, type Services } from './rest-request.ts'
import { restResponse, routeHeaders } from './rest-response.ts'
import { type Endpoint, pathPatterns, type Route } from './routes.ts'
import { acceptFiles, readUpload, type Upload } from './upload.ts'

/** Adds every route of the interface to the server. */
export const mountRoutes = (server: FastifyInstance, services: Services, routes: readonly Route[]): void => {
  for (const route of routes) {
    const { namespace, path, pathParam } = route
    const url = `/${namespace}${pathParam ? path.replace(`{${pathParam}}`, `:${pathParam}(^${pathPatterns[pathParam]}$)`) : path}`
    for (const endpoint of route.endpoints) {
      const options: RouteOptions = {
        method: [...endpoint.methods],
        url,
        onRequest: async (request) => refuseForm(endpoint, request),
        handler: async (request, to) => reply(request, to, await handle(services, route, endpoint, request, to)),
      }
      if (!endpoint.takesFile) server.route(options)
      else {
        server.register(async (files) => {
          acceptFiles(files)
          files.route(options)
        })
      }
    }
    server.options(url, (request, to) => reply(request, to, describeRoute(services, route, request)))
  }
}

/**
 * Refuses a form of a caller without the right before it is read, since reading a long form is expensive. A JSON body is read first, since
 * its errors take precedence (contract B2).
 */
const refuseForm = ({ right, takesFile }: Endpoint, request: FastifyRequest): void => {
  if (right === undefined || takesFile || !formType.test(request.headers['content-type'] ?? '')) return
  requireRight(stateOf(request.raw).caller, right)
}

/** Reads the body of a request and answers it. An uploaded image is discarded afterwards, unless the library has stored it. */
const handle = async (
  services: Services,
  route: Route,
  endpoint: Endpoint,
  request: FastifyRequest,
  to: FastifyReply,
): Promise<Response> => {
  const context = contextOf(services.app, request)
  const upload = endpoint.takesFile ? await receive(services, endpoint, context, request) : undefined
  try {
    const body = upload ? upload.fields : await readBody(request)
    const { address } = stateOf(request.raw)
    const query = readForm(address.query)
    const params = request.params as Readonly<Record<string, string>>
    const rest: RestRequest = {
      services,
      route,
      endpoint,
      context,
      address,
      method: request.method,
      url: request.url,
      headers: request.headers,
      name: params[route.pathParam ?? ''] ?? '',
      raw: joinSources(body ? [body, query] : [query]),
      body,
      uploaded: upload?.image,
      signal: untilGone(to),
    }
    return await answerRest(rest)
  } finally {
    if (upload) await services.library.discard(upload.image)
  }
}

/** Returns a signal that is aborted when the client disconnects before the response. */
const untilGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Receives an image; a caller without the right is refused before the body is read. */
const receive = (
  { library }: Services,
  { right }: Endpoint,
  context: RequestContext,
  request: FastifyRequest,
): Promise<Upload> => {
  const { caller } = context
  if (right && !hasRight(caller, right)) {
    throw forbidden(caller, caller.id === 0 ? undefined : 'You may not upload images.')
  }
  return readUpload(request, context, library)
}

/** Makes the context of a request, in which `now` stays the same. */
export const contextOf = ({ config, clock }: AppContext, request: FastifyRequest): CacheableContext => {
  const { address, caller, version } = stateOf(request.raw)
  const { language } = address
  return newRequestContext({ config, links: linksOf(config.publicUrl), now: clock(), version, caller, language })
}

const describeRoute = ({ app, description }: Services, route: Route, request: FastifyRequest): Response => {
  const context = contextOf(app, request)
  const { address } = stateOf(request.raw)
  const body = description.route(context, address, route)
  return restResponse({ status: 200, body, headers: routeHeaders(context, route), isPublic: true })
}
