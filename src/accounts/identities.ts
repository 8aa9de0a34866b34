import { isNotRemoved } from '../core/removed-user.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import { type LogIn, startSession } from './sessions.ts'
import { createUser, endAccess, findNameFault, findUser, setRole, type User, UserError } from './users.ts'

/** A person as an OpenID Connect provider describes one. */
export type Identity = {
  readonly issuer: string
  /** The name that the provider never gives to somebody else. */
  readonly subject: string
  /** The name for a new user. */
  readonly name: string
  /** The e-mail address that the provider has verified, or ''. */
  readonly email: string
  /** The role that the provider gives; undefined for a person who may not log in. */
  readonly role: Role | undefined
}

/**
 * Opens a session for the user of an identity, and gives the user the role of the identity; returns the session's token. At the first log-in
 * this is the user with the same verified e-mail address, or a new one. A person without a role gets no session; a user who had
 * one loses it.
 */
export const openIdentitySession = async (
  db: Db,
  identity: Identity,
  logIn: Pick<LogIn, 'now' | 'client'>,
): Promise<string | undefined> => {
  const known = await findUserOf(db, identity)
  const { role } = identity
  if (role === undefined) {
    if (known) await setRoleUnlessLast(db, known, 'subscriber')
    return undefined
  }
  const user = known ?? (await linkUser(db, identity, role, logIn.now))
  await setRoleUnlessLast(db, user, role)
  return startSession(db, user.id, { ...logIn, hasSecondFactor: true })
}

const findUserOf = ({ kysely }: Db, { issuer, subject }: Identity): Promise<User | undefined> =>
  kysely
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select(['user.id', 'user.name', 'user.email', 'user.role'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where(isNotRemoved)
    .executeTakeFirst()

/**
 * Finds or creates the user of a new identity. An existing user may have belonged to somebody else until now, because nobody
 * had verified the address; therefore all earlier credentials are revoked.
 */
const linkUser = async (db: Db, identity: Identity, role: Role, now: number): Promise<User> => {
  const { issuer, subject, email } = identity
  const owner = email === '' ? undefined : await findUser(db, email)
  if (owner) await endAccess(db, owner.id)
  const user = owner ?? (await createNamed(db, identity, role, now))
  const row = { issuer, subject, user_id: user.id, created_utc: nowText(now) }
  await db.kysely.insertInto('identity').values(row).execute()
  return user
}

/** Creates a user by the name of an identity; a namesake gets a number. */
const createNamed = async (db: Db, { name, email }: Identity, role: Role, now: number): Promise<User> => {
  const base = findNameFault(name) === undefined ? name : 'user'
  for (let n = 1; ; n++) {
    const free = n === 1 ? base : `${base.slice(0, 50)}-${n}`
    if (await findUser(db, free)) continue
    const id = await createUser(db, { name: free, role, email }, now)
    return { id, name: free, email, role }
  }
}

/** The last administrator keeps the role, whatever the provider says: otherwise nobody could manage the calendar. */
const setRoleUnlessLast = async (db: Db, user: User, role: Role): Promise<void> => {
  try {
    await setRole(db, user, role)
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'last_administrator')) throw error
  }
}
