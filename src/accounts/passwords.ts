import { hash, verify } from '@node-rs/argon2'
import { createLimiter } from '../core/limiter.ts'
import type { Database } from '../db/database.ts'
import { noteFailure, tooManyAttempts, waitOfAccount } from './throttle.ts'
import { UserError } from './users.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Comparing a password takes 19 MiB and tens of milliseconds of one of the four threads that also compress pages and read files. Two threads
 * stay free for that work, and no single client can fill the queue.
 */
export const limitHashing = createLimiter({ running: 2, waiting: 20, perClient: 3 })

/** Fewest and most characters of a log-in password. */
export const [minPassword, maxPassword] = [10, 200] as const

/**
 * Hashes the password of a person for browser log-ins (contract B5.1 keeps it away from the REST roots).
 * @throws UserError when it is too short or too long.
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (password.length < minPassword || password.length > maxPassword) {
    throw new UserError(`A password has ${minPassword} to ${maxPassword} characters.`)
  }
  return hash(password, parameters)
}

/** Whether the password is the one that was hashed. */
export const isPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password)

/** The hash of a password that no user has, to spend the same time on unknown names. */
export const decoy = '$argon2id$v=19$m=19456,t=2,p=1$Pqy+hA9PL31HNd40BqAXOg$DWY0jWBapBMNYlqtRU5m4WX15EeKP/vInqPcAntV3+A'

/** A user who confirms the current password; `now` is in epoch milliseconds. */
export type OwnPassword = { readonly userId: number; readonly password: string; readonly now: number }

/**
 * Whether a password is the current one of a user; false for a user without a password. Somebody with a stolen session must not be able to
 * guess it: failures are counted for the user, apart from those of log-ins, which anybody can cause.
 * @throws ApiError 429 after too many failures, before the password is compared; 503 when there are too many comparisons at once.
 */
export const isOwnPassword = (database: Database, { userId, password, now }: OwnPassword): Promise<boolean> =>
  limitHashing(`user:${userId}`, async () => {
    // No name of an account contains a NUL.
    const account = `\0password:${userId}`
    const wait = await waitOfAccount(database, account, now)
    if (wait > 0) throw tooManyAttempts(wait)
    const user = await database.kysely
      .selectFrom('user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirst()
    const isRight = await isPassword(user?.password_hash ?? decoy, password)
    if (user?.password_hash && isRight) return true
    await noteFailure(database, { account }, now)
    return false
  })
