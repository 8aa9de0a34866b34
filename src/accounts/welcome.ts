import { ApiError } from '../core/errors.ts'
import { isNotRemoved } from '../core/removed-user.ts'
import type { Database, Db } from '../db/database.ts'
import { roles } from '../db/schema.ts'
import { clientNetwork } from '../lib/client-network.ts'
import { endLinks, findLink, type OpenLink, removeLink } from './links.ts'
import { hashPassword, limitHashing } from './passwords.ts'
import { endSessions, type LogIn, startSession } from './sessions.ts'
import { forgetFailures, noteFailure, tooManyAttempts, waitOfAddress } from './throttle.ts'
import { createUser, findUser, keyOfName, renameUser, requireFreeEmail, type User } from './users.ts'

/** A token, and the address that sends it; `now` is in epoch milliseconds. */
export type Arrival = Pick<LogIn, 'address' | 'now' | 'client'> & { readonly token: string }

/** An open link with its user. */
export type Welcome = { readonly link: OpenLink; readonly user: User | undefined }

/** What a person enters when using a link. */
export type Introduction = {
  readonly username?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly password: string
}

/**
 * Finds the link of a token. A wrong one counts as a failed log-in of the address.
 * @throws ApiError 404 for a token that is unknown, used or expired, which are answered alike; 429 after too many.
 */
export const findWelcome = async (database: Database, { token, address, now }: Arrival): Promise<Welcome> => {
  const wait = await waitOfAddress(database, address, now)
  if (wait > 0) throw tooManyAttempts(wait)
  const link = await findLink(database, token, now)
  if (link) return { link, user: await findNamed(database, link) }
  const next = await noteFailure(database, { address }, now)
  throw next > 0 ? tooManyAttempts(next) : new ApiError('kalends_link_not_found')
}

const findNamed = async ({ kysely }: Db, { userId }: OpenLink): Promise<User | undefined> =>
  userId === null
    ? undefined
    : kysely
        .selectFrom('user')
        .select(['id', 'name', 'email', 'role'])
        .where('id', '=', userId)
        .where(isNotRemoved)
        .executeTakeFirst()

/**
 * Hashes a password for a request with a valid token: a few at a time, because it takes tens of milliseconds.
 * @throws ApiError 503 when there are too many at once.
 */
export const hashOfArrival = ({ address }: Arrival, password: string): Promise<string> =>
  limitHashing(clientNetwork(address), () => hashPassword(password))

/**
 * Uses a link inside a transaction: creates or changes the user, sets the password, and opens a session, whose token it returns.
 * @throws ApiError 404 when the link was used meanwhile, and UserError for a name or an address that is invalid or taken.
 */
export const useLink = async (
  db: Db,
  { token, now, client }: Arrival,
  sent: Omit<Introduction, 'password'> & { readonly passwordHash: string; readonly hasSecondFactor?: boolean },
): Promise<string> => {
  const link = await findLink(db, token, now)
  const user = link && (await findNamed(db, link))
  if (!link || (link.kind !== 'invitation' && !user)) throw new ApiError('kalends_link_not_found')
  await removeLink(db, link.id, now)
  const id = user ? await changeUser(db, user, link, sent) : await inviteUser(db, link, sent, now)
  const { hasSecondFactor = false } = sent
  return startSession(db, id, { now, hasSecondFactor, ...(client === undefined ? {} : { client }) })
}

type Sent = Parameters<typeof useLink>[2]

/** The address of the invitation takes precedence: another one could belong to somebody else. */
const inviteUser = async (db: Db, link: OpenLink, sent: Sent, now: number): Promise<number> => {
  const { username = '', name, passwordHash } = sent
  const role = roles.find((known) => known === link.role) ?? 'subscriber'
  const user = { name: username, role, email: link.email || sent.email, passwordHash }
  const id = await createUser(db, user, now)
  if (name !== undefined) await showAs(db, id, name)
  return id
}

/** A reset sets only the password; the set-up also sets the administrator's name. */
const changeUser = async (db: Db, user: User, { kind }: OpenLink, sent: Sent): Promise<number> => {
  const { id } = user
  const { username, name, email, passwordHash } = sent
  if (kind === 'setup') {
    if (username !== undefined && username !== user.name) await renameUser(db, id, username)
    if (name !== undefined) await showAs(db, id, name)
    if (email !== undefined && email !== user.email) {
      const owner = email === '' ? undefined : await findUser(db, email)
      if (owner?.id !== id) await requireFreeEmail(db, email)
      await db.kysely.updateTable('user').set({ email }).where('id', '=', id).execute()
    }
  }
  await db.kysely.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await endSessions(db, id)
  await endLinks(db, id)
  await forgetFailures(db, keyOfName(user.name))
  return id
}

const showAs = async ({ kysely }: Db, id: number, name: string): Promise<void> => {
  const shown = { display_name: name, display_key: keyOfName(name) }
  await kysely.updateTable('user').set(shown).where('id', '=', id).execute()
}
