import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from './request-state.ts'
import { type Response, writeResponse } from './response.ts'

/**
 * Writes a response to a request that came through the router, and offers it to the response cache where that has asked for it.
 * @throws what a stream throws before its first bytes: the response can be an error as yet.
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

/** The response with a JSON document that belongs to no REST root. */
export const jsonParts = (body: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) })
