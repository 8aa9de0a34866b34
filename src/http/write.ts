import { ApiError, missingParams } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import type { Resource, Tagged, WriteOptions } from '../core/resource.ts'
import { runWrite, type WriteWork } from '../core/run-write.ts'
import { type WriteResponse, writeOnce } from './idempotency.ts'
import { plainBytes } from './read.ts'
import { type RestHandler, type RestRequest, readValues, recordKeyOf, respond } from './rest-request.ts'

/** A boolean of RFC 9651 with which a program says that it saves by itself what somebody is typing. */
const autosaveHeader = 'kalends-autosave'

type WriteOperation = 'create' | 'update' | 'remove'

/** Makes the handler of a create, an update or a deletion. */
export const writeRecord =
  (resource: Resource, operation: WriteOperation): RestHandler =>
  async (request) => {
    const { headers, services, uploaded, signal } = request
    if (operation !== 'remove') {
      refuseJsonText(request)
      if (resource.refusedFields) refuseFields(request, resource.refusedFields)
    }
    const write: WriteWork<WriteResponse> = async (db, context) => {
      // References are looked up in the transaction of the write, so that they still exist when it commits.
      const sent = await readValues(request, context, (references) => lookUpRows(db, references))
      const { text, ...values } = sent
      const { create, update, remove } = resource.operations
      if (operation === 'create') {
        const created = await create(db, context, values)
        const location = context.links.api(`${resource.plural}/${created.id}`, request.route.namespace)
        return writeResponse(201, created, location)
      }
      const [key, ifMatch] = [recordKeyOf(request), headers['if-match']]
      const isAutosave = headers[autosaveHeader] === '?1'
      if (operation === 'update')
        return writeResponse(200, await update(db, context, key, values, { ifMatch, isAutosave }))
      const options: WriteOptions = { ifMatch, isForced: values['force'] === true, scope: values['scope'] }
      return writeResponse(200, await remove(db, context, key, options))
    }
    const key = headers['idempotency-key']
    const work = request.method === 'POST' && typeof key === 'string' ? writeOnce(key, request, write) : write
    const files = { database: services.app.database, library: services.library }
    const { status, body, etag, location } = await runWrite(files, request.context, work, { uploaded, signal })
    // A repeated request is answered by what was kept of the first one.
    const isPlain = 'text' in request.endpoint.params && request.raw.one('text') === 'plain'
    const shown = isPlain ? plainBytes(resource, body).toString() : body
    return respond(request, { status, body: shown, etag, headers: location === '' ? {} : { location } })
  }

/**
 * Refuses JSON that was sent as a form: as a form it has no parameters, and the write would silently change nothing.
 * @throws ApiError
 */
export const refuseJsonText = ({ body, endpoint }: RestRequest): void => {
  if (!body?.isJsonText) return
  const reason = 'The body is JSON and was read as a form: send Content-Type: application/json.'
  const missing = Object.entries(endpoint.params).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  if (endpoint.operation === 'create' && missing.length > 0) throw missingParams(missing, reason)
  throw new ApiError('rest_invalid_body', { message: reason })
}

/** Values that count as not sent. */
const blank: readonly unknown[] = [undefined, null, '', 0, '0']

const refuseFields = ({ raw }: RestRequest, refused: NonNullable<Resource['refusedFields']>): void => {
  for (const [name, code] of Object.entries(refused)) {
    if (!blank.includes(raw.one(name))) throw new ApiError(code)
  }
}

const writeResponse = (status: number, { bytes, etag }: Tagged, location = ''): WriteResponse => ({
  status,
  location,
  etag,
  body: bytes.toString(),
})
