import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { nowText } from '../lib/time-zone.ts'
import { UserError } from './users.ts'

/** What a link is for: the first administrator's set-up, a new user, or a new password. */
const linkKinds = ['setup', 'invitation', 'reset'] as const
/** One of them. */
export type LinkKind = (typeof linkKinds)[number]

/** The user that a new link creates or refers to; `by` is the id of who makes it, if that is a user. */
export type NewLink =
  | { readonly kind: 'invitation'; readonly role: Role; readonly email?: string | undefined; readonly by?: number }
  | { readonly kind: 'setup' | 'reset'; readonly userId: number; readonly by?: number }

/** An open link without its token. Times are UTC texts; `expires` is null for one that lasts until it is used. */
export type OpenLink = {
  readonly id: number
  readonly kind: LinkKind
  /** The role and e-mail address of the user that an invitation creates; '' for other links. */
  readonly role: string
  readonly email: string
  readonly userId: number | null
  readonly created: string
  readonly expires: string | null
  /** The user who has made it, if it was one. */
  readonly byId: number | null
  readonly byName: string | null
}

/** A link with its token, which is stored only as a hash. */
export type MadeLink = { readonly token: string; readonly link: OpenLink }

/** Hours that links are valid; a set-up link is valid until it is used. */
const hours: Readonly<Record<LinkKind, number | undefined>> = { setup: undefined, invitation: 7 * 24, reset: 24 }

/** Most open links of a calendar: their list is not paged. */
const maxLinks = 1000

const hashToken = (token: string): string => createHash('sha256').update(`link:${token}`).digest('base64url')

/**
 * Adds a link and invalidates older links of the user. `now` is in epoch milliseconds.
 * @throws UserError when there are too many.
 */
export const createLink = async (db: Db, link: NewLink, now: number): Promise<MadeLink> => {
  const { kysely } = db
  await kysely.deleteFrom('link').where('expires_utc', '<=', nowText(now)).execute()
  const userId = link.kind === 'invitation' ? null : link.userId
  if (userId !== null) await endLinks(db, userId)
  const { n } = await kysely
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= maxLinks) throw new UserError(`There are ${maxLinks} open links; withdraw some first.`)
  const named = link.kind === 'invitation' ? { role: link.role, email: link.email ?? '' } : { role: '', email: '' }
  const { token, ...fresh } = newToken(link.kind, now)
  const row = { kind: link.kind, ...named, user_id: userId, created_by: link.by ?? null, ...fresh }
  const { id } = await kysely.insertInto('link').values(row).returning('id').executeTakeFirstOrThrow()
  return { token, link: await requireOpen(db, id, now) }
}

/** A new token, with what is stored of it. */
const newToken = (kind: LinkKind, now: number) => {
  const token = randomBytes(32).toString('base64url')
  const lasting = hours[kind]
  const expires_utc = lasting === undefined ? null : nowText(now + lasting * 3_600_000)
  return { token, token_hash: hashToken(token), created_utc: nowText(now), expires_utc }
}

const requireOpen = (db: Db, id: number, now: number): Promise<OpenLink> =>
  open(db, now).where('link.id', '=', id).executeTakeFirstOrThrow()

/** Makes an open invitation anew: its earlier link no longer works, and it lasts as long as a new one. Undefined where there is none. */
export const renewInvitation = async (db: Db, id: number, now: number): Promise<MadeLink | undefined> => {
  const found = await open(db, now).where('link.id', '=', id).where('kind', '=', 'invitation').executeTakeFirst()
  if (!found) return undefined
  const { token, ...fresh } = newToken('invitation', now)
  await db.kysely.updateTable('link').set(fresh).where('id', '=', id).execute()
  return { token, link: await requireOpen(db, id, now) }
}

const open = ({ kysely }: Db, now: number) =>
  kysely
    .selectFrom('link')
    .leftJoin('user as maker', 'maker.id', 'link.created_by')
    .select(['link.id', 'link.kind', 'link.role', 'link.email', 'link.user_id as userId'])
    .select(['link.created_utc as created', 'link.expires_utc as expires'])
    .select(['link.created_by as byId', 'maker.display_name as byName'])
    .where((eb) => eb.or([eb('expires_utc', 'is', null), eb('expires_utc', '>', nowText(now))]))

/** The link with this token; undefined for one that is unknown, used or expired. */
export const findLink = (db: Db, token: string, now: number): Promise<OpenLink | undefined> =>
  open(db, now).where('token_hash', '=', hashToken(token)).executeTakeFirst()

/** The open links, the latest first. */
export const listLinks = (db: Db, now: number): Promise<OpenLink[]> =>
  open(db, now).orderBy('link.id', 'desc').limit(maxLinks).execute()

/** The administrator of a set-up link that nobody has used yet. */
export const findUnfinishedSetup = ({
  kysely,
}: Db): Promise<{ readonly id: number; readonly name: string } | undefined> =>
  kysely
    .selectFrom('link')
    .innerJoin('user', 'user.id', 'link.user_id')
    .select(['user.id', 'user.name'])
    .where('link.kind', '=', 'setup')
    .where('password_hash', 'is', null)
    .executeTakeFirst()

/** Makes a link with which a user chooses a password, or a new set-up link if the calendar is not set up yet. Returns the token. */
export const createResetLink = async (db: Db, userId: number, now: number): Promise<string> => {
  const isUnfinished = (await findUnfinishedSetup(db))?.id === userId
  return (await createLink(db, { kind: isUnfinished ? 'setup' : 'reset', userId }, now)).token
}

/** Minutes in which a user gets at most one link by mail. */
const mailPause = 5

/** Whether a user got a link within the last minutes, or has the set-up link, which must stay valid. */
export const hasRecentLink = async ({ kysely }: Db, userId: number, now: number): Promise<boolean> => {
  const own = kysely.selectFrom('link').select('id').where('user_id', '=', userId)
  const since = nowText(now - mailPause * 60_000)
  const recent = own.where((eb) => eb.or([eb('kind', '=', 'setup'), eb('created_utc', '>', since)]))
  return (await recent.executeTakeFirst()) !== undefined
}

/** Withdraws a link, or marks it as used; returns it, or undefined when it is not open. */
export const removeLink = async (db: Db, id: number, now: number): Promise<OpenLink | undefined> => {
  const found = await open(db, now).where('link.id', '=', id).executeTakeFirst()
  if (found) await db.kysely.deleteFrom('link').where('id', '=', id).execute()
  return found
}

/** Invalidates the links of a user, who got a new password in another way. */
export const endLinks = async ({ kysely }: Db, userId: number): Promise<void> => {
  await kysely.deleteFrom('link').where('user_id', '=', userId).execute()
}

/** The URL of a link. The token is in the fragment, which browsers do not send, so that it is in no log. */
export const addressOfLink = (publicUrl: string, token: string): string => `${publicUrl}/admin/welcome#${token}`
