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

/** Puts every route of the interface on the server. */
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
 * Refuses a form before it is read, of callers whose role lacks the right: to read a long one takes much longer than to refuse it. A
 * JSON body is read first, so that what is wrong with it is answered first (contract B2).
 */
const refuseForm = ({ right, takesFile }: Endpoint, request: FastifyRequest): void => {
  if (right === undefined || takesFile || !formType.test(request.headers['content-type'] ?? '')) return
  requireRight(stateOf(request.raw).caller, right)
}

/** Reads the body of a request and answers it; an image that was sent is discarded in the end, unless the library has taken it. */
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

/** Says when the client has gone without its response. */
const untilGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Receives an image; a caller without the right is refused before ten megabytes are sent. */
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

/** The context of a request; `now` is fixed here for all that follows. */
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
