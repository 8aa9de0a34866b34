import { ApiError, missingParams } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import type { ExternalKey, RecordKey, Resource, Tagged, WriteOptions } from '../core/resource.ts'
import { runWrite, type WriteWork } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { externalKeyOf, externalNotFound } from './external-key.ts'
import { type WriteResponse, writeOnce } from './idempotency.ts'
import { plainBytes } from './read.ts'
import { type RestHandler, type RestRequest, readValues, recordKeyOf, respond } from './rest-request.ts'

/** A boolean of RFC 9651 with which a program says that it saves by itself what somebody is typing. */
const autosaveHeader = 'kalends-autosave'

type WriteOperation = 'create' | 'update' | 'put' | 'remove'

/** Makes the handler of a write; `put` creates or updates the record with the external id in the path (contract C4.1). */
export const writeRecord =
  (resource: Resource, operation: WriteOperation): RestHandler =>
  async (request) => {
    const { headers, services, uploaded, signal } = request
    if (operation !== 'remove') {
      refuseJsonText(request)
      if (resource.refusedFields) refuseFields(request, resource.refusedFields)
    }
    const write: WriteWork<WriteResponse> = async (db, context) => {
      const { ifMatch, ...target } = await findTarget(db, resource, request, operation)
      // References are looked up in the transaction of the write, so that they still exist when it commits.
      const asked = { ...request, endpoint: { ...request.endpoint, operation: target.operation } }
      const sent = await readValues(asked, context, (references) => lookUpRows(db, references))
      const { text, ...values } = sent
      const { create, update, remove, external } = resource.operations
      if (target.operation === 'create') {
        const created = await create(db, context, { ...values, ...target.external })
        const location = context.links.api(`${resource.plural}/${created.id}`, request.route.namespace)
        return writeResponse(201, created, location)
      }
      const { key } = target
      if (target.operation === 'update') {
        const isAutosave = headers[autosaveHeader] === '?1'
        const updated =
          target.external && external
            ? await external.update(db, context, Number(key.value), values, { ifMatch })
            : await update(db, context, key, values, { ifMatch, isAutosave })
        return writeResponse(200, updated)
      }
      const scope = values['scope'] ?? (target.external ? 'all' : undefined)
      const options: WriteOptions = { ifMatch, isForced: values['force'] === true, scope }
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

/** What a write is about: `external` is the external id by which the path names the record. */
type Target = { readonly ifMatch: string | undefined; readonly external?: ExternalKey } & (
  | { readonly operation: 'create' }
  | { readonly operation: 'update' | 'remove'; readonly key: RecordKey }
)

/**
 * Finds what a write is about; a record with an external id is looked up in the transaction, so that two writes never create it twice.
 * @throws ApiError `rest_precondition_failed` where `If-Match` or `If-None-Match` asks for something else than there is.
 */
const findTarget = async (
  db: Db,
  resource: Resource,
  request: RestRequest,
  operation: WriteOperation,
): Promise<Target> => {
  const { headers } = request
  const ifMatch = headers['if-match']
  const external = externalKeyOf(request)
  if (!external) {
    if (operation === 'create') return { operation, ifMatch }
    return { operation: operation === 'put' ? 'update' : operation, key: recordKeyOf(request), ifMatch }
  }
  const value = (await resource.operations.external?.find(db, external)) ?? 0
  const key = { column: 'id', value } as const
  if (operation !== 'put') {
    if (value === 0) throw externalNotFound(resource, external)
    return { operation: operation === 'remove' ? 'remove' : 'update', key, ifMatch, external }
  }
  if (value === 0 && ifMatch !== undefined)
    throw new ApiError('rest_precondition_failed', {
      message: 'There is no such record yet, and If-Match asks for one.',
    })
  if (value !== 0 && headers['if-none-match']?.trim() === '*')
    throw new ApiError('rest_precondition_failed', {
      message: 'The record exists, and If-None-Match asks for a new one.',
    })
  return value === 0 ? { operation: 'create', ifMatch, external } : { operation: 'update', key, ifMatch, external }
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
