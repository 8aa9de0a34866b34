import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { forbidden, mayEdit, mayRead, requireRight } from '../../core/policy.ts'
import { findPost, type StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { PostTableName } from '../../db/schema.ts'

/**
 * Reads a record that the caller may edit.
 * @throws ApiError `rest_forbidden`, or that of a record that is not there.
 */
export const requireEditable = async <T extends PostTableName>(
  db: Db,
  { caller }: Pick<RequestContext, 'caller'>,
  table: T,
  id: number,
): Promise<StoredPost<T>> => {
  requireRight(caller, 'edit')
  const row = await requirePost(db, table, id)
  if (!mayEdit(caller, row)) throw forbidden(caller, `You may not change this ${table}.`)
  return row
}

/**
 * Reads a record that the caller may read.
 * @throws ApiError of a record that is not there, or not accessible.
 */
export const requireReadable = async <T extends PostTableName>(
  db: Db,
  { caller }: Pick<RequestContext, 'caller'>,
  table: T,
  id: number,
): Promise<StoredPost<T>> => {
  const row = await requirePost(db, table, id)
  if (!mayRead(caller, row)) throw new ApiError(`${table}-not-accessible`)
  return row
}

const requirePost = async <T extends PostTableName>(db: Db, table: T, id: number): Promise<StoredPost<T>> => {
  const row = Number.isSafeInteger(id) ? await findPost(db, table, 'id', id) : undefined
  if (row) return row
  throw new ApiError(`rest-${table}-not-found`, { message: `There is no ${table} with the id ${id}.` })
}
