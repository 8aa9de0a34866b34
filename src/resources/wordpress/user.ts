import { forbidden, hasRight, type Right, type Role } from '../../core/policy.ts'
import type { SiteDocument, SiteRequest } from '../../core/site-document.ts'
import type { JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { slugify } from '../../lib/slug.ts'
import { contextParam, wantsRaw } from './context.ts'

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
}

const capabilitiesOf = (role: Role): JsonObject => {
  const has = Object.entries(capabilities).filter(([, right]) => hasRight({ role }, right))
  return { read: true, ...Object.fromEntries(has.map(([name]) => [name, true])), [role]: true }
}

/** Returns the calling user; clients use it to check their credentials (D4). */
const showMe = async ({ database, context, values }: SiteRequest): Promise<JsonObject> => {
  const { caller, links } = context
  const user = await database.kysely
    .selectFrom('user')
    .select(['id', 'name', 'email', 'created_utc'])
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (!user || caller.role === 'anonymous') throw forbidden(caller)
  const { id, name, email, created_utc } = user
  const own = {
    username: name,
    email,
    registered_date: `${created_utc.replace(' ', 'T')}+00:00`,
    roles: [caller.role],
    capabilities: capabilitiesOf(caller.role),
  }
  return {
    id,
    name,
    url: '',
    description: '',
    link: links.page('/'),
    slug: slugify(name) || `user-${id}`,
    ...(wantsRaw(values) ? own : {}),
    avatar_urls: {},
    meta: [],
    _links: { self: [{ href: links.api('users/me', siteNamespace) }] },
  }
}

/** The document `users/me`; other users are not shown. */
export const meDocument: SiteDocument = {
  path: '/users/me',
  endpoints: [
    { methods: ['GET'], params: contextParam, answer: async (question) => ({ body: await showMe(question) }) },
  ],
}
