import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nameClient } from '../accounts/client-name.ts'
import {
  closeSession,
  findSession,
  isNonce,
  nonceOf,
  openSession,
  sessionCookie,
  tokenOf,
} from '../accounts/sessions.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError, missingParams } from '../core/errors.ts'
import type { Source } from './raw-params.ts'
import { createResponse, jsonParts, reply } from './response.ts'

/** What the parsers of bodies make of a request that has one. */
type Sent = { Body: Source | undefined }

/**
 * Adds `/session` for pages of this server (contract B5.1): POST logs in with name and password and sets the cookie, GET returns the user and
 * the nonce that the REST roots require with the cookie, DELETE logs out.
 */
export const mountSession = (server: FastifyInstance, app: AppContext): void => {
  // Only JSON is accepted, which a form of another site cannot send without a CORS preflight. Other types are refused before they are read.
  const requireJson = async (request: FastifyRequest): Promise<void> => {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new ApiError('rest_unsupported_media_type', { message: 'Send the user name and the password as JSON.' })
    }
  }
  server.post<Sent>('/session', { onRequest: requireJson }, async (request, to) => {
    const sent = request.body?.one ?? {}
    const missing = ['name', 'password'].filter((name) => typeof sent[name] !== 'string')
    if (missing.length > 0) throw missingParams(missing)
    const [login, password] = [String(sent['name']), String(sent['password'])]
    const client = nameClient(request.headers['user-agent'])
    const attempt = { login, password, address: request.ip, now: app.clock(), client }
    const token = await openSession(app.database, attempt)
    return answer(request, to, app, token, 201)
  })
  server.get('/session', async (request, to) => {
    const { token } = await requireSession(app, request)
    return answer(request, to, app, token, 200)
  })
  server.delete('/session', async (request, to) => {
    const { token } = await requireSession(app, request)
    if (!isNonce(token, String(request.headers['x-wp-nonce'] ?? ''))) throw new ApiError('rest_cookie_invalid_nonce')
    await closeSession(app.database, token)
    const headers = { 'set-cookie': `${cookie(app, '')}; Max-Age=0` }
    return reply(request, to, createResponse({ status: 204, headers }))
  })
}

const requireSession = async (app: AppContext, request: FastifyRequest) => {
  const token = tokenOf(request.headers.cookie)
  const caller = token === undefined ? undefined : await findSession(app.database, token, app.clock())
  if (token === undefined || !caller)
    throw new ApiError('rest_forbidden', { status: 401, message: 'You are not logged in.' })
  return { token, caller }
}

const answer = async (
  request: FastifyRequest,
  to: FastifyReply,
  app: AppContext,
  token: string,
  status: number,
): Promise<FastifyReply> => {
  const caller = await findSession(app.database, token, app.clock())
  const parts = jsonParts({ user: caller?.id, role: caller?.role, nonce: nonceOf(token) })
  const headers = { 'set-cookie': cookie(app, token), 'cache-control': 'no-store, private' }
  return reply(request, to, createResponse({ status, ...parts, headers }))
}

const cookie = ({ config }: AppContext, token: string): string =>
  `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`
