import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  closeSession,
  findSession,
  isNonce,
  nonceOf,
  openSession,
  sessionCookie,
  tokenOf,
} from '../accounts/sessions.ts'
import type { Context } from '../core/context.ts'
import { ApiError, missingParams } from '../core/errors.ts'
import { readBody } from './body.ts'

/**
 * `/session`, for pages of this server (contract B5.1): POST logs in with name and password and sets the cookie, GET tells
 * who is logged in and the nonce that the REST roots ask for besides the cookie, DELETE logs out.
 */
export const mountSession = (app: FastifyInstance, context: Context): void => {
  // JSON alone: a form of another site cannot send it without asking first. What is no JSON is refused before it is read.
  const requireJson = async (request: FastifyRequest): Promise<void> => {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new ApiError('rest_unsupported_media_type', { message: 'Send the user name and the password as JSON.' })
    }
  }
  app.post('/session', { onRequest: requireJson }, async (request, reply) => {
    const sent = (await readBody(request))?.one ?? {}
    const missing = ['name', 'password'].filter((name) => typeof sent[name] !== 'string')
    if (missing.length > 0) throw missingParams(missing)
    const [login, password] = [String(sent['name']), String(sent['password'])]
    const attempt = { login, password, address: request.ip, now: context.clock() }
    const token = await openSession(context.database, attempt)
    return answer(reply, context, token, 201)
  })
  app.get('/session', async (request, reply) => {
    const { token } = await requireSession(context, request)
    return answer(reply, context, token, 200)
  })
  app.delete('/session', async (request, reply) => {
    const { token } = await requireSession(context, request)
    if (!isNonce(token, String(request.headers['x-wp-nonce'] ?? ''))) throw new ApiError('rest_cookie_invalid_nonce')
    await closeSession(context.database, token)
    return reply
      .code(204)
      .header('set-cookie', `${cookie(context, '')}; Max-Age=0`)
      .send()
  })
}

const requireSession = async (context: Context, request: FastifyRequest) => {
  const token = tokenOf(request.headers.cookie)
  const caller = token === undefined ? undefined : await findSession(context.database, token, context.clock())
  if (token === undefined || !caller)
    throw new ApiError('rest_forbidden', { status: 401, message: 'You are not logged in.' })
  return { token, caller }
}

const answer = async (reply: FastifyReply, context: Context, token: string, status: number): Promise<FastifyReply> => {
  const caller = await findSession(context.database, token, context.clock())
  return reply
    .code(status)
    .headers({ 'set-cookie': cookie(context, token), 'cache-control': 'no-store, private' })
    .send({ user: caller?.id, role: caller?.role, nonce: nonceOf(token) })
}

const cookie = ({ config }: Context, token: string): string =>
  `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`
