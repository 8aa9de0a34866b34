import type { RequestContext } from '../../core/context.ts'
import { readable } from '../../core/policy.ts'
import { isNotRemoved } from '../../core/removed-user.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { PostTableName } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'

const linking = { venue: 'venue', organizer: 'organizer' } as const

/** A version as it can be sent back, and the names of the records that it links, by field and id. */
type Restorable = { readonly payload: JsonObject; readonly names: JsonObject }

type Named = { readonly id: number; readonly name: string }

const namesOf = (rows: readonly Named[]): JsonObject => Object.fromEntries(rows.map(({ id, name }) => [id, name]))

/**
 * Leaves out of a payload what would make it one that is refused: links to records that are gone since, or that the caller may not read,
 * and an author who was removed. `record` is what the version is one of.
 */
export const findRestorable = async (
  db: Db,
  context: RequestContext,
  payload: Readonly<Record<string, Json>>,
  record: StoredPost<PostTableName>,
): Promise<Restorable> => {
  const kept = { ...payload }
  const names: Record<string, JsonObject> = {}
  const { author, image, post_parent } = payload
  if (typeof author === 'number' && !(await isUser(db, author))) delete kept['author']
  for (const [field, table] of Object.entries(linking)) {
    const ids = payload[field]
    if (!Array.isArray(ids) || ids.length === 0) continue
    const rows = await db.kysely
      .selectFrom(table)
      .select(['id', 'title as name'])
      .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
      .where('status', '<>', 'trash')
      .where(readable(context.caller, table))
      .execute()
    kept[field] = keepFound(ids, rows)
    names[field] = namesOf(rows)
  }
  for (const field of ['categories', 'tags']) {
    const ids = payload[field]
    if (!Array.isArray(ids) || ids.length === 0) continue
    const isFound = db.kysely.selectFrom('term').select(['id', 'name'])
    const rows = await isFound.where((eb) => db.dialect.isIn(eb.ref('id'), ids)).execute()
    kept[field] = keepFound(ids, rows)
    names[field] = namesOf(rows)
  }
  if (typeof image === 'number') {
    const named = db.kysely.selectFrom('image').select(['id', 'title as name'])
    const found = await named.where('id', '=', image).executeTakeFirst()
    if (found) names['image'] = namesOf([found])
    else kept['image'] = null
  }
  if (typeof post_parent === 'number') {
    const named = db.kysely.selectFrom('event').select(['id', 'title as name']).where('id', '=', post_parent)
    const found = await named.where(readable(context.caller, 'event')).executeTakeFirst()
    if (found) names['post_parent'] = namesOf([found])
    // The present parent may be sent back by those who may not read it.
    else if (!('parent_id' in record && record.parent_id === post_parent)) kept['post_parent'] = null
  }
  return { payload: kept, names }
}

const isUser = async ({ kysely }: Db, id: number): Promise<boolean> =>
  (await kysely.selectFrom('user').select('id').where('id', '=', id).where(isNotRemoved).executeTakeFirst()) !==
  undefined

const keepFound = (ids: readonly Json[], rows: readonly { readonly id: number }[]): Json[] => {
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(Number(id)))
}
