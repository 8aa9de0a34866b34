import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../core/errors.ts'
import { createLimiter } from '../core/limiter.ts'
import { type Caller, type Role, roles } from '../core/policy.ts'
import type { Database, Db } from '../db/database.ts'
import { clientNetworkOf } from '../lib/client-network.ts'
import { nowText } from '../lib/time-zone.ts'
import { isPassword } from './passwords.ts'
import { forgetFailures, noteFailure, waitOfAddress } from './throttle.ts'
import { keyOfName } from './users.ts'

/** The cookie of a browser that has logged in. */
export const sessionCookie = 'kalends_session'

/** Hours that a session lasts. */
const sessionHours = 12

/**
 * Comparing a password takes 19 MiB and tens of milliseconds of one of the four threads that also compress pages and read files: two threads
 * are left for that work, and no client can fill the queue alone.
 */
const limitHashing = createLimiter({ running: 2, waiting: 20, perClient: 3 })

const hashToken = (token: string): string => createHash('sha256').update(`session:${token}`).digest('base64url')

/** The nonce of a session: known to scripts of this origin, to no other site, and of no use without the cookie. */
export const nonceOf = (token: string): string => createHash('sha256').update(`nonce:${token}`).digest('base64url')

/** A log-in, and the address that it comes from; `now` is in epoch milliseconds. */
export type LogIn = {
  readonly login: string
  readonly password: string
  readonly address: string
  readonly now: number
}

/**
 * Checks a log-in password and opens a session; returns its token, which is stored only as a hash.
 * @throws ApiError 401 when name or password is wrong, 429 when that happened too often (an address with too many failures is refused
 * before its password is compared, whether it is right or wrong), 503 when there are too many log-ins at once.
 */
export const openSession = async (database: Database, logIn: LogIn): Promise<string> => {
  await refuseAddress(database, logIn)
  const user = await limitHashing(clientNetworkOf(logIn.address), () => checkPassword(database, logIn))
  const { now } = logIn
  const token = randomBytes(32).toString('base64url')
  const expires_utc = nowText(now + sessionHours * 3_600_000)
  const session = { token_hash: hashToken(token), user_id: user.id, created_utc: nowText(now), expires_utc }
  await database.transact(async (db) => {
    const { kysely } = db
    // The password may have been changed, or the user removed, while it was compared.
    const { id, password_hash } = user
    const same = kysely.selectFrom('user').select('id').where('id', '=', id).where('password_hash', '=', password_hash)
    if (!(await same.executeTakeFirst())) throw wrongLogIn()
    await forgetFailures(db, keyOfName(logIn.login))
    await kysely.deleteFrom('session').where('expires_utc', '<', nowText(now)).execute()
    await kysely.insertInto('session').values(session).execute()
  })
  return token
}

const refuseAddress = async (database: Database, { address, now }: LogIn): Promise<void> => {
  const wait = await waitOfAddress(database, address, now)
  if (wait > 0) throw tooManyAttempts(wait)
}

const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('rest_too_many_attempts', { headers: { 'retry-after': String(seconds) } })

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
  // An unknown name costs as much time as a wrong password, and is answered alike.
  const isRight = await isPassword(user?.password_hash ?? decoy, password)
  if (user?.password_hash && isRight) return { id: user.id, password_hash: user.password_hash }
  const wait = await noteFailure(database, { address, account }, now)
  throw wait > 0 ? tooManyAttempts(wait) : wrongLogIn()
}

const wrongLogIn = (): ApiError =>
  new ApiError('invalid_credentials', { message: 'The user name or the password is wrong.' })

/** The hash of a password that no user has. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$Pqy+hA9PL31HNd40BqAXOg$DWY0jWBapBMNYlqtRU5m4WX15EeKP/vInqPcAntV3+A'

/** The user of a session that has not ended, or undefined. */
export const findSession = async (db: Db, token: string, now: number): Promise<Caller | undefined> => {
  const user = await db.kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.role'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_utc', '>', nowText(now))
    .executeTakeFirst()
  return user && { id: user.id, role: roles.find((role): role is Role => role === user.role) ?? 'subscriber' }
}

/** Ends a session. */
export const closeSession = async (database: Database, token: string): Promise<void> => {
  await database.transact(({ kysely }) =>
    kysely.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute(),
  )
}

/** Whether a nonce is that of the session, compared in constant time. */
export const isNonce = (token: string, nonce: string): boolean => {
  const [expected, given] = [Buffer.from(nonceOf(token)), Buffer.from(nonce)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The token that a Cookie header carries. */
export const tokenOf = (cookies: string | undefined): string | undefined =>
  (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${sessionCookie}=`))
    ?.slice(sessionCookie.length + 1)
