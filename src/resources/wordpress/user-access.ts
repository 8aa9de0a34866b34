import { UserError } from '../../accounts/users.ts'
import { ApiError, invalidParams } from '../../core/errors.ts'
import { type Caller, forbidden, mayManageUser } from '../../core/policy.ts'
import { isNotRemoved } from '../../core/removed-user.ts'
import type { SiteRequest } from '../../core/site-document.ts'
import type { Database, Db } from '../../db/database.ts'
import { type UserRow, userColumns } from './user-record.ts'

/**
 * Returns the id of the user whom a path names, which may be `me`.
 * @throws ApiError `rest_forbidden` for users whom the caller may not manage, whether they exist or not (contract C5).
 */
export const requireManaged = ({ context: { caller }, names }: SiteRequest): number => {
  const sent = names['id'] ?? names['user_id'] ?? 'me'
  const id = sent === 'me' ? caller.id : Number(sent)
  if (!mayManageUser(caller, id)) throw forbidden(caller, caller.id === 0 ? undefined : 'You may manage only yourself.')
  return Number.isSafeInteger(id) ? id : 0
}

/**
 * Reads a user who was not removed.
 * @throws ApiError `rest_user_invalid_id`.
 */
export const requireRow = async ({ kysely }: Db, id: number): Promise<UserRow> => {
  const row = await kysely
    .selectFrom('user')
    .select(userColumns)
    .where('id', '=', id)
    .where(isNotRemoved)
    .executeTakeFirst()
  if (row) return row
  throw new ApiError('rest_user_invalid_id', { message: `There is no user with the id ${id}.` })
}

/**
 * Runs a change of users, or of what they log in with, in one transaction. The role of the caller is looked up again in it: two administrators
 * who demote each other at the same time must not both succeed.
 * @throws ApiError also for what the accounts refuse.
 */
export const changeAccounts = <T>(
  { database, context: { caller } }: SiteRequest,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  transactAccounts(database, async (db) => {
    await requireUnchanged(db, caller)
    return work(db)
  })

/**
 * Runs a change of users that needs no caller in one transaction.
 * @throws ApiError also for what the accounts refuse.
 */
export const transactAccounts = async <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> => {
  try {
    return await database.transact(work)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new ApiError(error.code, { message: error.message })
  }
}

const requireUnchanged = async ({ kysely }: Db, caller: Caller): Promise<void> => {
  const { id, role, logIn } = caller
  const user = kysely.selectFrom('user').select('id').where('id', '=', id).where('role', '=', role)
  if (!(await user.executeTakeFirst())) throw forbidden(caller, 'Your role has just been changed.')
  const hasEnded = new ApiError('rest_forbidden', { status: 401, message: 'Your session has ended. Log in again.' })
  if (logIn && 'session' in logIn) {
    const own = kysely.selectFrom('session').select('uuid').where('uuid', '=', logIn.session)
    if (!(await own.executeTakeFirst())) throw hasEnded
  } else if (logIn) {
    const own = kysely.selectFrom('credential').select('id').where('id', '=', logIn.credential)
    if (!(await own.executeTakeFirst())) throw hasEnded
  }
}

/** Makes the error 400 of one invalid parameter. */
export const invalidParam = (name: string, fault: string): ApiError => invalidParams(new Map([[name, fault]]))
