import type { ErrorCode } from '../core/errors.ts'
import type { Caller } from '../core/policy.ts'
import { isNotRemoved, removedRole } from '../core/removed-user.ts'
import type { Db } from '../db/database.ts'
import { type Role, roles } from '../db/schema.ts'
import { slugify, withEnding } from '../lib/text.ts'
import { nowText } from '../lib/time-zone.ts'
import { addApplicationPassword, revokeApplicationPasswords } from './application-passwords.ts'
import { reassignRecords } from './reassign.ts'
import { removeSecondFactor } from './second-factor.ts'

/** A user as the commands show one. */
export type User = { readonly id: number; readonly name: string; readonly email: string; readonly role: string }

/** A user cannot be added, changed or removed as requested; the message explains why to people, and the code to programs. */
export class UserError extends Error {
  readonly code: ErrorCode

  constructor(message: string, code: ErrorCode = 'rest_invalid_param') {
    super(message)
    this.code = code
  }
}

/** The longest name or e-mail address for logging in (RFC 5321, 4.5.3.1). */
export const maxLogin = 320

/** Most users of a calendar: lists and searches of users read all of them. */
const maxUsers = 10_000

/** The form in which names and addresses are compared. It is cut after `maxLogin` characters: no user has a longer name. */
export const keyOfName = (name: string): string =>
  name
    .slice(0, maxLogin + 1)
    // PostgreSQL cannot store a text with a NUL.
    .replaceAll('\0', '')
    .normalize('NFC')
    .toLowerCase()

/** Explains what is wrong with a name for logging in; undefined for a valid one. */
export const findNameFault = (name: string): string | undefined =>
  /^[^\s:@\p{C}][^:@\p{C}]{0,59}$/u.test(name) && name === name.trim()
    ? undefined
    : 'A user name has 1 to 60 characters, without ":", "@", or spaces at either end.'

/** A new user. */
export type NewUser = {
  readonly name: string
  readonly role: Role
  readonly email?: string | undefined
  /** The argon2id hash of the password for log-ins; without it the user has none. */
  readonly passwordHash?: string | undefined
}

/**
 * Creates a user without application passwords; returns the id.
 * @throws UserError when the name or the address is taken or cannot be used.
 */
