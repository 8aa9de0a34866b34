import { attemptInRoom } from '../core/attempt-in-room.ts'
import type { RequestContext } from '../core/context.ts'
import { ApiError, errorBody, invalidParams } from '../core/errors.ts'
import { ImageWanted } from '../core/intake.ts'
import { isInvalid, listReferences, type ParamTable, readSent, type Values } from '../core/params.ts'
import type { ExternalKey, ReadPayload, RecordKey, Resource } from '../core/resource.ts'
import { maxFetched, runWrite, tooManyImages, type WriteWork } from '../core/run-write.ts'
import type { textParams } from '../core/text-params.ts'
import { externalIdText, sourceName } from '../core/types.ts'
import type { Db } from '../db/database.ts'
import { type Attempt, attempt } from '../db/savepoint.ts'
import { isJsonObject, type JsonObject } from '../lib/json.ts'
import { createPause } from '../lib/pause.ts'
import { batchMethods, type batchParams } from './batch-params.ts'
import { bodyLimit } from './body.ts'
import { type WriteResponse, writeOnce } from './idempotency.ts'
import { plainBytes } from './read.ts'
import { readValues, respond } from './rest-request.ts'
import type { Endpoint, RestHandler, RestRequest } from './types.ts'
import { type AskedWrite, createdResponse, findTarget, performWrite, type WriteOperation } from './write.ts'

/** The endpoints whose parameters the operations of a batch take. */
export type BatchEndpoints = { readonly [name in WriteOperation]: Endpoint }

/** Most bytes that the series of a batch copy to their dates, all together (contract C4.2). */
const maxCopiedTogether = 32 * 1024 * 1024

/** A batch while it is executed. */
type Batch = {
  readonly db: Db
  readonly context: RequestContext
  readonly resource: Resource
  readonly request: RestRequest
  readonly endpoints: BatchEndpoints
  readonly isAtomic: boolean
  /** The response to each operation, by its place. */
  readonly responses: (WriteResponse | ApiError)[]
  /** Images that have to be fetched before the batch can be executed. */
  readonly wanted: ImageWanted[]
  readonly pause: () => Promise<void>
}

/**
 * Makes the handler of a batch (contract C4.2): all operations in one transaction, each with its own response. One that fails is undone alone
 * or, with `atomic`, ends the batch: then nothing is written, and the response is its error with its place in `data.operation`.
 */
export const writeBatch =
  (resource: Resource, endpoints: BatchEndpoints): RestHandler =>
  async (request) => {
    const { headers, services, signal } = request
    const sent = await readValues(request, request.context, {
      db: undefined,
      lookUp: () => Promise.reject(new TypeError('a batch refers to nothing')),
    })
    const { operations = [], atomic: isAtomic = false, change, text } = sent as BatchValues
    const write: WriteWork<WriteResponse> = async (db, context) => {
      const responses: Batch['responses'] = []
      const wanted: ImageWanted[] = []
      const own = { ...context, copies: { left: maxCopiedTogether }, ...(change !== undefined && { change }) }
      await execute(
        { db, context: own, resource, request, endpoints, isAtomic, responses, wanted, pause: createPause() },
        operations,
      )
      const [first, ...others] = wanted
      if (first) throw new ImageWanted(first.url, first.param, others)
      return { status: 200, location: '', etag: '', body: writeResponses(resource, responses, text === 'plain') }
    }
    const key = headers['idempotency-key']
    const work = typeof key === 'string' ? writeOnce(key, request, write) : write
    const files = { database: services.app.database, library: services.library }
    const { status, body } = await runWrite(files, request.context, work, { signal, keepsFaults: true })
    return respond(request, { status, body })
  }

type BatchValues = Values<typeof batchParams & typeof textParams>

/** An operation that creates a record, with its place in the batch. */
type Creation = ReadPayload & { readonly at: number }

