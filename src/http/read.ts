import type { ParamTable, Values } from '../core/params.ts'
import type { ReadResource, Resource } from '../core/resource.ts'
import { after } from '../lib/awaitable.ts'
import { externalKeyOf, externalNotFound } from './external-key.ts'
import { type RestHandler, readQueryValues, recordKeyOf, respond } from './rest-request.ts'

/** Makes the handler that answers with one record by id or slug. */
export const readRecord =
  (resource: ReadResource): RestHandler =>
  (request) => {
    const { context, services, endpoint } = request
    const source = { database: services.app.database, documents: services.caches.documents }
    return after(endpoint.params === noParams ? noValues : readQueryValues(request), (values) =>
      after(
        resource.operations.read(source, context, recordKeyOf(request), values),
        ({ bytes, tag, flags, dependsOn = [] }) => {
          const cache = { validity: context.validity, dependsOn, flags: [flags] }
          const body = [values['text'] === 'plain' ? plainBytes(resource, bytes) : bytes]
          return respond(request, { status: 200, body, etag: `"${tag}"`, cache })
        },
      ),
    )
  }

/** Makes the handler that answers with the record that has the external id in the path (contract C4.1). */
export const readExternal =
  (resource: ReadResource & Pick<Resource, 'operations'>): RestHandler =>
  async (request) => {
    const { context, services } = request
    const key = externalKeyOf(request)
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
