import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppContext, type CacheableContext, newRequestContext, type RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { forbidden, hasRight, type Right, requireRight } from '../core/policy.ts'
import type { BodyStream } from '../core/site-document.ts'
import { requestState } from './admission.ts'
import { formType, readFields } from './body.ts'
import { findAsker } from './client.ts'
import { readFileName } from './file-name.ts'
import { joinSources, readForm, type Source } from './raw-params.ts'
import { reply } from './response.ts'
import { answerRest, respond } from './rest-request.ts'
import { writePath } from './routes.ts'
import type { Endpoint, Response, Route, Services } from './types.ts'
import { acceptFiles, readUpload, type Upload } from './upload.ts'

/** The parameters that the router and the parsers of bodies find; a file is read by its handler. */
type Sent = { Body: Source | undefined; Params: Readonly<Record<string, string>> }

/** Adds every route of the interface to the server. */
export const mountRoutes = (server: FastifyInstance, services: Services, routes: readonly Route[]): void => {
  for (const route of routes) {
    const url = `/${route.namespace}${writePath(route.path, (name, pattern) => `:${name}(^${pattern}$)`)}`
    for (const endpoint of route.endpoints) {
      const { methods, right, takesFile, takesStream, isJsonOnly, isForEnrolment = false, bodyLimit } = endpoint
      const handler = createHandler(services, route, endpoint)
      const options = {
        method: [...methods],
        url,
        handler,
        config: { isForEnrolment },
        ...(right && takesStream && { onRequest: refuseBodies(right) }),
        ...(right && !takesFile && !takesStream && { onRequest: refuseForms(right) }),
        ...(isJsonOnly && { onRequest: requireJson }),
        ...(bodyLimit !== undefined && { bodyLimit }),
      }
      if (!takesFile && !takesStream) server.route<Sent>(options)
      else {
        server.register(async (files) => {
          acceptFiles(files)
          files.route<Sent>(options)
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
const refuseForms =
  (right: Right) =>
  async (request: FastifyRequest): Promise<void> => {
    if (formType.test(request.headers['content-type'] ?? '')) requireRight(requestState(request.raw).caller, right)
  }

/** Refuses a body of any length of a caller without the right before it is read. */
const refuseBodies =
  (right: Right) =>
  async (request: FastifyRequest): Promise<void> =>
    requireRight(requestState(request.raw).caller, right)

const requireJson = async (request: FastifyRequest): Promise<void> => {
  if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return
  throw new ApiError('rest_unsupported_media_type', { message: 'Send the body as application/json.' })
}

/**
 * Makes the handler that reads the body of a request and answers it. An uploaded image is discarded afterwards, unless the library has
 * stored it.
 */
const createHandler =
  (services: Services, route: Route, endpoint: Endpoint) =>
  async (request: FastifyRequest<Sent>, to: FastifyReply): Promise<FastifyReply> => {
    const context = createContext(services.app, request)
    const upload = endpoint.takesFile ? await receive(services, endpoint, context, request) : undefined
    let response: Response
    try {
      const stream = endpoint.takesStream ? streamOf(request) : undefined
      const body = stream
        ? undefined
        : (upload?.fields ?? (request.isMultipart() ? await readFields(request) : request.body))
      const { address } = requestState(request.raw)
      response = await answerRest({
        services,
        route,
        endpoint,
        context,
        address,
        method: request.method,
        url: request.url,
        headers: request.headers,
        clientAddress: request.ip,
        name: request.params[route.pathParam ?? ''] ?? '',
        names: request.params,
        raw: body && address.query === '' ? body : joinSources([...(body ? [body] : []), readForm(address.query)]),
        body,
        uploaded: upload?.image,
        stream,
        signal: () => untilGone(to.raw),
      })
    } catch (error) {
      // A client reads the response only after it has sent everything.
      if (endpoint.takesStream) request.raw.unpipe().resume()
      throw error
    } finally {
      if (upload) await services.library.discard(upload.image)
    }
    return reply(request, to, response)
  }

const streamOf = ({ body, headers }: FastifyRequest): BodyStream | undefined =>
  body instanceof Readable
    ? {
        body,
        type: headers['content-type'] ?? '',
        length: Number(headers['content-length'] ?? 0),
        fileName: readFileName(headers['content-disposition'] ?? '') ?? '',
      }
    : undefined

/** Returns a signal that is aborted when the client disconnects before the response. */
const untilGone = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.destroyed) abort()
  else response.once('close', abort)
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
export const createContext = ({ config, clock }: AppContext, request: FastifyRequest): CacheableContext => {
  const { address, caller, version } = requestState(request.raw)
  const asker = findAsker(request.raw, caller, () => request.ip)
  return newRequestContext({ config, now: clock(), version, caller, language: address.language, asker })
}

const describeRoute = ({ app, description }: Services, route: Route, request: FastifyRequest): Response => {
  const context = createContext(app, request)
  const body = description.route(context, requestState(request.raw).address, route)
  return respond({ context, route }, { status: 200, body, isPublic: true })
}