export const createUser = async (db: Db, user: NewUser, now: number): Promise<number> => {
  const { name, role, email = '', passwordHash = null } = user
  const fault = findNameFault(name)
  if (fault !== undefined) throw new UserError(fault)
  await requireFreeEmail(db, email)
  if (await findUser(db, name)) throw new UserError(`There is already a user named ${name}.`, 'existing_user_login')
  if ((await countUsers(db)) >= maxUsers) throw new UserError(`A calendar has at most ${maxUsers} users.`)
  const name_key = keyOfName(name)
  const named = { name, name_key, display_name: name, display_key: name_key, slug: await findFreeSlug(db, name) }
  const about = { first_name: '', last_name: '', url: '', description: '' }
  const own = { email: email.toLowerCase(), role, password_hash: passwordHash, created_utc: nowText(now) }
  const { id } = await db.kysely
    .insertInto('user')
    .values({ ...named, ...about, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates a user with an application password. It returns the password, which is stored only as a hash.
 * @throws UserError as {@link createUser}.
 */
export const addUser = async (db: Db, user: NewUser, now: number): Promise<{ id: number; secret: string }> => {
  const id = await createUser(db, user, now)
  return { id, secret: (await addApplicationPassword(db, id, now)).secret }
}

/**
 * Changes the name for logging in, and with it the display name and the slug.
 * @throws UserError when the name is taken or cannot be used.
 */
export const renameUser = async (db: Db, id: number, name: string): Promise<void> => {
  const fault = findNameFault(name)
  if (fault !== undefined) throw new UserError(fault)
  const owner = await findUser(db, name)
  if (owner && owner.id !== id) throw new UserError(`There is already a user named ${name}.`, 'existing_user_login')
  const name_key = keyOfName(name)
  const slug = owner ? {} : { slug: await findFreeSlug(db, name) }
  const named = { name, name_key, display_name: name, display_key: name_key, ...slug }
  await db.kysely.updateTable('user').set(named).where('id', '=', id).execute()
}

/** Whether a text is an e-mail address by which a user can log in. */
export const isEmail = (text: string): boolean =>
  text.length <= maxLogin && /^[^\s:@\p{Cc}]+@[^\s:@\p{Cc}]+$/u.test(text)

/**
 * Refuses an address that is none, or that another user has; '' is free.
 * @throws UserError
 */
export const requireFreeEmail = async (db: Db, email: string): Promise<void> => {
  if (email === '') return
  if (!isEmail(email)) {
    throw new UserError(`"${email.slice(0, maxLogin)}" is not an e-mail address.`)
  }
  if (await findUser(db, email))
    throw new UserError(`Another user has the e-mail address ${email}.`, 'existing_user_email')
}

const countUsers = async ({ kysely }: Db): Promise<number> => {
  const count = kysely.selectFrom('user').select((eb) => eb.fn.countAll<number>().as('n'))
  return Number((await count.where(isNotRemoved).executeTakeFirstOrThrow()).n)
}

/** The slug of a name; that of namesakes gets a number. */
const findFreeSlug = async ({ kysely }: Db, name: string): Promise<string> => {
  const base = slugify(name) || 'user'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : withEnding(base, `-${n}`)
    if (!(await kysely.selectFrom('user').select('id').where('slug', '=', slug).executeTakeFirst())) return slug
  }
}

/** The user with this name or e-mail address, in any letter case. */
export const findUser = (db: Db, login: string): Promise<User | undefined> =>
  db.kysely
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role'])
    .where((eb) =>
      login.includes('@') ? eb('email', '=', login.toLowerCase()) : eb('name_key', '=', keyOfName(login)),
    )
    .where(isNotRemoved)
    .executeTakeFirst()

/** The user with this id as a caller, with the rights of today; undefined for one who was removed. */
export const findCaller = async (db: Db, id: number): Promise<Caller | undefined> => {
  const user = await db.kysely
    .selectFrom('user')
    .select('role')
    .where('id', '=', id)
    .where(isNotRemoved)
    .executeTakeFirst()
  return user && { id, role: roles.find((known): known is Role => known === user.role) ?? 'subscriber' }
}

/** All users, by id. */
export const listUsers = (db: Db): Promise<User[]> =>
  db.kysely.selectFrom('user').select(['id', 'name', 'email', 'role']).where(isNotRemoved).orderBy('id').execute()

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
  await endLogIns(db, id)
  return (await addApplicationPassword(db, id, now)).secret
}

const endLogIns = async (db: Db, id: number): Promise<void> => {
  await revokeApplicationPasswords(db, id)
  await db.kysely.deleteFrom('link').where('user_id', '=', id).where('kind', '=', 'reset').execute()
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
}

/** Revokes every way to log in: sessions, application passwords, links, the password with its second factor, and identities at a provider. */
export const endAccess = async (db: Db, id: number): Promise<void> => {
  await endLogIns(db, id)
  await db.kysely.deleteFrom('link').where('user_id', '=', id).execute()
  await db.kysely.deleteFrom('identity').where('user_id', '=', id).execute()
  await removeSecondFactor(db, id)
  await db.kysely.updateTable('user').set({ password_hash: null }).where('id', '=', id).execute()
}

/**
 * Changes the role of a user, effective immediately for sessions and application passwords.
 * @throws UserError for the last administrator: the calendar could not be managed any more.
 */
export const setRole = async (db: Db, user: Pick<User, 'id' | 'name' | 'role'>, role: Role): Promise<void> => {
  if (role === user.role) return
  await requireOtherAdministrator(db, user)
  await db.kysely.updateTable('user').set({ role }).where('id', '=', user.id).execute()
}

const requireOtherAdministrator = async (
  db: Db,
  { id, name, role }: Pick<User, 'id' | 'name' | 'role'>,
): Promise<void> => {
  if (role !== 'administrator') return
  const administrators = db.kysely
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where(isNotRemoved)
  if (await administrators.where('id', '<>', id).executeTakeFirst()) return
  throw new UserError(`${name} is the last administrator; add another first.`, 'last_administrator')
}

/**
 * Removes a user: the name becomes free, and all credentials are revoked. Records go to the user `reassign`; without one they keep the id of their
 * author, which is not used again.
 * @throws UserError for the last administrator: the calendar could not be managed any more.
 */
export const removeUser = async (
  db: Db,
  user: Pick<User, 'id' | 'name' | 'role'>,
  reassign?: number,
): Promise<void> => {
  const { id } = user
  await requireOtherAdministrator(db, user)
  if (reassign !== undefined) await reassignRecords(db, id, reassign)
  await endAccess(db, id)
  await db.kysely.deleteFrom('idempotency').where('user_id', '=', id).execute()
  const key = `:removed:${id}`
  const gone = { name: '', name_key: key, slug: key, email: '', role: removedRole }
  const unknown = { display_name: '', display_key: '', first_name: '', last_name: '', url: '', description: '' }
  await db.kysely
    .updateTable('user')
    .set({ ...gone, ...unknown })
    .where('id', '=', id)
    .execute()
}

/** Stores the argon2id hash of the password for browser log-ins, and ends the user's sessions and links; null removes the password. */
export const setPasswordHash = async (db: Db, name: string, hash: string | null): Promise<void> => {
  const { id } = await requireUser(db, name)
  await db.kysely.deleteFrom('link').where('user_id', '=', id).execute()
  await db.kysely.updateTable('user').set({ password_hash: hash }).where('id', '=', id).execute()
  await db.kysely.deleteFrom('session').where('user_id', '=', id).execute()
}
