import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'
import { createSecret, hashSecret } from './secrets.ts'

/** An application password without its secret. Times are UTC texts. */
export type ApplicationPassword = {
  readonly uuid: string
  readonly name: string
  /** The id of the program that asked for it, or ''. */
  readonly appId: string
  readonly created: string
  /** The last use, to the minute; null before the first one. */
  readonly used: string | null
}

/** What its owner calls a new application password. */
export type NewApplicationPassword = { readonly name: string; readonly appId?: string }

/** Most application passwords of one user, so that their list is short. */
export const maxApplicationPasswords = 100

/** The name of the application password that a user gets from `kalends user add`. */
const firstName = 'application password'

/** Adds an application password. It returns the secret, which is stored only as a hash. */
export const addApplicationPassword = async (
  { kysely }: Db,
  userId: number,
  now: number,
  { name, appId = '' }: NewApplicationPassword = { name: firstName },
): Promise<{ uuid: string; secret: string }> => {
  const [uuid, secret] = [randomUUID(), createSecret()]
  const named = { uuid, label: name, app_id: appId }
  await kysely
    .insertInto('credential')
    .values({ user_id: userId, ...named, secret_hash: hashSecret(secret), created_utc: nowText(now) })
    .execute()
  return { uuid, secret }
}

const selectOf = ({ kysely }: Db, userId: number) =>
  kysely
    .selectFrom('credential')
    .leftJoin('credential_use', 'credential_use.credential_id', 'credential.id')
    .select(['uuid', 'label as name', 'app_id as appId', 'created_utc as created', 'used_utc as used'])
    .where('user_id', '=', userId)

/** The application passwords of a user, the oldest first. */
export const listApplicationPasswords = (db: Db, userId: number): Promise<ApplicationPassword[]> =>
  selectOf(db, userId).orderBy('credential.id').limit(maxApplicationPasswords).execute()

/** The application password of a user with this UUID. */
export const findApplicationPassword = (
  db: Db,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword | undefined> => selectOf(db, userId).where('uuid', '=', uuid).executeTakeFirst()

/** The application password by which a request was authenticated. */
export const findUsedPassword = (
  db: Db,
  userId: number,
  credential: number,
): Promise<ApplicationPassword | undefined> =>
  selectOf(db, userId).where('credential.id', '=', credential).executeTakeFirst()

/** Whether the user may get one more application password. */
export const hasRoomForPassword = async ({ kysely }: Db, userId: number): Promise<boolean> => {
  const count = kysely.selectFrom('credential').select((eb) => eb.fn.countAll<number>().as('n'))
  return Number((await count.where('user_id', '=', userId).executeTakeFirstOrThrow()).n) < maxApplicationPasswords
}

/** Changes the name or the program id of an application password. */
export const renameApplicationPassword = async (
  { kysely }: Db,
  uuid: string,
  { name, appId }: Partial<NewApplicationPassword>,
): Promise<void> => {
  const named = { ...(name === undefined ? {} : { label: name }), ...(appId === undefined ? {} : { app_id: appId }) }
  if (Object.keys(named).length > 0)
    await kysely.updateTable('credential').set(named).where('uuid', '=', uuid).execute()
}

/** Revokes one application password of a user, or all of them; returns how many there were. */
export const revokeApplicationPasswords = async ({ kysely }: Db, userId: number, uuid?: string): Promise<number> => {
  const all = kysely.deleteFrom('credential').where('user_id', '=', userId)
  const { numDeletedRows } = await (uuid === undefined ? all : all.where('uuid', '=', uuid)).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
