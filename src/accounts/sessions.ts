import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import type { Caller } from '../core/policy.ts'
import type { Database, Db } from '../db/database.ts'
import { type Role, roles } from '../db/schema.ts'
import { clientNetwork } from '../lib/client-network.ts'
import { nowText, toEpoch } from '../lib/time-zone.ts'
import type { WhenRefused } from './authenticate.ts'
import { decoy, isPassword, limitHashing } from './passwords.ts'
import { hasSecondFactor, useCode } from './second-factor.ts'
import { forgetFailures, noteFailure, tooManyAttempts, waitOfAddress } from './throttle.ts'
import { keyOfName } from './users.ts'

/** The cookie of a browser that has logged in; {@link cookieName} completes its name. */
const sessionCookie = 'kalends_session'

/** Hours that a session lasts, without and with "remember". */
const [sessionHours, rememberedHours] = [12, 30 * 24]

/** Most sessions of one user: a further log-in ends the oldest one. */
export const maxSessions = 100

type NewSession = Pick<LogIn, 'now' | 'client' | 'isRemembered'> & { readonly hasSecondFactor?: boolean }

const hashToken = (token: string): string => createHash('sha256').update(`session:${token}`).digest('base64url')

/** The nonce of a session: known only to scripts of this origin, and useless without the cookie. */
const sessionNonce = (token: string): string => createHash('sha256').update(`nonce:${token}`).digest('base64url')

/** A log-in and its client address; `now` is in epoch milliseconds. */
export type LogIn = {
  readonly login: string
  readonly password: string
  readonly address: string
  readonly now: number
  /** The browser in a few words. */
  readonly client?: string
  /** Whether the cookie survives closing the browser. */
  readonly isRemembered?: boolean
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  readonly whenRefused?: WhenRefused
}

/**
 * Checks a log-in password and opens a session; returns its token, which is stored only as a hash.
 * @throws ApiError 401 when name or password is wrong, 429 when that happened too often (an address with too many failures is refused
 * before its password is compared, whether it is right or wrong), 503 when there are too many log-ins at once, 403 when the code of a second factor is
 * missing or wrong, which only those learn who know the password.
 */
export const openSession = async (database: Database, logIn: LogIn): Promise<string> => {
  await refuseAddress(database, logIn)
  const user = await limitHashing(clientNetwork(logIn.address), () => checkPassword(database, logIn))
  const hasSecondFactor = await passCode(database, user.id, logIn)
  return database.transact(async (db) => {
    // The password may have been changed, or the user removed, while it was compared.
    const { id, password_hash } = user
    const users = db.kysely.selectFrom('user').select('id')
    const same = users.where('id', '=', id).where('password_hash', '=', password_hash)
    if (!(await same.executeTakeFirst())) throw wrongLogIn()
    await forgetFailures(db, keyOfName(logIn.login))
    return startSession(db, id, { ...logIn, hasSecondFactor })
  })
}

/**
 * Uses up the code that a log-in brings for the second factor of a user; whether there is one. A wrong code counts as a failed log-in of the address.
 * @throws ApiError 403 when the code is missing or wrong, 429 after too many.
 */
export const passCode = async (
  database: Database,
  userId: number,
  { code, address, now, whenRefused }: Pick<LogIn, 'code' | 'address' | 'now' | 'whenRefused'>,
): Promise<boolean> => {
  if (!(await hasSecondFactor(database, userId))) return false
  if (code === undefined) throw new ApiError('kalends_code_required')
  try {
    await useCode(database, { userId, code, now })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'kalends_code_wrong') {
      whenRefused?.(userId)
      await noteFailure(database, { address }, now)
    }
    throw error
  }
  return true
}

/**
 * Opens a session for an authenticated user; returns its token, which is always new. `hasSecondFactor` says whether the person has shown one, or comes
 * through a provider, which asks for its own.
 */
