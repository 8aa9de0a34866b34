import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reply } from './reply.ts'
import { stateOf } from './request-state.ts'
import { createResponse } from './response.ts'
import { restResponse } from './rest-response.ts'

/** What is asked for by an address that nobody has. */
const catchAll = '/*'

/**
 * Answers OPTIONS for every route with the methods that it has (RFC 9110, 9.3.7), whoever mounts it. It is called before the first
 * route is mounted, and what it returns after the last one. Routes of the interface, which describe themselves (F0.5), have their own.
 */
export const noteMethods = (server: FastifyInstance): (() => void) => {
  const known = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set()
    known.set(url, methods)
    for (const name of [method].flat()) methods.add(name)
  })
  return () => {
    for (const [url, methods] of known) {
      if (url === catchAll || methods.has('OPTIONS')) continue
      const allow = [...methods, 'OPTIONS'].join(', ')
      server.options(url, async (request, to) => answerMethods(request, to, allow))
    }
  }
}

const answerMethods = (request: FastifyRequest, to: FastifyReply, allow: string): Promise<FastifyReply> =>
  reply(
    request,
    to,
    stateOf(request.raw).address.kind === 'page'
      ? createResponse({ status: 204, headers: { allow } })
      : restResponse({ status: 200, body: [], headers: { allow }, isPublic: true }),
  )