/** Executes the operations in their order. Those that create records and follow each other are executed together. */
const execute = async (batch: Batch, operations: readonly unknown[]): Promise<void> => {
  const { db, resource, pause } = batch
  let run: Creation[] = []
  let pairs = new Set<string>()
  const flush = async (): Promise<void> => {
    await createAll(batch, run)
    run = []
    pairs = new Set()
  }
  for (const [at, operation] of operations.entries()) {
    await pause()
    const asked = attemptNow(() => readOperation(batch, operation))
    if ('error' in asked) {
      await settle(batch, at, asked)
      continue
    }
    const { result: own } = asked
    const pair = pairOf(own)
    // What the operations before create may be what this one is about.
    const isMet = pair !== undefined && pairs.has(pair)
    if (isMet || (own.operation !== 'create' && own.operation !== 'put')) await flush()
    const creation = resource.operations.createMany ? await readCreation(batch, own, at) : undefined
    if (!creation) {
      await flush()
      await settle(
        batch,
        at,
        await attemptInRoom(batch.context, () => attempt(db, () => performWrite(db, batch.context, resource, own))),
      )
    } else if ('error' in creation) await settle(batch, at, creation)
    else {
      run.push(creation)
      if (pair !== undefined) pairs.add(pair)
    }
  }
  await flush()
}

/** The payload of an operation that creates a record, to be created with others; undefined for all other operations. */
const readCreation = async (
  { db, context, resource }: Batch,
  asked: AskedWrite,
  at: number,
): Promise<Creation | { readonly error: unknown } | undefined> => {
  if (asked.operation !== 'create' && asked.operation !== 'put') return undefined
  try {
    if (asked.external && (await findTarget(db, resource, asked, asked.external)).operation !== 'create')
      return undefined
    const { source, external_id, ...others }: ParamTable = resource.fields
    const fields: ParamTable = asked.external ? others : resource.fields
    const options = { requireAll: true, check: resource.checks?.fields }
    const { values, faults } = readSent(fields, asked.raw, context, options)
    const reading = { values: { ...values, ...asked.external }, faults }
    return { reading, references: listReferences(fields, reading.values), at }
  } catch (error) {
    return { error }
  }
}

const createAll = async (batch: Batch, run: readonly Creation[]): Promise<void> => {
  const { db, context, resource, request, pause } = batch
  if (run.length === 0) return
  const results = (await resource.operations.createMany?.(db, context, run, pause)) ?? []
  for (const [index, { at }] of run.entries()) {
    const made = results[index]
    if (!made) throw new TypeError('a record has no result')
    const isMade = 'result' in made
    await settle(batch, at, isMade ? { result: createdResponse(context, resource, request, made.result) } : made)
  }
}

/**
 * Notes the response of an operation.
 * @throws ApiError of an operation that fails in an atomic batch, and what is no fault of an operation.
 */
const settle = async (batch: Batch, at: number, tried: Attempt<WriteResponse>): Promise<void> => {
  const { context, isAtomic, responses, wanted } = batch
  if ('result' in tried) {
    responses[at] = tried.result
    return
  }
  let { error } = tried
  if (error instanceof ImageWanted) {
    const { fetched, unfetched } = context.intake
    const isKnown = wanted.some(({ url }) => url === (error as ImageWanted).url)
    const count = fetched.size + (unfetched?.size ?? 0) + wanted.length
    if (isKnown || count < maxFetched) {
      if (!isKnown) wanted.push(error)
      if (isAtomic) throw error
      return
    }
    error = tooManyImages(error.param)
  }
  if (!(error instanceof ApiError)) throw error
  if (!isAtomic) {
    responses[at] = error
    return
  }
  const { code, message, status, data, headers } = error
  throw new ApiError(code, { message, status, headers, data: { ...data, operation: at } })
}

const attemptNow = <T>(work: () => T): Attempt<T> => {
  try {
    return { result: work() }
  } catch (error) {
    return { error }
  }
}

/** The members of an operation. */
const members: readonly string[] = ['method', 'id', 'source', 'external_id', 'if_match', 'body']

/**
 * Reads an operation as the write that it is.
 * @throws ApiError `rest_invalid_param` for one that is none.
 */
