import type { ReadResource } from '../core/resource.ts'
import { after } from '../lib/awaitable.ts'
import { type RestHandler, readQueryValues, recordKeyOf, respond } from './rest-request.ts'

/** Makes the handler that answers with one record by id or slug. */
export const readRecord =
  (resource: ReadResource): RestHandler =>
  (request) => {
    const { context, services, endpoint } = request
    const source = { database: services.app.database, documents: services.caches.documents }
    return after(endpoint.params === noParams ? {} : readQueryValues(request), (values) =>
      after(
        resource.operations.read(source, context, recordKeyOf(request), values),
        ({ bytes, tag, flags, dependsOn = [] }) => {
          const cache = { validity: context.validity, dependsOn, flags: [flags] }
          return respond(request, { status: 200, body: [bytes], etag: `"${tag}"`, cache })
        },
      ),
    )
  }

/** The parameters of a read without parameters. */
export const noParams = {}