export const startSession = async (
  db: Db,
  userId: number,
  { now, client = '', isRemembered = false, hasSecondFactor: has = false }: NewSession,
): Promise<string> => {
  const { kysely } = db
  const token = randomBytes(32).toString('base64url')
  const lasting = isRemembered ? rememberedHours : sessionHours
  await kysely.deleteFrom('session').where('expires_utc', '<', nowText(now)).execute()
  await endOldest(db, userId)
  // The second factor may have been set up while the password was compared.
  if (!has && (await hasSecondFactor(db, userId))) throw new ApiError('kalends_code_required')
  const own = { token_hash: hashToken(token), user_id: userId, uuid: randomUUID(), client, used_utc: null }
  const times = { created_utc: nowText(now), expires_utc: nowText(now + lasting * 3_600_000) }
  await kysely
    .insertInto('session')
    .values({ ...own, ...times, has_second_factor: Number(has) })
    .execute()
  return token
}

const refuseAddress = async (database: Database, { address, now, whenRefused }: LogIn): Promise<void> => {
  const wait = await waitOfAddress(database, address, now)
  if (wait === 0) return
  whenRefused?.(0)
  throw tooManyAttempts(wait)
}

/** Ends the oldest sessions of a user who has the maximum number. */
const endOldest = async ({ kysely }: Db, userId: number): Promise<void> => {
  const own = kysely.selectFrom('session').select('uuid').where('user_id', '=', userId)
  const surplus = await own
    .orderBy('created_utc', 'desc')
    .offset(maxSessions - 1)
    .limit(maxSessions)
    .execute()
  const uuids = surplus.map(({ uuid }) => uuid)
  if (uuids.length > 0) await kysely.deleteFrom('session').where('uuid', 'in', uuids).execute()
}

/** Finds the user with this name and password; a failure is counted. */
const checkPassword = async (database: Database, logIn: LogIn): Promise<{ id: number; password_hash: string }> => {
  const { login, password, address, now } = logIn
  // Other log-ins from this address may have failed while this one waited.
  await refuseAddress(database, logIn)
  const account = keyOfName(login)
  const user = await database.kysely
    .selectFrom('user')
    .select(['id', 'password_hash'])
    .where(login.includes('@') ? 'email' : 'name_key', '=', account)
    .executeTakeFirst()
  // An unknown name takes as much time as a wrong password, and gets the same response.
  const isRight = await isPassword(user?.password_hash ?? decoy, password)
  if (user?.password_hash && isRight) return { id: user.id, password_hash: user.password_hash }
  logIn.whenRefused?.(user?.id ?? 0)
  const wait = await noteFailure(database, { address, account }, now)
  throw wait > 0 ? tooManyAttempts(wait) : wrongLogIn()
}

const wrongLogIn = (): ApiError =>
  new ApiError('invalid_credentials', { message: 'The user name or the password is wrong.' })

/** Who has sent the token of a session. */
export type SessionCaller = Caller & { readonly hasSecondFactor: boolean }

/** The user of a session that has not ended, or undefined. */
export const findSession = async (db: Db, token: string, now: number): Promise<SessionCaller | undefined> => {
  const user = await db.kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.role', 'session.uuid', 'has_second_factor'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_utc', '>', nowText(now))
    .executeTakeFirst()
  if (!user) return undefined
  const role = roles.find((known): known is Role => known === user.role) ?? 'subscriber'
  return { id: user.id, role, logIn: { session: user.uuid }, hasSecondFactor: user.has_second_factor === 1 }
}

/** The response to a log-in: the user with the nonce that the REST roots require, and the session cookie. */
export type SessionAnswer = {
  readonly body: {
    readonly user: number
    readonly role: string
    readonly nonce: string
    /** The session opens nothing before the person has set up a second factor. */
    readonly needs_second_factor?: true
  }
  readonly cookie: string
}

/**
 * The response for a session; undefined if it has ended. `publicUrl` decides whether the cookie is only for https, and `twoFactors` are the roles that need
 * a second factor.
 */
export const answerSession = async (
  db: Db,
  token: string,
  now: number,
  { publicUrl, twoFactors }: Pick<Config, 'publicUrl' | 'twoFactors'>,
): Promise<SessionAnswer | undefined> => {
  const found = await db.kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.role', 'session.created_utc', 'expires_utc', 'has_second_factor'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_utc', '>', nowText(now))
    .executeTakeFirst()
  if (!found) return undefined
  const [created, expires] = [toEpoch(found.created_utc), toEpoch(found.expires_utc)]
  const isRemembered = expires - created > sessionHours * 3_600_000
  const seconds = isRemembered ? Math.ceil((expires - now) / 1000) : undefined
  return {
    body: {
      user: found.id,
      role: found.role,
      nonce: sessionNonce(token),
      ...(needsSecondFactor(twoFactors, found.role, found.has_second_factor === 1) && { needs_second_factor: true }),
    },
    cookie: writeCookie(publicUrl, token, seconds),
  }
}

