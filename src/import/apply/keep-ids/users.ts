import { findUnfinishedSetup } from '../../../accounts/links.ts'
import { isEmail, keyOfName, maxLogin, UserError } from '../../../accounts/users.ts'
import { isNotRemoved, removedRole } from '../../../core/removed-user.ts'
import type { Db } from '../../../db/database.ts'
import { reviewMails, roles } from '../../../db/schema.ts'
import type { JsonObject } from '../../../lib/json.ts'
import { readUrl } from '../../../lib/url.ts'
import type { userColumns } from '../../../resources/wordpress/user-record.ts'
import { atLine, isDateTime, isSlug, KeptFault, LineFault, quote } from './rows.ts'
import { NotEmpty } from './source-ids.ts'

/** The user whom the first start of a server has made, and whom nobody has set up yet, with the ways to log in. */
export type FirstUser = Awaited<ReturnType<typeof removeUser>>

/**
 * Takes out the user whom the first start has made, if there is no other one and nobody has logged in: then the users of the export come in
 * its place. {@link giveCredentials} has to follow.
 */
export const removeFirstUser = async (db: Db): Promise<FirstUser | undefined> => {
  const { kysely } = db
  const first = await findUnfinishedSetup(db)
  const users = await kysely.selectFrom('user').select('id').limit(2).execute()
  if (!first || users.length > 1) return undefined
  for (const table of ['session', 'identity'] as const)
    if (await kysely.selectFrom(table).select('user_id').limit(1).executeTakeFirst()) return undefined
  return removeUser(db, first.id)
}

const removeUser = async ({ kysely }: Db, id: number) => {
  const user = await kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const credentials = await kysely.selectFrom('credential').selectAll().where('user_id', '=', id).execute()
  const links = await kysely.selectFrom('link').selectAll().where('user_id', '=', id).execute()
  await kysely.deleteFrom('idempotency').where('user_id', '=', id).execute()
  // The application password and the links go with it.
  await kysely.deleteFrom('user').where('id', '=', id).execute()
  return { user, credentials, links }
}

/**
 * Gives the application password and the set-up link of the first start to an administrator of the export: the one of the same name, or the
 * first one. Without any, the user comes back. Returns the user who has them, and the largest id.
 */
export const giveCredentials = async (
  db: Db,
  { user, credentials, links }: FirstUser,
): Promise<{ readonly id: number; readonly name: string; readonly isOther: boolean }> => {
  const { kysely } = db
  const administrators = await kysely
    .selectFrom('user')
    .select(['id', 'name', 'name_key'])
    .where('role', '=', 'administrator')
    .where(isNotRemoved)
    .orderBy('id')
    .execute()
  const heir =
    administrators.find(({ name_key }) => name_key === user.name_key) ??
    administrators[0] ??
    (await bringBack(db, user))
  for (const row of credentials)
    await kysely
      .insertInto('credential')
      .values({ ...row, user_id: heir.id })
      .execute()
  for (const row of links)
    await kysely
      .insertInto('link')
      .values({ ...row, user_id: heir.id })
      .execute()
  return { id: heir.id, name: heir.name, isOther: heir.name !== user.name }
}

const bringBack = async ({ kysely }: Db, user: FirstUser['user']): Promise<{ id: number; name: string }> => {
  const others = await kysely.selectFrom('user').select(['id', 'name_key', 'slug', 'email']).orderBy('id').execute()
  const same = others.find(({ name_key, slug }) => name_key === user.name_key || slug === user.slug)
  if (same)
    throw new UserError(
      `The export has no administrator, and its user with the id ${same.id} has the name of the only one here, ${user.name}: nobody could manage the calendar. Nothing was imported.`,
    )
  const isFree = others.every(({ id }) => id !== user.id)
  const id = isFree ? user.id : (others.at(-1)?.id ?? 0) + 1
  await kysely
    .insertInto('user')
    .values({ ...user, id, email: others.some(({ email }) => email === user.email) ? '' : user.email })
    .execute()
  return { id, name: user.name }
}

/** The users of a file so far: which line has an id, a name, an address or a slug. */
export type UserLines = Map<string, number>

/**
 * Takes over a user. One who is here already with the same id and name keeps the role and all ways to log in. Returns what is to be told.
 * @throws LineFault, or NotEmpty for a user whose id or name another one has here.
 */
