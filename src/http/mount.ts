import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AppContext, RequestContext } from '../core/context.ts'
import { ApiError, missingParams } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import { type ParamTable, type RawParams, readParams, type Values } from '../core/params.ts'
import { forbidden, hasRight, requireRight } from '../core/policy.ts'
import { type CacheableContext, newRequestContext } from '../core/request-context.ts'
import type { Key, Resource, Tagged } from '../core/resource.ts'
import { runWrite } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { changeKinds } from '../db/schema.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { JsonObject } from '../lib/json.ts'
import { linksOf } from '../lib/links.ts'
import { matchSlug } from '../lib/slug.ts'
import type { IncomingImage } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import { formType, readBody } from './body.ts'
import type { Caches } from './caches.ts'
import { fingerprintOf, once, requireKey, type WriteResponse } from './idempotency.ts'
import { parseList, readList } from './list-response.ts'
import type { SelfDescription } from './openapi/describe-self.ts'
import { joinSources, readForm, type Source } from './raw-params.ts'
import { stateOf } from './request-state.ts'
import { type Answer, send } from './respond.ts'
import { routeHeaders } from './route-headers.ts'
import { type Endpoint, pathPatterns, type Route } from './routes.ts'
import type { Collection } from './select-fields.ts'
import { acceptFiles, readUpload, type Upload } from './upload.ts'

/** What a handler was made for. */
type Mounted = {
  readonly app: AppContext
  readonly reading: Caches
  readonly library: Library
  readonly description: SelfDescription
  readonly route: Route
  readonly endpoint: Endpoint
}

/** What the steps of one request share. */
type Exchange = Mounted & {
  readonly context: CacheableContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly raw: RawParams
  /** The image that was sent. */
  readonly uploaded?: IncomingImage
  readonly body: Source | undefined
}

/** Puts every route on the server: the only place where data becomes handlers. */
export const mountRoutes = (
  server: FastifyInstance,
  app: AppContext,
  reading: Caches,
  routes: readonly Route[],
  library: Library,
  description: SelfDescription,
): void => {
  for (const route of routes) {
    const { namespace, path, pathParam } = route
    const url = `/${namespace}${pathParam ? path.replace(`{${pathParam}}`, `:${pathParam}(^${pathPatterns[pathParam]}$)`) : path}`
    for (const endpoint of route.endpoints) {
      const options: RouteOptions = {
        method: [...endpoint.methods],
        url,
        onRequest: async (request) => refuseForm(route, endpoint, request),
        handler: (request, reply) => answer({ app, reading, library, description, route, endpoint }, request, reply),
      }
      if (!endpoint.takesFile) server.route(options)
      else {
        server.register(async (files) => {
          acceptFiles(files)
          files.route(options)
        })
      }
    }
    server.options(url, (request, reply) => answerOptions(app, description, route, request, reply))
  }
}

/**
 * Refuses a form before it is read, of callers whom the role forbids what it asks for: to read a long one takes much longer than to refuse
 * it. A JSON body is read first, so that what is wrong with it is answered first (contract B2).
 */
const refuseForm = ({ resource }: Route, { operation, right, takesFile }: Endpoint, request: FastifyRequest): void => {
  const isWrite = operation === 'create' || operation === 'update' || operation === 'remove'
  const needed = right ?? (isWrite ? resource?.writeRight : undefined)
  if (needed === undefined || takesFile || !formType.test(request.headers['content-type'] ?? '')) return
  requireRight(stateOf(request.raw).caller, needed)
}

const answer = async (mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { app, library, route, endpoint } = mounted
  const context = scopeOf(app, request)
  const upload = endpoint.takesFile ? await receive(mounted, context, request) : undefined
  const work = async (): Promise<Answer> => {
    const body = upload ? upload.fields : await readBody(request)
    const query = readForm(stateOf(request.raw).address.query)
    const raw = joinSources(body ? [body, query] : [query])
    const uploaded = upload ? { uploaded: upload.image } : {}
    return {
      raw,
      ...(await operate({ ...mounted, context, request, reply, raw, body, ...uploaded })),
    }
  }
  const result = await work().finally(() => upload && library.discard(upload.image))
  return send(request, reply, { ...result, headers: routeHeaders(context, route, result.headers) })
}

