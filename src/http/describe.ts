import type { SiteEndpoint } from '../core/site-document.ts'
import { type RestHandler, readQueryValues, respond } from './rest-request.ts'

const never: readonly [] = []

/** Answers the index of a namespace. */
export const readIndex: RestHandler = (request) => {
  const { context, address, raw, services } = request
  const body = services.description.index(context, address, raw)
  return respond(request, { status: 200, body, cache: { validity: context.validity, dependsOn: never } })
}

/** Answers the OpenAPI document. */
export const readDocumentation: RestHandler = (request) => {
  const { context, services } = request
  const body = services.description.doc(context)
  return respond(request, { status: 200, body, cache: { validity: context.validity, dependsOn: never } })
}

/** Makes the handler of a site document, which belongs to no resource (D4). */
export const answerSite =
  (answer: SiteEndpoint['answer']): RestHandler =>
  async (request) => {
    const { context, services, name } = request
    const { database } = services.app
    const values = await readQueryValues(request)
    return respond(request, { status: 200, ...(await answer({ database, context, values, name })) })
  }
