import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from './request-state.ts'
import { send } from './respond.ts'

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
      server.options(url, async (request, reply) => answerMethods(request, reply, allow))
    }
  }
}

const answerMethods = (request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply =>
  stateOf(request.raw).address.kind === 'page'
    ? reply.code(204).header('allow', allow).send()
    : send(request, reply, { status: 200, body: [], headers: { allow }, isPublic: true })
