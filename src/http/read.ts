import type { Resource } from '../core/resource.ts'
import { changeKinds } from '../db/schema.ts'
import { type RestHandler, readQueryValues, recordKeyOf, respond } from './rest-request.ts'

/** Makes the handler that answers with one record by id or slug. */
export const readRecord =
  (resource: Resource): RestHandler =>
  async (request) => {
    const { context, services, endpoint } = request
    const { database } = services.app
    const values = endpoint.params === noParams ? {} : await readQueryValues(request)
    const { record, etag } = await resource.operations.read(database, context, recordKeyOf(request), values)
    const cache = { validity: context.validity, dependsOn: changeKinds }
    return respond(request, { status: 200, body: record, etag, cache })
  }

/** The parameters of a read without parameters. */
export const noParams = {}
