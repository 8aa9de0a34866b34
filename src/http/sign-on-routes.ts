import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nameClient } from '../accounts/client-name.ts'
import { openIdentitySession } from '../accounts/identities.ts'
import { answerSession, buildCookie, findCookie } from '../accounts/sessions.ts'
import { type Attempt, createSignOn, isRefusedCode, type SignOn } from '../accounts/sign-on.ts'
import { noteFailure, waitOfAddress } from '../accounts/throttle.ts'
import type { AppContext } from '../core/context.ts'
import { logRefusals } from './refusal-log.ts'
import { createResponse, reply } from './response.ts'

/** The cookie that a browser keeps while its person is at the provider. */
const attemptCookie = 'kalends_sign_on'

/** Seconds for which it does. */
const attemptSeconds = 600

/** Where a log-in begins, and where the provider sends browsers back to. */
const [beginPath, callbackPath] = ['/session/oidc', '/session/oidc/callback']

/** Why nobody was logged in: the page to log in explains it. */
type SignOnFault = 'failed' | 'no-role' | 'denied' | 'too-many'

/** Adds the log-in through an OpenID Connect provider, where the settings name one: it opens a session as the log-in with a password does. */
export const mountSignOn = (server: FastifyInstance, app: AppContext): void => {
  const { oidc } = app.config
  if (!oidc) return
  const signOn = createSignOn(oidc)
  server.get(beginPath, async (request, to) => {
    const { publicUrl } = app.config
    const wait = await waitOfAddress(app.database, request.ip, app.clock())
    if (wait > 0) return redirect(request, to, pageWith(publicUrl, 'too-many'))
    try {
      const { url, attempt } = await signOn.begin(readPage(request), `${publicUrl}${callbackPath}`)
      return await redirect(request, to, url, [writeAttempt(publicUrl, attempt)])
    } catch (error) {
      app.log.error({ error }, 'the OpenID Connect provider could not be asked')
      return redirect(request, to, pageWith(publicUrl, 'failed'))
    }
  })
  server.get(callbackPath, async (request, to) => {
    const { publicUrl } = app.config
    const attempt = readAttempt(publicUrl, request.headers.cookie)
    const found = await finish(app, signOn, request, attempt)
    const gone = writeAttempt(publicUrl)
    if (typeof found === 'string') return redirect(request, to, pageWith(publicUrl, found), [gone])
    return redirect(request, to, `${publicUrl}${attempt?.to ?? '/admin/'}`, [gone, found.cookie])
  })
}

/** Opens the session of the person whom the provider has sent back; otherwise it says why not, and counts a code that the provider refused. */
const finish = async (
  app: AppContext,
  signOn: SignOn,
  request: FastifyRequest,
  attempt: Attempt | undefined,
): Promise<{ readonly cookie: string } | SignOnFault> => {
  const { database, clock, config, log } = app
  const now = clock()
  if ((await waitOfAddress(database, request.ip, now)) > 0) return 'too-many'
  const answered = new URL(`${config.publicUrl}${callbackPath}${queryOf(request)}`)
  if (attempt && answered.searchParams.get('error') === 'access_denied') return 'denied'
  try {
    if (!attempt) throw new Error('The browser has not started a log-in in the last ten minutes.')
    const identity = await signOn.finish(attempt, answered)
    const client = nameClient(request.headers['user-agent'])
    const token = await database.transact((db) => openIdentitySession(db, identity, { now, client }))
    const session = token && (await answerSession(database, token, now, config))
    return session || 'no-role'
  } catch (error) {
    // Only a guessed code counts: a picture on a foreign page can lead a browser here, and the provider can be out of order.
    if (isRefusedCode(error)) {
      logRefusals(log, request)(0)
      await noteFailure(database, { address: request.ip }, now)
    }
    // The code and the tokens are secrets, and stand in some errors: only their texts are logged.
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a log-in through OpenID Connect failed')
    return 'failed'
  }
}

/** Whether a text is the path of a page of the admin, and no address of another host. */
const isPage = (path: string): boolean => /^\/admin\/[\w/-]*$/.test(path)

/** The page of the admin where the person goes on. */
const readPage = (request: FastifyRequest): string => {
  const asked = new URLSearchParams(queryOf(request)).get('to') ?? ''
  return isPage(asked) ? asked : '/admin/'
}

const queryOf = ({ raw }: FastifyRequest): string => /\?[^#]*/.exec(raw.url ?? '')?.[0] ?? ''

const pageWith = (publicUrl: string, fault: SignOnFault): string => `${publicUrl}/admin/?log-in=${fault}`

const redirect = (
  request: FastifyRequest,
  to: FastifyReply,
  location: string,
  cookies: readonly string[] = [],
): Promise<FastifyReply> => {
  for (const cookie of cookies) to.raw.appendHeader('set-cookie', cookie)
  // The address that the provider makes holds the code: it is sent to nobody.
  const headers = { location, 'cache-control': 'no-store, private', 'referrer-policy': 'no-referrer' }
  return reply(request, to, createResponse({ status: 303, headers }))
}

/** The provider sends the browser back from another site, which a cookie with `SameSite=Strict` would not survive. */
const writeAttempt = (publicUrl: string, attempt?: Attempt): string =>
  attempt
    ? buildCookie(publicUrl, attemptCookie, Buffer.from(JSON.stringify(attempt)).toString('base64url'), attemptSeconds)
    : buildCookie(publicUrl, attemptCookie, '', 0)

const readAttempt = (publicUrl: string, cookies: string | undefined): Attempt | undefined => {
  try {
    const value = findCookie(publicUrl, cookies, attemptCookie) ?? ''
    const { state, nonce, verifier, to } = JSON.parse(Buffer.from(value, 'base64url').toString())
    const isWhole = [state, nonce, verifier, to].every((part) => typeof part === 'string' && part !== '')
    return isWhole && isPage(to) ? { state, nonce, verifier, to } : undefined
  } catch {
    return undefined
  }
}
