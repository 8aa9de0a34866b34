import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nameClient } from '../accounts/client-name.ts'
import { askForPasskey, hasPasskeys, isPasskeyResponse, usePasskey } from '../accounts/passkeys.ts'
import {
  answerSession,
  closeSession,
  isNonce,
  openSession,
  readToken,
  type SessionAnswer,
  startSession,
  writeCookie,
} from '../accounts/sessions.ts'
import { noteFailure, tooManyAttempts, waitOfAddress } from '../accounts/throttle.ts'
import type { AppContext } from '../core/context.ts'
import { ApiError, invalidParams, missingParams } from '../core/errors.ts'
import type { JsonObject } from '../lib/json.ts'
import type { Source } from './raw-params.ts'
import { logRefusals } from './refusal-log.ts'
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
    const isRemembered = readRemember(sent['remember'])
    const client = nameClient(request.headers['user-agent'])
    const whenRefused = logRefusals(app.log, request)
    const code = readCode(sent['code'])
    const about = { address: request.ip, now: app.clock(), client, isRemembered, whenRefused }
    const attempt = { login, password, code, ...about }
    const token = await openSession(app.database, attempt)
    return answer(request, to, await requireAnswer(app, token), 201)
  })
  server.post('/session/passkey/options', async (request, to) => {
    requirePasskeys(app.config)
    await requirePatience(app, request.ip)
    const options = await askForPasskey(app.database, app.config, app.clock())
    const headers = { 'cache-control': 'no-store, private' }
    return reply(request, to, createResponse({ status: 200, ...jsonParts(options as unknown as JsonObject), headers }))
  })
  server.post<Sent>('/session/passkey', { onRequest: requireJson }, async (request, to) => {
    requirePasskeys(app.config)
    await requirePatience(app, request.ip)
    const { response, remember } = request.body?.one ?? {}
    if (!isPasskeyResponse(response)) throw missingParams(['response'])
    const isRemembered = readRemember(remember)
    const [now, client] = [app.clock(), nameClient(request.headers['user-agent'])]
    const userId = await usePasskey(app.database, app.config, response, now).catch(async (error) => {
      logRefusals(app.log, request)(0)
      await noteFailure(app.database, { address: request.ip }, now)
      throw error
    })
    const known = { now, client, isRemembered, hasSecondFactor: true }
    const token = await app.database.transact((db) => startSession(db, userId, known))
    return answer(request, to, await requireAnswer(app, token), 201)
  })
  server.get('/session', async (request, to) => {
    return answer(request, to, await requireAnswer(app, readToken(app.config.publicUrl, request.headers.cookie)), 200)
  })
  server.delete('/session', async (request, to) => {
    const token = readToken(app.config.publicUrl, request.headers.cookie) ?? ''
    await requireAnswer(app, token)
    if (!isNonce(token, String(request.headers['x-wp-nonce'] ?? ''))) throw new ApiError('rest_cookie_invalid_nonce')
    await closeSession(app.database, token)
    const headers = { 'set-cookie': writeCookie(app.config.publicUrl, '', 0) }
    return reply(request, to, createResponse({ status: 204, headers }))
  })
}

const requirePasskeys = (config: AppContext['config']): void => {
  if (!hasPasskeys(config)) throw new ApiError('kalends_no_passkeys')
}

/** Refuses an address with too many failed log-ins. */
const requirePatience = async ({ database, clock }: AppContext, address: string): Promise<void> => {
  const wait = await waitOfAddress(database, address, clock())
  if (wait > 0) throw tooManyAttempts(wait)
}

const readRemember = (sent: unknown): boolean => {
  if (sent === undefined || typeof sent === 'boolean') return sent === true
  throw invalidParams(new Map([['remember', 'It must be true or false.']]))
}

/** Longest code that is compared; recovery codes with blanks or hyphens are shorter. */
const maxCode = 100

const readCode = (sent: unknown): string | undefined => {
  if (sent === undefined) return undefined
  if (typeof sent === 'string' && sent.length <= maxCode) return sent.trim()
  throw invalidParams(new Map([['code', `It must be a text of at most ${maxCode} characters.`]]))
}

const requireAnswer = async ({ database, clock, config }: AppContext, token = ''): Promise<SessionAnswer> => {
  const found = token === '' ? undefined : await answerSession(database, token, clock(), config)
  if (!found) throw new ApiError('rest_forbidden', { status: 401, message: 'You are not logged in.' })
  return found
}

const answer = (
  request: FastifyRequest,
  to: FastifyReply,
  { body, cookie }: SessionAnswer,
  status: number,
): Promise<FastifyReply> => {
  const headers = { 'set-cookie': cookie, 'cache-control': 'no-store, private' }
  return reply(request, to, createResponse({ status, ...jsonParts(body), headers }))
}