/** Says when the client has gone without its answer. */
const untilGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Nobody sends ten megabytes to learn that he may not: the right of the role comes first. */
const receive = ({ library, route }: Mounted, context: RequestContext, request: FastifyRequest): Promise<Upload> => {
  if (route.resource && !hasRight(context.caller, route.resource.writeRight)) {
    throw forbidden(context.caller, context.caller.id === 0 ? undefined : 'You may not upload images.')
  }
  return readUpload(request, context, library)
}

/** The context of a request; `now` is fixed here for all that follows. */
export const scopeOf = ({ config, clock }: AppContext, request: FastifyRequest): CacheableContext => {
  const { address, caller, version } = stateOf(request.raw)
  const { language } = address
  return newRequestContext({ config, links: linksOf(config.publicUrl), now: clock(), version, caller, language })
}

const answerOptions = (
  app: AppContext,
  description: SelfDescription,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const context = scopeOf(app, request)
  const { address } = stateOf(request.raw)
  const body = description.route(context, address, route)
  return send(request, reply, { status: 200, body, headers: routeHeaders(context, route), isPublic: true })
}

const operate = async (exchange: Exchange): Promise<Answer> => {
  const { context, request, route, endpoint, raw, description } = exchange
  const { address } = stateOf(request.raw)
  const isPublic = context.caller.id === 0
  if (endpoint.operation === 'index') {
    const body = description.index(context, address, raw)
    return { status: 200, body, isPublic, lasting: { validity: context.validity, dependsOn: [] } }
  }
  if (endpoint.operation === 'doc') {
    return {
      status: 200,
      body: description.doc(context),
      isPublic,
      lasting: { validity: context.validity, dependsOn: [] },
    }
  }
  if (endpoint.operation === 'site') return answerSite(exchange)
  if (!route.resource) throw new ApiError('rest_no_route')
  if (endpoint.operation === 'list') return list(exchange, route.resource)
  if (endpoint.operation === 'read') {
    const { database } = exchange.app
    const values = await readValues(database, context, exchange, endpoint.params)
    const tagged = await route.resource.operations.read(database, context, keyOf(exchange), values)
    const lasting = { validity: context.validity, dependsOn: changeKinds }
    return { status: 200, body: tagged.record, etag: tagged.etag, isPublic, lasting }
  }
  return write(exchange, route.resource, endpoint.operation)
}

/** What belongs to no resource; who may not ask is refused before anything is looked at (contract B2). */
const answerSite = async (exchange: Exchange): Promise<Answer> => {
  const { app, context, request, route, endpoint } = exchange
  if (!endpoint.answer) throw new ApiError('rest_no_route')
  if (endpoint.right) requireRight(context.caller, endpoint.right)
  const { database } = app
  const values = await readValues(database, context, exchange, endpoint.params)
  const params = request.params as Readonly<Record<string, string>>
  const answer = await endpoint.answer({ database, context, values, name: params[route.pathParam ?? ''] ?? '' })
  return { status: 200, ...answer, isPublic: context.caller.id === 0 }
}

const keyOf = ({ request, route }: Exchange): Key => {
  const { id, slug } = request.params as { id?: string; slug?: string }
  if (route.pathParam === 'slug') return { column: 'slug', value: matchSlug(slug ?? '') }
  const number = Number(id)
  // Ids beyond what JSON can hold exactly name nothing.
  return { column: 'id', value: Number.isSafeInteger(number) ? number : 0 }
}

const readValues = (
  db: Db,
  context: RequestContext,
  exchange: Exchange,
  table: ParamTable,
): Awaitable<Values<ParamTable>> => {
  const { endpoint, raw, route } = exchange
  // An update is checked against what is stored, by its resource.
  const { fields, filters } = route.resource?.checks ?? {}
  const check = endpoint.operation === 'list' ? filters : endpoint.operation === 'create' ? fields : undefined
  const requireAll = endpoint.operation === 'create'
  return readParams(table, raw, context, (references) => lookUpRows(db, references), { requireAll, check })
}

