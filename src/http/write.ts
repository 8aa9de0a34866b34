import type { RequestContext } from '../core/context.ts'
import { ApiError, missingParams } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import type { ParamTable, Values } from '../core/params.ts'
import type { Resource, Tagged } from '../core/resource.ts'
import { runWrite } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { fingerprintOf, once, requireKey, type WriteResponse } from './idempotency.ts'
import { type RestHandler, type RestRequest, readValues, recordKeyOf, respond } from './rest-request.ts'

type WriteOperation = 'create' | 'update' | 'remove'

/** Makes the handler of a create, an update or a deletion. */
export const writeRecord =
  (resource: Resource, operation: WriteOperation): RestHandler =>
  async (request) => {
    const { context: asked, headers, services, uploaded, signal } = request
    if (operation !== 'remove') {
      refuseJsonText(request)
      refuseFields(request, resource)
    }
    const key = headers['idempotency-key']
    const keyed = request.method === 'POST' && typeof key === 'string' ? requireKey(key) : undefined
    const work = async (db: Db, context: RequestContext): Promise<WriteResponse> => {
      const act = async (): Promise<WriteResponse> => {
        // References are looked up in the transaction of the write, so that they still exist when it commits.
        const values = await readValues(request, context, (references) => lookUpRows(db, references))
        return operateWrite(db, context, request, resource, operation, values)
      }
      if (keyed === undefined) return act()
      const body = [
        JSON.stringify(request.body?.all ?? null),
        ...(uploaded?.digest === undefined ? [] : [uploaded.digest]),
      ]
      const fingerprint = fingerprintOf([request.method, request.url, ...body])
      return once(db, { key: keyed, userId: context.caller.id, fingerprint, now: context.now() }, act)
    }
    const { app, library } = services
    const options = { uploaded, ...(signal ? { signal } : {}) }
    const { status, body, etag, location } = await runWrite({ database: app.database, library }, asked, work, options)
    return respond(request, { status, body, etag, headers: location === '' ? {} : { location } })
  }

/** Refuses JSON that was sent as a form: as a form it has no parameters, and the write would silently change nothing. */
const refuseJsonText = ({ body, endpoint }: RestRequest): void => {
  if (!body?.isJsonText) return
  const reason = 'The body is JSON and was read as a form: send Content-Type: application/json.'
  const missing = Object.entries(endpoint.params).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  throw endpoint.operation === 'create' && missing.length > 0
    ? missingParams(missing, reason)
    : new ApiError('rest_invalid_body', { message: reason })
}

const refuseFields = ({ raw }: RestRequest, { refusedFields = {} }: Resource): void => {
  for (const [name, code] of Object.entries(refusedFields)) {
    if (![undefined, null, '', 0, '0'].includes(raw.one(name) as string)) throw new ApiError(code)
  }
}

const operateWrite = async (
  db: Db,
  context: RequestContext,
  request: RestRequest,
  resource: Resource,
  operation: WriteOperation,
  values: Values<ParamTable>,
): Promise<WriteResponse> => {
  const { create, update, remove } = resource.operations
  if (operation === 'create') {
    const created = await create(db, context, values)
    return writeResponse(201, created, context.links.api(`${resource.plural}/${created.id}`, request.route.namespace))
  }
  const ifMatch = request.headers['if-match']
  if (operation === 'update')
    return writeResponse(200, await update(db, context, recordKeyOf(request), values, { ifMatch }))
  const isForced = values['force'] === true
  return writeResponse(200, await remove(db, context, recordKeyOf(request), { ifMatch, isForced }))
}

const writeResponse = (status: number, { record, etag }: Tagged, location = ''): WriteResponse => ({
  status,
  location,
  etag,
  body: JSON.stringify(record),
})