/** Whether a session opens nothing before its person has set up a second factor, as the operator wants it of the role. */
export const needsSecondFactor = (twoFactors: readonly Role[], role: string, has: boolean): boolean =>
  !has && twoFactors.some((needing) => needing === role)

/** The cookie of a session; without `seconds` it ends with the browser. */
export const writeCookie = (publicUrl: string, token: string, seconds?: number): string =>
  buildCookie(publicUrl, sessionCookie, token, seconds)

/** A cookie that scripts cannot read, and other sites cannot send along; without `seconds` it ends with the browser. */
export const buildCookie = (publicUrl: string, name: string, value: string, seconds?: number): string =>
  [
    `${cookieName(publicUrl, name)}=${value}; Path=${cookiePathOf(publicUrl)}; HttpOnly; SameSite=Lax`,
    ...(isSecure(publicUrl) ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ')

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Below a path, other programs of the host do not get the cookie. */
const cookiePathOf = (publicUrl: string): string => `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`

/**
 * The name of a cookie: with https its prefix lets browsers take it only from this host, over https (RFC 6265bis, 4.1.3), so that no other host of
 * the domain can plant a session.
 */
const cookieName = (publicUrl: string, name: string): string => {
  if (!isSecure(publicUrl)) return name
  return `${cookiePathOf(publicUrl) === '/' ? '__Host-' : '__Secure-'}${name}`
}

/** Ends a session. */
export const closeSession = async (database: Database, token: string): Promise<void> => {
  await database.transact(({ kysely }) =>
    kysely.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute(),
  )
}

/** Notes that the person of a session has shown a second factor. */
export const noteSecondFactor = async ({ kysely }: Db, uuid: string): Promise<void> => {
  await kysely.updateTable('session').set({ has_second_factor: 1 }).where('uuid', '=', uuid).execute()
}

/** A session that has not ended, without its token. Times are UTC texts. */
export type Session = {
  readonly uuid: string
  readonly created: string
  /** The last use, to the minute; null before the first one. */
  readonly used: string | null
  readonly expires: string
  /** The browser in a few words, or ''. */
  readonly client: string
}

/** The sessions of a user that have not ended, the latest first; `now` is in epoch milliseconds. */
export const listSessions = ({ kysely }: Db, userId: number, now: number): Promise<Session[]> =>
  kysely
    .selectFrom('session')
    .select(['uuid', 'created_utc as created', 'used_utc as used', 'expires_utc as expires', 'client'])
    .where('user_id', '=', userId)
    .where('expires_utc', '>', nowText(now))
    .orderBy('created_utc', 'desc')
    .orderBy('uuid')
    .limit(maxSessions)
    .execute()

/** Ends one session of a user, or all but the one that is to be kept; returns how many there were. */
export const endSessions = async (
  { kysely }: Db,
  userId: number,
  { uuid, except }: { readonly uuid?: string; readonly except?: string | undefined } = {},
): Promise<number> => {
  let ended = kysely.deleteFrom('session').where('user_id', '=', userId)
  if (uuid !== undefined) ended = ended.where('uuid', '=', uuid)
  if (except !== undefined) ended = ended.where('uuid', '<>', except)
  return Number((await ended.executeTakeFirstOrThrow()).numDeletedRows)
}

/** Whether a nonce is that of the session, compared in constant time. */
export const isNonce = (token: string, nonce: string): boolean => {
  const [expected, given] = [Buffer.from(sessionNonce(token)), Buffer.from(nonce)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The token that a Cookie header carries. */
export const readToken = (publicUrl: string, cookies: string | undefined): string | undefined =>
  findCookie(publicUrl, cookies, sessionCookie)

/** The value that a Cookie header carries under a name. */
export const findCookie = (publicUrl: string, cookies: string | undefined, name: string): string | undefined => {
  const start = `${cookieName(publicUrl, name)}=`
  return (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
}
