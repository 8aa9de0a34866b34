import { sql } from 'kysely'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import { forbidden, hasRight, mayEdit, requireRight } from '../../core/policy.ts'
import type { Operations, RecordKey, Tagged } from '../../core/resource.ts'
import { findPost, type StoredPost } from '../../core/stored-post.ts'
import type { Database, Db } from '../../db/database.ts'
import type { PostRow, PostTableName, Status } from '../../db/schema.ts'
import { readStatement } from '../../db/statement.ts'
import { etagOf } from '../../lib/tag.ts'
import { findExternalId } from './external-id.ts'
import type { PostDefinition, StoredRecord } from './post-definition.ts'
import { beginPost, createPost, removeForGood, updatePost } from './post-write.ts'

/** The operations of a post-like resource. */
export const postOperations = <T extends PostTableName, L, P>(definition: PostDefinition<T, L, P>): Operations => ({
  external: {
    find: (db, key) => findExternalId(db, definition.name, key),
    update: async (db, context, id, values, { ifMatch }) => {
      const current = await findEditable(db, context, definition, { column: 'id', value: id }, ifMatch)
      const sent = { ...restored(context, current.row), ...values }
      const updated = await updatePost(db, context, definition, current, sent, { isRepeatable: true })
      return written(context, definition, updated)
    },
  },
  list: definition.plan,
  read: async ({ database, documents }, context, key) => {
    const { name, resolveSlug } = definition
    const own = await idOf(database, name, key)
    const isLed = own === 0 && key.column === 'slug' && resolveSlug !== undefined
    const id = isLed ? await resolveSlug(database, context, String(key.value)) : own
    const [document] = await documents[name](context.caller, [id], true)
    return document ?? (await refuse(database, name, key))
  },
  create: async (db, context, values, kept) => {
    const begun = beginPost(context, definition, values)
    const created = await createPost(db, context, definition, begun, kept)
    return { id: created.row.id, ...written(context, definition, created) }
  },
  update: async (db, context, key, values, options) => {
    const current = await findEditable(db, context, definition, key, options.ifMatch)
    return written(context, definition, await updatePost(db, context, definition, current, values, options))
  },
  remove: async (db, context, key, { ifMatch, isForced }) => {
    const current = await findEditable(db, context, definition, key, ifMatch)
    if (isForced) {
      await removeForGood(db, context, definition.name, current.row)
      return written(context, definition, current)
    }
    if (current.row.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    return written(context, definition, await updatePost(db, context, definition, current, { status: 'trash' }))
  },
})

/**
 * The status that takes a record out of the trash, when its source sends it again (contract C4.1).
 */
export const restored = (
  { caller }: RequestContext,
  { status, trashed_from }: Pick<PostRow<PostTableName>, 'status' | 'trashed_from'>,
): { readonly status?: Status } =>
  status === 'trash' ? { status: trashed_from || (hasRight(caller, 'publish') ? 'publish' : 'draft') } : {}

/** Returns the id of the record with a key; 0, which no record has, for an unknown slug. */
const idOf = async (database: Database, table: PostTableName, { column, value }: RecordKey): Promise<number> => {
  if (column === 'id') return Number(value)
  const build = () => sql`select id from ${sql.table(table)} where slug = ${value}`
  const [row] = await readStatement(database, `id of ${table}`, build, [value])
  return Number(row?.[0] ?? 0)
}

/** @throws ApiError for a record that is not there, or that the caller may not read. */
const refuse = async (db: Db, table: PostTableName, key: RecordKey): Promise<never> => {
  const row = await findOr404(db, table, key)
  throw table === 'event' && row.status === 'trash'
    ? new ApiError('event-no-longer-available')
    : new ApiError(`${table}-not-accessible`)
}

const findOr404 = async <T extends PostTableName>(db: Db, table: T, key: RecordKey): Promise<StoredPost<T>> => {
  const row = await findPost(db, table, key.column, key.value)
  if (row) return row
  throw notFound(table, key)
}

const notFound = (table: PostTableName, { column, value }: RecordKey): ApiError =>
  new ApiError(`rest-${table}-not-found`, { message: `There is no ${table} with the ${column} ${value}.` })

/**
 * The record with a key, which the caller may change.
 * @throws ApiError where there is none, where the caller may not, and `rest_precondition_failed` for a stale `If-Match`.
 */
export const findEditable = async <T extends PostTableName, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  key: RecordKey,
  ifMatch: string | undefined,
): Promise<StoredRecord<T, L>> => {
  requireRight(context.caller, 'edit')
  const row = await findOr404(db, definition.name, key)
  if (!mayEdit(context.caller, row)) throw forbidden(context.caller, `You may not change this ${definition.name}.`)
  const record = { row, links: await definition.links.load(db, row.id) }
  if (ifMatch !== undefined) requireMatch(ifMatch, etagOf(definition.compose(context, record)(true)))
  return record
}

/** What a write answers; the ETag is that of the single read, so that it can be used in the next If-Match. */
export const written = <T extends PostTableName, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, L, P>,
  stored: StoredRecord<T, L>,
): Tagged => {
  const compose = definition.compose(context, stored)
  return { bytes: compose(false), etag: etagOf(compose(true)) }
}
