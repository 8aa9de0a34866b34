import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../core/errors.ts'
import type { Database, Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { tooManyAttempts } from './throttle.ts'
import { createTotpSecret, findStep, isTotpCode, toBase32 } from './totp.ts'

/** The state of somebody's second factor. */
export type SecondFactor = {
  /** When the authenticator app was set up, as a UTC text; undefined without one. */
  readonly since: string | undefined
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
}

/** A code of the app or a recovery code; `now` is in epoch milliseconds. */
export type SentCode = { readonly userId: number; readonly code: string; readonly now: number }

/** Wrong codes after which none is compared for some minutes. Only who knows the password can cause them. */
const [mostFailures, pauseMinutes] = [5, 15]

/** How many recovery codes there are, of 80 random bits each: they need no slow hash. */
const recoveryCodes = 10

/** Reads the state of a user's second factor. */
export const readSecondFactor = async (db: Db, userId: number): Promise<SecondFactor> => {
  const row = await findRow(db, userId)
  const { n } = await db.kysely
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { since: row?.is_confirmed === 1 ? row.created_utc : undefined, recoveryCodes: Number(n) }
}

/** The users who have a second factor, by id: since when they have their app, and how many passkeys. */
export const listSecondFactors = ({
  kysely,
}: Db): Promise<{ userId: number; since: string; isConfirmed: number; passkeys: number }[]> =>
  kysely
    .selectFrom('second_factor as factor')
    .select(['user_id as userId', 'created_utc as since', 'is_confirmed as isConfirmed'])
    .select((eb) =>
      eb
        .selectFrom('passkey')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('passkey.user_id', '=', 'factor.user_id')
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    )
    .orderBy('user_id')
    .execute()

const findRow = ({ kysely }: Db, userId: number) =>
  kysely.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()

const hasApp = async (db: Db, userId: number): Promise<boolean> => (await findRow(db, userId))?.is_confirmed === 1

const hasPasskey = async ({ kysely }: Db, userId: number): Promise<boolean> =>
  (await kysely.selectFrom('passkey').select('uuid').where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** Whether a user has an authenticator app or a passkey, so that the password alone does not log in. */
export const hasSecondFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await hasApp(db, userId)) || (await hasPasskey(db, userId))

/** Makes the row that counts wrong codes of a user who has passkeys alone. */
export const requireFactorRow = async ({ kysely }: Db, userId: number, now: number): Promise<void> => {
  const none = { secret: '', is_confirmed: 0, created_utc: nowText(now), last_step: 0, failures: 0, failed_ms: 0 }
  await kysely
    .insertInto('second_factor')
    .values({ user_id: userId, ...none })
    .onConflict((it) => it.column('user_id').doNothing())
    .execute()
}

/**
 * Makes a secret for an authenticator app, which counts once {@link confirmApp} gets its first code; an earlier one without a code is replaced.
 * @throws ApiError 409 when the user has an app.
 */
export const startApp = async (db: Db, userId: number, now: number): Promise<string> => {
  if (await hasApp(db, userId)) throw new ApiError('kalends_second_factor_exists')
  const secret = createTotpSecret()
  const started = { secret, is_confirmed: 0, created_utc: nowText(now), last_step: 0 }
  // Failures stay: who begins anew does not get more attempts.
  await db.kysely
    .insertInto('second_factor')
    .values({ user_id: userId, ...started, failures: 0, failed_ms: 0 })
    .onConflict((it) => it.column('user_id').doUpdateSet(started))
    .execute()
  return secret
}

/**
 * Turns the authenticator app on by its first code; returns the recovery codes, which are stored only as hashes.
 * @throws ApiError 404 when none was started, 403 for a wrong code, 429 after too many.
 */
export const confirmApp = async (database: Database, sent: SentCode): Promise<readonly string[]> => {
  const { userId, now } = sent
  await tryCode(database, sent, false)
  return database.transact(async (db) => {
    const on = { is_confirmed: 1, created_utc: nowText(now) }
    await db.kysely.updateTable('second_factor').set(on).where('user_id', '=', userId).execute()
    return renewRecoveryCodes(db, userId)
  })
}

/**
 * Uses a code of the authenticator app, or a recovery code, up.
 * @throws ApiError 404 for a user without an app, 403 for a wrong code or one that was used before, 429 after too many.
 */
export const useCode = (database: Database, sent: SentCode): Promise<void> => tryCode(database, sent, true)

/** The transaction stores the failure, and only then it is an error. */
const tryCode = async (database: Database, { userId, code, now }: SentCode, isSetUp: boolean): Promise<void> => {
  const fault = await database.transact(async (db): Promise<ApiError | undefined> => {
    const row = await findRow(db, userId)
    const isFound = isSetUp ? await hasSecondFactor(db, userId) : row?.is_confirmed === 0 && row.secret !== ''
    if (!row || !isFound) return new ApiError('kalends_second_factor_not_found')
    const since = now - row.failed_ms
    const isPaused = row.failures >= mostFailures && since >= 0 && since < pauseMinutes * 60_000
    if (isPaused) return tooManyAttempts(Math.ceil((pauseMinutes * 60_000 - since) / 1000))
    const isOfApp = isTotpCode(code) && isSetUp === (row.is_confirmed === 1)
    const step = isOfApp ? findStep(row.secret, code, now, row.last_step) : undefined
    const isRight = step !== undefined || (isSetUp && (await useRecoveryCode(db, userId, code)))
    // After the pause there are as many attempts as before it.
    const failures = isRight ? 0 : row.failures >= mostFailures ? 1 : row.failures + 1
    await db.kysely
      .updateTable('second_factor')
      .set({ last_step: step ?? row.last_step, failures, failed_ms: isRight ? 0 : now })
      .where('user_id', '=', userId)
      .execute()
    return isRight ? undefined : new ApiError('kalends_code_wrong')
  })
  if (fault) throw fault
}

const useRecoveryCode = async ({ kysely }: Db, userId: number, code: string): Promise<boolean> => {
  const used = kysely.deleteFrom('recovery_code').where('user_id', '=', userId)
  const { numDeletedRows } = await used.where('code_hash', '=', hashCode(userId, code)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Hyphens, blanks and the case of letters are for the eye. */
const hashCode = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`recovery:${userId}:${code.replace(/[\s-]/g, '').toUpperCase()}`)
    .digest('base64url')

/** Replaces the recovery codes of a user; returns the new ones, which are stored only as hashes. */
export const renewRecoveryCodes = async ({ kysely }: Db, userId: number): Promise<readonly string[]> => {
  const codes = Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(10)).replace(/.{4}(?=.)/g, '$&-'))
  await kysely.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await kysely
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code) })))
    .execute()
  return codes
}

