import { ApiError } from '../core/errors.ts'
import { findPresentSlug } from '../core/former-slugs.ts'
import type { ParamTable, Values } from '../core/params.ts'
import type { ReadResource, Resource } from '../core/resource.ts'
import { postTables } from '../db/schema.ts'
import { externalNotFound, readExternalKey } from './external-key.ts'
import { readQueryValues, readRecordKey, respond } from './rest-request.ts'
import type { Response, RestHandler, RestRequest } from './types.ts'

/** Makes the handler that answers with one record by id or slug. */
export const readRecord =
  (resource: ReadResource): RestHandler =>
  async (request) => {
    const { context, services, endpoint } = request
    const source = { database: services.app.database, documents: services.caches.documents }
    const key = readRecordKey(request)
    const values = endpoint.params === noParams ? noValues : await readQueryValues(request)
    try {
      const { bytes, tag, flags, dependsOn = [] } = await resource.operations.read(source, context, key, values)
      const cache = { validity: context.validity, dependsOn, flags: [flags] }
      const body = [values['text'] === 'plain' ? plainBytes(resource, bytes) : bytes]
      return respond(request, { status: 200, body, etag: `"${tag}"`, cache })
    } catch (error) {
      const former = key.column === 'slug' ? await readFormer(resource, request, values) : undefined
      if (former) return former
      throw error
    }
  }

/** Answers with the record to which a former slug leads, and says where it is now (contract B7.6); undefined where there is none to read. */
const readFormer = async (
  resource: ReadResource,
  request: RestRequest,
  values: Values<ParamTable>,
): Promise<Response | undefined> => {
  const { context, services } = request
  const { database } = services.app
  const kind = postTables.find((table) => table === resource.name)
  const slug = kind && (await findPresentSlug(database, kind, String(readRecordKey(request).value)))
  if (slug === undefined) return undefined
  const source = { database, documents: services.caches.documents }
  const read = async () => resource.operations.read(source, context, { column: 'slug', value: slug }, values)
  const found = await read().catch((error) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  if (!found) return undefined
  const body = [values['text'] === 'plain' ? plainBytes(resource, found.bytes) : found.bytes]
  const headers = { 'content-location': context.links.api(`${kind}s/by-slug/${slug}`) }
  return respond(request, { status: 200, body, etag: `"${found.tag}"`, headers })
}

/** Makes the handler that answers with the record that has the external id in the path (contract C4.1). */
export const readExternal =
  (resource: ReadResource & Pick<Resource, 'operations'>): RestHandler =>
  async (request) => {
    const { context, services } = request
    const key = readExternalKey(request)
    const { database } = services.app
    const id = (await resource.operations.external?.find(database, key)) ?? 0
    if (id === 0) throw externalNotFound(resource, key)
    const values = await readQueryValues(request)
    const source = { database, documents: services.caches.documents }
    const { bytes, tag } = await resource.operations.read(source, context, { column: 'id', value: id }, values)
    const body = [values['text'] === 'plain' ? plainBytes(resource, bytes) : bytes]
    return respond(request, { status: 200, body, etag: `"${tag}"` })
  }

/** The JSON of a record with plain texts (contract C1.1). */
export const plainBytes = ({ plain }: ReadResource, bytes: Buffer | string): Buffer => {
  const record = JSON.parse(bytes.toString())
  return Buffer.from(JSON.stringify(plain?.(record) ?? record))
}

/** The parameters of a read without parameters. */
export const noParams = {}

const noValues: Values<ParamTable> = {}
