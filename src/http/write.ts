import type { RequestContext } from '../core/context.ts'
import { ApiError, missingParams } from '../core/errors.ts'
import { lookUpRows } from '../core/named-rows.ts'
import type { ExternalKey, RecordKey, Resource, Tagged, WriteOptions } from '../core/resource.ts'
import { runWrite, type WriteWork } from '../core/run-write.ts'
import type { Db } from '../db/database.ts'
import { externalNotFound, externalParam, readExternalKey } from './external-key.ts'
import { type WriteResponse, writeOnce } from './idempotency.ts'
import { plainBytes } from './read.ts'
import { readRecordKey, readValues, respond } from './rest-request.ts'
import type { RestHandler, RestRequest } from './types.ts'

/** A boolean of RFC 9651 with which a program says that it saves by itself what somebody is typing. */
const autosaveHeader = 'kalends-autosave'

/** What a write does; `put` creates or updates the record with an external id (contract C4.1). */
export type WriteOperation = 'create' | 'update' | 'put' | 'remove'

/** One write: its parameters, the record that it is about, and the conditions under which it is done. */
export type AskedWrite = Pick<RestRequest, 'endpoint' | 'raw' | 'route'> & {
  readonly operation: WriteOperation
  readonly key?: RecordKey | undefined
  readonly external?: ExternalKey | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly isAutosave?: boolean
}

/** Makes the handler of a write. */
export const writeRecord =
  (resource: Resource, operation: WriteOperation): RestHandler =>
  async (request) => {
    const { headers, route, services, uploaded, signal } = request
    if (operation !== 'remove') {
      if (request.body?.isJsonText) throw jsonAsForm(request)
      if (resource.refusedFields) refuseFields(request, resource.refusedFields)
    }
    const external = route.pathParam === externalParam ? readExternalKey(request) : undefined
    const asked: AskedWrite = {
      ...request,
      operation,
      external,
      key: external || operation === 'create' ? undefined : readRecordKey(request),
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      isAutosave: headers[autosaveHeader] === '?1',
    }
    const write: WriteWork<WriteResponse> = (db, context) => performWrite(db, context, resource, asked)
    const key = headers['idempotency-key']
    const work = request.method === 'POST' && typeof key === 'string' ? writeOnce(key, request, write) : write
    const files = { database: services.app.database, library: services.library }
    const { status, body, etag, location } = await runWrite(files, request.context, work, { uploaded, signal })
    // A repeated request is answered by what was kept of the first one.
    const wantsPlainText = 'text' in request.endpoint.params && request.raw.one['text'] === 'plain'
    const shown = wantsPlainText ? plainBytes(resource, body).toString() : body
    return respond(request, { status, body: shown, etag, headers: location === '' ? {} : { location } })
  }

/**
 * Does one write in a transaction, and returns its response.
 * @throws ApiError
 */
export const performWrite = async (
  db: Db,
  context: RequestContext,
  resource: Resource,
  asked: AskedWrite,
): Promise<WriteResponse> => {
  // Only a record that is named by its external id has to be looked for.
  const { operation, key = noKey } = asked.external ? await findTarget(db, resource, asked, asked.external) : asked
  const endpoint = { ...asked.endpoint, operation }
  // References are looked up in the transaction of the write, so that they still exist when it commits.
  const sent = await readValues({ ...asked, endpoint }, context, { db, lookUp: lookUpRows })
  const { text, ...values } = sent
  const { create, update, remove, external } = resource.operations
  if (operation === 'create')
    return createdResponse(context, resource, asked, await create(db, context, { ...values, ...asked.external }))
  const { ifMatch, isAutosave = false } = asked
  if (operation === 'remove') {
    const scope = values['scope'] ?? (asked.external ? 'all' : undefined)
    const options: WriteOptions = { ifMatch, isForced: values['force'] === true, scope }
    return writeResponse(200, await remove(db, context, key, options))
  }
  const updated =
    asked.external && external
      ? await external.update(db, context, Number(key.value), values, { ifMatch })
      : await update(db, context, key, values, { ifMatch, isAutosave })
  return writeResponse(200, updated)
}

/** What a write is done to. */
type Target = { readonly operation: 'create' | 'update' | 'remove'; readonly key?: RecordKey }

/**
 * Finds what a write with an external id is about; the record is looked up in the transaction, so that two writes never create it twice.
 * @throws ApiError `rest_precondition_failed` where `If-Match` or `If-None-Match` asks for something else than there is.
 */
export const findTarget = async (
  db: Db,
  resource: Resource,
  { operation, ifMatch, ifNoneMatch }: Pick<AskedWrite, 'operation' | 'ifMatch' | 'ifNoneMatch'>,
  external: ExternalKey,
): Promise<Target> => {
  if (operation === 'create') return { operation }
  const value = (await resource.operations.external?.find(db, external)) ?? 0
  const key = { column: 'id', value } as const
  if (operation !== 'put') {
    if (value === 0) throw externalNotFound(resource, external)
    return { operation, key }
  }
  if (value === 0 && ifMatch !== undefined) throw unmet('There is no such record yet, and If-Match asks for one.')
  if (value !== 0 && ifNoneMatch?.trim() === '*')
    throw unmet('The record exists, and If-None-Match asks for a new one.')
  return value === 0 ? { operation: 'create' } : { operation: 'update', key }
}

const noKey: RecordKey = { column: 'id', value: 0 }

const unmet = (message: string): ApiError => new ApiError('rest_precondition_failed', { message })

/** The response to a creation. */
export const createdResponse = (
  { links }: RequestContext,
  { plural }: Resource,
  { route }: Pick<AskedWrite, 'route'>,
  created: Tagged & { readonly id: number },
): WriteResponse => writeResponse(201, created, links.api(`${plural}/${created.id}`, route.namespace))

/** Makes the error for JSON that was sent as a form: as a form it has no parameters, and the write would silently change nothing. */
export const jsonAsForm = ({ endpoint }: RestRequest): ApiError => {
  const reason = 'The body is JSON and was read as a form: send Content-Type: application/json.'
  const missing = Object.entries(endpoint.params).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  if (endpoint.operation === 'create' && missing.length > 0) return missingParams(missing, reason)
  return new ApiError('rest_invalid_body', { message: reason })
}

/** Values that count as not sent. */
const blank: readonly unknown[] = [undefined, null, '', 0, '0']

const refuseFields = ({ raw }: RestRequest, refused: NonNullable<Resource['refusedFields']>): void => {
  for (const [name, code] of Object.entries(refused)) {
    if (!blank.includes(raw.one[name])) throw new ApiError(code)
  }
}

const writeResponse = (status: number, { bytes, etag }: Tagged, location = ''): WriteResponse => ({
  status,
  location,
  etag,
  body: bytes.toString(),
})