/** Turns the authenticator app of a user off. */
export const removeApp = async (db: Db, userId: number): Promise<void> => {
  const off = { secret: '', is_confirmed: 0, last_step: 0 }
  await db.kysely.updateTable('second_factor').set(off).where('user_id', '=', userId).execute()
  await endUnlessLeft(db, userId)
}

/** Forgets the recovery codes of a user who has neither an app nor a passkey any more; the sessions that had shown a second factor have none then. */
export const endUnlessLeft = async (db: Db, userId: number): Promise<void> => {
  if (!(await hasSecondFactor(db, userId))) await removeSecondFactor(db, userId)
}

/** Removes the authenticator app, the passkeys and the recovery codes of a user; whether there was a second factor. */
export const removeSecondFactor = async (db: Db, userId: number): Promise<boolean> => {
  const { kysely } = db
  const had = await hasSecondFactor(db, userId)
  for (const table of ['recovery_code', 'passkey', 'second_factor'] as const)
    await kysely.deleteFrom(table).where('user_id', '=', userId).execute()
  await kysely.updateTable('session').set({ has_second_factor: 0 }).where('user_id', '=', userId).execute()
  return had
}

/**
 * Removes the second factor of a user for who cannot use it any more, ends the user's sessions, and records it in the activity; `by` is the id of who
 * does it, 0 on the command line.
 * @throws ApiError 404 when there is none.
 */
export const resetSecondFactor = async (
  db: Db,
  { id, name }: { readonly id: number; readonly name: string },
  by: number,
  now: number,
): Promise<void> => {
  if (!(await removeSecondFactor(db, id))) throw new ApiError('kalends_second_factor_not_found')
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
  const what = { record_id: id, kind: 'user', action: 'factor_removed', title: name } as const
  const rest = { changed: '', payload: null, change_name: null }
  await db.kysely
    .insertInto('revision')
    .values({ ...what, ...rest, user_id: by, date_utc: nowText(now) })
    .execute()
}
