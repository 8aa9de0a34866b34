import { timingSafeEqual } from 'node:crypto'
import { ApiError, type ErrorCode } from '../core/errors.ts'
import type { Caller } from '../core/policy.ts'
import type { Database } from '../db/database.ts'
import { type Role, roles } from '../db/schema.ts'
import { hasFormOfSecret, hashSecret } from './secrets.ts'
import { forgetFailures, hasFailed, noteFailure } from './throttle.ts'
import { keyOfName } from './users.ts'

/** Where a credential came from. `now` is in epoch milliseconds. */
export type Attempt = {
  readonly header: string
  readonly address: string
  readonly now: number
  readonly whenRefused?: WhenRefused
}

/** Is told of an attempt to log in that failed, with the id of the user whose name was sent; 0 for nobody's. */
export type WhenRefused = (userId: number) => void

/**
 * The caller that an Authorization header names (contract B5.1): Basic with an application password, or the same secret as
 * Bearer.
 * @throws ApiError 401 when it is malformed or wrong, 429 after too many failures from this address or for this account.
 */
export const authenticate = async (database: Database, attempt: Attempt): Promise<Caller> => {
  // A text that cannot be a secret is not a guess, and is not counted as a failure.
  if (isForeignBearer(attempt.header)) throw wrongCredentials('invalid_credentials')
  const [scheme = '', ...rest] = attempt.header.trim().split(/\s+/)
  if (scheme.toLowerCase() === 'bearer') return byBearer(database, attempt, rest.join(''))
  const pair = scheme.toLowerCase() === 'basic' && rest.length === 1 ? decodeBasic(rest[0] ?? '') : undefined
  if (!pair) throw await refusal(database, attempt, 'invalid_credentials')
  return byBasic(database, attempt, pair)
}

/**
 * Whether an Authorization header is a bearer token that cannot be an application password by its form: a token of another program, or
 * a placeholder. Requests that only read are answered as if it were absent (contract D6).
 */
export const isForeignBearer = (header: string): boolean => {
  const [scheme = '', ...rest] = header.trim().split(/\s+/)
  return scheme.toLowerCase() === 'bearer' && !hasFormOfSecret(rest.join(''))
}

type Pair = { readonly login: string; readonly secret: string }

/** RFC 7617: user-id and password with a colon between, in base64. */
const decodeBasic = (encoded: string): Pair | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) return undefined
  return { login: text.slice(0, colon), secret: text.slice(colon + 1) }
}

const byBearer = async (database: Database, attempt: Attempt, secret: string): Promise<Caller> => {
  const user = await database.kysely
    .selectFrom('credential')
    .innerJoin('user', 'user.id', 'credential.user_id')
    .select(['user.id', 'user.role', 'credential.id as credential'])
    .where('secret_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  if (!user) throw await refusal(database, attempt, 'invalid_credentials')
  return callerOf(user)
}

const byBasic = async (database: Database, attempt: Attempt, { login, secret }: Pair): Promise<Caller> => {
  const isEmail = login.includes('@')
  const key = keyOfName(login)
  const rows = await database.kysely
    .selectFrom('user')
    .leftJoin('credential', 'credential.user_id', 'user.id')
    .select(['user.id', 'user.role', 'credential.id as credential', 'credential.secret_hash'])
    .select(hasFailed(database, key))
    .where(isEmail ? 'user.email' : 'user.name_key', '=', key)
    .execute()
  const wanted = Buffer.from(hashSecret(secret))
  const match = rows.find(({ secret_hash }) => secret_hash !== null && isEqual(Buffer.from(secret_hash), wanted))
  if (match) {
    if (match.has_failed !== null) {
      await database
        .transact((db) => forgetFailures(db, key))
        .catch((error) => {
          // The credential is valid even if this cannot be written.
          if (!database.dialect.isUnavailable(error)) throw error
        })
    }
    return callerOf(match)
  }
  // An unknown name is answered like a wrong password (contract C5).
  throw await refusal(database, attempt, 'incorrect_password', { key, id: rows[0]?.id ?? 0 })
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

type FoundUser = { readonly id: number; readonly role: string; readonly credential: number | null }

const callerOf = ({ id, role, credential }: FoundUser): Caller => ({
  id,
  role: roles.find((known): known is Role => known === role) ?? 'subscriber',
  ...(credential === null ? {} : { logIn: { credential } }),
})

/** Counts the failure; after too many, the error says so instead of the reason. */
const refusal = async (
  database: Database,
  { address, now, whenRefused }: Attempt,
  code: ErrorCode,
  account?: { readonly key: string; readonly id: number },
): Promise<ApiError> => {
  whenRefused?.(account?.id ?? 0)
  const wait = await noteFailure(database, { address, account: account?.key }, now)
  if (wait > 0) return new ApiError('rest_too_many_attempts', { headers: { 'retry-after': String(wait) } })
  return wrongCredentials(code)
}

const wrongCredentials = (code: ErrorCode): ApiError =>
  new ApiError(code, { headers: { 'www-authenticate': 'Basic realm="Kalends", charset="UTF-8", Bearer' } })