const list = async (exchange: Exchange, resource: Resource): Promise<Answer> => {
  const { app, reading, context, request, route, raw } = exchange
  const { address } = stateOf(request.raw)
  const question = await parseList(app.database, reading.references, { route, resource, address, raw, context })
  const list = await readList(question, reading)
  if (!list) throw new ApiError('rest_internal_error')
  const bytes = Buffer.concat(list.chunks)
  const isPublic = context.caller.id === 0
  const whole = {
    status: 200,
    headers: list.headers,
    isPublic,
    lasting: { validity: context.validity, dependsOn: changeKinds },
  }
  if (raw.one('_fields') === undefined) return { ...whole, body: bytes, etag: list.etag }
  return { ...whole, body: JSON.parse(bytes.toString()), collection: collectionOf(resource) }
}

const collectionOf = ({ plural, schemas }: Resource): Collection => ({
  name: plural,
  fields: new Set(Object.keys((schemas.item['properties'] ?? {}) as JsonObject)),
})

const write = async (
  exchange: Exchange,
  resource: Resource,
  operation: 'create' | 'update' | 'remove',
): Promise<Answer> => {
  const { app, library, context: asked, request, endpoint, uploaded } = exchange
  if (!hasRight(asked.caller, resource.writeRight)) throw forbidden(asked.caller)
  if (operation !== 'remove') {
    refuseJsonText(exchange)
    refuseFields(exchange, resource)
  }
  const key = request.headers['idempotency-key']
  const keyed = request.method === 'POST' && typeof key === 'string' ? requireKey(key) : undefined
  const work = async (db: Db, context: RequestContext): Promise<WriteResponse> => {
    const act = async (): Promise<WriteResponse> => {
      // What the payload refers to is looked up where it is written: nothing can vanish in between.
      const values = await readValues(db, context, exchange, endpoint.params)
      return operateWrite(db, context, exchange, resource, operation, values)
    }
    if (keyed === undefined) return act()
    const body = [
      JSON.stringify(exchange.body?.all ?? null),
      ...(uploaded?.digest === undefined ? [] : [uploaded.digest]),
    ]
    const fingerprint = fingerprintOf([request.method, request.url, ...body])
    return once(db, { key: keyed, userId: context.caller.id, fingerprint, now: context.now }, act)
  }
  const signal = untilGone(exchange.reply)
  const result = await runWrite({ database: app.database, library }, asked, work, { uploaded, signal })
  const headers = result.location === '' ? {} : { location: result.location }
  // Fields can only be picked from what is read.
  const body = exchange.raw.one('_fields') === undefined ? result.body : JSON.parse(result.body)
  return { status: result.status, body, etag: result.etag, headers, isPublic: false }
}

/** JSON that was read as a form holds no parameters: nothing would be written, or everything be missing. */
const refuseJsonText = ({ body, endpoint }: Exchange): void => {
  if (!body?.isJsonText) return
  const reason = 'The body is JSON and was read as a form: send Content-Type: application/json.'
  const missing = Object.entries(endpoint.params).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  throw endpoint.operation === 'create' && missing.length > 0
    ? missingParams(missing, reason)
    : new ApiError('rest_invalid_body', { message: reason })
}

const refuseFields = ({ raw }: Exchange, { refusedFields = {} }: Resource): void => {
  for (const [name, code] of Object.entries(refusedFields)) {
    if (![undefined, null, '', 0, '0'].includes(raw.one(name) as string)) throw new ApiError(code)
  }
}

const operateWrite = async (
  db: Db,
  context: RequestContext,
  exchange: Exchange,
  resource: Resource,
  operation: 'create' | 'update' | 'remove',
  values: Values<ParamTable>,
): Promise<WriteResponse> => {
  const { request, route } = exchange
  const { create, update, remove } = resource.operations
  if (operation === 'create') {
    const created = await create(db, context, values)
    return writeAnswer(201, created, context.links.api(`${resource.plural}/${created.id}`, route.namespace))
  }
  const ifMatch = request.headers['if-match']
  if (operation === 'update') return writeAnswer(200, await update(db, context, keyOf(exchange), values, { ifMatch }))
  const isForced = values['force'] === true
  return writeAnswer(200, await remove(db, context, keyOf(exchange), { ifMatch, isForced }))
}

const writeAnswer = (status: number, { record, etag }: Tagged, location = ''): WriteResponse => ({
  status,
  location,
  etag,
  body: JSON.stringify(record),
})
