import { CalendarError } from 'kalends-client'
import { t } from '../texts.ts'
import { root } from './root.ts'
import { translateError } from './translate-error.ts'

/** Who is logged in. */
export type Session = {
  readonly user: number
  readonly role: Role
  readonly nonce: string
  /** The session opens nothing before the person has set up a second factor. */
  readonly needs_second_factor?: true
}

/** The roles of users, from the one with most rights. */
export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

let current: Session | undefined
let askToLogIn: (() => Promise<void>) | undefined

/** The session, once somebody has logged in. */
export const session = (): Session | undefined => current

/** Whether the person publishes, or only submits for a review. */
export const mayPublish = (): boolean => current?.role !== 'contributor'

/** Sets the function to call when a session has ended; it resolves after the person has logged in again. */
export const onSessionEnd = (ask: () => Promise<void>): void => {
  askToLogIn = ask
}

/** Asks the server whether the browser has a session; undefined without one. */
export const findSession = async (): Promise<Session | undefined> => {
  const response = await reach(root('session'))
  current = response.ok ? await response.json() : undefined
  return current
}

/** What a person sends to log in; `remember` keeps the session for thirty days. */
export type Credentials = {
  readonly name: string
  readonly password: string
  readonly remember: boolean
  /** Of the second factor. */
  readonly code?: string
}

/** Whether a log-in has failed only as the code of a second factor is missing. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof CalendarError && error.code === 'kalends_code_required'

/** Logs in. @throws CalendarError with the reason. */
export const logIn = async (credentials: Credentials): Promise<void> => {
  current = await sendPublic('POST', 'session', credentials)
}

/** Sends JSON without a session, and returns the response. @throws CalendarError */
export const sendPublic = async (method: string, path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const response = await reach(root(path), { method, headers, body: JSON.stringify(body) })
  const answer = await response.json().catch(() => undefined)
  if (!response.ok) throw new CalendarError(response.status, answer)
  return answer
}

/** Takes over the session that a one-time link has opened. */
export const takeSession = (opened: Session): void => {
  current = opened
}

/** Ends the session. */
export const logOut = async (): Promise<void> => {
  await sessionFetch(new Request(root('session'), { method: 'DELETE' }))
  current = undefined
}

/**
 * `fetch` with the session of the person. If the session has ended, the person logs in again, and the request is repeated; nothing typed is lost.
 */
export const sessionFetch = async (request: Request): Promise<Response> => {
  const again = request.clone()
  const response = await reach(withNonce(request))
  if (!(await hasEnded(response))) return response
  if (!(await findSession())) await askToLogIn?.()
  return reach(withNonce(again))
}

/** The message if there is no response. */
export const unreachable = (): CalendarError =>
  new CalendarError(0, { message: t('The server cannot be reached. Check your connection, and try again.') })

const reach = async (...request: Parameters<typeof fetch>): Promise<Response> => {
  const response = await fetch(...request).catch(() => {
    throw unreachable()
  })
  if (response.ok) return response
  const { status, statusText, headers } = response
  const body = await response.text()
  return new Response(status === 304 ? null : translateError(body), { status, statusText, headers })
}

const withNonce = (request: Request): Request => {
  if (current) request.headers.set('x-wp-nonce', current.nonce)
  return request
}

/** Whether a request was refused since its cookie or its nonce counts no longer. */
const hasEnded = async (response: Response): Promise<boolean> => {
  if (response.status !== 401 && response.status !== 403) return false
  const { code } = await response
    .clone()
    .json()
    .catch(() => ({}))
  return response.status === 401 || code === 'rest_cookie_invalid_nonce'
}
