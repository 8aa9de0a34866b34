import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { hasRight, type Right } from '../../core/policy.ts'
import { type Role, roles, type Schema } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { strongEtag } from '../../lib/tag.ts'
import { showText } from '../../lib/text.ts'

/** The columns that records of users show. */
export const userColumns = [
  'id',
  'name',
  'email',
  'role',
  'created_utc',
  'slug',
  'display_name',
  'first_name',
  'last_name',
  'url',
  'description',
  'language',
  'review_mail',
  'own_mail',
  'trouble_mail',
] as const

/** A user without anything that is secret. */
export type UserRow = Pick<Selectable<Schema['user']>, (typeof userColumns)[number]>

/** Capabilities of WordPress that clients check before they write, and the right that each corresponds to. */
const capabilities: Readonly<Record<string, Right>> = {
  edit_posts: 'edit',
  edit_tribe_events: 'edit',
  publish_posts: 'publish',
  publish_tribe_events: 'publish',
  upload_files: 'publish',
  edit_others_posts: 'edit-others',
  edit_others_tribe_events: 'edit-others',
  manage_categories: 'edit-others',
  manage_options: 'administer',
  list_users: 'administer',
  create_users: 'administer',
  edit_users: 'administer',
  promote_users: 'administer',
  delete_users: 'administer',
}

const capabilitiesOf = (role: Role): JsonObject => {
  const has = Object.entries(capabilities).filter(([, right]) => hasRight({ role }, right))
  return { read: true, ...Object.fromEntries(has.map(([name]) => [name, true])), [role]: true }
}

/** The role of a stored user. */
const readRole = ({ role }: Pick<UserRow, 'role'>): Role => roles.find((known) => known === role) ?? 'subscriber'

/** A stored UTC time as WordPress writes one: without a zone. */
export const siteTime = (utc: string): string => utc.replace(' ', 'T')

/** Turns a user into one of `wp/v2` (contract C5); `isForEdit` adds what only the user and administrators may see. */
export const showUser = ({ config, links }: RequestContext, row: UserRow, isForEdit: boolean): JsonObject => {
  const { id, name, email, slug, url } = row
  const shown = showText(row.display_name || name)
  const own = {
    username: name,
    first_name: showText(row.first_name),
    last_name: showText(row.last_name),
    email,
    locale: row.language || config.locale,
    nickname: shown,
    registered_date: `${siteTime(row.created_utc)}+00:00`,
    roles: [readRole(row)],
    review_mail: row.review_mail,
    own_mail: row.own_mail === 1,
    trouble_mail: row.trouble_mail === 1,
    capabilities: capabilitiesOf(readRole(row)),
    extra_capabilities: { [readRole(row)]: true },
  }
  return {
    id,
    name: shown,
    url,
    description: showText(row.description),
    link: links.page('/'),
    slug,
    ...(isForEdit ? own : {}),
    avatar_urls: {},
    meta: [],
    _links: {
      self: [{ href: links.api(`users/${id}`, siteNamespace) }],
      collection: [{ href: links.api('users', siteNamespace) }],
    },
  }
}

/** The ETag of a user, which changes with everything that records show (contract B7.8). */
export const etagOfUser = (row: UserRow): string => strongEtag(JSON.stringify(userColumns.map((column) => row[column])))
