import type { Resource } from '../core/resource.ts'
import { changeKinds } from '../db/schema.ts'
import { keyOf, type RestHandler, readReadValues, respond } from './rest-request.ts'

/** Answers one record, by its id or its slug. */
export const readRecord =
  (resource: Resource): RestHandler =>
  async (request) => {
    const { context, services, endpoint } = request
    const { database } = services.app
    const values = endpoint.params === noParams ? {} : await readReadValues(request)
    const { record, etag } = await resource.operations.read(database, context, keyOf(request), values)
    const cache = { validity: context.validity, dependsOn: changeKinds }
    return respond(request, { status: 200, body: record, etag, cache })
  }

/** What a read of one record may be sent, where that is nothing. */
export const noParams = {}
