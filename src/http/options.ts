import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestState } from './admission.ts'
import { createResponse, reply, restResponse } from './response.ts'

/** The route of Fastify for unknown paths. */
const catchAll = '/*'

/**
 * Collects the methods of all routes that are added after the call. The returned function, to be called after the last route, adds OPTIONS
 * for each path (RFC 9110, 9.3.7), except for routes of the interface, which have their own (F0.5).
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

/** Scripts of other sites may ask for feeds and embeds with these headers: whether they get an answer, its own headers say. */
const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-None-Match, Content-Type, Cache-Control, X-Requested-With',
  'access-control-max-age': '600',
} as const

const answerMethods = (request: FastifyRequest, to: FastifyReply, allow: string): Promise<FastifyReply> =>
  reply(
    request,
    to,
    requestState(request.raw).address.kind === 'page'
      ? createResponse({ status: 204, headers: { allow, ...preflight } })
      : restResponse({ status: 200, body: [], headers: { allow }, isPublic: true }),
  )
