import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../core/policy.ts'
import type { Db } from '../db/database.ts'
import { nowText } from '../lib/time-zone.ts'

/** A user as the commands show one. */
export type User = { readonly id: number; readonly name: string; readonly email: string; readonly role: string }

/** The operator's command cannot be carried out; the message says why. */
export class UserError extends Error {}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const secretLength = 24

/** A new application password: 24 letters and digits, some 142 random bits. */
export const createSecret = (): string => {
  let secret = ''
  while (secret.length < secretLength) {
    // Bytes from 248 on would make the first letters likelier than the last.
    for (const byte of randomBytes(2 * secretLength)) {
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62]
    }
  }
  return secret
}

/** Whether a text without blanks could be an application password. */
export const hasFormOfSecret = (text: string): boolean => /^[A-Za-z0-9]{24}$/.test(text)

/** An application password as it is shown: in groups of four; the blanks do not count (contract B5.1). */
export const showSecret = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** What is stored of an application password: a fast hash is enough for a secret that cannot be guessed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret.replace(/\s/g, '')).digest('base64url')

/** The longest name or e-mail address by which a user logs in (RFC 5321, 4.5.3.1). */
export const maxLogin = 320

/** The form in which names and addresses are compared. It is cut behind `maxLogin`: no user has a name that long. */
export const keyOfName = (name: string): string =>
  name
    .slice(0, maxLogin + 1)
    // PostgreSQL cannot store a text with a NUL.
    .replaceAll('\0', '')
    .normalize('NFC')
    .toLowerCase()

/**
 * Creates a user with an application password. It returns the password, which is stored only as a hash.
 * @throws UserError when the name or the address is taken or cannot be used.
 */
export const addUser = async (
  db: Db,
  user: { readonly name: string; readonly role: Role; readonly email?: string },
  now: number,
): Promise<{ id: number; secret: string }> => {
  const { name, role, email = '' } = user
  if (!/^[^\s:@\p{C}][^:@\p{C}]{0,59}$/u.test(name) || name !== name.trim()) {
    throw new UserError('A user name has 1 to 60 characters, without ":", "@", or spaces at either end.')
  }
  if (email !== '' && !/^[^\s:@]+@[^\s:@]+$/.test(email)) throw new UserError(`"${email}" is not an e-mail address.`)
  if (await findUser(db, name)) throw new UserError(`There is a user named ${name} already.`)
  if (email !== '' && (await findUser(db, email))) throw new UserError(`Another user has the address ${email}.`)
  const created_utc = nowText(now)
  const { id } = await db.kysely
    .insertInto('user')
    .values({ name, name_key: keyOfName(name), email: email.toLowerCase(), role, password_hash: null, created_utc })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret: await addCredential(db, id, created_utc) }
}

const addCredential = async (db: Db, user_id: number, created_utc: string): Promise<string> => {
  const secret = createSecret()
  await db.kysely
    .insertInto('credential')
    .values({ user_id, label: 'application password', secret_hash: hashSecret(secret), created_utc })
    .execute()
  return secret
}

/** The user with this name or e-mail address, in any letter case. */
export const findUser = (db: Db, login: string): Promise<User | undefined> =>
  db.kysely
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role'])
    .where((eb) =>
      login.includes('@') ? eb('email', '=', login.toLowerCase()) : eb('name_key', '=', keyOfName(login)),
    )
    .where('role', '<>', removedRole)
    .executeTakeFirst()

/** Stored in the place of the role of a removed user; no caller ever has it. */
const removedRole = 'removed'

/** All users, by id. */
export const listUsers = (db: Db): Promise<User[]> =>
  db.kysely
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role'])
    .where('role', '<>', removedRole)
    .orderBy('id')
    .execute()

/**
 * The user with this name or e-mail address.
 * @throws UserError when there is none.
 */
export const requireUser = async (db: Db, name: string): Promise<User> => {
  const user = await findUser(db, name)
  if (!user) throw new UserError(`There is no user named ${name}.`)
  return user
}

/** Replaces all application passwords of a user by a new one, and ends the user's sessions. */
export const renewSecret = async (db: Db, name: string, now: number): Promise<string> => {
  const { id } = await requireUser(db, name)
  await db.kysely.deleteFrom('credential').where('user_id', '=', id).execute()
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
  return addCredential(db, id, nowText(now))
}

/**
 * Removes a user: the name is free again, and nothing logs in. Records keep the author's id, which stays taken.
 * @throws UserError for the last administrator: the calendar could not be managed any more.
 */
export const removeUser = async (db: Db, name: string): Promise<void> => {
  const { id, role } = await requireUser(db, name)
  const users = await listUsers(db)
  if (role === 'administrator' && users.filter((user) => user.role === 'administrator').length === 1) {
    throw new UserError(`${name} is the last administrator; add another first.`)
  }
  await db.kysely.deleteFrom('credential').where('user_id', '=', id).execute()
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
  const gone = { name_key: `:removed:${id}`, email: '', role: removedRole, password_hash: null }
  await db.kysely.updateTable('user').set(gone).where('id', '=', id).execute()
}

/** Stores the argon2id hash of the password for browser log-ins, and ends the user's sessions; null removes the password. */
export const setPasswordHash = async (db: Db, name: string, hash: string | null): Promise<void> => {
  const { id } = await requireUser(db, name)
  await db.kysely.updateTable('user').set({ password_hash: hash }).where('id', '=', id).execute()
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
}