const readOperation = ({ context, endpoints, request }: Batch, sent: unknown): AskedWrite => {
  if (!isJsonObject(sent)) throw invalidParams(new Map([['operations', 'It must be an object with a method.']]))
  const faults = new Map<string, string>()
  for (const name of Object.keys(sent))
    if (!members.includes(name)) faults.set(name, `An operation has only ${members.join(', ')}.`)
  const { method, id, source, external_id, if_match, body = {} } = sent
  const isMethod = batchMethods.some((one) => one === method)
  if (!isMethod) faults.set('method', `It must be one of ${batchMethods.join(', ')}.`)
  const key = id === undefined ? undefined : readKey(id)
  if (id !== undefined && !key) faults.set('id', 'It must be the id of a record.')
  const external = source === undefined && external_id === undefined ? undefined : readPair(sent, context, faults)
  if (id !== undefined && external) faults.set('id', 'Send either id or source and external_id.')
  if (isMethod && method !== 'POST' && id === undefined && source === undefined && external_id === undefined)
    faults.set('id', `${method} requires id, or source and external_id.`)
  if (if_match !== undefined && typeof if_match !== 'string') faults.set('if_match', 'It must be a string.')
  if (!isJsonObject(body)) faults.set('body', 'It must be an object.')
  if (faults.size > 0 || !isJsonObject(body)) throw invalidParams(faults)
  requireShort(body, request)
  const operation = operationOf(String(method), key !== undefined, external !== undefined)
  return {
    route: request.route,
    endpoint: endpoints[operation],
    raw: { one: body, all: body },
    operation,
    key,
    external,
    ifMatch: typeof if_match === 'string' ? if_match : undefined,
  }
}

const operationOf = (method: string, hasKey: boolean, isExternal: boolean): WriteOperation => {
  if (method === 'DELETE') return 'remove'
  if (method === 'POST') return hasKey ? 'update' : 'create'
  return method === 'PUT' && isExternal ? 'put' : 'update'
}

/** The id of a record; ids that JSON cannot represent exactly match no record. */
const readKey = (sent: unknown): RecordKey | undefined => {
  if ((typeof sent !== 'string' && typeof sent !== 'number') || !/^\d+$/.test(String(sent))) return undefined
  const value = Number(sent)
  return { column: 'id', value: Number.isSafeInteger(value) ? value : 0 }
}

const readPair = (
  { source: sentSource, external_id: sentId }: JsonObject,
  context: RequestContext,
  faults: Map<string, string>,
): ExternalKey | undefined => {
  const source = sourceName.read(sentSource ?? '', context)
  const external_id = externalIdText.read(sentId ?? '', context)
  if (isInvalid(source)) faults.set('source', source.invalid)
  if (isInvalid(external_id)) faults.set('external_id', external_id.invalid)
  return typeof source === 'string' && typeof external_id === 'string' ? { source, external_id } : undefined
}

/**
 * An operation may be as long as a request of its own.
 * @throws ApiError `rest_body_too_large`
 */
const requireShort = (body: JsonObject, { headers }: RestRequest): void => {
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (length > bodyLimit && Buffer.byteLength(JSON.stringify(body)) > bodyLimit)
    throw new ApiError('rest_body_too_large')
}

/** The external id of a record that an operation creates, or looks for. */
const pairOf = ({ external, operation, raw }: AskedWrite): string | undefined => {
  if (external) return JSON.stringify([external.source, external.external_id])
  const [source, external_id] = [raw.one['source'], raw.one['external_id']]
  return operation === 'create' && external_id !== undefined
    ? JSON.stringify([String(source), String(external_id)])
    : undefined
}

/** The body of the response to a batch. */
const writeResponses = (resource: Resource, responses: Batch['responses'], wantsPlainText: boolean): string => {
  const parts = responses.map((response) => {
    if (response instanceof ApiError)
      return JSON.stringify({ status: response.status, headers: response.headers, body: errorBody(response) })
    const { status, etag, location, body } = response
    const headers = { ...(etag !== '' && { ETag: etag }), ...(location !== '' && { Location: location }) }
    const shown = wantsPlainText ? plainBytes(resource, body).toString() : body
    return `{"status":${status},"headers":${JSON.stringify(headers)},"body":${shown}}`
  })
  return `{"responses":[${parts.join(',')}]}`
}
