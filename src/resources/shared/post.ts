import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import { forbidden, mayEdit, mayRead, requireRight } from '../../core/policy.ts'
import type { Key, Operations, Tagged } from '../../core/resource.ts'
import { findRow } from '../../core/store.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow, PostTableName, Status } from '../../db/schema.ts'
import { etagOf } from '../../lib/tag.ts'
import type { PostDefinition, RenderOptions } from './post-definition.ts'
import { withImage } from './post-image.ts'
import { createPost, removeForGood, updatePost } from './post-write.ts'

/** The five operations of a post-like resource. */
export const postOperations = <T extends PostTableName, R>(definition: PostDefinition<T, R>): Operations => ({
  list: definition.plan,
  read: async (db, context, key) => {
    const row = await findOr404(db, definition, key)
    if (!mayRead(context.caller, row)) throw notAccessible(definition.name, row.status)
    return tag(db, context, definition, row, { isSingle: true })
  },
  create: async (db, context, values) => {
    const row = await createPost(db, context, definition, values)
    return { id: row.id, ...(await tag(db, context, definition, row, { isSingle: false })) }
  },
  update: async (db, context, key, values, options) => {
    const current = await findEditable(db, context, definition, key, options.ifMatch)
    const row = await updatePost(db, context, definition, current, values)
    return tag(db, context, definition, row, { isSingle: false })
  },
  remove: async (db, context, key, options) => {
    const current = await findEditable(db, context, definition, key, options.ifMatch)
    if (options.isForced) {
      const answer = await tag(db, context, definition, current, { isSingle: false })
      await removeForGood(db, context, definition, current)
      return answer
    }
    if (current.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    const row = await updatePost(db, context, definition, current, { status: 'trash' })
    return tag(db, context, definition, row, { isSingle: false })
  },
})

const findOr404 = async <T extends PostTableName, R>(
  db: Db,
  definition: PostDefinition<T, R>,
  key: Key,
): Promise<PostRow<T>> => {
  const row = await findRow(db, definition.name, key.column, key.value)
  if (row) return row as PostRow<T>
  throw new ApiError(`rest-${definition.name}-not-found`, {
    message: `There is no ${definition.name} with the ${key.column} ${key.value}.`,
  })
}

const notAccessible = (name: PostTableName, status: Status): ApiError =>
  name === 'event' && status === 'trash'
    ? new ApiError('event-no-longer-available')
    : new ApiError(`${name}-not-accessible`)

const findEditable = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  key: Key,
  ifMatch: string | undefined,
): Promise<PostRow<T>> => {
  requireRight(context.caller, 'edit')
  const row = await findOr404(db, definition, key)
  if (!mayEdit(context.caller, row)) throw forbidden(context.caller, `You may not change this ${definition.name}.`)
  if (ifMatch !== undefined) {
    const { etag } = await tag(db, context, definition, row, { isSingle: true })
    requireMatch(ifMatch, etag)
  }
  return row
}

/** The ETag is that of the single read, so that what a write answers can be used in the next If-Match. */
const tag = async <T extends PostTableName, R>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R>,
  row: PostRow<T>,
  options: RenderOptions,
): Promise<Tagged> => {
  const shown = await withImage(db, row)
  const relations = await definition.load(db, context, [shown])
  const single = definition.render(context, shown, relations, { isSingle: true })
  const record = options.isSingle ? single : definition.render(context, shown, relations, options)
  return { record, etag: etagOf(JSON.stringify(single)) }
}