export const restoreUser = async (
  { kysely }: Db,
  seen: UserLines,
  { line, id, payload }: { readonly line: number; readonly id: number; readonly payload: JsonObject },
): Promise<string | undefined> => {
  const row = atLine(line, () => readUserRow(payload))
  const isRemoved = row.role === removedRole
  const name_key = isRemoved ? `:removed:${id}` : keyOfName(row.name)
  const full = { ...row, name_key, display_key: isRemoved ? '' : keyOfName(row.display_name) }
  const own = { id, name: name_key, slug: row.slug, ...(row.email !== '' && { email: row.email }) }
  for (const [what, value] of Object.entries(own)) {
    const before = seen.get(`${what} ${value}`)
    if (before !== undefined) throw new LineFault(line, `${what}: the user of line ${before} has ${quote(value)} too.`)
    seen.set(`${what} ${value}`, line)
  }
  const here = await kysely
    .selectFrom('user')
    .select(['id', 'name', 'name_key', 'role', 'email', 'slug'])
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('name_key', '=', name_key),
        eb('slug', '=', row.slug),
        ...(row.email === '' ? [] : [eb('email', '=', row.email)]),
      ]),
    )
    .execute()
  const other = here.find((one) => one.id !== id || one.name_key !== name_key)
  if (other)
    throw new NotEmpty(
      `line ${line}: the export has the user ${showName(row)} with the id ${id}, and this calendar has the user ${showName(other)} with the id ${other.id}${showCommon(other, own)}. Import into a new calendar, before anybody works in it: with another KALENDS_DATA, or an empty database. Nothing was imported.`,
    )
  const [same] = here
  if (!same) {
    await kysely
      .insertInto('user')
      .values({ id, ...full, password_hash: null })
      .execute()
    return undefined
  }
  const { role } = same
  await kysely
    .updateTable('user')
    .set({ ...full, role })
    .where('id', '=', id)
    .execute()
  return role === row.role
    ? undefined
    : `line ${line}: ${row.name} stays ${role}, as in this calendar; in the export the role is ${row.role}.`
}

const showName = ({ name }: { readonly name: string }): string => name || '(removed)'

/** What two users with other ids have in common, apart from what the message says anyway. */
const showCommon = (
  other: { id: number; email: string; slug: string },
  own: { id: number; slug: string; email?: string },
) => {
  if (other.id === own.id) return ''
  if (other.email !== '' && other.email === own.email) return `, who has the same e-mail address ${other.email}`
  return other.slug === own.slug ? `, who has the same slug ${other.slug}` : ''
}

const knownRoles: readonly string[] = [...roles, removedRole]

/** What somebody has chosen of messages; an export of an earlier version says nothing of it. */
const readChoices = ({ language = '', review_mail = 'daily', own_mail = 1, trouble_mail = 1 }: JsonObject) => {
  if (typeof language !== 'string' || !/^(?:[a-z]{2})?$/.test(language))
    throw new KeptFault(`language: ${quote(language)} is not the code of a language, such as en.`)
  const soon = reviewMails.find((one) => one === review_mail)
  if (!soon) throw new KeptFault(`review_mail: ${quote(review_mail)} is not one of ${reviewMails.join(', ')}.`)
  for (const [name, value] of Object.entries({ own_mail, trouble_mail }))
    if (value !== 0 && value !== 1) throw new KeptFault(`${name}: ${quote(value)} is neither 0 nor 1.`)
  return { language, review_mail: soon, own_mail: Number(own_mail), trouble_mail: Number(trouble_mail) }
}

const readUserRow = (payload: JsonObject) => {
  const text = (name: (typeof userColumns)[number], most = maxLogin): string => {
    const value = payload[name]
    if (typeof value !== 'string') throw new KeptFault(`${name}: ${quote(value)} is no text.`)
    if (/\p{Cc}/u.test(value.replace(/[\r\n\t]/g, ''))) throw new KeptFault(`${name} has a control character.`)
    if (value.length > most) throw new KeptFault(`${name} has more than ${most} characters.`)
    return value
  }
  const row = {
    name: text('name'),
    email: text('email').toLowerCase(),
    role: text('role'),
    created_utc: text('created_utc'),
    slug: text('slug'),
    display_name: text('display_name', 1000),
    first_name: text('first_name', 1000),
    last_name: text('last_name', 1000),
    url: text('url', 10_000),
    description: text('description', 1_000_000),
    ...readChoices(payload),
  }
  const isRemoved = row.role === removedRole
  if (!knownRoles.includes(row.role)) throw new KeptFault(`role: ${quote(row.role)} is not one of ${roles.join(', ')}.`)
  if (isRemoved !== (row.name === '') || /[:@]/.test(row.name))
    throw new KeptFault(`name: ${quote(row.name)} is no user name: it has 1 to 60 characters, without ":" and "@".`)
  if (!isSlug(row.slug)) throw new KeptFault(`slug: ${quote(row.slug)} is no slug: it has no spaces and capitals.`)
  if (!isDateTime(row.created_utc))
    throw new KeptFault(`created_utc: ${quote(row.created_utc)} is not a date-time such as "2027-01-31 20:00:00".`)
  if (row.email !== '' && !isEmail(row.email)) throw new KeptFault(`email: ${quote(row.email)} is no e-mail address.`)
  if (row.url !== '' && readUrl(row.url) === undefined) throw new KeptFault(`url: ${quote(row.url)} is no address.`)
  return row
}
