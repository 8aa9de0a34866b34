import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import { forbidden, mayEdit, mayRead, requireRight } from '../../core/policy.ts'
import type { Operations, RecordJson, RecordKey, Tagged } from '../../core/resource.ts'
import { findPost, type StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { PostTableName, Status } from '../../db/schema.ts'
import type { Json } from '../../lib/json.ts'
import { etagOf } from '../../lib/tag.ts'
import type { PostDefinition, StoredRecord } from './post-definition.ts'
import { beginPost, createPost, removeForGood, updatePost } from './post-write.ts'

/** The five operations of a post-like resource. */
export const postOperations = <T extends PostTableName, R, L, P>(
  definition: PostDefinition<T, R, L, P>,
): Operations => ({
  list: definition.plan,
  read: async (db, context, key) => {
    const row = await findOr404(db, definition.name, key)
    if (!mayRead(context.caller, row)) throw notAccessible(definition.name, row.status)
    return single(context, definition, { row, links: await definition.links.load(db, row.id) })
  },
  create: async (db, context, values) => {
    const begun = beginPost(context, definition, values)
    const created = await createPost(db, context, definition, begun)
    return { id: created.row.id, ...written(context, definition, created) }
  },
  update: async (db, context, key, values, { ifMatch }) => {
    const current = await findEditable(db, context, definition, key, ifMatch)
    return written(context, definition, await updatePost(db, context, definition, current, values))
  },
  remove: async (db, context, key, { ifMatch, isForced }) => {
    const current = await findEditable(db, context, definition, key, ifMatch)
    if (isForced) {
      await removeForGood(db, definition.name, current.row.id)
      return written(context, definition, current)
    }
    if (current.row.status === 'trash') throw new ApiError(`${definition.name}-is-in-trash`)
    return written(context, definition, await updatePost(db, context, definition, current, { status: 'trash' }))
  },
})

const findOr404 = async <T extends PostTableName>(
  db: Db,
  table: T,
  { column, value }: RecordKey,
): Promise<StoredPost<T>> => {
  const row = await findPost(db, table, column, value)
  if (row) return row
  throw new ApiError(`rest-${table}-not-found`, { message: `There is no ${table} with the ${column} ${value}.` })
}

const notAccessible = (name: PostTableName, status: Status): ApiError =>
  name === 'event' && status === 'trash'
    ? new ApiError('event-no-longer-available')
    : new ApiError(`${name}-not-accessible`)

const findEditable = async <T extends PostTableName, R, L, P>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, R, L, P>,
  key: RecordKey,
  ifMatch: string | undefined,
): Promise<StoredRecord<T, L>> => {
  requireRight(context.caller, 'edit')
  const row = await findOr404(db, definition.name, key)
  if (!mayEdit(context.caller, row)) throw forbidden(context.caller, `You may not change this ${definition.name}.`)
  const record = { row, links: await definition.links.load(db, row.id) }
  if (ifMatch !== undefined) requireMatch(ifMatch, single(context, definition, record).etag)
  return record
}

/** The record as a GET answers it, and its ETag. */
const single = <T extends PostTableName, R, L, P>(
  context: RequestContext,
  { links: { show }, render }: PostDefinition<T, R, L, P>,
  { row, links }: StoredRecord<T, L>,
): Tagged => {
  const record = render(context, row, show(context.caller, row.id, links), { isSingle: true })
  return { record, etag: etagOf(JSON.stringify(record)) }
}

/** What a write answers; the ETag is that of the single read, so that it can be used in the next If-Match. */
const written = <T extends PostTableName, R, L, P>(
  context: RequestContext,
  definition: PostDefinition<T, R, L, P>,
  stored: StoredRecord<T, L>,
): Tagged => {
  const { record, etag } = single(context, definition, stored)
  return { record: withoutJsonLd(record), etag }
}

/** A record as lists have it, and the records in it (F2.1). */
const withoutJsonLd = ({ json_ld: _, ...shown }: RecordJson): RecordJson => {
  const record: Record<string, Json> = shown
  for (const name of ['venue', 'organizer']) {
    const linked = record[name]
    if (isRecord(linked)) record[name] = withoutJsonLd(linked)
    else if (Array.isArray(linked)) {
      const records: Json[] = []
      for (const one of linked) records.push(isRecord(one) ? withoutJsonLd(one) : one)
      record[name] = records
    }
  }
  return record
}

const isRecord = (value: Json | undefined): value is RecordJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
