import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from './request-state.ts'
import { type Response, writeResponse } from './response.ts'

/**
 * Writes the response to a request of the router, and offers it to the response cache when the request may be cached.
 * @throws the error of a stream before its first bytes, so that an error response can still be sent.
 */
export const reply = async (request: FastifyRequest, to: FastifyReply, response: Response): Promise<FastifyReply> => {
  if (response.status === 200 && response.cache) {
    stateOf(request.raw).keep?.(response, request.routeOptions.url ?? '')
  }
  if (response.body instanceof Readable) await once(response.body, 'readable')
  to.hijack()
  writeResponse(request.raw, to.raw, response)
  return to
}

/** Makes the parts of a response with JSON outside of the REST roots. */
export const jsonParts = (body: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) })
